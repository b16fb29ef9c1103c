"""The codes that both seats note: the same words for everybody, and nothing else of the game."""

from __future__ import annotations

from tests.support.web_client import open_hall
from tests.support.web_views import LAMP
from webui.ports import FixedPoint

POINTS = (
    FixedPoint(label="Turn 3, <Owl>", code="0a1b 2c3d"),
    FixedPoint(label="Turn 4, Lamp", code="4e5f 6071"),
)


def test_before_the_first_point_it_says_so() -> None:
    hall = open_hall()
    assert "There is no code yet" in hall.stranger().get("/codes").text
    assert "Code at the end" not in hall.tablet(LAMP).get("/seat/lamp/menu").text


def test_everybody_reads_the_same_codes_the_newest_first() -> None:
    hall = open_hall()
    hall.table.points_passed = POINTS
    public = hall.stranger().get("/codes").text
    own = hall.tablet(LAMP).get("/codes").text
    assert public.index("4e5f 6071") < public.index("0a1b 2c3d")
    assert "Turn 3, &lt;Owl&gt;" in public
    assert own.partition("<p class")[2] == public.partition("<p class")[2]


def test_a_tablet_shows_the_newest_code_in_its_menu() -> None:
    hall = open_hall()
    hall.table.points_passed = POINTS
    menu = hall.tablet(LAMP).get("/seat/lamp/menu").text
    assert "end of Turn 4, Lamp: <code>4e5f 6071</code>" in menu
    assert 'href="/codes"' in menu
    assert "0a1b" not in menu
