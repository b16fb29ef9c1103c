"""Reading a journal: its games and their events, also while they are being written.

Each reader opens its own connection, read-only.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.journal.chain import FIRST_HASH, StoredEvent, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalCorrupt, JournalError
from companion.journal.names import is_game_id
from companion.journal.schema import open_reader, translated
from companion.table.ids import Seq

START: Final = Seq(0)
"""The seq before the first event."""

COLUMNS: Final = "seq, decision, type, schema, at, actor, payload, hash"
"""The columns of an event beside its game, in the order of `_stored`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game of a journal.

    Attributes:
        game_id: its id.
        game: id of the rules it is played by (`Game.id`).
        rules: version of those rules.
        started_at, ended_at: ISO 8601 in UTC; `ended_at` is None while it is being played.
        head: seq of the last event.
    """

    game_id: str
    game: str
    rules: str
    started_at: str
    ended_at: str | None
    head: Seq


class JournalReader:
    """Reads a journal, also while it is being written.

    Args:
        path: the file.

    Raises:
        JournalError: the file is not there, no journal, of another version or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._connection: Final = self._open(path)

    def _open(self, path: Path) -> sqlite3.Connection:
        return open_reader(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def games(self) -> tuple[GameRecord, ...]:
        """All games, oldest first.

        Raises:
            JournalCorrupt: an id is none, or the file is damaged.
        """
        with translated(self.path):
            rows = self._connection.execute(
                "SELECT game_id, game, rules, started_at, ended_at, coalesce((SELECT max(seq)"
                " FROM events WHERE events.game_id = games.game_id), 0)"
                " FROM games ORDER BY started_at, game_id"
            ).fetchall()
        for row in rows:
            if not is_game_id(row[0]):
                raise JournalCorrupt(
                    f"{self.path} holds a game {row[0]!r}, which is no name that this program "
                    "gives. Go back to a backup."
                )
        return tuple(
            GameRecord(
                game_id=game_id,
                game=game,
                rules=rules,
                started_at=started_at,
                ended_at=ended_at,
                head=Seq(head),
            )
            for game_id, game, rules, started_at, ended_at, head in rows
        )

    def game(self, game_id: str | None = None) -> GameRecord:
        """One game by its id, or the newest.

        Raises:
            JournalError: there is none.
        """
        games = self.games()
        if game_id is None:
            if not games:
                raise JournalError(f"{self.path} holds no game yet.")
            return games[-1]
        for record in games:
            if record.game_id == game_id:
                return record
        known = ", ".join(record.game_id for record in games) or "none"
        raise JournalError(f"{self.path} holds no game {game_id!r}. It holds: {known}.")

    def head(self, game_id: str) -> tuple[Seq, bytes]:
        """Seq and hash of the last event; `START` and `FIRST_HASH` of a game without events."""
        with translated(self.path):
            row = self._connection.execute(
                "SELECT seq, hash FROM events WHERE game_id = ? ORDER BY seq DESC LIMIT 1",
                (game_id,),
            ).fetchone()
        return (START, FIRST_HASH) if row is None else (Seq(row[0]), row[1])

    def hash_at(self, game_id: str, seq: Seq) -> bytes | None:
        """Hash of one event, None if the game has no such event."""
        with translated(self.path):
            row = self._connection.execute(
                "SELECT hash FROM events WHERE game_id = ? AND seq = ?", (game_id, seq)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def events(
        self, game_id: str, after: Seq = START, upto: Seq | None = None
    ) -> Generator[StoredEvent, None, None]:
        """Events with `after` < seq <= `upto`, in order; `upto` None reads to the end.

        Whoever stops before the end closes the generator: until then the file cannot be folded.

        Raises:
            JournalCorrupt: a number is missing, or the file is damaged.
        """
        last = (1 << 62) if upto is None else upto
        expected = after
        with translated(self.path):
            for row in self._connection.execute(
                f"SELECT {COLUMNS} FROM events"  # noqa: S608 - a constant of this module
                " WHERE game_id = ? AND seq > ? AND seq <= ? ORDER BY seq",
                (game_id, after, last),
            ):
                stored = _stored(game_id, row)
                expected = Seq(expected + 1)
                if stored.seq != expected:
                    raise JournalCorrupt(
                        f"event {expected} of game {game_id} is missing from {self.path}. "
                        "Go back to a backup.",
                        expected,
                    )
                yield stored

    def verify(self, game_id: str) -> tuple[Seq, bytes]:
        """Check every event against the hash chain.

        Returns:
            Seq and hash of the last event.

        Raises:
            JournalCorrupt: with the first event that does not fit.
        """
        seq, before = START, FIRST_HASH
        for stored in self.events(game_id):
            if stored.hash != chained(before, stored):
                raise JournalCorrupt(
                    f"event {stored.seq} of game {game_id} is not what was written: "
                    "its hash does not fit. What comes before it is unaltered.",
                    stored.seq,
                )
            seq, before = stored.seq, stored.hash
        return seq, before


def _stored(game_id: str, row: tuple[int, int, str, int, str, str, str, bytes]) -> StoredEvent:
    seq, decision, tag, schema, at, actor, payload, digest = row
    return StoredEvent(
        game_id=game_id,
        seq=Seq(seq),
        decision=Seq(decision),
        at=at,
        actor=actor,
        event=EncodedEvent(type=tag, schema=schema, payload=payload),
        hash=digest,
    )
