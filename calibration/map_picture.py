"""A board lying on a wooden table with its corner tags: a map drawn from the grid, or its spaces.

The map is no picture of any game's map: coast, hills and woods are made up from a fixed seed.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_picture import spaces_picture
from calibration.drawing import FRACTION_BITS, fixed_point
from calibration.layout import LayoutError
from calibration.scheme import CornerTag, StickerScheme
from companion.board.grid import HexGrid

TABLE_MARGIN_IN: Final = 9.0
_Picture = NDArray[np.uint8]
_SEED: Final = 1983
_PARCHMENT: Final = (168, 205, 222)
_SEA: Final = (176, 148, 104)
_INK: Final = (70, 96, 118)
_PAPER: Final = 244
_TAG_BLACK: Final = 24


@lru_cache(maxsize=2)
def table_picture(
    scheme: StickerScheme, pixels_per_inch: int, map_path: str, missing: tuple[int, ...]
) -> _Picture:
    """The table from straight above, without markers.

    Args:
        scheme: gives the board and the corner tags.
        pixels_per_inch: scale.
        map_path: picture to use as the map, empty to draw the board.
        missing: ids of corner tags to leave out.

    Returns:
        BGR uint8; pixel (0, 0) is TABLE_MARGIN_IN north-west of the map's corner.

    Raises:
        LayoutError: the picture of the map cannot be read.
    """
    board = scheme.board
    margin_px = round(TABLE_MARGIN_IN * pixels_per_inch)
    width_px = round(board.width_in * pixels_per_inch)
    height_px = round(board.height_in * pixels_per_inch)
    table = _wood(height_px + 2 * margin_px, width_px + 2 * margin_px)
    if map_path:
        the_map = _given_map(map_path, (width_px, height_px))
    elif board.hexes is None:
        the_map = spaces_picture(board, pixels_per_inch)
    else:
        the_map = _invented_map(board.hexes, pixels_per_inch, (height_px, width_px))
    table[margin_px : margin_px + height_px, margin_px : margin_px + width_px] = the_map
    for corner in scheme.corners:
        if corner.tag_id not in missing:
            _lay_corner(table, corner, scheme.pattern(corner.tag_id), pixels_per_inch)
    table.setflags(write=False)
    return table


def _given_map(path: str, size_px: tuple[int, int]) -> _Picture:
    image = cv2.imread(path, cv2.IMREAD_COLOR) if Path(path).is_file() else None
    if image is None:
        raise LayoutError(f"the picture of the map {path} cannot be read")
    return np.asarray(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _clouds(shape: tuple[int, int], cells: int, seed: int) -> NDArray[np.float32]:
    """Smooth random field, about -1 to 1."""
    coarse = np.random.default_rng(seed).normal(0.0, 0.5, (cells, cells)).astype(np.float32)
    return np.asarray(
        cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), dtype=np.float32
    )


def _wood(height_px: int, width_px: int) -> _Picture:
    generator = np.random.default_rng(_SEED)
    rough = generator.normal(0.0, 1.0, (height_px, max(2, width_px // 60))).astype(np.float32)
    grain = cv2.GaussianBlur(rough, (1, 5), 0)
    streaks = cv2.resize(grain, (width_px, height_px), interpolation=cv2.INTER_LINEAR)
    colour = np.array([52, 84, 120], dtype=np.float32)
    wood = np.clip(colour * (1.0 + 0.14 * streaks[:, :, None]), 0, 255)
    return np.asarray(wood, dtype=np.uint8)


def _invented_map(board: HexGrid, pixels_per_inch: int, shape: tuple[int, int]) -> _Picture:
    height_field = _clouds(shape, 7, _SEED) + 0.35 * _clouds(shape, 22, _SEED + 1)
    sea = height_field < -0.35
    paper = 1.0 + 0.05 * _clouds(shape, 60, _SEED + 2) + 0.03 * _clouds(shape, 240, _SEED + 3)
    ground = np.where(
        sea[:, :, None],
        np.array(_SEA, dtype=np.float32),
        np.array(_PARCHMENT, dtype=np.float32),
    )
    picture: _Picture = np.asarray(np.clip(ground * paper[:, :, None], 0, 255), dtype=np.uint8)
    coast, _ = cv2.findContours(sea.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(picture, coast, -1, (96, 84, 60), max(1, pixels_per_inch // 30), cv2.LINE_AA)
    _draw_terrain(picture, board, pixels_per_inch, sea)
    _draw_hexes(picture, board, pixels_per_inch)
    cv2.rectangle(picture, (0, 0), (shape[1] - 1, shape[0] - 1), (40, 60, 80), 2)
    return picture


def _draw_terrain(
    picture: _Picture, board: HexGrid, pixels_per_inch: int, sea: NDArray[np.bool_]
) -> None:
    generator = np.random.default_rng(_SEED + 4)
    line_px = max(1, pixels_per_inch // 40)
    for place in board:
        kind = int(generator.integers(0, 5))
        offsets = generator.uniform(-0.36, 0.36, (5, 2))
        centre = board.centre(place)
        for across, down in offsets:
            x = round((centre.x_in + across) * pixels_per_inch)
            y = round((centre.y_in + down) * pixels_per_inch)
            if not (0 <= y < sea.shape[0] and 0 <= x < sea.shape[1]) or sea[y, x]:
                continue
            size = max(2, round(0.11 * pixels_per_inch))
            if kind == 0:
                hill = np.array([[x - size, y], [x, y - size], [x + size, y]], dtype=np.int32)
                cv2.polylines(
                    picture,
                    [hill],
                    isClosed=False,
                    color=_INK,
                    thickness=line_px,
                    lineType=cv2.LINE_AA,
                )
            elif kind == 1:
                cv2.circle(picture, (x, y), size // 2, (88, 140, 108), -1, cv2.LINE_AA)


def _draw_hexes(picture: _Picture, board: HexGrid, pixels_per_inch: int) -> None:
    outlines = [
        fixed_point(np.array([(corner.x_in, corner.y_in) for corner in corners]) * pixels_per_inch)
        for place in board
        if (corners := board.corners(place))
    ]
    line_px = max(1, pixels_per_inch // 48)
    cv2.polylines(
        picture,
        outlines,
        isClosed=True,
        color=(112, 138, 152),
        thickness=line_px,
        lineType=cv2.LINE_AA,
        shift=FRACTION_BITS,
    )
    for place in board:
        centre = board.centre(place)
        at = (
            round((centre.x_in - 0.2) * pixels_per_inch),
            round((centre.y_in - 0.38) * pixels_per_inch),
        )
        cv2.putText(
            picture,
            place.label,
            at,
            cv2.FONT_HERSHEY_SIMPLEX,
            pixels_per_inch / 200,
            _INK,
            1,
            cv2.LINE_AA,
        )


def _lay_corner(
    table: _Picture, corner: CornerTag, pattern: NDArray[np.uint8], pixels_per_inch: int
) -> None:
    modules = pattern.shape[0]
    paper = np.pad(pattern, 1, constant_values=1)
    side_in = corner.side_in * (modules + 2) / modules
    detail = 16
    grown = np.kron(paper, np.ones((detail, detail), dtype=np.uint8))
    tag = np.where(grown == 1, _PAPER, _TAG_BLACK).astype(np.uint8)
    scale = side_in * pixels_per_inch / tag.shape[0]
    left = (corner.x_in + TABLE_MARGIN_IN - side_in / 2) * pixels_per_inch
    top = (corner.y_in + TABLE_MARGIN_IN - side_in / 2) * pixels_per_inch
    move = np.array([[scale, 0.0, left + scale / 2 - 0.5], [0.0, scale, top + scale / 2 - 0.5]])
    x0, y0 = int(left) - 1, int(top) - 1
    x1, y1 = int(left + side_in * pixels_per_inch) + 2, int(top + side_in * pixels_per_inch) + 2
    if x0 < 0 or y0 < 0 or x1 > table.shape[1] or y1 > table.shape[0]:
        raise LayoutError(f"corner tag {corner.tag_id} lies too far from the map to be drawn")
    move[:, 2] -= (x0, y0)
    patch = cv2.warpAffine(
        cv2.cvtColor(tag, cv2.COLOR_GRAY2BGR),
        move,
        (x1 - x0, y1 - y0),
        dst=table[y0:y1, x0:x1].copy(),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    table[y0:y1, x0:x1] = patch
