"""The doctor's look at the disk: can the games be written, is there room, is it quick enough."""

from __future__ import annotations

import errno
import os
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.service.doctor_finding import Finding
from companion.service.doctor_journal import examine_journal

LEAST_FREE_BYTES: Final = 100_000_000
"""Below this the disk counts as full: the journal of a long evening needs some megabytes, the
system its own room."""

LITTLE_FREE_BYTES: Final = 1_000_000_000
SLOW_WRITE_MS: Final = 100.0
"""A write that takes longer is felt at the table."""

_WRITES: Final = 8
_BLOCK: Final = b"\0" * 4096


def examine_disk(home: Path, journal: Path | None) -> Iterator[Finding]:
    """Look at the user directory and the journal in it.

    Args:
        home: the user directory; it may not be there yet.
        journal: the journal; None leaves it alone, as while it is being written.
    """
    folder = _nearest(home)
    obstacle = _obstacle(home, folder)
    if obstacle is not None:
        yield Finding(
            part="disk",
            level="trouble",
            text=f"The user directory {home} cannot be made: {obstacle} is no folder.",
            mend="Set COMPANION_HOME to a folder that you may write to.",
        )
        return
    if folder != home:
        yield Finding(
            part="disk",
            level="note",
            text=f"There is no user directory {home} yet.",
            mend="It is made when the table starts for the first time.",
        )
    yield from _writing(folder)
    yield free_space(folder, shutil.disk_usage(folder).free)
    if journal is not None and journal.exists():
        yield examine_journal(journal)


def free_space(folder: Path, free_bytes: int) -> Finding:
    """What so much free space means."""
    text = f"{free_bytes / 1e9:.1f} GB are free at {folder}."
    if free_bytes < LEAST_FREE_BYTES:
        mend = "Free some space: delete what is not needed, or move the games to a larger disk."
        return Finding(part="disk", level="trouble", text=text, mend=mend)
    if free_bytes < LITTLE_FREE_BYTES:
        mend = "Enough for many games, but other programs may fill it: free some space."
        return Finding(part="disk", level="note", text=text, mend=mend)
    return Finding(part="disk", level="well", text=text)


def _nearest(path: Path) -> Path:
    """The folder itself, or the one above it in which it would be made."""
    while not path.is_dir() and path != path.parent:
        path = path.parent
    return path


def _obstacle(home: Path, folder: Path) -> Path | None:
    """What stands where the first folder below `folder` would be made; None if nothing does."""
    for path in (home, *home.parents):
        if path.parent == folder and path != folder and os.path.lexists(path):
            return path
    return None


def _writing(folder: Path) -> Iterator[Finding]:
    probe = folder / f".doctor-{os.getpid()}"
    try:
        times_ms = _write(probe)
    except OSError as error:
        yield Finding(
            part="disk",
            level="trouble",
            text=f"Nothing can be written to {folder}: {error.strerror}.",
            mend=_mend_writing(error.errno, folder),
        )
        return
    finally:
        # On a disk that takes nothing any more it stays; the trouble itself has been told.
        with suppress(OSError):
            probe.unlink(missing_ok=True)
    yield write_speed(folder, statistics.median(times_ms))


def write_speed(folder: Path, median_ms: float) -> Finding:
    """What so long a durable write means."""
    text = f"A write to {folder} is safe on disk within {median_ms:.1f} ms."
    if median_ms > SLOW_WRITE_MS:
        mend = "Rolls and taps will feel slow: put the user directory on a quicker card or disk."
        return Finding(part="disk", level="note", text=text, mend=mend)
    return Finding(part="disk", level="well", text=text)


def _write(probe: Path) -> list[float]:
    """Milliseconds of a few writes that are on disk before they return."""
    times_ms = []
    descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for _ in range(_WRITES):
            began_s = time.perf_counter()
            if os.write(descriptor, _BLOCK) < len(_BLOCK):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(descriptor)
            times_ms.append((time.perf_counter() - began_s) * 1000)
    finally:
        os.close(descriptor)
    return times_ms


def _mend_writing(code: int | None, folder: Path) -> str:
    match code:
        case errno.ENOSPC | errno.EDQUOT:
            return "The disk is full: delete what is not needed, or set COMPANION_HOME elsewhere."
        case errno.EROFS:
            return (
                "The disk is read-only; a card often becomes so when it fails. Save what is on it, "
                "then start the computer again or take another card."
            )
        case errno.EACCES | errno.EPERM:
            return (
                f"The folder belongs to somebody else: run `sudo chown -R $USER {folder}`, or set "
                "COMPANION_HOME to a folder of your own."
            )
        case _:
            return "Check the disk, or set COMPANION_HOME to a folder on another one."
