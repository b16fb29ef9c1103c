"""Looked-up results and rules tables as widgets: every part with its reason, the cell lit."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.tables import cells
from companion.games.fellowship.tables.cells import Lookup
from companion.games.fellowship.tables.printed import PrintedTable
from companion.games.fellowship.tables.rules_tables import NoSuchCellError, find_table
from companion.table.values import Roll
from companion.table.views import Explained, Part, Table, TableRow

_DASH: Final = "-"
_NOTHING: Final = "nothing"
"""What a printed dash means; alone at the end of a line it would not be read as a result."""


def explained(
    handbook: Handbook,
    lookup: Lookup,
    *,
    title: str,
    result: str,
    meaning: str = "",
    roll: Roll | None = None,
) -> Explained:
    """A lookup for the screens.

    Args:
        handbook: where the table's row is read from.
        lookup: what was looked up.
        title: what it was for, such as ``Search at 12,e``.
        result: what it gave, such as ``S3``; a dash is said as "nothing".
        meaning: the result in words.
        roll: the roll that was used, for its source.
    """
    parts: list[Part] = []
    if lookup.base_roll is not None:
        parts.append(Part(label="Roll", value=lookup.base_roll, section="4.2"))
    parts += [
        Part(label=part.label, value=part.value, reason=part.reason, section=part.section)
        for part in lookup.parts
    ]
    unknown = isinstance(lookup.cell, cells.UnknownCell)
    return Explained(
        title=title,
        parts=tuple(parts),
        total=lookup.total if lookup.total is not None else (lookup.base_roll or 0),
        result=_NOTHING if result == _DASH else result,
        meaning=meaning,
        section=lookup.table,
        source="" if isinstance(lookup.cell, cells.UnknownCell) else lookup.cell.source.text,
        table=None if unknown else lit_row(handbook, lookup.table, lookup.row, lookup.column),
        roll_source=roll.source if roll is not None else "",
    )


def lit_row(handbook: Handbook, table: str, row: str, column: str) -> Table | None:
    """One row of a rules table with a cell lit; None for what is no rules table."""
    try:
        printed = find_table(table)
    except NoSuchCellError:
        return None
    if row not in printed.rows or column not in printed.columns:
        return None
    return Table(
        id=printed.id,
        title=printed.title,
        columns=tuple(printed.column_title(name) for name in printed.columns),
        rows=(_row(handbook, printed, row),),
        lit_row=0,
        lit_column=printed.columns.index(column),
    )


def whole_table(handbook: Handbook, printed: PrintedTable) -> Table:
    """A rules table with every cell that is known."""
    box = handbook.box
    note = f"Cells that the rulebook's text lacks come from the box {box.name}."
    if box.is_sample:
        note = (
            "Cells that the rulebook's text lacks come from the sample box, "
            "whose values are invented."
        )
    return Table(
        id=printed.id,
        title=printed.title,
        columns=tuple(printed.column_title(name) for name in printed.columns),
        rows=tuple(_row(handbook, printed, row) for row in printed.rows),
        note=note,
    )


def _row(handbook: Handbook, printed: PrintedTable, row: str) -> TableRow:
    found = (handbook.tables.cell(printed.id, row, column) for column in printed.columns)
    shown = tuple("?" if isinstance(cell, cells.UnknownCell) else cell.value for cell in found)
    return TableRow(label=printed.row_title(row), cells=shown)
