"""Random games: none gets stuck, each ends by a rule, and over many everything comes up.

The full count is 1,000 games of status, movement and search to turn 20 and 500 complete games of
each scenario, the full game among them. Where ``CI`` stands in the environment a seeded twentieth
runs every time, 25 complete games of each scenario and 50 of the others, these only to turn 4;
elsewhere a hundredth, so that a run of all tests stays short.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.replay import replay
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.tables.search_result import SearchCode
from tests.support import random_runs
from tests.support.fellowship import GAME, Play
from tests.support.random_runs import Run, play_run
from tests.support.random_tally import OTHERS_EVENTS, Tally

"""A quarter of a minute of processor time in all where only a hundredth is played."""

COMPLETE = 500
SEARCHES = 1000
PART = 20 if os.environ.get("CI") else 100
"""Of so many games one is played every time."""

_SHORT_TURNS = 4
_LONG_TURNS = 20

_OFTEN = ("MarkerMoved", "RollTaken", "FightStarted", "MoveFlagged", "RingNoted", "VerdictGiven")


def _complete(scenario: str, seeds: Iterable[int]) -> Iterator[Run]:
    return (Run(scenario, seed) for seed in seeds)


def _searches(seeds: Iterable[int], turns: int) -> Iterator[Run]:
    """Games in which fights are fought on the table and only their outcome is noted."""
    words = list(SCENARIOS)
    for seed in seeds:
        scenario = words[seed % len(words)]
        first = SCENARIOS[scenario].first_turn
        last = min(first + turns - 1, _LONG_TURNS)
        yield Run(scenario, 1_000_000 + seed, until_turn=last, fights=False)


def _played(runs: Iterable[Run], tally: Tally | None = None) -> Tally:
    tally = tally or Tally()
    for run in runs:
        play_run(run, tally)
    return tally


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_complete_games_end_by_a_rule_and_fold_to_the_same_state(scenario: str) -> None:
    tally = _played(_complete(scenario, range(COMPLETE // PART)))
    assert tally.games == COMPLETE // PART
    assert [name for name in _OFTEN if not tally.events[name]] == []


def test_games_without_fights_go_on_and_fold_to_the_same_state() -> None:
    tally = _played(_searches(range(SEARCHES // PART), _SHORT_TURNS))
    assert tally.games == SEARCHES // PART
    assert not tally.events["FighterShown"]


def test_a_game_that_fails_is_kept_as_a_journal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(play: Play) -> None:
        assert not play.state.public.turn, "as a test"

    monkeypatch.setenv("FAILED_GAMES", str(tmp_path))
    monkeypatch.setattr(random_runs, "keeps_secrets", fail)
    with pytest.raises(AssertionError, match="as a test") as failure:
        play_run(Run("full", 1, until_turn=2), Tally())
    (journal,) = tmp_path.glob("*.db")
    assert failure.value.__notes__ == [f"The game is kept: companion replay {journal}"]
    shown = CliRunner().invoke(replay, [str(journal), "--seat", "enemy"])
    assert shown.exit_code == 0
    assert "Game" in shown.output


def test_what_never_came_up_is_missed_by_its_name() -> None:
    missing = Tally().missing()
    assert set(missing) == {"events", "prompts", "letters", "endings", "switches", "scenarios"}
    assert len(missing["events"]) == len(GAME.event_types) - len(OTHERS_EVENTS)
    assert {"FightNoted", "RingTaken", "StepEntered"} <= set(missing["events"])
    assert set(missing["letters"]) == {code.value for code in SearchCode}
    tally = Tally()
    tally.events.update(missing["events"][1:])
    assert tally.missing()["events"] == missing["events"][:1]


# --- The full count ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted() -> Tally:
    """What came up in all games of the full count that have been played."""
    return Tally()


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_many_complete_games_end_by_a_rule(scenario: str, counted: Tally) -> None:
    _played(_complete(scenario, range(COMPLETE)), counted)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_many_games_without_fights_go_on_to_turn_20(counted: Tally) -> None:
    _played(_searches(range(SEARCHES), _LONG_TURNS), counted)


@pytest.mark.soak
def test_everything_came_up(counted: Tally, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{counted.table()}\n")
    assert counted.games == SEARCHES + COMPLETE * len(SCENARIOS), "run the whole module"
    assert counted.missing() == {}
