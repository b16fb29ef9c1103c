"""Each bench once, as short as it gets: what it gives and whether it can be true, not speed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.bench import die, journal, rules, stream
from companion.bench.commits import BareCommits
from companion.bench.figures import Figures
from companion.cli import main
from companion.cli.bench import BENCHES, LONGEST_S

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from companion.cli import main; main()"
)
"""The program as a terminal starts it: a shell's background jobs ignore interrupts."""


class Said:
    """Collects what a bench says of its progress."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, text: str) -> None:
        self.lines.append(text)


def assert_spread(figures: Figures, *names: str) -> None:
    for name in names:
        assert 0 < figures[f"{name}_ms_median"] <= figures[f"{name}_ms_p99"] < 60_000


def test_rolls_are_timed_with_the_eye_at_work_and_watchers_listening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # So often that one move comes into the short time also on a busy machine.
    monkeypatch.setattr(die, "_CUBE_MOVES_EVERY_S", 0.2)
    said = Said()
    figures = die.measure(2.5, said, watchers=3)
    assert_spread(figures, "roll_to_disk", "sqlite_commit")
    assert figures["over_commit_ms_median"] <= figures["over_commit_ms_p99"]
    assert figures["rolls"] >= 1
    assert figures["watchers"] == 3
    assert figures["cube_moves"] >= 1
    assert figures["screens_renewed"] >= 3 * figures["rolls"]
    assert {goal.key for goal in die.BENCH.goals} <= set(figures)
    assert said.lines


def test_changes_are_timed_on_seats_public_screen_and_watchers() -> None:
    figures = stream.measure(1.0, Said(), watchers=3)
    assert_spread(figures, "update", "public_update")
    assert figures["updates"] >= 1
    assert figures["watchers"] == 3
    assert 0 < figures["largest_update_kb"] < figures["first_load_kb"]
    assert {goal.key for goal in stream.BENCH.goals} <= set(figures)


def test_the_journal_is_timed_beside_bare_commits() -> None:
    figures = journal.measure(0.5, Said(), events=600)
    ratio = figures["appends_per_s"] / figures["sqlite_commits_per_s"]
    assert figures["append_over_sqlite_commit"] == pytest.approx(ratio, rel=0.02)
    assert figures["events"] == 600
    assert figures["fold_events_per_s"] > 0
    for kind in ("cold", "warm"):
        assert 0 < figures[f"seek_{kind}_ms_median"] <= figures["seek_ms_at_20000"]
    assert {goal.key for goal in journal.BENCH.goals} <= set(figures)


def test_a_bare_commit_is_durable_by_the_same_settings_as_the_journal(tmp_path: Path) -> None:
    with BareCommits(tmp_path / "bare.db") as bare:
        assert bare.commit("text") > 0
        asked = bare._connection.execute
        assert asked("PRAGMA journal_mode").fetchone() == ("wal",)
        assert asked("PRAGMA synchronous").fetchone() == (2,)
        assert asked("SELECT payload FROM rows").fetchall() == [("text",)]


def test_the_command_prints_one_line_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(seconds: float, say: object) -> Mapping[str, float]:
        return {"fold_events_per_s": 7.0}

    quick = journal.BENCH.__class__(about="A.", measure=short, goals=journal.BENCH.goals)
    monkeypatch.setattr(journal, "BENCH", quick)
    done = CliRunner().invoke(main, ["bench", "journal", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == {"fold_events_per_s": 7.0}
    done = CliRunner().invoke(main, ["bench", "journal"])
    assert "NOT REACHED: at least 50000" in done.stdout


def test_an_unknown_bench_is_refused_with_the_known_ones() -> None:
    done = CliRunner().invoke(main, ["bench", "weather"])
    assert done.exit_code == 2
    assert all(name in done.output for name in BENCHES)


def test_an_interrupted_bench_leaves_nothing_running() -> None:
    bench = subprocess.Popen(
        # As long as it may be, so that it does not end by itself before it is interrupted.
        [sys.executable, "-c", INTERRUPTIBLE, "bench", "stream", "--seconds", str(LONGEST_S)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert bench.stderr is not None
    for line in bench.stderr:
        if "changes" in line:
            break
    children = _children(bench.pid)
    assert len(children) == 2
    os.kill(bench.pid, signal.SIGINT)
    _, errors = bench.communicate(timeout=120)
    assert bench.returncode == 1
    assert "Traceback" not in errors
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def _children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").iterdir()
    return [int(word) for task in tasks for word in (task / "children").read_text().split()]


def test_a_game_of_the_rules_is_gone_through_command_by_command() -> None:
    said = Said()
    figures = rules.measure(0.0, said, games=1)
    assert figures["games"] == 1
    assert figures["commands"] > 50
    assert 0 < figures["slowest_game_commands_per_s"] <= figures["commands_per_s"]
    assert figures["last_turn_over_first"] > 0
    assert {goal.key for goal in rules.BENCH.goals} <= set(figures)
    assert said.lines
