"""Small maps for tests: everything is clear land of one type, but for what a test names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import TypedDict, Unpack

import msgspec

from companion.board.grid import HexGrid
from companion.board.hexes import Hex, Hexside, parse_hex
from companion.board.places import parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import (
    BoxFile,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    MapData,
    RegionEntry,
)
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.facts.names import (
    Feature,
    HexType,
    Seat,
    Terrain,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.rules.ground import Ground
from companion.games.fellowship.rules.movement_need import Claims, Need, need_of
from companion.games.fellowship.rules.movement_path import Path, Rules, likeliest_path
from companion.games.fellowship.rules.movement_steps import Blocker, Step, Surroundings, Walker
from companion.games.fellowship.tables.rules_tables import RulesTables

WOODS = HexsideEntry(terrain=Terrain.WOODS, feature=Feature.NONE)
RIVER = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.NONE)
SWAMP = HexsideEntry(terrain=Terrain.SWAMP, feature=Feature.NONE)
FORD = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.FORD)
FALLS = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.FALLS)
FERRY = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.FERRY)
BRIDGE = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.BRIDGE)
ROUGH = HexsideEntry(terrain=Terrain.ROUGH, feature=Feature.NONE)
MOUNTAIN = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.NONE)
PASS = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.PASS)
TUNNEL = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=Feature.TUNNEL)
SEA = HexEntry(type=HexType.BORDER_1, water=Water.SEA, region="I", battlefield=False)
COAST = HexEntry(type=HexType.BORDER_1, water=Water.COAST, region="I", battlefield=False)

_CLEAR = HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.NONE)
_CLEAR_COAST = HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.NONE, water=Water.COAST)
_LAND = HexEntry(type=HexType.WILD_1, water=Water.LAND, region="I", battlefield=False)
_GRID = HexGrid()
_SAMPLE = resources.files("companion.games.fellowship").joinpath("data", "sample-box.toml")


def map_box(
    sides: Mapping[str, HexsideEntry] | None = None,
    hexes: Mapping[str, HexEntry] | None = None,
    regions: Mapping[str, RegionEntry] | None = None,
    tables: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None,
) -> BoxFile:
    """A box whose whole map is clear land, changed where a test says so."""
    all_hexes = {place.label: _LAND for place in _GRID}
    named_hexes = {**all_hexes, **(hexes or {})}
    all_sides = {
        side.label: _CLEAR_COAST
        if all(named_hexes[place.label].water is Water.COAST for place in side.hexes)
        else _CLEAR
        for side in _GRID.hexsides()
    }
    named = {_side_label(label): entry for label, entry in (sides or {}).items()}
    cut = HalfEntry(first="north", terrain=Terrain.CLEAR, feature=Feature.NONE)
    return BoxFile(
        name="test",
        tables={table: dict(rows) for table, rows in (tables or {}).items()},
        map=MapData(
            hexes=named_hexes,
            hexsides={**all_sides, **named},
            halves={"5,fg": cut, "12,e": cut, "19,mn": cut},
            regions=dict(regions or {}),
        ),
    )


def _side_label(label: str) -> str:
    place = parse_place(label)
    assert isinstance(place, Hexside)
    return place.label


class MapBench:
    """Rules over one box, with weather, blockers and active hexes as a test sets them."""

    def __init__(self, box: BoxFile | None = None) -> None:
        self.box = box or map_box()
        self.tables = RulesTables(self.box)
        self.ground = Ground(BoardMap(self.box))
        self.weather: dict[str, Weather] = {}
        self.blocked: dict[str, Blocker] = {}
        self.active: set[str] = set()

    def around(self) -> Surroundings:
        blocked = {}
        for label, blocker in self.blocked.items():
            side = parse_place(label)
            assert isinstance(side, Hexside)
            blocked[side] = blocker
        return Surroundings(
            ground=self.ground,
            weather_at=lambda place: self.weather.get(place.label, Weather.NORMAL),
            blocked=blocked,
        )

    def rules(
        self,
        travel: Travel = Travel.FOOT,
        seat: Seat = "fellowship",
        claims: Claims | None = None,
        crossed: tuple[bool, ...] = (),
        *,
        guardian: bool = False,
    ) -> Rules:
        said = claims or Claims()

        def need(step: Step) -> Need:
            return need_of(self.tables, seat, step, said)

        return Rules(
            around=self.around(),
            walker=Walker(seat=seat, travel=travel, may_block_rivers=guardian),
            need_of=need,
            is_active=lambda place: place.label in self.active,
            crossed=crossed,
        )


class RulesGiven(TypedDict, total=False):
    """What `MapBench.rules` may be given."""

    travel: Travel
    seat: Seat
    claims: Claims | None
    crossed: tuple[bool, ...]
    guardian: bool


def likely_path(bench: MapBench, start: str, end: str, **given: Unpack[RulesGiven]) -> Path | None:
    """The likeliest path between two places, None where no way leads there."""
    return likeliest_path(bench.rules(**given), parse_place(start), parse_place(end))


def at(label: str) -> Hex:
    """A hex by its label."""
    return parse_hex(label)


def board_text(
    sides: Mapping[str, HexsideEntry] | None = None,
    hexes: Mapping[str, HexEntry] | None = None,
    regions: Mapping[str, RegionEntry] | None = None,
) -> str:
    """A box file with the sample's tables and a clear map, changed where a test says so."""
    if not sides and not hexes and not regions:
        return _clear_board_text()
    box = msgspec.structs.replace(_sample(), map=map_box(sides, hexes, regions).map)
    return write_box(box)


@lru_cache(maxsize=1)
def _sample() -> BoxFile:
    return parse_box(_SAMPLE.read_text("utf-8"))


@lru_cache(maxsize=1)
def _clear_board_text() -> str:
    return write_box(msgspec.structs.replace(_sample(), map=map_box().map))
