"""The notes of a table on its disk, so that none is lost or numbered twice. For one thread.

A number is given out and written in one transaction that has reached the disk before the note is
sent: after a power cut no other note can bear it. What the broker has acknowledged is kept for a
while, for walls that ask for it again.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from companion.hall.changes import Known

KEPT: Final = 20_000
"""So many acknowledged notes are kept: some megabytes, several days of play."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS outbox (only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    series TEXT NOT NULL, number INTEGER NOT NULL, acknowledged INTEGER NOT NULL,
    game_id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS games (game_id TEXT PRIMARY KEY, first INTEGER NOT NULL,
    known BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS notes (number INTEGER PRIMARY KEY, payload BLOB NOT NULL) STRICT;
"""


class OutboxError(Exception):
    """The file of notes cannot be used; the text says why and what to do."""


def new_series() -> str:
    """A word that no other series bears."""
    return secrets.token_hex(4)


class Outbox:
    """See the module.

    Args:
        path: the file; ``:memory:`` for none.
        series: draws the word for a new file.

    Raises:
        OutboxError: it cannot be opened.

    Attributes:
        series: the word of this file.
        number: of the last note, 0 before the first.
        acknowledged: every note up to this one has reached the broker.
    """

    def __init__(self, path: Path | str, series: Callable[[], str] = new_series) -> None:
        self._path: Final = path
        try:
            self._db: Final = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_SCHEMA)
            self._db.execute(
                "INSERT INTO outbox VALUES (1, ?, 0, 0, '') ON CONFLICT DO NOTHING", (series(),)
            )
            row = self._db.execute(
                "SELECT series, number, acknowledged, game_id FROM outbox"
            ).fetchone()
        except sqlite3.Error as error:
            raise OutboxError(
                f"{path} cannot be used: {error}. Delete it to begin anew; only what the hall has "
                "not been told yet is lost."
            ) from error
        self.series: str = row[0]
        self.number: int = row[1]
        self.acknowledged: int = row[2]
        self._game_id: str = row[3]

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def oldest(self) -> int:
        """Number of the oldest note that is still here; of the next one if there is none.

        Raises:
            OutboxError: the disk does not give it.
        """
        with self._translated("does not give a note"):
            (found,) = self._db.execute("SELECT min(number) FROM notes").fetchone()
        return self.number + 1 if found is None else int(found)

    def game(self, game_id: str) -> tuple[int, Known] | None:
        """First note of a game and what was told of it; None for a game not told of yet.

        Raises:
            OutboxError: the disk does not give it.
        """
        with self._translated("does not give a game"):
            row = self._db.execute(
                "SELECT first, known FROM games WHERE game_id = ?", (game_id,)
            ).fetchone()
        return None if row is None else (row[0], msgspec.json.decode(row[1], type=Known))

    def add(
        self, game_id: str, first: int, known: Known, payload: Callable[[str, int], bytes]
    ) -> int:
        """Number a note and write it; returns its number when the disk has it.

        Args:
            game_id: the game that it is about; for this file alone.
            first: number of the game's first note.
            known: what has been told of the game with it.
            payload: makes the note of series and number.

        Raises:
            OutboxError: the disk does not take it; nothing has changed.
        """
        number = self.number + 1
        made = payload(self.series, number)
        with self._translated("does not take a note"):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("INSERT INTO notes VALUES (?, ?)", (number, made))
                self._db.execute(
                    "INSERT INTO games VALUES (?, ?, ?) ON CONFLICT (game_id) DO UPDATE"
                    " SET known = excluded.known",
                    (game_id, first, msgspec.json.encode(known)),
                )
                self._db.execute("UPDATE outbox SET number = ?, game_id = ?", (number, game_id))
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        self.number = number
        return number

    def after(self, number: int, limit: int) -> list[tuple[int, bytes]]:
        """The next notes behind a number.

        Raises:
            OutboxError: the disk does not give them.
        """
        with self._translated("does not give a note"):
            rows = self._db.execute(
                "SELECT number, payload FROM notes WHERE number > ? ORDER BY number LIMIT ?",
                (number, limit),
            ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def acknowledge(self, upto: int) -> None:
        """Take note that the broker has everything up to a number; old notes go.

        It is not forced to the disk: after a power cut a note may be sent once more, which walls
        take no notice of.

        Raises:
            OutboxError: the disk does not take it; a later call makes up for it.
        """
        if upto <= self.acknowledged:
            return
        self.acknowledged = upto
        with self._translated("does not take what has been heard"):
            # Not OFF: then the log would be folded into the file unforced, and numbers with it.
            self._db.execute("PRAGMA synchronous=NORMAL")
            try:
                self._db.execute("UPDATE outbox SET acknowledged = ?", (upto,))
                if upto > KEPT and upto % 100 == 0:
                    self._db.execute("DELETE FROM notes WHERE number <= ?", (upto - KEPT,))
            finally:
                self._db.execute("PRAGMA synchronous=FULL")

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        """Turn SQLite's errors into the outbox's."""
        try:
            yield
        except sqlite3.Error as error:
            raise OutboxError(f"{self._path} {what}: {error}") from error
