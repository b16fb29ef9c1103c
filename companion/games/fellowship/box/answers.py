"""Putting an answer into a box: each unknown cell is asked once, its answer is kept there."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from companion.board.hexes import BoardError, parse_hex
from companion.games.fellowship.box import file as box_file
from companion.games.fellowship.box.board_map import GRID, YES_OR_NO
from companion.games.fellowship.box.file import (
    BoxFile,
    CardValues,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    MapData,
    RegionEntry,
)
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.printed import UNKNOWN
from companion.games.fellowship.tables.rules_tables import find_table

_EntryT = TypeVar("_EntryT", HexEntry, HexsideEntry, HalfEntry)


class AnswerError(ValueError):
    """An answer that cannot stand in the cell; the text says what can."""


def with_answer(box: BoxFile, cell: UnknownCell, answer: str) -> BoxFile:
    """The box with one more cell filled in.

    Args:
        box: the box as it is.
        cell: the cell that was asked for.
        answer: one of `cell.choices`; where there are none, a value of the table's form, or for an
            area or region the labels of its hexes and regions (``@`` before a region), parted by
            semicolons.

    Raises:
        AnswerError: the answer cannot stand there.
    """
    text = answer.strip()
    if cell.choices and text not in cell.choices:
        raise AnswerError(f"expected one of {', '.join(cell.choices)}, got {answer!r}")
    if cell.table.startswith("map."):
        return msgspec.structs.replace(box, map=_with_map_answer(box.map, cell, text))
    if cell.table == box_file.CARDS:
        return _with_card_answer(box, cell, text)
    return _with_table_answer(box, cell, text)


def _with_card_answer(box: BoxFile, cell: UnknownCell, text: str) -> BoxFile:
    """A number of a card; a star behind a damage number says that it is diseased (9.1)."""
    values, _, field = cell.column.rpartition(".")
    starred = field == "damage" and text.endswith("*")
    digits = text[:-1].rstrip() if starred else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 2):
        raise AnswerError(f"expected a number of the card from 0 to 99, got {text!r}")
    fields: dict[str, Any] = {field: int(digits)}
    if starred:
        fields["diseased"] = True
    card: dict[str, Any] = msgspec.to_builtins(box.cards.get(cell.row, CardValues()))
    if values:
        card[values] = (card.get(values) or {}) | fields
    else:
        card |= fields
    kept = msgspec.convert(_without_none(card), CardValues)
    return msgspec.structs.replace(box, cards=box.cards | {cell.row: kept})


def _without_none(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _without_none(value) if isinstance(value, dict) else value
        for key, value in fields.items()
        if value is not None
    }


def _with_table_answer(box: BoxFile, cell: UnknownCell, text: str) -> BoxFile:
    table = find_table(cell.table)
    if not table.accepts(text):
        raise AnswerError(
            f"{text!r} cannot stand in table {table.id}; its values look like {table.pattern}"
        )
    rows = dict(box.tables.get(table.id, {}))
    values = list(rows.get(cell.row, (UNKNOWN,) * len(table.columns)))
    values[table.columns.index(cell.column)] = text
    rows[cell.row] = tuple(values)
    return msgspec.structs.replace(box, tables=box.tables | {table.id: rows})


def _with_map_answer(data: MapData, cell: UnknownCell, text: str) -> MapData:
    match cell.table:
        case box_file.MAP_HEXES:
            hexes = _with_entry(data.hexes, cell, text, HexEntry())
            return msgspec.structs.replace(data, hexes=hexes)
        case box_file.MAP_HEXSIDES:
            hexsides = _with_entry(data.hexsides, cell, text, HexsideEntry())
            return msgspec.structs.replace(data, hexsides=hexsides)
        case box_file.MAP_HALVES:
            halves = _with_entry(data.halves, cell, text, HalfEntry())
            return msgspec.structs.replace(data, halves=halves)
        case box_file.MAP_AREAS:
            hexes_of_area, _ = parse_labels(text)
            return msgspec.structs.replace(data, areas=data.areas | {cell.row: hexes_of_area})
        case box_file.MAP_REGIONS:
            labels, regions = parse_labels(text)
            entry = RegionEntry(hexes=labels, regions=regions)
            return msgspec.structs.replace(data, regions=data.regions | {cell.row: entry})
        case _:
            raise AnswerError(f"the map has no part {cell.table!r}")


def _with_entry(
    entries: dict[str, _EntryT], cell: UnknownCell, text: str, empty: _EntryT
) -> dict[str, _EntryT]:
    entry = entries.get(cell.row, empty)
    value: Any = text == "yes" if cell.choices == YES_OR_NO else text
    merged = msgspec.to_builtins(entry) | {cell.column: value}
    return entries | {cell.row: msgspec.convert(merged, type(empty))}


def parse_labels(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hexes and regions of a list such as ``2,f; 2,g; @Northern Sea``.

    Returns:
        Canonical labels of the hexes, and names of the regions.

    Raises:
        AnswerError: a hex that the map does not have, or an unknown region.
    """
    hexes: list[str] = []
    regions: list[str] = []
    for item in filter(None, (part.strip() for part in text.split(";"))):
        if item.startswith("@"):
            if item[1:] not in OFF_BOARD_REGIONS:
                known = ", ".join(OFF_BOARD_REGIONS)
                raise AnswerError(f"no region {item[1:]!r}; there are {known}")
            regions.append(item[1:])
            continue
        try:
            hexes.append(GRID.check(parse_hex(item)).label)
        except BoardError as error:
            raise AnswerError(str(error)) from error
    return tuple(hexes), tuple(regions)
