"""The tables as far as the rulebook's text gives them, from ``data/tables/*.toml``.

A printed cell is a value, ``?`` where the text at hand has a gap, or ``=COLUMN`` where the cell is
that of another column unless a box says otherwise.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.fellowship.tables.cells import Asked

UNKNOWN: Final = "?"
"""How a gap is written in a table."""

_FILES: Final = (
    "t1-movement",
    "t2-terrain",
    "t3-acquisition",
    "t4-activity",
    "t5-search",
    "t5-modifiers",
    "t5-small-groups",
    "t6-random-groups",
    "victory",
)


class PrintedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rules table.

    Attributes:
        id: what people call it, such as ``T.5``.
        title: its heading.
        section: where the rulebook has it.
        asked: who is asked for a gap.
        pattern: regular expression that every value matches as a whole.
        choices: the values that a person may be offered for a gap, empty where they are too many.
        columns: headings from left to right.
        rows: cells of each row, as many as there are columns.
        row_titles, column_titles: headings in words where the id is too short.
        sections: section of a single cell by ``row/column`` where it is not the table's.
    """

    id: str
    title: str
    section: str
    asked: Asked
    pattern: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    choices: tuple[str, ...] = ()
    row_titles: dict[str, str] = {}
    column_titles: dict[str, str] = {}
    sections: dict[str, str] = {}

    def accepts(self, value: str) -> bool:
        """Whether a value has the form that this table's cells have."""
        return re.fullmatch(self.pattern, value) is not None

    def printed(self, row: str, column: str) -> str:
        """What stands in the text: a value, ``?`` or ``=COLUMN``.

        Raises:
            KeyError: the table has no such row or column.
        """
        if column not in self.columns:
            raise KeyError(column)
        return self.rows[row][self.columns.index(column)]

    def section_of(self, row: str, column: str) -> str:
        """The section that a printed cell comes from."""
        return self.sections.get(f"{row}/{column}", self.section)

    def row_title(self, row: str) -> str:
        """A row's heading in words."""
        return self.row_titles.get(row, row)

    def column_title(self, column: str) -> str:
        """A column's heading in words."""
        return self.column_titles.get(column, column)


def _load(stem: str) -> PrintedTable:
    folder = resources.files("companion.games.fellowship").joinpath("data", "tables")
    text = folder.joinpath(f"{stem}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), PrintedTable)


@lru_cache(maxsize=1)
def printed_tables() -> MappingProxyType[str, PrintedTable]:
    """Every rules table by id, in the order of the rulebook."""
    tables = (_load(stem) for stem in _FILES)
    return MappingProxyType({table.id: table for table in tables})
