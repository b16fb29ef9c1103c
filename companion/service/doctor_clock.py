"""The doctor's look at the clock: can it be right, and does anybody set it."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from companion.journal.errors import JournalError
from companion.journal.store import JournalReader
from companion.service import backups
from companion.service.doctor_finding import Finding

_SLACK: Final = timedelta(minutes=5)
_NOT_SET: Final = 5
"""What the kernel answers while nothing keeps its clock in step."""
_ROOM_BYTES: Final = 1024
"""More than the kernel's description of its clock takes on any machine."""

_COPY_TIME: Final = re.compile(r"auto-(\d{8}T\d{12})\.db")


def examine_clock(now: datetime, newest: datetime | None, *, is_set: bool | None = None) -> Finding:
    """Whether the clock can be right.

    Args:
        now: what it says.
        newest: the latest moment that was written down, None where none was.
        is_set: whether something keeps the clock in step with the world, None where that cannot be
            known.
    """
    text = f"The clock says {now:%Y-%m-%d %H:%M} UTC."
    if newest is not None and now < newest - _SLACK:
        if is_set:
            return Finding(
                part="clock",
                level="note",
                text=f"{text} It is set by the network; something was written down at "
                f"{newest:%Y-%m-%d %H:%M} while it was ahead.",
                mend="Nothing is to be done. Games of that evening bear times that are too late.",
            )
        return Finding(
            part="clock",
            level="trouble",
            text=f"{text} That is before {newest:%Y-%m-%d %H:%M}, which has passed already.",
            mend="Connect to a network until the clock is set, or set it: `sudo date -s ...`. "
            "Games are written down under the time of the clock.",
        )
    if is_set is False:
        return Finding(
            part="clock",
            level="note",
            text=f"{text} Nothing has set it since this computer was started: it may be wrong.",
            mend="Compare it with a watch. If it is wrong, connect to a network until it is set, "
            "or set it: `sudo date -s ...`.",
        )
    return Finding(part="clock", level="well", text=text)


def is_clock_set() -> bool | None:
    """Whether the kernel holds its clock to be in step with the world, None if it does not say.

    Only a clock that is behind can be told by what was written before; one that is ahead looks like
    any other, but something that sets it tells the kernel so.
    """
    try:
        answer = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_ROOM_BYTES))
    except (AttributeError, OSError):
        return None
    return None if answer < 0 else answer != _NOT_SET


def newest_moment(program: Path, written: Iterable[str]) -> datetime | None:
    """The latest moment that is known to have been written down.

    Args:
        program: folder of the program; its files were written before now.
        written: other moments, ISO 8601.
    """
    moments = [datetime.fromtimestamp(f.stat().st_mtime, UTC) for f in program.glob("*.py")]
    for text in written:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            continue
        moments.append(moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC))
    return max(moments, default=None)


def written_moments(journal: Path) -> Iterator[str]:
    """When games of a journal were started and ended, and copies of it were made.

    All of that is public: what a seat does in private shows in none of these times.

    Args:
        journal: the journal; one that is not there or cannot be read has nothing to say.
    """
    for copy in (journal.parent / backups.FOLDER).glob(backups.COPIES):
        named = _COPY_TIME.fullmatch(copy.name)
        if named is not None:
            with suppress(ValueError):
                made = datetime.strptime(named[1], backups.TIME_FORMAT).replace(tzinfo=UTC)
                yield made.isoformat()
    if not journal.is_file():
        return
    try:
        with JournalReader(journal) as reader:
            records = reader.games()
    except JournalError:
        # The look at the disk has said so already.
        return
    for record in records:
        yield record.started_at
        if record.ended_at is not None:
            yield record.ended_at
