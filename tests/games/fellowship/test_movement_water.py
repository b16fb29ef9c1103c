"""Ways by sea, river and air, and beside the map (7.4 to 7.7)."""

from __future__ import annotations

import pytest

from companion.board.grid import HexGrid
from companion.board.hexes import Hex
from companion.board.places import Region, parse_place
from companion.games.fellowship.box.file import HexsideEntry, RegionEntry
from companion.games.fellowship.facts.names import Travel, Weather
from companion.games.fellowship.rules.movement_need import Claims
from companion.games.fellowship.rules.movement_path import (
    likeliest_path,
    reachable,
)
from companion.games.fellowship.rules.movement_steps import Blocker, Passage
from companion.games.fellowship.tables.allowance import is_path_allowed
from tests.support.fellowship_map import (
    BRIDGE,
    COAST,
    FALLS,
    FORD,
    MOUNTAIN,
    RIVER,
    SEA,
    MapBench,
    at,
    likely_path,
    map_box,
)

GRID = HexGrid()


def _sea_bench() -> MapBench:
    hexes = {
        place.label: SEA if place.column < 12 else COAST for place in GRID if place.column <= 12
    }
    return MapBench(map_box(hexes=hexes))


@pytest.mark.rule("FOTR-121")
def test_open_sea_lies_away_from_the_coast() -> None:
    bench = _sea_bench()
    path = likely_path(bench, "11,ij", "7,ij", travel=Travel.SHIP)
    assert path is not None
    assert path.openness == (True, True, True, True)
    assert path.chance == 1
    from_coast = reachable(bench.rules(Travel.SHIP), at("12,i"))
    farthest = max(at("12,i").distance(place) for place in from_coast if isinstance(place, Hex))
    assert farthest == 3
    assert likely_path(bench, "9,ij", "12,h", travel=Travel.SHIP) is None


@pytest.mark.rule("FOTR-126")
def test_the_sea_regions_take_a_whole_phase() -> None:
    bench = MapBench(map_box(hexes={"2,f": COAST, "2,g": COAST, "2,h": COAST}))
    path = likely_path(bench, "2,g", "@Harlindon Coast", travel=Travel.SHIP)
    assert path is not None
    assert path.needs[0].kind == "automatic"
    rules = bench.rules(Travel.SHIP, crossed=(True,))
    assert likeliest_path(rules, at("2,g"), Region("Harlindon Coast")) is None
    onward = likely_path(bench, "@Harlindon Coast", "@Forlindon Coast", travel=Travel.SHIP)
    assert onward is not None
    assert likely_path(bench, "@Harlindon Coast", "@Northern Sea", travel=Travel.SHIP) is None
    assert likely_path(bench, "2,g", "@Harlindon Coast", travel=Travel.FOOT) is None


@pytest.mark.rule("FOTR-127")
def test_the_northern_waste_is_left_on_six_or_less() -> None:
    regions = {"East Forodwaith": RegionEntry(hexes=("13,ab",), regions=("Ever Icy Plain",))}
    bench = MapBench(map_box(regions=regions))
    into = likely_path(bench, "13,ab", "@East Forodwaith")
    assert into is not None
    assert into.needs[0].kind == "automatic"
    for claims, highest in (
        (Claims(), 6),
        (Claims(aragorn=True), 7),
        (Claims(aragorn=True, gandalf=True), 8),
    ):
        out = likely_path(bench, "@East Forodwaith", "13,ab", claims=claims)
        assert out is not None
        assert out.needs[0].highest_roll == highest
    assert likely_path(bench, "@East Forodwaith", "12,b") is None


def _river_bench(**changes: HexsideEntry) -> MapBench:
    """A river that runs south between columns 12 and 13, from 12,e to 12,k."""
    sides: dict[str, HexsideEntry] = {}
    for step in range(8, 21, 2):
        west = Hex(12, step)
        sides[f"{west}/{Hex(13, step - 1)}"] = RIVER
        sides[f"{west}/{Hex(13, step + 1)}"] = RIVER
    sides.update({label.replace("_", "/"): entry for label, entry in changes.items()})
    return MapBench(map_box(sides))


@pytest.mark.rule("FOTR-122")
def test_a_boat_travels_six_open_river_hexsides_between_hexes() -> None:
    bench = _river_bench()
    path = likely_path(bench, "12,f", "12,i", travel=Travel.BOAT)
    assert path is not None
    assert path.steps[0].passage is Passage.RIVER
    assert path.steps[-1].passage is Passage.ASHORE
    assert path.chance == 1
    assert likely_path(bench, "12,f", "12,j", travel=Travel.BOAT) is None
    assert (
        max(len(way.openness) for way in reachable(bench.rules(Travel.BOAT), at("12,f")).values())
        == 6
    )


@pytest.mark.rule("FOTR-122")
def test_a_ford_shortens_a_boats_way() -> None:
    bench = _river_bench(**{"12,g_13,gh": FORD})
    assert likely_path(bench, "12,f", "12,h", travel=Travel.BOAT) is not None
    assert likely_path(bench, "12,f", "13,hi", travel=Travel.BOAT) is None
    ways = reachable(bench.rules(Travel.BOAT), at("12,f")).values()
    assert max(len(way.openness) for way in ways if False in way.openness) == 4
    from_ford = reachable(bench.rules(Travel.BOAT), at("12,g")).values()
    assert all(is_path_allowed(Travel.BOAT, way.openness) for way in from_ford)
    assert max(len(way.openness) for way in from_ford if False in way.openness) == 5


@pytest.mark.rule("FOTR-123")
def test_boats_are_stopped_at_fords_and_falls_or_by_what_swims() -> None:
    for side, blocker, stops in (
        (BRIDGE, Blocker.FEATURE, False),
        (FORD, Blocker.FEATURE, True),
        (FALLS, Blocker.FEATURE, True),
        (RIVER, Blocker.RIVER, True),
    ):
        bench = _river_bench(**{"12,g_13,gh": side})
        bench.blocked["12,g/13,gh"] = blocker
        path = likely_path(bench, "12,g", "13,gh", travel=Travel.BOAT)
        assert path is not None
        assert any(step.blocked for step in path.steps) is stops


@pytest.mark.rule("FOTR-123")
def test_only_guardians_in_boats_stand_on_plain_river() -> None:
    bench = _river_bench()
    side = parse_place("12,g/13,gh")
    assert side in reachable(bench.rules(Travel.BOAT, "enemy", guardian=True), at("12,g"))
    assert side not in reachable(bench.rules(Travel.BOAT, "enemy"), at("12,g"))
    assert side not in reachable(bench.rules(Travel.BOAT), at("12,g"))


@pytest.mark.rule("FOTR-124")
def test_flyers_cross_everything_and_end_on_land() -> None:
    bench = MapBench(map_box({"12,h/12,i": MOUNTAIN}, {"12,k": SEA}))
    path = likely_path(bench, "12,h", "12,m", travel=Travel.FLYING)
    assert path is not None
    assert path.chance == 1
    assert likely_path(bench, "12,h", "12,k", travel=Travel.FLYING) is None
    bench.weather["12,h"] = Weather.STORM
    path = likely_path(bench, "12,h", "12,i", travel=Travel.FLYING)
    assert path is not None
    assert path.needs[0].highest_roll == 5
    bench.weather["12,h"] = Weather.BAD
    path = likely_path(bench, "12,h", "12,i", travel=Travel.FLYING)
    assert path is not None
    assert path.needs[0].kind == "automatic"
