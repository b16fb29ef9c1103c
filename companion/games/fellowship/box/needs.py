"""Which cells of a box play can need, and which of them are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.fellowship.box.board_map import AREAS, GRID, HALF_HEXES, BoardMap
from companion.games.fellowship.box.file import (
    CARDS,
    MAP_AREAS,
    MAP_HALVES,
    MAP_HEXES,
    MAP_HEXSIDES,
    MAP_REGIONS,
    BoxFile,
)
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS, HexType, Race, Water
from companion.games.fellowship.facts.roster import forces
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.printed import UNKNOWN, printed_tables
from companion.games.fellowship.tables.rules_tables import RulesTables

Need = tuple[str, bool]
"""Address of a needed cell, and whether it is known."""

_NEVER_REACHED: Final = {("T.5", HexType.HAVEN.value, "13"), ("T.5", HexType.HAVEN.value, "14+")}
"""Only the Enemy's +1 or +2 counts in a Haven, so that 12 is the most that can come up (T.5)."""

RACES: Final = (Race.MAN, Race.ELF, Race.DWARF, Race.HOBBIT)
"""Races with a card of their own: generic values, and those of helpers without a name (9.12)."""

NUMBERS: Final = ("offensive", "damage", "defensive", "endurance")
"""The four numbers of a card that fights (9.1)."""

_NEVER_ASKED: Final = {
    "Gollum": ("endurance",),  # 12.1 gives it
    "Kraken 1": ("offensive", "damage"),  # it attacks hexes alone (12.2)
    "Kraken 2": ("offensive", "damage"),
    "Corsair Fleet": ("offensive", "damage", "defensive"),  # nobody attacks it (T.8)
}


def needed_cells(box: BoxFile) -> Iterator[Need]:
    """Every cell that play can need and the rulebook's text does not give."""
    yield from _table_cells(box)
    yield from _hexes(BoardMap(box))
    yield from _hexsides(BoardMap(box))
    yield from _other_parts(BoardMap(box))
    yield from _cards(box)


def _table_cells(box: BoxFile) -> Iterator[Need]:
    tables = RulesTables(box)
    for table in printed_tables().values():
        for row, values in table.rows.items():
            for column, printed in zip(table.columns, values, strict=True):
                address = (table.id, row, column)
                if printed == UNKNOWN and address not in _NEVER_REACHED:
                    cell = tables.cell(*address)
                    yield "/".join(address), not isinstance(cell, UnknownCell)


def _hexes(map_: BoardMap) -> Iterator[Need]:
    for place in GRID:
        facts = (
            ("type", map_.hex_type(place)),
            ("water", map_.water(place)),
            ("forest", map_.forest(place)),
            ("region", map_.random_region(place)),
            ("victory", map_.victory_class(place)),
            ("battlefield", map_.is_battlefield(place)),
            ("port", map_.is_port(place)),
        )
        for column, fact in facts:
            yield f"{MAP_HEXES}/{place.label}/{column}", not isinstance(fact, UnknownCell)


def _hexsides(map_: BoardMap) -> Iterator[Need]:
    for side in GRID.hexsides():
        water = map_.side_water(side)
        address = f"{MAP_HEXSIDES}/{side.label}"
        if isinstance(water, UnknownCell) and water.table == MAP_HEXSIDES:
            yield f"{address}/water", False
        if water is Water.SEA:
            continue
        yield f"{address}/terrain", not isinstance(map_.terrain(side), UnknownCell)
        yield f"{address}/feature", not isinstance(map_.feature(side), UnknownCell)
        yield f"{address}/chain", map_.chain(side) is not None


def _other_parts(map_: BoardMap) -> Iterator[Need]:
    for place in HALF_HEXES:
        facts = (
            ("first", map_.cut(place)),
            ("terrain", map_.cut_terrain(place)),
            ("feature", map_.cut_feature(place)),
        )
        for column, fact in facts:
            yield f"{MAP_HALVES}/{place.label}/{column}", not isinstance(fact, UnknownCell)
    for name in AREAS:
        yield f"{MAP_AREAS}/{name}", not isinstance(map_.area(name), UnknownCell)
    for name in OFF_BOARD_REGIONS:
        known = not isinstance(map_.region_neighbours(name), UnknownCell)
        yield f"{MAP_REGIONS}/{name}", known


def fighting_cards() -> Iterator[str]:
    """Names under which a box has numbers that a fight can ask for, creatures aside."""
    yield from (race.value.title() for race in RACES)
    yield from (one.name for one in forces() if not one.is_decoy and one.kind != "thing")


def _cards(box: BoxFile) -> Iterator[Need]:
    for name in fighting_cards():
        card = box.cards.get(name)
        for number in NUMBERS:
            if number not in _NEVER_ASKED.get(name, ()):
                is_known = card is not None and getattr(card, number) is not None
                yield f"{CARDS}/{name}/{number}", is_known
