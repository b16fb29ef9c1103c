"""Which seats have agreed to have the camera's picture shown, written down with the time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.table.ids import SeatId


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    at: str
    game_id: str
    seat: SeatId
    given: bool


class ConsentBook:
    """The consents of one game; a new game begins with none. Safe to use from many threads.

    Args:
        path: a file of JSON lines to which every consent is added, of all games.
        game_id: the game.
        seats: its seats; all of them have to agree.
        clock: time in UTC.
    """

    def __init__(
        self, path: Path, game_id: str, seats: Iterable[SeatId], clock: Callable[[], datetime]
    ) -> None:
        self._path: Final = path
        self._game_id: Final = game_id
        self._seats: Final = frozenset(seats)
        self._clock: Final = clock
        self._lock: Final = threading.Lock()
        self._agreed = self._load()

    @property
    def agreed(self) -> frozenset[SeatId]:
        """The seats that agree."""
        return self._agreed

    @property
    def is_complete(self) -> bool:
        """Whether every seat agrees."""
        return self._agreed >= self._seats

    def set(self, seat: SeatId, *, given: bool) -> None:
        """Note that a seat agrees, or no longer.

        A consent counts once it is on disk; one taken back counts at once.

        Raises:
            KeyError: there is no such seat.
            OSError: it could not be written.
        """
        if seat not in self._seats:
            raise KeyError(seat)
        with self._lock:
            if not given:
                self._agreed -= {seat}
            at = self._clock().isoformat(timespec="milliseconds")
            self._write(_Line(at=at, game_id=self._game_id, seat=seat, given=given))
            if given:
                self._agreed |= {seat}

    def _write(self, line: _Line) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        # Through a file, which goes on after a short write or fails: half a line is no consent.
        with os.fdopen(os.open(self._path, flags, 0o600), "ab") as file:
            # A line cut short by a power cut must not swallow the next.
            file.write(b"\n" + msgspec.json.encode(line) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _load(self) -> frozenset[SeatId]:
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return frozenset()
        agreed: set[SeatId] = set()
        for text in lines:
            try:
                line = msgspec.json.decode(text, type=_Line)
            except msgspec.MsgspecError:
                continue
            if line.game_id == self._game_id and line.seat in self._seats:
                (agreed.add if line.given else agreed.discard)(line.seat)
        return frozenset(agreed)
