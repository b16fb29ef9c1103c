"""Nothing that a seat hides stands beside its cover: names, refusals, what a photograph showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import msgspec
import pytest

from companion.table.commands import Act
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Card, CardRow, Choice, Form, Map, MapPiece, Region, View
from tests.support.onlooker import seen_by_onlooker
from tests.support.web_client import FROM_PAGE, Hall, open_hall
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import LAMP
from webui.app import create_app
from webui.offered import is_open
from webui.settings import WebSettings

CARD = "Ember"
BESIDE = 2
PICTURE = b"a picture"


def named(view: View, names: Mapping[int, str]) -> View:
    """A view whose markers bear these names; one of them lies beside the map."""

    def piece_of(piece: MapPiece) -> MapPiece:
        place = "off" if piece.id == BESIDE else piece.place
        return msgspec.structs.replace(piece, name=names.get(piece.id, ""), place=place)

    def region_of(region: Region) -> Region:
        widgets = tuple(
            msgspec.structs.replace(widget, pieces=tuple(map(piece_of, widget.pieces)))
            if isinstance(widget, Map)
            else widget
            for widget in region.widgets
        )
        return msgspec.structs.replace(region, widgets=widgets)

    return msgspec.structs.replace(view, regions=tuple(map(region_of, view.regions)))


def screen_text(names: Mapping[int, str], path: str) -> str:
    """What an onlooker reads of one part of a screen whose markers bear these names."""
    table = FakeTable(clock=lambda: 1_000.0)
    table.hub.publish(named(table.screen(LAMP).view, names))
    answer = open_hall(table).tablet(LAMP).get(f"/seat/{LAMP}{path}", headers=FROM_PAGE)
    assert answer.status_code == 200
    for name in names.values():
        assert name in answer.text or path
    return seen_by_onlooker(answer.text)


@pytest.mark.parametrize("path", ["", "/region/map", "/at?piece=1", "/at?piece=2"])
def test_a_line_with_a_marker_is_as_long_whatever_it_is_named(path: str) -> None:
    texts = {
        screen_text(names, path)
        for names in ({}, {1: "Old Tam"}, {1: "B", 2: "a very long name of a marker"})
    }
    assert len(texts) == 1


@pytest.mark.parametrize("part", ["", "/replay"])
def test_no_card_of_a_hand_is_read_from_a_whole_page(part: str) -> None:
    table = FakeTable(clock=lambda: 1_000.0)
    page = open_hall(table).tablet(LAMP).get(f"/seat/{LAMP}{part}").text
    for card in table.crews.secrets[LAMP]:
        assert card in page
        assert card not in seen_by_onlooker(page)


class RefusingTable(FakeTable):
    """A table that refuses whatever is pressed and names the card."""

    code: Literal["rule", "not-now"] = "rule"
    private = False

    def act(self, act: Act) -> Refusal | None:
        assert act.seat == LAMP
        text = f"{CARD} serves for nothing now."
        return Refusal(code=self.code, text=text, private=self.private)


def pressed(table: FakeTable, action: str, prompt: str = "") -> str:
    client = open_hall(table).tablet(LAMP)
    data = {"action": action, "prompt": prompt}
    return client.post(f"/seat/{LAMP}/act", data=data, headers=FROM_PAGE).text


def test_why_a_covered_card_is_refused_lies_under_the_cover() -> None:
    table = RefusingTable(clock=lambda: 1_000.0)
    view = table.screen(LAMP).view
    covered = f"play-{CARD}"
    assert not is_open(view, covered)
    said = pressed(table, covered)
    assert CARD in said
    assert CARD not in seen_by_onlooker(said)
    assert "Hold to see" in seen_by_onlooker(said)


def test_what_was_pressed_in_the_open_is_answered_there() -> None:
    table = RefusingTable(clock=lambda: 1_000.0)
    assert is_open(table.screen(LAMP).view, "done")
    assert CARD in seen_by_onlooker(pressed(table, "done", "q1"))


@pytest.mark.parametrize("code", ["rule", "not-now"])
def test_a_private_refusal_lies_under_the_cover_wherever_it_was_pressed(
    code: Literal["rule", "not-now"],
) -> None:
    table = RefusingTable(clock=lambda: 1_000.0)
    table.code, table.private = code, True
    said = pressed(table, "done", "q1")
    assert CARD in said
    assert CARD not in seen_by_onlooker(said)
    assert "There is an answer for you under the cover." in seen_by_onlooker(said)


def test_a_refusal_that_names_nothing_is_read_at_once() -> None:
    table = RefusingTable(clock=lambda: 1_000.0)
    table.code = "not-now"
    assert CARD in seen_by_onlooker(pressed(table, f"play-{CARD}"))


@pytest.mark.parametrize("secret", [True, False])
def test_a_form_is_open_where_its_region_is(*, secret: bool) -> None:
    form = Form(choices=(Choice(action="lay", label="Lay it"),))
    row = CardRow(title="Cards", cards=(Card(id="one", title="One", form=form),))
    region = Region(name="own", title="Own", role="tab", widgets=(row,), secret=secret)
    assert is_open(View(seat=LAMP, title="", regions=(region,)), "lay") is not secret


class Reader:
    """Reads the same cards in every photograph."""

    def read(self, photo: bytes, seat: SeatId) -> tuple[str, ...]:
        assert (photo, seat) == (PICTURE, LAMP)
        return ("Moth", "Cinder", "Dragon")


def test_what_a_photograph_showed_lies_under_the_cover() -> None:
    table, settings = FakeTable(clock=lambda: 1_000.0), WebSettings(epoch="start1")
    services = replace(fake_services(table, settings), cards=Reader())
    client = Hall(table, services, create_app(services, settings), settings).tablet(LAMP)
    base = f"/seat/{LAMP}/photo"
    sent = client.post(f"{base}/upload", data=PICTURE, headers=FROM_PAGE).json
    assert sent is not None
    data = {"file": sent["file"], "action": "lay:B", "field": "card"}
    read = client.post(f"{base}/read", data=data, headers=FROM_PAGE).text
    for card in Reader().read(PICTURE, LAMP):
        assert card in read
        assert card not in seen_by_onlooker(read)
