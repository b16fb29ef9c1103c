"""What carries a marker that seems to stand high: a stack needs a marker below.

A tag's size tells its height, and glare, blur or a leaning cube can make one tag look as large as
if it stood on another cube. So a height is believed only where something known carries the marker
or where it stood that high before; otherwise it lies on the map.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from companion.board.grid import BoardPoint
from companion.border import MarkerReading
from vision.board_view import BoardView
from vision.place import place_of
from vision.reading import MarkerSeen
from vision.settle import AGREE_HEIGHT_IN, NEAR_SPOT_IN, distance_in
from vision.stacks import is_carried_stack


def grounded(
    reading: MarkerSeen,
    view: BoardView,
    floor_in: float,
    known: Iterable[MarkerReading],
    believed: Iterable[MarkerSeen],
    riders: Iterable[MarkerReading] = (),
) -> MarkerSeen:
    """A reading at a height that something explains.

    Args:
        reading: a marker as it was read.
        view: where the board lies in the picture.
        floor_in: height of the top of a marker that lies on the map.
        known: markers that stand; they carry it, or are it and stood that high before.
        believed: readings that were believed at their heights.
        riders: markers on others that may have been carried off together with those.
    """
    if reading.z_in <= floor_in + AGREE_HEIGHT_IN:
        return reading
    if any(_is_again(other, reading) or _carries(other, reading) for other in known):
        return reading
    if any(_is_again(other, reading) for other in believed):
        return reading
    if is_carried_stack(reading, riders):
        return reading
    return at_height(reading, view, floor_in)


def at_height(reading: MarkerSeen, view: BoardView, z_in: float) -> MarkerSeen:
    """The same tag in the picture, taken to lie at another height."""
    pixel = np.array([view.pixel(reading.x_in, reading.y_in, reading.z_in)])
    x_in, y_in = (float(value) for value in view.registration.pixels_to_board(pixel, z_in)[0])
    place, _ = place_of(view.registration.board, BoardPoint(x_in, y_in))
    return dataclasses.replace(
        reading, x_in=round(x_in, 4), y_in=round(y_in, 4), z_in=z_in, place=place
    )


def _is_again(other: MarkerReading | MarkerSeen, reading: MarkerSeen) -> bool:
    """Whether a reading is of the other one, as high as it was."""
    return (
        other.colour == reading.colour
        and distance_in(other, reading) <= NEAR_SPOT_IN
        and abs(other.z_in - reading.z_in) <= AGREE_HEIGHT_IN
    )


def _carries(marker: MarkerReading, reading: MarkerSeen) -> bool:
    """Whether a reading may stand on a marker; only a serial tells that it is not the same cube."""
    is_itself = marker.serial is not None and marker.serial == reading.serial
    is_lower = marker.z_in < reading.z_in - AGREE_HEIGHT_IN
    return is_lower and not is_itself and distance_in(marker, reading) <= NEAR_SPOT_IN
