"""Edges of rules that other tests pass by: a tie, a map that does not say, the end of a row."""

from __future__ import annotations

import msgspec
import pytest

from companion.board.places import Region, parse_place
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import EMPTY_BOX, HexEntry, HexsideEntry, RegionEntry
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import Attack, Ratings, ratings_of
from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    gets_away,
    highest_roll,
)
from companion.games.fellowship.combat.mounts import beside
from companion.games.fellowship.combat.reorganize import can_change
from companion.games.fellowship.facts.names import (
    ENEMY,
    EVER_ICY_PLAIN,
    FELLOWSHIP,
    Feature,
    Forest,
    HexType,
    Terrain,
    Travel,
    Water,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.abilities import BEASTS, may_be_spared
from companion.games.fellowship.rules.movement_need import Need
from companion.games.fellowship.rules.movement_path import likeliest_path
from companion.games.fellowship.rules.movement_rules import blockers, travels_of
from companion.games.fellowship.rules.movement_steps import Passage
from companion.games.fellowship.rules.retreat import enemy_retreat_options, retreat_options
from companion.games.fellowship.rules.ring import holder_of
from companion.games.fellowship.rules.ring_place import shows_ring, stands_with_ring
from companion.games.fellowship.rules.ring_route import Journey
from companion.games.fellowship.rules.search_where import is_ship, searched_markers
from companion.games.fellowship.rules.set_up_zones import GREY_MOUNTAINS, may_start
from companion.games.fellowship.rules.transport_rules import turning_breach, wrong_place
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Activation, PublicState
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.random_group import CreatureMix
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import RIVER, MapBench, at, map_box

_ROAD = HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.ROAD)


def test_who_sneaks_leaves_a_road_alone_where_the_ground_is_as_good() -> None:
    bench = MapBench(map_box(sides={"8,h/8,i": _ROAD}))
    for travel, passage in ((Travel.SNEAK, Passage.TERRAIN), (Travel.FOOT, Passage.FEATURE)):
        path = likeliest_path(bench.rules(travel), at("8,h"), at("8,i"))
        assert path is not None
        assert [step.passage for step in path.steps] == [passage]


def test_where_the_map_does_not_say_what_is_active_its_cells_are_asked_for() -> None:
    piece = piece_at(1, "green", 3, "8,h")
    public = PublicState(
        table=PieceTable(pieces={PieceId(1): piece}),
        active=(Activation(hex_type=HexType.WILD_1),),
    )
    found = searched_markers(public, Handbook(EMPTY_BOX))
    assert [type(one) for one in found] == [UnknownCell]


def test_a_region_is_entered_only_as_the_first_step_of_a_phase() -> None:
    plain = RegionEntry(hexes=("8,h",), regions=())
    journey = Journey(MapBench(map_box(regions={EVER_ICY_PLAIN: plain})).rules(Travel.FOOT))
    region = Region(EVER_ICY_PLAIN)
    assert region in journey.within_phase(at("8,h"), ())
    assert region not in journey.within_phase(at("8,h"), (True,))
    assert region not in journey.within_phase(at("8,i"), ())


def test_at_the_end_of_a_row_one_stands_beside_a_fighter() -> None:
    names = ("f1", "f2", "f3")
    row = tuple(
        Fighter(id=name, side=FELLOWSHIP, card="Sam", line="front", column=place)
        for place, name in enumerate(names)
    )
    battle = Battle(fighters=row)
    found = [[one.id for one in beside(battle, fighter)] for fighter in battle.front(FELLOWSHIP)]
    assert found == [["f2"], ["f1", "f3"], ["f2"]]


def test_where_only_a_1_gets_a_group_away_that_is_the_highest_roll() -> None:
    weak = [Leaver(offensive=1, defensive=1)]
    assert [roll for roll in range(1, 11) if gets_away(weak, Circumstances(), roll)] == [1]
    assert highest_roll(weak, Circumstances()) == 1
    assert highest_roll([Leaver(offensive=0, defensive=0)], Circumstances()) == 0


def test_a_marker_on_a_feature_blocks_the_other_side_alone() -> None:
    red = piece_at(1, "red", 3, "8,h/8,i")
    public = PublicState(table=PieceTable(pieces={PieceId(1): red}))
    assert list(blockers(public, FELLOWSHIP_SEAT)) == [parse_place("8,h/8,i")]
    green = msgspec.structs.replace(red, colour="green")
    theirs = PublicState(table=PieceTable(pieces={PieceId(1): green}))
    assert not blockers(theirs, ENEMY_SEAT)
    lost = msgspec.structs.replace(theirs, ring="nobody")
    assert list(blockers(lost, ENEMY_SEAT)) == [parse_place("8,h/8,i")]


