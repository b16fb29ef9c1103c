"""Small files, written so that a crash leaves the old one or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file in one step, on disk before it returns.

    Args:
        path: the file; its folder must exist.
        data: all that it shall hold.
        mode: rights of a file that is new.

    Raises:
        OSError: it cannot be written; the old file is untouched.
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        # On a full disk half a file would hold the room that the next attempt needs.
        with suppress(OSError):
            draft.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
