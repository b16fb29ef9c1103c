"""The file: its tables, its format number, how it is opened and what its failures mean."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.journal.errors import (
    JournalCorrupt,
    JournalError,
    JournalUnavailable,
    JournalVersion,
)

FORMAT: Final = 1
"""Format version of the file, kept as SQLite's ``user_version``."""

APPLICATION_ID: Final = 0x7461626A
"""Marks the file as a journal of this program, kept as SQLite's ``application_id``."""

BUSY_TIMEOUT_S: Final = 5.0

HEADING_BYTES: Final = 100
"""Size of the heading of every SQLite file."""

SHARED_BYTES: Final = 32_768
"""Size of the file of shared memory beside a journal that is open.

See https://www.sqlite.org/walformat.html#the_wal_index_file_format.
"""

TABLES: Final = """
CREATE TABLE games (
    game_id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (game_id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    decision INTEGER NOT NULL CHECK (decision BETWEEN 1 AND seq),
    type TEXT NOT NULL,
    schema INTEGER NOT NULL CHECK (schema > 0),
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    payload TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
"""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into the journal's.

    Raises:
        JournalCorrupt: the file is damaged or no database.
        JournalUnavailable: the disk is full, read-only, not there, or the file is locked.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _translation(path, error) from error


def _translation(path: Path, error: sqlite3.Error) -> JournalError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_NOTADB:
            return JournalCorrupt(f"{path} is not a journal of this program. Name another file.")
        case sqlite3.SQLITE_CORRUPT:
            return JournalCorrupt(f"{path} is damaged ({error}). Go back to a backup.")
        case sqlite3.SQLITE_FULL:
            return _no_room(path)
        case sqlite3.SQLITE_IOERR if not _has_room(path):
            # So it says where there is no room for the memory that its connections share.
            return _no_room(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            # Also of one that is only read: its connections share a file beside it.
            return JournalUnavailable(
                f"{path} may not be written, or nothing beside it. Check owner and disk; to look "
                "at it, copy it into a folder of your own."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalUnavailable(f"another program holds {path}. Close it and try again.")
        case sqlite3.SQLITE_CANTOPEN:
            return JournalUnavailable(f"{path} cannot be opened. Check that folder and file exist.")
        case _:
            return JournalUnavailable(f"the disk failed on {path}: {error}. Check the disk.")


def _no_room(path: Path) -> JournalUnavailable:
    return JournalUnavailable(f"no room to write {path}. Free some disk space.")


def _has_room(path: Path) -> bool:
    """Whether the disk has room for what SQLite lays beside a journal that it opens."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return True
    return disk.f_bavail * disk.f_frsize >= SHARED_BYTES


def connected(path: Path | str) -> sqlite3.Connection:
    """A connection whose transactions begin and end where they are told to, for any one thread.

    Args:
        path: the file, or a URI with SQLite's options for it.

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    return sqlite3.connect(
        path,
        uri=isinstance(path, str),
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
    )


def make_durable(connection: sqlite3.Connection) -> None:
    """Let every commit be on disk before it returns: a log that is forced at each of them."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def open_writer(path: Path) -> sqlite3.Connection:
    """Open a journal to write, made anew if there is none.

    Every commit is on disk before it returns.

    Raises:
        JournalError: the file is no journal, of another version, damaged, or cannot be written.
    """
    _check_log(path)
    _make_private(path)
    with translated(path):
        connection = connected(path)
        try:
            _check_format(connection, path, may_be_empty=True)
            make_durable(connection)
            connection.execute("PRAGMA foreign_keys=ON")
            _make_tables(connection, path)
            _check_games(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """Open an existing journal to read only.

    Raises:
        JournalError: the file is not there, no journal, of another version or damaged.
    """
    if path.is_dir():
        raise JournalUnavailable(f"{path} is a folder. Name the journal in it, such as journal.db.")
    if not path.is_file():
        raise JournalUnavailable(f"there is no journal {path}. Check the name.")
    _check_log(path)
    with translated(path):
        connection = connected(f"{path.resolve().as_uri()}?mode=ro")
        try:
            _check_format(connection, path, may_be_empty=False)
            _check_games(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _make_private(path: Path) -> None:
    """Make a file that its owner alone can read; SQLite's own would be for everybody to read."""
    # Where it cannot be made, SQLite says why in a moment.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _check_log(path: Path) -> None:
    """Refuse a file that lost even its heading while its log is there: SQLite would drop the log.

    Raises:
        JournalCorrupt: it did.
    """
    if _size_bytes(path) < HEADING_BYTES and _size_bytes(path.with_name(f"{path.name}-wal")) > 0:
        raise JournalCorrupt(f"{path} is empty, and its log is not. Go back to a backup.")


def _size_bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _check_games(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that has events of a game that it does not list.

    Raises:
        JournalCorrupt: it has.
    """
    known = {row[0] for row in connection.execute("SELECT game_id FROM games")}
    # From game to game by the index, not through all events.
    after = ""
    while row := connection.execute(
        "SELECT game_id FROM events WHERE game_id > ? ORDER BY game_id LIMIT 1", (after,)
    ).fetchone():
        after = row[0]
        if after not in known:
            raise JournalCorrupt(
                f"{path} is damaged: it has events of a game {after} that it does not list. "
                "Go back to a backup."
            )


def _check_format(connection: sqlite3.Connection, path: Path, *, may_be_empty: bool) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if may_be_empty and (application, found, tables) == (0, 0, 0):
        return
    if application != APPLICATION_ID:
        raise JournalCorrupt(f"{path} is not a journal of this program. Name another file.")
    if found != FORMAT:
        raise JournalVersion(path, found, FORMAT)


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
        connection.execute("COMMIT")
    except BaseException:
        # SQLite itself has taken it back where the disk was full.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    _check_format(connection, path, may_be_empty=False)