def test_only_who_stands_in_the_hex_of_the_ring_stands_with_it() -> None:
    there, elsewhere = piece_at(1, "red", 3, "8,h"), piece_at(2, "red", 3, "9,gh")
    ring = RingPublic(bearer="", place="8,h")
    public = PublicState(ring="nobody", ring_public=ring)
    assert stands_with_ring(public, there)
    assert not stands_with_ring(public, elsewhere)


def test_a_kraken_starts_on_a_river_and_on_no_other_hexside() -> None:
    board = BoardMap(map_box(sides={"8,h/8,i": RIVER}))
    assert may_start(board, "Kraken 1", parse_place("8,h/8,i")) is True
    assert may_start(board, "Kraken 1", parse_place("8,i/8,j")) is False


def test_boats_are_got_beside_a_river_horses_anywhere_on_land() -> None:
    book = Handbook(map_box(sides={"8,h/8,i": RIVER}))
    beside_it, dry = piece_at(1, "green", 3, "8,h"), piece_at(2, "green", 3, "11,hi")
    assert not wrong_place(book, beside_it, "boats")
    assert "next to a river" in wrong_place(book, dry, "boats")
    assert not wrong_place(book, dry, "horses")


def test_the_attack_of_a_mount_carries_neither_disease_nor_sleep() -> None:
    attack = Attack(offensive=1, damage=1)
    assert not attack.diseased
    assert not attack.vanishing


def test_where_the_map_does_not_say_a_mountain_guardian_may_start_perhaps() -> None:
    assert may_start(BoardMap(EMPTY_BOX), "Werewolf", parse_place("15,ij")) is None
    assert may_start(BoardMap(map_box()), "Werewolf", parse_place("15,ij")) is False


def test_without_modes_only_who_is_at_sea_is_a_ship() -> None:
    waters = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
    book = Handbook(map_box(hexes=waters))
    simple = PublicState(switches=Switches(simple_movement=True))
    for label, ship in (("8,h", True), ("8,i", False), ("11,hi", False)):
        piece = piece_at(1, "green", 3, label)
        assert is_ship(simple, book, piece, at(label)) is ship


def test_a_side_that_is_no_mode_is_named_as_such() -> None:
    before, after = piece_at(1, "green", 3, "8,h"), piece_at(1, "green", 1, "8,h")
    assert "no mode" in turning_breach(PublicState(), before, after)
    riding = piece_at(1, "green", 4, "8,h")
    assert "without getting it" in turning_breach(PublicState(), before, riding)


def test_what_no_card_of_the_game_has_nobody_controls() -> None:
    assert holder_of("A stranger") == "nobody"


def test_who_retreats_by_boat_lands_beyond_the_river_or_stays() -> None:
    bench = MapBench(map_box(sides={"8,h/8,i": RIVER}))
    options = retreat_options(bench.rules(Travel.BOAT), at("8,h"))
    assert options == (at("8,h"), at("8,i"))
    assert enemy_retreat_options(bench.rules(Travel.BOAT), at("8,h")) == (at("8,i"),)


@pytest.mark.parametrize("active", ["9,gh", "9,hi"])
def test_of_two_ways_as_long_the_one_past_no_active_hex_is_likelier(active: str) -> None:
    bench = MapBench()
    bench.active = {active}
    path = likeliest_path(bench.rules(Travel.HORSE), at("8,h"), at("10,h"))
    assert path is not None
    assert [place.label for place in path.places[1:-1]] == [
        one for one in ("9,gh", "9,hi") if one != active
    ]


def test_a_boat_in_a_coastal_hex_may_be_a_ship_and_nowhere_else_on_land() -> None:
    waters = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
    book = Handbook(map_box(hexes=waters))
    found = {
        label: travels_of(book, piece_at(1, "green", 5, label), label)
        for label in ("8,h", "8,i", "11,hi")
    }
    assert found == {
        "8,h": (Travel.SHIP,),
        "8,i": (Travel.SHIP, Travel.BOAT),
        "11,hi": (Travel.BOAT,),
    }


