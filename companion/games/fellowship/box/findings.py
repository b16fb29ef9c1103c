"""A constraint that a box breaks."""

from __future__ import annotations

import msgspec

from companion.toml_lines import Path


class Finding(msgspec.Struct, frozen=True):
    """One broken constraint.

    Attributes:
        table, row, column: the cell; empty where it concerns a whole table or row.
        why: what is wrong and what was expected.
        section: where the rulebook says so.
    """

    table: str
    row: str
    column: str
    why: str
    section: str

    @property
    def cell(self) -> str:
        """The address of the cell, such as ``T.5/wild-1/7``."""
        return "/".join(part for part in (self.table, self.row, self.column) if part)

    @property
    def path(self) -> Path:
        """Where the cell stands in the box file, for `toml_lines.find_line`."""
        part = self.table.partition(".")
        head = ("map", part[2]) if part[0] == "map" else ("tables", self.table)
        return (*head, self.row) if self.row else head
