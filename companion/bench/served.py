"""A table in a process of its own that says when each standing came to disk.

``python -m companion.bench.served HOME CAMERA DIE`` runs the demo table of the Fellowship game on
loopback and prints JSON lines: first `Opened`, then a `Committed` for each standing. It ends with
its standard input, so that it never outlives a bench.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.service.games import load_game
from companion.service.keeper import Standing
from companion.service.run import TableHouse
from companion.service.settings import DEFAULT_GAME, Settings
from companion.table.game import Game

LOOPBACK: Final = "127.0.0.1"


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag="opened"):
    """The table is served.

    Attributes:
        port: where.
        codes: for each seat the code that claims it.
    """

    port: int
    codes: dict[str, str]


class Committed(msgspec.Struct, frozen=True, kw_only=True, tag="committed"):
    """Events are on disk.

    Attributes:
        at_s: the monotonic clock right after the commit, before any screen heard of it.
        head: number of the last event.
        rolls: for each die the number of its last roll that the events hold.
        pieces: how many markers the table has.
    """

    at_s: float
    head: int
    rolls: dict[str, int]
    pieces: int


Line = Opened | Committed


def watcher(game: Game[Any]) -> Callable[[Standing[Any]], None]:
    """Says when a standing of a game is on disk."""

    def watch(standing: Standing[Any]) -> None:
        at_s = time.monotonic()
        say(
            Committed(
                at_s=at_s,
                head=standing.head,
                rolls=dict(game.last_roll(standing.state)),
                pieces=len(game.pieces(standing.state)),
            )
        )

    return watch


def opened(house: TableHouse) -> Opened:
    """Where a house with an open game is served and which codes claim its seats."""
    if house.sitting is None:
        raise RuntimeError("a game was expected to be open")
    seats = [seat.id for seat in house.sitting.seats]
    codes = {str(seat): house.pairing.code(seat) or "" for seat in seats}
    return Opened(port=house.port, codes=codes)


def say(line: Line) -> None:
    """Print one line."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Serve until standard input ends."""
    home, camera, die = sys.argv[1:]
    # An interrupt typed at the terminal is for the bench, which ends this one in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings(
        home=Path(home),
        game=DEFAULT_GAME,
        camera=camera,
        die=die,
        host=LOOPBACK,
        port=0,
        demo=True,
        new=True,
    )
    house = TableHouse(settings, watcher(load_game(DEFAULT_GAME)))
    try:
        house.start()
        say(opened(house))
        while os.read(sys.stdin.fileno(), 4096):
            pass
    finally:
        house.stop()


if __name__ == "__main__":
    main()
