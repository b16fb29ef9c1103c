"""Make the sample box of the Fellowship game from its drawing.

The drawing (`sample_box/map.toml`: lines and areas; `sample_box/tables.toml`: cells;
`sample_box/events.toml`: event cards; `sample_box/cards.toml`: cards) is laid onto the
hex grid: a line runs along the hexsides whose two hexes lie on its two sides, an area takes the
hexes whose middles it holds. The same drawing always gives the same file:

    python scripts/make_sample_box.py           write the box file
    python scripts/make_sample_box.py --check   say whether the file is up to date
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from companion.board.grid import BoardPoint
from companion.board.hexes import Hex, Hexside, parse_hex
from companion.games.fellowship.box.board_map import (
    COASTAL_ISLE,
    GRID,
    ICE_BAY,
    MORDOR,
    places,
)
from companion.games.fellowship.box.file import (
    BoxFile,
    CardValues,
    EventCard,
    EventHalf,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    MapData,
    RegionEntry,
)
from companion.games.fellowship.box.reader import canonical_side
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.facts.names import (
    EAST_FORODWAITH,
    EVER_ICY_PLAIN,
    FORLINDON_COAST,
    HARLINDON_COAST,
    NORTHERN_SEA,
    VICTORY_CLASSES,
    WEST_FORODWAITH,
    Feature,
    Forest,
    HexType,
    Terrain,
    Water,
)
from companion.games.fellowship.facts.roster import forces

ROOT: Final = Path(__file__).resolve().parent.parent
DRAWING: Final = ROOT / "scripts" / "sample_box"
TARGET: Final = ROOT / "companion" / "games" / "fellowship" / "data" / "sample-box.toml"

Line = list[BoardPoint]
_MOUNT_DOOM: Final = parse_hex("23,mn")
_VICTORY_DISTANCES: Final = (3, 5, 7, 9, 11, 13, 15, 18)
"""Greatest distance to Mount Doom of the classes A to H; what lies farther is I."""

_ICY_COLUMNS: Final = {
    WEST_FORODWAITH: (7, 12),
    EAST_FORODWAITH: (13, 19),
    EVER_ICY_PLAIN: (20, 26),
}
_GREY_HAVENS: Final = ("2,f", "2,g")
_SEA_SHARE: Final = 0.9
_LAND_SHARE: Final = 0.06


class Drawing:
    """The drawing, with its lines in board inches."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def lines(self, kind: str) -> list[tuple[dict[str, Any], Line]]:
        """The entries of one kind with their lines, in the order of the file."""
        return [(entry, _to_board(entry["line"])) for entry in self.data.get(kind, [])]

    def area(self, name: str) -> set[Hex]:
        """The hexes whose middles lie in a named ring."""
        ring = _to_board(self.data["areas"][name])
        return {place for place in GRID if _is_inside(GRID.centre(place), ring)}

    @cached_property
    def _seas(self) -> list[Line]:
        return [line for _, line in self.lines("sea")]

    @cached_property
    def _islands(self) -> list[Line]:
        return [line for _, line in self.lines("island")]

    def is_sea(self, point: BoardPoint) -> bool:
        """Whether a point of the map is under water."""
        if any(_is_inside(point, ring) for ring in self._islands):
            return False
        return any(_is_inside(point, ring) for ring in self._seas)

    @cached_property
    def waters(self) -> dict[Hex, Water]:
        """Land, coast or sea of every hex; no land touches open sea, and named places have land."""
        found = {place: self._water_by_share(place) for place in GRID}
        for place in (place for hexes in places().values() for place in hexes):
            if found[place] is Water.SEA:
                found[place] = Water.COAST
        for label in _GREY_HAVENS:
            found[parse_hex(label)] = Water.COAST
        shore = [
            place
            for place, water in found.items()
            if water is Water.LAND
            and any(found[other] is Water.SEA for other in GRID.neighbours(place))
        ]
        return found | dict.fromkeys(shore, Water.COAST)

    def _water_by_share(self, place: Hex) -> Water:
        points = list(_points_in(place))
        share = sum(self.is_sea(point) for point in points) / len(points)
        if share >= _SEA_SHARE:
            return Water.SEA
        return Water.LAND if share <= _LAND_SHARE else Water.COAST

    def side_water(self, side: Hexside) -> Water | None:
        """Land, coast or sea of a side between two coastal hexes; None where it follows."""
        if any(self.waters[place] is not Water.COAST for place in side.hexes):
            return None
        first, second = _ends(side)
        wet = [self.is_sea(_between(first, second, step / 8)) for step in range(9)]
        isle = self.area(COASTAL_ISLE)
        if all(wet) or len(isle.intersection(side.hexes)) == 1:
            return Water.SEA
        return Water.COAST if any(wet) else Water.LAND

    def walls(self, kind: str) -> dict[Hexside, dict[str, Any]]:
        """The hexsides along which the lines of one kind run, with the entry of the line."""
        found: dict[Hexside, dict[str, Any]] = {}
        for entry, line in self.lines(kind):
            for side in GRID.hexsides():
                if _crosses(GRID.centre(side.first), GRID.centre(side.second), line):
                    found[side] = entry
        return found

    def crossed_by_roads(self) -> set[Hexside]:
        """The hexsides that a road leads over."""
        return {
            side
            for _, line in self.lines("roads")
            for side in GRID.hexsides()
            if _crosses(*_ends(side), line)
        }


