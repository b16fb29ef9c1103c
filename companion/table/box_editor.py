"""Values between a game's box file and the pages that edit it. Pure data, no rules of any game.

A game whose owner fills in what the rulebook lacks offers a `BoxEditor`: text of a box file in,
values for a page or another text out. Every value of a box has an *address*, a short text such as
``T.5/wild-1/7``; addresses are the game's own, a page only hands them back. A value is a text as
people write it, empty where nobody knows it yet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from companion.board.grid import HexGrid

CellState = Literal["printed", "known", "missing"]
"""Printed in the rulebook and locked; filled in by the owner; not known yet."""

CellKind = Literal["choice", "text", "long", "number"]
"""How it is filled in: one of its choices, a word, several lines, a whole number."""

PlaceKind = Literal["hex", "hexside"]


class BoxTextError(ValueError):
    """A text that is no box file of this game.

    Attributes:
        line: line of the trouble, from 1, or None where it concerns the whole.
        reason: what is wrong and what was expected.
    """

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class BoxChangeError(ValueError):
    """A value that cannot stand where it was put.

    Attributes:
        address: where.
        reason: what is wrong and what was expected.
    """

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"{address}: {reason}")
        self.address = address
        self.reason = reason


class BoxCell(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a sheet.

    Attributes:
        address: where it stands.
        title: its column or field in words.
        value: what stands there, empty while it is missing.
        state: printed, known or missing.
        kind: how it is filled in.
        choices: what can stand there; for a text only proposals.
        source: where a known value comes from, in words.
        needed: play can come to need it.
    """

    address: str
    title: str
    value: str = ""
    state: CellState = "missing"
    kind: CellKind = "text"
    choices: tuple[str, ...] = ()
    source: str = ""
    needed: bool = True


class BoxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a grid, or an entry of a list.

    Attributes:
        id: the row's own name.
        title: the same in words.
        cells: from left to right.
        removable: the owner may take the whole row out.
    """

    id: str
    title: str
    cells: tuple[BoxCell, ...]
    removable: bool = False


class BoxSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a box that is edited on one page.

    Attributes:
        id: name in addresses of pages: small letters, digits, dots and strokes.
        title: heading.
        section: where the rulebook speaks of it.
        note: what to know before filling it in.
        layout: ``grid`` with column headings, or ``list`` of entries with fields.
        columns: headings of a grid, from left to right.
        rows: its rows.
        adds: what a new row is called in words, such as ``event card``; empty where none is added.
    """

    id: str
    title: str
    section: str = ""
    note: str = ""
    layout: Literal["grid", "list"] = "grid"
    columns: tuple[str, ...] = ()
    rows: tuple[BoxRow, ...] = ()
    adds: str = ""

    @property
    def missing(self) -> int:
        """How many needed values are missing."""
        cells = (cell for row in self.rows for cell in row.cells)
        return sum(cell.needed and cell.state == "missing" for cell in cells)


class BoxFinding(msgspec.Struct, frozen=True, kw_only=True):
    """A constraint that a box breaks: a slip of the pen, no error.

    Attributes:
        sheet: id of the sheet, empty for the map's hexes and hexsides.
        address: the cell, or the beginning of the addresses of a row or sheet.
        where: the cell in words.
        why: one sentence without its full stop.
        section: where the rulebook says so.
    """

    sheet: str
    address: str
    where: str
    why: str
    section: str = ""


