"""Endurance numbers that owners type in play come into the box file when the game is over."""

from __future__ import annotations

from companion.games.fellowship.box.endurance import with_endurance
from companion.games.fellowship.box.file import EMPTY_BOX, CardValues
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.events.play import GameEnded
from tests.support.fellowship import EP, FP, GAME
from tests.support.fellowship_moves import at_step

GREEN = ((1, "green", 3, "6,e"),)


def test_a_number_is_kept_when_the_game_is_over_and_not_before() -> None:
    play = at_step("fp-transport", "", GREEN)
    play.tap(FP, "wound:Frodo", endurance="4")
    play.tap(EP, "wound:Khamul", endurance="9")
    assert GAME.learned_box(play.state) is None
    play.state = GAME.evolve(play.state, GameEnded(reason="Over."))
    text = GAME.learned_box(play.state)
    assert text is not None
    cards = parse_box(text).cards
    assert (cards["Frodo"].endurance, cards["Khamul"].endurance) == (4, 9)


def test_what_the_box_has_already_stays_and_other_values_of_a_card_too() -> None:
    box = with_endurance(EMPTY_BOX, {"Frodo": 4})
    assert with_endurance(box, {"Frodo": 5}) is box
    half = with_endurance(
        type(box)(name="half", cards={"Sam": CardValues(offensive=3)}), {"Sam": 5}
    )
    assert (half.cards["Sam"].offensive, half.cards["Sam"].endurance) == (3, 5)
    assert with_endurance(EMPTY_BOX, {}) is EMPTY_BOX
