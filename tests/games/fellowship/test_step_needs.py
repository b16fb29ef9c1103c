"""What a step needs, the ground that it goes over, and the places of a cut hex (7.3 to 7.7)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from companion.board.hexes import Direction, Hex, Hexside
from companion.board.places import HalfHex, Region, parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import EMPTY_BOX, HexEntry, HexsideEntry, RegionEntry
from companion.games.fellowship.facts.names import (
    EAST_FORODWAITH,
    ENEMY,
    EVER_ICY_PLAIN,
    FELLOWSHIP,
    FORLINDON_COAST,
    HARLINDON_COAST,
    NORTHERN_SEA,
    WEST_FORODWAITH,
    Feature,
    HexType,
    Terrain,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.rules.ground import Ground, SideFacts, neighbours_along_river
from companion.games.fellowship.rules.movement_need import Claims, Need, need_of
from companion.games.fellowship.rules.movement_steps import (
    Passage,
    Step,
    Walker,
    exits,
    hex_of,
    node_of,
    nodes_at,
    places_at_side,
    refuge_of,
)
from companion.games.fellowship.tables.cells import Part, UnknownCell
from companion.games.fellowship.tables.terrain import Way
from tests.support.fellowship_map import (
    COAST,
    FORD,
    SEA,
    MapBench,
    at,
    map_box,
)

ROAD = HexsideEntry(terrain=Terrain.WOODS, feature=Feature.ROAD)
SIDE = parse_place("12,h/12,i")
PATHS = parse_place("12,l/12,m")


def step_of(**given: object) -> Step:
    plain = Step(at("12,h"), at("12,i"), None, Passage.TERRAIN)
    return replace(plain, **given)  # type: ignore[arg-type]  # each test names real fields


# --- What a step needs --------------------------------------------------------------------------


@pytest.mark.rule("FOTR-109")
@pytest.mark.parametrize(
    ("number", "parts", "highest", "chance", "hopeless"),
    [
        (0, (), 0, 0, True),
        (1, (), 1, 1, False),
        (5, (), 5, 5, False),
        (5, (-3,), 8, 8, False),
        (9, (-3,), 12, 10, False),
        (2, (3,), -1, 0, True),
        (3, (1, 1), 1, 1, False),
    ],
)
def test_a_roll_passes_up_to_the_number_less_what_is_added(
    number: int, parts: tuple[int, ...], highest: int, chance: int, *, hopeless: bool
) -> None:
    added = tuple(Part("a card", value, "shown", "7.32") for value in parts)
    need = Need(kind="roll", number=number, parts=added)
    assert need.highest_roll == highest
    assert need.chance == Fraction(chance, 10)
    assert need.is_hopeless is hopeless
    assert [roll for roll in range(1, 11) if need.passes(roll)] == list(range(1, chance + 1))


def test_only_what_is_automatic_passes_without_a_roll() -> None:
    for kind, chance in (("automatic", 1), ("forbidden", 0), ("unknown", 0), ("claim", 0)):
        need = Need(kind=kind)  # type: ignore[arg-type]  # the four words of the type
        assert need.chance == chance
        assert need.passes(1) is (kind == "automatic")
        assert not need.is_hopeless


@pytest.mark.rule("FOTR-113", "FOTR-117", "FOTR-123")
def test_a_step_without_a_row_of_the_table_needs_nothing() -> None:
    bench = MapBench()
    found = [
        need_of(bench.tables, FELLOWSHIP, step_of(**given))
        for given in (
            {"passage": Passage.OFF},
            {"passage": Passage.ASHORE},
            {"passage": Passage.RIVER, "blocked": True},
        )
    ]
    assert [(need.kind, need.section) for need in found] == [
        ("automatic", "7.33"),
        ("automatic", "7.5"),
        ("automatic", "7.323"),
    ]


@pytest.mark.rule("FOTR-127")
def test_a_waste_is_entered_freely_and_left_on_six() -> None:
    bench = MapBench()
    waste, other, sea = Region(EVER_ICY_PLAIN), Region(EAST_FORODWAITH), Region(NORTHERN_SEA)
    found = {
        (start.label, end.label): need_of(
            bench.tables, FELLOWSHIP, step_of(start=start, end=end, passage=Passage.REGION)
        )
        for start, end in (
            (at("12,h"), waste),
            (at("12,h"), sea),
            (sea, at("12,h")),
            (sea, waste),
            (waste, other),
            (waste, sea),
            (waste, at("12,h")),
        )
    }
    kinds = [(need.kind, need.number, need.section) for need in found.values()]
    assert kinds == [
        ("automatic", 0, "7.72"),
        ("automatic", 0, "7.71"),
        ("automatic", 0, "7.71"),
        ("automatic", 0, "7.72"),
        ("roll", 6, "7.72"),
        ("roll", 6, "7.72"),
        ("roll", 6, "7.72"),
    ]
    out = step_of(start=waste, end=at("12,h"), passage=Passage.REGION)
    for claims, parts in (
        (Claims(aragorn=True), [("Aragorn", -1)]),
        (Claims(gandalf=True), [("Gandalf", -1)]),
        (Claims(aragorn=True, gandalf=True), [("Aragorn", -1), ("Gandalf", -1)]),
    ):
        need = need_of(bench.tables, FELLOWSHIP, out, claims)
        assert [(part.label, part.value) for part in need.parts] == parts


@pytest.mark.rule("FOTR-133")
def test_only_the_fellowships_tunnel_at_edoras_wants_aragorn() -> None:
    tables = MapBench().tables
    assert isinstance(PATHS, Hexside)
    tunnel = step_of(side=PATHS, passage=Passage.FEATURE, way=Way.TUNNEL)
    assert need_of(tables, FELLOWSHIP, tunnel).kind == "claim"
    assert need_of(tables, FELLOWSHIP, tunnel).section == "7.9"
    shown = need_of(tables, FELLOWSHIP, tunnel, Claims(aragorn=True))
    assert (shown.kind, shown.section) == ("automatic", "7.9")
    assert need_of(tables, ENEMY, tunnel).kind == "roll"
    over = replace(tunnel, passage=Passage.TERRAIN)
    assert need_of(tables, FELLOWSHIP, over, Claims(aragorn=True)).kind == "roll"
    assert isinstance(SIDE, Hexside)
    elsewhere = replace(tunnel, side=SIDE)
    assert need_of(tables, FELLOWSHIP, elsewhere, Claims(aragorn=True)).kind == "roll"


@pytest.mark.rule("FOTR-071", "FOTR-202")
def test_who_is_shown_may_spare_a_roll() -> None:
    tables = MapBench().tables
    woods, river = step_of(way=Way.WOODS), step_of(way=Way.RIVER)
    spider, radagast = Claims(ignores_woods=True), Claims(no_terrain_rolls=True)
    found = [
        (need.kind, need.section)
        for need in (
            need_of(tables, FELLOWSHIP, woods),
            need_of(tables, ENEMY, woods, spider),
            need_of(tables, ENEMY, river, spider),
            need_of(tables, FELLOWSHIP, woods, radagast),
            need_of(tables, FELLOWSHIP, step_of(way=Way.CLEAR), radagast),
        )
    ]
    assert found == [
        ("roll", "7.32"),
        ("automatic", "6.262"),
        ("roll", "7.32"),
        ("automatic", "12.1"),
        ("automatic", "7.32"),
    ]


@pytest.mark.rule("FOTR-112", "FOTR-114")
def test_refuges_and_what_the_table_closes() -> None:
    tables = MapBench().tables
    leaving = need_of(tables, FELLOWSHIP, step_of(way=Way.WOODS, leaves_own=True))
    assert (leaving.kind, leaving.section) == ("automatic", "7.322")
    clear = need_of(tables, FELLOWSHIP, step_of(way=Way.CLEAR, leaves_own=True))
    assert (clear.kind, clear.section) == ("automatic", "7.32")
    entering = need_of(tables, FELLOWSHIP, step_of(way=Way.RIVER, enters_own=True))
    assert (entering.kind, entering.number, entering.highest_roll) == ("roll", 5, 8)
    sure = need_of(tables, FELLOWSHIP, step_of(way=Way.WOODS, enters_own=True))
    assert (sure.kind, sure.section) == ("automatic", "7.322")
    closed = need_of(tables, ENEMY, step_of(way=Way.RIVER), Claims(nazgul=True))
    assert (closed.kind, closed.section) == ("forbidden", "T.2")
    asked = need_of(tables, ENEMY, step_of(way=Way.WOODS, weather=Weather.BAD))
    assert (asked.kind, asked.section) == ("unknown", "T.2")
    assert asked.unknown is not None
    cell = UnknownCell("map.hexsides", "12,h/12,i", "terrain", "?")
    first = need_of(tables, ENEMY, step_of(way=Way.WOODS, unknown=cell))
    assert (first.kind, first.unknown, first.section) == ("unknown", cell, "7.32")


# --- The ground ---------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-116", "FOTR-122")
@pytest.mark.parametrize(
    ("water", "terrain", "land", "sea", "river"),
    [
        (Water.LAND, Terrain.CLEAR, True, False, False),
        (Water.LAND, Terrain.RIVER, True, False, True),
        (Water.COAST, Terrain.SWAMP, True, True, True),
        (Water.COAST, Terrain.WOODS, True, True, False),
        (Water.SEA, Terrain.RIVER, False, True, False),
    ],
)
def test_what_moves_over_a_hexside(
    water: Water, terrain: Terrain, *, land: bool, sea: bool, river: bool
) -> None:
    facts = SideFacts(water, terrain)
    assert (facts.has_land, facts.has_sea, facts.is_river) == (land, sea, river)


def test_the_ground_answers_what_the_map_tells_and_asks_for_the_rest() -> None:
    told = MapBench(map_box({"12,h/12,i": FORD}, {"8,h": SEA, "8,i": SEA, "9,hi": COAST})).ground
    assert isinstance(SIDE, Hexside)
    assert told.side(SIDE) == SideFacts(Water.LAND, Terrain.RIVER, Feature.FORD)
    sea = parse_place("8,h/8,i")
    assert isinstance(sea, Hexside)
    assert told.side(sea) == SideFacts(Water.SEA)
    assert told.water(at("9,hi")) is Water.COAST
    assert told.has_type(at("12,h"), HexType.WILD_1)
    assert not told.has_type(at("12,h"), HexType.WILD_2)
    assert told.cut_first(at("12,h")) is None
    assert told.cut_first(at("12,e")) is Direction.NORTH
    assert told.cut_side(at("12,e")) == SideFacts()
    assert at("12,h") in told
    assert Hex(40, 40) not in told
    bare = Ground(BoardMap(EMPTY_BOX))
    assert isinstance(bare.side(SIDE), UnknownCell)
    assert isinstance(bare.cut_side(at("12,e")), UnknownCell)
    assert bare.cut_first(at("12,e")) is None
    assert bare.water(at("12,h")) is None
    assert not bare.has_type(at("12,h"), HexType.WILD_1)


def test_a_hexside_is_asked_for_cell_by_cell() -> None:
    def asked(entry: HexsideEntry, water: Water | None = Water.LAND) -> str:
        box = map_box({"12,h/12,i": entry}, {"12,h": HexEntry(water=water)})
        assert isinstance(SIDE, Hexside)
        found = MapBench(box).ground.side(SIDE)
        return found.column if isinstance(found, UnknownCell) else ""

    assert asked(HexsideEntry()) == "terrain"
    assert asked(HexsideEntry(terrain=Terrain.CLEAR)) == "feature"
    assert asked(HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.NONE)) == ""


@pytest.mark.rule("FOTR-126", "FOTR-127")
def test_regions_touch_what_the_text_or_the_box_says() -> None:
    printed = Ground(BoardMap(EMPTY_BOX))
    assert FORLINDON_COAST in printed.region_neighbours(HARLINDON_COAST)
    assert set(printed.region_neighbours(FORLINDON_COAST)) == {HARLINDON_COAST, NORTHERN_SEA}
    told = RegionEntry(hexes=("12,h", "12,i"), regions=(WEST_FORODWAITH,))
    ground = MapBench(map_box(regions={EAST_FORODWAITH: told})).ground
    assert ground.region_hexes(EAST_FORODWAITH) == (at("12,h"), at("12,i"))
    assert ground.region_neighbours(EAST_FORODWAITH) == (WEST_FORODWAITH,)


@pytest.mark.rule("FOTR-122")
def test_four_hexsides_meet_the_two_ends_of_a_hexside() -> None:
    assert isinstance(SIDE, Hexside)
    found = {(side.label, third.label) for side, third in neighbours_along_river(SIDE)}
    assert found == {
        ("11,hi/12,h", "11,hi"),
        ("11,hi/12,i", "11,hi"),
        ("12,h/13,hi", "13,hi"),
        ("12,i/13,hi", "13,hi"),
    }


# --- Places and their halves --------------------------------------------------------------------


@pytest.mark.rule("FOTR-004")
def test_a_cut_hex_is_two_places_until_somebody_says_which() -> None:
    ground = MapBench().ground
    cut, whole = at("12,e"), at("12,h")
    north, south = HalfHex(cut, 1), HalfHex(cut, 2)
    assert nodes_at(ground, cut) == (north, south)
    assert nodes_at(ground, north) == (north,)
    assert nodes_at(ground, whole) == (whole,)
    bare = Ground(BoardMap(EMPTY_BOX))
    assert nodes_at(bare, cut) == (cut,)
    assert nodes_at(bare, north) == (cut,)
    assert [node_of(ground, cut, side) for side in Direction] == [north] * 3 + [south] * 3
    assert node_of(ground, whole, Direction.NORTH) == whole
    assert len(list(exits(ground, north))) == 3
    assert len(list(exits(ground, whole))) == 6
    assert len(list(exits(ground, cut))) == 6
    assert len(list(exits(bare, north))) == 6
    assert list(exits(ground, Region(NORTHERN_SEA))) == []
    assert [hex_of(place) for place in (whole, north, SIDE, Region(NORTHERN_SEA))] == [
        whole,
        cut,
        None,
        None,
    ]


def test_a_hexside_has_a_place_on_each_hand() -> None:
    ground = MapBench().ground
    side = parse_place("12,d/12,e")
    assert isinstance(side, Hexside)
    assert places_at_side(ground, side) == (at("12,d"), HalfHex(at("12,e"), 1))
    with pytest.raises(ValueError, match="neighbours"):
        places_at_side(ground, Hexside(at("12,d"), at("12,h")))


def test_refuges_and_who_blocks() -> None:
    assert refuge_of(FELLOWSHIP) is HexType.HAVEN
    assert refuge_of(ENEMY) is HexType.GARRISONED
    assert Walker(seat=ENEMY, travel=Travel.FOOT).blocks
    assert not Walker(seat=FELLOWSHIP, travel=Travel.FOOT).blocks
    assert Walker(seat=FELLOWSHIP, travel=Travel.FOOT, may_block=True).blocks
