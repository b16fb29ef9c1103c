"""The owner's box file on the disk while people edit it: read, changed under a lock, written whole.

Two browsers never overwrite each other: a change says what stood in its cell when it was looked at,
and is made only where that still holds. Answers given during play go through the same lock.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.files import write_whole
from companion.table.box_editor import (
    BoxChange,
    BoxChangeError,
    BoxEditor,
    BoxMergePlan,
    BoxSheet,
    BoxSummary,
    BoxSurvey,
    BoxTextError,
)
from companion.toml_lines import UTF_8
from webui.box_ports import BoxUnsavedError

LOG: Final = logging.getLogger("companion.box")
_MODE: Final = 0o644


class BoxDesk:
    """Implements `webui.box_ports.BoxDesk` over one file.

    Args:
        path: the box file; it need not be there yet.
        editor: what the game knows of box files.
        otherwise: text of the box where there is no file yet.
    """

    def __init__(self, path: Path, editor: BoxEditor, otherwise: str = "") -> None:
        self._path: Final = path
        self._editor: Final = editor
        self._otherwise: Final = otherwise
        self._lock = threading.RLock()

    @property
    def file_name(self) -> str:
        """What the file is called."""
        return self._path.name

    def summary(self) -> BoxSummary:
        """The box at a glance."""
        return self._editor.summary(self._read())

    def sheet(self, sheet_id: str) -> BoxSheet | None:
        """One part of it, None if there is no such part."""
        return self._editor.sheet(self._read(), sheet_id)

    def survey(self) -> BoxSurvey | None:
        """The map of the box, None for a game without a hex map."""
        return self._editor.survey(self._read())

    def text(self) -> str:
        """The whole file as the program writes it."""
        return self._editor.checked(self._read())

    def change(self, changes: Sequence[BoxChange]) -> tuple[BoxChange, ...]:
        """Put values in where what people saw still stands; returns the others."""
        with self._lock:
            text = self._read()
            clashes, made = [], []
            for change in changes:
                there = self._editor.value(text, change.address)
                if there == change.value.strip():
                    continue
                if there != change.before.strip():
                    clashes.append(msgspec.structs.replace(change, before=there))
                else:
                    made.append(change)
            if made:
                self._write(self._editor.changed(text, made))
        return tuple(clashes)

    def add_row(self, sheet_id: str, row: str) -> None:
        """Add a row to a sheet that takes them."""
        self._rewrite(lambda text: self._editor.with_row(text, sheet_id, row))

    def remove_row(self, sheet_id: str, row: str) -> None:
        """Take a row out."""
        self._rewrite(lambda text: self._editor.without_row(text, sheet_id, row))

    def read(self, other: str) -> BoxSummary:
        """Another box at a glance."""
        return self._editor.summary(_filled(other))

    def replace(self, other: str) -> str:
        """Put another box in the place of this one; the old file stays beside it.

        Returns:
            What the old file is called now, empty where there was none.
        """
        new = self._editor.checked(_filled(other))
        kept = self._path.with_name(f"{self._path.name}.before")
        with self._lock:
            there_was_one = self._path.exists()
            try:
                if there_was_one:
                    write_whole(kept, self._path.read_bytes(), mode=_MODE)
            except OSError as error:
                raise BoxUnsavedError(
                    f"the old file could not be kept as {kept.name}: {error.strerror}"
                ) from error
            self._write(new)
        return kept.name if there_was_one else ""

    def merge_plan(self, other: str) -> BoxMergePlan:
        """How another owner's box differs."""
        return self._editor.merge_plan(self._read(), _filled(other))

    def merge(self, other: str, theirs: Collection[str]) -> None:
        """Take in what only the other knows, and its values at these addresses."""
        self._rewrite(lambda text: self._editor.merged(text, _filled(other), theirs))

    def learn(self, before: str | None, learned: str) -> None:
        """Put into the file what play has learned since `before`, and leave the rest as it is.

        A cell that the owner has changed in the file meanwhile keeps the owner's value.

        Args:
            before: the box of the game as it was known when this was last called; None for never.
            learned: the box of the game as it is now.
        """
        with self._lock:
            if not self._path.exists():
                self._write(learned)
                return
            text = self._read()
            base = "" if before is None else before
            newer = [
                conflict.address
                for conflict in self._editor.merge_plan(text, learned).conflicts
                if conflict.ours == self._value(base, conflict.address)
            ]
            try:
                self._write(self._editor.merged(text, learned, newer))
            except BoxChangeError as error:
                LOG.warning("what was learned is not kept in %s: %s", self._path, error.reason)

    def _value(self, text: str, address: str) -> str:
        try:
            return self._editor.value(text, address)
        except BoxChangeError:
            return ""

    def _rewrite(self, changed: Callable[[str], str]) -> None:
        with self._lock:
            self._write(changed(self._read()))

    def _read(self) -> str:
        with self._lock:
            try:
                return self._path.read_text(UTF_8)
            except FileNotFoundError:
                return self._otherwise
            except OSError as error:
                raise BoxTextError(None, f"it cannot be read: {error.strerror}") from error
            except UnicodeDecodeError as error:
                line = error.object[: error.start].count(b"\n") + 1
                raise BoxTextError(line, "this is no UTF-8 text") from error

    def _write(self, text: str) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, text.encode(), mode=_MODE)
        except OSError as error:
            raise BoxUnsavedError(
                f"{self._path.name} could not be written: {error.strerror}"
            ) from error


def _filled(text: str) -> str:
    """The text of somebody's box file: one in which nothing is written is an accident.

    Raises:
        BoxTextError: nothing is written in it.
    """
    if not text.strip():
        raise BoxTextError(None, "nothing is written in it")
    return text
