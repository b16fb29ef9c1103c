"""The map as one box knows it, under what the rulebook's text says of it.

Every question has three answers: the printed fact, the box's, or an `UnknownCell` to ask for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.board.grid import HexGrid
from companion.board.hexes import Direction, Hex, Hexside, hexside_between, parse_hex
from companion.board.places import Place, Region
from companion.games.fellowship.box.file import (
    EMPTY_BOX,
    MAP_AREAS,
    MAP_HALVES,
    MAP_HEXES,
    MAP_HEXSIDES,
    MAP_REGIONS,
    BoxFile,
    HalfEntry,
    HexEntry,
    HexsideEntry,
)
from companion.games.fellowship.facts.names import (
    RANDOM_REGIONS,
    VICTORY_CLASSES,
    Feature,
    Forest,
    HexType,
    Terrain,
    Water,
)
from companion.games.fellowship.tables.cells import UnknownCell

GRID: Final = HexGrid()
"""The grid of this game's map: 26 columns, even ones with 18 hexes (3.1)."""

HALF_HEXES: Final = (parse_hex("5,fg"), parse_hex("12,e"), parse_hex("19,mn"))
"""Old Forest, Rivendell and Minas Tirith are cut in two (3.1, 7.325)."""

COASTAL_ISLE: Final = "Coastal isle"
ICE_BAY: Final = "Ice Bay"
MORDOR: Final = "Mordor"
BARROW_DOWNS: Final = "Barrow Downs"
HELMS_DEEP: Final = "Helm's Deep"
NAZGUL_START: Final = "Nazgul start"
AREAS: Final = (COASTAL_ISLE, ICE_BAY, MORDOR, BARROW_DOWNS, HELMS_DEEP, NAZGUL_START)
"""Named areas that rules speak of and whose hexes only the map shows (6.27, 7.71, 7.9, 10.1)."""


YES_OR_NO: Final = ("no", "yes")


class PrintedMap(msgspec.Struct, frozen=True):
    """What the rulebook's text says of the map.

    Attributes:
        places: labels of hexes by the name of the place.
        hexes: facts of hexes by label; a field that is None is not in the text.
        hexsides: facts of hexsides by label.
        regions: for each off-board region the labels and names that the text gives.
        sections: where each of these facts stands, by label or name.
    """

    places: dict[str, tuple[str, ...]]
    hexes: dict[str, HexEntry]
    hexsides: dict[str, HexsideEntry]
    regions: dict[str, tuple[str, ...]]
    sections: dict[str, str]


@lru_cache(maxsize=1)
def printed_map() -> PrintedMap:
    """The printed facts, from ``data/printed-map.toml``."""
    folder = resources.files("companion.games.fellowship").joinpath("data")
    data = tomllib.loads(folder.joinpath("printed-map.toml").read_text("utf-8"))
    sections: dict[str, str] = {}

    def without_section(name: str, entry: dict[str, Any]) -> dict[str, Any]:
        sections[name] = entry["section"]
        return {key: value for key, value in entry.items() if key != "section"}

    return PrintedMap(
        places=msgspec.convert(data["places"], dict[str, tuple[str, ...]]),
        hexes={
            label: msgspec.convert(without_section(label, entry), HexEntry)
            for label, entry in data["hexes"].items()
        },
        hexsides={
            label: msgspec.convert(without_section(label, entry), HexsideEntry)
            for label, entry in data["hexsides"].items()
        },
        regions={
            name: (*entry["hexes"], *(f"@{region}" for region in entry["regions"]))
            for name, entry in data["regions"].items()
            if without_section(name, entry)
        },
        sections=sections,
    )


@lru_cache(maxsize=1)
def places() -> MappingProxyType[str, tuple[Hex, ...]]:
    """The named places whose hexes the text gives, such as Moria (10.1, 10.2)."""
    found = printed_map().places
    return MappingProxyType(
        {name: tuple(parse_hex(label) for label in labels) for name, labels in found.items()}
    )


@lru_cache(maxsize=1024)
def place_names(place: Hex) -> tuple[str, ...]:
    """The names of the places in a hex, for people."""
    return tuple(name for name, hexes in places().items() if place in hexes)


