"""A photograph of an owner's map, seen from straight above: for the survey of a map.

Frames: *board* inches as everywhere, *pixels* of the photograph with the centre of the top left one
at (0, 0), and *map pixels* of the rectified picture, `PIXELS_PER_INCH` to the inch with
the map's north-west corner at (-0.5, -0.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.registration import Registration
from companion.board.board import Board
from companion.board.grid import HexGrid

PIXELS_PER_INCH: Final = 80
"""Scale of the rectified map: a hex is 90 pixels between its flats."""

MOST_PIXELS: Final = 30_000_000
"""Larger photographs are not decoded."""

_QUALITY: Final = 86
"""JPEG quality of the pictures for the page."""
_STRIP: Final = 64
"""So many rows are rectified at a time, to save memory."""
_SMALLEST_SHARE: Final = 0.05
"""A map that is smaller than this share of its photograph was not meant."""
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers in front of a picture's size."""

Picture = NDArray[np.uint8]


class SurveyPictureError(ValueError):
    """A photograph or corners that cannot be used; the text says why and what to do."""


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that a JPEG says it has, None for what is no JPEG."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in _START_OF_FRAME:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width), int.from_bytes(height)
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def decode_photo(data: bytes) -> Picture:
    """The pixels of a JPEG: BGR uint8 (h, w, 3).

    Raises:
        SurveyPictureError: it is no JPEG, is damaged, or has too many pixels.
    """
    size = jpeg_size(data)
    if size is None:
        raise SurveyPictureError("This is no JPEG picture. Choose a photograph.")
    if size[0] * size[1] > MOST_PIXELS:
        raise SurveyPictureError(
            f"The picture has {size[0]} x {size[1]} pixels, more than {MOST_PIXELS // 1_000_000} "
            "million. Make it smaller."
        )
    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise SurveyPictureError("The picture is damaged. Take another.") from error
    if image is None:
        raise SurveyPictureError("The picture is damaged. Take another.")
    return np.asarray(image, dtype=np.uint8)


def encode_photo(picture: Picture) -> bytes:
    """A picture as JPEG.

    Raises:
        SurveyPictureError: it cannot be written as one.
    """
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise SurveyPictureError("The picture cannot be kept. Take another.")
    return bytes(data)


def map_size_px(board: Board | HexGrid) -> tuple[int, int]:
    """Width and height of the rectified map."""
    return round(board.width_in * PIXELS_PER_INCH), round(board.height_in * PIXELS_PER_INCH)


def rectified(photo: Picture, registration: Registration) -> Picture:
    """The map as a registered camera sees it, drawn from straight above: BGR uint8 (h, w, 3)."""
    board = registration.board
    width, height = map_size_px(board)
    columns = (np.arange(width) + 0.5) / PIXELS_PER_INCH
    strips = []
    for top in range(0, height, _STRIP):
        rows = (np.arange(top, min(top + _STRIP, height)) + 0.5) / PIXELS_PER_INCH
        points = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        pixels = registration.board_to_pixels(points).astype(np.float32)
        where = pixels.reshape(len(rows), width, 2)
        strips.append(cv2.remap(photo, where, None, cv2.INTER_AREA))  # type: ignore[call-overload]  # one map may hold both
    return np.asarray(np.concatenate(strips), dtype=np.uint8)


def rectified_by_corners(
    photo: Picture, corners_px: Sequence[tuple[float, float]], board: HexGrid
) -> Picture:
    """The map drawn from straight above, given where its four corners are.

    Args:
        photo: BGR uint8 (h, w, 3).
        corners_px: north-west, north-east, south-east, south-west corner in pixels of the photo.
        board: the map.

    Raises:
        SurveyPictureError: the four are no corners of a sheet, clockwise from the north-west.
    """
    corners = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
    _check_corners(corners, photo)
    width, height = map_size_px(board)
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - 0.5
    to_photo = cv2.getPerspectiveTransform(sheet, corners.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(photo, to_photo, (width, height), flags=flags)
    return np.asarray(flat, dtype=np.uint8)


def _check_corners(corners: FloatArray, photo: Picture) -> None:
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise SurveyPictureError("Expected four corners of the map.")
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    nexts = np.roll(corners, -1, axis=0)
    area = float(np.sum(corners[:, 0] * nexts[:, 1] - corners[:, 1] * nexts[:, 0]) / 2)
    if (turns <= 0).any() or area < _SMALLEST_SHARE * photo.shape[0] * photo.shape[1]:
        raise SurveyPictureError(
            "These four are no corners of a map: tap north-west, north-east, south-east and "
            "south-west, one after the other."
        )
