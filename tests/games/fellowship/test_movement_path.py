"""Ways on land: allowance, terrain, weather, refuges, blockers, guesses (7.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.board.grid import HexGrid
from companion.board.hexes import Hex, Hexside
from companion.board.places import HalfHex, parse_place
from companion.games.fellowship.box.file import HexEntry, HexsideEntry, RegionEntry
from companion.games.fellowship.facts.names import HexType, Travel, Water, Weather
from companion.games.fellowship.rules.movement_need import Claims
from companion.games.fellowship.rules.movement_path import (
    Breach,
    Path,
    breach_between,
    drawn_path,
    likeliest_path,
    may_block,
    parse_way,
    reachable,
)
from companion.games.fellowship.rules.movement_steps import Blocker, Passage
from companion.games.fellowship.tables.allowance import is_path_allowed
from tests.support.fellowship_map import (
    BRIDGE,
    COAST,
    FERRY,
    FORD,
    MOUNTAIN,
    PASS,
    RIVER,
    ROUGH,
    SWAMP,
    TUNNEL,
    WOODS,
    MapBench,
    at,
    likely_path,
    map_box,
)

GRID = HexGrid()


def _distances(bench: MapBench, travel: Travel, start: str = "12,h") -> int:
    places = reachable(bench.rules(travel), at(start))
    return max(at(start).distance(place) for place in places if isinstance(place, Hex))


@pytest.mark.rule("FOTR-107")
@pytest.mark.parametrize(
    ("travel", "hexes"),
    [(Travel.SNEAK, 1), (Travel.FOOT, 2), (Travel.HORSE, 4), (Travel.FLYING, 5)],
)
def test_open_ground_is_crossed_as_far_as_the_mode_allows(travel: Travel, hexes: int) -> None:
    assert _distances(MapBench(), travel) == hexes


@pytest.mark.rule("FOTR-107", "FOTR-108")
def test_only_a_first_hexside_that_is_not_open_leaves_a_second_on_foot() -> None:
    first = MapBench(map_box({"12,h/12,i": ROUGH}))
    assert likely_path(first, "12,h", "12,j") is not None
    last = MapBench(map_box({"12,i/12,j": ROUGH, "12,j/11,ij": ROUGH, "12,j/13,ij": ROUGH}))
    assert likely_path(last, "12,h", "12,j") is None


@pytest.mark.rule("FOTR-108")
def test_a_bridge_is_open_until_it_is_blocked() -> None:
    bench = MapBench(map_box({"12,i/12,j": BRIDGE, "12,j/11,ij": RIVER, "12,j/13,ij": RIVER}))
    path = likely_path(bench, "12,h", "12,j")
    assert path is not None
    assert [step.passage for step in path.steps] == [Passage.TERRAIN, Passage.FEATURE]
    bench.blocked["12,i/12,j"] = Blocker.FEATURE
    assert likely_path(bench, "12,h", "12,j") is None


@pytest.mark.rule("FOTR-109")
@pytest.mark.parametrize(
    ("side", "chance"),
    [
        (ROUGH, 10),
        (WOODS, 7),
        (RIVER, 5),
        (SWAMP, 3),
        (PASS, 8),
        (TUNNEL, 5),
        (FORD, 10),
        (FERRY, 10),
        (BRIDGE, 10),
    ],
)
def test_each_terrain_has_its_number(side: HexsideEntry, chance: int) -> None:
    path = likely_path(MapBench(map_box({"12,h/12,i": side})), "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.chance == Fraction(chance, 10)


@pytest.mark.rule("FOTR-109")
def test_no_roll_crosses_a_mountain() -> None:
    bench = MapBench(map_box({"12,h/12,i": MOUNTAIN}))
    assert likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK) is None
    breach = breach_between(bench.rules(Travel.SNEAK), at("12,h"), at("12,i"))
    assert breach.section == "7.32"


@pytest.mark.rule("FOTR-110")
def test_terrain_or_feature_is_a_choice_and_the_likelier_is_taken() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.steps[0].passage is Passage.FEATURE
    bench.weather["12,i"] = Weather.STORM
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.needs[0].highest_roll == 5


@pytest.mark.rule("FOTR-110")
def test_a_coastal_hexside_counts_as_the_terrain_of_its_land() -> None:
    coast = HexsideEntry(terrain=WOODS.terrain, feature=WOODS.feature, water=Water.COAST)
    bench = MapBench(map_box({"12,h/12,i": coast}, {"12,h": COAST, "12,i": COAST}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.needs[0].highest_roll == 7


@pytest.mark.rule("FOTR-111")
@pytest.mark.parametrize("stormy", ["12,h", "12,i"])
def test_the_worse_weather_of_the_two_hexes_counts(stormy: str) -> None:
    bench = MapBench(map_box({"12,h/12,i": RIVER}))
    bench.weather[stormy] = Weather.BAD
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.needs[0].highest_roll == 3
    bench.weather[stormy] = Weather.STORM
    assert likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK) is None


@pytest.mark.rule("FOTR-112")
def test_a_haven_is_left_without_a_roll_and_entered_at_three_less() -> None:
    bench = MapBench(map_box({"17,gh/17,hi": MOUNTAIN}))
    out = likely_path(bench, "17,gh", "17,hi", travel=Travel.SNEAK)
    assert out is not None
    assert out.needs[0].kind == "automatic"
    back = likely_path(bench, "17,hi", "17,gh", travel=Travel.SNEAK)
    assert back is not None
    assert back.needs[0].highest_roll == 3
    enemy = likely_path(bench, "17,gh", "17,hi", travel=Travel.FOOT, seat="enemy")
    assert enemy is not None
    assert len(enemy.steps) == 2


@pytest.mark.rule("FOTR-112")
def test_a_garrison_is_the_refuge_of_the_enemy() -> None:
    bench = MapBench(map_box({"11,jk/12,k": SWAMP}))
    out = likely_path(bench, "11,jk", "12,k", travel=Travel.SNEAK, seat="enemy")
    assert out is not None
    assert out.needs[0].kind == "automatic"
    back = likely_path(bench, "12,k", "11,jk", travel=Travel.SNEAK, seat="enemy")
    assert back is not None
    assert back.needs[0].highest_roll == 6


@pytest.mark.rule("FOTR-020")
def test_no_minion_enters_a_haven() -> None:
    assert likely_path(MapBench(), "17,hi", "17,gh", seat="enemy") is None
    breach = breach_between(MapBench().rules(seat="enemy"), at("17,hi"), at("17,gh"))
    assert breach.section == "2.0"


@pytest.mark.rule("FOTR-113")
def test_a_blocked_feature_is_entered_without_a_roll() -> None:
    bench = MapBench(map_box({"12,h/12,i": TUNNEL}))
    bench.blocked["12,h/12,i"] = Blocker.FEATURE
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.steps[0].blocked
    assert path.needs[0].kind == "automatic"
    assert path.needs[0].section == "7.323"


@pytest.mark.rule("FOTR-114")
def test_nazgul_need_fords_ferries_and_bridges() -> None:
    nazgul = Claims(nazgul=True)
    for side, kind, number in (
        (RIVER, "forbidden", 0),
        (SWAMP, "forbidden", 0),
        (FORD, "roll", 5),
        (FERRY, "roll", 5),
        (BRIDGE, "automatic", 0),
    ):
        bench = MapBench(map_box({"12,h/12,i": side}))
        path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK, seat="enemy", claims=nazgul)
        if kind == "forbidden":
            assert path is None
        else:
            assert path is not None
            assert (path.needs[0].kind, path.needs[0].number) == (kind, number)


@pytest.mark.rule("FOTR-114")
def test_an_unclaimed_nazgul_changes_nothing() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.HORSE, seat="enemy")
    assert path is not None
    assert path.needs[0].kind == "automatic"


@pytest.mark.rule("FOTR-115", "FOTR-109")
def test_morias_north_side_is_a_tunnel() -> None:
    bench = MapBench(map_box({"14,h/14,g": MOUNTAIN}))
    path = likely_path(bench, "14,h", "14,g", travel=Travel.SNEAK)
    assert path is not None
    assert path.steps[0].passage is Passage.FEATURE
    assert path.needs[0].highest_roll == 5


@pytest.mark.rule("FOTR-116")
def test_land_and_sea_each_need_their_part_of_the_hexside() -> None:
    coast_sea = HexsideEntry(terrain=WOODS.terrain, feature=WOODS.feature, water=Water.SEA)
    bench = MapBench(map_box({"12,h/12,i": coast_sea}, {"12,h": COAST, "12,i": COAST}))
    assert likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK) is None
    assert likely_path(bench, "12,h", "12,i", travel=Travel.SHIP) is not None
    assert likely_path(MapBench(), "12,h", "12,i", travel=Travel.SHIP) is None


@pytest.mark.rule("FOTR-117")
def test_the_enemy_goes_onto_a_feature_and_off_it_for_a_hexside_each() -> None:
    bench = MapBench(map_box({"12,h/12,i": BRIDGE}))
    onto = likely_path(bench, "12,h", "12,h/12,i", travel=Travel.HORSE, seat="enemy")
    assert onto is not None
    assert onto.steps[0].passage is Passage.ONTO
    assert len(onto.openness) == 1
    places = reachable(bench.rules(Travel.HORSE, "enemy"), parse_place("12,h/12,i"))
    assert places[at("12,i")].needs[0].kind == "automatic"
    farthest = max(at("12,i").distance(place) for place in places if isinstance(place, Hex))
    assert farthest == 4


@pytest.mark.rule("FOTR-117")
def test_only_features_can_be_blocked_on_land() -> None:
    bench = MapBench(map_box({"12,h/12,i": RIVER}))
    assert likely_path(bench, "12,h", "12,h/12,i", travel=Travel.FOOT, seat="enemy") is None
    assert likely_path(bench, "12,h", "12,h/12,i", travel=Travel.FOOT) is None


@pytest.mark.rule("FOTR-119")
def test_the_terrain_of_a_blocked_hexside_stays_open_to_the_fellowship() -> None:
    bench = MapBench(map_box({"12,h/12,i": FORD}))
    bench.blocked["12,h/12,i"] = Blocker.FEATURE
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.steps[0].passage is Passage.TERRAIN
    assert path.needs[0].highest_roll == 5


@pytest.mark.rule("FOTR-133")
def test_the_paths_of_the_dead_want_aragorn_and_no_roll() -> None:
    bench = MapBench(map_box({"12,l/12,m": MOUNTAIN}))
    # Edoras is a Haven, so the Fellowship may also climb out of it (7.322); from outside only the
    # tunnel leads in with a fair chance.
    closed = likely_path(bench, "12,m", "12,l", travel=Travel.SNEAK)
    assert closed is not None
    assert closed.steps[0].passage is Passage.TERRAIN
    open_ = likely_path(bench, "12,m", "12,l", travel=Travel.SNEAK, claims=Claims(aragorn=True))
    assert open_ is not None
    assert open_.steps[0].passage is Passage.FEATURE
    assert open_.needs[0].kind == "automatic"


def test_half_hexes_are_left_by_their_own_three_sides_and_the_cut() -> None:
    bench = MapBench()
    half = HalfHex(at("19,mn"), 1)
    places = reachable(bench.rules(Travel.SNEAK), half)
    assert set(places) == {
        HalfHex(at("19,mn"), 2),
        parse_place("19,lm"),
        parse_place("20,m"),
        parse_place("20,n"),
    }
    whole = reachable(bench.rules(Travel.SNEAK), at("19,mn"))
    assert len(whole) == 8


def test_fewest_rolls_come_before_the_shorter_way() -> None:
    bench = MapBench(map_box({"12,h/12,i": WOODS}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.FOOT)
    assert path is not None
    assert path.chance == 1
    assert len(path.steps) == 2


def test_active_hexes_are_gone_round_where_that_costs_nothing() -> None:
    bench = MapBench()
    bench.active = {"13,hi"}
    path = likely_path(bench, "12,h", "14,i", travel=Travel.FOOT)
    assert path is not None
    assert path.text == "12,h 13,hi 14,i"
    path = likely_path(bench, "12,h", "14,h", travel=Travel.FOOT)
    assert path is not None
    assert path.text == "12,h 13,gh 14,h"


def test_an_unknown_hexside_is_asked_for_and_forbids_nothing() -> None:
    bench = MapBench(map_box({"12,h/12,i": HexsideEntry()}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.needs[0].unknown is not None
    assert path.needs[0].unknown.row == "12,h/12,i"


def test_a_drawn_way_is_kept_or_the_rule_against_it_named() -> None:
    bench = MapBench(map_box({"12,h/12,i": WOODS, "12,i/12,j": ROUGH}))
    drawn = drawn_path(bench.rules(Travel.FOOT), parse_way("12,h 12,i"))
    assert isinstance(drawn, Path)
    assert drawn.needs[0].highest_roll == 7
    too_far = drawn_path(bench.rules(Travel.FOOT), parse_way("12,h; 12,i; 12,j"))
    assert isinstance(too_far, Breach)
    assert too_far.section == "7.31"
    jump = drawn_path(bench.rules(Travel.FOOT), parse_way("12,h 12,k"))
    assert isinstance(jump, Breach)
    assert isinstance(drawn_path(bench.rules(), parse_way("12,h")), Breach)


def test_what_was_crossed_before_counts_in_the_same_phase() -> None:
    bench = MapBench()
    assert likeliest_path(bench.rules(crossed=(True,)), at("12,h"), at("12,i")) is not None
    assert likeliest_path(bench.rules(crossed=(True,)), at("12,h"), at("12,j")) is None


_SIDES = (ROUGH, WOODS, RIVER, SWAMP, FORD, FERRY, BRIDGE, MOUNTAIN, PASS, TUNNEL)
_NEAR = [
    f"{place}/{other}"
    for place in GRID
    for other in GRID.neighbours(place)
    if place < other and at("12,h").distance(place) <= 3
]
_TABLES = {
    "T.2": {
        row: (normal, bad, storm, "?", "?", "?")
        for row, normal, bad, storm in (
            ("rough", "?", "9", "8"),
            ("woods", "?", "5", "3"),
            ("mountain", "?", "0", "NA"),
            ("pass", "?", "6", "3"),
            ("tunnel", "?", "5", "4"),
        )
    }
}
_maps = st.dictionaries(st.sampled_from(_NEAR), st.sampled_from(_SIDES), max_size=25)
_weather = st.dictionaries(
    st.sampled_from(["12,h", "12,g", "13,gh", "11,hi"]), st.sampled_from(list(Weather))
)
_land_modes = st.sampled_from([Travel.SNEAK, Travel.FOOT, Travel.HORSE])


@pytest.mark.rule("FOTR-107")
@settings(max_examples=40, deadline=None)
@given(sides=_maps, travel=_land_modes, weather=_weather)
def test_a_way_never_passes_the_allowance(
    sides: dict[str, HexsideEntry], travel: Travel, weather: dict[str, Weather]
) -> None:
    bench = MapBench(map_box(sides, tables=_TABLES))
    bench.weather = weather
    for place, path in reachable(bench.rules(travel), at("12,h")).items():
        assert is_path_allowed(travel, path.openness)
        assert path.steps[-1].end == place
        assert path.chance > 0
        starts = (at("12,h"), *(step.end for step in path.steps))
        assert all(step.start == start for step, start in zip(path.steps, starts, strict=False))


@pytest.mark.rule("FOTR-111")
@settings(max_examples=25, deadline=None)
@given(sides=_maps, travel=_land_modes, stormy=st.sampled_from(["12,h", "12,g", "13,gh"]))
def test_worse_weather_never_helps(
    sides: dict[str, HexsideEntry], travel: Travel, stormy: str
) -> None:
    bench = MapBench(map_box(sides, tables=_TABLES))
    fair = reachable(bench.rules(travel), at("12,h"))
    bench.weather[stormy] = Weather.BAD
    bad = reachable(bench.rules(travel), at("12,h"))
    bench.weather[stormy] = Weather.STORM
    storm = reachable(bench.rules(travel), at("12,h"))
    assert set(storm) <= set(bad) <= set(fair)


@settings(max_examples=25, deadline=None)
@given(sides=_maps)
def test_the_guess_is_the_same_every_time(sides: dict[str, HexsideEntry]) -> None:
    box = map_box(sides, tables=_TABLES)
    one = likeliest_path(MapBench(box).rules(Travel.HORSE), at("12,h"), at("14,h"))
    other = likeliest_path(MapBench(box).rules(Travel.HORSE), at("12,h"), at("14,h"))
    assert one == other


def test_a_hex_of_unknown_type_is_no_refuge() -> None:
    bench = MapBench(map_box({"12,h/12,i": WOODS}, {"12,h": HexEntry(water=Water.LAND)}))
    path = likely_path(bench, "12,h", "12,i", travel=Travel.SNEAK)
    assert path is not None
    assert path.needs[0].kind == "roll"
    assert not bench.ground.has_type(at("12,h"), HexType.HAVEN)


@pytest.mark.rule("FOTR-112")
def test_a_roll_that_cannot_fail_is_not_made() -> None:
    bench = MapBench(map_box({"17,gh/17,hi": WOODS}))
    path = likely_path(bench, "17,hi", "17,gh", travel=Travel.SNEAK)
    assert path is not None
    # Woods into a Haven: 7 and 3 more is 10, the highest face.
    assert (path.needs[0].kind, path.needs[0].section) == ("automatic", "7.322")
    plain = likely_path(bench, "17,gh", "17,fg", travel=Travel.SNEAK)
    assert plain is not None
    assert plain.needs[0].section == "7.32"


@pytest.mark.rule("FOTR-126", "FOTR-127")
def test_only_ships_pass_from_the_waste_to_a_sea_region() -> None:
    regions = {"West Forodwaith": RegionEntry(hexes=("5,ab",), regions=("Northern Sea",))}
    bench = MapBench(map_box(regions=regions))
    assert likely_path(bench, "@West Forodwaith", "@Northern Sea") is None
    assert likely_path(bench, "@West Forodwaith", "@Northern Sea", travel=Travel.SHIP) is not None


@pytest.mark.rule("FOTR-117")
def test_a_hexside_that_nobody_has_described_may_turn_out_to_have_a_feature() -> None:
    bench = MapBench(map_box({"12,h/12,i": HexsideEntry()}))
    side = parse_place("12,h/12,i")
    assert isinstance(side, Hexside)
    assert may_block(bench.rules(seat="enemy"), side)
    known = MapBench(map_box({"12,h/12,i": RIVER}))
    assert not may_block(known.rules(seat="enemy"), side)
