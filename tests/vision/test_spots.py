from __future__ import annotations

import numpy as np
import pytest

from calibration.layout import TableLayout, layout_registration
from calibration.scheme import default_scheme
from companion.border import MarkerReading
from tests.support.readings import marker_seen
from vision.board_view import BoardView
from vision.change import Samples, grid_for
from vision.reading import MarkerSeen
from vision.settle import split_agreed, turn_between_deg
from vision.spots import SpotBook, SpotLook, unexplained
from vision.track import Track

REGISTRATION = layout_registration(TableLayout(), default_scheme().board)
VIEW = BoardView(REGISTRATION, grid_for(1920, 1080, REGISTRATION.pixels_per_inch()))
SHAPE = (VIEW.grid.shape[0] * 6, VIEW.grid.shape[1] * 6)
MARKER = MarkerReading(track=1, colour="green", face=2, x_in=10.0, y_in=8.0, place="here")
TRACK = Track(marker=MARKER, yaw_deg=30.0)


def seen(  # one reading, at the marker's spot unless said otherwise
    x_in: float = 10.0, face: int = 2, z_in: float = 0.5, yaw_deg: float = 30.0
) -> MarkerSeen:
    return marker_seen(x_in, 8.0, face=face, z_in=z_in, yaw_deg=yaw_deg)


def sticker(seed: int = 3) -> Samples:
    samples = np.full(SHAPE, 120, dtype=np.uint8)
    patch = VIEW.patch(samples, 10.0, 8.0, 0.5)
    bits = np.random.default_rng(seed).integers(0, 2, patch.shape)
    patch[:] = np.where(bits == 1, 230, 25).astype(np.uint8)
    return samples


def plain(level: int = 120) -> Samples:
    return np.full(SHAPE, level, dtype=np.uint8)


def look(samples: Samples, *readings: MarkerSeen, thing: bool = False) -> SpotLook:
    return SpotLook(VIEW, samples, readings, np.full(VIEW.grid.shape, thing, dtype=np.bool_))


@pytest.fixture
def book() -> SpotBook:
    made = SpotBook()
    made.remember(1, MARKER, VIEW, sticker())
    return made


def test_an_unchanged_look_is_a_standing_marker_even_if_it_is_not_read(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(sticker())) == "standing"


def test_an_unread_plain_spot_is_empty(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(plain())) == "empty"


def test_a_spot_under_a_thing_is_hidden(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(plain(), thing=True)) == "hidden"


def test_the_settled_table_shows_no_marker_that_was_lifted_or_lies_under_a_thing(
    book: SpotBook,
) -> None:
    assert book.is_shown(1)
    book.judge(1, TRACK, look(plain(), thing=True))
    assert not book.is_shown(1)
    book.judge(1, TRACK, look(plain(180)))
    assert not book.is_shown(1)
    book.remember(1, MARKER, VIEW, sticker())
    assert book.is_shown(1)


def test_what_was_laid_over_a_part_of_a_spot_is_bare_once_it_has_gone(book: SpotBook) -> None:
    book.note_cover(1, MARKER, VIEW, plain(60))
    assert not book.is_shown(1)
    assert book.judge(1, TRACK, look(plain(60))) == "hidden"
    assert book.judge(1, TRACK, look(plain(120))) == "empty"


def test_in_little_light_a_hand_that_has_left_is_told_from_the_map(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(plain(18), thing=True)) == "hidden"
    assert book.judge(1, TRACK, look(plain(19))) == "hidden"
    assert book.judge(1, TRACK, look(plain(25))) == "empty"


def test_a_spot_in_glare_cannot_be_judged(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(plain(255))) == "unsure"


def test_a_spot_under_a_stack_is_hidden(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(sticker(4), seen(z_in=1.0, face=5))) == "hidden"


def test_glare_that_lifts_a_reading_makes_no_stack(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(sticker(4), seen(z_in=1.0))) == "standing"


def test_a_marker_read_as_it_lay_is_untouched(book: SpotBook) -> None:
    assert book.judge(1, TRACK, look(sticker(4), seen(x_in=10.02, yaw_deg=32.0))) == "standing"


@pytest.mark.parametrize("reading", [seen(x_in=10.12), seen(yaw_deg=45.0), seen(face=3)])
def test_a_marker_read_otherwise_was_touched(book: SpotBook, reading: MarkerSeen) -> None:
    assert book.judge(1, TRACK, look(sticker(4), reading)) == "empty"


def test_a_lifted_marker_is_not_taken_for_untouched_whatever_lies_there_now(
    book: SpotBook,
) -> None:
    assert book.judge(1, TRACK, look(plain())) == "empty"
    assert book.judge(1, TRACK, look(sticker(), seen())) == "empty"
    book.remember(1, MARKER, VIEW, sticker())
    assert book.judge(1, TRACK, look(sticker(), seen())) == "standing"


def test_a_marker_that_was_never_met_may_have_lain_under_a_hand(book: SpotBook) -> None:
    """A push while a hand rests: what it bares as it lay was not touched."""
    book.forget_looks()
    assert book.judge(1, TRACK, look(plain())) == "empty"
    assert book.judge(1, TRACK, look(sticker(), seen())) == "standing"
    assert book.judge(1, TRACK, look(sticker(), seen(x_in=10.2))) == "empty"


def test_what_still_looks_like_a_sticker_is_looked_at_several_times(book: SpotBook) -> None:
    statuses = [book.judge(1, TRACK, look(sticker(9))) for _ in range(5)]
    assert statuses == [*["hidden"] * 4, "empty"]
    assert not book.is_doubtful(1)


def test_without_a_remembered_look_a_reading_decides() -> None:
    book = SpotBook()
    assert not book.knows(1)
    assert book.judge(1, TRACK, look(plain(), seen())) == "standing"
    assert book.judge(1, TRACK, look(plain())) == "empty"


def test_forgotten_looks_are_gone(book: SpotBook) -> None:
    book.forget_looks()
    assert not book.knows(1)
    book.remember(1, MARKER, VIEW, sticker())
    book.keep_only([2])
    assert not book.knows(1)


def test_where_a_marker_stands_nothing_else_is_believed() -> None:
    strange = [seen(face=6), seen(z_in=1.0), seen(x_in=10.2)]
    assert unexplained(strange, {1: TRACK}, {}) == []
    assert unexplained(strange, {1: TRACK}, {1: "empty"}) == strange
    assert unexplained([seen(), seen(face=6)], {1: TRACK}, {1: "hidden"}) == [seen(face=6)]


def test_two_pictures_agree_one_to_one() -> None:
    before, now = [seen(), seen(x_in=14.0)], [seen(x_in=10.05), seen(x_in=10.06), seen(face=4)]
    agreed, alone = split_agreed(before, now)
    assert agreed == [now[0]]
    assert alone == [now[1], now[2], before[1]]


@pytest.mark.parametrize(("one", "other", "turn"), [(350, 10, 20), (10, 350, 20), (0, 180, 180)])
def test_turns_are_taken_the_short_way(one: float, other: float, turn: float) -> None:
    assert turn_between_deg(one, other) == turn
