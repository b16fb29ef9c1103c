"""The parts of a box as sheets to fill in: rules tables, the rest of the map, cards, events."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.fellowship.box.addresses import (
    BOX,
    CARDS,
    EVENTS,
    NAME_ADDRESS,
    NOTE_ADDRESS,
    all_values,
    field_choices,
    field_kind,
    inner_struct,
    printed_value,
)
from companion.games.fellowship.box.addresses import (
    Address as _Address,
)
from companion.games.fellowship.box.board_map import AREAS, HALF_HEXES, place_names, printed_map
from companion.games.fellowship.box.file import (
    MAP_AREAS,
    MAP_HALVES,
    MAP_REGIONS,
    BoxFile,
    CardValues,
    EventHalf,
    HalfEntry,
)
from companion.games.fellowship.box.needs import RACES, needed_cells
from companion.games.fellowship.combat.battle import Creature
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS
from companion.games.fellowship.facts.roster import forces
from companion.games.fellowship.tables.printed import UNKNOWN, PrintedTable, printed_tables
from companion.table.box_editor import BoxCell, BoxRow, BoxSheet, CellKind, CellState

TABLES_GROUP: Final = "Rules tables"
MAP_GROUP: Final = "The rest of the map"
CARDS_GROUP: Final = "Cards"

CHARACTERS: Final = "characters"
MINIONS: Final = "minions"
CREATURES: Final = "creatures"

_CREATURES: Final = tuple(one.value.title() for one in Creature if one is not Creature.MAN)
"""Names under which a fight looks for creatures of which a box has no cards of their own."""

_LONG_FIELDS: Final = ("text",)
_FIELD_TITLES: Final = {
    "first": "first hexside of half 1, clockwise",
    "favours": "meant for",
    "play": "when it is played",
    "ends": "when it ends",
}


class SheetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet before it is filled.

    Attributes:
        id: id of the sheet.
        group: heading under which it stands.
        tables: first parts of the addresses on it.
    """

    id: str
    group: str
    tables: tuple[str, ...]


def slug(table_id: str) -> str:
    """The id of a table's sheet."""
    return re.sub(r"[^a-z0-9]+", "-", table_id.lower()).strip("-")


@lru_cache(maxsize=1)
def sheet_plans() -> tuple[SheetPlan, ...]:
    """Every sheet in the order in which they are listed."""
    tables = [
        SheetPlan(id=slug(table), group=TABLES_GROUP, tables=(table,)) for table in printed_tables()
    ]
    return (
        *tables,
        SheetPlan(id="halves", group=MAP_GROUP, tables=(MAP_HALVES,)),
        SheetPlan(id="areas", group=MAP_GROUP, tables=(MAP_AREAS,)),
        SheetPlan(id="regions", group=MAP_GROUP, tables=(MAP_REGIONS,)),
        SheetPlan(id=CHARACTERS, group=CARDS_GROUP, tables=()),
        SheetPlan(id=MINIONS, group=CARDS_GROUP, tables=()),
        SheetPlan(id=CREATURES, group=CARDS_GROUP, tables=()),
        SheetPlan(id=EVENTS, group=CARDS_GROUP, tables=(EVENTS,)),
        SheetPlan(id=BOX, group="The file", tables=(BOX,)),
    )


def sheet_of(address: str) -> str:
    """The id of the sheet on which a needed value stands, empty for the map itself."""
    table, _, rest = address.partition("/")
    if table == CARDS:
        return MINIONS if rest.rpartition("/")[0] in minion_names() else CHARACTERS
    return sheet_of_table(table)


def sheet_of_table(table: str) -> str:
    """The id of the sheet on which a table or part of the map stands, empty for the map itself."""
    return next((plan.id for plan in sheet_plans() if table in plan.tables), "")


def build_sheet(box: BoxFile, sheet_id: str) -> BoxSheet | None:
    """One sheet of a box, None if there is none of that id."""
    for table in printed_tables().values():
        if slug(table.id) == sheet_id:
            return _Filler(box).table(table)
    builders: dict[str, Callable[[_Filler], BoxSheet]] = {
        "halves": _Filler.halves,
        "areas": _Filler.areas,
        "regions": _Filler.regions,
        CHARACTERS: _Filler.characters,
        MINIONS: _Filler.minions,
        CREATURES: _Filler.creatures,
        EVENTS: _Filler.events,
        BOX: _Filler.own,
    }
    build = builders.get(sheet_id)
    return None if build is None else build(_Filler(box))