def make_box() -> BoxFile:
    """The sample box as the drawing has it."""
    drawing = Drawing(tomllib.loads((DRAWING / "map.toml").read_text("utf-8")))
    tables = tomllib.loads((DRAWING / "tables.toml").read_text("utf-8"))
    return BoxFile(
        name="Sample",
        is_sample=True,
        note="Invented map and tables of the project's own, not those of the printed game.",
        tables={
            table: {row: tuple(values) for row, values in rows.items()}
            for table, rows in tables.items()
        },
        map=MapData(
            hexes={place.label: _hex_entry(drawing, place) for place in GRID},
            hexsides=_hexside_entries(drawing),
            halves={
                label: HalfEntry(
                    first=half["first"],
                    terrain=Terrain(half["terrain"]),
                    feature=Feature(half["feature"]),
                )
                for label, half in drawing.data["halves"].items()
            },
            areas=_areas(drawing),
            regions=_regions(drawing),
        ),
        events=_events(tomllib.loads((DRAWING / "events.toml").read_text("utf-8"))),
        cards=_cards(tomllib.loads((DRAWING / "cards.toml").read_text("utf-8"))["cards"]),
    )


def _cards(data: dict[str, Any]) -> dict[str, CardValues]:
    """Values of every race, card and creature; copies and agents have those of their kind."""
    kinds = {name: msgspec.convert(values, CardValues) for name, values in data.items()}
    found = {race: kinds[race] for race in ("Man", "Elf", "Dwarf", "Hobbit")}
    for force in forces():
        is_agent = force.kind in ("agent", "saruman-agent")
        kind = "agent" if is_agent else force.name.rstrip(" 0123456789")
        if kind in kinds and not force.is_decoy:
            found[force.name] = kinds[kind]
    return found | {name: values for name, values in kinds.items() if values.creature}


def _events(data: dict[str, Any]) -> tuple[EventCard, ...]:
    def half(side: Literal["fellowship", "enemy"], pair: dict[str, list[str]]) -> EventHalf:
        title, play, ends, text = pair[side]
        return EventHalf(title=title, favours=side, play=play, ends=ends, text=text)

    return tuple(
        EventCard(id=f"E{number:02}", first=half("fellowship", pair), second=half("enemy", pair))
        for number, pair in enumerate(data["pairs"], start=1)
    )


def _hex_entry(drawing: Drawing, place: Hex) -> HexEntry:
    label = place.label
    return HexEntry(
        type=_hex_type(drawing, place),
        water=drawing.waters[place],
        forest=_forest(drawing, place),
        region=_random_region(drawing, place),
        victory=_victory_class(place),
        battlefield=label in drawing.data["battlefields"]["hexes"],
        port=label in drawing.data["ports"]["hexes"],
    )


def _hex_type(drawing: Drawing, place: Hex) -> HexType:
    single = drawing.data["type_of"].get(place.label)
    if single is not None:
        return HexType(single)
    middle = GRID.centre(place)
    return [
        HexType(entry["type"]) for entry, ring in drawing.lines("types") if _is_inside(middle, ring)
    ][-1]


