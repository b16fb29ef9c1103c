"""The Balrog with the Ring in Moria (15.17)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.play.fight_ground import MORIA
from companion.games.fellowship.rules.victory import Ending
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play


def _with_ring(place: str, *, switched: bool = True) -> Play:
    play = Play(SAMPLE_BOX, {"optional": "balrog-and-ring"} if switched else {})
    play.put(11, "black", 1, place)
    play.press(EP, "done")
    play.press(FP, "done")
    bearer = "Balrog" if switched else "Witch-king"
    play.tap(EP, "ring", ring="enemy", bearer=bearer, carrier="11")
    return play


def _to_the_turn(play: Play, turn: int) -> None:
    while play.state.public.turn < turn and not play.state.public.over:
        play.go_on()


@pytest.mark.rule("FOTR-242")
def test_a_whole_turn_in_moria_ends_the_game() -> None:
    play = _with_ring(MORIA)
    _to_the_turn(play, 2)
    assert not play.state.public.over, "the first turn was not whole"
    assert play.state.public.ring_public.moria_turn == 1
    _to_the_turn(play, 3)
    assert play.state.public.ending == Ending.MORIA.value
    assert "draw" in play.prompts(FP)[0].sentence


@pytest.mark.rule("FOTR-242")
def test_the_turn_begins_anew_when_he_has_left_moria() -> None:
    play = _with_ring(MORIA)
    _to_the_turn(play, 2)
    play.go(11, "14,g")
    _to_the_turn(play, 3)
    play.go(11, MORIA)
    _to_the_turn(play, 4)
    assert not play.state.public.over
    assert play.state.public.ring_public.moria_turn == 3
    _to_the_turn(play, 5)
    assert play.state.public.ending == Ending.MORIA.value


@pytest.mark.rule("FOTR-242")
@pytest.mark.parametrize(("place", "switched"), [("14,g", True), (MORIA, False)])
def test_elsewhere_or_without_the_rule_he_may_hold_it(place: str, *, switched: bool) -> None:
    play = _with_ring(place, switched=switched)
    _to_the_turn(play, 4)
    assert not play.state.public.over
