"""Hexes that a question is about are lit: public ones on every map, a form's own on its seat's."""

from __future__ import annotations

import pytest

from companion.board.hexes import parse_hex
from companion.games.fellowship.box.board_map import GRID
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Map
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import at_step
from tests.support.fellowship_turn import ACTIVE_ON_THE_WAY, real_turn, set_up, to_the_turn


@pytest.fixture
def play() -> Play:
    begun = Play(SAMPLE_BOX)
    set_up(begun)
    to_the_turn(begun)
    return begun


def _until(play: Play, wanted: str) -> None:
    next(stage for stage in real_turn(play) if stage == wanted)


def _asked(play: Play, viewer: SeatId) -> set[str]:
    maps = (w for r in play.view(viewer).regions for w in r.widgets if isinstance(w, Map))
    return {hex_.place for map_ in maps for hex_ in map_.hexes if "asked" in hex_.lit.split()}


def test_the_hexes_of_a_retreat_are_lit_for_everybody(play: Play) -> None:
    _until(play, "retreats")
    around = {"6,f", "5,ef", "5,fg", "6,e", "6,g", "7,ef", "7,fg"}
    for viewer in VIEWERS:
        assert _asked(play, viewer) == around
    play.press(EP, "deny", denied=["5,ef", "7,ef"])
    for viewer in VIEWERS:
        assert _asked(play, viewer) == around - {"5,ef", "7,ef"}
    play.go(1, "6,g")
    play.press(FP, "there")
    for viewer in VIEWERS:
        assert not _asked(play, viewer)


def test_a_hex_that_is_passed_is_lit_and_stays_active(play: Play) -> None:
    _until(play, "passes an active hex")
    for viewer in VIEWERS:
        assert _asked(play, viewer) == {ACTIVE_ON_THE_WAY}
        maps = (w for r in play.view(viewer).regions for w in r.widgets if isinstance(w, Map))
        lit = {hex_.place: hex_.lit.split() for map_ in maps for hex_ in map_.hexes}
        assert lit[ACTIVE_ON_THE_WAY] == ["active", "asked"]


def _reach(play: Play, seat: SeatId) -> set[str]:
    return {one.place for one in play.map_hexes(seat) if "reach" in one.lit.split()}


def test_an_owner_may_look_at_where_a_marker_could_go_and_nobody_else_sees_it() -> None:
    play = at_step("fp-move", board_text(), ((1, "green", 3, "9,gh"), (2, "green", 2, "5,ef")))
    others = [play.view(viewer) for viewer in (EP, PUBLIC)]
    play.tap(FP, "reach:1")
    around = {place.label for place in GRID.neighbours(parse_hex("9,gh"))}
    assert around <= _reach(play, FP)
    assert max(parse_hex("9,gh").distance(parse_hex(label)) for label in _reach(play, FP)) == 2
    assert [play.view(viewer) for viewer in (EP, PUBLIC)] == others
    # What it has crossed counts.
    play.go(1, "9,hi")
    assert all(parse_hex("9,hi").distance(parse_hex(label)) <= 1 for label in _reach(play, FP))
    play.tap(FP, "reach:2")
    assert {parse_hex("5,ef").distance(parse_hex(label)) for label in _reach(play, FP)} <= {0, 1}
    play.tap(FP, "reach:2")
    assert _reach(play, FP) == set()