def test_what_a_card_says_of_disease_counts_beside_the_nazgul() -> None:
    def is_diseased(card: str) -> bool:
        fighter = Fighter(id="e1", side=ENEMY, card=card)
        found = ratings_of(sample_box().cards, Battle(), fighter)
        assert isinstance(found, Ratings)
        return found.diseased

    assert is_diseased("Werewolf") is True
    assert is_diseased("Witch-king") is True
    assert is_diseased("Balrog") is False


def test_beasts_far_from_mirkwood_meet_nobody_who_could_spare_them() -> None:
    book, far = Handbook(sample_box()), at("4,f")
    forest = book.map.forest_hexes(Forest.MIRKWOOD)[0]
    beast, other = next(iter(BEASTS)), next(mix for mix in CreatureMix if mix not in BEASTS)
    public = PublicState()
    assert may_be_spared(public, book, forest, beast)
    assert not may_be_spared(public, book, forest, other)
    assert not may_be_spared(public, book, far, beast)


def test_a_side_whose_reserve_is_empty_and_whose_front_is_bound_changes_nothing() -> None:
    pair = (
        Fighter(id="f1", side=FELLOWSHIP, card="Sam", column=0, fresh=False),
        Fighter(id="e1", side=ENEMY, card="Balrog", column=0, fresh=False),
    )
    bound = Battle(fighters=pair)
    assert not can_change(bound, FELLOWSHIP)
    waiting = msgspec.structs.replace(bound, reserve={FELLOWSHIP: 1})
    assert can_change(waiting, FELLOWSHIP)


def test_only_the_marker_with_the_ring_shows_it_by_its_sticker_side() -> None:
    ring = RingPublic(bearer="", piece=PieceId(1), place="8,h")
    public = PublicState(ring="enemy", ring_public=ring)
    carrier, other = piece_at(1, "red", 3, "8,h"), piece_at(2, "red", 3, "8,h")
    assert shows_ring(public, carrier, msgspec.structs.replace(carrier, face=1))
    assert not shows_ring(public, carrier, piece_at(1, "red", 1, "8,i"))
    assert not shows_ring(public, other, msgspec.structs.replace(other, face=1))
    assert shows_ring(public, None, msgspec.structs.replace(carrier, face=1))
    assert not shows_ring(public, None, carrier)


@pytest.mark.parametrize(("number", "hopeless"), [(0, True), (1, False), (2, False)])
def test_a_roll_that_only_a_1_passes_is_not_hopeless(number: int, *, hopeless: bool) -> None:
    assert Need(kind="roll", number=number).is_hopeless is hopeless


def test_who_starts_beside_mountains_starts_beside_those_of_the_right_chain() -> None:
    def starts(guardian: str, place: str, chain: str, feature: Feature = Feature.NONE) -> object:
        side = HexsideEntry(terrain=Terrain.MOUNTAIN, feature=feature, chain=chain)
        board = BoardMap(map_box(sides={"8,h/8,i": side}))
        return may_start(board, guardian, parse_place(place))

    assert starts("Werewolf", "8,h", "") is True
    assert starts("Fire Drake", "8,h", GREY_MOUNTAINS) is True
    assert starts("Fire Drake", "8,h", "Misty Mountains") is False
    assert starts("Fire Drake", "11,hi", GREY_MOUNTAINS) is False
    assert starts("Werewolf", "8,h/8,i", "") is False
    assert starts("Werewolf", "8,h/8,i", "", Feature.PASS) is True


def test_a_ship_is_got_on_a_coast_alone() -> None:
    waters = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
    book = Handbook(map_box(hexes=waters))
    found = {
        label: wrong_place(book, piece_at(1, "green", 3, label), "ships")
        for label in ("8,h", "8,i", "11,hi")
    }
    assert [label for label, why in found.items() if not why] == ["8,i"]


def test_who_stands_on_a_hexside_of_the_goal_has_not_come_there() -> None:
    bench = MapBench(
        map_box({"17,gh/17,hi": HexsideEntry(terrain=Terrain.CLEAR, feature=Feature.ROAD)})
    )
    journey = Journey(bench.rules(Travel.FOOT, ENEMY))
    side = parse_place("17,gh/17,hi")
    assert side in journey.within_phase(at("17,hi"))
    # No minion enters a Haven, however near it comes.
    assert journey.phases(at("17,hi"), at("17,gh")) is None
    assert journey.phases(at("17,hi"), at("17,ij")) == 1
