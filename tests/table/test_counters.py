"""Counters on tracks: where they stand, which of them is moved on purpose, and what is said."""

from __future__ import annotations

import pytest

from companion.board.board import Track
from companion.table.counters import (
    ADVICE,
    Counter,
    Spot,
    in_full,
    in_short,
    is_counter_moved,
    last_spots,
    several,
    spot_of,
)
from companion.table.ids import PieceId
from companion.table.pieces import PieceTable
from companion.table.values import Piece

PACE = Track(name="Pace", first=0, last=5)
RUNNER = Counter(title="the runner", colour="green", faces=(1, 2))


def table(*pieces: tuple[str, int, str]) -> PieceTable:
    return PieceTable(
        pieces={
            PieceId(number): Piece(
                id=PieceId(number), colour=colour, face=face, x_in=1.0, y_in=1.0, place=place
            )
            for number, (colour, face, place) in enumerate(pieces, 1)
        }
    )


def spot(number: int) -> Spot:
    return Spot(track="Pace", number=number, face=1)


def test_a_counter_is_told_by_colour_face_and_track() -> None:
    others = (("red", 1, "@Pace 2"), ("green", 3, "@Pace 2"), ("green", 1, "@Race 2"))
    assert spot_of(table(*others), RUNNER, (PACE,)) is None
    found = spot_of(table(*others, ("green", 2, "@Pace 4")), RUNNER, (PACE,))
    assert found == Spot(track="Pace", number=4, face=2)


def test_two_cubes_for_one_counter_are_no_spot_and_are_said() -> None:
    two = table(("green", 1, "@Pace 1"), ("green", 2, "@Pace 3"))
    assert spot_of(two, RUNNER, (PACE,)) is None
    assert several(two, RUNNER, (PACE,)) == (
        "2 green cubes show the runner on the table: take off all but one.",
    )
    assert several(table(("green", 1, "@Pace 1")), RUNNER, (PACE,)) == ()


@pytest.mark.parametrize(
    ("before", "after", "kept", "moved"),
    [
        (spot(2), spot(3), ("Pace", 2), True),
        (spot(2), spot(2), ("Pace", 2), False),
        (spot(2), spot(3), ("Pace", 3), False),
        (spot(1), spot(2), ("Pace", 3), False),
        (None, spot(3), ("Pace", 2), False),
        (spot(2), None, ("Pace", 2), False),
        (spot(2), spot(3), None, False),
    ],
)
def test_only_what_stood_where_it_is_kept_and_stands_elsewhere_is_a_wish(
    before: Spot | None, after: Spot | None, kept: tuple[str, int] | None, *, moved: bool
) -> None:
    assert is_counter_moved(before, after, kept) is moved


def test_a_lifted_counter_is_remembered_where_it_stood() -> None:
    known = {"runner": (RUNNER, (PACE,))}
    seen = last_spots({}, table(("green", 1, "@Pace 4")), known)
    assert seen == {"runner": spot(4)}
    assert last_spots(seen, table(), known) == seen
    assert last_spots(seen, table(("green", 1, "@Pace 5")), known) == {"runner": spot(5)}


def test_a_prompt_says_one_point_whole_and_counts_several() -> None:
    assert in_short((), "Pace") == ()
    assert in_short(("It stands on 3.",), "Pace") == (f"It stands on 3. {ADVICE}",)
    assert in_short(("One.", "Two."), "Pace") == (
        "The table stands otherwise in 2 points: the tab Pace says which.",
    )


def test_the_tab_says_how_many_cubes_are_followed_and_nothing_without_a_camera() -> None:
    assert in_full(table(), ()) == ()
    assert in_full(table(("red", 1, "off")), ()) == ()
    (text,) = in_full(table(("red", 1, "@Pace 1"), ("red", 1, "off")), ())
    assert text.text == "The camera follows 1 cube."
    first, last = in_full(table(("red", 1, "@Pace 1"), ("red", 2, "@Pace 2")), ("It lags.",))
    assert (first.text, first.style) == ("It lags.", "warning")
    assert last.text == f"The camera follows 2 cubes. {ADVICE}"
