"""What everybody sees of a marker, and the rules that follow: travel, blocking, search, turning."""

from __future__ import annotations

import msgspec
import pytest

from companion.board.hexes import hexside_between
from companion.board.places import Region, parse_place
from companion.games.fellowship.box.file import EMPTY_BOX, HexEntry
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    NORTHERN_SEA,
    WEST_FORODWAITH,
    HexType,
    Seat,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_need import NO_CLAIMS, Claims
from companion.games.fellowship.rules.movement_rules import (
    blockers,
    blocking_pieces,
    bonuses_of,
    most_hexsides,
    rules_for,
    travels_of,
)
from companion.games.fellowship.rules.movement_steps import Blocker, Passage, Step
from companion.games.fellowship.rules.search_where import (
    Activity,
    activity_at,
    enemies_in,
    hexes_at,
    is_ship,
    known_searched,
    may_be_searched_passing,
    search_travel,
    searched_markers,
    weather_at,
)
from companion.games.fellowship.rules.transport_rules import (
    EYRIE,
    turning_breach,
    turns_spent,
    wrong_place,
)
from companion.games.fellowship.state import (
    ENEMY_SEAT,
    FELLOWSHIP_SEAT,
    Activation,
    Attempt,
    PublicState,
    WeatherCounter,
)
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.allowance import GREY_HAVENS_SHIP, SHADOWFAX
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.terrain import Way
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import FORD, RIVER, TUNNEL, WOODS, MapBench, at, map_box

WATERS = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
LAND = Handbook(map_box())
SHORE = Handbook(map_box(hexes=WATERS))
NOT_TOLD = Handbook(EMPTY_BOX)
SIMPLE = PublicState(switches=Switches(simple_movement=True))


def on_table(*pieces: Piece, **given: object) -> PublicState:
    table = PieceTable(pieces={piece.id: piece for piece in pieces})
    return msgspec.structs.replace(PublicState(table=table), **given)


# --- How a marker may travel --------------------------------------------------------------------


@pytest.mark.rule("FOTR-009")
@pytest.mark.parametrize(
    ("colour", "face", "travels"),
    [
        ("green", 1, ()),
        ("green", 2, (Travel.SNEAK,)),
        ("green", 3, (Travel.FOOT,)),
        ("green", 4, (Travel.HORSE,)),
        ("green", 5, (Travel.BOAT,)),
        ("green", 6, (Travel.FLYING,)),
        ("red", 1, ()),
        ("red", 2, (Travel.FLYING,)),
        ("red", 3, (Travel.FOOT,)),
        ("black", 4, (Travel.HORSE,)),
        ("black", 5, (Travel.BOAT,)),
        ("red", 6, ()),
    ],
)
def test_the_face_on_top_says_how_a_marker_travels(
    colour: str, face: int, travels: tuple[Travel, ...]
) -> None:
    piece = piece_at(1, colour, face, "11,hi")
    assert travels_of(LAND, piece, "11,hi") == travels


@pytest.mark.rule("FOTR-122", "FOTR-126")
def test_where_a_marker_stands_tells_ship_from_boat() -> None:
    found = {
        label: travels_of(SHORE, piece_at(1, "green", 5, label), label)
        for label in (f"@{NORTHERN_SEA}", f"@{WEST_FORODWAITH}", "8,h", "8,i", "8,i/8,j")
    }
    assert found == {
        f"@{NORTHERN_SEA}": (Travel.SHIP,),
        f"@{WEST_FORODWAITH}": (Travel.BOAT,),
        "8,h": (Travel.SHIP,),
        "8,i": (Travel.SHIP, Travel.BOAT),
        "8,i/8,j": (Travel.BOAT,),
    }


@pytest.mark.rule("FOTR-232")
def test_without_modes_the_fellowship_walks_and_the_enemy_rides() -> None:
    ours, theirs = piece_at(1, "green", 2, "8,h"), piece_at(2, "black", 2, "8,h")
    dormant = piece_at(3, "red", 6, "8,h")
    assert travels_of(LAND, ours, "8,h", simple=True) == (Travel.FOOT,)
    assert travels_of(LAND, theirs, "8,h", simple=True) == (Travel.HORSE,)
    assert travels_of(LAND, dormant, "8,h", simple=True) == ()


