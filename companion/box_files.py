"""Box files on disk: read whole, written so that a power cut leaves the old file or the new."""

from __future__ import annotations

from pathlib import Path

from companion.files import write_whole
from companion.games.fellowship.box.file import BoxError, BoxFile
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.writer import write_box
from companion.toml_lines import UTF_8


def load_box_file(path: Path) -> BoxFile:
    """Read a box file.

    Raises:
        BoxError: it cannot be read, or says something that a box file cannot say.
    """
    return parse_box(read_box_text(path), str(path))


def read_box_text(path: Path) -> str:
    """The text of a box file.

    Raises:
        BoxError: there is no such file, it cannot be read, or it is not text.
    """
    try:
        return path.read_text(UTF_8)
    except FileNotFoundError as error:
        raise BoxError(str(path), None, "there is no such file") from error
    except OSError as error:
        raise BoxError(str(path), None, f"it cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BoxError(str(path), line, "this is no UTF-8 text") from error


def save_box_file(box: BoxFile, path: Path) -> None:
    """Write a box file at once: to a file beside it, to the disk, then into its place.

    Raises:
        BoxError: it cannot be written; the old file is untouched.
    """
    try:
        write_whole(path, write_box(box).encode(), mode=0o644)
    except OSError as error:
        raise BoxError(str(path), None, f"it cannot be written: {error.strerror}") from error
