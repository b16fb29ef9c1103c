"""The eye's owner: another eye after each that ends, knowing what the game knows."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.border import (
    EyeMessage,
    EyeState,
    EyeWish,
    Look,
    MarkerReading,
    Placed,
    Removed,
    Rest,
)
from companion.service.eye import STUCK_AFTER_S, EyeOwner, known_markers
from companion.table.commands import EyeReported
from companion.table.events import MarkersUndecided
from companion.table.ids import PieceId
from companion.table.pieces import FIRST_HAND_ID
from companion.table.values import Piece
from tests.support.patience import PATIENCE_S
from tests.support.toy_table import ToyTable

FROZEN_AFTER_S = 0.04
CLOSED = EyeState(t_s=1.0, state="closed", reason="gone")


class FakeEye:
    def __init__(self, on_message: Callable[[EyeMessage], None], *, fails: bool = False) -> None:
        self.say = on_message
        self.fails = fails
        self.stopped = threading.Event()
        self.silent_s = self.busy_s = 0.0
        self.wishes: list[EyeWish] = []

    def start(self) -> None:
        if self.fails:
            raise OSError(12, "Cannot allocate memory")

    def stop(self) -> None:
        self.stopped.set()

    def ask(self, wish: EyeWish) -> None:
        self.wishes.append(wish)


class Eyes:
    """Makes fake eyes and hands them to the test in order."""

    def __init__(self, fails_first: int = 0) -> None:
        self.made: queue.Queue[FakeEye] = queue.Queue()
        self.heard: queue.Queue[EyeMessage] = queue.Queue()
        self._fails_left = fails_first

    def make(self, on_message: Callable[[EyeMessage], None]) -> FakeEye:
        eye = FakeEye(on_message, fails=self._fails_left > 0)
        self._fails_left -= 1
        self.made.put(eye)
        return eye

    def owner(self, *, restarts: bool = True) -> EyeOwner:
        return EyeOwner(
            self.make,
            self.heard.put,
            restarts=restarts,
            first_wait_s=0.001,
            frozen_after_s=FROZEN_AFTER_S,
        )


def test_an_eye_that_ends_is_followed_by_another() -> None:
    eyes = Eyes()
    owner = eyes.owner()
    owner.start()
    for _ in range(3):
        eye = eyes.made.get(timeout=PATIENCE_S)
        eye.say(CLOSED)
        assert eye.stopped.wait(PATIENCE_S)
        assert eyes.heard.get(timeout=PATIENCE_S) == CLOSED
    last = eyes.made.get(timeout=PATIENCE_S)
    owner.stop()
    assert last.stopped.is_set()
    owner.stop()


@pytest.mark.parametrize(
    ("silent_s", "busy_s", "words"),
    [(2 * FROZEN_AFTER_S, 0, "does not answer"), (0, 2 * STUCK_AFTER_S, "stuck at one picture")],
)
def test_an_eye_that_does_not_go_on_is_reported_and_followed_by_another(
    silent_s: float, busy_s: float, words: str
) -> None:
    eyes = Eyes()
    owner = eyes.owner()
    owner.start()
    eye = eyes.made.get(timeout=PATIENCE_S)
    eye.silent_s, eye.busy_s = silent_s, busy_s
    message = eyes.heard.get(timeout=PATIENCE_S)
    assert isinstance(message, EyeState)
    assert (message.state, words in message.reason) == ("closed", True)
    assert eye.stopped.wait(PATIENCE_S)
    eyes.made.get(timeout=PATIENCE_S)
    owner.stop()


def test_wishes_reach_the_eye_that_runs_and_are_lost_without_one() -> None:
    eyes = Eyes()
    owner = eyes.owner()
    owner.ask(Rest())
    owner.start()
    eye = eyes.made.get(timeout=PATIENCE_S)
    until_s = time.monotonic() + PATIENCE_S
    while not eye.wishes and time.monotonic() < until_s:
        owner.ask(Look())
    assert eye.wishes[0] == Look()
    owner.stop()
    count = len(eye.wishes)
    owner.ask(Look())
    assert len(eye.wishes) == count


def test_an_eye_that_cannot_be_started_is_reported_and_tried_again() -> None:
    eyes = Eyes(fails_first=1)
    owner = eyes.owner()
    owner.start()
    heard = eyes.heard.get(timeout=PATIENCE_S)
    assert isinstance(heard, EyeState)
    assert "Cannot allocate memory" in heard.reason
    eyes.made.get(timeout=PATIENCE_S)
    eyes.made.get(timeout=PATIENCE_S)
    owner.stop()


def test_a_film_is_shown_once() -> None:
    eyes = Eyes()
    owner = eyes.owner(restarts=False)
    owner.start()
    eye = eyes.made.get(timeout=PATIENCE_S)
    eye.say(CLOSED)
    assert eye.stopped.wait(PATIENCE_S)
    owner._thread.join(PATIENCE_S)
    assert not owner._thread.is_alive()
    assert eyes.made.empty()
    owner.stop()


def test_a_new_eye_knows_what_the_last_one_reported(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    marker = MarkerReading(track=5, colour="red", face=2, x_in=1.0, y_in=2.0, place="4,f")
    toy.table.report(EyeReported(message=Placed(t_s=0.0, marker=marker)))
    standing = toy.table.caught_up()
    assert known_markers(standing.state.pieces) == (marker,)
    by_hand = msgspec.structs.replace(marker, track=FIRST_HAND_ID)
    toy.table.report(EyeReported(message=Placed(t_s=0.0, marker=by_hand)))
    toy.table.caught_up()
    assert toy.table.last_piece == 5
    toy.keeper._noted(MarkersUndecided(pieces=(), now=()))
    toy.keeper._noted(MarkersUndecided(pieces=(PieceId(9),), now=()))
    assert toy.table.last_piece == 9
    toy.close()
    again = ToyTable(tmp_path / "journal.db")
    assert again.table.last_piece == 5
    again.close()


def test_a_new_eye_knows_the_number_of_a_cube_that_is_off_the_table(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    marker = MarkerReading(
        track=5, colour="red", face=2, serial=17, x_in=1.0, y_in=2.0, place="4,f"
    )
    by_hand = msgspec.structs.replace(marker, track=FIRST_HAND_ID, serial=18)
    for message in (
        Placed(t_s=0.0, marker=marker),
        Placed(t_s=0.0, marker=by_hand),
        Removed(t_s=1.0, marker=marker),
    ):
        toy.table.report(EyeReported(message=message))
    assert known_markers(toy.table.caught_up().state.pieces) == (by_hand,)
    assert toy.table.numbers_by_serial == {17: 5}
    toy.close()
    again = ToyTable(tmp_path / "journal.db")
    assert again.table.numbers_by_serial == {17: 5}
    again.close()


def test_known_markers_are_the_pieces() -> None:
    piece = Piece(id=PieceId(3), colour="green", face=6, x_in=4.0, y_in=5.5, place="off", serial=17)
    (marker,) = known_markers([piece])
    assert (marker.track, marker.colour, marker.face) == (3, "green", 6)
    assert (marker.x_in, marker.y_in, marker.place, marker.serial) == (4.0, 5.5, "off", 17)
