"""Box files made of sheets with rows and columns, for games whose owner data are such grids.

A game says in a `GridPlan` which sheets there are; a `GridBox` is what an owner knows of them. The
file is TOML: a table for each row (``[crew."Ann"]``), a line for each value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.table.box_editor import BoxChangeError, BoxTextError, CellKind
from companion.toml_lines import Path, TomlTextError, find_line, read_toml, spelled

FORMAT: Final = 1
LONGEST_NAME: Final = 60
LONGEST_VALUE: Final = 500
_HEAD: Final = ("format", "game", "name", "note", "is_sample")


class GridColumn(msgspec.Struct, frozen=True, kw_only=True):
    """One value that every row of a sheet has.

    Attributes:
        name: in addresses and files.
        title: in words.
        kind: how it is filled in.
        choices: what can stand there, for the kind ``choice``.
        needed: play can come to need it.
    """

    name: str
    title: str
    kind: CellKind = "text"
    choices: tuple[str, ...] = ()
    needed: bool = True


class GridSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of a plan.

    Attributes:
        id: small letters, digits and strokes.
        title, group, note: in words.
        columns: from left to right.
        rows: name and title of the rows that every box has.
        adds: what an owner's own row is called, empty where none is added.
    """

    id: str
    title: str
    group: str
    columns: tuple[GridColumn, ...]
    note: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    adds: str = ""

    def column(self, name: str) -> GridColumn | None:
        """The column of that name, or None."""
        return next((one for one in self.columns if one.name == name), None)


class GridPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Which sheets the boxes of a game have."""

    game: str
    sheets: tuple[GridSheet, ...]

    def sheet(self, sheet_id: str) -> GridSheet | None:
        """The sheet of that name, or None."""
        return next((one for one in self.sheets if one.id == sheet_id), None)


class GridBox(msgspec.Struct, frozen=True, kw_only=True):
    """What an owner knows.

    Attributes:
        name, note: what its owner calls it and says about it.
        is_sample: invented, and said so.
        sheets: for each sheet its rows in order, for each row its values by column. An added row
            stands here even when nothing of it is known; an empty value never does.
    """

    name: str = ""
    note: str = ""
    is_sample: bool = False
    sheets: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    def get(self, sheet: str, row: str, column: str) -> str:
        """A value, empty while nobody knows it."""
        return self.sheets.get(sheet, {}).get(row, {}).get(column, "")

    def rows(self, sheet: GridSheet) -> tuple[tuple[str, str], ...]:
        """Name and title of the rows of a sheet: those of the plan, then the owner's own."""
        fixed = dict(sheet.rows)
        own = tuple((row, row) for row in self.sheets.get(sheet.id, {}) if row not in fixed)
        return (*sheet.rows, *own)


EMPTY: Final = GridBox()


def address_of(sheet: str, row: str, column: str) -> str:
    """The address of a value, such as ``crew/Ann/strength``."""
    return f"{sheet}/{row}/{column}"


def with_value(plan: GridPlan, box: GridBox, address: str, value: str) -> GridBox:
    """The box with a value put in, or taken out where the value is empty.

    Raises:
        BoxChangeError: there is no such address, or the value cannot stand there.
    """
    sheet_id, row, name = (*address.split("/"), "", "")[:3]
    sheet = plan.sheet(sheet_id)
    column = None if sheet is None else sheet.column(name)
    if sheet is None or column is None or address != address_of(sheet_id, row, name):
        raise BoxChangeError(address, "there is no such value")
    if row not in dict(box.rows(sheet)) and not sheet.adds:
        raise BoxChangeError(address, f"there is no row {row!r}")
    text = value.strip()
    fault = fault_of(column, text) or row_fault(row)
    if fault:
        raise BoxChangeError(address, fault)
    rows = dict(box.sheets.get(sheet_id, {}))
    cells = {key: one for key, one in rows.get(row, {}).items() if key != name}
    rows[row] = cells | ({name: text} if text else {})
    return msgspec.structs.replace(box, sheets={**box.sheets, sheet_id: rows})


