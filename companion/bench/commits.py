"""The measure that the journal is held against: one durable commit of SQLite and nothing else."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.journal.schema import connected, make_durable


class BareCommits:
    """A table with one text column; each row is a transaction that is on disk before it returns.

    Opened as the journal is.

    Args:
        path: the file, made anew.
    """

    def __init__(self, path: Path) -> None:
        self._connection: Final = connected(path)
        make_durable(self._connection)
        self._connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, payload TEXT)")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()

    def commit(self, payload: str) -> float:
        """Write one row durably; returns the seconds that it took."""
        began_s = time.perf_counter()
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT INTO rows (payload) VALUES (?)", (payload,))
        self._connection.execute("COMMIT")
        return time.perf_counter() - began_s
