"""Those who lead their group through terrain: Radagast, Gollum (7.3, 12.1)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box.file import HexsideEntry
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.status import WeatherPlaced
from companion.games.fellowship.facts.names import Feature, Terrain, Weather
from companion.games.fellowship.state import WeatherCounter
from companion.table.ids import PUBLIC, PieceId
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_map import MOUNTAIN, RIVER, WOODS, board_text

SWAMP = HexsideEntry(terrain=Terrain.SWAMP, feature=Feature.NONE)


def at_gh(box: str) -> Play:
    play = Play(box)
    play.put(1, "green", 2, "9,gh")
    play.go_on(until="fp-move")
    return play


def sentence(play: Play, seat: object = FP) -> str:
    return play.prompts(seat)[0].sentence  # type: ignore[arg-type]  # a seat id is a plain string


def walked(play: Play) -> tuple[bool, ...]:
    return move_work(play.state.public).crossed.get(PieceId(1), ())


def test_radagast_spares_a_roll_only_once_he_is_shown() -> None:
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    box = board_text({f"9,gh/{other}": WOODS for other in around})
    play = at_gh(box)
    play.name(FP, 1, "A")
    play.lay(FP, "fellowship-A", "Radagast")
    play.go(1, "9,hi")
    assert play.prompts(FP)[0].roll is not None
    play.press(FP, "radagast")
    assert walked(play) == (False,)
    assert play.state.public.known == {1: "group"}


@pytest.mark.rule("FOTR-206")
def test_gollum_shown_before_a_roll_helps_through_swamps_rivers_and_woods() -> None:
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    for entry, without, with_him in ((SWAMP, 3, 8), (RIVER, 5, 7), (WOODS, 7, 8)):
        box = board_text({f"9,gh/{other}": entry for other in around})
        play = at_gh(box)
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", "Gollum")
        play.go(1, "9,hi")
        assert play.prompts(FP)[0].sentence.startswith(f"Roll {without} or less")
        play.press(FP, "gollum")
        assert play.prompts(FP)[0].sentence.startswith(f"Roll {with_him} or less")
        assert "gollum" not in {c.action for c in play.prompts(FP)[0].form.choices}
        play.die(with_him)
        assert walked(play) == (False,)


def _closed(entry: HexsideEntry, *, storm: bool = False, radagast: bool = False) -> Play:
    """A marker that goes where nobody passes by a roll."""
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    box = board_text({f"9,gh/{other}": entry for other in around})
    play = at_gh(box)
    counters = (WeatherCounter("9,gh", Weather.STORM),) if storm else ()
    play.state = GAME.evolve(play.state, WeatherPlaced(counters=counters))
    public = msgspec.structs.replace(play.state.public, radagast_came=radagast)
    play.state = msgspec.structs.replace(play.state, public=public)
    play.go(1, "9,hi")
    return play


@pytest.mark.rule("FOTR-206")
def test_where_no_roll_passes_radagast_or_gollum_may_be_shown() -> None:
    lost = _closed(MOUNTAIN)
    (flag,) = lost.state.public.flags
    assert flag.text.endswith("No roll can cross from 9,gh to 9,hi.")
    over = _closed(MOUNTAIN, radagast=True)
    assert sentence(over).endswith("show Radagast or go back.")
    assert "where no roll can pass" in sentence(over, EP)
    over.press(FP, "show")
    assert walked(over) == (False,)
    assert over.state.public.known == {1: "group"}
    through = _closed(SWAMP, storm=True)
    assert sentence(through).endswith("show Gollum or go back.")
    through.press(FP, "show")
    assert sentence(through).startswith("Roll 5 or less")
    back = _closed(SWAMP, storm=True)
    back.press(FP, "back")
    assert back.state.public.known == {}
    assert not walked(back)


@pytest.mark.rule("FOTR-206")
def test_gollum_is_offered_only_to_an_owner_who_may_have_him() -> None:
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    box = board_text({f"9,gh/{other}": WOODS for other in around})
    plays = []
    for card in ("Gollum", "Sam"):
        play = at_gh(box)
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", card)
        play.go(1, "9,hi")
        plays.append(play)
    offers = [{c.action for c in play.prompts(FP)[0].form.choices} for play in plays]
    assert [("gollum" in offer) for offer in offers] == [True, False]
    for seat in (EP, PUBLIC):
        assert plays[0].view(seat) == plays[1].view(seat)


def test_only_the_owners_screen_tells_which_card_could_help() -> None:
    around = ("9,fg", "9,hi", "8,g", "8,h", "10,g", "10,h")
    box = board_text({f"9,gh/{other}": WOODS for other in around})
    with_him = at_gh(box)
    without = at_gh(box)
    for play, card in ((with_him, "Radagast"), (without, "Sam")):
        play.name(FP, 1, "A")
        play.lay(FP, "fellowship-A", card)
        play.go(1, "9,hi")
    assert "radagast" in {c.action for c in with_him.prompts(FP)[0].form.choices}
    assert "radagast" not in {c.action for c in without.prompts(FP)[0].form.choices}
    for seat in (EP, PUBLIC):
        assert with_him.view(seat) == without.view(seat)
