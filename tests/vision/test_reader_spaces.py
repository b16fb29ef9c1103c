"""Counters on a printed sheet of tracks are read as markers on a hex map are."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import CameraLayout, CubeLayout, HandLayout, TableLayout, layout_lens
from calibration.render import render_table
from calibration.scheme import default_scheme
from calibration.sheets.boards import board_sheet
from calibration.sheets.frame import body_top_mm
from calibration.sheets.shapes import MARGIN_MM, PAPERS, SheetError
from calibration.sheets.sticker import MM_PER_INCH
from companion.board.board import Board, Space, rectangle
from companion.board.grid import BoardPoint
from companion.service.games import BOARDS, load_board, sample_box
from tests.support.sheet_raster import raster
from vision.bare_hex import is_bare_hex
from vision.eye import EyeConfig, parse_config
from vision.place import place_of
from vision.reader import Reader

SCHEME = default_scheme()
PIXELS_PER_MM = 4.0


def board_of(name: str) -> Board:
    board = load_board(name, sample_box(name))
    assert board is not None
    return board


def printed(board: Board, folder: Path) -> Path:
    """The pages of a board, cut and joined as a person would; a picture of the board alone."""
    paper = PAPERS["a4"]
    sheet = board_sheet(board, paper)
    size_mm = (board.width_in * MM_PER_INCH, board.height_in * MM_PER_INCH)
    columns = int(np.ceil(size_mm[0] / (paper.width_mm - 2 * MARGIN_MM)))
    rows = len(sheet.pages) // columns
    tile_mm = (size_mm[0] / columns, size_mm[1] / rows)
    left, top = (round(value * PIXELS_PER_MM) for value in (MARGIN_MM, body_top_mm()))
    width, height = (round(value * PIXELS_PER_MM) for value in tile_mm)
    tiles = [
        raster(page.shapes, paper, PIXELS_PER_MM)[top : top + height, left : left + width]
        for page in sheet.pages
    ]
    joined = np.vstack([np.hstack(tiles[row * columns :][:columns]) for row in range(rows)])
    path = folder / "board.png"
    assert cv2.imwrite(str(path), joined)
    return path


def counters(board: Board, count: int, seed: int) -> tuple[CubeLayout, ...]:
    """Cubes somewhere in spaces, as a person puts them: not in the middle, turned anyhow."""
    source = random.Random(seed)  # noqa: S311 - repeatable places, nothing secret
    cubes = []
    for space in source.sample(board.spaces, count):
        middle = space.middle
        cubes.append(
            CubeLayout(
                colour=source.choice(SCHEME.colours).name,
                face=source.randint(1, 6),
                x_in=middle.x_in + source.uniform(-0.25, 0.25),
                y_in=middle.y_in + source.uniform(-0.25, 0.25),
                yaw_deg=source.uniform(0, 360),
            )
        )
    return tuple(cubes)


@pytest.mark.parametrize("name", BOARDS)
def test_every_counter_on_a_printed_sheet_is_read_in_its_space(name: str, tmp_path: Path) -> None:
    board = board_of(name)
    scheme = SCHEME.on(board)
    cubes = counters(board, 14, seed=len(board.spaces))
    layout = TableLayout(
        cubes=cubes,
        map_picture=str(printed(board, tmp_path)),
        camera=CameraLayout(tilt_deg=9.0),
        blur_px=0.8,
        noise=3.0,
    )
    reading = Reader(scheme).read(render_table(layout, scheme))
    assert reading.registered
    wanted = sorted(
        (cube.colour, cube.face, str(board.place_at(BoardPoint(cube.x_in, cube.y_in))))
        for cube in cubes
    )
    found = sorted((one.colour, one.face, one.place) for one in reading.markers)
    assert found == wanted


def test_the_corner_brackets_of_the_map_serve_for_every_board() -> None:
    board = board_of("hunt")
    there = SCHEME.on(board)
    for mine, other in zip(there.corners, SCHEME.corners, strict=True):
        is_east, is_south = other.x_in > 13, other.y_in > 10
        assert mine.tag_id == other.tag_id
        assert mine.x_in - is_east * board.width_in == pytest.approx(
            other.x_in - is_east * SCHEME.board.width_in
        )
        assert mine.y_in - is_south * board.height_in == pytest.approx(
            other.y_in - is_south * SCHEME.board.height_in
        )
    assert there.on(SCHEME.board).board == SCHEME.board
    assert SCHEME.on(SCHEME.board) is SCHEME


def test_a_space_is_sure_in_its_middle_and_unsure_at_its_line() -> None:
    board = Board(
        width_in=4.0,
        height_in=3.0,
        spaces=(
            Space(name="West", outline=rectangle(0.5, 0.5, 1, 1)),
            Space(name="East", outline=rectangle(1.5, 0.5, 1, 1)),
        ),
    )
    label, sure = place_of(board, BoardPoint(1.0, 1.0))
    assert (label, round(sure, 6)) == ("@West", 1.0)
    label, sure = place_of(board, BoardPoint(1.49, 1.0))
    assert label == "@West"
    assert 0.5 < sure < 0.8
    assert place_of(board, BoardPoint(3.0, 1.0)) == ("off", 1.0)


def _look(layout: TableLayout, board: Board) -> tuple[NDArray[np.uint8], Reader]:
    scheme = SCHEME.on(board)
    picture = render_table(layout, scheme).copy()
    reader = Reader(scheme, layout_lens(layout))
    assert reader.read(picture).registered
    return picture, reader


def test_a_space_with_a_cube_or_below_a_hand_is_not_bare_and_an_empty_one_is() -> None:
    board = board_of("hunt")
    full, empty = board.spaces[3].middle, board.spaces[7].middle
    cube = CubeLayout(colour="red", face=1, x_in=full.x_in, y_in=full.y_in)
    picture, reader = _look(TableLayout(cubes=(cube,)), board)
    assert reader.registration is not None
    corners = reader.scheme.corners
    assert is_bare_hex(picture, reader.registration, corners, empty)
    assert not is_bare_hex(picture, reader.registration, corners, full)
    assert not is_bare_hex(picture, reader.registration, corners, BoardPoint(0.1, 0.1))
    hand = HandLayout(x_in=empty.x_in, y_in=empty.y_in)
    covered, reader = _look(TableLayout(cubes=(cube,), hand=hand), board)
    assert reader.registration is not None
    assert not is_bare_hex(covered, reader.registration, corners, empty)


def test_the_eye_is_told_which_board_lies_on_the_table() -> None:
    board = board_of("quest")
    line = msgspec.json.encode(EyeConfig(source="virtual:", board=board))
    _, scheme, _ = parse_config(line)
    assert scheme == SCHEME.on(board)
    _, scheme, _ = parse_config(msgspec.json.encode(EyeConfig(source="virtual:")))
    assert scheme.board == SCHEME.board


def test_a_map_of_hexes_is_not_printed() -> None:
    with pytest.raises(SheetError, match="lay the map of your box"):
        board_sheet(SCHEME.board, PAPERS["a4"])
