"""What a disk may hold after the power went, worked out from what was recorded under SQLite.

A file is sure to hold what was written before its last sync. Of what was written, cut or deleted
after that, anything may have reached the disk: all of it, none, or some, writes torn between
sectors.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.support.sqlite_shim import Op

SECTOR = 512

Fate = Literal["all", "none", "some"]


@dataclass
class _File:
    sure: bytes | None = None
    pending: list[Op] = field(default_factory=list)


def files_after(ops: Sequence[Op], fate: Fate, source: random.Random) -> dict[str, bytes]:
    """The files as they may be found when the power went after these operations.

    Args:
        ops: everything that happened.
        fate: what became of all that no sync had followed.
        source: chooses where only some of it arrived.

    Returns:
        Name and content of every file that is there; the shared memory is never among them.
    """
    files: dict[str, _File] = {}
    for op in ops:
        if op.kind == "mark" or op.path.endswith("-shm"):
            continue
        file = files.setdefault(op.path, _File())
        if op.kind == "sync":
            if file.sure is None and op.path.endswith(("-wal", "-journal")):
                _folder_synced(files)
            for pending in file.pending:
                file.sure = _applied(file.sure, pending)
            file.pending.clear()
        else:
            file.pending.append(op)
    return {
        name: content
        for name, file in files.items()
        if (content := _after_fate(file, fate, source)) is not None
    }


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Put a folder into the state of some files; what else lies there goes."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _folder_synced(files: dict[str, _File]) -> None:
    """With the first sync of a new log SQLite forces the folder too, and so what was deleted in it.

    See ``UNIXFILE_DIRSYNC`` in SQLite's ``os_unix.c``.
    """
    for file in files.values():
        if any(op.kind == "delete" for op in file.pending):
            file.sure = None
            file.pending.clear()


def _after_fate(file: _File, fate: Fate, source: random.Random) -> bytes | None:
    content = file.sure
    for op in file.pending:
        match fate:
            case "all":
                content = _applied(content, op)
            case "some" if op.kind == "write":
                for piece in _sectors(op):
                    if source.random() < 0.5:
                        content = _applied(content, piece)
            case "some" if source.random() < 0.5:
                content = _applied(content, op)
            case _:
                pass
    return content


def _applied(content: bytes | None, op: Op) -> bytes | None:
    match op.kind:
        case "open":
            return content or b""
        case "delete":
            return None
        case "truncate":
            return (content or b"")[: op.at].ljust(op.at, b"\0")
        case "write":
            before = (content or b"").ljust(op.at, b"\0")
            return before[: op.at] + op.data + before[op.at + len(op.data) :]
        case _:
            return content


def _sectors(op: Op) -> list[Op]:
    """A write in pieces that a disk takes whole or not at all."""
    pieces, at = [], op.at
    while at < op.at + len(op.data):
        end = min((at // SECTOR + 1) * SECTOR, op.at + len(op.data))
        pieces.append(Op("write", op.path, at, op.data[at - op.at : end - op.at]))
        at = end
    return pieces
