"""T.4, T.5, T.6, small groups and victory levels."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    HexType,
    Race,
    RingbearerKind,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.tables.activity import (
    Activity,
    activity_of,
    is_activated,
    look_up_activity,
)
from companion.games.fellowship.tables.cells import Cell, Part
from companion.games.fellowship.tables.random_group import (
    CreatureMix,
    RandomGroup,
    look_up_random_group,
    parse_random_group,
)
from companion.games.fellowship.tables.rules_tables import NoSuchCellError, RulesTables
from companion.games.fellowship.tables.search_result import (
    SearchCode,
    SearchResult,
    parse_search_result,
)
from companion.games.fellowship.tables.search_roll import (
    SearchCircumstances,
    can_search_miss,
    has_sighting_effect,
    look_up_search,
    result_of,
    search_column,
    search_parts,
)
from companion.games.fellowship.tables.small_group import look_up_small_group, size_in_halves
from companion.games.fellowship.tables.victory import LEVELS, look_up_victory, shifted_level
from tests.support.vectors import load_vectors

MODIFIERS = load_vectors("fellowship_t5_modifiers")
SMALL_GROUPS = load_vectors("fellowship_small_groups")["highest_roll"]
TABLES = RulesTables()
SAMPLE = RulesTables(sample_box())
TEN = range(1, 11)
NEVER_MISSED = (
    HexType.WILD_1,
    HexType.WILD_2,
    HexType.WILD_3,
    HexType.SAURONIC_ACTIVITY,
    HexType.GARRISONED,
)


def land(travel: str, weather: str, bonus: int, hex_type: HexType) -> SearchCircumstances:
    name, plus, _ = travel.partition("+")
    return SearchCircumstances(
        hex_type=hex_type,
        travel=Travel(name),
        weather=Weather(weather),
        used_feature=bool(plus),
        enemy_bonus=bonus,
    )


def ship(who: str, weather: Weather, bonus: int, hex_type: HexType) -> SearchCircumstances:
    there = who.split()
    return SearchCircumstances(
        hex_type=hex_type,
        travel=Travel.SHIP,
        weather=weather,
        corsair_fleet="fleet" in there,
        kraken="kraken" in there,
        grey_havens_ship="grey-havens" in there,
        enemy_bonus=bonus,
    )


LAND = [
    (land(travel, weather, bonus, hex_type), total)
    for travel, by_weather in MODIFIERS["land"].items()
    for weather, totals in by_weather.items()
    for bonus, total in enumerate(totals)
    for hex_type in HexType
]
SHIP = [
    (ship(who, weather, bonus, hex_type), total)
    for who, totals in MODIFIERS["ship"].items()
    for weather, total in zip(Weather, totals, strict=True)
    for bonus in (0, 1, 2)
    for hex_type in HexType
]


@pytest.mark.rule("FOTR-140", "FOTR-042")
def test_vectors_cover_every_way_to_travel_and_every_mix_of_ship_modifiers() -> None:
    named = {Travel(name.partition("+")[0]) for name in MODIFIERS["land"]} | {Travel.SHIP}
    assert named == set(Travel)
    assert len(MODIFIERS["ship"]) == 2**3
    assert len(LAND) == 6 * 3 * 3 * 9


@pytest.mark.rule("FOTR-140")
def test_modifiers_add_up_as_the_vectors_say() -> None:
    for circumstances, total in LAND + SHIP:
        parts = search_parts(circumstances)
        is_haven = circumstances.hex_type is HexType.HAVEN
        of_enemy = 0 if circumstances.is_ship else circumstances.enemy_bonus
        expected = of_enemy if is_haven else total
        assert sum(part.value for part in parts) == expected, circumstances
        assert all(part.section for part in parts)


@pytest.mark.rule("FOTR-140")
def test_every_modifier_that_is_set_aside_is_listed_with_its_reason() -> None:
    in_haven = land("horse", "storm", 1, HexType.HAVEN)
    listed = {part.label: (part.value, part.reason) for part in search_parts(in_haven)}
    assert listed["Horse mode"] == (0, "no modifier counts in a Haven")
    assert listed["Storm"] == (0, "no modifier counts in a Haven")
    assert listed["Enemy activation"][0] == 1
    at_sea = ship("", Weather.NORMAL, 2, HexType.WILD_1)
    assert search_parts(at_sea)[-1] == Part("Enemy activation", 0, "not against ships", "T.5")


def test_fleet_kraken_and_ship_count_in_ship_mode_only() -> None:
    on_foot = SearchCircumstances(
        hex_type=HexType.WILD_1,
        travel=Travel.FOOT,
        corsair_fleet=True,
        kraken=True,
        grey_havens_ship=True,
    )
    assert [part.label for part in search_parts(on_foot)] == ["Foot mode"]


def test_event_cards_add_their_own_lines() -> None:
    event = Part("Mist", -1, "event card", "6.3")
    circumstances = SearchCircumstances(
        hex_type=HexType.WILD_1, travel=Travel.FOOT, events=(event,)
    )
    assert search_parts(circumstances)[-1] == event


def test_enemy_bonus_of_three_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\+0, \+1 or \+2"):
        search_parts(SearchCircumstances(hex_type=HexType.HAVEN, travel=Travel.FOOT, enemy_bonus=3))


@pytest.mark.rule("FOTR-137")
@pytest.mark.parametrize(
    ("total", "column"),
    [(-9, "-1"), (-2, "-1"), (-1, "-1"), (0, "0"), (7, "7"), (13, "13"), (14, "14+"), (19, "14+")],
)
def test_column_of_a_modified_roll(total: int, column: str) -> None:
    assert search_column(total) == column


@pytest.mark.rule("FOTR-137")
def test_haven_row_as_printed() -> None:
    expected = ["-"] * 7 + ["S", "S3", "S5", "S7", "A"]
    circumstances = [land("sneak", "storm", bonus, HexType.HAVEN) for bonus in (0, 2)]
    without = [look_up_search(TABLES, circumstances[0], roll).value for roll in TEN]
    with_two = [look_up_search(TABLES, circumstances[1], roll).value for roll in TEN]
    assert without == expected[:10]
    assert with_two == expected[2:]


def test_unknown_cell_of_the_search_table_is_asked_with_its_address() -> None:
    found = look_up_search(TABLES, land("foot", "normal", 0, HexType.WILD_2), 4)
    assert found.value is None
    assert found.unknown is not None
    assert found.unknown.key == "T.5/wild-2/4"
    assert found.unknown.asked_of("fellowship") == "enemy"
    assert "S3" in found.unknown.choices
    assert result_of(found, land("foot", "normal", 0, HexType.WILD_2)) is None


@pytest.mark.parametrize("roll", [0, 11, -3])
def test_rolls_that_no_die_gives_are_refused(roll: int) -> None:
    with pytest.raises(ValueError, match="1 to 10"):
        look_up_search(TABLES, land("foot", "normal", 0, HexType.HAVEN), roll)
    with pytest.raises(ValueError, match="1 to 10"):
        look_up_activity(TABLES, roll)
    with pytest.raises(ValueError, match="1 to 10"):
        look_up_random_group(TABLES, "I", roll)


@pytest.mark.rule("FOTR-138")
def test_search_without_negative_modifiers_cannot_miss_in_dangerous_hexes() -> None:
    for (circumstances, total), tables in itertools.product(LAND, (TABLES, SAMPLE)):
        negative = any(part.value < 0 for part in search_parts(circumstances))
        if circumstances.hex_type in NEVER_MISSED and not negative:
            assert can_search_miss(tables, circumstances) is False, (circumstances, total)


@pytest.mark.rule("FOTR-138")
def test_search_can_miss_where_a_roll_gives_a_dash() -> None:
    in_haven = land("foot", "normal", 0, HexType.HAVEN)
    assert can_search_miss(TABLES, in_haven) is True
    unknown = land("foot", "normal", 0, HexType.BORDER_1)
    assert can_search_miss(TABLES, unknown) is None
    assert can_search_miss(SAMPLE, unknown) is True


@pytest.mark.rule("FOTR-138")
def test_whether_a_search_can_miss_hangs_on_the_lowest_roll() -> None:
    # The sample's border-1 row shows dashes up to 2 and sightings from 3.
    only_the_one = land("foot", "normal", 1, HexType.BORDER_1)
    assert [look_up_search(SAMPLE, only_the_one, roll).value for roll in (1, 2)] == ["-", "S"]
    assert can_search_miss(SAMPLE, only_the_one) is True
    assert can_search_miss(SAMPLE, land("foot", "normal", 2, HexType.BORDER_1)) is False
    assert can_search_miss(SAMPLE, land("horse", "normal", 2, HexType.BORDER_1)) is False


def test_circumstances_not_named_do_not_count() -> None:
    plain = {
        travel: search_parts(SearchCircumstances(hex_type=HexType.WILD_1, travel=travel))
        for travel in (Travel.SHIP, Travel.SNEAK)
    }
    assert [(part.label, part.value) for part in plain[Travel.SHIP]] == [("Ship mode", 0)]
    assert [(part.label, part.value) for part in plain[Travel.SNEAK]] == [("Sneak mode", -1)]


def test_ships_in_bad_weather_are_missed_by_a_mere_sighting() -> None:
    clear = ship("", Weather.NORMAL, 0, HexType.WILD_1)
    storm = ship("", Weather.STORM, 0, HexType.WILD_1)
    assert can_search_miss(SAMPLE, clear) is False
    assert {look_up_search(SAMPLE, storm, roll).value for roll in TEN} >= {"S2"}
    assert can_search_miss(SAMPLE, ship("grey-havens", Weather.BAD, 0, HexType.WILD_1)) is True


@pytest.mark.rule("FOTR-142")
@pytest.mark.parametrize("weather", list(Weather))
@pytest.mark.parametrize("travel", list(Travel))
def test_sighting_has_no_effect_on_ships_in_bad_weather(travel: Travel, weather: Weather) -> None:
    circumstances = SearchCircumstances(hex_type=HexType.WILD_1, travel=travel, weather=weather)
    expected = travel is not Travel.SHIP or weather is Weather.NORMAL
    assert has_sighting_effect(circumstances) == expected


@pytest.mark.rule("FOTR-141")
def test_every_result_but_the_dash_removes_rumors() -> None:
    for code in SearchCode:
        assert SearchResult(code, 3).removes_rumors == (code is not SearchCode.NONE)


@pytest.mark.parametrize(
    ("value", "on_land", "at_sea"),
    [
        ("-", "-", "-"),
        ("S", "S", "S"),
        ("S3", "S3", "S3"),
        ("E", "E", "E"),
        ("FH/R", "FH", "R"),
        ("S/W", "S", "W"),
        ("FA/SU", "FA", "SU"),
        ("A", "A", "A"),
        ("W", "-", "W"),
    ],
)
def test_search_results_are_read(value: str, on_land: str, at_sea: str) -> None:
    assert parse_search_result(value).text == on_land
    assert parse_search_result(value, is_ship=True).text == at_sea


@pytest.mark.parametrize("value", ["", "S0", "S10", "X", "s", "FB"])
def test_what_is_no_search_result_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="expected a search result"):
        parse_search_result(value)


def test_lookup_shows_the_part_of_the_cell_that_counts() -> None:
    # The sample's wild-1 row has E/R at 7.
    on_foot = look_up_search(SAMPLE, land("foot", "normal", 0, HexType.WILD_1), 8)
    by_ship = look_up_search(SAMPLE, ship("", Weather.NORMAL, 0, HexType.WILD_1), 8)
    row = sample_box().tables["T.5"]["wild-1"]
    assert row[9].count("/") <= 1
    assert {on_foot.value, by_ship.value} == set(row[9].split("/"))
    seven = row[8].partition("/")
    assert look_up_search(SAMPLE, ship("", Weather.NORMAL, 0, HexType.WILD_1), 7).value == (
        seven[2] or seven[0]
    )


@pytest.mark.rule("FOTR-135")
def test_activity_of_havens_and_civilized_hexes_as_printed() -> None:
    haven = [activity_of(look_up_activity(TABLES, roll))[HexType.HAVEN] for roll in TEN]
    assert haven == [Activity.INACTIVE] * 9 + [Activity.ACTIVE]
    civilized = [look_up_activity(TABLES, roll)[1].value for roll in TEN]
    assert civilized == ["-", "X", "-", "-", "X", "-", "-", "X", "-", None]


@pytest.mark.rule("FOTR-135")
def test_activity_lookup_gives_every_type_and_asks_for_what_it_lacks() -> None:
    for roll in TEN:
        found = look_up_activity(TABLES, roll)
        assert [lookup.row for lookup in found] == [type_.value for type_ in HexType]
        assert all(lookup.base_roll == roll for lookup in found)
        asked = {lookup.row for lookup in found if lookup.unknown is not None}
        assert asked == {type_.value for type_ in HexType} - {"haven", "civilized"} | (
            {"civilized"} if roll == 10 else set()
        )
        assert len(activity_of(look_up_activity(SAMPLE, roll))) == 9


@pytest.mark.rule("FOTR-135")
@pytest.mark.parametrize("water", list(Water))
@pytest.mark.parametrize("is_ship", [False, True])
def test_ships_only_cells_count_for_ships_at_sea(water: Water, *, is_ship: bool) -> None:
    assert is_activated(Activity.ACTIVE, water, is_ship=is_ship)
    assert not is_activated(Activity.INACTIVE, water, is_ship=is_ship)
    expected = is_ship and water in (Water.COAST, Water.SEA)
    assert is_activated(Activity.SHIPS_ONLY, water, is_ship=is_ship) == expected


@pytest.mark.rule("FOTR-151")
@pytest.mark.parametrize(("halves", "highest"), SMALL_GROUPS.items())
def test_small_groups_get_away_as_the_vectors_say(halves: str, highest: int) -> None:
    for roll in TEN:
        found = look_up_small_group(int(halves), roll)
        assert found.is_allowed == (highest > 0)
        assert found.escapes == (roll <= highest)
    assert look_up_small_group(int(halves)).escapes is (None if highest else False)


@pytest.mark.rule("FOTR-151")
def test_size_of_a_group_counts_hobbits_half() -> None:
    assert size_in_halves([Race.HOBBIT]) == 1
    assert size_in_halves([Race.HOBBIT, Race.HOBBIT, Race.MAN]) == 4
    assert size_in_halves([Race.ISTARI, Race.DWARF, Race.ELF, Race.OTHER]) == 8
    with pytest.raises(ValueError, match="half a character"):
        look_up_small_group(0)


@pytest.mark.rule("FOTR-153")
def test_random_groups_of_the_first_two_regions_as_printed() -> None:
    first = [look_up_random_group(TABLES, "I", roll).value for roll in TEN]
    second = [look_up_random_group(TABLES, "II", roll).value for roll in TEN]
    assert first == "A8 M8 M10 M10 M12 C8 C10 C12 AS1 AS1".split()
    assert second == [*"A8 B10 M8 M8 M10 M10 M10 M12 M12".split(), None]
    with pytest.raises(NoSuchCellError, match="there are I, II"):
        look_up_random_group(TABLES, "XIV", 1)


@pytest.mark.rule("FOTR-153")
@given(mix=st.sampled_from(CreatureMix), count=st.integers(1, 20))
def test_half_a_random_group_is_half_the_number(mix: CreatureMix, count: int) -> None:
    group = parse_random_group(f"{mix}{count}")
    assert group == RandomGroup(mix, count)
    assert group.text == f"{mix}{count}"
    assert group.half.mix is mix
    assert group.half.count == max(1, count // 2)


@pytest.mark.parametrize("value", ["", "M", "10", "AK1", "M0", "X3", "m8"])
def test_what_is_no_random_group_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="creature letter"):
        parse_random_group(value)


VICTORY = {
    "A": ("FP Major", "FP Major", "FP Tactical"),
    "B": ("FP Major", "FP Tactical", "FP Marginal"),
    "C": ("FP Tactical", "FP Tactical", "Draw"),
    "D": ("FP Marginal", "FP Marginal", "EP Marginal"),
    "E": ("FP Marginal", "Draw", "EP Marginal"),
    "F": ("Draw", "EP Marginal", "EP Tactical"),
    "G": (None, None, None),
}


@pytest.mark.rule("FOTR-188", "FOTR-189")
@pytest.mark.parametrize(("hex_class", "levels"), VICTORY.items())
def test_victory_levels_by_class_and_ringbearer(hex_class: str, levels: tuple[Any, ...]) -> None:
    found = [look_up_victory(TABLES, hex_class, kind).value for kind in RingbearerKind]
    assert found == list(levels)
    assert all(level is None or level in LEVELS for level in found)


@pytest.mark.rule("FOTR-193")
@given(level=st.sampled_from(LEVELS[1:-1]), values=st.lists(st.integers(-3, 3), max_size=6))
def test_shifts_add_up_but_stay_within_major_victories(level: str, values: list[int]) -> None:
    shifts = [Part("shift", value, "", "11.0") for value in values]
    moved = LEVELS.index(shifted_level(level, shifts))
    wanted = LEVELS.index(level) - sum(values)
    assert moved == min(max(wanted, 1), 7)


def test_looked_up_cells_say_where_they_come_from() -> None:
    printed = TABLES.cell("T.5", "haven", "12")
    invented = SAMPLE.cell("T.5", "wild-1", "12")
    assert isinstance(printed, Cell)
    assert isinstance(invented, Cell)
    assert printed.source.text == "rulebook T.5"
    assert invented.source.text == "sample box Sample"
