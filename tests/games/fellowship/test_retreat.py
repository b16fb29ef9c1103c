"""Retreats: options, denials, what is left (8.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.places import parse_place
from companion.games.fellowship.facts.names import Travel
from companion.games.fellowship.rules.movement_steps import Blocker
from companion.games.fellowship.rules.retreat import (
    denials,
    dormant_retreat_options,
    enemy_retreat_options,
    is_legal_denial,
    remaining,
    retreat_options,
)
from tests.support.fellowship_map import (
    BRIDGE,
    COAST,
    FORD,
    MOUNTAIN,
    RIVER,
    SEA,
    WOODS,
    MapBench,
    at,
    map_box,
)


@pytest.mark.rule("FOTR-154")
def test_on_open_ground_six_hexes_and_the_present_one_are_options() -> None:
    options = retreat_options(MapBench().rules(Travel.SNEAK), at("12,h"))
    assert [str(option) for option in options] == [
        "12,h",
        "11,gh",
        "11,hi",
        "12,g",
        "12,i",
        "13,gh",
        "13,hi",
    ]


@pytest.mark.rule("FOTR-154")
@pytest.mark.parametrize(
    ("options", "denied"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)]
)
def test_the_enemy_denies_half_rounded_up(options: int, denied: int) -> None:
    assert denials(options) == denied


@pytest.mark.rule("FOTR-154")
def test_terrain_and_blockers_narrow_the_options() -> None:
    bench = MapBench(
        map_box(
            {"12,h/12,g": MOUNTAIN, "12,h/13,gh": WOODS, "12,h/13,hi": RIVER, "12,h/12,i": FORD},
            {"11,gh": SEA},
        )
    )
    bench.blocked["12,h/12,i"] = Blocker.FEATURE
    labels = {str(option) for option in retreat_options(bench.rules(), at("12,h"))}
    # The blocked ford still leaves the river below it to wade through.
    assert labels == {"12,h", "13,gh", "13,hi", "12,i", "11,hi"}


@pytest.mark.rule("FOTR-154")
def test_only_one_hexside_in_the_present_mode() -> None:
    bench = MapBench(map_box(hexes={"12,h": COAST, "12,i": COAST, "11,hi": SEA}))
    ship = {str(place) for place in retreat_options(bench.rules(Travel.SHIP), at("12,h"))}
    assert ship == {"12,h", "12,i", "11,hi"}
    river = MapBench(map_box({"12,h/13,hi": RIVER}))
    boat = {str(place) for place in retreat_options(river.rules(Travel.BOAT), at("12,h"))}
    assert boat == {"12,h", "13,hi"}


@pytest.mark.rule("FOTR-155")
def test_from_dormant_minions_any_adjacent_hex_but_not_the_present_one() -> None:
    options = dormant_retreat_options(MapBench().rules(), at("12,h"))
    assert len(options) == 6
    assert at("12,h") not in options


@pytest.mark.rule("FOTR-154", "FOTR-181")
def test_from_a_hexside_a_group_goes_into_one_of_its_two_hexes() -> None:
    bench = MapBench(map_box({"12,h/12,i": BRIDGE}))
    options = retreat_options(bench.rules(), parse_place("12,h/12,i"))
    assert [str(option) for option in options] == ["12,h", "12,i"]


@pytest.mark.rule("FOTR-093", "FOTR-154")
def test_who_may_block_features_still_retreats_into_hexes() -> None:
    bench = MapBench(map_box({"12,h/12,i": BRIDGE}))
    rules = bench.rules()
    blocking = replace(rules, walker=replace(rules.walker, may_block=True))
    assert parse_place("12,h/12,i") not in retreat_options(blocking, at("12,h"))


@pytest.mark.rule("FOTR-156")
def test_the_enemy_goes_to_adjacent_hexes_and_features_and_never_stays() -> None:
    bench = MapBench(map_box({"12,h/12,i": BRIDGE}))
    options = enemy_retreat_options(bench.rules(seat="enemy"), at("12,h"))
    assert parse_place("12,h/12,i") in options
    assert at("12,i") in options
    assert at("12,h") not in options
    assert len(options) == 7


@pytest.mark.rule("FOTR-020", "FOTR-156")
@pytest.mark.parametrize("travel", [Travel.FOOT, Travel.HORSE, Travel.FLYING])
def test_no_minion_retreats_into_a_haven(travel: Travel) -> None:
    bench = MapBench(map_box({"17,gh/17,hi": BRIDGE}))
    options = enemy_retreat_options(bench.rules(travel, "enemy"), at("17,hi"))
    assert at("17,gh") not in options
    assert {at("17,ij"), parse_place("17,gh/17,hi")} <= set(options)


@pytest.mark.rule("FOTR-123", "FOTR-156")
def test_what_swims_retreats_along_the_water() -> None:
    sides = {"12,h/12,i": RIVER, "12,h/13,hi": RIVER, "12,i/13,hi": RIVER}
    bench = MapBench(map_box(sides, hexes={"13,hi": COAST}))
    kraken = bench.rules(Travel.BOAT, "enemy", guardian=True)
    options = enemy_retreat_options(kraken, parse_place("12,h/12,i"))
    assert {str(option) for option in options} == {"12,h/13,hi", "12,i/13,hi", "13,hi"}
    agents = enemy_retreat_options(bench.rules(Travel.BOAT, "enemy"), at("12,h"))
    assert {str(option) for option in agents} == {"12,i", "13,hi"}


_LABELS = st.lists(
    st.sampled_from(["12,h", "12,g", "12,i", "11,gh", "11,hi", "13,gh", "13,hi"]),
    min_size=1,
    max_size=7,
    unique=True,
)


@pytest.mark.rule("FOTR-154")
@given(options=_LABELS, data=st.data())
def test_a_legal_denial_leaves_half_rounded_down(options: list[str], data: st.DataObject) -> None:
    denied = data.draw(st.lists(st.sampled_from(options), unique=True, max_size=len(options)))
    left = remaining(options, denied)
    assert set(left) | set(denied) == set(options)
    if is_legal_denial(options, denied):
        assert len(left) >= len(options) // 2
    else:
        assert len(denied) > denials(len(options))


def test_a_denial_names_options_and_each_once() -> None:
    assert not is_legal_denial(["12,h", "12,g", "12,i"], ["12,g", "12,g"])
    assert not is_legal_denial(["12,h", "12,g", "12,i"], ["9,d"])
    assert is_legal_denial(["12,h", "12,g", "12,i"], [])
