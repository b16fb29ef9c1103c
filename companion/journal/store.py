"""The store: games and their events in one SQLite file, with one writer and any number of readers.

An `append` that has returned is on disk. The writer holds one connection and belongs to one thread
at a time; each reader opens its own connection, read-only.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.journal.chain import FIRST_HASH, StoredEvent, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalConflict, JournalCorrupt, JournalError
from companion.journal.heads import HeadFile, NotedHead, heads_beside, noted_heads
from companion.journal.schema import open_reader, open_writer, translated
from companion.table.ids import Seq

LOG: Final = logging.getLogger("companion.journal")

START: Final = Seq(0)
"""The seq before the first event."""

_COLUMNS: Final = "seq, decision, type, schema, at, actor, payload, hash"


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
        """All games, oldest first."""
        with translated(self.path):
            rows = self._connection.execute(
                "SELECT game_id, game, rules, started_at, ended_at, coalesce((SELECT max(seq)"
                " FROM events WHERE events.game_id = games.game_id), 0)"
                " FROM games ORDER BY started_at, game_id"
            ).fetchall()
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
                f"SELECT {_COLUMNS} FROM events"  # noqa: S608 - a constant of this module
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


class JournalWriter(JournalReader):
    """The one writer of a journal; makes the file if there is none.

    The end of the game is noted beside the file after each commit (`companion.journal.heads`). A
    journal that lacks an end noted there can be gone on with; that it lacked it stays noted.

    Args:
        path: the file; its folder must exist.

    Raises:
        JournalError: the file is no journal, of another version, damaged, or cannot be written.

    Attributes:
        has_lost: ends noted beside the file that it did not have when it was opened.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._heads: Final = HeadFile(heads_beside(path))
        self.has_lost: Final = self._lost_ends()

    def _open(self, path: Path) -> sqlite3.Connection:
        return open_writer(path)

    def _lost_ends(self) -> tuple[NotedHead, ...]:
        lost = []
        try:
            for noted in noted_heads(heads_beside(self.path)):
                if self.hash_at(noted.game_id, noted.seq) == noted.hash or noted.is_lost:
                    continue
                lost.append(noted)
                # How much is missing counts private edits: only `companion verify` says that.
                LOG.warning(
                    "%s has lost the end of game %s. Run companion verify on it, and look whether "
                    "a backup has more before the game goes on.",
                    self.path,
                    noted.game_id,
                )
                self._heads.keep_lost(noted)
        except OSError as error:
            LOG.warning("the ends noted beside %s: %s", self.path, error.strerror)
        return tuple(lost)

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        try:
            self._heads.close()
        except OSError as error:
            LOG.warning("the ends noted beside %s: %s", self.path, error.strerror)
        with translated(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()

    def _note(self, game_id: str, seq: Seq, digest: bytes) -> None:
        """Note the end of a game outside the database.

        The event is on disk already and stays accepted if the note cannot be made.
        """
        try:
            self._heads.note(NotedHead(game_id=game_id, seq=seq, hash=digest))
        except OSError as error:
            LOG.warning("the end of the game is not noted beside the journal: %s", error.strerror)

    def start_game(
        self,
        record: GameRecord,
        events: Sequence[EncodedEvent],
        actor: str,
    ) -> Seq:
        """Enter a new game with its first events, all or nothing.

        Args:
            record: the game; its `head` is not looked at.
            events: the first decision.
            actor: who started it.

        Returns:
            Seq of the last event, on disk.

        Raises:
            JournalError: the game is there already, or the file cannot be written.
        """
        with self._transaction():
            self._connection.execute(
                "INSERT INTO games (game_id, game, rules, started_at) VALUES (?, ?, ?, ?)",
                (record.game_id, record.game, record.rules, record.started_at),
            )
            seq, digest = self._insert(
                record.game_id, START, events, at=record.started_at, actor=actor
            )
        self._note(record.game_id, seq, digest)
        return seq

    def append(
        self,
        game_id: str,
        expected: Seq,
        events: Sequence[EncodedEvent],
        *,
        at: str,
        actor: str,
    ) -> Seq:
        """Add the events of one decision, all or nothing.

        Args:
            game_id: the game.
            expected: the last event that the caller knows.
            events: what the decision caused, in order.
            at: time of the decision, ISO 8601 in UTC.
            actor: the seat or device that caused it.

        Returns:
            Seq of the last event, on disk.

        Raises:
            JournalConflict: the game does not end at `expected`.
            JournalUnavailable: the disk did not take it; nothing of it was kept.
        """
        with self._transaction():
            seq, digest = self._insert(game_id, expected, events, at=at, actor=actor)
        self._note(game_id, seq, digest)
        return seq

    def take_in(self, record: GameRecord, events: Sequence[StoredEvent]) -> bool:
        """Enter a game that was written elsewhere, all or nothing, its hashes as they are.

        Args:
            record: the game.
            events: all its events; the caller has checked their chain.

        Returns:
            False if the same game is there already.

        Raises:
            JournalError: another game of that id is there, or the file cannot be written.
        """
        with self._transaction():
            known = self._connection.execute(
                "SELECT 1 FROM games WHERE game_id = ?", (record.game_id,)
            ).fetchone()
            if known is not None:
                if self.head(record.game_id) == (events[-1].seq, events[-1].hash):
                    return False
                raise JournalError(
                    f"{self.path} holds a game {record.game_id} that goes another way. Take this "
                    "one into another journal."
                )
            self._connection.execute(
                "INSERT INTO games (game_id, game, rules, started_at, ended_at)"
                " VALUES (?, ?, ?, ?, ?)",
                (
                    record.game_id,
                    record.game,
                    record.rules,
                    record.started_at,
                    record.ended_at,
                ),
            )
            self._insert_rows(events)
        self._note(record.game_id, events[-1].seq, events[-1].hash)
        return True

    def end_game(self, game_id: str, at: str) -> None:
        """Mark a game as no longer played."""
        with self._transaction():
            self._connection.execute(
                "UPDATE games SET ended_at = ? WHERE game_id = ? AND ended_at IS NULL",
                (at, game_id),
            )

    def _insert(
        self, game_id: str, expected: Seq, events: Sequence[EncodedEvent], *, at: str, actor: str
    ) -> tuple[Seq, bytes]:
        seq, before = self.head(game_id)
        if seq != expected:
            raise JournalConflict(expected, seq)
        decision = Seq(seq + 1)
        chain = []
        for event in events:
            seq = Seq(seq + 1)
            stored = StoredEvent(
                game_id=game_id,
                seq=seq,
                decision=decision,
                at=at,
                actor=actor,
                event=event,
                hash=b"",
            )
            before = chained(before, stored)
            chain.append(replace(stored, hash=before))
        self._insert_rows(chain)
        return seq, before

    def _insert_rows(self, events: Sequence[StoredEvent]) -> None:
        self._connection.executemany(
            f"INSERT INTO events (game_id, {_COLUMNS})"  # noqa: S608 - a constant of this module
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            map(_row, events),
        )

    def _transaction(self) -> _Transaction:
        return _Transaction(self._connection, self.path)


def _row(stored: StoredEvent) -> tuple[str | int | bytes, ...]:
    return (
        stored.game_id,
        stored.seq,
        stored.decision,
        stored.event.type,
        stored.event.schema,
        stored.at,
        stored.actor,
        stored.event.payload,
        stored.hash,
    )


class _Transaction:
    """BEGIN IMMEDIATE to COMMIT, or ROLLBACK on any error; errors in the journal's words."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def __enter__(self) -> None:
        with translated(self._path):
            self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with translated(self._path):
            try:
                if error is None:
                    self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise error