def fault_of(column: GridColumn, text: str) -> str:
    """Why a text cannot stand in a column, empty if it can."""
    if len(text) > LONGEST_VALUE:
        return f"expected at most {LONGEST_VALUE} characters"
    if text and column.kind == "choice" and text not in column.choices:
        return f"expected one of {', '.join(column.choices)}, got {text!r}"
    digits = text.removeprefix("-")
    if text and column.kind == "number" and not (digits.isascii() and digits.isdecimal()):
        return f"expected a whole number, got {text!r}"
    if text and column.kind == "number" and len(digits) > len("9999"):
        return f"expected a whole number of at most four digits, got {text!r}"
    return ""


def row_fault(row: str) -> str:
    """Why a text cannot be the name of a row, empty if it can."""
    if row.strip() == row and 0 < len(row) <= LONGEST_NAME and "/" not in row and row.isprintable():
        return ""
    return f"expected a short name without strokes, at most {LONGEST_NAME} characters"


def read_box(plan: GridPlan, text: str) -> GridBox:
    """The box that a file holds; an empty text is a box of which nothing is known.

    Raises:
        BoxTextError: it is no box file of this game.
    """
    if not text.strip():
        return EMPTY
    try:
        read = read_toml(text)
    except TomlTextError as error:
        raise BoxTextError(error.line, error.reason) from error
    if read.get("game") != plan.game or read.get("format") != FORMAT:
        raise BoxTextError(
            find_line(text, ("game",)),
            f'expected the lines `format = {FORMAT}` and `game = "{plan.game}"`',
        )
    box = GridBox(
        name=_text(text, read, "name"),
        note=_text(text, read, "note"),
        is_sample=read.get("is_sample") is True,
    )
    for sheet_id, rows in read.items():
        if sheet_id not in _HEAD:
            box = _with_sheet(plan, box, text, (sheet_id, rows))
    return box


def _text(text: str, read: Mapping[str, Any], key: str) -> str:
    value = read.get(key, "")
    if not isinstance(value, str):
        raise BoxTextError(find_line(text, (key,)), f"{key}: expected a text in quotes")
    return value


def _with_sheet(plan: GridPlan, box: GridBox, text: str, sheet: tuple[str, Any]) -> GridBox:
    sheet_id, rows = sheet
    plan_sheet = plan.sheet(sheet_id)
    if plan_sheet is None or not isinstance(rows, dict):
        known = ", ".join(one.id for one in plan.sheets)
        inside = tuple(rows)[:1] if isinstance(rows, dict) else ()
        raise _fault(text, (sheet_id, *inside), f"there is no such sheet. The sheets are: {known}")
    for row, cells in rows.items():
        if not isinstance(cells, dict):
            raise _fault(text, (sheet_id, row), "expected a row with its values")
        if not plan_sheet.adds and row not in dict(plan_sheet.rows):
            raise _fault(text, (sheet_id, row), f"there is no row {row!r}")
        kept = {**box.sheets, sheet_id: {**box.sheets.get(sheet_id, {}), row: {}}}
        box = msgspec.structs.replace(box, sheets=kept)
        if row_fault(row):
            raise _fault(text, (sheet_id, row), row_fault(row))
        for name, value in cells.items():
            path = (sheet_id, row, name)
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise _fault(text, path, "expected a text in quotes or a whole number")
            try:
                box = with_value(plan, box, address_of(*path), str(value))
            except BoxChangeError as error:
                raise _fault(text, path, error.reason) from error
    return box


def _fault(text: str, path: Path, reason: str) -> BoxTextError:
    return BoxTextError(find_line(text, path), f"{spelled(path)}: {reason}")


def write_box(plan: GridPlan, box: GridBox) -> str:
    """The file of a box, its sheets in the order of the plan."""
    lines = [
        f"format = {FORMAT}",
        f"game = {_quoted(plan.game)}",
        f"name = {_quoted(box.name)}",
        f"note = {_quoted(box.note)}",
        f"is_sample = {'true' if box.is_sample else 'false'}",
    ]
    for sheet in plan.sheets:
        for row, cells in box.sheets.get(sheet.id, {}).items():
            if not cells and row in dict(sheet.rows):
                continue
            lines += ["", f"[{sheet.id}.{_quoted(row)}]"]
            lines += [
                f"{one.name} = {_quoted(cells[one.name])}"
                for one in sheet.columns
                if one.name in cells
            ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for the delete character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