@dataclass(frozen=True, slots=True)
class BoardMap:
    """The map under one box. Cheap to make: it only refers to the box.

    Attributes:
        box: the box file that describes the map.
        changed: hexes whose type has changed in this game, by label (15.14, 15.22).
        features: features of hexsides that have changed in this game, by label (3.5).
    """

    box: BoxFile = EMPTY_BOX
    changed: Mapping[str, HexType] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)

    def hex_type(self, place: Hex) -> HexType | UnknownCell:
        """How dangerous the hex is (2.0)."""
        known = self.changed.get(place.label) or self._hex(place).type
        return known or _ask_hex(place, "type", "hex type", tuple(HexType))

    def water(self, place: Hex) -> Water | UnknownCell:
        """Whether the hex is land, coast or sea (2.0)."""
        known = self._hex(place).water
        return known or _ask_hex(place, "water", "land, coast or sea", tuple(Water))

    def forest(self, place: Hex) -> Forest | UnknownCell:
        """The forest that the hex belongs to, of those that rules speak of (7.9)."""
        known = self._hex(place).forest
        return known or _ask_hex(place, "forest", "forest", tuple(Forest))

    def random_region(self, place: Hex) -> str | UnknownCell:
        """Its region of the random group table (8.4)."""
        known = self._hex(place).region
        return known or _ask_hex(place, "region", "region of table T.6", RANDOM_REGIONS)

    def victory_class(self, place: Hex) -> str | UnknownCell:
        """Its class in the victory table (11.0)."""
        known = self._hex(place).victory
        return known or _ask_hex(place, "victory", "victory class", VICTORY_CLASSES)

    def is_battlefield(self, place: Hex) -> bool | UnknownCell:
        """Whether it bears the crossed swords (2.0)."""
        known = self._hex(place).battlefield
        if known is not None:
            return known
        return _ask_hex(place, "battlefield", "crossed swords", YES_OR_NO)

    def is_port(self, place: Hex) -> bool | UnknownCell:
        """Whether it is a port or town for acquiring transport (T.3)."""
        known = self._hex(place).port
        if known is not None:
            return known
        return _ask_hex(place, "port", "port or town", YES_OR_NO)

    def side_water(self, side: Hexside) -> Water | UnknownCell:
        """Whether a hexside is land, coast or sea (7.325).

        It follows from the two hexes unless both are coastal: a side of an all-land hex is land,
        a side of an all-sea hex is sea.
        """
        entry = self._hexside(side)
        if entry.water is not None:
            return entry.water
        waters = (self.water(side.first), self.water(side.second))
        if Water.LAND in waters:
            return Water.LAND
        if Water.SEA in waters:
            return Water.SEA
        unknown = next((water for water in waters if isinstance(water, UnknownCell)), None)
        if unknown is not None:
            return unknown
        return _ask_hexside(side, "water", "land, coast or sea", tuple(Water))

    def terrain(self, side: Hexside) -> Terrain | UnknownCell:
        """Terrain of the land part of a hexside (7.32)."""
        known = self._hexside(side).terrain
        return known or _ask_hexside(side, "terrain", "terrain", tuple(Terrain))

    def feature(self, side: Hexside) -> Feature | UnknownCell:
        """What the hexside carries besides its terrain (7.32); nothing at sea (7.4)."""
        known = self.features.get(side.label) or self._hexside(side).feature
        if known is None and self.side_water(side) is Water.SEA:
            return Feature.NONE
        return known or _ask_hexside(side, "feature", "bridge, ford or other", tuple(Feature))

    def chain(self, side: Hexside) -> str | None:
        """Name of the mountain chain of the hexside, empty for none, None while unknown (10.1)."""
        known = self._hexside(side).chain
        return "" if known is None and self.side_water(side) is Water.SEA else known

    def cut(self, place: Hex) -> Direction | UnknownCell:
        """The first, clockwise, of the hexsides of half 1 of a cut hex (7.325)."""
        entry = self.box.map.halves.get(place.label)
        if entry is not None and entry.first is not None:
            return direction_named(entry.first)
        sides = tuple(side_name(direction) for direction in Direction)
        question = (
            f"Which hexside of {place.label} is the first, clockwise, of the three that one half "
            f"of the hex has?"
        )
        return UnknownCell(MAP_HALVES, place.label, "first", question, sides)

    def cut_terrain(self, place: Hex) -> Terrain | UnknownCell:
        """Terrain of the side between the halves of a cut hex (7.325)."""
        question = f"What terrain lies between the two halves of {place.label}?"
        unknown = UnknownCell(MAP_HALVES, place.label, "terrain", question, tuple(Terrain))
        return self.box.map.halves.get(place.label, _NO_HALF).terrain or unknown

    def cut_feature(self, place: Hex) -> Feature | UnknownCell:
        """Feature of the side between the halves of a cut hex (7.325)."""
        question = f"What feature lies between the two halves of {place.label}?"
        unknown = UnknownCell(MAP_HALVES, place.label, "feature", question, tuple(Feature))
        return self.box.map.halves.get(place.label, _NO_HALF).feature or unknown

    def area(self, name: str) -> tuple[Hex, ...] | UnknownCell:
        """The hexes of a named area of the map, such as ``Ice Bay`` or ``Mordor``."""
        labels = self.box.map.areas.get(name)
        if labels is None:
            return UnknownCell(MAP_AREAS, name, "hexes", f"Which hexes belong to {name}?")
        return tuple(parse_hex(label) for label in labels)

    def forest_hexes(self, forest: Forest) -> tuple[Hex, ...]:
        """The hexes known to belong to a forest (7.9)."""
        return tuple(place for place in GRID if self._hex(place).forest is forest)

    def region_neighbours(self, region: str) -> tuple[Place, ...] | UnknownCell:
        """The hexes and regions that touch an off-board region (7.71, 7.72)."""
        entry = self.box.map.regions.get(region)
        if entry is None or entry.hexes is None or entry.regions is None:
            question = f"Which hexes and regions touch the region {region}?"
            return UnknownCell(MAP_REGIONS, region, "hexes", question)
        hexes = tuple(parse_hex(label) for label in entry.hexes)
        return (*hexes, *(Region(name) for name in entry.regions))

    def rivers_at(self, place: Hex) -> Iterator[Hexside]:
        """The hexsides of a hex that are known to be river or swamp: where boats go (7.5)."""
        for other in GRID.neighbours(place):
            side = hexside_between(place, other)
            if self.terrain(side) in (Terrain.RIVER, Terrain.SWAMP):
                yield side

    def tells_of(self, label: str) -> bool:
        """Whether anything at all is known of a hex or hexside, by its label."""
        box, printed = self.box.map, printed_map()
        return (
            label in box.hexes
            or label in box.hexsides
            or label in printed.hexes
            or label in printed.hexsides
            or label in self.changed
            or label in self.features
        )

    def _hex(self, place: Hex) -> HexEntry:
        label = place.label
        entry = self.box.map.hexes.get(label, _NO_HEX)
        printed = printed_map().hexes.get(label)
        if printed is None:
            return entry
        return msgspec.structs.replace(entry, **_facts(printed))

    def _hexside(self, side: Hexside) -> HexsideEntry:
        label = side.label
        entry = self.box.map.hexsides.get(label, _NO_HEXSIDE)
        printed = printed_map().hexsides.get(label)
        if printed is None:
            return entry
        return msgspec.structs.replace(entry, **_facts(printed))


