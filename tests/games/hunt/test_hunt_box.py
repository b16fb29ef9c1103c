"""The owner's own Levels and numbers of tiles, and how events are written down."""

from __future__ import annotations

import pytest

from companion.games.hunt.box import HuntBoxEditor
from companion.games.hunt.game import HuntGame
from companion.games.hunt.tiles import SPECIAL_BAG, STANDARD_BAG
from companion.journal.codec import EventCodec
from companion.service.games import load_box_editor
from companion.table.box_editor import BoxChange, BoxChangeError, BoxTextError
from companion.table.values import Refusal
from companion.table.views import CardRow
from tests.support.hunt_play import HuntPlay
from tests.support.random_hunt import RandomHunt

OWN = (
    BoxChange(address="levels/gimli/level", value="3"),
    BoxChange(address="tiles/3/count", value="1"),
    BoxChange(address="tiles/uss/count", value="0"),
)


def own_box() -> str:
    return HuntBoxEditor().changed("", OWN)


def test_an_empty_box_leaves_the_values_that_come_with_their_source() -> None:
    play = HuntPlay()
    assert (play.public.pool, play.public.unused) == (STANDARD_BAG, SPECIAL_BAG)
    assert list(play.public.levels.values()) == [3, 3, 2, 2, 2, 1, 1]
    editor = load_box_editor("hunt")
    assert editor is not None
    summary = editor.summary("")
    assert (summary.needed, summary.percent) == (0, 100)
    sheet = editor.sheet("", "levels")
    assert sheet is not None
    assert "public transcription" in sheet.note
    assert sheet.rows[4].title == "Gimli, else 2"


def test_the_owners_values_count_and_are_named_as_the_owners() -> None:
    play = HuntPlay(guide="gimli", box=own_box())
    assert play.public.pool.count("3") == 1
    assert "uss" not in play.public.unused
    play.by_hand(play.ask.seat, "hand-tile")
    play.draw("3")
    play.press("none")
    play.press("guide")
    play.press("appoint", guide="strider")
    assert play.public.corruption == 0
    region = play.view(play.ask.seat).region("fellowship")
    assert region is not None
    row = next(widget for widget in region.widgets if isinstance(widget, CardRow))
    subtitles = {card.id: card.subtitle for card in row.cards}
    assert subtitles["gimli"] == "Level 3, from your box"
    assert subtitles["boromir"] == "Level 2"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "no TOML"),
        ('format = 1\ngame = "other"', "expected the lines"),
        ('format = 1\ngame = "hunt"\n[tiles.3]\ncount = 44', "expected 0 to 9, got 44"),
        ('format = 1\ngame = "hunt"\n[levels.sam]\nlevel = 1', "there is no row 'sam'"),
    ],
)
def test_a_box_that_cannot_be_read_is_refused_in_words(text: str, told: str) -> None:
    refused = HuntGame().start({}, text)
    assert isinstance(refused, Refusal)
    assert told in refused.text


@pytest.mark.parametrize("value", ["10", "-1", "99"])
@pytest.mark.parametrize("address", ["levels/gimli/level", "tiles/er/count"])
def test_a_number_with_which_no_game_could_begin_goes_into_no_box(address: str, value: str) -> None:
    with pytest.raises(BoxChangeError, match=f"expected 0 to 9, got {value}"):
        HuntBoxEditor().changed("", [BoxChange(address=address, value=value)])
    named = HuntBoxEditor().changed("", [BoxChange(address="about/box/name", value="1999")])
    assert HuntBoxEditor().summary(named).name == "1999"


def test_companions_that_nobody_knows_are_refused() -> None:
    refused = HuntGame().start({"companions": "gimli,sam"}, "")
    assert isinstance(refused, Refusal)
    assert "got 'sam'" in refused.text


def test_an_unreadable_box_in_a_journal_is_an_error() -> None:
    with pytest.raises(BoxTextError):
        HuntBoxEditor().summary("nonsense")


def test_every_event_of_a_game_is_read_as_it_was_written() -> None:
    hunt = RandomHunt(3)
    codec = EventCodec(hunt.game.event_types)
    for _ in hunt.run():
        pass
    assert len({type(event) for event in hunt.events}) > 20
    for event in hunt.events:
        assert codec.decode(codec.encode(event)) == event
