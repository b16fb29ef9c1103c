"""The pages that edit a box file, for every game whose box is a `companion.table.grid_box`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from companion.table.box_editor import (
    BoxCell,
    BoxChange,
    BoxChangeError,
    BoxMergePlan,
    BoxRow,
    BoxSheet,
    BoxSheetLine,
    BoxSummary,
    BoxSurvey,
)
from companion.table.box_merging import compare_boxes, keep_samples_out, values_to_take
from companion.table.grid_box import (
    GridBox,
    GridPlan,
    GridSheet,
    address_of,
    read_box,
    row_fault,
    with_value,
    write_box,
)

_ABOUT: Final = "about"
_NAME_ADDRESS: Final = f"{_ABOUT}/box/name"
_ABOUT_BOX: Final = {_NAME_ADDRESS: "name", f"{_ABOUT}/box/note": "note"}


class GridBoxEditor:
    """Implements `companion.table.box_editor.BoxEditor`.

    Args:
        plan: which sheets the boxes of the game have.
    """

    def __init__(self, plan: GridPlan) -> None:
        self._plan: Final = plan

    def checked(self, text: str) -> str:
        """The same box as the program writes it."""
        return write_box(self._plan, self._read(text))

    def summary(self, text: str) -> BoxSummary:
        """A box at a glance."""
        box = self._read(text)
        lines = tuple(self._line(box, sheet) for sheet in self._plan.sheets)
        about = BoxSheetLine(id=_ABOUT, title="About this box", group="Box", known=0, needed=0)
        return BoxSummary(
            name=box.name,
            is_sample=box.is_sample,
            known=sum(line.known for line in lines),
            needed=sum(line.needed for line in lines),
            sheets=(about, *lines),
        )

    def sheet(self, text: str, sheet_id: str) -> BoxSheet | None:
        """One part of a box, None if there is no such part."""
        box = self._read(text)
        if sheet_id == _ABOUT:
            return _about(box)
        sheet = self._plan.sheet(sheet_id)
        if sheet is None:
            return None
        fixed = dict(sheet.rows)
        return BoxSheet(
            id=sheet.id,
            title=sheet.title,
            note=sheet.note,
            layout="list" if sheet.adds else "grid",
            columns=tuple(column.title for column in sheet.columns),
            rows=tuple(
                BoxRow(
                    id=row, title=title, cells=_cells(box, sheet, row), removable=row not in fixed
                )
                for row, title in box.rows(sheet)
            ),
            adds=sheet.adds,
        )

    def value(self, text: str, address: str) -> str:
        """What a box itself says at an address; empty where it says nothing."""
        box = self._read(text)
        if address in _ABOUT_BOX:
            return box.name if _ABOUT_BOX[address] == "name" else box.note
        sheet, row, column = (*address.split("/"), "", "", "")[:3]
        return box.get(sheet, row, column)

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in."""
        box = self._read(text)
        for change in changes:
            match _ABOUT_BOX.get(change.address):
                case "name":
                    box = msgspec.structs.replace(box, name=change.value.strip())
                case "note":
                    box = msgspec.structs.replace(box, note=change.value.strip())
                case _:
                    box = with_value(self._plan, box, change.address, change.value)
        return write_box(self._plan, box)

    def with_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text with a new row in a sheet that takes them."""
        box, name = self._read(text), row.strip()
        sheet = self._plan.sheet(sheet_id)
        if sheet is None or not sheet.adds:
            raise BoxChangeError(sheet_id, "no rows are added here")
        if row_fault(name):
            raise BoxChangeError(sheet_id, row_fault(name))
        if name in dict(box.rows(sheet)):
            raise BoxChangeError(sheet_id, f"there is a {sheet.adds} {name} already")
        rows = {**box.sheets.get(sheet_id, {}), name: {}}
        box = msgspec.structs.replace(box, sheets={**box.sheets, sheet_id: rows})
        return write_box(self._plan, box)

    def without_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text without an owner's own row."""
        box = self._read(text)
        sheet = self._plan.sheet(sheet_id)
        rows = dict(box.sheets.get(sheet_id, {}))
        if sheet is None or row in dict(sheet.rows) or row not in rows:
            raise BoxChangeError(sheet_id, f"there is no {row!r} that can be taken out")
        del rows[row]
        box = msgspec.structs.replace(box, sheets={**box.sheets, sheet_id: rows})
        return write_box(self._plan, box)

    def merge_plan(self, text: str, other: str) -> BoxMergePlan:
        """How another owner's box differs."""
        ours, theirs = self._read(text), self._read(other)
        return compare_boxes(
            dict(_values(ours)),
            dict(_values(theirs)),
            theirs,
            lambda address: ", ".join(address.split("/")),
        )

    def merged(self, text: str, other: str, theirs: Collection[str]) -> str:
        """The text with everything that only the other knows, and conflicts as chosen."""
        box, other_box = self._read(text), self._read(other)
        keep_samples_out(box, other_box, _NAME_ADDRESS)
        for address, value in values_to_take(dict(_values(box)), dict(_values(other_box)), theirs):
            box = with_value(self._plan, box, address, value)
        return write_box(self._plan, box)

    def survey(self, text: str) -> BoxSurvey | None:  # noqa: ARG002 - the protocol names it
        """No hex map that is painted."""
        return None

    def _read(self, text: str) -> GridBox:
        return read_box(self._plan, text)

    def _line(self, box: GridBox, sheet: GridSheet) -> BoxSheetLine:
        needed = [
            box.get(sheet.id, row, column.name)
            for row, _ in box.rows(sheet)
            for column in sheet.columns
            if column.needed
        ]
        return BoxSheetLine(
            id=sheet.id,
            title=sheet.title,
            group=sheet.group,
            known=sum(value != "" for value in needed),
            needed=len(needed),
        )


def _cells(box: GridBox, sheet: GridSheet, row: str) -> tuple[BoxCell, ...]:
    cells = []
    for column in sheet.columns:
        value = box.get(sheet.id, row, column.name)
        source = "sample, invented" if box.is_sample else "owner of the box"
        cells.append(
            BoxCell(
                address=address_of(sheet.id, row, column.name),
                title=column.title,
                value=value,
                state="known" if value else "missing",
                kind=column.kind,
                choices=column.choices,
                source=source if value else "",
                needed=column.needed,
            )
        )
    return tuple(cells)


def _values(box: GridBox) -> Iterator[tuple[str, str]]:
    for sheet, rows in box.sheets.items():
        for row, cells in rows.items():
            for column, value in cells.items():
                yield address_of(sheet, row, column), value


def _about(box: GridBox) -> BoxSheet:
    cells = tuple(
        BoxCell(
            address=address,
            title=name.title(),
            value=value,
            state="known" if value else "missing",
            kind="long" if name == "note" else "text",
            needed=False,
        )
        for (address, name), value in zip(_ABOUT_BOX.items(), (box.name, box.note), strict=True)
    )
    row = BoxRow(id="box", title="Box", cells=cells)
    return BoxSheet(id=_ABOUT, title="About this box", layout="list", rows=(row,))
