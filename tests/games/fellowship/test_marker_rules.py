"""What everybody sees of a marker, and the rules that follow: travel, blocking, what it needs."""

from __future__ import annotations

import msgspec
import pytest

from companion.board.hexes import hexside_between
from companion.board.places import Region, parse_place
from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    NORTHERN_SEA,
    WEST_FORODWAITH,
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
    may_be_searched_passing,
)
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Activation, PublicState, WeatherCounter
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.allowance import GREY_HAVENS_SHIP, SHADOWFAX
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.terrain import Way
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import FORD, TUNNEL, WOODS, MapBench, at, map_box

WATERS = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
LAND = Handbook(map_box())
SHORE = Handbook(map_box(hexes=WATERS))
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
        f"@{WEST_FORODWAITH}": (Travel.BOAT, Travel.SHIP),
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
