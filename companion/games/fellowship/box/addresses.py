"""Every value of a box under one address, as text: for editing it and for comparing two boxes.

An address is table, row and column, such as ``T.5/wild-1/7``, ``map.hexsides/14,g/14,h/terrain``,
``cards/Aragorn/endurance`` or ``events/17/first.title``. The row may hold strokes, the others not.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from companion.board.hexes import BoardError, parse_hex
from companion.games.fellowship.box.answers import AnswerError, parse_labels
from companion.games.fellowship.box.board_map import AREAS, GRID, HALF_HEXES, printed_map
from companion.games.fellowship.box.file import (
    MAP_AREAS,
    MAP_HALVES,
    MAP_HEXES,
    MAP_HEXSIDES,
    MAP_REGIONS,
    BoxFile,
    CardValues,
    EventHalf,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    RegionEntry,
)
from companion.games.fellowship.box.reader import FIELD_WORDS, canonical_side
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS
from companion.games.fellowship.tables.printed import UNKNOWN, printed_tables
from companion.table.box_editor import BoxChangeError

CARDS: Final = "cards"
EVENTS: Final = "events"
BOX: Final = "box"
"""First parts of addresses that are no table of the rulebook and no part of the map."""

THIS: Final = "this"
NAME_ADDRESS: Final = f"{BOX}/{THIS}/name"
NOTE_ADDRESS: Final = f"{BOX}/{THIS}/note"
YES: Final = "yes"
NO: Final = "no"
IN_IT: Final = "in"
"""How it is written that a hex belongs to an area: the value at ``map.areas/AREA/HEX``."""

NONE_OF_IT: Final = "none"
"""How it is written that a hexside belongs to no mountain chain."""

_MAP_ENTRIES: Final[dict[str, tuple[str, type[msgspec.Struct]]]] = {
    MAP_HEXES: ("hexes", HexEntry),
    MAP_HEXSIDES: ("hexsides", HexsideEntry),
    MAP_HALVES: ("halves", HalfEntry),
}
_LONGEST_TEXT: Final = 4000
_GREATEST_NUMBER: Final = 999
_replace = msgspec.structs.replace
_EntryT = TypeVar("_EntryT", bound=msgspec.Struct)


class Address(NamedTuple):
    """An address in its parts."""

    table: str
    row: str
    column: str

    @property
    def text(self) -> str:
        """The address as one text."""
        return "/".join(self)


def parse_address(text: str) -> Address:
    """An address in its parts.

    Raises:
        BoxChangeError: it has too few.
    """
    table, _, rest = text.partition("/")
    row, _, column = rest.rpartition("/")
    if not (table and row and column):
        raise BoxChangeError(text, "expected an address such as T.5/wild-1/7")
    return Address(table, row, column)


def all_values(box: BoxFile) -> dict[str, str]:
    """Every value that a box states, by address."""
    return dict(_values(box))


def value_at(box: BoxFile, address: str) -> str:
    """What a box states at an address, empty where it states nothing.

    Raises:
        BoxChangeError: it is no address.
    """
    place = parse_address(address)
    match place.table:
        case "cards":
            return _stated(box.cards.get(place.row), place.column)
        case "map.hexes":
            return _stated(box.map.hexes.get(place.row), place.column)
        case "map.hexsides":
            return _stated(box.map.hexsides.get(place.row), place.column)
        case "map.areas" if place.column != "hexes":
            return IN_IT if place.column in box.map.areas.get(place.row, ()) else ""
        case table if table in printed_tables():
            values = box.tables.get(table, {}).get(place.row, ())
            return dict(_row_values(table, place.row, values)).get(address, "") if values else ""
        case _:
            return all_values(box).get(address, "")


def _stated(entry: msgspec.Struct | None, column: str) -> str:
    """The text of a field, or of a field within a field such as ``area.damage``."""
    head, _, rest = column.partition(".")
    if entry is None or head not in entry.__struct_fields__:
        return ""
    value = getattr(entry, head)
    if isinstance(value, msgspec.Struct):
        return _stated(value, rest)
    return "" if rest else _as_text(type(entry), head, value)


def _values(box: BoxFile) -> Iterator[tuple[str, str]]:
    yield NAME_ADDRESS, box.name
    if box.note:
        yield NOTE_ADDRESS, box.note
    for table_id, rows in box.tables.items():
        for row, values in rows.items():
            yield from _row_values(table_id, row, values)
    yield from _map_values(box)
    for name, card in box.cards.items():
        yield from _fields(f"{CARDS}/{name}", card)
    for event in box.events:
        for half in ("first", "second"):
            yield from _fields(f"{EVENTS}/{event.id}", getattr(event, half), f"{half}.")


def _row_values(table_id: str, row: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for column, value in zip(printed_tables()[table_id].columns, values, strict=True):
        if value != UNKNOWN:
            yield f"{table_id}/{row}/{column}", value


def _map_values(box: BoxFile) -> Iterator[tuple[str, str]]:
    for table, (part, _) in _MAP_ENTRIES.items():
        for label, entry in getattr(box.map, part).items():
            yield from _fields(f"{table}/{label}", entry)
    for name, labels in box.map.areas.items():
        yield f"{MAP_AREAS}/{name}/hexes", "; ".join(labels)
    for name, region in box.map.regions.items():
        if region.hexes is not None and region.regions is not None:
            items = (*region.hexes, *(f"@{other}" for other in region.regions))
            yield f"{MAP_REGIONS}/{name}/hexes", "; ".join(items)


def _fields(base: str, entry: msgspec.Struct, prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in msgspec.structs.asdict(entry).items():
        if isinstance(value, msgspec.Struct):
            yield from _fields(base, value, f"{prefix}{name}.")
            continue
        text = _as_text(type(entry), name, value)
        if text:
            yield f"{base}/{prefix}{name}", text


def _as_text(struct: type[msgspec.Struct], name: str, value: object) -> str:
    """A value of a field as people write it, empty for one that is not known."""
    if value is None or field_kind(struct, name) is None:
        return ""
    if isinstance(value, bool):
        is_left_out = not value and types.NoneType not in _members(_hints(struct)[name])
        return "" if is_left_out else YES if value else NO
    if value == "" and _can_be_none_of_it(struct, name):
        return NONE_OF_IT
    return str(value)


def _can_be_none_of_it(struct: type[msgspec.Struct], name: str) -> bool:
    """Whether a free word of an entry may be known to be empty, such as the chain of a hexside."""
    hint = _hints(struct).get(name)
    return types.NoneType in _members(hint) and not FIELD_WORDS.get(name)


def inner_struct(struct: type[msgspec.Struct], name: str) -> type[msgspec.Struct] | None:
    """The struct that a field holds, such as the area attack of a card; None for a plain field."""
    if name not in struct.__struct_fields__:
        return None
    kinds = [kind for kind in _members(_hints(struct)[name]) if kind is not types.NoneType]
    is_struct = len(kinds) == 1 and isinstance(kinds[0], type)
    return kinds[0] if is_struct and issubclass(kinds[0], msgspec.Struct) else None


@lru_cache(maxsize=256)
def field_kind(struct: type[msgspec.Struct], name: str) -> type | None:
    """Which simple kind a field of an entry has: ``bool``, ``int``, ``str``; None for any other."""
    hint = _hints(struct)[name]
    kinds = [kind for kind in _members(hint) if kind is not types.NoneType]
    if all(isinstance(kind, type) and issubclass(kind, str) for kind in kinds):
        return str
    return kinds[0] if len(kinds) == 1 and kinds[0] in (bool, int) else None


@lru_cache(maxsize=32)
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return typing.get_type_hints(struct)


def _members(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint can be anything
    if typing.get_origin(hint) is typing.Literal:
        return tuple(type(value) for value in typing.get_args(hint))
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return tuple(kind for part in typing.get_args(hint) for kind in _members(part))
    return (hint,)


def field_choices(struct: type[msgspec.Struct], name: str) -> tuple[str, ...]:
    """The words that can stand in a field, none where it is free."""
    if field_kind(struct, name) is bool:
        return (NO, YES) if types.NoneType in _members(_hints(struct)[name]) else (YES,)
    return tuple(str(word) for word in FIELD_WORDS.get(name, ()))


def with_value(box: BoxFile, address: str, value: str) -> BoxFile:
    """The box with one value put in, or taken out where the text is empty.

    Raises:
        BoxChangeError: there is no such address, its value is printed and locked, or the value
            cannot stand there.
    """
    place, text = parse_address(address), value.strip()
    if len(text) > _LONGEST_TEXT:
        raise BoxChangeError(address, f"at most {_LONGEST_TEXT} characters, got {len(text)}")
    try:
        if place.table == BOX:
            return _with_own(box, place, text)
        if place.table == CARDS:
            return _with_card(box, place, text)
        if place.table == EVENTS:
            return _with_event(box, place, text)
        if place.table in _MAP_ENTRIES:
            return _with_map_entry(box, place, text)
        if place.table in (MAP_AREAS, MAP_REGIONS):
            return _with_set(box, place, text)
        return _with_table_cell(box, place, text)
    except (AnswerError, BoardError) as error:
        raise BoxChangeError(address, str(error)) from error


def printed_value(address: Address) -> str:
    """What the rulebook prints at an address, empty where it prints nothing."""
    if address.table in printed_tables():
        table = printed_tables()[address.table]
        if address.row not in table.rows or address.column not in table.columns:
            return ""
        printed = table.printed(address.row, address.column)
        return "" if printed == UNKNOWN or printed.startswith("=") else printed
    if address.table == MAP_HEXES:
        return _stated(printed_map().hexes.get(address.row), address.column)
    if address.table == MAP_HEXSIDES:
        return _stated(printed_map().hexsides.get(address.row), address.column)
    return ""


def _refuse_locked(place: Address, text: str) -> None:
    printed = printed_value(place)
    if printed and text not in ("", printed):
        raise BoxChangeError(place.text, f"the rulebook prints {printed} here, which is locked")


def _with_own(box: BoxFile, place: Address, text: str) -> BoxFile:
    if place.row != THIS or place.column not in ("name", "note"):
        raise BoxChangeError(place.text, "a box has a name and a note")
    if place.column == "name" and not text:
        raise BoxChangeError(place.text, "a box needs a name, which is shown beside its values")
    return _replace(box, **{place.column: text})


def _with_card(box: BoxFile, place: Address, text: str) -> BoxFile:
    entry = box.cards.get(place.row, CardValues())
    head, _, rest = place.column.partition(".")
    inner = inner_struct(CardValues, head) if rest else None
    if inner is None:
        changed = _with_field(entry, place, text)
    else:
        part = _with_field(getattr(entry, head) or inner(), place._replace(column=rest), text)
        changed = _replace(entry, **{head: None if part == inner() else part})
    if changed == CardValues() and place.row not in box.cards:
        return box
    return _replace(box, cards=box.cards | {place.row: changed})


def _with_event(box: BoxFile, place: Address, text: str) -> BoxFile:
    card = next((card for card in box.events if card.id == place.row), None)
    half, _, field = place.column.partition(".")
    if card is None or half not in ("first", "second"):
        raise BoxChangeError(place.text, "there is no such event card; add it first")
    changed: EventHalf = _with_field(getattr(card, half), place._replace(column=field), text)
    card = _replace(card, **{half: changed})
    return _replace(box, events=tuple(card if one.id == card.id else one for one in box.events))


def _with_map_entry(box: BoxFile, place: Address, text: str) -> BoxFile:
    part, struct = _MAP_ENTRIES[place.table]
    if place.table == MAP_HEXSIDES:
        place = place._replace(row=canonical_side(place.row).label)
    else:
        place = place._replace(row=GRID.check(parse_hex(place.row)).label)
    if place.table == MAP_HALVES and place.row not in {cut.label for cut in HALF_HEXES}:
        cut = ", ".join(cut.label for cut in HALF_HEXES)
        raise BoxChangeError(place.text, f"only {cut} are cut in two")
    _refuse_locked(place, text)
    entries = getattr(box.map, part)
    entry = _with_field(entries.get(place.row, struct()), place, text)
    kept = entries | {place.row: entry}
    if entry == struct():
        del kept[place.row]
    return _replace(box, map=_replace(box.map, **{part: kept}))


def _with_set(box: BoxFile, place: Address, text: str) -> BoxFile:
    is_area = place.table == MAP_AREAS
    known = AREAS if is_area else OFF_BOARD_REGIONS
    if place.row not in known:
        raise BoxChangeError(place.text, f"expected one of {', '.join(known)}")
    if is_area and place.column != "hexes":
        text = "; ".join(_with_member(box.map.areas.get(place.row, ()), place, text))
    elif place.column != "hexes":
        raise BoxChangeError(place.text, "expected the hexes")
    part = "areas" if is_area else "regions"
    entries = dict(getattr(box.map, part))
    entries.pop(place.row, None)
    if text:
        hexes, regions = parse_labels(text)
        if is_area and regions:
            raise BoxChangeError(place.text, "an area holds hexes alone")
        entries[place.row] = hexes if is_area else RegionEntry(hexes=hexes, regions=regions)
    return _replace(box, map=_replace(box.map, **{part: entries}))


def _with_member(labels: tuple[str, ...], place: Address, text: str) -> list[str]:
    """The hexes of an area with one more, or without it."""
    label = GRID.check(parse_hex(place.column)).label
    if text not in ("", IN_IT):
        raise BoxChangeError(place.text, f"expected {IN_IT} or nothing, got {text!r}")
    found = {*labels, label} if text else {*labels} - {label}
    return sorted(found, key=parse_hex)


def _with_table_cell(box: BoxFile, place: Address, text: str) -> BoxFile:
    table = printed_tables().get(place.table)
    if table is None or place.row not in table.rows or place.column not in table.columns:
        raise BoxChangeError(place.text, "no table has such a cell")
    _refuse_locked(place, text)
    if text and (text == UNKNOWN or not table.accepts(text)):
        can = ", ".join(table.choices) or table.pattern
        raise BoxChangeError(place.text, f"{text!r} cannot stand in table {table.id}; {can} can")
    rows = dict(box.tables.get(table.id, {}))
    values = list(rows.get(place.row, (UNKNOWN,) * len(table.columns)))
    values[table.columns.index(place.column)] = text or UNKNOWN
    rows[place.row] = tuple(values)
    if set(values) == {UNKNOWN}:
        del rows[place.row]
    tables = box.tables | {table.id: rows}
    if not rows:
        del tables[table.id]
    return _replace(box, tables=tables)


def _with_field(entry: _EntryT, place: Address, text: str) -> _EntryT:
    struct = type(entry)
    if place.column not in struct.__struct_fields__:
        fields = ", ".join(struct.__struct_fields__)
        raise BoxChangeError(place.text, f"expected one of {fields}")
    merged = msgspec.to_builtins(entry)
    if text:
        merged[place.column] = _field_value(struct, place, text)
    else:
        del merged[place.column]
    try:
        return msgspec.convert(merged, struct)
    except msgspec.ValidationError as error:
        raise BoxChangeError(place.text, "this cannot be left out") from error


def _field_value(struct: type[msgspec.Struct], place: Address, text: str) -> str | int | bool:
    choices = field_choices(struct, place.column)
    if choices and text not in choices:
        raise BoxChangeError(place.text, f"expected one of {', '.join(choices)}, got {text!r}")
    match field_kind(struct, place.column):
        case kind if kind is bool:
            return text == YES
        case kind if kind is int:
            digits = text.removeprefix("-")
            if not (digits.isascii() and digits.isdecimal()) or int(digits) > _GREATEST_NUMBER:
                raise BoxChangeError(
                    place.text, f"expected a whole number up to {_GREATEST_NUMBER}, got {text!r}"
                )
            return int(text)
        case kind if kind is str:
            is_none = text == NONE_OF_IT and _can_be_none_of_it(struct, place.column)
            return "" if is_none else text
        case _:
            raise BoxChangeError(place.text, "this is filled in in the file itself")
