"""A fight that was left by hand goes on where it stood once play comes back to it."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box.file import HexsideEntry
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.box.writer import write_box
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_fights import GREEN, PLAIN, RED, now, offered
from tests.support.ring_fights import attacked, gather, held


def unknown_around(place: str) -> str:
    """The sample box without the terrain of the hexsides of one place."""
    box = sample_box()
    sides = {
        label: HexsideEntry() if place in label.split("/") else entry
        for label, entry in box.map.hexsides.items()
    }
    return write_box(
        msgspec.structs.replace(box, map=msgspec.structs.replace(box.map, hexsides=sides))
    )


def waiting() -> Play:
    """A fight with the Ring's holder that waits for the terrain around it."""
    play = gather(Play(unknown_around(PLAIN)), ("Aragorn",), ("Bree agent",))
    attacked(held(play, "enemy", "Bree agent", RED), FP, GREEN)
    assert now(play).stage == "values"
    assert play.state.public.cells
    return play


def filled(play: Play) -> Play:
    """Whoever is asked for a value of the map says that it is clear, until nobody is asked."""
    while play.state.public.cells:
        play.press(play.state.public.cells[0].seat, "fill-in", value="clear")
    return play


@pytest.mark.rule("FOTR-157")
def test_what_was_filled_in_elsewhere_lets_the_fight_go_on() -> None:
    play = waiting()
    play.tap(EP, "step-back")
    assert play.step == "fp-ring-attack"
    play.press(play.state.public.cells[0].seat, "fill-in", value="clear")
    play.tap(EP, "step-on")
    assert play.step == "fp-fight"
    # Begun anew, the fight asks for the next hexside that it does not know.
    assert play.state.public.cells
    assert now(filled(play)).stage == "setup"


@pytest.mark.rule("FOTR-157")
def test_a_value_that_is_still_asked_for_is_asked_for_once() -> None:
    play = waiting()
    asked = play.state.public.cells
    play.tap(EP, "step-back")
    play.tap(EP, "step-on")
    assert play.state.public.cells == asked
    assert now(filled(play)).stage == "setup"


@pytest.mark.rule("FOTR-090")
def test_the_holder_is_attacked_once_at_one_place() -> None:
    play = filled(waiting())
    play.tap(EP, "step-back")
    assert play.step == "fp-ring-attack"
    assert offered(play, FP) == ["done"]
    assert len(play.state.public.fights) == 1
