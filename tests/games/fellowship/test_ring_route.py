"""The fastest route with the Ring, and blocking once the Fellowship has lost it (6.413-6.415)."""

from __future__ import annotations

import pytest

from companion.board.hexes import parse_hex
from companion.board.places import parse_place
from companion.games.fellowship.facts.names import Travel
from companion.games.fellowship.rules.movement_rules import rules_for
from companion.games.fellowship.rules.ring_route import (
    Journey,
    journey_of,
    keeps_fastest,
)
from companion.table.ids import PieceId
from tests.support.fellowship import EP, FP, Play, piece_at
from tests.support.fellowship_map import BRIDGE, MOUNTAIN, WOODS, board_text
from tests.support.fellowship_moves import at_step, flags

WHITE = ((1, "green", 3, "2,f"), (3, "white", 3, "9,gh"))


def journey(box: str, travel: Travel, place: str = "9,gh") -> Journey:
    play = Play(box)
    piece = piece_at(3, "white", 3, place)
    return journey_of(rules_for(play.state.public, play.state.handbook, piece, travel))


def phases(box: str, travel: Travel, start: str, goal: str) -> int | None:
    return journey(box, travel).phases(parse_place(start), parse_hex(goal))


@pytest.mark.rule("FOTR-097", "FOTR-099")
@pytest.mark.parametrize(
    ("travel", "goal", "expected"),
    [
        (Travel.FOOT, "9,gh", 0),
        (Travel.FOOT, "11,gh", 1),
        (Travel.FOOT, "11,jk", 2),
        (Travel.SNEAK, "11,jk", 4),
        (Travel.HORSE, "11,jk", 1),
        (Travel.FOOT, "14,e", 3),
        (Travel.HORSE, "14,e", 2),
        (Travel.FLYING, "14,e", 1),
    ],
)
def test_phases_on_open_ground_are_the_distance_by_the_allowance(
    travel: Travel, goal: str, expected: int
) -> None:
    assert phases(board_text(), travel, "9,gh", goal) == expected


@pytest.mark.rule("FOTR-097")
def test_terrain_rolls_count_as_made_and_what_no_roll_can_cross_is_closed() -> None:
    around = ("9,fg/9,gh", "9,gh/9,hi", "8,g/9,gh", "8,h/9,gh", "9,gh/10,g", "9,gh/10,h")
    woods = board_text(sides=dict.fromkeys(around, WOODS))
    # The first hexside is not open, the second is: still two on foot.
    assert phases(woods, Travel.FOOT, "9,gh", "11,gh") == 1
    assert phases(woods, Travel.FOOT, "9,gh", "11,jk") == 2
    walled = board_text(sides=dict.fromkeys(around, MOUNTAIN))
    assert phases(walled, Travel.FOOT, "9,gh", "11,gh") is None
    one_gap = {**dict.fromkeys(around, MOUNTAIN), "8,g/9,gh": WOODS}
    assert phases(board_text(sides=one_gap), Travel.SNEAK, "9,gh", "10,h") == 4


@pytest.mark.rule("FOTR-097", "FOTR-099")
def test_every_end_that_leaves_fewer_phases_is_a_fastest_one() -> None:
    found = journey(board_text(), Travel.FOOT)
    start, goal = parse_place("9,gh"), parse_hex("14,e")
    assert found.phases(start, goal) == 3
    assert found.phases(parse_place("11,fg"), goal) == 2
    assert keeps_fastest(found, start, parse_place("11,fg"), goal)
    assert keeps_fastest(found, start, parse_place("10,g"), goal)
    assert not keeps_fastest(found, start, parse_place("9,hi"), goal)


def carried(holder: str, piece: str) -> Play:
    """The Fellowship moves, and a marker carries the Ring for Saruman or Gollum."""
    play = at_step("fp-move", board_text(), (*WHITE, (4, "green", 3, "9,gh")))
    play.tap(EP, "ring", ring=holder, carrier=piece)
    return play


@pytest.mark.rule("FOTR-097")
def test_a_move_with_the_ring_that_strays_from_the_way_to_isengard_is_flagged() -> None:
    play = carried("saruman", "3")
    play.go(3, "9,fg")
    assert flags(play) == ["6.414"]
    assert "11,jk" in play.state.public.flags[0].text
    play.press(FP, "take-back")
    play.go(3, "10,i")
    assert flags(play) == []


@pytest.mark.rule("FOTR-099")
def test_gollum_goes_to_the_high_pass_and_a_marker_sticker_side_up_keeps_its_mode() -> None:
    play = carried("gollum", "4")
    play.turn(4, 1)
    assert play.state.public.ring_public.face == 3
    assert not flags(play)
    play.go(4, "9,hi")
    assert flags(play) == ["6.415"]
    play.press(FP, "take-back")
    play.go(4, "11,fg")
    assert flags(play) == []
    # Once there he stays.
    there = at_step("fp-move", board_text(), (*WHITE, (4, "green", 3, "14,e")))
    there.tap(EP, "ring", ring="gollum", carrier="4")
    there.go(4, "14,d")
    assert flags(there) == ["6.415"]


@pytest.mark.rule("FOTR-093")
def test_the_fellowship_blocks_a_feature_only_while_it_has_lost_the_ring() -> None:
    box = board_text(sides={"9,gh/10,h": BRIDGE})
    play = at_step("fp-move", box, (*WHITE, (4, "green", 3, "9,gh")))
    play.go(4, "9,gh/10,h")
    assert flags(play) != []
    other = at_step("fp-move", box, (*WHITE, (4, "green", 3, "9,gh")))
    other.tap(EP, "ring", ring="nobody", place="20,m")
    other.go(4, "9,gh/10,h")
    assert flags(other) == []


def enemy_at_a_blocked_bridge(known: str) -> Play:
    """A red marker comes to a bridge that the Fellowship blocks while it has lost the Ring."""
    box = board_text(sides={"9,gh/10,h": BRIDGE})
    markers = ((1, "green", 3, "2,f"), (2, "red", 3, "9,gh"), (4, "green", 3, "10,h"))
    play = at_step("fp-move", box, markers)
    play.tap(EP, "ring", ring="nobody", place="20,m")
    play.go(4, "9,gh/10,h")
    for _ in range(60):
        if play.step == "ep-move-free":
            break
        play.tap(EP, "step-on")
    play.go(2, "9,gh/10,h")
    play.press(EP, "enter")
    assert play.state.public.is_revealed_group(PieceId(2))
    play.press(FP, known)
    return play


@pytest.mark.rule("FOTR-093", "FOTR-117")
def test_what_the_fellowship_blocks_stops_an_enemy_group_and_there_is_a_fight() -> None:
    play = enemy_at_a_blocked_bridge("group")
    (fight,) = play.state.public.fights
    assert (fight.place, fight.cause, fight.piece) == ("9,gh/10,h", "blocked feature", 4)


@pytest.mark.rule("FOTR-093")
def test_a_rumor_of_the_fellowship_that_blocks_is_taken_away_and_the_enemy_goes_on() -> None:
    play = enemy_at_a_blocked_bridge("rumor")
    assert play.state.public.fights == ()
    assert [one.piece for one in play.state.public.expected] == [4]
