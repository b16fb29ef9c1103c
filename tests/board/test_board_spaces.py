"""Boards as data: spaces with straight sides, tracks, and the hex map as one board among others."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.board import Board, Space, Track, rectangle
from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import BoardError, hexside_between, parse_hex
from companion.board.places import OFF_MAP, Region
from companion.service.games import BOARDS, load_board, sample_box

LENGTH = Space(
    name="Bay",
    outline=tuple(BoardPoint(x, y) for x, y in ((0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3))),
)
"""An L: what lies in its angle lies outside."""
HEXES = HexGrid()


@pytest.mark.parametrize(
    ("x_in", "y_in", "inside"),
    [(0.5, 2.5, True), (3.5, 0.5, True), (2.0, 2.0, False), (-0.1, 1.0, False), (5.0, 0.5, False)],
)
def test_a_point_lies_in_a_space_or_beside_it(x_in: float, y_in: float, *, inside: bool) -> None:
    assert LENGTH.holds(BoardPoint(x_in, y_in)) is inside


def test_the_gap_to_a_side_is_measured_to_the_side_and_not_to_its_line() -> None:
    assert LENGTH.edge_gap_in(BoardPoint(0.4, 2.0)) == pytest.approx(0.4)
    assert LENGTH.edge_gap_in(BoardPoint(4.3, 1.4)) == pytest.approx(0.5)


@given(st.integers(0, 12), st.floats(0.01, 0.79), st.floats(0.01, 0.79))
def test_every_point_of_a_track_lies_in_the_space_of_its_number(
    number: int, across_in: float, down_in: float
) -> None:
    track = Track(name="Pace", first=0, last=12)
    board = Board(width_in=11.0, height_in=2.0, spaces=track.spaces(BoardPoint(0.3, 0.5), 0.8, 0.8))
    place = board.place_at(BoardPoint(0.3 + 0.8 * number + across_in, 0.5 + down_in))
    assert place is not None
    assert track.number(place.label) == number
    assert track.label(number) == place.label


def test_a_track_knows_its_own_places_alone() -> None:
    track = Track(name="Pace", first=1, last=3)
    assert [track.number(label) for label in ("@Pace 0", "@Pace 3", "@Pace 30", "off", "4,d")] == [
        None,
        3,
        None,
        None,
        None,
    ]
    with pytest.raises(BoardError, match="from 1 to 3, not to 4"):
        track.label(4)


def test_the_hex_map_is_a_board_without_spaces() -> None:
    board = Board.of_hexes(HEXES)
    middle = HEXES.centre(parse_hex("24,m"))
    assert board.place_at(middle) == parse_hex("24,m")
    assert board.outline_at(middle) == HEXES.corners(parse_hex("24,m"))
    assert board.middle_of(parse_hex("24,m")) == middle
    side = hexside_between(parse_hex("14,g"), parse_hex("14,h"))
    assert board.middle_of(side) == HEXES.middle(side)
    assert board.place_at(BoardPoint(-0.5, 3.0)) is None
    assert board.outline_at(BoardPoint(-0.5, 3.0)) == ()


def test_a_space_over_the_grid_counts_before_the_hexes_below() -> None:
    middle = HEXES.centre(parse_hex("24,m"))
    sea = Space(name="Sea", outline=rectangle(middle.x_in - 1, middle.y_in - 1, 2, 2))
    board = Board(width_in=26.0, height_in=21.0, hexes=HEXES, spaces=(sea,))
    assert board.place_at(middle) == Region("Sea")
    assert board.middle_of(Region("Sea")).distance_in(middle) < 1e-6


def test_a_place_that_a_board_lacks_has_no_middle() -> None:
    board = Board(width_in=4.0, height_in=3.0, spaces=(LENGTH,))
    for place in (Region("Sea"), parse_hex("24,m"), OFF_MAP):
        with pytest.raises(BoardError, match="this board has no place"):
            board.middle_of(place)


@pytest.mark.parametrize(
    ("spaces", "reason"),
    [
        ((LENGTH, LENGTH), "two spaces 'Bay'"),
        ((Space(name="", outline=LENGTH.outline),), "the name of a region"),
        ((Space(name=" Bay", outline=LENGTH.outline),), "the name of a space"),
        ((Space(name="Line", outline=LENGTH.outline[:2]),), "3 corners or more"),
    ],
)
def test_a_board_that_cannot_be_is_refused(spaces: tuple[Space, ...], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        Board(width_in=4.0, height_in=3.0, spaces=spaces)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_games_cross_the_border_as_json_and_their_spaces_do_not_overlap(
    name: str,
) -> None:
    board = load_board(name, sample_box(name))
    assert board is not None
    for space in board.spaces:
        assert board.place_at(space.middle) == space.place
        assert all(board.has(corner) for corner in space.outline)
        others = [one for one in board.spaces if one is not space]
        assert not any(one.holds(space.middle) for one in others)
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board


def test_a_board_that_was_asked_crosses_the_border_too() -> None:
    board = Board.of_hexes(HexGrid())
    assert board.place_at(BoardPoint(13.0, 10.0)) is not None
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board
