"""The box file of this game for the pages that edit it (`companion.table.box_editor`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from companion.games.quest.box import BoxFile, box_findings, read_box, with_value, write_box
from companion.games.quest.cells import CELLS, SHEETS, Cell, check_value
from companion.table.box_editor import (
    BoxCell,
    BoxChange,
    BoxChangeError,
    BoxFinding,
    BoxMergePlan,
    BoxRow,
    BoxSheet,
    BoxSheetLine,
    BoxSummary,
    BoxSurvey,
)
from companion.table.box_merging import compare_boxes, keep_samples_out, values_to_take

NAME_ADDRESS: Final = "box//name"
LONGEST_NAME: Final = 60

_NOTES: Final = {
    "cards": "60 Hobbit cards and 11 Life tokens are in the box.",
    "tiles": "23 event tiles are in the box.",
    "features": "Write a card as: name, colour, symbols. A yellow card as: Mithril, yellow.",
}
_BOARD_NOTE: Final = (
    "Spaces are parted by ';', what one space does by '+': light, die, shield, special, heart, "
    "sun, ring, draw 2, feature 1 for the first feature card of the board, '-' for nothing, "
    "'none' for a line that the board lacks. Events: who (group, one, each, bearer, active), "
    "'pays' what 'or' what happens, such as: each pays 2 hiding or dark 1; 'revealed' stands for "
    "the symbol of a card turned over. What happens: sauron 1, dark 1, light 1, die, draw 2, "
    "discard 2, lack heart, lack all, next, out, eye."
)


class QuestBoxEditor:
    """Implements `companion.table.box_editor.BoxEditor`."""

    def checked(self, text: str) -> str:
        """The same box as the program writes it."""
        return write_box(read_box(text))

    def summary(self, text: str) -> BoxSummary:
        """A box at a glance."""
        box = read_box(text)
        findings = tuple(
            BoxFinding(
                sheet=CELLS[address].sheet, address=address, where=CELLS[address].title, why=why
            )
            for address, why in box_findings(box)
        )
        lines = tuple(
            BoxSheetLine(
                id=sheet,
                title=title,
                group="Boards" if sheet in _boards() else "Components",
                known=sum(bool(box.get(cell.address)) for cell in _cells(sheet)),
                needed=len(_cells(sheet)),
                findings=sum(finding.sheet == sheet for finding in findings),
            )
            for sheet, title in SHEETS.items()
        )
        return BoxSummary(
            name=box.name,
            is_sample=box.is_sample,
            known=sum(line.known for line in lines),
            needed=sum(line.needed for line in lines),
            sheets=lines,
            findings=findings,
        )

    def sheet(self, text: str, sheet_id: str) -> BoxSheet | None:
        """One part of a box."""
        if sheet_id not in SHEETS:
            return None
        box = read_box(text)
        return BoxSheet(
            id=sheet_id,
            title=SHEETS[sheet_id],
            note=_NOTES.get(sheet_id, _BOARD_NOTE),
            layout="grid" if sheet_id in ("cards", "tiles") else "list",
            columns=("In this box",),
            rows=tuple(
                BoxRow(id=cell.address, title=cell.title, cells=(_box_cell(box, cell),))
                for cell in _cells(sheet_id)
            ),
        )

    def value(self, text: str, address: str) -> str:
        """What a box itself says at an address."""
        box = read_box(text)
        return box.name if address == NAME_ADDRESS else box.values.get(address, "")

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in."""
        box = read_box(text)
        for change in changes:
            box = _changed(box, change.address, change.value.strip())
        return write_box(box)

    def with_row(self, text: str, sheet_id: str, row: str) -> str:
        """No sheet takes rows."""
        raise BoxChangeError(sheet_id, "no rows are added here")

    def without_row(self, text: str, sheet_id: str, row: str) -> str:
        """No sheet loses rows."""
        raise BoxChangeError(sheet_id, f"there is no {row!r} that can be taken out")

    def merge_plan(self, text: str, other: str) -> BoxMergePlan:
        """How another owner's box differs."""
        theirs = read_box(other)
        return compare_boxes(
            read_box(text).values, theirs.values, theirs, lambda address: CELLS[address].title
        )

    def merged(self, text: str, other: str, theirs: Collection[str]) -> str:
        """The text with everything that only the other knows, and conflicts as chosen."""
        box, other_box = read_box(text), read_box(other)
        keep_samples_out(box, other_box, NAME_ADDRESS)
        for address, value in values_to_take(box.values, other_box.values, theirs):
            box = with_value(box, address, value)
        return write_box(box)

    def survey(self, text: str) -> BoxSurvey | None:
        """There is no hex map."""
        return None


def _boards() -> tuple[str, ...]:
    return tuple(sheet for sheet in SHEETS if sheet not in _NOTES)


def _cells(sheet: str) -> tuple[Cell, ...]:
    return tuple(cell for cell in CELLS.values() if cell.sheet == sheet)


def _box_cell(box: BoxFile, cell: Cell) -> BoxCell:
    value = box.get(cell.address)
    kinds = {"number": "number", "choice": "choice", "long": "long"}
    made = BoxCell(
        address=cell.address,
        title="In this box",
        value=value,
        state="printed" if cell.printed else "known" if value else "missing",
        choices=cell.choices,
        source=_source(box, cell),
    )
    return msgspec.structs.replace(made, kind=kinds.get(cell.kind, "text"))


def _source(box: BoxFile, cell: Cell) -> str:
    if cell.printed:
        return "rulebook"
    if not box.get(cell.address):
        return ""
    return "sample" if box.is_sample else "owner"


def _changed(box: BoxFile, address: str, value: str) -> BoxFile:
    if address == NAME_ADDRESS:
        if len(value) > LONGEST_NAME:
            raise BoxChangeError(address, f"expected at most {LONGEST_NAME} characters")
        return msgspec.structs.replace(box, name=value)
    why = check_value(address, value) if value or address not in CELLS else None
    if why is not None:
        raise BoxChangeError(address, why)
    return with_value(box, address, value)
