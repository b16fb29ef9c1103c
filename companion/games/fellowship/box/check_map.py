"""Constraints on the map of a box: its parts must agree with the text and with each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.board.hexes import Hexside
from companion.games.fellowship.box.board_map import (
    COASTAL_ISLE,
    GRID,
    ICE_BAY,
    BoardMap,
    places,
    printed_map,
)
from companion.games.fellowship.box.file import (
    MAP_AREAS,
    MAP_HEXES,
    MAP_HEXSIDES,
    MAP_REGIONS,
    BoxFile,
    HexEntry,
    HexsideEntry,
)
from companion.games.fellowship.box.findings import Finding
from companion.games.fellowship.box.reader import canonical_side
from companion.games.fellowship.facts.names import Feature, Terrain, Water

_OVER_WATER: Final = (Feature.FORD, Feature.FERRY, Feature.FALLS)
_WET: Final = (Terrain.RIVER, Terrain.SWAMP)


def check_map(box: BoxFile) -> list[Finding]:
    """Every broken constraint of the map."""
    return [
        *_printed_facts(box),
        *_hexsides(box),
        *_shores(box),
        *_named_places_are_land(box),
        *_areas(box),
        *_regions(box),
    ]


def _printed_facts(box: BoxFile) -> Iterator[Finding]:
    printed = printed_map()
    for label, fact in printed.hexes.items():
        yield from _contradictions(MAP_HEXES, label, fact, box.map.hexes.get(label))
    for label, side_fact in printed.hexsides.items():
        yield from _contradictions(MAP_HEXSIDES, label, side_fact, box.map.hexsides.get(label))


def _contradictions(
    table: str,
    label: str,
    fact: HexEntry | HexsideEntry,
    entry: HexEntry | HexsideEntry | None,
) -> Iterator[Finding]:
    if entry is None:
        return
    said = msgspec.structs.asdict(entry)
    for column, value in msgspec.structs.asdict(fact).items():
        if value is not None and said[column] not in (None, value):
            why = f"the rulebook says {value} here, the box says {said[column]}"
            yield Finding(table, label, column, why, printed_map().sections[label])


def _hexsides(box: BoxFile) -> Iterator[Finding]:
    map_ = BoardMap(box)
    for label, entry in box.map.hexsides.items():
        side = canonical_side(label)
        yield from _water_agrees(map_, side, entry)
        if entry.feature in _OVER_WATER and entry.terrain not in (None, *_WET):
            why = f"a {entry.feature} leads over water, but the terrain is {entry.terrain}"
            yield Finding(MAP_HEXSIDES, label, "feature", why, "2.0, 7.5")


def _water_agrees(map_: BoardMap, side: Hexside, entry: HexsideEntry) -> Iterator[Finding]:
    waters = [map_.water(place) for place in side.hexes]
    if entry.water is None:
        return
    if Water.LAND in waters and entry.water is not Water.LAND:
        why = f"a hexside of an all-land hex is land, the box says {entry.water}"
        yield Finding(MAP_HEXSIDES, side.label, "water", why, "7.325")
    if Water.SEA in waters and entry.water is Water.LAND:
        why = "a hexside of an all-sea hex is no land"
        yield Finding(MAP_HEXSIDES, side.label, "water", why, "7.325")


def _shores(box: BoxFile) -> Iterator[Finding]:
    map_ = BoardMap(box)
    for side in GRID.hexsides():
        if {map_.water(place) for place in side.hexes} == {Water.LAND, Water.SEA}:
            inland = next(place for place in side.hexes if map_.water(place) is Water.LAND)
            why = f"all land beside the open sea ({side.label}); one of the two has a shore"
            yield Finding(MAP_HEXES, inland.label, "water", why, "2.0")


def _named_places_are_land(box: BoxFile) -> Iterator[Finding]:
    map_ = BoardMap(box)
    for name, hexes in places().items():
        for place in hexes:
            if map_.water(place) is Water.SEA:
                why = f"{name} lies here, so the hex is not all sea"
                yield Finding(MAP_HEXES, place.label, "water", why, "10.1, 10.2")


def _areas(box: BoxFile) -> Iterator[Finding]:
    map_ = BoardMap(box)
    for name in (COASTAL_ISLE, ICE_BAY):
        found = map_.area(name)
        for place in found if isinstance(found, tuple) else ():
            if map_.water(place) is Water.LAND:
                why = f"{place.label} belongs to {name} but is all land"
                yield Finding(MAP_AREAS, name, "hexes", why, "7.71, 10.1")


def _regions(box: BoxFile) -> Iterator[Finding]:
    printed = printed_map()
    for name, entry in box.map.regions.items():
        said = {*(entry.hexes or ()), *(f"@{region}" for region in entry.regions or ())}
        missing = [label for label in printed.regions[name] if label not in said]
        if missing and entry.hexes is not None and entry.regions is not None:
            why = f"the rulebook says that {', '.join(missing)} touches {name}"
            yield Finding(MAP_REGIONS, name, "hexes", why, printed.sections[name])
        for other in entry.regions or ():
            back = box.map.regions.get(other)
            if back is not None and back.regions is not None and name not in back.regions:
                why = f"{name} touches {other}, but not the other way round"
                yield Finding(MAP_REGIONS, name, "regions", why, "7.7")