def _forest(drawing: Drawing, place: Hex) -> Forest:
    for entry, ring in drawing.lines("woods"):
        if entry.get("forest") and _is_inside(GRID.centre(place), ring):
            return Forest(entry["forest"])
    return Forest.NONE


def _random_region(drawing: Drawing, place: Hex) -> str:
    middle = GRID.centre(place)
    points = [
        (region, point)
        for region, seeds in drawing.data["random_regions"].items()
        for point in _to_board(seeds)
    ]
    region, _ = min(points, key=lambda item: middle.distance_in(item[1]))
    return str(region)


def _victory_class(place: Hex) -> str:
    distance = place.distance(_MOUNT_DOOM)
    nearer = sum(distance > limit for limit in _VICTORY_DISTANCES)
    return VICTORY_CLASSES[nearer]


def _hexside_entries(drawing: Drawing) -> dict[str, HexsideEntry]:
    chains, rivers, swamps = (drawing.walls(kind) for kind in ("chains", "rivers", "swamps"))
    roads = drawing.crossed_by_roads()
    own_features = {
        canonical_side(label): Feature(word) for label, word in drawing.data["features"].items()
    }
    own_terrain = {
        canonical_side(label): Terrain(word) for label, word in drawing.data["terrain"].items()
    }
    found = {}
    for side in GRID.hexsides():
        if Water.SEA in (drawing.waters[place] for place in side.hexes):
            continue
        water = drawing.side_water(side)
        if water is Water.SEA:
            found[side.label] = HexsideEntry(water=water)
            continue
        terrain = own_terrain.get(side) or _terrain(
            drawing, side, is_chain=side in chains, is_river=side in rivers, is_swamp=side in swamps
        )
        feature = own_features.get(side) or _road_feature(terrain, is_road=side in roads)
        chain = chains[side]["name"] if terrain is Terrain.MOUNTAIN and side in chains else ""
        found[side.label] = HexsideEntry(terrain=terrain, feature=feature, water=water, chain=chain)
    return found


def _terrain(
    drawing: Drawing, side: Hexside, *, is_chain: bool, is_river: bool, is_swamp: bool
) -> Terrain:
    if is_chain:
        return Terrain.MOUNTAIN
    if is_swamp:
        return Terrain.SWAMP
    if is_river:
        return Terrain.RIVER
    middle = GRID.middle(side)
    for kind, terrain in (("woods", Terrain.WOODS), ("rough", Terrain.ROUGH)):
        if any(_is_inside(middle, ring) for _, ring in drawing.lines(kind)):
            return terrain
    return Terrain.CLEAR


def _road_feature(terrain: Terrain, *, is_road: bool) -> Feature:
    if not is_road:
        return Feature.NONE
    match terrain:
        case Terrain.RIVER | Terrain.SWAMP:
            return Feature.BRIDGE
        case Terrain.MOUNTAIN:
            return Feature.PASS
        case _:
            return Feature.ROAD


def _areas(drawing: Drawing) -> dict[str, tuple[str, ...]]:
    def is_coast(place: Hex) -> bool:
        return drawing.waters[place] is Water.COAST

    def is_land(place: Hex) -> bool:
        return drawing.waters[place] is not Water.SEA

    kept: dict[str, Callable[[Hex], bool]] = {
        ICE_BAY: is_coast,
        COASTAL_ISLE: is_coast,
        MORDOR: is_land,
    }
    return {
        name: _labels(place for place in drawing.area(name) if kept.get(name, is_land)(place))
        for name in drawing.data["areas"]
    }


