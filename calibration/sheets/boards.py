"""The sheet of a board of spaces in true size, on as many pages as it needs.

The board itself carries no tags: the same corner brackets are laid against it as against any other
board of the scheme.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from calibration.sheets.frame import body_bottom_mm, body_top_mm, framed_sheet
from calibration.sheets.shapes import (
    BLACK,
    MARGIN_MM,
    SOFT,
    Line,
    Paper,
    Point,
    Shape,
    Sheet,
    SheetError,
    Text,
    moved,
)
from calibration.sheets.sticker import MM_PER_INCH
from companion.board.board import Board

_LINE_MM: Final = 0.4
"""Wide enough for a camera over the table to see that a space is bare."""
_FRAME_MM: Final = 0.3
_CAPTION_MM: Final = 2.0
_HEADING_MM: Final = 2.4
_INSET_MM: Final = 1.3


class _Tile(NamedTuple):
    """The part of a board that one page shows, in millimetres of the board."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float

    def has(self, point: Point) -> bool:
        """Whether a point lies in it; its left and upper edge belong to it."""
        return self.left_mm <= point[0] < self.right_mm and self.top_mm <= point[1] < self.bottom_mm


def board_sheet(board: Board, paper: Paper) -> Sheet:
    """A board of spaces to cut out and join.

    Raises:
        SheetError: it has a grid of hexes, which only a printed map shows.
    """
    if board.hexes is not None:
        raise SheetError("a map of hexes is not printed here: lay the map of your box")
    shapes = _board_shapes(board)
    tiles = _tiles(board, paper)
    pages = [
        [
            moved(shape, MARGIN_MM - tile.left_mm, body_top_mm() - tile.top_mm)
            for shape in (*_in_tile(shapes, tile), *_frame(board, tile))
        ]
        for tile in tiles
    ]
    joined = "" if len(tiles) == 1 else " Cut and join the pages at the dashed lines."
    return framed_sheet(
        board.title,
        f"Cut along the solid frame.{joined} Lay the corner brackets against its four corners.",
        paper,
        pages,
    )


def _tiles(board: Board, paper: Paper) -> list[_Tile]:
    """Equal parts, each small enough for a page, in reading order."""
    width_mm, height_mm = board.width_in * MM_PER_INCH, board.height_in * MM_PER_INCH
    columns = math.ceil(width_mm / (paper.width_mm - 2 * MARGIN_MM))
    rows = math.ceil(height_mm / (body_bottom_mm(paper) - body_top_mm()))
    across_mm, down_mm = width_mm / columns, height_mm / rows
    return [
        _Tile(column * across_mm, row * down_mm, (column + 1) * across_mm, (row + 1) * down_mm)
        for row in range(rows)
        for column in range(columns)
    ]


def _board_shapes(board: Board) -> list[Shape]:
    shapes: list[Shape] = []
    for space in board.spaces:
        corners = [(one.x_in * MM_PER_INCH, one.y_in * MM_PER_INCH) for one in space.outline]
        ends = zip(corners, (*corners[1:], corners[0]), strict=True)
        shapes += [Line(start, end, _LINE_MM, SOFT) for start, end in ends]
        left_mm, top_mm = (min(values) for values in zip(*corners, strict=True))
        at_mm = (left_mm + _INSET_MM, top_mm + _INSET_MM + _CAPTION_MM)
        shapes.append(Text(at_mm, space.caption, _CAPTION_MM, SOFT))
    for heading in board.headings:
        at_mm = (heading.at.x_in * MM_PER_INCH, heading.at.y_in * MM_PER_INCH)
        shapes.append(Text(at_mm, heading.whole, _HEADING_MM, BLACK, is_bold=True))
    return shapes


def _in_tile(shapes: list[Shape], tile: _Tile) -> list[Shape]:
    """What a page shows: lines as far as they go, words where they begin."""
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Line):
            part = _part_in(shape, tile)
            if part is not None:
                found.append(part)
        elif isinstance(shape, Text) and shape.text and tile.has(shape.at_mm):
            found.append(shape)
    return found


def _part_in(line: Line, tile: _Tile) -> Line | None:
    """The part of a line within a tile."""
    (x_mm, y_mm), (end_x_mm, end_y_mm) = line.start_mm, line.end_mm
    first, last = 0.0, 1.0
    for at_mm, step_mm, low_mm, high_mm in (
        (x_mm, end_x_mm - x_mm, tile.left_mm, tile.right_mm),
        (y_mm, end_y_mm - y_mm, tile.top_mm, tile.bottom_mm),
    ):
        if step_mm == 0:
            if not low_mm <= at_mm <= high_mm:
                return None
            continue
        enter, leave = sorted(((low_mm - at_mm) / step_mm, (high_mm - at_mm) / step_mm))
        first, last = max(first, enter), min(last, leave)
    if first >= last:
        return None
    start_mm, end_mm = (
        (x_mm + share * (end_x_mm - x_mm), y_mm + share * (end_y_mm - y_mm))
        for share in (first, last)
    )
    return Line(start_mm, end_mm, line.width_mm, line.ink, line.is_dashed)


def _frame(board: Board, tile: _Tile) -> list[Shape]:
    """The edges of a page: solid where the board ends, dashed where the next page is joined."""
    width_mm, height_mm = board.width_in * MM_PER_INCH, board.height_in * MM_PER_INCH
    left_top, right_top = (tile.left_mm, tile.top_mm), (tile.right_mm, tile.top_mm)
    left_foot, right_foot = (tile.left_mm, tile.bottom_mm), (tile.right_mm, tile.bottom_mm)
    edges = (
        (left_top, right_top, math.isclose(tile.top_mm, 0.0)),
        (right_top, right_foot, math.isclose(tile.right_mm, width_mm)),
        (left_foot, right_foot, math.isclose(tile.bottom_mm, height_mm)),
        (left_top, left_foot, math.isclose(tile.left_mm, 0.0)),
    )
    return [
        Line(start, end, _FRAME_MM, BLACK if is_end else SOFT, is_dashed=not is_end)
        for start, end, is_end in edges
    ]
