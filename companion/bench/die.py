"""``companion bench die``: from the last byte at the port to the event on disk.

The demo table of the Fellowship game runs in a process of its own, its eye looks at a virtual table
on which cubes are moved, and 50 watchers listen and fetch what changes. Rolls come through a
pseudo-terminal. By turns with them, and under the same load, a bare durable SQLite commit is timed
on the same disk.

Nothing asks for these rolls, so the table keeps them; every few rolls the seats drop them.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from calibration.layout import load_layout, save_layout
from companion.bench.audience import ScreenWanted
from companion.bench.commits import BareCommits
from companion.bench.figures import (
    Bench,
    Figures,
    Say,
    at_least,
    at_most,
    spread_ms,
)
from companion.bench.hall import PATIENCE_S, START_WITHIN_S, Hall
from companion.bench.pty_die import ROLLING_S, PtyDie
from companion.bench.served import Committed
from companion.bench.served import Line as ServedLine
from companion.bench.tablet import Tablet
from companion.service.settings import Settings

WATCHERS: Final = 50
SIDES: Final = 20
ENOUGH_ROLLS: Final = 100
"""Of fewer the 99th percentile is the worst, and that says more of the machine than of the path."""

PAUSE_S: Final = (0.02, 0.08)
"""Least and longest pause before a roll and before a commit."""

_SETTLED_WITHIN_S: Final = 1.0
_QUIET_S: Final = 0.05
_CUBE_MOVES_EVERY_S: Final = 1.5
_CUBE_MOVES_BY_IN: Final = 2.25
_DROP_EVERY: Final = 5
"""How many rolls are kept at most; players would not leave more of them lying."""

_PAYLOAD: Final = "x" * 160
"""As long as the JSON of a roll with its purpose."""


def measure(seconds: float, say: Say, watchers: int = WATCHERS) -> Figures:
    """Roll for so many seconds; starting up takes some more.

    Raises:
        BenchError: the table did not start, or a roll did not come through.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-die-")))
        die = stack.enter_context(PtyDie(folder / "port", SIDES))
        say("starting the table and its eye")
        hall = Hall(stack, folder, camera="", die=str(folder / "port"))
        layout = Settings(home=hall.home, demo=True).layout
        cubes = len(load_layout(layout).cubes)
        hall.table.wait_for(
            lambda said: _newest(said).pieces >= cubes or None, START_WITHIN_S, "its eye sees"
        )
        say(f"{watchers} watchers come in")
        tablets = [hall.tablet(seat) for seat in hall.seats]
        hall.invite((ScreenWanted(),) * watchers)
        commits = stack.enter_context(BareCommits(folder / "bare.db"))
        moves = stack.enter_context(_moving_cubes(layout))
        before = hall.audience.count
        rolls_s, commits_s = _roll(seconds, say, _Bank(die, hall, tablets, commits, count(1)))
        renewed = hall.audience.count - before
        return {
            **spread_ms("roll_to_disk", rolls_s),
            **spread_ms("sqlite_commit", commits_s),
            **spread_ms("over_commit", [r - c for r, c in zip(rolls_s, commits_s, strict=True)]),
            **_over_bare(rolls_s, commits_s),
            "rolls": len(rolls_s),
            "watchers": watchers,
            "cube_moves": moves.count,
            "screens_renewed": renewed,
        }


def _over_bare(rolls_s: Sequence[float], commits_s: Sequence[float]) -> dict[str, float]:
    """How far median and 99th percentile of rolls lie above those of bare commits.

    Beside the spread of the differences, pair by pair: in that a slow commit beside a quick roll
    hides nothing and a quick commit beside a slow one counts in full, so it is never the better.
    """
    rolls, commits = spread_ms("over_bare", rolls_s), spread_ms("over_bare", commits_s)
    return {key: round(rolls[key] - commits[key], 3) for key in rolls}


