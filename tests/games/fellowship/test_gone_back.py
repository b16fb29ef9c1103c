"""A step that a seat goes back to gives nothing twice and forgets nothing."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.agreed import HobbitsCaptured, escapes_left
from companion.games.fellowship.events.movement import move_work, split_work
from companion.games.fellowship.flow.sequence import step_of
from companion.table.ids import PieceId
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import GREEN, at_step


def _back(play: Play, step: str) -> None:
    """Go back by hand until a step."""
    for _ in range(10):
        if play.step == step:
            return
        play.tap(EP, "step-back")
    raise AssertionError(f"never came back to {step}, but to {play.step}")


@pytest.mark.rule("FOTR-056")
def test_mobilizations_are_given_once_in_a_turn() -> None:
    play = at_step("ep-mobilize", board_text(), (*GREEN, (9, "red", 6, "20,h")))
    left = play.state.public.mobilizations_left
    play.turn(9, 4)
    play.tap(EP, "step-on")
    _back(play, "ep-mobilize")
    assert play.state.public.mobilizations_left == left - 1


@pytest.mark.rule("FOTR-047")
def test_the_sea_is_rolled_for_once_in_a_turn() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 5, "@Harlindon Coast")
    play.go_on(until="fp-sea")
    play.die(1)
    _back(play, "fp-sea")
    assert not any(prompt.roll for prompt in play.prompts(FP))


@pytest.mark.rule("FOTR-246")
def test_a_captive_tries_to_get_away_once_in_a_turn() -> None:
    play = Play(SAMPLE_BOX, {"optional": "capturing"})
    play.put(1, "green", 3, "4,f")
    play.state = GAME.evolve(play.state, HobbitsCaptured(names=("Merry",)))
    play.go_on(until="fp-captives")
    play.die(9)
    _back(play, "fp-captives")
    assert escapes_left(play.state.public) == ()


@pytest.mark.rule("FOTR-103", "FOTR-107")
def test_who_goes_back_to_split_has_moved_all_the_same() -> None:
    play = at_step("fp-split", board_text())
    play.press(FP, "done")
    play.go(1, "9,hi")
    crossed = move_work(play.state.public).crossed
    assert PieceId(1) in crossed
    _back(play, "fp-split")
    assert [piece.place for piece in split_work(play.state.public).before] == ["9,gh"]
    play.press(FP, "done")
    assert play.step == "fp-move"
    assert move_work(play.state.public).crossed == crossed


@pytest.mark.rule("FOTR-245")
def test_the_end_of_a_turn_is_counted_once_for_treebeard() -> None:
    play = Play(SAMPLE_BOX, {"optional": "treebeard"})
    play.put(1, "green", 3, "11,jk")
    while play.state.public.turn == 1:
        play.tap(EP, "step-on")
    _back(play, "turn-end")
    assert play.state.public.siege == 1


def test_who_goes_back_to_a_step_without_anything_to_decide_may_only_go_on() -> None:
    options = {"optional": "capturing,balrog-and-ring"}
    play = Play(SAMPLE_BOX, options)
    play.put(1, "green", 3, "4,f")
    play.put(9, "red", 3, "20,h")
    while play.state.public.turn == 1:
        play.tap(EP, "step-on")
    idle: dict[str, set[str]] = {}
    while play.state.public.turn == 2 or play.step != "fp-draw":
        play.tap(EP, "step-back")
        public = play.state.public
        if step_of(public).handler.finished(public, play.state.handbook):
            offered = (p for seat in (FP, EP) for p in play.prompts(seat) if p.asked)
            idle[play.step] = {one.action for p in offered for one in p.form.choices}
    assert {"ep-ring", "ep-ring-meet", "fp-ring-after", "fp-ring-attack"} <= set(idle)
    assert {step: found for step, found in idle.items() if found != {"done"}} == {}
