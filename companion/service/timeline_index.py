"""What was found out about the timelines of a game, kept beside the journal to save doing it again.

The files may be deleted at any time. One is used only if the journal still has the event that it
goes up to and the program is the same to the last file, since steps depend on what views say.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.files import write_whole
from companion.journal.program import program_mark
from companion.table.ids import SeatId, Seq
from webui.ports import TimelineMark

LOG: Final = logging.getLogger("companion.timelines")

FOLDER: Final = "timelines"
"""Name of the folder beside the journal."""


class KeptTimeline(msgspec.Struct, frozen=True, kw_only=True):
    """One viewer's timeline up to an event.

    Attributes:
        steps: seqs at which the viewer's view changed.
        marks: places to jump to.
        heat: for each place how often a marker came to it.
    """

    steps: tuple[Seq, ...]
    marks: tuple[TimelineMark, ...]
    heat: tuple[tuple[str, int], ...]


class KeptTimelines(msgspec.Struct, frozen=True, kw_only=True):
    """The timelines of a game.

    Attributes:
        program: `program_mark` of the program that wrote it.
        at: the event that all of them go up to.
        hash: hash of that event, hexadecimal.
        viewers: the timelines by viewer.
    """

    program: str
    at: Seq
    hash: str
    viewers: Mapping[SeatId, KeptTimeline]


def read_index(journal: Path, game_id: str) -> KeptTimelines | None:
    """What was kept for a game by this very program; None if there is nothing that can be used."""
    try:
        kept = msgspec.json.decode(_path(journal, game_id).read_bytes(), type=KeptTimelines)
    except (OSError, msgspec.DecodeError):
        return None
    return kept if kept.program == program_mark() else None


def write_index(journal: Path, game_id: str, kept: KeptTimelines) -> None:
    """Keep the timelines of a game; a disk that does not take them is only logged."""
    path = _path(journal, game_id)
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(path, msgspec.json.encode(kept))
    except OSError as error:
        LOG.warning("timelines are not kept: %s", error.strerror)


def _path(journal: Path, game_id: str) -> Path:
    return journal.parent / FOLDER / f"{game_id}.json"
