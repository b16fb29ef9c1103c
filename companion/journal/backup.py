"""Backups of a journal by SQLite's own means: a whole and checked copy, also during a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalUnavailable
from companion.journal.schema import connected, open_reader, translated
from companion.journal.store import GameRecord, JournalReader

PAGES_AT_A_TIME: Final = 256
"""So many pages are copied before others get their turn with the file."""


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
        _copy(journal, draft)
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
            draft.unlink(missing_ok=True)
    return games


def _copy(journal: Path, draft: Path) -> None:
    source = open_reader(journal)
    try:
        with translated(draft):
            copy = connected(draft)
            try:
                with translated(journal):
                    source.backup(copy, pages=PAGES_AT_A_TIME, sleep=0.01)
                # A copy of a file with a log would ask for one again.
                copy.execute("PRAGMA journal_mode=DELETE")
            finally:
                copy.close()
    finally:
        source.close()


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