def _regions(drawing: Drawing) -> dict[str, RegionEntry]:
    coasts = sorted(place for place, water in drawing.waters.items() if water is Water.COAST)
    grey_havens = [parse_hex(label) for label in _GREY_HAVENS]
    south = [place for place in coasts if place.step > max(hex_.step for hex_ in grey_havens)]
    ice_bay = [place for place in drawing.area(ICE_BAY) if place in coasts]
    touching: dict[str, tuple[Iterable[Hex], tuple[str, ...]]] = {
        HARLINDON_COAST: ([*grey_havens, *south[:2]], (FORLINDON_COAST,)),
        FORLINDON_COAST: (grey_havens, (HARLINDON_COAST, NORTHERN_SEA)),
        NORTHERN_SEA: (ice_bay, (FORLINDON_COAST, WEST_FORODWAITH)),
        WEST_FORODWAITH: (_northern(WEST_FORODWAITH), (NORTHERN_SEA, EAST_FORODWAITH)),
        EAST_FORODWAITH: (_northern(EAST_FORODWAITH), (WEST_FORODWAITH, EVER_ICY_PLAIN)),
        EVER_ICY_PLAIN: (_northern(EVER_ICY_PLAIN), (EAST_FORODWAITH,)),
    }
    return {
        name: RegionEntry(hexes=_labels(hexes), regions=regions)
        for name, (hexes, regions) in touching.items()
    }


def _northern(region: str) -> Iterator[Hex]:
    first, last = _ICY_COLUMNS[region]
    return (place for place in GRID if first <= place.column <= last and place.step <= 1)


def _labels(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(place.label for place in sorted(hexes))


def _to_board(points: list[list[float]]) -> Line:
    return [
        BoardPoint(
            GRID.origin.x_in + (column - 1) * GRID.column_step_in,
            GRID.origin.y_in + row * GRID.flat_to_flat_in,
        )
        for column, row in points
    ]


def _points_in(place: Hex) -> Iterator[BoardPoint]:
    """Points spread evenly over a hex: its middle and rings toward its corners and sides."""
    centre, corners = GRID.centre(place), GRID.corners(place)
    yield centre
    rims = [
        *corners,
        *(_between(a, b, 0.5) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)),
    ]
    for rim in rims:
        for share in (0.3, 0.55, 0.75, 0.92):
            yield _between(centre, rim, share)


def _ends(side: Hexside) -> tuple[BoardPoint, BoardPoint]:
    """The two corners that the hexes of a side share."""
    other = GRID.corners(side.second)
    shared = [
        corner
        for corner in GRID.corners(side.first)
        if any(corner.distance_in(point) < GRID.radius_in / 10 for point in other)
    ]
    return shared[0], shared[1]


def _between(first: BoardPoint, second: BoardPoint, share: float) -> BoardPoint:
    return BoardPoint(
        first.x_in + (second.x_in - first.x_in) * share,
        first.y_in + (second.y_in - first.y_in) * share,
    )


def _is_inside(point: BoardPoint, ring: Line) -> bool:
    """Whether a point lies in a ring: a ray to the east meets its sides an odd number of times."""
    inside = False
    for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
        if (start.y_in > point.y_in) != (end.y_in > point.y_in):
            share = (point.y_in - start.y_in) / (end.y_in - start.y_in)
            if point.x_in < start.x_in + share * (end.x_in - start.x_in):
                inside = not inside
    return inside


def _crosses(first: BoardPoint, second: BoardPoint, line: Line) -> bool:
    """Whether the segment between two points meets the line an odd number of times."""
    meetings = sum(
        _side_of(first, start, end) != _side_of(second, start, end)
        and _side_of(start, first, second) != _side_of(end, first, second)
        for start, end in itertools.pairwise(line)
    )
    return meetings % 2 == 1


def _side_of(point: BoardPoint, start: BoardPoint, end: BoardPoint) -> bool:
    across = (end.x_in - start.x_in) * (point.y_in - start.y_in)
    along = (end.y_in - start.y_in) * (point.x_in - start.x_in)
    return across > along


def main() -> int:
    """Write the box file, or check that it is what the drawing gives."""
    parser = argparse.ArgumentParser(description="Make the sample box from its drawing.")
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    arguments = parser.parse_args()
    text = write_box(make_box())
    if not arguments.check:
        TARGET.write_text(text, "utf-8")
        print(f"wrote {TARGET.relative_to(ROOT)}")
        return 0
    if TARGET.exists() and TARGET.read_text("utf-8") == text:
        return 0
    print(f"{TARGET.relative_to(ROOT)} is not what the drawing gives; run this without --check")
    return 1


if __name__ == "__main__":
    sys.exit(main())
