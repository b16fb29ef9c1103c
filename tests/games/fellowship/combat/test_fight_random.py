"""Random fights: every one ends, somebody can always do something, and nothing is lost (9.0)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.games.fellowship.events.combat import fight_work
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import State
from tests.support.fellowship import GAME, VIEWERS, Play
from tests.support.random_fights import RandomFighter, random_fight
from tests.support.random_player import source_of
from tests.support.ring_fights import random_ring_fight

_SEEDED = 60
_ABOUT_RING = 25
_MANY = 4000


@pytest.mark.rule("FOTR-157")
def test_every_fight_ends_and_leaves_nothing_behind() -> None:
    pressed = _fight(range(_SEEDED))
    for verb in ("hit", "bring", "second", "pin", "join", "try", "turn", "mounted", "assign"):
        assert pressed[verb], f"no fight came to: {verb}"


@pytest.mark.rule("FOTR-089", "FOTR-097", "FOTR-099")
def test_every_fight_about_the_ring_ends_whoever_leads_its_holder() -> None:
    pressed = _fight(range(_ABOUT_RING), random_ring_fight)
    for verb in ("lend", "wears", "takes", "flee", "hit", "strikes"):
        assert pressed[verb], f"no fight came to: {verb}"


@pytest.mark.soak
def test_a_thousand_fights_about_the_ring_end() -> None:
    pressed = _fight(range(_ABOUT_RING, _ABOUT_RING + 1000), random_ring_fight)
    for verb in ("ring", "deny", "call", "show", "turn"):
        assert pressed[verb], f"no fight came to: {verb}"


@pytest.mark.soak
def test_thousands_of_fights_end() -> None:
    pressed = _fight(range(_SEEDED, _SEEDED + _MANY))
    for verb in ("call", "ambusher", "ring", "side", "fall", "show", "deny", "wear", "end"):
        assert pressed[verb], f"no fight came to: {verb}"


def _fight(seeds: range, begin: Callable[[random.Random], Play] = random_fight) -> Counter[str]:
    """Fight out a random fight for each seed; what was pressed."""
    pressed: Counter[str] = Counter()
    for seed in seeds:
        source = source_of(seed)
        fighter = RandomFighter(begin(source), source)
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
