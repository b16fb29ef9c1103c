"""A picture of the table that shows nothing a seat may hide, for people to look at and to keep.

What is printed on the sides of cubes faces their owners, cards lie near the map, and a hand may
hold anything. So this is built by adding: the map as a mosaic of squares too coarse for any print,
and on it, sharp, what everybody may see: the tops of markers that were read, and the corner tags.
Hands, whatever has not settled, the sides of cubes and everything beside the map are painted over
before the mosaic is laid, so that not even their colour shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from vision.reading import MarkerSeen, PixelBox

SQUARES_PER_IN: Final = 10.0
"""Side of the mosaic's squares: a letter on a half-inch cube covers about two of them."""
VEIL: Final = (128, 128, 128)
_CORNER_MARGIN: Final = 1.3
"""How much of the paper around a corner tag stays sharp, as a multiple of the tag's side."""
_WALL_MARGIN_IN: Final = 0.06
_STEP_PX: Final = 8
_TOP_SHARE: Final = 0.94
"""How much of a top's side stays sharp: positions are not exact, and its rim touches the walls."""

_Picture = NDArray[np.uint8]


def discreet_picture(
    image: _Picture,
    registration: Registration,
    scheme: StickerScheme,
    markers: Sequence[MarkerSeen],
    hidden: Iterable[PixelBox],
) -> _Picture:
    """The picture with everything that may be a secret taken out: BGR (h, w, 3), same geometry.

    Args:
        image: BGR (h, w, 3) or grey (h, w).
        registration: where the board lies in it.
        scheme: the stickers, for the size of cubes and corner tags.
        markers: the markers that were read in it.
        hidden: parts that show a hand or something that has not settled.
    """
    bright = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
    side_in = scheme.cube_side_in
    tops = [_square_px(registration, m, side_in * _TOP_SHARE, m.z_in) for m in markers]
    corners = [
        registration.board_to_pixels(
            _square(corner.x_in, corner.y_in, corner.side_in * _CORNER_MARGIN, 0.0)
        )
        for corner in scheme.corners
    ]
    walls = _walls(bright.shape[:2], registration, markers, side_in)
    hands = np.zeros(bright.shape[:2], dtype=np.uint8)
    for box in hidden:
        hands[box.top : box.bottom, box.left : box.right] = 255
    veiled = _on_map(np.asarray(bright, dtype=np.uint8), registration)
    veiled[(walls | hands) > 0] = VEIL
    shown = _mosaic(veiled, registration.pixels_per_inch() / SQUARES_PER_IN)
    sharp = np.zeros(bright.shape[:2], dtype=np.uint8)
    for quad in (*tops, *corners):
        cv2.fillConvexPoly(sharp, _whole(quad), 255)
    # A cube that stands before another hides part of its top with a wall.
    sharp[(walls | hands) > 0] = 0
    np.copyto(shown, bright, where=(sharp > 0)[:, :, None])
    return shown


def map_from_above(
    picture: _Picture, registration: Registration, pixels_per_inch: float
) -> _Picture:
    """The map of a picture seen straight from above: BGR, so many pixels an inch."""
    board = registration.board
    width, height = (round(size * pixels_per_inch) for size in (board.width_in, board.height_in))
    # The lens bends so little within a few pixels that what lies between can be interpolated.
    columns = np.arange(0, width + _STEP_PX, _STEP_PX)
    rows = np.arange(0, height + _STEP_PX, _STEP_PX)
    corners = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(np.float64)
    nodes = registration.board_to_pixels((corners + 0.5) / pixels_per_inch).astype(np.float32)
    nodes = nodes.reshape(len(rows), len(columns), 2)
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    at_x, at_y = ((axis / _STEP_PX).astype(np.float32) for axis in (across, down))
    pixels = cv2.remap(nodes, at_x, at_y, cv2.INTER_LINEAR)
    seen = cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    return np.asarray(seen, dtype=np.uint8)


def _on_map(image: _Picture, registration: Registration) -> _Picture:
    """The map alone; what lies beside it is black."""
    inside = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.fillPoly(inside, [_whole(registration.outline_px())], 255)
    alone = np.zeros_like(image)
    np.copyto(alone, image, where=(inside > 0)[:, :, None])
    return alone


def _walls(
    shape: tuple[int, ...],
    registration: Registration,
    markers: Sequence[MarkerSeen],
    side_in: float,
) -> NDArray[np.uint8]:
    """Where the walls of cubes, and of those below them, can be seen: 255 there, uint8 (h, w).

    What stands nearer to the camera is laid over what stands behind it.
    """
    camera = registration.camera_in[:2]

    def nearness(marker: MarkerSeen) -> tuple[float, float]:
        return -float(np.hypot(*(camera - (marker.x_in, marker.y_in)))), marker.z_in

    walls = np.zeros(shape[:2], dtype=np.uint8)
    for marker in sorted(markers, key=nearness):
        foot = _square_px(registration, marker, side_in + _WALL_MARGIN_IN, 0.0)
        rim = _square_px(registration, marker, side_in + _WALL_MARGIN_IN, marker.z_in)
        hull = cv2.convexHull(np.concatenate([foot, rim]).astype(np.float32))
        cv2.fillConvexPoly(walls, _whole(hull.reshape(-1, 2).astype(np.float64)), 255)
        top = _square_px(registration, marker, side_in * _TOP_SHARE, marker.z_in)
        cv2.fillConvexPoly(walls, _whole(top), 0)
    return walls


def _mosaic(image: _Picture, square_px: float) -> _Picture:
    height, width = image.shape[:2]
    small = (max(1, round(width / square_px)), max(1, round(height / square_px)))
    coarse = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_NEAREST))


def _square_px(
    registration: Registration, marker: MarkerSeen, side_in: float, z_in: float
) -> FloatArray:
    quad = _square(marker.x_in, marker.y_in, side_in, marker.yaw_deg)
    return registration.board_to_pixels(quad, z_in)


def _square(x_in: float, y_in: float, side_in: float, yaw_deg: float) -> FloatArray:
    """Corners of a square around a point: (4, 2) inches."""
    angles = np.radians(yaw_deg + np.array([45.0, 135.0, 225.0, 315.0]))
    reach = side_in / np.sqrt(2)
    corners: FloatArray = np.column_stack(
        [x_in + reach * np.cos(angles), y_in + reach * np.sin(angles)]
    )
    return corners


def _whole(points_px: FloatArray) -> NDArray[np.int32]:
    return np.round(points_px).astype(np.int32)
