"""Fights inside random games: they come up, are fought out, and the game goes on (9.0)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.combat import FighterShown
from companion.games.fellowship.events.play import FightResolved
from tests.support.fellowship import SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of

_SEEDED = 5
_MANY = 200
_PATIENCE = 2500
"""No fight of the random player takes more presses than this."""


@pytest.mark.rule("FOTR-157")
def test_fights_of_random_games_come_to_an_end() -> None:
    _play(range(_SEEDED))


@pytest.mark.soak
def test_fights_of_many_random_games_come_to_an_end() -> None:
    _play(range(_SEEDED, _SEEDED + _MANY))


def _play(seeds: range) -> None:
    shown = resolved = 0
    for seed in seeds:
        player = RandomPlayer(Play(SAMPLE_BOX), source_of(seed), by_hand=0.02, provoked=0.7)
        player.set_up()
        player.lay_cards()
        for _ in range(900):
            player.step()
        player.provoked = 0.0
        for _ in range(_PATIENCE):
            public = player.play.state.public
            if public.over or "-fight" not in player.play.step:
                break
            player.step()
        else:
            raise AssertionError(f"game {seed} does not leave its fights")
        assert player.refused["stale"] == 0
        shown += sum(isinstance(event, FighterShown) for event in player.play.events)
        resolved += sum(isinstance(event, FightResolved) for event in player.play.events)
    assert shown > 20
    assert resolved > 4