@pytest.mark.rule("FOTR-196", "FOTR-232")
def test_the_eagle_goes_two_hexsides_in_the_first_turn_alone() -> None:
    def most(turn: int, seat: Seat, travel: Travel) -> int | None:
        return most_hexsides(PublicState(turn=turn), seat, travel)

    assert most(1, FELLOWSHIP, Travel.FLYING) == 2
    assert most(2, FELLOWSHIP, Travel.FLYING) is None
    assert most(1, ENEMY, Travel.FLYING) is None
    assert most(1, FELLOWSHIP, Travel.HORSE) is None
    assert most_hexsides(SIMPLE, ENEMY, Travel.HORSE) == 3
    assert most_hexsides(SIMPLE, FELLOWSHIP, Travel.FLYING) is None


@pytest.mark.rule("FOTR-045", "FOTR-208")
def test_a_ship_and_shadowfax_lengthen_their_own_kind_of_move_once_shown() -> None:
    both = Claims(ship=True, shadowfax=True)
    assert bonuses_of(both, Travel.SHIP) == (GREY_HAVENS_SHIP,)
    assert bonuses_of(both, Travel.HORSE) == (SHADOWFAX,)
    assert bonuses_of(both, Travel.FOOT) == ()
    assert [bonuses_of(NO_CLAIMS, travel) for travel in Travel] == [()] * len(Travel)
    assert (GREY_HAVENS_SHIP.value, SHADOWFAX.value) == (1, 1)


# --- Blocking -----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-117", "FOTR-123")
def test_a_guardian_in_the_water_blocks_the_river_others_the_feature() -> None:
    side = "8,h/8,i"
    place = parse_place(side)
    for colour, face, blocker in (
        ("black", 5, Blocker.RIVER),
        ("black", 4, Blocker.FEATURE),
        ("red", 5, Blocker.FEATURE),
        ("white", 3, Blocker.FEATURE),
    ):
        public = on_table(piece_at(1, colour, face, side), piece_at(2, colour, face, "8,h"))
        assert blockers(public) == {place: blocker}
        assert [one.id for one in blocking_pieces(public, side)] == [1]
        assert blocking_pieces(public, "8,i/8,j") == ()
        assert blocking_pieces(public, side, ENEMY_SEAT) == ()


@pytest.mark.rule("FOTR-093")
def test_the_fellowship_blocks_only_while_it_has_lost_the_ring() -> None:
    ours = on_table(piece_at(1, "green", 3, "8,h/8,i"))
    assert blockers(ours, ENEMY_SEAT) == {}
    lost = msgspec.structs.replace(ours, ring="nobody")
    assert list(blockers(lost, ENEMY_SEAT).values()) == [Blocker.FEATURE]
    assert blockers(lost, FELLOWSHIP_SEAT) == {}


def test_what_stands_nowhere_on_the_map_blocks_nothing() -> None:
    strange = piece_at(1, "red", 3, "beside the map")
    blocking = piece_at(2, "red", 3, "8,h/8,i")
    assert list(blockers(on_table(strange, blocking))) == [parse_place("8,h/8,i")]


# --- The rules of one marker --------------------------------------------------------------------


@pytest.mark.rule("FOTR-093", "FOTR-123")
def test_each_marker_is_judged_by_the_rules_of_its_side() -> None:
    public = on_table(
        piece_at(1, "green", 3, "8,h"),
        piece_at(2, "red", 3, "8,i/8,j"),
        active=(Activation(place="8,h"),),
        weather=(WeatherCounter("8,h", Weather.STORM),),
    )
    green = public.table.pieces[PieceId(1)]
    ours = rules_for(public, LAND, green, Travel.FOOT)
    assert (ours.walker.seat, ours.walker.travel) == (FELLOWSHIP, Travel.FOOT)
    assert not ours.walker.may_block_rivers
    assert not ours.walker.may_block
    assert not ours.walker.wades
    assert not ours.by_rolls
    assert ours.most is None
    assert ours.crossed == ()
    assert ours.is_active(at("8,h"))
    assert not ours.is_active(at("8,i"))
    assert ours.around.weather_at(at("8,h")) is Weather.STORM
    assert list(ours.around.blocked) == [parse_place("8,i/8,j")]
    red = rules_for(public, LAND, public.table.pieces[PieceId(2)], Travel.FOOT)
    assert red.walker.seat == ENEMY
    assert red.walker.may_block
    assert not red.walker.may_block_rivers
    assert not red.is_active(at("8,h"))
    assert not red.around.blocked
    kraken = rules_for(public, LAND, piece_at(3, "black", 5, "8,h"), Travel.BOAT)
    assert kraken.walker.may_block_rivers
    lost = msgspec.structs.replace(public, ring="nobody")
    assert rules_for(lost, LAND, green, Travel.FOOT).walker.may_block


