"""Any marker is put right by hand by either seat, and everybody is told who did it."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.seats import SEAT_IDS
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Log, Prompt
from tests.support.fellowship import EP, FP, VIEWERS, Play, RefusedError
from tests.support.fellowship_moves import first_player_turn


@pytest.fixture
def play() -> Play:
    """A table with a marker of each side, in the first player-turn."""
    return first_player_turn()


def log_of(play: Play, viewer: SeatId) -> list[str]:
    widgets = [w for region in play.view(viewer).regions for w in region.widgets]
    return [line.text for log in widgets if isinstance(log, Log) for line in log.lines]


def details_of(play: Play, viewer: SeatId) -> str:
    return " ".join(line for prompt in play.prompts(viewer) for line in prompt.detail)


@pytest.mark.parametrize("seat", SEAT_IDS)
def test_either_seat_moves_and_turns_any_marker(play: Play, seat: SeatId) -> None:
    for number in ("1", "2"):
        play.tap(seat, "hand-right", piece=number, place="11,ef", face="2")
    for track in (1, 2):
        piece = play.state.public.table.find(track)
        assert piece is not None
        assert (piece.place, piece.face) == ("11,ef", 2)


@pytest.mark.parametrize("seat", SEAT_IDS)
def test_any_marker_is_taken_off(play: Play, seat: SeatId) -> None:
    for number in ("1", "2"):
        play.tap(seat, "hand-off", piece=number)
    assert not play.state.public.table.pieces


def test_everybody_reads_who_put_anothers_marker_right(play: Play) -> None:
    play.tap(EP, "hand-right", piece="1", place="11,ef")
    told = "By hand, the Enemy puts right the marker green at 12,e, foot."
    for viewer in VIEWERS:
        assert told in log_of(play, viewer)
        assert told in details_of(play, viewer)
    play.tap(EP, "hand-off", piece="2")
    assert "the marker red at" in log_of(play, PUBLIC)[-2]
    assert "the marker red at" not in details_of(play, FP)


@pytest.mark.parametrize("step", ["fp-discard", "fp-split", "fp-move"])
@pytest.mark.parametrize("seat", SEAT_IDS)
def test_what_is_put_right_is_no_move_and_is_not_flagged(
    play: Play, seat: SeatId, step: str
) -> None:
    play.go_on(until=step)
    for number in ("1", "2"):
        play.tap(seat, "hand-right", piece=number, place="2,o", face="2")
    assert play.state.public.flags == ()
    assert play.step == step
    assert move_work(play.state.public).walk is None


def test_a_flagged_move_that_is_put_right_is_settled_by_it(play: Play) -> None:
    play.go_on(until="fp-move")
    play.go(1, "2,o")
    flagged = play.state.public.flags
    assert [flag.piece for flag in flagged] == [1]
    play.tap(FP, "hand-right", piece="1", face="2")
    assert play.state.public.flags == flagged
    play.tap(FP, "hand-right", piece="1", place="12,e", face="3")
    assert play.state.public.flags == ()


def test_what_changes_nothing_is_no_correction(play: Play) -> None:
    unchanged: tuple[dict[str, str], ...] = ({}, {"place": "12,e"}, {"face": "3"})
    for fields in unchanged:
        with pytest.raises(RefusedError, match="other than the map shows"):
            play.tap(EP, "hand-right", piece="1", **fields)
    for number in ("", "99"):
        with pytest.raises(RefusedError):
            play.tap(EP, "hand-off", piece=number)


def test_the_step_goes_back_and_on(play: Play) -> None:
    play.go_on(until="fp-move")
    play.tap(EP, "step-back")
    assert play.step != "fp-move"
    play.tap(EP, "step-on")
    assert play.step == "fp-move"


def test_there_are_no_headings_without_anything_to_press(play: Play) -> None:
    region = play.view(FP).region("by-hand")
    assert region is not None
    prompts = [widget for widget in region.widgets if isinstance(widget, Prompt)]
    assert prompts
    assert all(prompt.form.choices for prompt in prompts)
