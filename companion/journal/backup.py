"""Backups of a journal by SQLite's own means: a whole and checked copy, also during a game."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalUnavailable
from companion.journal.schema import connected, open_reader, translated
from companion.journal.store import GameRecord, JournalReader

PAGES_AT_A_TIME: Final = 256
"""So many pages are copied before others get their turn with the file."""

_LOGS: Final = ("journal", "wal", "shm")
"""Ends of the names of what SQLite lays beside a file, and leaves there when it is cut off."""

_OF_THE_JOURNAL: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
)
_READS: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
"""Faults of what is copied; any other is one of the copy."""


def back_up(journal: Path, target: Path) -> tuple[GameRecord, ...]:
    """Copy a journal as it stands at one moment; what was at `target` is replaced in one step.

    The copy is one file without a log beside it, readable by its owner alone. It is on disk, and
    the chain of each game in it has been checked, before it takes its name.

    Returns:
        The games in the copy.

    Raises:
        JournalError: the journal cannot be read, is damaged, or the copy cannot be written.
    """
    draft = target.with_name(f".{target.name}.new")
    try:
        draft.unlink(missing_ok=True)
        # Made by us first: SQLite would make it readable by others.
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(journal, draft, target)
        with JournalReader(draft) as copy:
            games = copy.games()
            for record in games:
                copy.verify(record.game_id)
        _to_disk(draft)
        draft.replace(target)
        _to_disk(target.parent)
    except OSError as error:
        raise JournalUnavailable(
            f"the backup {target} cannot be written: {error.strerror}. Check folder and disk."
        ) from error
    finally:
        if draft.parent.is_dir():
            for left in (draft, *(draft.with_name(f"{draft.name}-{log}") for log in _LOGS)):
                # What cannot be taken away must not hide why there is no copy.
                with suppress(OSError):
                    left.unlink(missing_ok=True)
    return games


def _copy(journal: Path, draft: Path, target: Path) -> None:
    source = open_reader(journal)
    try:
        # Named as people know it: the draft is gone by the time they read of it.
        with translated(target):
            copy = connected(draft)
            try:
                _copy_pages(source, copy, journal)
                # A copy of a file with a log would ask for one again.
                copy.execute("PRAGMA journal_mode=DELETE")
            finally:
                copy.close()
    finally:
        source.close()


def _copy_pages(source: sqlite3.Connection, copy: sqlite3.Connection, journal: Path) -> None:
    """Copy all pages.

    Raises:
        JournalError: the journal cannot be read.
        sqlite3.Error: the copy cannot be written; often it lies on another disk than the journal.
    """
    try:
        source.backup(copy, pages=PAGES_AT_A_TIME, sleep=0.01)
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code & 0xFF not in _OF_THE_JOURNAL and code not in _READS:
            raise
        with translated(journal):
            raise


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