@pytest.mark.rule("FOTR-232")
def test_without_modes_the_fellowship_wades_and_rolls_decide_what_is_open() -> None:
    ours = rules_for(SIMPLE, LAND, piece_at(1, "green", 3, "8,h"), Travel.FOOT)
    assert ours.walker.wades
    assert ours.by_rolls
    theirs = rules_for(SIMPLE, LAND, piece_at(1, "red", 3, "8,h"), Travel.HORSE)
    assert not theirs.walker.wades
    assert theirs.by_rolls
    assert theirs.most == 3


def test_a_flyer_is_searched_in_passing_only_where_an_enemy_marker_stands() -> None:
    public = on_table(piece_at(1, "green", 6, "8,h"), active=(Activation(place="8,h"),))
    green = public.table.pieces[PieceId(1)]
    assert not rules_for(public, LAND, green, Travel.FLYING).is_active(at("8,h"))
    met = on_table(green, piece_at(2, "red", 6, "8,h"), active=public.active)
    assert rules_for(met, LAND, green, Travel.FLYING).is_active(at("8,h"))
    assert may_be_searched_passing(public, LAND, green, at("8,h"), flying=False)
    assert not may_be_searched_passing(public, LAND, green, at("8,i"), flying=False)


def test_what_a_step_needs_is_the_same_whatever_was_asked_before() -> None:
    book = Handbook(map_box({"8,h/8,i": WOODS, "8,i/8,j": FORD, "12,l/12,m": TUNNEL}))
    bench = MapBench(book.map.box)
    judged = rules_for(on_table(), book, piece_at(1, "green", 3, "8,h"), Travel.FOOT)
    plain = bench.rules(Travel.FOOT)
    sides = [
        hexside_between(at(one), at(other))
        for one, other in (("8,h", "8,i"), ("8,i", "8,j"), ("12,l", "12,m"), ("12,m", "12,n"))
    ]
    steps = [
        Step(*side.hexes, side, passage, way, weather, leaves_own=leaves, blocked=blocked)
        for side in sides
        for passage, way in (
            (Passage.TERRAIN, Way.WOODS),
            (Passage.FEATURE, Way.TUNNEL),
            (Passage.TERRAIN, Way.RIVER),
        )
        for weather in Weather
        for leaves in (False, True)
        for blocked in (False, True)
    ]
    sea, waste, hex_ = Region(NORTHERN_SEA), Region(WEST_FORODWAITH), at("8,h")
    regions = [
        Step(start, end, None, Passage.REGION)
        for start, end in ((hex_, sea), (hex_, waste), (waste, hex_), (waste, sea), (sea, waste))
    ]
    unknown = [
        Step(*side.hexes, side, Passage.TERRAIN, unknown=UnknownCell("map", side.label, "a", "?"))
        for side in sides
    ]
    mixed = [*steps, *regions, *unknown, *reversed(steps)]
    assert [judged.need_of(step) for step in mixed] == [plain.need_of(step) for step in mixed]
    assert {judged.need_of(step).kind for step in mixed} >= {
        "automatic",
        "roll",
        "claim",
        "unknown",
    }


# --- Where searches are made --------------------------------------------------------------------


@pytest.mark.rule("FOTR-064")
def test_a_storm_brings_bad_weather_to_its_neighbours_alone() -> None:
    public = PublicState(
        weather=(WeatherCounter("8,h", Weather.STORM), WeatherCounter("12,h", Weather.BAD))
    )
    found = {label: weather_at(public, at(label)) for label in ("8,h", "8,i", "9,gh", "8,j")}
    assert found == {
        "8,h": Weather.STORM,
        "8,i": Weather.BAD,
        "9,gh": Weather.BAD,
        "8,j": Weather.NORMAL,
    }
    assert weather_at(public, at("12,h")) is Weather.BAD
    assert weather_at(public, at("12,i")) is Weather.NORMAL
    assert weather_at(PublicState(), at("8,h")) is Weather.NORMAL


def test_the_worst_of_several_weathers_counts() -> None:
    both = PublicState(
        weather=(WeatherCounter("8,h", Weather.BAD), WeatherCounter("8,i", Weather.STORM))
    )
    turned = PublicState(
        weather=(WeatherCounter("8,i", Weather.STORM), WeatherCounter("8,h", Weather.STORM))
    )
    assert weather_at(both, at("8,h")) is Weather.BAD
    assert weather_at(turned, at("8,h")) is Weather.STORM


