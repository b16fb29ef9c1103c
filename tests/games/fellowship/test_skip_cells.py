"""Going on without a value that nobody can look up now: recorded, and settled by hand."""

from __future__ import annotations

from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.search import search_work
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP, Play
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import at_step

GREEN = ((1, "green", 3, "9,gh"),)


def last_line(play: Play) -> str:
    return next(line.text for line in reversed(play.state.public.log) if "by hand" in line.text)


def test_a_marker_whose_way_the_map_does_not_tell_has_got_where_it_was_put() -> None:
    play = at_step("fp-move", "", GREEN)
    play.go(1, "9,hi")
    assert play.state.public.cells
    before = play.state.learned
    play.press(FP, "skip-cell")
    assert not play.state.public.cells
    assert move_work(play.state.public).walk is None
    assert play.reading(1).place == "9,hi"
    assert "goes on by hand without knowing" in last_line(play)
    assert play.state.learned == before
    # It comes up again where it is needed again.
    play.go(1, "9,gh")
    assert play.state.public.cells


def test_an_activity_roll_counts_as_far_as_the_table_is_known() -> None:
    play = at_step("fp-activity", "", GREEN)
    play.die(2)
    assert play.state.public.cells
    play.press(FP, "skip-cell")
    active = {one.hex_type for one in play.state.public.active}
    assert {str(kind) for kind in active} == {"civilized"}
    assert play.step != "fp-activity"


def test_a_search_phase_searches_only_where_it_is_known_that_a_hex_is_active() -> None:
    play = at_step("fp-activity", "", GREEN)
    play.die(2)
    play.press(FP, "skip-cell")
    assert play.state.public.cells
    play.press(FP, "skip-cell")
    assert search_work(play.state.public).probe is None
    assert play.step != "fp-search"


def test_only_the_seat_that_is_asked_may_go_on_without() -> None:
    play = at_step("fp-move", "", GREEN)
    play.go(1, "9,hi")
    offered = {viewer: play.prompts(viewer)[0].form.choices for viewer in (FP, EP, PUBLIC)}
    assert {choice.action for choice in offered[FP]} == {"fill-in", "skip-cell"}
    assert not offered[EP]
    assert not offered[PUBLIC]
    known = at_step("fp-move", board_text(), GREEN)
    known.go(1, "9,hi")
    assert not known.state.public.cells