def character_names() -> tuple[str, ...]:
    """Names under which values of Fellowship cards stand, races among them (9.12, 12.1)."""
    named = [force.name for force in forces() if force.seat == "fellowship" and not force.is_decoy]
    decoys = [force.name for force in forces() if force.is_decoy]
    return (*(race.value.title() for race in RACES), *named, *decoys)


@lru_cache(maxsize=1)
def minion_names() -> tuple[str, ...]:
    """Names under which values of Enemy cards stand."""
    return tuple(force.name for force in forces() if force.seat == "enemy")


def creature_names(box: BoxFile) -> tuple[str, ...]:
    """The kinds of creature, then every other name of the box that is no card of either player."""
    others = {*character_names(), *minion_names(), *_CREATURES}
    return (*_CREATURES, *(name for name in box.cards if name not in others))


class _Filler:
    """Fills sheets from one box."""

    def __init__(self, box: BoxFile) -> None:
        self._box = box
        self._values = all_values(box)
        self._needed = {address for address, _ in needed_cells(box)}
        self._source = f"{'sample box' if box.is_sample else 'box'} {box.name}"

    def table(self, table: PrintedTable) -> BoxSheet:
        rows = tuple(
            BoxRow(
                id=row,
                title=table.row_title(row),
                cells=tuple(self._table_cell(table, row, column) for column in table.columns),
            )
            for row in table.rows
        )
        return BoxSheet(
            id=slug(table.id),
            title=f"{table.id} {table.title}" if "." in table.id else table.title,
            section=table.section,
            note=_note_of(table),
            columns=tuple(table.column_title(column) for column in table.columns),
            rows=rows,
        )

    def _table_cell(self, table: PrintedTable, row: str, column: str) -> BoxCell:
        printed = table.printed(row, column)
        follows = printed.startswith("=")
        address = f"{table.id}/{row}/{column}"
        cell = self._cell(
            _Address(table.id, row, column),
            table.column_title(column),
            kind="choice" if 0 < len(table.choices) <= 4 else "text",
            choices=table.choices,
        )
        needed = address in self._needed and not follows
        if cell.state == "printed":
            source = f"rulebook {table.section_of(row, column)}"
            return msgspec.structs.replace(cell, source=source, needed=False)
        return msgspec.structs.replace(cell, needed=needed)

    def _cell(
        self,
        place: _Address,
        title: str,
        kind: CellKind = "text",
        choices: tuple[str, ...] = (),
    ) -> BoxCell:
        printed, stated = printed_value(place), self._values.get(place.text, "")
        state: CellState = "printed" if printed else "known" if stated else "missing"
        return BoxCell(
            address=place.text,
            title=title,
            value=printed or stated,
            state=state,
            kind=kind,
            choices=choices,
            source="rulebook" if printed else self._source if stated else "",
            needed=place.text in self._needed,
        )

    def _field(
        self, table: str, row: str, struct: type[msgspec.Struct], name: str, prefix: str = ""
    ) -> BoxCell:
        choices = field_choices(struct, name)
        if name == "creature":
            choices = tuple(one.value for one in Creature)
        kind: CellKind = "choice" if choices else "text"
        if field_kind(struct, name) is int:
            kind = "number"
        elif name in _LONG_FIELDS:
            kind = "long"
        title = _FIELD_TITLES.get(name, name.replace("_", " "))
        return self._cell(_Address(table, row, f"{prefix}{name}"), title, kind, choices)

    def halves(self) -> BoxSheet:
        rows = tuple(
            BoxRow(
                id=place.label,
                title=" ".join((place.label, *place_names(place))),
                cells=tuple(
                    self._field(MAP_HALVES, place.label, HalfEntry, name)
                    for name in HalfEntry.__struct_fields__
                ),
            )
            for place in HALF_HEXES
        )
        return BoxSheet(
            id="halves",
            title="Hexes that are cut in two",
            section="3.1, 7.325",
            note="Which three hexsides belong to half 1, and what lies between the halves.",
            layout="list",
            rows=rows,
        )

    def areas(self) -> BoxSheet:
        note = "Labels of hexes with a semicolon between them, such as 3,bc; 4,b."
        return self._sets(MAP_AREAS, "Named areas", AREAS, note, "6.27, 7.71, 7.9, 10.1")

    def regions(self) -> BoxSheet:
        note = (
            "The hexes and regions that touch each region: labels with a semicolon between them, "
            "and @ before the name of a region, such as 2,f; @Northern Sea."
        )
        names = OFF_BOARD_REGIONS
        return self._sets(MAP_REGIONS, "Off-board regions", names, note, "7.7")

    def _sets(
        self, table: str, title: str, names: tuple[str, ...], note: str, section: str
    ) -> BoxSheet:
        rows = []
        for name in names:
            cell = self._cell(_Address(table, name, "hexes"), "hexes", kind="long")
            needed = bool({f"{table}/{name}", cell.address} & self._needed)
            hint = "; ".join(printed_map().regions.get(name, ()))
            cell = msgspec.structs.replace(
                cell, needed=needed, source=cell.source or (f"rulebook: {hint}" if hint else "")
            )
            rows.append(BoxRow(id=name, title=name, cells=(cell,)))
        return BoxSheet(
            id=sheet_of_table(table),
            title=title,
            section=section,
            note=note,
            layout="list",
            rows=tuple(rows),
        )

    def characters(self) -> BoxSheet:
        note = (
            "What is printed on the cards. Helpers without a name have the values of their race "
            "unless they have their own here."
        )
        return self._cards(CHARACTERS, "Characters", character_names(), note)

    def minions(self) -> BoxSheet:
        note = "What is printed on the cards. Equal cards are numbered; each has its own line."
        return self._cards(MINIONS, "Minions", minion_names(), note)

    def creatures(self) -> BoxSheet:
        note = (
            "One line for each kind of creature card, such as Warg, with the subgroup that it "
            "belongs to."
        )
        names = creature_names(self._box)
        return self._cards(CREATURES, "Creatures", names, note, adds="creature")

    def _cards(
        self, sheet_id: str, title: str, names: tuple[str, ...], note: str, adds: str = ""
    ) -> BoxSheet:
        return BoxSheet(
            id=sheet_id,
            title=title,
            section="9.1, T.7, T.8",
            note=note,
            columns=tuple(_title_of(name) for name, _, _ in card_columns()),
            rows=tuple(
                BoxRow(
                    id=name,
                    title=name,
                    cells=tuple(self._card_cells(name)),
                    removable=bool(adds) and name not in _CREATURES,
                )
                for name in names
            ),
            adds=adds,
        )

    def _card_cells(self, name: str) -> Iterator[BoxCell]:
        for column, struct, field in card_columns():
            prefix = column.removesuffix(field)
            cell = self._field(CARDS, name, struct, field, prefix)
            kind: CellKind = "text" if cell.kind == "long" else cell.kind
            yield msgspec.structs.replace(cell, kind=kind, title=_title_of(column))

    def events(self) -> BoxSheet:
        rows = tuple(
            BoxRow(
                id=card.id,
                title=f"{card.id}: {card.first.title or '?'} / {card.second.title or '?'}",
                cells=tuple(
                    msgspec.structs.replace(cell, title=f"{half}: {cell.title}")
                    for half in ("first", "second")
                    for name in EventHalf.__struct_fields__
                    for cell in (self._field(EVENTS, card.id, EventHalf, name, f"{half}."),)
                ),
                removable=True,
            )
            for card in self._box.events
        )
        return BoxSheet(
            id=EVENTS,
            title="Event cards",
            section="3.24, 6.3",
            note="Each card bears a pair of events, and the deck holds two equal copies of it.",
            layout="list",
            rows=rows,
            adds="event card",
        )

    def own(self) -> BoxSheet:
        named = (("name", NAME_ADDRESS, "text"), ("note", NOTE_ADDRESS, "long"))
        cells = tuple(
            BoxCell(
                address=address,
                title=title,
                value=self._values.get(address, ""),
                state="known" if self._values.get(address) else "missing",
                kind="long" if kind == "long" else "text",
                needed=False,
            )
            for title, address, kind in named
        )
        row = BoxRow(id="this", title="This file", cells=cells)
        note = "The name is shown beside every value that comes from this file."
        return BoxSheet(id=BOX, title="Name and note", note=note, layout="list", rows=(row,))


@lru_cache(maxsize=1)
def card_columns() -> tuple[tuple[str, type[msgspec.Struct], str], ...]:
    """The columns of cards: each with the struct and the field that it stands for."""
    found: list[tuple[str, type[msgspec.Struct], str]] = []
    for name in CardValues.__struct_fields__:
        inner = inner_struct(CardValues, name)
        if inner is None:
            found.append((name, CardValues, name))
        else:
            found += [(f"{name}.{field}", inner, field) for field in inner.__struct_fields__]
    return tuple(found)


def _title_of(field: str) -> str:
    return _FIELD_TITLES.get(field, field.replace("_", " ").replace(".", ": "))


def _note_of(table: PrintedTable) -> str:
    gaps = any(value == UNKNOWN for values in table.rows.values() for value in values)
    if not gaps:
        return "The rulebook prints this table in full."
    can = ", ".join(table.choices)
    return f"What can stand in a cell: {can}." if can else f"Cells look like {table.pattern}."
