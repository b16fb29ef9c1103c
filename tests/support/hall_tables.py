"""Made-up tables that play recorded games into a hall, and a line to the broker that can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.hall.broker import Broker
from companion.hall.messages import Note
from companion.hall.outbox import Outbox
from companion.hall.publisher import HallPublisher
from companion.table.ids import PUBLIC
from companion.table.views import View
from tests.support.fellowship import SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of


def utc_now() -> datetime:
    """Time in UTC."""
    return datetime.now(tz=UTC)


def recorded_views(seed: int, commands: int) -> list[View]:
    """The public view of a random game after each command that changed it."""
    play = Play(SAMPLE_BOX)
    player = RandomPlayer(play, source_of(seed))
    views = [play.view(PUBLIC)]
    player.set_up()
    for _ in range(commands):
        if play.state.public.over:
            break
        player.step()
        view = play.view(PUBLIC)
        if view != views[-1]:
            views.append(view)
    return views


class HallTablePlayer:
    """One table of a hall: goes through recorded views, over and over with another game.

    Args:
        broker: where to.
        name: name of the table.
        folder: for its notes.
        views: what its public screen shows, one after the other.
    """

    def __init__(self, broker: Broker, name: str, folder: Path, views: Sequence[View]) -> None:
        self.name: Final = name
        self._broker: Final = broker
        self._path: Final = folder / f"{name}.db"
        self._views: Final = views
        self._at = 0
        self._games = 0
        self._publisher = self._opened()

    def _opened(self) -> HallPublisher:
        publisher = HallPublisher(self._broker, self.name, self._path, utc_now)
        publisher.start()
        publisher.opened(f"game-{self._games}", "fellowship", "Fellowship")
        return publisher

    def step(self) -> None:
        """Show the next view."""
        self._publisher.view(self._views[self._at])
        self._at += 1
        if self._at == len(self._views):
            self._at, self._games = 0, self._games + 1
            self._publisher.opened(f"game-{self._games}", "fellowship", "Fellowship")

    def restart(self) -> None:
        """End and start the program of this table."""
        self._publisher.stop()
        self._publisher = self._opened()

    def stop(self) -> None:
        """End it."""
        self._publisher.stop()

    @property
    def has_written(self) -> bool:
        """Whether everything that was shown so far is on the disk."""
        return self._publisher._items.empty()

    @property
    def has_been_heard(self) -> bool:
        """Whether the broker has acknowledged everything that was shown so far."""
        outbox = self._publisher._outbox
        return self.has_written and outbox.acknowledged == outbox.number

    @property
    def number(self) -> int:
        """Number of the last note that is on the disk."""
        return self._publisher._outbox.number

    def told(self) -> list[Note]:
        """Everything that it has said, from its disk."""
        outbox = Outbox(self._path)
        try:
            return [msgspec.json.decode(note, type=Note) for _, note in outbox.after(0, 10**6)]
        finally:
            outbox.close()


class CuttableLine:
    """Forwards TCP connections to a port until it is cut.

    Attributes:
        port: where it listens.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port: Final = to_port
        self._listening: Final = socket.create_server(("127.0.0.1", 0))
        self.port: Final = int(self._listening.getsockname()[1])
        self._lock: Final = threading.Lock()
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection and take no more."""
        with self._lock:
            self._is_cut = True
            broken, self._open = self._open, set()
        self.cuts += len(broken)
        for one in broken:
            _close(one)

    def mend(self) -> None:
        """Take connections again."""
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        """End it."""
        self.cut()
        _close(self._listening)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to_port), 5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                refused = self._is_cut
                if not refused:
                    self._open |= {near, far}
            if refused:
                near.close()
                far.close()
                continue
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._forward, args=(one, other), daemon=True).start()

    def _forward(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with self._lock:
            self._open -= {one, other}
        _close(one)
        _close(other)


def _close(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
