r"""Dice that print a number and a newline and nothing else.

Such a die has no name, no checksum, no count and no memory, so much less can be promised: a roll
printed while nobody listened is lost, a damaged digit can be another face, and what was printed
twice counts twice. ``docs/die-building.md`` tells the players so.

What differs from one kind to another stands in `PLAIN_KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.border import DieMessage, DieRoll, DieState
from firmware_bridge.conversation import Turn
from firmware_bridge.plain_kinds import PLAIN_KINDS

_LINE_LIMIT = 32
"""Bytes of a line; a longer one is no roll."""


class PlainConversation:
    """The conversation with a plain die: it talks, the host listens.

    Args:
        kind: a name out of `PLAIN_KINDS`.
        last_rolls: number of the last recorded roll of each die; a plain die is called
            ``PLAIN-`` and its kind, and the host counts for it.
    """

    is_answering = False

    def __init__(self, kind: str, last_rolls: Mapping[str, int]) -> None:
        self._kind = PLAIN_KINDS[kind]
        self.baud_rate = self._kind.baud_rate
        self.die = f"PLAIN-{kind.upper()}"
        self._number = last_rolls.get(self.die, 0)
        self._partial = b""
        self._candidate: int | None = None
        self._is_candidate_fresh = False

    @property
    def last_number(self) -> int | None:
        """Number of the last roll counted."""
        return self._number

    def opened(self) -> Turn:
        """Forget half-read lines."""
        self._partial = b""
        self._candidate = None
        return Turn(say=(DieState(die=self.die, state="ready", number=self._number),))

    def receive(self, data: bytes) -> Turn:
        """Read the numbers of whole lines."""
        say: list[DieMessage] = []
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._extend(end)
            say += self._hear(self._partial)
            self._partial = b""
        self._extend(rest)
        return Turn(say=tuple(say), is_understood=bool(say))

    def heartbeat(self) -> Turn:
        """Count the last number of a chatty die once it has been quiet for long enough."""
        if self._candidate is None or self._is_candidate_fresh:
            self._is_candidate_fresh = False
            return Turn()
        face, self._candidate = self._candidate, None
        return Turn(say=(self._count(face), self._ready()), is_understood=True)

    def _extend(self, piece: bytes) -> None:
        self._partial += piece[: _LINE_LIMIT + 1 - len(self._partial)]

    def _hear(self, line: bytes) -> list[DieMessage]:
        match = self._kind.line.fullmatch(line) if len(line) <= _LINE_LIMIT else None
        if match is None:
            return []
        printed = int(match[1])
        face = self._kind.faces.get(printed, printed)
        if not 1 <= face <= self._kind.sides:
            return []
        if not self._kind.is_chatty:
            return [self._count(face)]
        self._candidate = face
        self._is_candidate_fresh = True
        return [DieState(die=self.die, state="rolling", number=self._number)]

    def _count(self, face: int) -> DieRoll:
        self._number += 1
        return DieRoll(die=self.die, number=self._number, face=face, sides=self._kind.sides)

    def _ready(self) -> DieState:
        return DieState(die=self.die, state="ready", number=self._number)
