"""The store: games and their events in one SQLite file, with one writer and any number of readers.

An `append` that has returned is on disk. The writer holds one connection and belongs to one thread
at a time. Reading is in `companion.journal.reading`.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final

from companion.journal.chain import StoredEvent, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalConflict, JournalError
from companion.journal.heads import HeadFile, NotedHead, heads_beside, noted_heads
from companion.journal.names import is_game_id
from companion.journal.reading import COLUMNS, START, GameRecord, JournalReader
from companion.journal.schema import open_writer, translated
from companion.table.ids import Seq

__all__ = ("START", "GameRecord", "JournalReader", "JournalWriter")

LOG: Final = logging.getLogger("companion.journal")


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
        try:
            self.has_lost: Final = self._lost_ends()
        except BaseException:
            self._connection.close()
            raise

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
            JournalError: the game is there already, its id is none, or the file cannot be written.
        """
        _check_id(record)
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
            JournalError: another game of that id is there, its id is none, or the file cannot be
                written.
        """
        _check_id(record)
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
            f"INSERT INTO events (game_id, {COLUMNS})"  # noqa: S608 - a constant of this module
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            map(_row, events),
        )

    def _transaction(self) -> _Transaction:
        return _Transaction(self._connection, self.path)


def _check_id(record: GameRecord) -> None:
    if not is_game_id(record.game_id):
        raise JournalError(
            f"letters, digits, '-', '_' and '.' were expected as the id of a game, not "
            f"{record.game_id!r}. Do not take in what you were sent."
        )


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
