"""The box file of this game for the pages that edit it (`companion.table.box_editor`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.fellowship.box.addresses import (
    BOX,
    CARDS,
    EVENTS,
    NAME_ADDRESS,
    NOTE_ADDRESS,
    Address,
    all_values,
    parse_address,
    printed_value,
    value_at,
    with_value,
)
from companion.games.fellowship.box.check import check_box
from companion.games.fellowship.box.file import (
    EMPTY_BOX,
    BoxError,
    BoxFile,
    CardValues,
    EventCard,
    EventHalf,
)
from companion.games.fellowship.box.findings import Finding
from companion.games.fellowship.box.needs import needed_cells
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.sheets import (
    CREATURES,
    build_sheet,
    creature_names,
    sheet_of,
    sheet_of_table,
    sheet_plans,
)
from companion.games.fellowship.box.survey_layers import survey_of
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.tables.printed import printed_tables
from companion.table.box_editor import (
    BoxChange,
    BoxChangeError,
    BoxFinding,
    BoxMergePlan,
    BoxSheet,
    BoxSheetLine,
    BoxSummary,
    BoxSurvey,
    BoxTextError,
)
from companion.table.box_merging import compare_boxes, keep_samples_out, values_to_take

_LONGEST_NAME: Final = 60
_OWN: Final = (NAME_ADDRESS, NOTE_ADDRESS)
_replace = msgspec.structs.replace


class FellowshipBoxEditor:
    """Implements `companion.table.box_editor.BoxEditor`."""

    def checked(self, text: str) -> str:
        """The same box as the program writes it."""
        return write_box(_read(text))

    def summary(self, text: str) -> BoxSummary:
        """A box at a glance, with every constraint that it breaks."""
        return _summary(_read(text))

    def sheet(self, text: str, sheet_id: str) -> BoxSheet | None:
        """One part of a box, None if there is no such part."""
        return build_sheet(_read(text), sheet_id)

    def value(self, text: str, address: str) -> str:
        """What a box itself says at an address; empty where it says nothing."""
        return value_at(_read(text), address)

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in."""
        box = _read(text)
        for change in changes:
            box = with_value(box, change.address, change.value)
        return write_box(box)

    def with_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text with a new event card or creature."""
        box, name = _read(text), row.strip()
        if sheet_id not in (EVENTS, CREATURES):
            raise BoxChangeError(sheet_id, "no rows are added here")
        if not name or len(name) > _LONGEST_NAME or "/" in name:
            why = f"expected a short name without strokes, at most {_LONGEST_NAME} characters"
            raise BoxChangeError(sheet_id, why)
        if sheet_id == EVENTS:
            if any(card.id == name for card in box.events):
                raise BoxChangeError(sheet_id, f"there is an event card {name} already")
            card = EventCard(
                id=name,
                first=EventHalf(title="", favours=FELLOWSHIP),
                second=EventHalf(title="", favours=ENEMY),
            )
            return write_box(_replace(box, events=(*box.events, card)))
        if name in box.cards or name in creature_names(box):
            raise BoxChangeError(sheet_id, f"there is a card {name} already")
        return write_box(_replace(box, cards=box.cards | {name: CardValues()}))

    def without_row(self, text: str, sheet_id: str, row: str) -> str:
        """The text without an event card or an added creature."""
        box = _read(text)
        sheet = build_sheet(box, sheet_id)
        rows = () if sheet is None else sheet.rows
        if not any(one.id == row and one.removable for one in rows):
            raise BoxChangeError(sheet_id, f"there is no {row!r} that can be taken out")
        if sheet_id == EVENTS:
            kept = tuple(card for card in box.events if card.id != row)
            return write_box(_replace(box, events=kept))
        cards = {name: card for name, card in box.cards.items() if name != row}
        return write_box(_replace(box, cards=cards))

    def merge_plan(self, text: str, other: str) -> BoxMergePlan:
        """How another owner's box differs."""
        theirs = _read(other)
        return compare_boxes(
            all_values(_read(text)),
            _to_take(theirs),
            theirs,
            lambda address: in_words(parse_address(address)),
        )

    def merged(self, text: str, other: str, theirs: Collection[str]) -> str:
        """The text with everything that only the other knows, and conflicts as chosen."""
        box, other_box = _read(text), _read(other)
        keep_samples_out(box, other_box, NAME_ADDRESS)
        ids = {card.id for card in box.events}
        new = tuple(card for card in other_box.events if card.id not in ids)
        box = _replace(box, events=(*box.events, *new))
        for address, value in values_to_take(all_values(box), _to_take(other_box), theirs):
            box = with_value(box, address, value)
        return write_box(box)

    def survey(self, text: str) -> BoxSurvey:
        """The map of a box."""
        return survey_of(_read(text))


@lru_cache(maxsize=8)
def _read(text: str) -> BoxFile:
    if not text.strip():
        return EMPTY_BOX
    try:
        return parse_box(text)
    except BoxError as error:
        raise BoxTextError(error.line, error.reason) from error


def _to_take(box: BoxFile) -> dict[str, str]:
    """What another owner's box can give: all but its name, its note and what is printed anyway."""
    return {
        address: value
        for address, value in all_values(box).items()
        if address not in _OWN and not printed_value(parse_address(address))
    }


def _summary(box: BoxFile) -> BoxSummary:
    known: Counter[str] = Counter()
    needed: Counter[str] = Counter()
    for address, is_known in needed_cells(box):
        sheet = sheet_of(address)
        needed[sheet] += 1
        known[sheet] += is_known
    findings = tuple(_as_finding(finding) for finding in check_box(box))
    broken = Counter(finding.sheet for finding in findings)
    lines = tuple(
        BoxSheetLine(
            id=plan.id,
            title=_title(plan.id),
            group=plan.group,
            known=known[plan.id],
            needed=needed[plan.id],
            findings=broken[plan.id],
        )
        for plan in sheet_plans()
    )
    return BoxSummary(
        name=box.name,
        is_sample=box.is_sample,
        known=known.total(),
        needed=needed.total(),
        sheets=lines,
        map_known=known[""],
        map_needed=needed[""],
        findings=findings,
    )


@lru_cache(maxsize=64)
def _title(sheet_id: str) -> str:
    sheet = build_sheet(EMPTY_BOX, sheet_id)
    return sheet_id if sheet is None else sheet.title


def _as_finding(finding: Finding) -> BoxFinding:
    return BoxFinding(
        sheet=sheet_of_table(finding.table),
        address=finding.cell,
        where=in_words(Address(finding.table, finding.row, finding.column)),
        why=finding.why,
        section=finding.section,
    )


def in_words(place: Address) -> str:
    """Where a value stands, in words, such as ``T.5, Wild-1, 7``."""
    if place.table == BOX:
        return place.column
    if place.table == CARDS:
        return f"{place.row}, {place.column.replace('_', ' ')}"
    if place.table == EVENTS:
        return f"event card {place.row}, {place.column.replace('.', ', ')}"
    table = printed_tables().get(place.table)
    if table is not None:
        row = table.row_title(place.row) if place.row else ""
        column = table.column_title(place.column) if place.column else ""
        return ", ".join(part for part in (table.id, row, column) if part)
    part = {"map.hexes": "hex", "map.hexsides": "hexside", "map.halves": "cut hex"}
    return ", ".join(
        one for one in (f"{part.get(place.table, '')} {place.row}".strip(), place.column) if one
    )
