"""Table cells and looked-up results: a value with its source, or the statement that it is unknown.

Nothing is invented where the rulebook text has a gap: `Cell` carries where its value comes from,
`UnknownCell` carries the question that has to be asked once, and of whom.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat

SourceKind = Literal["rulebook", "sample", "owner"]
Asked = Literal["mover", "fellowship", "enemy"]
"""Who is asked for an unknown cell: the seat that moves, or always the same seat."""


class Source(msgspec.Struct, frozen=True):
    """Where a value comes from.

    Attributes:
        kind: ``rulebook`` (printed), ``sample`` (invented for the sample box), ``owner`` (typed in
            by the owner of a box).
        section: section or table of the rulebook, or the name of the box.
    """

    kind: SourceKind
    section: str = ""

    @property
    def text(self) -> str:
        """The source in words, for a screen."""
        if self.kind == "rulebook":
            return f"rulebook {self.section}"
        owner = "sample box" if self.kind == "sample" else "box"
        return f"{owner} {self.section}".rstrip()


class Cell(msgspec.Struct, frozen=True, tag="cell"):
    """A known cell.

    Attributes:
        table, row, column: where it stands.
        value: what is printed there, such as ``A``, ``8``, ``S3`` or ``-``.
        source: where the value comes from.
    """

    table: str
    row: str
    column: str
    value: str
    source: Source


class UnknownCell(msgspec.Struct, frozen=True, tag="unknown"):
    """A cell that nobody has filled in yet.

    Attributes:
        table, row, column: where it stands.
        question: what the owner of the box is asked, one sentence.
        choices: the values that can stand there; empty where the answer is a free text.
        asked: who is asked.
    """

    table: str
    row: str
    column: str
    question: str
    choices: tuple[str, ...] = ()
    asked: Asked = "mover"

    @property
    def key(self) -> str:
        """The cell's address as one text, such as ``T.5/wild-1/7``; the same cell, the same key."""
        return f"{self.table}/{self.row}/{self.column}"

    def asked_of(self, mover: Seat) -> Seat:
        """The seat to ask, given whose player-turn or marker it concerns."""
        if self.asked == "mover":
            return mover
        return FELLOWSHIP if self.asked == "fellowship" else ENEMY


class Part(msgspec.Struct, frozen=True):
    """One line of an explained result.

    Attributes:
        label: what counts, such as ``Horse mode``.
        value: what it adds to the roll (or to the limit); 0 where it is set aside.
        reason: why, in a few words.
        section: where the rulebook says so.
    """

    label: str
    value: int
    reason: str
    section: str


class Lookup(msgspec.Struct, frozen=True):
    """An explained result of a table.

    Attributes:
        table, row, column: the cell that counts.
        base_roll: the die, or None where nothing was rolled.
        parts: every modifier that was claimed, in the order of the rulebook.
        total: the modified roll or the modified limit; None where neither exists.
        cell: what stands there.
    """

    table: str
    row: str
    column: str
    base_roll: int | None
    parts: tuple[Part, ...]
    total: int | None
    cell: Cell | UnknownCell

    @property
    def value(self) -> str | None:
        """The cell's value, or None while it is unknown."""
        return self.cell.value if isinstance(self.cell, Cell) else None

    @property
    def unknown(self) -> UnknownCell | None:
        """The cell to ask for, or None when it is known."""
        return self.cell if isinstance(self.cell, UnknownCell) else None


def modified(base_roll: int, parts: tuple[Part, ...]) -> int:
    """The roll with all its modifiers; they are cumulative (8.31)."""
    return base_roll + sum(part.value for part in parts)