def side_name(direction: Direction) -> str:
    """A hexside's direction as box files write it, such as ``north-east``."""
    return direction.name.lower().replace("_", "-")


def direction_named(name: str) -> Direction:
    """The direction that a box file writes.

    Raises:
        ValueError: no such direction.
    """
    found = next((direction for direction in Direction if side_name(direction) == name), None)
    if found is None:
        raise ValueError(f"expected a direction such as north-east, got {name!r}")
    return found


_NO_HEX: Final = HexEntry()
_NO_HEXSIDE: Final = HexsideEntry()
_NO_HALF: Final = HalfEntry()


def _facts(printed: HexEntry | HexsideEntry) -> dict[str, Any]:
    return {
        key: value for key, value in msgspec.structs.asdict(printed).items() if value is not None
    }


@lru_cache(maxsize=8192)
def _ask_hex(place: Hex, column: str, what: str, choices: tuple[str, ...]) -> UnknownCell:
    question = f"What does the map show for hex {place.label}: {what}?"
    return UnknownCell(MAP_HEXES, place.label, column, question, choices)


@lru_cache(maxsize=8192)
def _ask_hexside(side: Hexside, column: str, what: str, choices: tuple[str, ...]) -> UnknownCell:
    question = f"What does the map show for the hexside {side.label}: {what}?"
    return UnknownCell(MAP_HEXSIDES, side.label, column, question, choices)
