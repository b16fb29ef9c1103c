"""A tap changes what the game knows, not where a cube stands: its owner is reminded of the cube."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.border import MarkerReading, Moved, Placed, Removed, Turned
from companion.games.fellowship.events.play import ExpectationSet
from companion.games.fellowship.evolve import evolve
from companion.games.fellowship.state import Expected
from companion.table.commands import EyeReported
from companion.table.ids import PUBLIC, PieceId, SeatId
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play, RefusedError
from tests.support.fellowship_moves import first_player_turn
from tests.support.noninterference import assert_hidden

PUT_DOWN = "Take the red cube at 9,gh off the map: the eye still sees it there."
PUT_BACK = "Move the red cube from 11,ef to 9,gh: the eye sees it where it was."


def told(play: Play, seat: SeatId) -> list[str]:
    return [
        one.sentence
        for one in play.prompts(seat)
        if " cube " in one.sentence and "the eye " in one.sentence
    ]


def taken_back() -> Play:
    """A marker was moved out of turn and taken back by tap; its cube stands where it went."""
    play = first_player_turn()
    play.go(2, "11,ef")
    play.press(EP, "take-back")
    assert play.reading(2).place == "9,gh"
    return play


def test_a_move_that_is_taken_back_by_tap_leaves_its_cube_to_be_put_back() -> None:
    play = taken_back()
    assert told(play, EP) == [PUT_BACK]
    for other in (FP, PUBLIC):
        assert told(play, other) == [f"The Enemy is asked: {PUT_BACK}"]


def test_a_marker_that_came_in_the_wrong_step_leaves_its_cube_to_be_taken_off() -> None:
    play = first_player_turn()
    play.put(3, "red", 6, "9,gh")
    play.press(EP, "take-back")
    assert told(play, EP) == [PUT_DOWN]
    gone = MarkerReading(track=3, colour="red", face=6, x_in=1.0, y_in=1.0, place="9,gh")
    play.send(EyeReported(message=Removed(t_s=0.0, marker=gone)))
    assert told(play, EP) == []
    assert play.state.public.behind == ()


def test_the_reminder_goes_when_the_eye_sees_the_cube_move() -> None:
    play = taken_back()
    seen = play.reading(2)
    before = msgspec.structs.replace(seen, place="11,ef")
    play.send(EyeReported(message=Moved(t_s=0.0, marker=seen, before=before)))
    assert told(play, EP) == []
    assert play.state.public.flags == ()


def test_an_eye_that_began_anew_knows_the_cube_by_another_number() -> None:
    play = first_player_turn()
    play.put(3, "red", 6, "9,gh")
    play.press(EP, "take-back")
    again = MarkerReading(track=9, colour="red", face=6, x_in=1.0, y_in=1.0, place="9,gh")
    play.send(EyeReported(message=Placed(t_s=0.0, marker=again)))
    assert told(play, EP) == []


def test_the_owner_alone_says_that_it_is_done() -> None:
    play = taken_back()
    with pytest.raises(RefusedError, match="is not offered"):
        play.prompt_with(FP, "did-it")
    play.press(EP, "did-it")
    assert told(play, EP) == told(play, PUBLIC) == []
    assert play.reading(2).place == "9,gh"


def test_what_is_said_to_be_done_is_done_for_the_eye_too() -> None:
    play = first_player_turn()
    wanted = Expected(piece=PieceId(1), what="turn", text="Turn it.", face=2)
    play.state = evolve(play.state, ExpectationSet(expected=wanted))
    play.press(FP, "did-it")
    assert told(play, FP) == [
        "Turn the green cube at 12,e to side 2 (sneak): the eye still sees another side."
    ]
    turned = play.reading(1)
    before = msgspec.structs.replace(turned, face=3)
    play.send(EyeReported(message=Turned(t_s=0.0, marker=turned, before=before)))
    assert told(play, FP) == []


def test_a_marker_that_is_put_right_by_hand_stands_as_it_is_said() -> None:
    play = first_player_turn()
    play.tap(EP, "hand-right", piece="2", place="11,ef")
    assert told(play, EP) == []
    play = taken_back()
    play.tap(EP, "hand-off", piece="2")
    assert told(play, EP) == []


def test_a_marker_that_was_put_down_by_tap_was_never_seen() -> None:
    play = first_player_turn()
    play.put(1001, "red", 6, "9,gh")
    play.press(EP, "take-back")
    assert PieceId(1001) not in play.state.public.table.pieces
    assert told(play, EP) == []


def test_the_reminder_tells_nothing_of_names() -> None:
    def script(play: Play, name: str) -> Iterator[None]:
        play.put(1, "green", 3, "12,e")
        play.put(2, "red", 6, "9,gh")
        play.name(EP, 2, name)
        play.begin()
        play.go(2, "11,ef")
        yield
        play.press(EP, "take-back")
        yield
        play.press(EP, "did-it")
        yield

    assert assert_hidden(script, EP, ["sauronic 1", "sauronic 2", "none"], SAMPLE_BOX) > 0
