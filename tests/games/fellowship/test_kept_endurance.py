"""Endurance numbers that owners type in play come into the box file when their owner gives them."""

from __future__ import annotations

import pytest

from companion.games.fellowship.box.reader import parse_box
from companion.table.ids import SeatId
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_moves import at_step

GREEN = ((1, "green", 3, "6,e"),)


def _typed() -> Play:
    play = at_step("fp-transport", "", GREEN)
    play.tap(FP, "wound:Frodo", endurance="4")
    play.tap(EP, "wound:Khamul", endurance="9")
    return play


def _kept(play: Play) -> dict[str, int]:
    text = GAME.learned_box(play.state)
    cards = {} if text is None else parse_box(text).cards
    return {name: one.endurance for name, one in cards.items() if one.endurance is not None}


def test_a_number_is_kept_when_the_game_is_over_and_not_before() -> None:
    play = _typed()
    with pytest.raises(RefusedError, match="cannot be done now"):
        play.tap(FP, "keep-numbers")
    assert _kept(play) == {}
    play.tap(FP, "end-game", ending="last-turn")
    for seat in (FP, EP):
        play.tap(seat, "keep-numbers")
    assert _kept(play) == {"Frodo": 4, "Khamul": 9}


@pytest.mark.parametrize(("ends", "kept"), [(FP, {"Frodo": 4}), (EP, {"Khamul": 9})])
def test_who_ends_the_game_gives_its_own_numbers_alone(ends: SeatId, kept: dict[str, int]) -> None:
    play = _typed()
    play.tap(ends, "end-game", ending="last-turn")
    assert _kept(play) == {}
    play.tap(ends, "keep-numbers")
    assert _kept(play) == kept
    # The game can be taken up again, and nobody has learned what the other one typed.
    play.tap(ends, "step-back")
    assert not play.state.public.over
    assert _kept(play) == kept


def test_a_number_is_given_once_and_a_number_of_the_box_stays() -> None:
    play = _typed()
    play.tap(FP, "end-game", ending="last-turn")
    play.tap(FP, "keep-numbers")
    with pytest.raises(RefusedError, match="cannot be done now"):
        play.tap(FP, "keep-numbers")
    play.tap(FP, "wound:Frodo", endurance="5")
    assert _kept(play) == {"Frodo": 4}
