"""One cell of one rules table: the printed value, or the box's, or the question to ask."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.box.file import EMPTY_BOX, BoxFile
from companion.games.fellowship.tables.cells import Cell, Source, UnknownCell
from companion.games.fellowship.tables.printed import UNKNOWN, PrintedTable, printed_tables


class NoSuchCellError(LookupError):
    """No table, row or column of that name; the text lists what there is."""


@dataclass(frozen=True, slots=True)
class RulesTables:
    """All rules tables as one box knows them. Cheap to make: it only refers to the box.

    A printed cell is locked: a box cannot change it (`box_check` reports the attempt).

    Attributes:
        box: the box file that fills the gaps.
    """

    box: BoxFile = EMPTY_BOX

    def cell(self, table: str, row: str, column: str) -> Cell | UnknownCell:
        """The value of one cell with its source, or what to ask for it.

        Raises:
            NoSuchCellError: no such table, row or column.
        """
        printed = find_table(table)
        _check_address(printed, row, column)
        value = printed.printed(row, column)
        if value != UNKNOWN and not value.startswith("="):
            source = Source("rulebook", printed.section_of(row, column))
            return Cell(printed.id, row, column, value, source)
        filled = self._filled(printed, row, column)
        if filled is not None:
            source = Source("sample" if self.box.is_sample else "owner", self.box.name)
            return Cell(printed.id, row, column, filled, source)
        if value.startswith("="):
            return self.cell(table, row, value[1:])
        return unknown_cell(printed, row, column)

    def _filled(self, table: PrintedTable, row: str, column: str) -> str | None:
        values = self.box.tables.get(table.id, {}).get(row)
        if values is None:
            return None
        value = values[table.columns.index(column)]
        return None if value == UNKNOWN else value


def find_table(table: str) -> PrintedTable:
    """The table of that id; capitals do not matter.

    Raises:
        NoSuchCellError: there is none; the text lists them.
    """
    wanted = table.lower()
    for printed in printed_tables().values():
        if printed.id.lower() == wanted:
            return printed
    known = ", ".join(printed_tables())
    raise NoSuchCellError(f"no table {table!r}; there are {known}")


def unknown_cell(table: PrintedTable, row: str, column: str) -> UnknownCell:
    """The question for one gap of a table."""
    question = (
        f"What does table {table.id} ({table.title}) show for "
        f"{table.row_title(row)}, {table.column_title(column)}?"
    )
    return UnknownCell(table.id, row, column, question, table.choices, table.asked)


def _check_address(table: PrintedTable, row: str, column: str) -> None:
    if row not in table.rows:
        rows = ", ".join(table.rows)
        raise NoSuchCellError(f"table {table.id} has no row {row!r}; there are {rows}")
    if column not in table.columns:
        columns = ", ".join(table.columns)
        raise NoSuchCellError(f"table {table.id} has no column {column!r}; there are {columns}")
