"""Which steps there are from a place, which ways they make, and why a way is none (7.3 to 8.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import pytest

from companion.board.hexes import Hex, Hexside, hexside_between
from companion.board.places import HalfHex, OffMap, Place, Region, parse_place
from companion.games.fellowship.box.file import HexEntry, HexsideEntry, RegionEntry
from companion.games.fellowship.facts.names import (
    ENEMY,
    EVER_ICY_PLAIN,
    FELLOWSHIP,
    FORLINDON_COAST,
    NORTHERN_SEA,
    WEST_FORODWAITH,
    Feature,
    HexType,
    Seat,
    Terrain,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.rules.movement_need import Claims, Need
from companion.games.fellowship.rules.movement_path import (
    Breach,
    Path,
    breach_between,
    drawn_path,
    likeliest_path,
    may_block,
    may_end_at,
    open_steps,
    parse_way,
    reachable,
)
from companion.games.fellowship.rules.movement_steps import (
    Blocker,
    Passage,
    Step,
    steps_from,
)
from companion.games.fellowship.rules.retreat import (
    dormant_retreat_options,
    enemy_retreat_options,
    retreat_options,
)
from companion.games.fellowship.tables.cells import Part
from companion.games.fellowship.tables.terrain import Way
from tests.support.fellowship_map import (
    BRIDGE,
    COAST,
    FALLS,
    FERRY,
    FORD,
    MOUNTAIN,
    PASS,
    RIVER,
    ROUGH,
    SEA,
    SWAMP,
    TUNNEL,
    WOODS,
    MapBench,
    RulesGiven,
    at,
    map_box,
)

ROAD = HexsideEntry(terrain=Terrain.WOODS, feature=Feature.ROAD)
SIDE = parse_place("12,h/12,i")


def to(bench: MapBench, start: str, end: str, **given: Unpack[RulesGiven]) -> list[Step]:
    """The steps between two places by the rules named."""
    judged = bench.rules(**given)
    steps = steps_from(judged.around, judged.walker, parse_place(start))
    return [step for step in steps if step.end == parse_place(end)]


# --- Steps --------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-108", "FOTR-110")
@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.NONE), [("terrain", "clear", True)]),
        (ROUGH, [("terrain", "rough", False)]),
        (WOODS, [("terrain", "woods", False)]),
        (FALLS, [("terrain", "river", False)]),
        (ROAD, [("terrain", "woods", False), ("feature", "road", True)]),
        (BRIDGE, [("terrain", "river", False), ("feature", "bridge", True)]),
        (FORD, [("terrain", "river", False), ("feature", "ford", False)]),
        (FERRY, [("terrain", "river", False), ("feature", "ferry", False)]),
        (PASS, [("terrain", "mountain", False), ("feature", "pass", False)]),
        (TUNNEL, [("terrain", "mountain", False), ("feature", "tunnel", False)]),
    ],
)
def test_a_hexside_is_crossed_by_terrain_or_feature_and_open_or_not(
    entry: HexsideEntry, found: list[tuple[str, str, bool]]
) -> None:
    bench = MapBench(map_box({"12,h/12,i": entry}))
    steps = to(bench, "12,h", "12,i")
    assert [(step.passage, step.way, step.is_open) for step in steps] == found
    assert not any(step.blocked or step.leaves_own or step.enters_own for step in steps)
    assert all(step.counts and step.side == SIDE for step in steps)
    bench.blocked["12,h/12,i"] = Blocker.FEATURE
    blocked = to(bench, "12,h", "12,i")
    assert [(step.passage, step.way, step.is_open) for step in blocked] == [
        found[0],
        *((passage, None, False) for passage, _, _ in found[1:]),
    ]
    assert [step.blocked for step in blocked] == [False] + [True] * (len(found) - 1)


@pytest.mark.rule("FOTR-117")
def test_an_enemy_goes_onto_features_on_land_alone() -> None:
    entries = {
        "12,h/12,i": FORD,
        "12,h/12,g": ROUGH,
        "12,h/13,gh": FALLS,
        "12,h/13,hi": PASS,
    }
    bench = MapBench(map_box(entries))

    def ends(travel: Travel, seat: Seat = ENEMY) -> list[str]:
        judged = bench.rules(travel, seat)
        steps = steps_from(judged.around, judged.walker, at("12,h"))
        assert all(isinstance(step.end, Hexside) for step in steps if step.passage == "onto")
        return sorted(step.end.label for step in steps if step.passage is Passage.ONTO)

    assert ends(Travel.FOOT) == ["12,h/12,i", "12,h/13,hi"]
    assert ends(Travel.FLYING) == ["12,h/12,i", "12,h/13,hi"]
    assert ends(Travel.BOAT) == []
    assert ends(Travel.SHIP) == []
    assert ends(Travel.FOOT, FELLOWSHIP) == []
    shore = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.FORD, water=Water.COAST)
    coast = MapBench(map_box({"12,h/12,i": shore}, {"12,h": COAST, "12,i": COAST}))
    judged = coast.rules(Travel.SHIP, ENEMY)
    sailing = steps_from(judged.around, judged.walker, at("12,h"))
    assert [step.passage for step in sailing if step.side == SIDE] == [Passage.SEA]


def test_a_flyer_goes_onto_no_feature_in_the_sea() -> None:
    open_sea = HexsideEntry(terrain=Terrain.RIVER, feature=Feature.BRIDGE, water=Water.SEA)
    bench = MapBench(map_box({"12,h/12,i": open_sea}, {"12,h": SEA, "12,i": SEA}))
    judged = bench.rules(Travel.FLYING, ENEMY)
    steps = steps_from(judged.around, judged.walker, at("12,h"))
    assert {step.passage for step in steps} == {Passage.AIR}
    (over,) = to(bench, "12,h", "12,i", travel=Travel.FLYING)
    assert (over.way, over.is_open, over.counts) == (Way.AIR, True, True)


@pytest.mark.rule("FOTR-117")
def test_one_gets_off_a_hexside_on_both_hands() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD, "12,i/12,j": ROAD}))
    for side, travel, is_open in (
        ("12,h/12,i", Travel.FOOT, False),
        ("12,i/12,j", Travel.FOOT, True),
        ("12,h/12,i", Travel.FLYING, True),
    ):
        judged = bench.rules(travel, ENEMY)
        off = steps_from(judged.around, judged.walker, parse_place(side))
        assert [step.end.label for step in off] == side.split("/")
        assert {(step.passage, step.is_open, step.counts) for step in off} == {
            (Passage.OFF, is_open, True)
        }
    sailing = bench.rules(Travel.SHIP, ENEMY)
    assert steps_from(sailing.around, sailing.walker, parse_place("12,h/12,i")) == ()
    assert steps_from(sailing.around, sailing.walker, OffMap()) == ()


@pytest.mark.rule("FOTR-112")
def test_steps_are_marked_where_they_touch_a_refuge() -> None:
    bench = MapBench(map_box({"17,gh/17,hi": WOODS}))
    (leaving,) = to(bench, "17,gh", "17,hi")
    (entering,) = to(bench, "17,hi", "17,gh")
    assert (leaving.leaves_own, leaving.enters_own) == (True, False)
    assert (entering.leaves_own, entering.enters_own) == (False, True)
    (flying,) = to(bench, "17,gh", "17,hi", travel=Travel.FLYING)
    assert flying.leaves_own
    enemy = to(bench, "17,gh", "17,hi", seat=ENEMY)
    assert not any(step.leaves_own or step.enters_own for step in enemy)


@pytest.mark.rule("FOTR-112", "FOTR-121")
@pytest.mark.parametrize(
    ("seat", "refuge", "word"),
    [
        (FELLOWSHIP, HexType.HAVEN, "a Haven"),
        (ENEMY, HexType.GARRISONED, "a Garrisoned hex"),
    ],
)
def test_a_ship_takes_three_off_at_every_hexside_of_a_refuge(
    seat: Seat, refuge: HexType, word: str
) -> None:
    port = HexEntry(type=refuge, water=Water.COAST)
    row = {"sea": ("A", "4", "2", "NA", "NA", "NA"), "coast": ("A", "4", "2", "NA", "NA", "NA")}
    box = map_box(hexes={"12,h": SEA, "12,i": port, "12,j": COAST}, tables={"T.2": row})
    bench = MapBench(box)
    bench.weather["12,i"] = Weather.BAD
    judged = bench.rules(Travel.SHIP, seat)

    def need(start: str, end: str) -> Need:
        (step,) = to(bench, start, end, travel=Travel.SHIP, seat=seat)
        return judged.need_of(step)

    beside = (Part(f"Beside {word}", -3, "own ground", "7.322"),)
    for ends in (("12,h", "12,i"), ("12,i", "12,h"), ("12,i", "12,j"), ("12,j", "12,i")):
        found = need(*ends)
        assert (found.kind, found.parts, found.highest_roll) == ("roll", beside, 7), ends
    theirs = ENEMY if seat == FELLOWSHIP else FELLOWSHIP
    assert not any(
        step.enters_own for step in to(bench, "12,i", "12,h", travel=Travel.SHIP, seat=theirs)
    )


@pytest.mark.rule("FOTR-112", "FOTR-124")
def test_flying_onto_a_feature_in_a_storm_needs_what_flying_over_it_needs() -> None:
    box = map_box({"12,h/12,i": BRIDGE}, hexes={"12,i": HexEntry(type=HexType.GARRISONED)})
    bench = MapBench(box)
    bench.weather = {"12,h": Weather.STORM, "12,i": Weather.STORM}
    judged = bench.rules(Travel.FLYING, ENEMY)
    needs = [
        judged.need_of(step)
        for end in ("12,i", "12,h/12,i")
        for step in to(bench, "12,h", end, travel=Travel.FLYING, seat=ENEMY)
    ]
    assert len(needs) == 2
    assert needs[0].parts == needs[1].parts
    assert any(part.value == -3 for part in needs[0].parts)


@pytest.mark.rule("FOTR-112", "FOTR-122")
def test_a_boat_leaves_a_refuge_freely_and_takes_three_off_along_it() -> None:
    sides = {"17,gh/17,hi": RIVER, "17,hi/18,h": RIVER, "17,gh/18,h": RIVER, "16,h/17,hi": RIVER}
    box = map_box(sides, tables={"T.2": {"river-travel": ("A", "4", "2", "NA", "NA", "NA")}})
    bench = MapBench(box)
    bench.weather = {"17,hi": Weather.STORM, "17,gh": Weather.STORM}
    judged = bench.rules(Travel.BOAT)

    def need(start: str, end: str) -> tuple[str, int]:
        (step,) = to(bench, start, end, travel=Travel.BOAT)
        found = judged.need_of(step)
        return found.kind, found.highest_roll if found.kind == "roll" else 0

    assert need("17,gh", "17,gh/17,hi") == ("automatic", 0)
    assert need("17,hi", "17,gh/17,hi") == ("roll", 5)
    assert need("17,hi/18,h", "17,gh/17,hi") == ("roll", 5)
    assert need("17,gh/17,hi", "17,hi/18,h") == ("roll", 2)
    assert need("17,hi", "17,hi/18,h") == ("roll", 2)


@pytest.mark.rule("FOTR-121")
def test_ships_need_water_on_both_hands() -> None:
    hexes = {"12,h": SEA, "12,i": SEA, "12,j": COAST, "12,k": COAST}
    bench = MapBench(map_box(hexes=hexes))
    found = {
        end: [(step.way, step.is_open) for step in to(bench, start, end, travel=Travel.SHIP)]
        for start, end in (("12,h", "12,i"), ("12,i", "12,j"), ("12,j", "12,k"), ("12,k", "12,l"))
    }
    assert found == {
        "12,i": [(Way.SEA, True)],
        "12,j": [(Way.SEA, False)],
        "12,k": [(Way.COAST, False)],
        "12,l": [],
    }
    assert to(bench, "12,j", "12,i") == []
    assert len(to(bench, "12,j", "12,k")) == 1


@pytest.mark.rule("FOTR-122", "FOTR-123")
@pytest.mark.parametrize(
    ("entry", "way", "is_open", "feature_stops"),
    [
        (RIVER, Way.RIVER_TRAVEL, True, False),
        (BRIDGE, Way.RIVER_TRAVEL, True, False),
        (FORD, Way.FORD_TRAVEL, False, True),
        (FALLS, Way.FALLS_TRAVEL, False, True),
        (SWAMP, Way.SWAMP_TRAVEL, False, False),
    ],
)
def test_a_boat_travels_along_rivers_and_swamps(
    entry: HexsideEntry, way: Way, *, is_open: bool, feature_stops: bool
) -> None:
    bench = MapBench(map_box({"12,h/12,i": entry, "12,i/13,hi": entry}))
    (into,) = to(bench, "12,h", "12,h/12,i", travel=Travel.BOAT)
    (along,) = to(bench, "12,h/12,i", "12,i/13,hi", travel=Travel.BOAT)
    for step in (into, along):
        assert (step.passage, step.way, step.is_open) == (Passage.RIVER, way, is_open)
        assert (step.counts, step.blocked) == (True, False)
    ashore = to(bench, "12,h/12,i", "12,h", travel=Travel.BOAT)
    assert [(step.passage, step.counts) for step in ashore] == [(Passage.ASHORE, False)]
    assert to(bench, "12,h", "12,i", travel=Travel.BOAT) == []
    for blocker, stops in ((Blocker.RIVER, True), (Blocker.FEATURE, feature_stops)):
        bench.blocked["12,h/12,i"] = blocker
        (met,) = to(bench, "12,h", "12,h/12,i", travel=Travel.BOAT)
        assert met.blocked is stops
        assert met.way == (None if stops else way)
        assert met.is_open is (is_open and not stops)


@pytest.mark.rule("FOTR-004")
def test_over_a_cut_goes_whoever_is_no_boat() -> None:
    bench = MapBench()
    for travel, passages in (
        (Travel.FOOT, [Passage.TERRAIN]),
        (Travel.FLYING, [Passage.AIR]),
        (Travel.BOAT, []),
        (Travel.SHIP, []),
    ):
        judged = bench.rules(travel)
        half, other = HalfHex(at("19,mn"), 1), HalfHex(at("19,mn"), 2)
        there = [
            step for step in steps_from(judged.around, judged.walker, half) if step.end == other
        ]
        back = [
            step for step in steps_from(judged.around, judged.walker, other) if step.end == half
        ]
        assert [step.passage for step in there] == passages
        assert [step.passage for step in back] == passages
        assert all(step.side is None for step in there)


@pytest.mark.rule("FOTR-126", "FOTR-127")
def test_regions_are_come_to_by_ship_or_on_land() -> None:
    regions = {
        NORTHERN_SEA: RegionEntry(hexes=("12,h",), regions=(WEST_FORODWAITH, FORLINDON_COAST)),
        WEST_FORODWAITH: RegionEntry(hexes=("12,h", "12,e"), regions=(NORTHERN_SEA,)),
    }
    bench = MapBench(map_box(regions=regions))

    def ends(start: Place, travel: Travel, *, wades: bool = False) -> list[str]:
        judged = bench.rules(travel)
        walker = replace(judged.walker, wades=wades)
        return [
            step.end.label
            for step in steps_from(judged.around, walker, start)
            if step.passage is Passage.REGION
        ]

    here, sea, waste = at("12,h"), Region(NORTHERN_SEA), Region(WEST_FORODWAITH)
    assert ends(here, Travel.SHIP) == [sea.label]
    assert ends(here, Travel.FOOT) == [waste.label]
    assert ends(here, Travel.FOOT, wades=True) == [waste.label, sea.label]
    assert ends(at("12,i"), Travel.SHIP) == []
    assert ends(sea, Travel.SHIP) == [waste.label, Region(FORLINDON_COAST).label, here.label]
    assert ends(waste, Travel.FOOT) == [here.label, "12,e:1", "12,e:2"]
    assert ends(waste, Travel.FOOT, wades=True)[0] == sea.label
    assert ends(waste, Travel.SHIP)[0] == sea.label


@pytest.mark.rule("FOTR-232")
def test_without_modes_one_goes_to_sea_as_on_land() -> None:
    bench = MapBench(map_box(hexes={"12,h": COAST, "12,i": COAST, "12,j": SEA}))
    judged = bench.rules(Travel.FOOT)
    wading = replace(judged.walker, wades=True)
    along = [s for s in steps_from(judged.around, wading, at("12,h")) if s.end == at("12,i")]
    assert [step.passage for step in along] == [Passage.TERRAIN, Passage.SEA]
    out = [s for s in steps_from(judged.around, wading, at("12,i")) if s.end == at("12,j")]
    assert [step.passage for step in out] == [Passage.SEA]
    by_rolls = replace(judged, by_rolls=True)
    woods = MapBench(map_box({"12,h/12,i": WOODS, "12,h/12,g": ROUGH}))
    rolled = replace(by_rolls, around=woods.around())
    found = {step.end.label: step.is_open for step in open_steps(rolled, at("12,h"))}
    assert found["12,i"] is False
    assert found["12,g"] is True
    plain = {step.end.label: step.is_open for step in open_steps(woods.rules(), at("12,h"))}
    assert plain["12,g"] is False


# --- Ways ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-117", "FOTR-124")
def test_where_a_move_may_end() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD, "12,i/12,j": RIVER}, {"8,h": SEA, "8,i": COAST}))
    places = {
        label: parse_place(label) for label in ("12,h", "8,h", "8,i", "12,h/12,i", "12,i/12,j")
    }

    def ends(travel: Travel, seat: Seat = FELLOWSHIP, *, guardian: bool = False) -> set[str]:
        judged = bench.rules(travel, seat, guardian=guardian)
        return {label for label, place in places.items() if may_end_at(judged, place)}

    hexes = {"12,h", "8,h", "8,i"}
    assert ends(Travel.FOOT) == hexes
    assert ends(Travel.FLYING) == {"12,h", "8,i"}
    assert ends(Travel.FOOT, ENEMY) == hexes | {"12,h/12,i"}
    assert ends(Travel.FLYING, ENEMY) == {"12,h", "8,i", "12,h/12,i"}
    assert ends(Travel.BOAT, ENEMY) == hexes | {"12,h/12,i"}
    swimming = ends(Travel.BOAT, ENEMY, guardian=True)
    assert swimming == {"8,h", "8,i", "12,h/12,i", "12,i/12,j"}
    assert ends(Travel.FOOT, ENEMY, guardian=True) == hexes | {"12,h/12,i"}
    dry = parse_place("12,j/12,k")
    assert isinstance(dry, Hexside)
    assert not may_block(bench.rules(Travel.BOAT, ENEMY, guardian=True), dry)


def test_why_a_way_is_none_is_said_with_its_section() -> None:
    bench = MapBench(
        map_box(
            {"12,h/12,i": MOUNTAIN, "12,i/12,j": RIVER, "12,j/12,k": ROUGH},
            regions={EVER_ICY_PLAIN: RegionEntry(hexes=("12,h",), regions=())},
        )
    )
    nazgul = Claims(nazgul=True)

    def why(start: str, end: str, **given: Unpack[RulesGiven]) -> tuple[str, str]:
        judged = bench.rules(**given)
        found = breach_between(judged, parse_place(start), parse_place(end), count=1)
        assert isinstance(found, Breach)
        return found.section, found.text

    section, text = why("12,h", "12,k")
    assert section == "7.31"
    assert "12,h to 12,k is more than foot movement can do in one phase" in text
    assert why("17,hi", "17,gh", seat=ENEMY) == (
        "2.0",
        "17,gh is a Haven, and no minion may enter one.",
    )
    section, text = why("12,i", "12,j", seat=ENEMY, claims=nazgul)
    assert (section, text) == ("T.2", "The way from 12,i to 12,j cannot be crossed now.")
    assert why("12,h", "12,i") == ("7.32", "No roll can cross from 12,h to 12,i.")
    section, text = why("12,h", f"@{EVER_ICY_PLAIN}")
    assert section == "7.71"
    assert "takes a whole movement phase" in text
    section, _ = why(f"@{EVER_ICY_PLAIN}", "12,h")
    assert section == "7.71"
    assert why("12,j", "12,k", crossed=(False, False)) == (
        "7.31",
        "Foot movement does not reach from 12,j to 12,k after 3 hexsides.",
    )


@pytest.mark.rule("FOTR-110")
def test_a_drawn_way_takes_the_better_of_terrain_and_feature() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD, "12,i/12,j": BRIDGE}))
    drawn = drawn_path(bench.rules(Travel.HORSE), parse_way("12,h 12,i 12,j"))
    assert isinstance(drawn, Path)
    assert [step.passage for step in drawn.steps] == [Passage.FEATURE, Passage.FEATURE]
    assert drawn.text == "12,h 12,i 12,j"
    assert drawn.openness == (False, True)
    assert Path().places == ()
    assert Path().chance == 1
    short = drawn_path(bench.rules(), parse_way("12,h"))
    assert isinstance(short, Breach)
    assert "two places" in short.text
    flying = drawn_path(
        MapBench(map_box(hexes={"12,i": SEA})).rules(Travel.FLYING), (at("12,h"), at("12,i"))
    )
    assert isinstance(flying, Breach)
    assert flying.section == "7.5, 7.6"
    river = MapBench(map_box({"12,h/12,i": RIVER}))
    boat = drawn_path(river.rules(Travel.BOAT), parse_way("12,h 12,h/12,i 12,i"))
    assert isinstance(boat, Path)
    assert boat.openness == (True,)
    late = drawn_path(bench.rules(Travel.HORSE, crossed=(True, True, True)), parse_way("12,h 12,i"))
    assert isinstance(late, Breach)


def test_a_drawn_way_shows_no_card_and_meets_nobody_where_it_need_not() -> None:
    ford = MapBench(map_box({"12,h/12,i": FORD}))
    ford.blocked["12,h/12,i"] = Blocker.FEATURE
    paths = MapBench(map_box({"12,l/12,m": MOUNTAIN}))
    for bench, way in ((ford, "12,h 12,i"), (paths, "12,m 12,l")):
        drawn = drawn_path(bench.rules(), parse_way(way))
        assert isinstance(drawn, Path)
        assert [step.passage for step in drawn.steps] == [Passage.TERRAIN]
        assert drawn.needs[0].kind == "roll"


def test_a_drawn_way_may_begin_in_either_half() -> None:
    bench = MapBench()
    for first in ("12,d", "12,f"):
        drawn = drawn_path(bench.rules(), parse_way(f"12,e {first}"))
        assert isinstance(drawn, Path)
        assert isinstance(drawn.steps[0].start, HalfHex)
    names = parse_way("12,h; @Ever Icy Plain ;")
    assert [place.label for place in names] == ["12,h", "@Ever Icy Plain"]


@pytest.mark.rule("FOTR-117", "FOTR-126")
def test_regions_hexsides_and_shores_end_a_move() -> None:
    regions = {EVER_ICY_PLAIN: RegionEntry(hexes=("12,h",), regions=())}
    bench = MapBench(map_box({"12,i/12,j": BRIDGE}, regions=regions))
    for way in ("12,h; @Ever Icy Plain; 12,h", "12,g; 12,h; @Ever Icy Plain"):
        assert isinstance(drawn_path(bench.rules(Travel.HORSE), parse_way(way)), Breach)
    onto = drawn_path(bench.rules(Travel.HORSE, ENEMY), parse_way("12,i; 12,i/12,j"))
    assert isinstance(onto, Path)
    through = drawn_path(bench.rules(Travel.HORSE, ENEMY), parse_way("12,i; 12,i/12,j; 12,j"))
    assert isinstance(through, Breach)
    began = bench.rules(Travel.FOOT, crossed=(True,))
    assert likeliest_path(began, at("12,h"), Region(EVER_ICY_PLAIN)) is None
    assert likeliest_path(bench.rules(), at("12,h"), Region(EVER_ICY_PLAIN)) is not None


@pytest.mark.parametrize("travel", [Travel.BOAT, Travel.FOOT])
def test_the_way_to_one_place_is_that_among_the_ways_to_all(travel: Travel) -> None:
    middle = [
        hexside_between(Hex(12, step), Hex(13, step + turn))
        for step in range(8, 21, 2)
        for turn in (-1, 1)
    ]
    judged = MapBench(map_box({side.label: RIVER for side in middle})).rules(travel)
    ways = reachable(judged, at("12,f"))
    assert len(ways) > 7
    for place, way in ways.items():
        assert likeliest_path(judged, at("12,f"), place) == way


def test_the_most_hexsides_bind_whatever_the_table_allows() -> None:
    judged = replace(MapBench().rules(Travel.FLYING), most=2)
    far = {
        at("12,h").distance(hex_) for hex_ in reachable(judged, at("12,h")) if isinstance(hex_, Hex)
    }
    assert max(far) == 2
    one_done = replace(judged, crossed=(True,))
    far = {
        at("12,h").distance(hex_)
        for hex_ in reachable(one_done, at("12,h"))
        if isinstance(hex_, Hex)
    }
    assert max(far) == 1


def test_a_way_on_which_no_card_is_shown_comes_first() -> None:
    bench = MapBench(map_box({"12,l/12,m": MOUNTAIN}))
    path = likeliest_path(bench.rules(Travel.FOOT), at("12,m"), at("12,l"))
    assert path is not None
    assert path.steps[0].passage is Passage.TERRAIN
    assert "claim" not in {need.kind for need in path.needs}
    blocked = MapBench(map_box({"12,h/12,i": BRIDGE}))
    blocked.blocked["12,h/12,i"] = Blocker.FEATURE
    around = likeliest_path(blocked.rules(Travel.HORSE), at("12,h"), at("12,i"))
    assert around is not None
    assert not any(step.blocked for step in around.steps)


# --- Retreats -----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-154", "FOTR-156")
def test_a_boat_retreats_over_one_river_hexside_and_ashore() -> None:
    bench = MapBench(map_box({"12,h/12,i": RIVER, "12,i/13,hi": RIVER, "12,h/13,hi": RIVER}))
    judged = bench.rules(Travel.BOAT)
    assert retreat_options(judged, at("12,h")) == (at("12,h"), at("12,i"), at("13,hi"))
    assert dormant_retreat_options(judged, at("12,h")) == (at("12,i"), at("13,hi"))
    theirs = bench.rules(Travel.BOAT, ENEMY)
    assert enemy_retreat_options(theirs, at("12,h")) == (at("12,i"), at("13,hi"))


@pytest.mark.rule("FOTR-154")
def test_no_retreat_over_what_is_closed_hopeless_or_wants_a_card() -> None:
    sides = {"12,l/12,m": MOUNTAIN, "12,m/12,n": SWAMP, "12,m/13,lm": HexsideEntry()}
    bench = MapBench(map_box(sides))
    ours = {place.label for place in retreat_options(bench.rules(), at("12,m"))}
    # The table says 0 for a mountain, and Edoras beyond it is a Haven: 3 are taken off the roll.
    assert ours == {"12,m", "12,l", "12,n", "11,lm", "11,mn", "13,lm", "13,mn"}
    nazgul = bench.rules(seat=ENEMY, claims=Claims(nazgul=True))
    theirs = {place.label for place in enemy_retreat_options(nazgul, at("12,m"))}
    assert "12,n" not in theirs
    assert "12,m" not in theirs
    regions = {EVER_ICY_PLAIN: RegionEntry(hexes=("12,h",), regions=())}
    north = MapBench(map_box(regions=regions)).rules(crossed=(True, True))
    assert len(retreat_options(north, at("12,h"))) == 7
