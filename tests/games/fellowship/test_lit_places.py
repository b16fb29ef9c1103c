"""Hexes that a question is about are lit: public ones on every map, a form's own on its seat's."""

from __future__ import annotations

import pytest

from companion.table.ids import SeatId
from companion.table.views import Map
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play
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
