"""The owner's box file around a game: read at the start, filled in while questions are answered."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from companion.files import write_whole
from companion.service.box_desk import BoxDesk
from companion.table.box_editor import BoxTextError
from companion.toml_lines import UTF_8
from webui.box_ports import BoxUnsavedError

LOG: Final = logging.getLogger("companion.box")


class BoxFileError(Exception):
    """A box file that cannot be read; the text says which and why."""


def box_text(path: Path, otherwise: str) -> str:
    """The text of a box file, or another text where there is no such file.

    Raises:
        BoxFileError: the file is there but cannot be read.
    """
    try:
        return path.read_text(UTF_8)
    except FileNotFoundError:
        return otherwise
    except OSError as error:
        raise BoxFileError(f"the box file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BoxFileError(
            f"the box file {path}, line {line}: this is no UTF-8 text. Name another with --box."
        ) from error


class BoxKeeper:
    """Writes what the owner has answered during play into the box file.

    With a desk the answers are put in beside what its owner edits meanwhile. Without one, and where
    the file cannot be read as a box, a file that somebody else has changed meanwhile is set aside
    under another name first. A disk that does not take it costs nothing but the file: the answers
    are in the journal.

    Args:
        path: the box file.
        learned: what the game had learned when it was opened, None for nothing.
        desk: where the same file is edited, None for a game whose box has no editor.
    """

    def __init__(self, path: Path, learned: str | None, desk: BoxDesk | None = None) -> None:
        self._path: Final = path
        self._desk: Final = desk
        self._learned = learned
        self._ours = _bytes_of(path)

    def keep(self, learned: str | None) -> None:
        """Write the box file if the game has learned something new.

        Args:
            learned: `Game.learned_box` of the newest state.
        """
        if learned is None or learned == self._learned:
            return
        before, self._learned = self._learned, learned
        if self._desk is not None:
            try:
                self._desk.learn(before, learned)
            except BoxTextError as error:
                LOG.warning("the box file %s cannot be read: %s", self._path, error)
            except BoxUnsavedError as error:
                # It is tried again with the next standing.
                self._learned = before
                LOG.warning("%s", error)
                return
            else:
                return
        data = learned.encode()
        try:
            there = _bytes_of(self._path)
            if there not in (None, self._ours, data):
                aside = self._path.with_name(f"{self._path.name}.other")
                self._path.replace(aside)
                LOG.warning("%s was changed by others and is now %s", self._path, aside)
            write_whole(self._path, data, mode=0o644)
            self._ours = data
        except OSError as error:
            self._learned = before
            LOG.warning("the box file %s could not be written: %s", self._path, error)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