class BoxSheetLine(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet in the list of all.

    Attributes:
        id, title: as in `BoxSheet`.
        group: heading under which it stands.
        known, needed: how many of the values that play can need are known.
        findings: how many constraints it breaks.
    """

    id: str
    title: str
    group: str
    known: int
    needed: int
    findings: int = 0


class BoxSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A whole box at a glance.

    Attributes:
        name: what its owner calls it.
        is_sample: invented, and said so.
        known, needed: how many of the values that play can need are known.
        sheets: its parts.
        map_known, map_needed: the same for the hexes and hexsides of the map alone.
        findings: every constraint that it breaks.
    """

    name: str
    is_sample: bool
    known: int
    needed: int
    sheets: tuple[BoxSheetLine, ...]
    map_known: int = 0
    map_needed: int = 0
    findings: tuple[BoxFinding, ...] = ()

    @property
    def percent(self) -> int:
        """Whole percent, rounded down: 100 only when nothing is missing."""
        return 100 if not self.needed else 100 * self.known // self.needed


class BoxChange(msgspec.Struct, frozen=True, kw_only=True):
    """A value that somebody wants to put in.

    Attributes:
        address: where.
        value: the new value, empty to take the old one out.
        before: what stood there when they looked; a change is made only where that still holds.
    """

    address: str
    value: str
    before: str = ""


class BoxConflict(msgspec.Struct, frozen=True, kw_only=True):
    """A value in which two box files differ.

    Attributes:
        address: where.
        where: the same in words.
        ours, theirs: what the two say; neither is empty.
    """

    address: str
    where: str
    ours: str
    theirs: str


class BoxMergePlan(msgspec.Struct, frozen=True, kw_only=True):
    """What taking another owner's file in would do.

    Attributes:
        name: what the other owner calls the box.
        is_sample: the other file is an invented one.
        added: how many values it knows that ours lacks.
        equal: how many both know alike.
        conflicts: where they differ.
    """

    name: str
    is_sample: bool
    added: int
    equal: int
    conflicts: tuple[BoxConflict, ...]


class SurveyLayer(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of fact that a map shows for every hex or every hexside.

    Attributes:
        id: short name.
        title: in words.
        places: hexes or hexsides.
        choices: what can stand there.
        prefix, suffix: an address is prefix, label of the place, suffix.
        values: what is known, by label.
        locked: labels whose value the rulebook prints.
        unused: labels that have no such value, such as the terrain of a side at sea.
        by_looks: the picture can tell it: likeness is worth trying.
        takes_others: other words than the choices can stand there too.
        is_set: places either belong to it or not; it is known once any does.
    """

    id: str
    title: str
    places: PlaceKind
    choices: tuple[str, ...]
    prefix: str
    suffix: str
    values: Mapping[str, str]
    locked: Collection[str] = ()
    unused: Collection[str] = ()
    by_looks: bool = False
    takes_others: bool = False
    is_set: bool = False

    def address(self, label: str) -> str:
        """The address of the value of one place."""
        return f"{self.prefix}{label}{self.suffix}"


class BoxSurvey(msgspec.Struct, frozen=True, kw_only=True):
    """The map of a box as a survey paints it.

    Attributes:
        width_in, height_in, flat_to_flat_in, columns, rows, full_columns: the hex grid, as in
            `companion.board.grid.HexGrid`.
        layers: what is painted, in the order in which it is best done.
    """

    width_in: float
    height_in: float
    flat_to_flat_in: float
    columns: int
    rows: int
    full_columns: Literal["even", "odd"]
    layers: tuple[SurveyLayer, ...]

    @property
    def grid(self) -> HexGrid:
        """The hex grid itself."""
        return HexGrid(
            width_in=self.width_in,
            height_in=self.height_in,
            flat_to_flat_in=self.flat_to_flat_in,
            columns=self.columns,
            rows=self.rows,
            full_columns=self.full_columns,
        )

    def layer(self, layer_id: str) -> SurveyLayer | None:
        """The layer of that name, None if there is none."""
        return next((layer for layer in self.layers if layer.id == layer_id), None)


class BoxEditor(Protocol):
    """What a game offers for its box files. Pure: texts in, values or texts out.

    An empty text stands for a box of which nothing is known. Every method may raise
    `BoxTextError` for a text that is no box file of the game.
    """

    def checked(self, text: str) -> str:
        """The same box as the program writes it."""

    def summary(self, text: str) -> BoxSummary:
        """A box at a glance, with every constraint that it breaks."""

    def sheet(self, text: str, sheet_id: str) -> BoxSheet | None:
        """One part of a box, None if the game has no such part."""

    def value(self, text: str, address: str) -> str:
        """What a box itself says at an address; empty where it says nothing."""

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in; what stood there before is not compared.

        Raises:
            BoxChangeError: one of them cannot stand where it was put; nothing is changed.
        """

    def with_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text with a new row in a sheet that takes them.

        Raises:
            BoxChangeError: there is no such sheet, it takes none, or the row is there already.
        """

    def without_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text without a row that may be taken out.

        Raises:
            BoxChangeError: there is no such row, or it belongs to the game.
        """

    def merge_plan(self, text: str, other: str) -> BoxMergePlan:
        """How another owner's box differs."""

    def merged(self, text: str, other: str, theirs: Collection[str]) -> str:
        """The text with everything that only the other knows.

        Args:
            text: our box.
            other: the other owner's.
            theirs: addresses of conflicts in which the other's value counts.

        Raises:
            BoxChangeError: the other is a sample and ours is not; invented values stay out.
        """

    def survey(self, text: str) -> BoxSurvey | None:
        """The map of a box, None for a game without a hex map."""
