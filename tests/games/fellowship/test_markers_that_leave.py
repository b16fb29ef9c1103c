"""Markers that leave the map: taken off, or laid beside it where the eye still sees the cube.

The owner may take a rumor away at any time (7.2). Nothing waits for a marker that is not there, and
a cube that comes from beside the map is a new marker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from companion.border import Undecided
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.play import MarkerRevealed
from companion.games.fellowship.events.search import search_work
from companion.games.fellowship.events.status import TransportDisposed
from companion.games.fellowship.facts.names import Forest
from companion.games.fellowship.flow.step_ids import StepId
from companion.table.commands import EyeReported
from companion.table.ids import PieceId
from companion.table.pieces import FIRST_HAND_ID
from tests.support.fellowship import EP, FP, GAME, SAMPLE_BOX, Play
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import (
    GREEN,
    Markers,
    activate,
    at_step,
    flags,
    searched,
    sentence,
)
from tests.support.fellowship_places import civilized_hex

Leave = Callable[[Play, int], object]


def _taken_off(play: Play, number: int) -> None:
    play.lift(number)


def _laid_beside(play: Play, number: int) -> None:
    play.go(number, "off")


LEAVES: Final = pytest.mark.parametrize("leave", [_taken_off, _laid_beside])
BESIDE: Markers = ((1, "green", 3, "9,gh"), (2, "green", 3, "9,gh"))
TWO = (*GREEN, (2, "green", 3, "12,h"))
STEPS: Final = (
    "setup-enemy",
    "fp-transport",
    "fp-dissolve",
    "fp-split",
    "fp-move",
    "fp-activity",
    "ep-challenge",
)


@pytest.mark.rule("FOTR-106")
@pytest.mark.parametrize("step", STEPS)
@LEAVES
def test_a_marker_that_leaves_is_no_move_in_any_step(leave: Leave, step: str) -> None:
    play = at_step(step, board_text(), TWO)
    leave(play, 2)
    assert flags(play) == []
    assert [piece.id for piece in play.state.public.pieces_of(FP)] == [1]
    assert play.state.public.log[-1].text == "The green marker at 12,h is taken off."


@pytest.mark.rule("FOTR-105")
def test_a_cube_from_beside_the_map_is_a_new_marker() -> None:
    play = at_step("fp-split", board_text(), (*GREEN, (2, "green", 1, "off")))
    assert not any("off" in line.text.split() for line in play.state.public.log)
    play.turn(2, 3)
    play.go(2, "9,gh")
    assert flags(play) == []
    assert play.state.public.log[-1].text == "A green marker is put down at 9,gh."
    play.press(FP, "done")
    assert play.step == "fp-move"
    play.go(1, "off")
    play.go(1, "12,h")
    assert flags(play) == ["7.2"]


@pytest.mark.rule("FOTR-106")
@LEAVES
def test_what_was_known_of_a_marker_goes_with_it(leave: Leave) -> None:
    play = at_step("fp-transport", board_text(), TWO)
    for event in (
        MarkerRevealed(piece=PieceId(2), known="group"),
        TransportDisposed(piece=PieceId(2)),
    ):
        play.state = GAME.evolve(play.state, event)
    leave(play, 2)
    assert play.state.public.known == {}
    assert play.state.public.transport_done == ()


@pytest.mark.rule("FOTR-055")
@LEAVES
def test_a_challenged_marker_that_leaves_has_answered(leave: Leave) -> None:
    play = at_step("ep-challenge", board_text(), TWO)
    play.press(EP, "challenge", piece="2")
    leave(play, 2)
    play.press(EP, "challenge", piece="1")
    play.press(FP, "group")
    assert play.state.public.known == {1: "group"}


@pytest.mark.rule("FOTR-055")
def test_nobody_is_asked_to_challenge_markers_that_are_about_to_go() -> None:
    play = at_step("ep-challenge", board_text())
    play.press(EP, "challenge", piece="1")
    play.press(FP, "rumor")
    prompt = play.prompt_with(EP, "done")
    assert {choice.action for choice in prompt.form.choices} == {"done"}
    assert prompt.sentence == "No marker is left to challenge: go on."


@pytest.mark.rule("FOTR-032")
@LEAVES
def test_no_roll_for_transport_is_awaited_from_who_has_left(leave: Leave) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, civilized_hex())
    play.put(2, "green", 3, "12,h")
    play.go_on(until="fp-transport")
    play.press(FP, "try", piece="1", objective="horses")
    leave(play, 1)
    assert not any(prompt.roll for prompt in play.prompts(FP))
    play.press(FP, "done")


@pytest.mark.rule("FOTR-029")
@LEAVES
def test_nobody_who_has_left_looks_for_radagast(leave: Leave) -> None:
    play = Play(SAMPLE_BOX)
    play.put(1, "green", 3, BoardMap(sample_box()).forest_hexes(Forest.MIRKWOOD)[0].label)
    play.put(2, "green", 3, "4,f")
    play.go_on(until="fp-radagast")
    play.press(FP, "seek", piece="1")
    leave(play, 1)
    assert play.step != "fp-radagast"


def _searched(stage: str) -> Play:
    """A search of marker 1 at one of its first stages; nobody knows yet what the marker is."""
    play = searched()
    if stage == "declare":
        play.die(4)
    probe = search_work(play.state.public).probe
    assert probe is not None
    assert probe.stage == stage
    return play


@pytest.mark.rule("FOTR-106")
@pytest.mark.parametrize("stage", ["roll", "declare"])
@LEAVES
def test_a_rumor_that_leaves_while_it_is_searched_is_asked_no_more(
    leave: Leave, stage: str
) -> None:
    play = _searched(stage)
    leave(play, 1)
    assert search_work(play.state.public).probe is None
    assert play.state.public.known == {}
    assert any("has been taken off" in line.text for line in play.state.public.log)


@pytest.mark.rule("FOTR-106", "FOTR-141")
@LEAVES
def test_a_rumor_beside_the_searched_group_that_leaves_is_asked_no_more(leave: Leave) -> None:
    play = searched(markers=BESIDE)
    play.die(6)
    play.press(FP, "group")
    leave(play, 2)
    # The encounter goes on.
    assert "retreat or fight" in sentence(play)


@pytest.mark.rule("FOTR-106", "FOTR-141")
@LEAVES
def test_a_rumor_that_leaves_when_it_is_found_saves_none_that_stands_beside_it(
    leave: Leave,
) -> None:
    play = searched(markers=BESIDE)
    play.die(1)
    leave(play, 1)
    assert "say what it is" in sentence(play)
    play.press(FP, "rumor")
    assert [(one.piece, one.what) for one in play.state.public.expected] == [(2, "remove")]
    assert search_work(play.state.public).probe is None


@pytest.mark.rule("FOTR-106", "FOTR-141")
@LEAVES
def test_a_rumor_that_leaves_when_it_is_found_on_its_way_saves_none_where_it_passed(
    leave: Leave,
) -> None:
    play = at_step("fp-move", board_text(), ((1, "green", 3, "9,gh"), (2, "green", 3, "10,h")))
    activate(play, "10,h")
    play.go(1, "11,hi")
    play.press(EP, "search")
    play.die(1)
    leave(play, 1)
    assert "say what it is" in sentence(play)
    play.press(FP, "rumor")
    assert [(one.piece, one.what) for one in play.state.public.expected] == [(2, "remove")]
    assert search_work(play.state.public).probe is None
    play.press(FP, "done")


@pytest.mark.rule("FOTR-106")
@pytest.mark.parametrize("searching", [False, True])
@LEAVES
def test_a_marker_on_its_way_that_leaves_is_neither_moved_nor_searched(
    leave: Leave, *, searching: bool
) -> None:
    play = at_step("fp-move", board_text(), TWO)
    activate(play, "10,h")
    play.go(1, "11,hi")
    if searching:
        play.press(EP, "search")
    assert move_work(play.state.public).walk is not None
    assert (search_work(play.state.public).probe is not None) is searching
    leave(play, 1)
    assert search_work(play.state.public).probe is None
    assert move_work(play.state.public).walk is None
    assert flags(play) == []
    play.press(FP, "done")


@pytest.mark.rule("FOTR-129")
@LEAVES
def test_one_of_more_than_seven_that_leaves_needs_no_hex(leave: Leave) -> None:
    play = at_step("fp-move", board_text(), (*GREEN, (2, "green", 4, "9,hi")))
    play.go(1, "9,hi")
    play.press(FP, "done")
    play.press(FP, "seven", piece="2")
    leave(play, 2)
    assert play.state.public.step is not StepId.FP_COMBINE


def test_a_marker_put_down_by_tap_has_no_name_of_one_that_was_taken_off() -> None:
    play = Play(SAMPLE_BOX)
    play.tap(FP, "put", colour="green", face="3", place="4,f")
    play.name(FP, FIRST_HAND_ID, "A")
    play.tap(FP, f"take:{FIRST_HAND_ID}")
    play.tap(FP, "put", colour="green", face="3", place="12,h")
    (piece,) = play.state.public.table
    assert piece.id == FIRST_HAND_ID + 1
    assert piece.id not in play.state.hidden[FP].names


@pytest.mark.rule("FOTR-106")
def test_cubes_that_are_mixed_beside_the_map_are_told_of_in_words_and_to_their_owner() -> None:
    play = at_step(
        "fp-split", board_text(), (*GREEN, (2, "green", 1, "off"), (3, "green", 1, "off"))
    )
    play.name(FP, 2, "A")
    lines = play.state.public.log_count
    now = (play.reading(2), play.reading(3))
    play.send(EyeReported(message=Undecided(t_s=1.0, tracks=(2, 3), now=now)))
    assert play.state.public.log_count == lines
    prompt = play.prompt_with(FP, "settle")
    assert {field.label for field in prompt.form.fields} == {"Marker beside the map"}
    assert all(line == "green beside the map, side 1" for line in prompt.detail)
    assert not any(one.asked for one in play.prompts(EP))


@pytest.mark.rule("FOTR-106")
def test_what_was_known_of_a_marker_that_was_mixed_and_laid_beside_the_map_is_gone() -> None:
    play = at_step("fp-split", board_text(), TWO)
    for number in (1, 2):
        revealed = MarkerRevealed(piece=PieceId(number), known="group")
        play.state = GAME.evolve(play.state, revealed)
    beside = msgspec.structs.replace(play.reading(2), place="off")
    mixed = Undecided(t_s=1.0, tracks=(1, 2), now=(play.reading(1), beside))
    play.send(EyeReported(message=mixed))
    assert play.state.public.known == {1: "group"}
