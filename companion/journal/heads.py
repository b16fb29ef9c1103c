"""The ends of all games, kept outside the database: a journal that lost its end is noticed.

The file lies beside the journal under its name and ``.head``. It has one line for each game,
written anew in place after every commit: the id, the seq and the hash of the last event, and the
first eight digits of the SHA-256 of what stands before them. It is handed to the system but not
forced to the disk: after a power cut it may name an earlier event, never one that was not on disk
before. An end that was found missing stays in the file behind an exclamation mark.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.table.ids import Seq

LOST: Final = "!"
"""Stands before an end that the journal no longer has."""

_FIELDS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedHead:
    """The end of a game as it was noted outside the database.

    Attributes:
        game_id: the game.
        seq: its last event.
        hash: the hash of that event, 32 bytes.
        is_lost: it was found missing when the journal was opened to be written.
    """

    game_id: str
    seq: Seq
    hash: bytes
    is_lost: bool = False


def heads_beside(journal: Path) -> Path:
    """Where the ends of a journal's games are noted."""
    return journal.with_name(f"{journal.name}.head")


def noted_heads(path: Path) -> tuple[NotedHead, ...]:
    """The ends that a file names; lines that do not read are left out, as is a file not there.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return ()
    return tuple(head for line in lines if (head := _parsed(line)) is not None)


class HeadFile:
    """Notes the ends of games; each game has one writer, the file may have several.

    Args:
        path: the file; it is made when the first end is noted.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._file: int | None = None
        self._places: Final[dict[str, int]] = {}

    def note(self, head: NotedHead) -> None:
        """Note the end of a game.

        Raises:
            OSError: it cannot be written.
        """
        file = self._opened()
        place = self._places.get(head.game_id)
        if place is not None:
            os.pwrite(file, _line(head), place)
            return
        with _alone(file):
            os.pwrite(file, _line(head), self._place_of(file, head))

    def keep_lost(self, head: NotedHead) -> None:
        """Keep an end that the journal no longer has, for ever.

        Raises:
            OSError: it cannot be written.
        """
        file = self._opened()
        lost = NotedHead(game_id=head.game_id, seq=head.seq, hash=head.hash, is_lost=True)
        with _alone(file):
            if lost not in noted_heads(self._path):
                os.pwrite(file, _line(lost), os.fstat(file).st_size)
                os.fsync(file)

    def close(self) -> None:
        """Force what was noted to the disk and close the file.

        Raises:
            OSError: the disk does not take it.
        """
        if self._file is not None:
            file, self._file = self._file, None
            try:
                os.fsync(file)
            finally:
                os.close(file)

    def _opened(self) -> int:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file

    def _place_of(self, file: int, head: NotedHead) -> int:
        """Where the line of a game begins; a new one begins at the end of the file."""
        data = os.pread(file, os.fstat(file).st_size, 0)
        place = 0
        for line in data.split(b"\n"):
            if line.startswith(f"{head.game_id} ".encode()):
                break
            place += len(line) + 1
        else:
            place = len(data)
            if data and not data.endswith(b"\n"):
                place += os.pwrite(file, b"\n", place)
        self._places[head.game_id] = place
        return place


@contextmanager
def _alone(file: int) -> Iterator[None]:
    """Keep other writers of the file from putting a new line where this one goes."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _line(head: NotedHead) -> bytes:
    mark = LOST if head.is_lost else ""
    text = f"{mark}{head.game_id} {head.seq:012d} {head.hash.hex()}"
    return f"{text} {_check(text)}\n".encode()


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _parsed(line: bytes) -> NotedHead | None:
    fields = line.decode(errors="replace").split(" ")
    if len(fields) != _FIELDS or fields[3] != _check(" ".join(fields[:3])):
        return None
    return NotedHead(
        game_id=fields[0].removeprefix(LOST),
        seq=Seq(int(fields[1])),
        hash=bytes.fromhex(fields[2]),
        is_lost=fields[0].startswith(LOST),
    )
