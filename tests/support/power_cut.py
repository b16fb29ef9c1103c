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


class Disk:
    """What is sure to be on a disk and what is still on its way, operation by operation."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}

    def take(self, op: Op) -> None:
        """The next thing that happened."""
        if op.kind == "mark" or op.path.endswith("-shm"):
            return
        file = self._files.setdefault(op.path, _File())
        if op.kind != "sync":
            file.pending.append(op)
            return
        if file.sure is None and op.path.endswith(("-wal", "-journal")):
            _folder_synced(self._files)
        file.sure = _all_applied(file.sure, file.pending)
        file.pending.clear()

    def after(self, fate: Fate, source: random.Random) -> dict[str, bytes]:
        """The files as they may be found when the power goes now.

        Args:
            fate: what becomes of all that no sync has followed.
            source: chooses where only some of it arrives.

        Returns:
            Name and content of every file that is there; the shared memory is never among them.
        """
        return {
            name: content
            for name, file in self._files.items()
            if (content := _after_fate(file, fate, source)) is not None
        }


def files_after(ops: Sequence[Op], fate: Fate, source: random.Random) -> dict[str, bytes]:
    """The files as they may be found when the power went after these operations (`Disk.after`)."""
    disk = Disk()
    for op in ops:
        disk.take(op)
    return disk.after(fate, source)


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
    if fate == "none":
        return file.sure
    if fate == "all":
        return _all_applied(file.sure, file.pending)
    pieces = (
        piece for op in file.pending for piece in (_sectors(op) if op.kind == "write" else (op,))
    )
    return _all_applied(file.sure, [piece for piece in pieces if source.random() < 0.5])


def _all_applied(before: bytes | None, ops: Sequence[Op]) -> bytes | None:
    """A file after operations on it; None where there is none."""
    content = None if before is None else bytearray(before)
    for op in ops:
        match op.kind:
            case "delete":
                content = None
                continue
            case "open" | "truncate" | "write":
                content = bytearray() if content is None else content
            case _:
                continue
        if op.kind == "truncate":
            del content[op.at :]
        if op.kind in ("truncate", "write"):
            content.extend(bytes(max(0, op.at - len(content))))
        if op.kind == "write":
            content[op.at : op.at + len(op.data)] = op.data
    return None if content is None else bytes(content)


def _sectors(op: Op) -> list[Op]:
    """A write in pieces that a disk takes whole or not at all."""
    pieces, at = [], op.at
    while at < op.at + len(op.data):
        end = min((at // SECTOR + 1) * SECTOR, op.at + len(op.data))
        pieces.append(Op("write", op.path, at, op.data[at - op.at : end - op.at]))
        at = end
    return pieces
