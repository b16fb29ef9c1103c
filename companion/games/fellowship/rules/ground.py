"""The map as the rules of movement ask about it: hexsides, cuts, water, regions (7.3 to 7.7).

`board_map.BoardMap` answers cell by cell; here the cells of a hexside are put together, and what is
not known stays a question, asked when a marker comes there. An unknown hexside forbids nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.board.hexes import Direction, Hex, Hexside
from companion.board.places import Place, Region, parse_place
from companion.games.fellowship.box.board_map import GRID, HALF_HEXES, BoardMap, printed_map
from companion.games.fellowship.facts.names import Feature, HexType, Terrain, Water
from companion.games.fellowship.tables.cells import UnknownCell


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What the map says about one hexside, or about the cut through a hex.

    Attributes:
        water: all land, all sea, or a coastal hexside; lakes are sea, rivers are not (7.325).
        terrain: terrain of its land part.
        feature: bridge, road, ford and so on, or none.
    """

    water: Water = Water.LAND
    terrain: Terrain = Terrain.CLEAR
    feature: Feature = Feature.NONE

    @property
    def has_land(self) -> bool:
        """Land movement may cross it (7.325)."""
        return self.water is not Water.SEA

    @property
    def has_sea(self) -> bool:
        """Sea movement may cross it (7.325)."""
        return self.water is not Water.LAND

    @property
    def is_river(self) -> bool:
        """A boat may travel along it (7.5)."""
        return self.has_land and self.terrain in (Terrain.RIVER, Terrain.SWAMP)


@dataclass(frozen=True, slots=True)
class Ground:
    """The map of one box; remembers what it has put together.

    Attributes:
        board: the map, cell by cell.
    """

    board: BoardMap
    _sides: dict[Hexside, SideFacts | UnknownCell] = field(default_factory=dict)
    _types: dict[Hex, HexType | UnknownCell] = field(default_factory=dict)

    def __contains__(self, place: object) -> bool:
        return place in GRID

    def side(self, side: Hexside) -> SideFacts | UnknownCell:
        """What is known of a hexside, or the first cell to ask for."""
        if side not in self._sides:
            self._sides[side] = self._read_side(side)
        return self._sides[side]

    def _read_side(self, side: Hexside) -> SideFacts | UnknownCell:
        water = self.board.side_water(side)
        if isinstance(water, UnknownCell):
            return water
        if water is Water.SEA:
            return SideFacts(water=water)
        return _facts(water, self.board.terrain(side), self.board.feature(side))

    def cut_first(self, place: Hex) -> Direction | None:
        """First hexside of half 1 where the hex is cut in two (7.325).

        None for a whole hex, and for a cut one while nobody has said how the cut runs: it is then
        moved through as a whole.
        """
        if place not in HALF_HEXES:
            return None
        first = self.board.cut(place)
        return None if isinstance(first, UnknownCell) else first

    def cut_side(self, place: Hex) -> SideFacts | UnknownCell:
        """What lies along the cut through a hex (7.325)."""
        return _facts(Water.LAND, self.board.cut_terrain(place), self.board.cut_feature(place))

    def water(self, place: Hex) -> Water | None:
        """Land, coast or sea; None while unknown."""
        water = self.board.water(place)
        return None if isinstance(water, UnknownCell) else water

    def has_type(self, place: Hex, hex_type: HexType) -> bool:
        """Whether the hex is known to be of a type (2.0)."""
        if place not in self._types:
            self._types[place] = self.board.hex_type(place)
        return self._types[place] is hex_type

    def region_hexes(self, region: str) -> tuple[Hex, ...]:
        """The hexes known to touch an off-board region (7.71, 7.72)."""
        return tuple(place for place in self._around(region) if isinstance(place, Hex))

    def region_neighbours(self, region: str) -> tuple[str, ...]:
        """The regions known to touch an off-board region (7.71, 7.72)."""
        return tuple(place.name for place in self._around(region) if isinstance(place, Region))

    def _around(self, region: str) -> tuple[Place, ...]:
        found = self.board.region_neighbours(region)
        if not isinstance(found, UnknownCell):
            return found
        return _printed_around(region)


def _printed_around(region: str) -> tuple[Place, ...]:
    """What the rulebook's text itself says of a region's neighbours."""
    return tuple(parse_place(label) for label in printed_map().regions.get(region, ()))


def _facts(
    water: Water, terrain: Terrain | UnknownCell, feature: Feature | UnknownCell
) -> SideFacts | UnknownCell:
    if isinstance(terrain, UnknownCell):
        return terrain
    if isinstance(feature, UnknownCell):
        return feature
    return SideFacts(water, terrain, feature)


def neighbours_along_river(side: Hexside) -> tuple[tuple[Hexside, Hex], ...]:
    """The four hexsides that meet a hexside at its two ends, each with the hex it adds (7.5)."""
    one, other = side.hexes
    thirds = [
        hex_
        for direction in Direction
        if (hex_ := one.neighbour(direction)).direction_to(other) is not None
    ]
    return tuple(
        (Hexside(*sorted((third, end))), third) for third in sorted(thirds) for end in side.hexes
    )
