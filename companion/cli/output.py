"""Files that a command is asked to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.errors import CommandFailed
from companion.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path


def write_out(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whole or not at all; a device, a pipe or a link gets the data as they come.

    Args:
        path: the file.
        data: all that it shall hold.
        mode: rights of a file that is new.

    Raises:
        BrokenPipeError: it is a pipe that nobody reads any more.
        CommandFailed: it cannot be written.
    """
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_bytes(data)
        else:
            write_whole(path, data, mode)
    except BrokenPipeError:
        # Whoever read the pipe has gone and wants no more: that is no fault to tell of.
        raise
    except OSError as error:
        raise CommandFailed(
            f"{path} cannot be written: {error.strerror}. Name a file in a folder that you may "
            "write to."
        ) from error


def counted(number: int, one: str, more: str) -> str:
    """A number with what it counts, such as ``1 game`` or ``2,000 games``."""
    return f"{number:,} {one if number == 1 else more}"
