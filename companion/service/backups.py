"""Backups by themselves: of the journal at every fixed public point, of ended games for ever."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.files import write_whole
from companion.journal.backup import back_up
from companion.journal.errors import JournalError
from companion.journal.exchange import game_lines
from companion.journal.store import START, JournalReader

LOG: Final = logging.getLogger("companion.backups")

FOLDER: Final = "backups"
"""Name of the folder beside the journal."""

KEPT: Final = 5
"""So many copies of the journal are kept, the newest ones."""

COPIES: Final = "auto-*.db"
"""Names of the copies in that folder."""

TIME_FORMAT: Final = "%Y%m%dT%H%M%S%f"
"""How the time of a copy, in UTC, stands in its name."""

_TORN: Final = ".auto-*"
"""What a copy leaves that was cut off by a power cut."""


def keep_backup(journal: Path, at: datetime) -> Path:
    """Copy the journal, write out games that have ended, and let go of the oldest copies.

    To be called by one thread at a time, and by one program for a journal.

    Args:
        journal: the journal; its copies go into the folder `FOLDER` beside it.
        at: the time in UTC, which names the copy.

    Returns:
        The copy.

    Raises:
        JournalError: the journal cannot be read or is damaged.
        OSError: the disk does not take it.
    """
    folder = journal.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    for torn in folder.glob(_TORN):
        torn.unlink(missing_ok=True)
    copy = folder / f"auto-{at.strftime(TIME_FORMAT)}.db"
    back_up(journal, copy)
    _write_ended(copy, folder)
    # This one stays whatever the clock says: after a power cut it may stand far back. Copies of a
    # time that has not come yet are older than they say, so they go first: else the few that were
    # made while the clock was ahead would drive out each later one until that time has come.
    others = sorted(
        (path for path in folder.glob(COPIES) if path != copy),
        key=lambda path: (path.name < copy.name, path.name),
    )
    for old in others[: -(KEPT - 1)]:
        old.unlink(missing_ok=True)
    return copy


def _write_ended(journal: Path, folder: Path) -> None:
    """Every game that has ended as a text file, once."""
    with JournalReader(journal) as reader:
        for record in reader.games():
            path = folder / f"{record.game_id}.txt"
            if record.ended_at is not None and record.head > START and not path.exists():
                write_whole(path, b"".join(game_lines(reader, record.game_id)))


class Backups:
    """Makes backups in a thread of its own, so that the table never waits for them.

    Args:
        journal: the journal.
        clock: time in UTC.
        beside: called in that thread after each backup, for what else is worth keeping then.
    """

    def __init__(
        self,
        journal: Path,
        clock: Callable[[], datetime],
        beside: Callable[[], None] = lambda: None,
    ) -> None:
        self._journal: Final = journal
        self._clock: Final = clock
        self._beside: Final = beside
        self._due: Final = threading.Event()
        self._stopping: Final = threading.Event()
        self._points: int | None = None
        self._thread: Final = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Begin with a backup of the journal as it is."""
        self._due.set()
        self._thread.start()

    def passed(self, points: int) -> None:
        """Make a backup if the game has passed another fixed public point; returns at once.

        Args:
            points: how many it has passed.
        """
        if self._points is not None and points > self._points:
            self._due.set()
        self._points = points

    def stop(self) -> None:
        """Finish a backup that is due or under way."""
        self._stopping.set()
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._due.wait()
            self._due.clear()
            try:
                keep_backup(self._journal, self._clock())
                self._beside()
            except (JournalError, OSError) as error:
                LOG.warning("no backup was made: %s", error)
