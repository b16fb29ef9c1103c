"""What may be taken back of the game: open choices, never across a roll or what was shown."""

from __future__ import annotations

import pytest

from companion.games.fellowship.play.status_common import SeaRollsNoted, SeaWork
from companion.games.fellowship.state import State
from companion.journal.replay import fold
from companion.service.games import load_game
from companion.table.commands import Act
from companion.table.ids import PieceId
from companion.table.taking_back import Takeable, TakingBack
from companion.table.values import Refusal
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_moves import first_player_turn


@pytest.fixture
def play() -> Play:
    """A table with markers of both sides after the set-up."""
    return first_player_turn()


def test_passing_the_sea_by_is_free_and_rolls_there_are_not() -> None:
    assert GAME.reach(SeaRollsNoted(work=SeaWork())) == "free"
    assert GAME.reach(SeaRollsNoted(work=SeaWork(left=(PieceId(1),)))) == "fixed"


def test_what_the_table_shows_stays_and_needs_leave(play: Play) -> None:
    reaches = {GAME.reach(event) for event in play.turn(2, 3)}
    assert "table" in reaches
    assert "fixed" not in reaches


@pytest.mark.parametrize("answer", ["agree", "refuse"])
def test_the_opponent_is_asked_once_a_marker_was_put_right(play: Play, answer: str) -> None:
    play.go_on(until="fp-split")
    game = load_game("fellowship")
    assert isinstance(game, TakingBack)
    states: list[Takeable[State]] = [fold(game, play.events)]

    def send(act: Act) -> None:
        decided = game.decide(states[-1], act)
        assert not isinstance(decided, Refusal), decided
        after = states[-1]
        for event in decided:
            after = game.evolve(after, event)
        states.append(after)

    send(play.act(FP, "done"))
    assert states[-1].offer is not None
    step = states[-1].now.public.step
    send(Act(seat=EP, action="hand-right", inputs=(("piece", "2"), ("face", "3"))))
    (offer,) = states[-1].offers
    assert not offer.alone
    send(Act(seat=FP, action=f"take-back-ask:{offer.number}"))
    send(Act(seat=EP, action=f"take-back-{answer}:{offer.number}"))
    now = states[-1].now.public
    assert (now.step == "fp-split") == (answer == "agree")
    assert (now.step == step) == (answer == "refuse")
    turned = now.table.find(PieceId(2))
    assert turned is not None
    assert turned.face == 3
