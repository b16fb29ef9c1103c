"""Where a marker is searched, and what turning it may mean, by what everybody sees (6.12, 8.3)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box.file import EMPTY_BOX, HexEntry
from companion.games.fellowship.facts.names import (
    NORTHERN_SEA,
    HexType,
    Travel,
    Water,
    Weather,
)
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.search_where import (
    Activity,
    activity_at,
    enemies_in,
    hexes_at,
    is_ship,
    known_searched,
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
from companion.games.fellowship.state import Activation, Attempt, PublicState, WeatherCounter
from companion.games.fellowship.switches import Switches
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from tests.support.fellowship import piece_at
from tests.support.fellowship_map import RIVER, at, map_box

WATERS = {"8,h": HexEntry(water=Water.SEA), "8,i": HexEntry(water=Water.COAST)}
LAND = Handbook(map_box())
SHORE = Handbook(map_box(hexes=WATERS))
NOT_TOLD = Handbook(EMPTY_BOX)
SIMPLE = PublicState(switches=Switches(simple_movement=True))


def on_table(*pieces: Piece, **given: object) -> PublicState:
    table = PieceTable(pieces={piece.id: piece for piece in pieces})
    return msgspec.structs.replace(PublicState(table=table), **given)


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
        (4, 2, False, ""),
        (5, 2, False, ""),
        (4, 2, True, "already changed"),
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
    assert (breach == "") is (words == "")
    assert words in breach
    assert not breach or breach.startswith("The green marker at 8,h")


@pytest.mark.rule("FOTR-071", "FOTR-057")
def test_a_guardian_may_show_any_mode_and_nobody_wakes_or_goes_dormant() -> None:
    public = PublicState()
    for old in range(2, 6):
        for new in range(2, 6):
            turned = piece_at(1, "black", old, "8,h"), piece_at(1, "black", new, "8,h")
            assert turning_breach(public, *turned) == ""
    for colour in ("black", "red"):
        asleep, awake = piece_at(1, colour, 6, "8,h"), piece_at(1, colour, 3, "8,h")
        assert "was dormant" in turning_breach(public, asleep, awake)
        assert "side 6, which is no mode" in turning_breach(public, awake, asleep)
    red = turning_breach(public, piece_at(1, "red", 4, "8,h"), piece_at(1, "red", 6, "8,h"))
    assert "side 6, which is no mode" in red


@pytest.mark.rule("FOTR-037")
def test_only_turns_in_a_row_count_as_time_spent() -> None:
    tries = {PieceId(1): Attempt(turn=4, running=2, objective="horses")}
    for turn, spent in ((4, 0), (5, 2), (6, 0)):
        public = PublicState(turn=turn, attempts=tries)
        assert turns_spent(public, PieceId(1), "horses") == spent
    public = PublicState(turn=5, attempts=tries)
    assert turns_spent(public, PieceId(1), "boats") == 0
    assert turns_spent(public, PieceId(2), "horses") == 0
    assert turns_spent(public, None, "horses") == 0


@pytest.mark.rule("FOTR-035")
def test_each_transport_has_its_place() -> None:
    book = Handbook(map_box({"11,hi/11,ij": RIVER}, WATERS))
    places = ("8,h", "8,i", "8,j", "11,hi", EYRIE)
    found = {
        objective: [
            label
            for label in places
            if wrong_place(book, piece_at(1, "green", 3, label), objective) == ""
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
    assert f"stands at {NORTHERN_SEA}," in wrong_place(book, off, "ships")
    for objective in ("ships", "horses"):
        assert wrong_place(NOT_TOLD, piece_at(1, "green", 3, "8,h"), objective) == ""
