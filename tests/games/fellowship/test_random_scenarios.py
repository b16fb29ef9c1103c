"""Random games of every scenario under random switches: none gets stuck, each ends by a rule."""

from __future__ import annotations

import random

import pytest

from companion.games.fellowship.events.ending import end_work
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.switches import CHAPTERS, LENGTH, SCENARIO, SWITCHES
from companion.table.events import GameStarted
from tests.support.fellowship import GAME, SAMPLE_BOX, VIEWERS, Play
from tests.support.random_player import RandomPlayer, source_of

MOST_COMMANDS = 20_000
"""No random game of 28 turns has needed a third of this; one that does is stuck."""


def random_options(source: random.Random, scenario: str) -> dict[str, str]:
    """A scenario with each switch on or off by chance."""
    options = {
        name: ",".join(
            switch.option
            for switch in SWITCHES
            if switch.chapter == chapter and source.random() < 0.5
        )
        for chapter, name in CHAPTERS.items()
    }
    return {SCENARIO: scenario, LENGTH: source.choice(("20", "22", "28")), **options}


def play_out(scenario: str, seed: int) -> Play:
    """A game from the set-up to its end, everything pressed by chance and nothing by hand."""
    source = source_of(seed)
    play = Play(SAMPLE_BOX, random_options(source, scenario))
    player = RandomPlayer(play, source, by_hand=0.0)
    player.set_up()
    for number in range(MOST_COMMANDS):
        if end_work(play.state.public).verdict:
            break
        player.step()
        if number % 200 == 0:
            assert all(play.view(viewer).regions for viewer in VIEWERS)
    return play


def check(play: Play) -> None:
    """It ended by a rule, and the journal's events fold to what stands."""
    public = play.state.public
    assert public.over, f"no end after {MOST_COMMANDS} commands, at {play.step}"
    assert end_work(public).verdict
    assert public.ending in {one.value for one in Ending}
    started = play.events[0]
    assert isinstance(started, GameStarted)
    state = GAME.begin(started)
    for event in play.events[1:]:
        state = GAME.evolve(state, event)
    assert state.public == public
    assert state.hidden == play.state.hidden
    for viewer in VIEWERS:
        # A flag or a marker to be taken off may still be open beside it.
        assert any(end_work(public).verdict in prompt.sentence for prompt in play.prompts(viewer))


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_a_random_game_ends_by_a_rule_and_folds_to_the_same_state(scenario: str) -> None:
    check(play_out(scenario, seed=sum(map(ord, scenario))))


@pytest.mark.soak
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_many_random_games_end_by_a_rule(scenario: str) -> None:
    endings = set()
    for seed in range(500):
        play = play_out(scenario, seed)
        check(play)
        endings.add(play.state.public.ending)
    assert len(endings) > 1