@pytest.mark.rule("FOTR-063")
def test_the_highest_bonus_of_an_active_hex_counts() -> None:
    piece = piece_at(1, "green", 3, "8,h")
    public = on_table(
        piece,
        active=(
            Activation(hex_type=HexType.WILD_1),
            Activation(place="8,h", bonus=1),
            Activation(place="8,h:2", bonus=2),
            Activation(place="8,i", bonus=2),
        ),
    )
    assert activity_at(public, LAND, piece, at("8,h")) == Activity(2)
    assert activity_at(public, LAND, piece, at("11,hi")) == Activity(0)
    border = on_table(piece, active=(Activation(hex_type=HexType.BORDER_1),))
    assert activity_at(border, LAND, piece, at("8,h")) is None
    assert isinstance(activity_at(border, NOT_TOLD, piece, at("8,h")), UnknownCell)


@pytest.mark.rule("FOTR-135")
def test_an_s_counts_for_ships_or_by_agreement_for_the_waters() -> None:
    box = map_box(
        hexes={
            label: HexEntry(type=HexType.WILD_1, water=water)
            for label, water in (("8,h", Water.SEA), ("8,i", Water.COAST), ("8,j", Water.LAND))
        }
    )
    book = Handbook(box)
    ships = (Activation(hex_type=HexType.WILD_1, ships_only=True),)
    by_hex = Switches(ships_by_hex=True)
    found = {
        (face, label, by_water): activity_at(
            on_table(active=ships, switches=by_hex if by_water else Switches()),
            book,
            piece_at(1, "green", face, label),
            at(label),
        )
        is not None
        for face in (3, 5)
        for label in ("8,h", "8,i", "8,j")
        for by_water in (False, True)
    }
    assert {key for key, active in found.items() if active} == {
        (5, "8,h", False),
        (5, "8,i", False),
        (3, "8,h", True),
        (3, "8,i", True),
        (5, "8,h", True),
        (5, "8,i", True),
    }


def test_what_the_map_does_not_say_of_water_is_asked_for_ships() -> None:
    hexes = {"8,h": HexEntry(type=HexType.WILD_1)}
    book = Handbook(msgspec.structs.replace(EMPTY_BOX, map=map_box(hexes=hexes).map))
    bare = msgspec.structs.replace(book.box, map=msgspec.structs.replace(book.box.map, hexes=hexes))
    piece = piece_at(1, "green", 5, "8,h")
    ships = (Activation(hex_type=HexType.WILD_1, ships_only=True),)
    for switches in (Switches(), Switches(ships_by_hex=True)):
        public = on_table(piece, active=ships, switches=switches)
        asked = activity_at(public, Handbook(bare), piece, at("8,h"))
        assert isinstance(asked, UnknownCell)
        assert asked.column == "water"
        (cell,) = searched_markers(public, Handbook(bare))
        assert cell == asked
        assert known_searched(public, Handbook(bare)) == ()


@pytest.mark.rule("FOTR-140")
def test_a_search_is_modified_by_how_the_marker_travels() -> None:
    public = PublicState()
    found = {
        (face, label): search_travel(public, SHORE, piece_at(1, "green", face, label), at(label))
        for face, label in ((1, "8,j"), (2, "8,j"), (4, "8,j"), (5, "8,j"), (5, "8,i"), (6, "8,h"))
    }
    assert found == {
        (1, "8,j"): Travel.FOOT,
        (2, "8,j"): Travel.SNEAK,
        (4, "8,j"): Travel.HORSE,
        (5, "8,j"): Travel.BOAT,
        (5, "8,i"): Travel.SHIP,
        (6, "8,h"): Travel.FLYING,
    }
    dormant = piece_at(1, "red", 6, "8,j")
    assert search_travel(public, SHORE, dormant, at("8,j")) is Travel.FOOT
    simple = {
        label: search_travel(SIMPLE, SHORE, piece_at(1, "green", 2, label), at(label))
        for label in ("8,h", "8,i")
    }
    assert simple == {"8,h": Travel.SHIP, "8,i": Travel.FOOT}
    boat = piece_at(1, "green", 5, "8,h")
    for state in (public, SIMPLE):
        assert isinstance(search_travel(state, NOT_TOLD, boat, at("8,h")), UnknownCell)
        assert isinstance(is_ship(state, NOT_TOLD, boat, at("8,h")), UnknownCell)
    assert is_ship(public, NOT_TOLD, piece_at(1, "green", 3, "8,h"), at("8,h")) is False


