"""The picture of a board that consists of named spaces: outlines and words on paper."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing import FRACTION_BITS, fixed_point
from companion.board.board import Board

_Picture = NDArray[np.uint8]
_PAPER: Final = (226, 234, 238)
_LINE: Final = (92, 98, 104)
_WORDS: Final = (70, 78, 84)


def spaces_picture(board: Board, pixels_per_inch: int) -> _Picture:
    """A board of spaces as it is printed: BGR uint8, the board alone.

    Args:
        board: its spaces and headings; hexes are not drawn.
        pixels_per_inch: scale.
    """
    shape = (round(board.height_in * pixels_per_inch), round(board.width_in * pixels_per_inch), 3)
    picture = np.empty(shape, dtype=np.uint8)
    picture[:] = _PAPER
    outlines = [
        fixed_point(np.array([(c.x_in, c.y_in) for c in space.outline]) * pixels_per_inch)
        for space in board.spaces
    ]
    line_px = max(1, pixels_per_inch // 48)
    cv2.polylines(
        picture,
        outlines,
        isClosed=True,
        color=_LINE,
        thickness=line_px,
        lineType=cv2.LINE_AA,
        shift=FRACTION_BITS,
    )
    for space in board.spaces:
        west_in = min(corner.x_in for corner in space.outline)
        north_in = min(corner.y_in for corner in space.outline)
        _write(picture, space.caption, (west_in + 0.05, north_in + 0.16), pixels_per_inch)
    for heading in board.headings:
        _write(picture, heading.whole, (heading.at.x_in, heading.at.y_in), pixels_per_inch)
    cv2.rectangle(picture, (0, 0), (shape[1] - 1, shape[0] - 1), _LINE, 2)
    return picture


def _write(picture: _Picture, text: str, at_in: tuple[float, float], pixels_per_inch: int) -> None:
    at_px = (round(at_in[0] * pixels_per_inch), round(at_in[1] * pixels_per_inch))
    size = pixels_per_inch / 200
    cv2.putText(picture, text, at_px, cv2.FONT_HERSHEY_SIMPLEX, size, _WORDS, 1, cv2.LINE_AA)
