"""What a wall keeps on its disk: how far it has come with each table, and the results."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.wall.tables import Result

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, series TEXT NOT NULL,
    number INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS results (name TEXT NOT NULL, series TEXT NOT NULL,
    number INTEGER NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL, began_at TEXT NOT NULL,
    ended_at TEXT NOT NULL, turn TEXT NOT NULL, verdict TEXT NOT NULL,
    first INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (name, series, number)) STRICT;
"""

_LATER: Final = "ALTER TABLE results ADD COLUMN first INTEGER NOT NULL DEFAULT 0"
"""For files of earlier versions."""

_COLUMNS: Final = "name, series, number, game, title, began_at, ended_at, turn, verdict, first"


class WallStoreError(Exception):
    """The wall's file cannot be used; the text says why and what to do."""


class WallStore:
    """See the module. May be called from several threads, one at a time.

    Args:
        path: the file; ``:memory:`` for none.

    Raises:
        WallStoreError: it cannot be used.
    """

    def __init__(self, path: Path | str) -> None:
        try:
            self._db: Final = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(_SCHEMA)
            columns = self._db.execute("SELECT name FROM pragma_table_info('results')")
            if ("first",) not in columns.fetchall():
                self._db.execute(_LATER)
        except sqlite3.Error as error:
            raise WallStoreError(
                f"{path} cannot be used: {error}. Delete it or name another with --state; tables "
                "send again what they still have."
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def positions(self) -> Iterator[tuple[str, str, int]]:
        """Name, series and number of the last note of each table."""
        yield from self._db.execute("SELECT name, series, number FROM tables")

    def taken(self, name: str, series: str, number: int, result: Result | None) -> None:
        """Take note that a note was taken, with the result that it brought, in one transaction.

        A game has one result: a later word on its end, such as how great the victory is, replaces
        the one before, and an empty verdict takes it away.

        Raises:
            WallStoreError: the disk does not take it.
        """
        try:
            self._db.execute("BEGIN")
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE"
                " SET series = excluded.series, number = excluded.number",
                (name, series, number),
            )
            if result is not None:
                self._keep(result)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise WallStoreError(f"the wall's file does not take a note: {error}") from error

    def _keep(self, result: Result) -> None:
        if result.first:
            game = (result.table, result.series, result.first)
            self._db.execute("DELETE FROM results WHERE (name, series, first) = (?, ?, ?)", game)
        if result.verdict:
            self._db.execute(
                f"INSERT OR IGNORE INTO results ({_COLUMNS})"  # noqa: S608 - names of our own
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    result.table,
                    result.series,
                    result.number,
                    result.game,
                    result.title,
                    result.began_at,
                    result.ended_at,
                    result.turn,
                    result.verdict,
                    result.first,
                ),
            )

    def results(self, limit: int) -> list[Result]:
        """The last results, the newest first."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM results ORDER BY ended_at DESC LIMIT ?",  # noqa: S608 - a constant of this module
            (limit,),
        )
        return [
            Result(
                table=row[0],
                series=row[1],
                number=row[2],
                game=row[3],
                title=row[4],
                began_at=row[5],
                ended_at=row[6],
                turn=row[7],
                verdict=row[8],
                first=row[9],
            )
            for row in rows
        ]

    def verdicts(self) -> list[tuple[str, str, int]]:
        """For each game's title how often each verdict came, the most frequent first."""
        rows = self._db.execute(
            "SELECT title, verdict, count(*) AS times FROM results GROUP BY title, verdict"
            " ORDER BY times DESC, title, verdict"
        )
        return [(row[0], row[1], row[2]) for row in rows]
