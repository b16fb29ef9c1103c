"""The sample box: complete, within every constraint, sound as a map, and made by its script."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion.board.hexes import Direction, Hex, hexside_between, parse_hex
from companion.board.places import HalfHex, Region
from companion.games.fellowship.box.board_map import (
    AREAS,
    GRID,
    HALF_HEXES,
    BoardMap,
    places,
)
from companion.games.fellowship.box.check import check_box, progress
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    RANDOM_REGIONS,
    VICTORY_CLASSES,
    Feature,
    Forest,
    HexType,
    Terrain,
    Water,
)
from companion.games.fellowship.tables.cells import Cell
from companion.games.fellowship.tables.printed import printed_tables
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.table.ids import SeatId
from companion.table.views import Status, Table
from tests.support.fellowship import SAMPLE_BOX, VIEWERS, Play

ROOT = Path(__file__).resolve().parents[3]
BOX = sample_box()
MAP = BoardMap(BOX)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_screen_says_once_that_the_box_is_a_sample(viewer: SeatId) -> None:
    widgets = [
        widget for region in Play(SAMPLE_BOX).view(viewer).regions for widget in region.widgets
    ]
    assert [w.sample for w in widgets if isinstance(w, Status)] == ["sample box"]
    notes = {w.note for w in widgets if isinstance(w, Table) and "rulebook's text" in w.note}
    assert len(notes) == 1
    assert "Sample" not in notes.pop()


def land_hexes() -> set[Hex]:
    return {place for place in GRID if MAP.water(place) is not Water.SEA}


def reachable(start: Hex, *, by_sea: bool) -> set[Hex]:
    """The hexes that can be reached over hexsides that have land, or that have sea."""
    unusable = Water.LAND if by_sea else Water.SEA
    found, open_ = {start}, [start]
    while open_:
        place = open_.pop()
        for other in GRID.neighbours(place):
            if MAP.side_water(hexside_between(place, other)) is not unusable and other not in found:
                found.add(other)
                open_.append(other)
    return found


def test_sample_box_says_that_it_is_one() -> None:
    assert BOX.is_sample
    invented = RulesTables(BOX).cell("T.5", "wild-3", "9")
    assert isinstance(invented, Cell)
    assert invented.source.kind == "sample"


def test_sample_box_is_complete_and_breaks_no_constraint() -> None:
    assert check_box(BOX) == []
    assert progress(BOX).percent == 100


def test_sample_box_is_what_its_drawing_gives() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "make_sample_box.py"), "--check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_sample_box_repeats_no_printed_cell() -> None:
    for table_id, rows in BOX.tables.items():
        table = printed_tables()[table_id]
        for row, values in rows.items():
            for column, value in zip(table.columns, values, strict=True):
                assert (value == "?") or table.printed(row, column) == "?", (table_id, row, column)


@pytest.mark.rule("FOTR-003")
def test_every_hex_of_the_map_is_described() -> None:
    assert len(BOX.map.hexes) == len(GRID) == 455
    assert {place.label for place in GRID} == set(BOX.map.hexes)


@pytest.mark.rule("FOTR-018", "FOTR-153")
def test_every_type_region_and_class_occurs() -> None:
    entries = BOX.map.hexes.values()
    assert {entry.type for entry in entries} == set(HexType)
    assert {entry.region for entry in entries} == set(RANDOM_REGIONS)
    assert {entry.victory for entry in entries} == set(VICTORY_CLASSES)
    sides = BOX.map.hexsides.values()
    assert {side.terrain for side in sides if side.terrain} == set(Terrain)
    assert {side.feature for side in sides if side.feature} == set(Feature)


@pytest.mark.rule("FOTR-019")
@pytest.mark.parametrize(
    "name", ["Rivendell", "Grey Havens", "Lorien", "Edhellond", "Thranduil's Caverns"]
)
def test_elf_havens_are_havens_in_every_box(name: str) -> None:
    for place in places()[name]:
        assert BoardMap().hex_type(place) is HexType.HAVEN
        assert MAP.hex_type(place) is HexType.HAVEN


@pytest.mark.rule("FOTR-115", "FOTR-133")
def test_tunnels_of_moria_and_of_the_dead_are_known_in_every_box() -> None:
    moria, edoras = parse_hex("14,h"), parse_hex("12,l")
    for place, direction in ((moria, Direction.NORTH), (edoras, Direction.SOUTH)):
        side = hexside_between(place, place.neighbour(direction))
        for map_ in (BoardMap(), MAP):
            assert map_.feature(side) is Feature.TUNNEL


@pytest.mark.rule("FOTR-004")
def test_three_hexes_are_cut_and_each_half_has_three_hexsides() -> None:
    assert [place.label for place in HALF_HEXES] == ["5,fg", "12,e", "19,mn"]
    for place in HALF_HEXES:
        first = MAP.cut(place)
        assert isinstance(first, Direction)
        one, two = (HalfHex(place, part).outer_hexsides(first) for part in (1, 2))
        assert set(one) | set(two) == set(Direction)
        assert len(one) == len(two) == 3
        assert isinstance(MAP.cut_terrain(place), Terrain)
        assert isinstance(MAP.cut_feature(place), Feature)


def test_land_is_one_land_and_the_great_sea_one_sea() -> None:
    isle = MAP.area("Coastal isle")
    assert isinstance(isle, tuple)
    mainland = reachable(parse_hex("5,ef"), by_sea=False)
    assert land_hexes() - mainland == set(isle)
    ocean = reachable(parse_hex("2,f"), by_sea=True)
    assert {parse_hex("2,g"), parse_hex("10,p"), parse_hex("12,o"), *isle} <= ocean
    bay = MAP.area("Ice Bay")
    assert isinstance(bay, tuple)
    assert set(bay) <= ocean
    inland = {place for place in GRID if MAP.water(place) is not Water.LAND} - ocean
    assert parse_hex("22,d") in inland


def test_no_open_sea_touches_a_hex_without_shore() -> None:
    for side in GRID.hexsides():
        assert {MAP.water(place) for place in side.hexes} != {Water.LAND, Water.SEA}


def test_dark_land_is_walled_in_and_has_gates() -> None:
    mordor = MAP.area("Mordor")
    assert isinstance(mordor, tuple)
    assert {parse_hex("24,m"), parse_hex("23,mn"), parse_hex("22,l")} <= set(mordor)
    walls = [side for side in GRID.hexsides() if len(set(side.hexes) & set(mordor)) == 1]
    terrains = Counter(MAP.terrain(side) for side in walls)
    assert terrains[Terrain.MOUNTAIN] == len(walls)
    gates = [side for side in walls if MAP.feature(side) is Feature.PASS]
    assert "21,kl/22,l" in [side.label for side in gates]


def test_chains_that_guardians_start_beside_are_on_the_map() -> None:
    chains = Counter(MAP.chain(side) for side in GRID.hexsides())
    assert {"Grey Mountains", "Mordor", "Misty Mountains", "White Mountains"} <= set(chains)
    for side in GRID.hexsides():
        assert bool(MAP.chain(side)) == (
            BOX.map.hexsides.get(side.label) is not None
            and BOX.map.hexsides[side.label].terrain is Terrain.MOUNTAIN
            and bool(BOX.map.hexsides[side.label].chain)
        )


def test_great_river_can_be_travelled_by_boat() -> None:
    lorien_side = hexside_between(parse_hex("18,h"), parse_hex("19,gh"))
    assert MAP.terrain(lorien_side) in (Terrain.RIVER, Terrain.SWAMP)
    assert list(MAP.rivers_at(parse_hex("19,no")))


def test_forests_hold_the_places_that_rules_put_there() -> None:
    mirkwood = set(MAP.forest_hexes(Forest.MIRKWOOD))
    assert parse_hex("21,de") in mirkwood
    assert len(mirkwood) > 10
    assert parse_hex("14,j") in MAP.forest_hexes(Forest.FANGORN)
    assert not mirkwood & set(MAP.forest_hexes(Forest.FANGORN))


def test_areas_of_the_rules_are_drawn() -> None:
    for name in AREAS:
        found = MAP.area(name)
        assert isinstance(found, tuple)
        assert found
    start = MAP.area("Nazgul start")
    assert isinstance(start, tuple)
    isengard = parse_hex("11,jk")
    assert all(place.step < isengard.step for place in start)
    assert parse_hex("15,cd") not in start


@pytest.mark.rule("FOTR-126", "FOTR-127")
def test_regions_touch_what_the_rulebook_says() -> None:
    def touching(region: str) -> set[object]:
        found = MAP.region_neighbours(region)
        assert isinstance(found, tuple)
        return set(found)

    grey_havens = set(places()["Grey Havens"])
    harlindon = touching("Harlindon Coast")
    assert grey_havens <= harlindon
    others = {hex_ for hex_ in harlindon - grey_havens if isinstance(hex_, Hex)}
    assert len(others) == 2
    coasts = [p for p in GRID if MAP.water(p) is Water.COAST and p.step > parse_hex("2,g").step]
    assert others == set(sorted(coasts)[:2])
    assert Region("Forlindon Coast") in harlindon
    assert touching("Forlindon Coast") == grey_havens | {
        Region("Harlindon Coast"),
        Region("Northern Sea"),
    }
    bay = MAP.area("Ice Bay")
    assert isinstance(bay, tuple)
    assert touching("Northern Sea") == set(bay) | {
        Region("Forlindon Coast"),
        Region("West Forodwaith"),
    }
    for waste in ("West Forodwaith", "East Forodwaith", "Ever Icy Plain"):
        hexes = [place for place in touching(waste) if isinstance(place, Hex)]
        assert hexes
        assert all(place.step <= 1 for place in hexes)


def test_ports_and_battlefields_are_on_land() -> None:
    for place in GRID:
        if MAP.is_port(place) or MAP.is_battlefield(place):
            assert MAP.water(place) is not Water.SEA
    downs = MAP.area("Barrow Downs")
    assert isinstance(downs, tuple)
    assert all(MAP.is_battlefield(place) is True for place in downs)


@pytest.mark.rule("FOTR-075")
def test_event_deck_is_25_pairs_with_one_event_for_each_side() -> None:
    assert len(BOX.events) == 25
    assert 2 * len(BOX.events) == 50
    assert len({card.id for card in BOX.events}) == 25
    titles = [half.title for card in BOX.events for half in (card.first, card.second)]
    assert len(set(titles)) == 50
    assert {"Gollum Encountered", "Gollum Attacks", "Ring Tempts Fellowship"} <= set(titles)
    for card in BOX.events:
        assert (card.first.favours, card.second.favours) == ("fellowship", "enemy")
        assert all(half.play and half.ends and half.text for half in (card.first, card.second))
