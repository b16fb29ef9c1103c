"""The options that a game is begun with."""

from __future__ import annotations

import pytest

from companion.table.options import chosen_options, default_options, number_option
from companion.table.values import Refusal
from tests.support.toy_game import ToyGame

FORM = ToyGame().options()


def test_what_stood_at_first() -> None:
    assert default_options(FORM) == {"seats": "2", "pace": "even", "extras": "bell"}


def test_what_was_filled_in() -> None:
    given = [("seats", "5"), ("pace", "quick"), ("extras", "bell"), ("extras", "lamp")]
    assert chosen_options(FORM, given) == {"seats": "5", "pace": "quick", "extras": "bell,lamp"}


def test_ticks_that_are_gone_were_taken_away_and_numbers_stay_as_they_were() -> None:
    assert chosen_options(FORM, [("seats", "")]) == {"seats": "2", "pace": "even", "extras": ""}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("seats", "6"), "from 2 to 5"),
        (("seats", "many"), "a number from 2 to 5"),
        (("pace", "slow"), "not one of the entries"),
        (("extras", "drum"), "not one of the entries"),
    ],
)
def test_what_cannot_be_taken_is_said(given: tuple[str, str], words: str) -> None:
    chosen = chosen_options(FORM, [given])
    assert isinstance(chosen, Refusal)
    assert words in chosen.text


def test_the_seats_depend_on_the_options() -> None:
    game = ToyGame()
    assert len(game.seats_of({})) == 2
    assert [seat.title for seat in game.seats_of({"seats": "3"})] == ["Left", "Right", "Third"]
    assert number_option({"seats": "x"}, "seats", 4) == 4
