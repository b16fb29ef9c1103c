"""``companion bench stream``: from a command that the table has accepted to the changed screens.

The demo table of the Fellowship game runs in a process of its own; two seats, the public screen and
50 watchers listen and fetch what changes. A seat notes by hand that a marker stands elsewhere: the
heaviest of the common changes, since map and log are new on every screen.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from companion.bench.audience import ScreenWanted, Shown
from companion.bench.figures import Bench, BenchError, Figures, Say, at_least, at_most, spread_ms
from companion.bench.hall import PATIENCE_S, Hall
from companion.bench.served import Committed
from companion.bench.tablet import Tablet
from companion.service.settings import NONE
from companion.table.pieces import FIRST_HAND_ID

WATCHERS: Final = 50
PLACES: Final = ("12,h", "13,gh", "12,i", "11,hi")
"""Where the marker goes, again and again."""

PAUSE_S: Final = 0.15
_COLOURS: Final = {"fellowship": "green", "enemy": "red"}


def measure(seconds: float, say: Say, watchers: int = WATCHERS) -> Figures:
    """Move a marker for so many seconds; starting up takes some more.

    Raises:
        BenchError: the table did not start, a screen was not renewed, or a move gave another
            number of changes than one.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-stream-")))
        say("starting the table")
        hall = Hall(stack, folder, camera=NONE, die=NONE)
        tablets = [hall.tablet(seat) for seat in hall.seats]
        for tablet in tablets:
            _put_marker(tablet)
        first_load_bytes = max(tablet.first_load_bytes() for tablet in tablets)
        say(f"{len(tablets)} seats, the public screen and {watchers} watchers come in")
        seats = tuple(
            ScreenWanted(base=f"/seat/{tablet.seat}", cookie=tablet.cookie) for tablet in tablets
        )
        hall.invite((*seats, *(ScreenWanted(),) * (1 + watchers)))
        changes = list(_changes(seconds, say, hall, tablets[0]))
    of_seats, of_public = list[float](), list[float]()
    largest_bytes = 0
    for committed, shown in changes:
        for screen in shown:
            took_s = screen.at_s - committed.at_s
            (of_seats if screen.screen < len(seats) else of_public).append(took_s)
            largest_bytes = max(largest_bytes, screen.transferred_bytes)
    return {
        **spread_ms("update", of_seats),
        **spread_ms("public_update", of_public),
        "updates": len(changes),
        "watchers": watchers,
        "first_load_kb": round(first_load_bytes / 1000, 1),
        "largest_update_kb": round(largest_bytes / 1000, 2),
    }


def _put_marker(tablet: Tablet) -> None:
    tablet.act("put", colour=_COLOURS[tablet.seat], face="3", place=PLACES[0])


def _changes(
    seconds: float, say: Say, hall: Hall, tablet: Tablet
) -> Iterator[tuple[Committed, Sequence[Shown]]]:
    """Each change with when it was on disk and when every screen had it."""
    until_s = time.monotonic() + seconds
    said_s, number = 0.0, 0
    while time.monotonic() < until_s or not number:
        number += 1
        heard, written = hall.audience.count, hall.table.count
        tablet.act(f"move:{FIRST_HAND_ID}", place=PLACES[number % len(PLACES)])
        committed = hall.table.wait_for(
            lambda said, written=written: _first_committed(said[written:]),  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            PATIENCE_S,
            f"change {number} is written",
        )
        shown = hall.shown_by_all(heard, committed.at_s, f"change {number}")
        commits = sum(isinstance(line, Committed) for line in hall.table.said[written:])
        if commits != 1:
            raise BenchError(f"one change was expected of a move, and {commits} came")
        yield committed, shown
        if time.monotonic() - said_s > 2:
            said_s = time.monotonic()
            say(f"{number} changes, {max(0, round(until_s - said_s))} s left")
        time.sleep(PAUSE_S)


def _first_committed(said: Sequence[object]) -> Committed | None:
    return next((line for line in said if isinstance(line, Committed)), None)


BENCH: Final = Bench(
    about="From a command accepted by the table to the changed regions on every screen.",
    measure=measure,
    goals=(
        at_most("update_ms_median", 100),
        at_least("watchers", WATCHERS),
        at_most("first_load_kb", 300),
        at_most("largest_update_kb", 10),
    ),
)
"""For ``companion bench``."""
