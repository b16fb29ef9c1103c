"""What may be taken back of the game: open choices, never across a roll or what was shown."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.events.play import GameEnded
from companion.games.fellowship.play.status_common import SeaRollsNoted, SeaWork
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.state import State
from companion.journal.replay import fold
from companion.service.games import load_game
from companion.table.commands import Act
from companion.table.ids import PieceId
from companion.table.taking_back import Takeable, TakingBack
from companion.table.values import Refusal
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
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


def _sent(game: TakingBack[State], state: Takeable[State], act: Act) -> Takeable[State]:
    decided = game.decide(state, act)
    assert not isinstance(decided, Refusal), decided
    for event in decided:
        state = game.evolve(state, event)
    return state


@pytest.mark.parametrize("options", [{}, {"scenario": "gathering"}])
@pytest.mark.parametrize("way", ["dissolve", "end-game"])
def test_an_end_that_was_only_pressed_is_taken_back(options: dict[str, str], way: str) -> None:
    play = Play(SAMPLE_BOX, options)
    play.put(1, "green", 2, "4,f")
    play.begin()
    play.go_on(until="fp-dissolve")
    game = load_game("fellowship")
    assert isinstance(game, TakingBack)
    state: Takeable[State] = fold(game, play.events)
    by_hand = Act(seat=EP, action="end-game", inputs=(("ending", Ending.DESTROYED.value),))
    act = play.act(FP, "dissolve") if way == "dissolve" else by_hand
    state = _sent(game, state, act)
    assert state.now.public.over
    (offer,) = state.offers
    state = _sent(game, state, Act(seat=act.seat, action=f"take-back:{offer.number}"))
    assert not state.now.public.over
    assert not end_work(state.now.public).verdict
    assert state.now.public.step == "fp-dissolve"


def test_no_end_is_taken_back_once_the_account_is_given() -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 2, "4,f")
    play.begin()
    play.go_on(until="fp-dissolve")
    play.press(FP, "dissolve")
    play.press(FP, "account", ringbearer="Frodo", place="4,f", transfer="12")
    game = load_game("fellowship")
    assert isinstance(game, TakingBack)
    state: Takeable[State] = fold(game, play.events)
    assert not state.offers


@pytest.mark.parametrize("ending", [one for one in Ending if one is not Ending.DISSOLVED])
def test_an_end_that_says_something_is_fixed(ending: Ending) -> None:
    assert GAME.reach(GameEnded(reason="It is over.", ending=ending.value)) == "fixed"


@pytest.mark.parametrize("answer", ["agree", "refuse"])
def test_the_opponent_is_asked_once_a_marker_was_put_right(play: Play, answer: str) -> None:
    play.go_on(until="fp-split")
    game = load_game("fellowship")
    assert isinstance(game, TakingBack)
    state: Takeable[State] = fold(game, play.events)
    state = _sent(game, state, play.act(FP, "done"))
    assert state.offer is not None
    step = state.now.public.step
    by_hand = Act(seat=EP, action="hand-right", inputs=(("piece", "2"), ("face", "3")))
    state = _sent(game, state, by_hand)
    (offer,) = state.offers
    assert not offer.alone
    state = _sent(game, state, Act(seat=FP, action=f"take-back-ask:{offer.number}"))
    state = _sent(game, state, Act(seat=EP, action=f"take-back-{answer}:{offer.number}"))
    now = state.now.public
    assert (now.step == "fp-split") == (answer == "agree")
    assert (now.step == step) == (answer == "refuse")
    turned = now.table.find(PieceId(2))
    assert turned is not None
    assert turned.face == 3