@dataclass(frozen=True, slots=True)
class _Bank:
    """What takes part in a roll."""

    die: PtyDie
    hall: Hall
    tablets: Sequence[Tablet]
    commits: BareCommits
    proposals: Iterator[int]

    def drop(self, count: int) -> None:
        """One seat proposes to drop a roll, and the other agrees; so often."""
        proposer, other, *_ = self.tablets
        for _ in range(count):
            number = next(self.proposals)
            # The number tells this tap from the one before: tapped twice it would count once.
            proposer.act("drop-kept", number=str(number))
            other.answer(f"roll-proposal.{number}", "agree")

    def settle(self) -> None:
        """Let the watchers fetch what the last roll changed: players roll slower than a bench."""
        heard, until_s = -1, time.monotonic() + _SETTLED_WITHIN_S
        while heard != self.hall.audience.count and time.monotonic() < until_s:
            heard = self.hall.audience.count
            time.sleep(_QUIET_S)


def _roll(seconds: float, say: Say, bank: _Bank) -> tuple[list[float], list[float]]:
    """Durations from last byte to disk, and of bare commits, pair by pair."""
    source = random.Random()  # noqa: S311 - faces of a bench, nothing secret
    rolls_s, commits_s = list[float](), list[float]()
    until_s = time.monotonic() + seconds
    said_s = 0.0
    while time.monotonic() < until_s or not rolls_s:
        _pause(source)
        heard = bank.hall.audience.count
        number, sent_s = bank.die.roll(source.randint(1, SIDES))
        on_disk_s = bank.hall.table.wait_for(
            lambda said, number=number: _on_disk(said, bank.die.name, number),  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            PATIENCE_S,
            f"roll {number} is written",
        )
        rolls_s.append(on_disk_s - sent_s)
        bank.hall.shown_by_all(heard, on_disk_s, f"roll {number}")
        # As long after the last write as a roll comes: a sync also pays for what all other
        # programs have written meanwhile.
        bank.settle()
        time.sleep(ROLLING_S)
        _pause(source)
        commits_s.append(bank.commits.commit(_PAYLOAD))
        if len(commits_s) % _DROP_EVERY == 0:
            bank.drop(_DROP_EVERY)
        bank.settle()
        if time.monotonic() - said_s > 2:
            said_s = time.monotonic()
            say(f"{len(rolls_s)} rolls, {max(0, round(until_s - said_s))} s left")
    return rolls_s, commits_s


def _pause(source: random.Random) -> None:
    time.sleep(source.uniform(*PAUSE_S))


def _newest(said: list[ServedLine]) -> Committed:
    return next(line for line in reversed(said) if isinstance(line, Committed))


def _on_disk(said: list[ServedLine], die: str, number: int) -> float | None:
    """When a roll was on disk first, or None: looked for from the newest line back."""
    found = None
    for line in reversed(said):
        if not isinstance(line, Committed) or line.rolls.get(die, 0) < number:
            break
        found = line.at_s
    return found


class _Moves:
    """Counts how often a cube was moved."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def _moving_cubes(layout: Path) -> Iterator[_Moves]:
    """A hand that moves a cube of the virtual table to and fro."""
    moves = _Moves()
    stopping = threading.Event()

    def move() -> None:
        while not stopping.wait(_CUBE_MOVES_EVERY_S):
            table = load_layout(layout)
            first, *others = table.cubes
            by_in = _CUBE_MOVES_BY_IN * (-1 if moves.count % 2 else 1)
            moved = msgspec.structs.replace(first, y_in=first.y_in + by_in)
            save_layout(msgspec.structs.replace(table, cubes=(moved, *others)), layout)
            moves.count += 1

    thread = threading.Thread(target=move, name="bench-hand", daemon=True)
    thread.start()
    try:
        yield moves
    finally:
        stopping.set()
        thread.join()


BENCH: Final = Bench(
    about="From the last byte at the die's port to the event on disk, beside a bare SQLite commit.",
    measure=measure,
    goals=(
        at_most("over_commit_ms_median", 5),
        at_most("over_commit_ms_p99", 50),
        at_most("over_bare_ms_median", 5),
        at_most("over_bare_ms_p99", 50),
        at_least("watchers", WATCHERS),
        at_least("rolls", ENOUGH_ROLLS),
    ),
    seconds=120,
)
"""For ``companion bench``."""
