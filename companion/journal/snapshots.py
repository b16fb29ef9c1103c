"""Folded states on the disk, so that any point of a long game is found quickly.

They lie in a folder of their own beside the journal, one file for each state, and are never a
source of truth: one is used only if it was written by this very program, its content has the hash
that its heading names, and the journal still has the event that it comes after. Any of them, or all
of them, may be deleted at any time. They hold the secrets of both seats and have the rights of the
journal.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from companion.journal.names import is_game_id
from companion.journal.program import program_mark
from companion.journal.state_text import StateText, StateTextError
from companion.table.ids import Seq

State = TypeVar("State")

LOG: Final = logging.getLogger("companion.snapshots")

FOLDER: Final = "snapshots"
"""Name of the folder beside the journal."""

SUFFIX: Final = ".state"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot(Generic[State]):
    """A folded state.

    Attributes:
        seq: the event that it comes after.
        hash: hash of that event, 32 bytes, which stands for all before it.
        state: the state.
    """

    seq: Seq
    hash: bytes
    state: State


class _Heading(msgspec.Struct, frozen=True, kw_only=True):
    """First line of a file.

    Attributes:
        program: `program_mark` of the program that wrote it.
        game_id: the game.
        seq: the event that the state comes after.
        hash: hash of that event, hexadecimal.
        content: SHA-256 of all that follows the line, hexadecimal.
    """

    program: str
    game_id: str
    seq: Seq
    hash: str
    content: str


class Snapshots(Generic[State]):
    """The states that are kept of one game.

    Args:
        journal: the journal; the folder beside it is made when there is something to write.
        game_id: the game.
        every: at most one state is kept for each so many events.
    """

    def __init__(self, journal: Path, game_id: str, every: int) -> None:
        self._game_id: Final = game_id
        self._every: Final = every
        self._folder: Final = journal.parent / FOLDER / game_id if is_game_id(game_id) else None

    def nearest(
        self,
        after: Seq,
        upto: Seq,
        text: StateText[State],
        hash_at: Callable[[Seq], bytes | None],
    ) -> tuple[Seq, State] | None:
        """The latest state that can be used.

        Args:
            after: an earlier one than this is of no use.
            upto: nor is a later one.
            text: reads states.
            hash_at: hash of an event as the journal has it.

        Returns:
            The event that it comes after, and the state; None if there is none.
        """
        for seq in sorted(self._there(), reverse=True):
            if after < seq <= upto:
                heading, content = self._read(seq)
                expected = hash_at(seq)
                if heading is None or expected is None or heading.hash != expected.hex():
                    continue
                if heading.content != hashlib.sha256(content).hexdigest():
                    continue
                try:
                    return seq, text.read(content)
                except StateTextError as error:
                    LOG.info("the snapshot after event %d is not used: %s", seq, error)
        return None

    def write(self, states: Iterable[Snapshot[State]], text: StateText[State]) -> None:
        """Keep states as far as there are none near them; a disk that refuses is only logged.

        What an earlier program has left goes at the same time.

        Args:
            states: the states.
            text: writes states.
        """
        if self._folder is None:
            return
        try:
            taken = {seq // self._every for seq in self._cleared()}
            for snapshot in states:
                if snapshot.seq // self._every not in taken:
                    taken.add(snapshot.seq // self._every)
                    self._write(self._folder, snapshot, text)
        except OSError as error:
            LOG.warning("snapshots are not kept: %s", error.strerror)
        except StateTextError as error:
            LOG.warning("snapshots are not kept: %s", error)

    def _write(self, folder: Path, snapshot: Snapshot[State], text: StateText[State]) -> None:
        content = text.write(snapshot.state)
        heading = _Heading(
            program=program_mark(),
            game_id=self._game_id,
            seq=snapshot.seq,
            hash=snapshot.hash.hex(),
            content=hashlib.sha256(content).hexdigest(),
        )
        for made in (folder.parent, folder):
            made.mkdir(mode=0o700, exist_ok=True)
        draft = folder / f".{snapshot.seq}.new"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(heading) + b"\n" + content)
            # Not forced to the disk: what a power cut has torn is told by its hash.
            draft.replace(folder / f"{snapshot.seq}{SUFFIX}")
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise

    def _there(self) -> list[Seq]:
        """The events that there is a file for."""
        if self._folder is None:
            return []
        try:
            names = os.listdir(self._folder)  # noqa: PTH208 - names are all that is wanted, quickly
        except OSError:
            return []
        numbers = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
        return [Seq(int(number)) for number in numbers if number.isascii() and number.isdigit()]

    def _cleared(self) -> list[Seq]:
        """The events that there is a file for, those of other programs deleted."""
        kept = []
        for seq in self._there():
            if self._read(seq)[0] is not None:
                kept.append(seq)
            elif self._folder is not None:
                (self._folder / f"{seq}{SUFFIX}").unlink(missing_ok=True)
        return kept

    def _read(self, seq: Seq) -> tuple[_Heading | None, bytes]:
        """A file's heading, None where it is not of this program and game, and its content."""
        if self._folder is None:
            return None, b""
        try:
            first, _, content = (self._folder / f"{seq}{SUFFIX}").read_bytes().partition(b"\n")
            heading = msgspec.json.decode(first, type=_Heading)
        except (OSError, msgspec.DecodeError):
            return None, b""
        is_ours = (heading.program, heading.game_id, heading.seq) == (
            program_mark(),
            self._game_id,
            seq,
        )
        return (heading if is_ours else None), content