@pytest.mark.rule("FOTR-137", "FOTR-139")
def test_markers_are_searched_from_west_to_east_then_by_number() -> None:
    pieces = (
        piece_at(1, "green", 3, "12,h"),
        piece_at(2, "green", 3, "8,i"),
        piece_at(3, "green", 3, "8,h"),
        piece_at(4, "green", 3, "8,h"),
        piece_at(5, "green", 3, "14,j"),
        piece_at(6, "green", 5, "12,h/12,i"),
        piece_at(7, "red", 3, "8,h"),
    )
    active = tuple(Activation(place=label) for label in ("8,h", "8,i", "12,h"))
    public = on_table(*pieces, active=active)
    assert [one.id for one in searched_markers(public, LAND) if isinstance(one, Piece)] == [
        3,
        4,
        2,
        1,
        6,
    ]
    assert [one.id for one in known_searched(public, LAND)] == [3, 4, 2, 1, 6]
    assert [one.id for one in enemies_in(public, at("8,h"))] == [7]
    assert enemies_in(public, at("8,i")) == ()
    assert hexes_at(pieces[5]) == (at("12,h"), at("12,i"))


# --- Transport ----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-032", "FOTR-042")
@pytest.mark.parametrize(
    ("old", "new", "done", "words"),
    [
        (3, 2, False, ""),
        (2, 3, False, ""),
        (4, 3, False, ""),
        (5, 3, True, "already changed"),
        (3, 2, True, ""),
        (2, 3, True, "already changed"),
        (4, 2, False, "went to sneak without"),
        (3, 4, False, "went to horse without"),
        (3, 4, True, "already changed"),
        (3, 1, False, "side 1, which is no mode"),
        (6, 5, False, "went to ship/boat without"),
    ],
)
def test_what_turning_a_marker_may_mean(old: int, new: int, *, done: bool, words: str) -> None:
    public = PublicState(transport_done=(PieceId(1),) if done else ())
    before, after = piece_at(1, "green", old, "8,h"), piece_at(1, "green", new, "8,h")
    breach = turning_breach(public, before, after)
    assert bool(breach) == bool(words)
    assert words in breach
    assert not breach or breach.startswith("The green marker at 8,h")


@pytest.mark.rule("FOTR-071")
def test_a_guardian_may_be_turned_and_nobody_else_goes_dormant() -> None:
    public = PublicState()
    for face in range(1, 7):
        black = piece_at(1, "black", face, "8,h")
        assert turning_breach(public, piece_at(1, "black", 6, "8,h"), black) == ""
    red = turning_breach(public, piece_at(1, "red", 4, "8,h"), piece_at(1, "red", 6, "8,h"))
    assert "side 6, which is no mode" in red


@pytest.mark.rule("FOTR-037")
def test_only_turns_in_a_row_count_as_time_spent() -> None:
    tries = {PieceId(1): Attempt(turn=4, running=2)}
    for turn, spent in ((4, 0), (5, 2), (6, 0)):
        assert turns_spent(PublicState(turn=turn, attempts=tries), PieceId(1)) == spent
    assert turns_spent(PublicState(turn=5, attempts=tries), PieceId(2)) == 0
    assert turns_spent(PublicState(turn=5, attempts=tries), None) == 0


@pytest.mark.rule("FOTR-035")
def test_each_transport_has_its_place() -> None:
    book = Handbook(map_box({"11,hi/11,ij": RIVER}, WATERS))
    places = ("8,h", "8,i", "8,j", "11,hi", EYRIE)
    found = {
        objective: [
            label
            for label in places
            if not wrong_place(book, piece_at(1, "green", 3, label), objective)
        ]
        for objective in ("ships", "boats", "horses", "eagles")
    }
    assert found == {
        "ships": ["8,i"],
        "boats": ["11,hi"],
        "horses": ["8,i", "8,j", "11,hi", EYRIE],
        "eagles": [EYRIE],
    }
    assert "coastal hex; 8,j is land" in wrong_place(book, piece_at(1, "green", 3, "8,j"), "ships")
    assert "8,h is sea" in wrong_place(book, piece_at(1, "green", 3, "8,h"), "horses")
    assert "15,cd" in wrong_place(book, piece_at(1, "green", 3, "8,h"), "eagles")
    off = piece_at(1, "green", 3, f"@{NORTHERN_SEA}")
    assert "no hex" in wrong_place(book, off, "eagles")
    assert f"@{NORTHERN_SEA}" in wrong_place(book, off, "ships")
    for objective in ("ships", "horses"):
        assert not wrong_place(NOT_TOLD, piece_at(1, "green", 3, "8,h"), objective)
