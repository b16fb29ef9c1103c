"""The dice page: what it says in numbers and words, and that it knows of nothing but rolls."""

from __future__ import annotations

import random
import re

from companion.table.fairness import fairness
from companion.table.values import Roll, RollSource
from tests.support.web_client import Hall, open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP, Crews
from webui.rolldraw import picture_of, share_words, verdict_of


def rolled(faces: list[int], source: RollSource = "die", die: str = "D20-7") -> tuple[Roll, ...]:
    return tuple(
        Roll(
            face=face,
            sides=20,
            source=source,
            die=die if source == "die" else None,
            number=number if source == "die" else None,
        )
        for number, face in enumerate(faces, start=1)
    )


def fair(count: int, seed: int = 3) -> list[int]:
    source = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    return [source.randint(1, 20) for _ in range(count)]


def hall_with(*rolls: Roll, earlier: tuple[Roll, ...] = ()) -> Hall:
    table = FakeTable()
    table.rolls_made, table.earlier_rolls = rolls, earlier
    return open_hall(table)


def page_of(hall: Hall, path: str = "/dice") -> str:
    answer = hall.stranger().get(path)
    assert answer.status_code == 200
    return answer.text


def counts_in(text: str) -> list[int]:
    found = re.findall(r'<span class="die-count-face">\d+</span> <span>(\d+)</span>', text)
    return [int(number) for number in found]


def test_a_die_that_is_a_program_is_called_so() -> None:
    text = page_of(hall_with(*rolled(fair(5), die="VIRTUAL-DC027D16")))
    assert "The virtual die" in text
    assert "DC027D16" not in text


def test_before_the_first_roll_it_says_so() -> None:
    assert "Nothing has been rolled yet" in page_of(hall_with())


def test_counts_and_figures_are_those_of_the_rolls() -> None:
    faces = fair(400)
    text = page_of(hall_with(*rolled(faces)))
    judged = fairness(faces, 20)
    assert counts_in(text) == list(judged.counts)
    assert f"<dd>{judged.chi_square:.2f}</dd>" in text
    assert f"<dd>{judged.p_value:.4f}</dd>" in text
    assert "20 sides, 400 rolls" in text
    assert "The die D20-7" in text
    assert "Nothing here speaks against a fair die" in text


def test_few_rolls_are_not_judged() -> None:
    text = page_of(hall_with(*rolled(fair(99))))
    assert "Too few rolls to judge: 100 are needed" in text
    assert "p-value</dt>" not in text
    assert "p-value</dt>" in page_of(hall_with(*rolled(fair(100))))


def test_a_loaded_die_is_called_most_unusual() -> None:
    text = page_of(hall_with(*rolled(fair(200) + [20] * 60)))
    assert "most unusual for a fair die" in text
    assert "is-odd" in text
    assert "is-outside" in text


def test_sources_are_shown_apart_and_together() -> None:
    rolls = rolled(fair(30)) + rolled(fair(20), "typed") + rolled(fair(10), "generator")
    titles = re.findall(r"<h2[^>]*>([^<]+)", page_of(hall_with(*rolls)))
    assert titles == ["All together", "The die D20-7", "Typed in by hand", "Drawn by the table"]


def test_this_game_or_all_games() -> None:
    hall = hall_with(*rolled([3, 3]), earlier=rolled([5, 6, 7], die="OLD"))
    this, every = page_of(hall), page_of(hall, "/dice?games=all")
    assert sum(counts_in(this)) == 2
    assert "OLD" not in this
    assert "3 games are written down" in every
    assert "The die OLD" in every


def test_a_die_s_name_cannot_write_into_the_page() -> None:
    text = page_of(hall_with(*rolled([1], die="<script>alert(1)</script>")))
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_tables_that_hide_different_things_give_the_same_bytes() -> None:
    rolls = rolled(fair(120))
    crews = Crews()
    crews.secrets[LAMP] = ("Ember",)
    pages = []
    for hidden in (Crews(), crews):
        table = FakeTable(hidden)
        table.rolls_made = rolls
        hall = open_hall(table)
        for path in ("/dice", "/dice?games=all"):
            answers = (
                [client.get(path) for client in (hall.stranger(), hall.tablet(LAMP))]
                if (path == "/dice")
                else [hall.stranger().get(path)]
            )
            pages.append([(one.status_code, list(one.headers), one.data) for one in answers])
    assert pages[:2] == pages[2:]
    # A seat's tablet gets what everybody gets, and the way back to its seat.
    public, own = (answer[2].decode() for answer in pages[0])
    assert re.sub(r'<a class="choice is-plain" href="/seat/lamp">[^<]*</a>', "", own) == public


def test_links_to_it_stand_on_public_screen_replay_and_seat_menu() -> None:
    hall = open_hall()
    tablet = hall.tablet(LAMP)
    for answer in (
        hall.stranger().get("/"),
        hall.stranger().get("/replay"),
        tablet.get("/seat/lamp"),
        tablet.get("/seat/lamp/menu"),
    ):
        assert 'href="/dice"' in answer.text


def test_the_picture_holds_every_bar() -> None:
    for count in (0, 1, 7, 160, 5000):
        picture = picture_of(fairness(fair(count), 20))
        assert len(picture.bars) == 20
        assert all(0 <= bar.y <= picture.base for bar in picture.bars)
        assert all(bar.y + bar.height == picture.base for bar in picture.bars)
        assert 0 <= picture.band_y <= picture.expected_y <= picture.band_y + picture.band_height
        assert len(picture.ticks) <= 6


def test_shares_are_told_in_cases() -> None:
    assert share_words(0.999) == "nearly all"
    assert share_words(0.34) == "about 34 in 100"
    assert share_words(0.0012) == "about 1 in 1,000"
    assert share_words(0.00031) == "about 3 in 10,000"
    assert share_words(1e-9) == "fewer than 1 in 10,000"


def test_verdicts_follow_the_p_value() -> None:
    even = fairness([1, 2, 3, 4, 5, 6] * 10, 6)
    assert "Nothing" in verdict_of(even)
    tilted = fairness([1, 2, 3, 4, 5, 6] * 10 + [6] * 17, 6)
    assert 0.001 < tilted.p_value < 0.01
    assert "Unusual" in verdict_of(tilted)
