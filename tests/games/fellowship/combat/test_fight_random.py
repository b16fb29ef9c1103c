"""Random fights: every one ends, somebody can always do something, and nothing is lost (9.0)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.fellowship.events.combat import fight_work
from companion.games.fellowship.state import SEAT_IDS, State
from tests.support.fellowship import GAME, VIEWERS
from tests.support.random_fights import RandomFighter, random_fight
from tests.support.random_player import source_of

_SEEDED = 60
_MANY = 4000


@pytest.mark.rule("FOTR-157")
def test_every_fight_ends_and_leaves_nothing_behind() -> None:
    pressed = _fight(range(_SEEDED))
    for verb in ("hit", "bring", "second", "pin", "join", "try", "turn", "mounted", "assign"):
        assert pressed[verb], f"no fight came to: {verb}"


@pytest.mark.soak
def test_thousands_of_fights_end() -> None:
    pressed = _fight(range(_SEEDED, _SEEDED + _MANY))
    for verb in ("call", "ambusher", "ring", "side", "fall", "show", "deny", "wear", "end"):
        assert pressed[verb], f"no fight came to: {verb}"


def _fight(seeds: range) -> Counter[str]:
    """Fight out a random fight for each seed; what was pressed."""
    pressed: Counter[str] = Counter()
    for seed in seeds:
        source = source_of(seed)
        fighter = RandomFighter(random_fight(source), source)
        before, known = fighter.play.state, len(fighter.play.events)
        fighter.fight_on(8000)
        play = fighter.play
        assert not play.state.public.fights
        assert fight_work(play.state.public) is None
        assert all(play.state.hidden[seat].fight is None for seat in SEAT_IDS)
        assert fighter.refused["stale"] == 0
        pressed += fighter.pressed
        _folds_again(fighter, before, known)
    return pressed


def _folds_again(fighter: RandomFighter, before: State, known: int) -> None:
    """The events of the fight alone lead to the same state once more."""
    state = before
    for event in fighter.play.events[known:]:
        state = GAME.evolve(state, event)
    assert state.public == fighter.play.state.public
    assert state.hidden == fighter.play.state.hidden
    for viewer in VIEWERS:
        assert GAME.view(state, viewer) == GAME.view(fighter.play.state, viewer)
