"""T.1, T.2 and T.3 against their vectors."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    SEATS,
    Feature,
    HexType,
    Seat,
    Terrain,
    Travel,
    Weather,
)
from companion.games.fellowship.tables.acquisition import Attempt, look_up_acquisition
from companion.games.fellowship.tables.allowance import (
    GREY_HAVENS_SHIP,
    SHADOWFAX,
    is_path_allowed,
    look_up_allowance,
    may_cross_next,
)
from companion.games.fellowship.tables.cells import Cell, Part, UnknownCell
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.terrain import (
    Crossing,
    Way,
    look_up_crossing,
    way_on_river,
    ways_on_land,
)
from tests.support.vectors import load_vectors

T1 = load_vectors("fellowship_t1_movement")
T2 = load_vectors("fellowship_t2_terrain")["rows"]
T3 = load_vectors("fellowship_t3_acquisition")["attempts"]
TABLES = RulesTables()
SAMPLE = RulesTables(sample_box())


def every_path(longest: int) -> list[str]:
    return ["".join(p) for n in range(1, longest + 1) for p in itertools.product("on", repeat=n)]


def openness(path: str) -> list[bool]:
    return [step == "o" for step in path]


@pytest.mark.rule("FOTR-107", "FOTR-042")
@pytest.mark.parametrize("travel", list(Travel))
def test_paths_of_every_mix_are_allowed_as_the_vectors_say(travel: Travel) -> None:
    patterns = T1["paths"][travel]
    for path in every_path(8):
        expected = any(re.fullmatch(pattern, path) for pattern in patterns)
        assert is_path_allowed(travel, openness(path)) == expected, path


@pytest.mark.rule("FOTR-045", "FOTR-208")
@pytest.mark.parametrize(
    ("travel", "bonus"), [(Travel.SHIP, GREY_HAVENS_SHIP), (Travel.HORSE, SHADOWFAX)]
)
def test_claimed_bonus_lengthens_every_path_by_one(travel: Travel, bonus: Part) -> None:
    patterns = T1["longer_paths"][travel]
    for path in every_path(7):
        expected = any(re.fullmatch(pattern, path) for pattern in patterns)
        assert is_path_allowed(travel, openness(path), (bonus,)) == expected, path


@given(travel=st.sampled_from(Travel), path=st.lists(st.booleans(), max_size=8))
def test_every_beginning_of_an_allowed_path_is_allowed(travel: Travel, path: list[bool]) -> None:
    if is_path_allowed(travel, path):
        for length in range(len(path)):
            beginning = path[:length]
            assert is_path_allowed(travel, beginning)
            assert may_cross_next(travel, beginning, next_is_open=path[length])


@pytest.mark.rule("FOTR-107")
def test_lookup_of_a_path_names_row_cell_and_claims() -> None:
    found = look_up_allowance(Travel.SHIP, [False, True], (GREY_HAVENS_SHIP,))
    assert (found.row, found.column, found.value, found.total) == ("first-non-open", "ship", "3", 4)
    assert found.parts == (GREY_HAVENS_SHIP,)
    not_allowed = look_up_allowance(Travel.FOOT, [True, False])
    assert (not_allowed.value, not_allowed.total) == ("NA", 0)


CELLS = [
    (way, weather, has_nazgul, T2[way].split()[3 * has_nazgul + index])
    for way in T2
    for has_nazgul in (False, True)
    for index, weather in enumerate(Weather)
]


def crossing(way: str, weather: Weather, *, seat: Seat = FELLOWSHIP) -> Crossing:
    return Crossing(seat=seat, way=Way(way), weathers=(weather,))


@pytest.mark.rule("FOTR-109", "FOTR-114")
def test_vectors_cover_every_row_of_the_table() -> None:
    assert set(T2) == {way.value for way in Way}
    assert len(CELLS) == len(Way) * 6


@pytest.mark.rule("FOTR-109", "FOTR-111", "FOTR-114")
@pytest.mark.parametrize(("way", "weather", "has_nazgul", "expected"), CELLS)
def test_terrain_is_crossed_as_the_vectors_say(
    way: str, weather: Weather, *, has_nazgul: bool, expected: str
) -> None:
    seat = ENEMY if has_nazgul else FELLOWSHIP
    tried = replace(crossing(way, weather, seat=seat), has_nazgul=has_nazgul)
    needs = [(look_up_crossing(TABLES, tried, roll), roll) for roll in range(1, 11)]
    for result, roll in needs:
        match expected:
            case "?":
                assert (result.need, result.crossed) == ("unknown", None)
                assert isinstance(result.lookup.cell, UnknownCell)
            case "A":
                assert (result.need, result.crossed) == ("nothing", True)
            case "NA":
                assert (result.need, result.crossed) == ("forbidden", False)
            case _:
                assert (result.need, result.number) == ("roll", int(expected))
                assert result.crossed == (roll <= int(expected))


@pytest.mark.rule("FOTR-111")
def test_worse_weather_of_both_hexes_counts() -> None:
    for first, second in itertools.product(Weather, Weather):
        both = Crossing(seat="fellowship", way=Way.FORD, weathers=(first, second))
        worst = {Weather.NORMAL: 0, Weather.BAD: 8, Weather.STORM: 5}[
            max(first, second, key=list(Weather).index)
        ]
        found = look_up_crossing(TABLES, both)
        assert (found.number or 0) == worst


@pytest.mark.rule("FOTR-112")
@pytest.mark.parametrize("seat", SEATS)
def test_own_ground_takes_three_off_the_roll_when_entered(seat: Seat) -> None:
    entering = replace(crossing("swamp", Weather.NORMAL, seat=seat), enters_own=True)
    for roll in range(1, 11):
        into = look_up_crossing(TABLES, entering, roll)
        assert into.lookup.total == roll - 3
        assert into.crossed == (roll <= 6)
        place = "a Haven" if seat == FELLOWSHIP else "a Garrisoned hex"
        assert into.lookup.parts == (Part(f"Entering {place}", -3, "own ground", "7.322"),)


@pytest.mark.rule("FOTR-112")
def test_own_ground_is_left_freely_but_not_where_nothing_goes() -> None:
    mountain = replace(crossing("mountain", Weather.NORMAL), leaves_own=True)
    assert look_up_crossing(TABLES, mountain).need == "nothing"
    river_in_storm = replace(crossing("river", Weather.STORM), leaves_own=True)
    assert look_up_crossing(TABLES, river_in_storm).need == "forbidden"
    by_ship = replace(crossing("sea", Weather.STORM), leaves_own=True)
    assert look_up_crossing(SAMPLE, by_ship).need == "roll"


def test_claimed_modifiers_are_added_and_listed() -> None:
    gollum = Part("Gollum", -2, "rivers", "12.1")
    river = replace(crossing("river", Weather.NORMAL), enters_own=True, claimed=(gollum,))
    found = look_up_crossing(TABLES, river, 10)
    assert found.lookup.total == 5
    assert found.crossed
    assert found.lookup.parts[-1] == gollum


@pytest.mark.rule("FOTR-110")
def test_hexside_is_crossed_by_terrain_or_by_feature() -> None:
    for terrain in Terrain:
        by_terrain = Way(terrain.value)
        for feature in Feature:
            expected = (
                (by_terrain,)
                if feature in (Feature.NONE, Feature.FALLS)
                else (by_terrain, Way(feature.value))
            )
            assert ways_on_land(terrain, feature) == expected


@pytest.mark.rule("FOTR-122")
def test_boats_travel_along_rivers_and_swamps_only() -> None:
    assert way_on_river(Terrain.RIVER, Feature.NONE) is Way.RIVER_TRAVEL
    assert way_on_river(Terrain.RIVER, Feature.BRIDGE) is Way.RIVER_TRAVEL
    assert way_on_river(Terrain.RIVER, Feature.FORD) is Way.FORD_TRAVEL
    assert way_on_river(Terrain.RIVER, Feature.FALLS) is Way.FALLS_TRAVEL
    assert way_on_river(Terrain.SWAMP, Feature.FORD) is Way.SWAMP_TRAVEL
    for terrain in set(Terrain) - {Terrain.RIVER, Terrain.SWAMP}:
        assert way_on_river(terrain, Feature.FORD) is None


def attempt(row: list[Any]) -> Attempt:
    return Attempt(
        objective=row[0],
        seat=row[1],
        hex_type=HexType(row[2]),
        is_port=row[3],
        gandalf=row[4],
        aragorn=row[5],
        turns_spent=row[6],
    )


@pytest.mark.rule("FOTR-036", "FOTR-037", "FOTR-038")
@pytest.mark.parametrize("row", T3, ids=lambda row: "-".join(str(item) for item in row))
def test_acquisition_succeeds_as_the_vectors_say(row: list[Any]) -> None:
    *_, modifier, needed = row
    for roll in range(1, 11):
        found = look_up_acquisition(attempt(row), roll)
        assert isinstance(found.lookup.cell, Cell)
        if modifier == "auto":
            assert found.is_automatic
            assert found.succeeded
            assert found.lookup.parts == ()
        else:
            assert not found.is_automatic
            assert found.lookup.total == roll + int(modifier)
            assert found.succeeded == (roll + int(modifier) <= needed)


@pytest.mark.rule("FOTR-039")
def test_gandalf_and_aragorn_count_only_when_claimed() -> None:
    unclaimed = Attempt(seat="fellowship", objective="horses", hex_type=HexType.BORDER_1)
    claimed = Attempt(
        seat="fellowship", objective="horses", hex_type=HexType.BORDER_1, gandalf=True, aragorn=True
    )
    without = look_up_acquisition(unclaimed, 5)
    assert without.succeeded is False
    assert [part.label for part in without.lookup.parts] == ["Border"]
    found = look_up_acquisition(claimed, 5)
    assert found.succeeded
    assert {part.label: part.value for part in found.lookup.parts} == {
        "Gandalf": -2,
        "Aragorn": -1,
        "Border": 0,
    }
    assert look_up_acquisition(claimed).succeeded is None
