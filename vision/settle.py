"""When a reading counts: two consecutive pictures agree on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from companion.border import MarkerReading
from vision.reading import MarkerSeen

AGREE_IN: Final = 0.1
"""Readings of one marker that lies still differ by less than this on the map."""
AGREE_HEIGHT_IN: Final = 0.25
"""And in height by less than this, half a cube: the next storey of a stack lies beyond it."""
NEAR_SPOT_IN: Final = 0.3
"""A reading within this of where a marker stands is of the marker or of its stack."""
UNTOUCHED_IN: Final = 0.07
"""A cube that was lifted never comes back to within so much of where it stood..."""
UNTOUCHED_DEG: Final = 6.0
"""...and within so much of the direction that it had."""


AnyReading: TypeAlias = MarkerSeen | MarkerReading
"""A marker as one picture shows it, or as it was last settled."""


def same_marker(one: AnyReading, other: AnyReading) -> bool:
    """Whether two readings say the same of what may be one marker: colour, face and serial."""
    return (one.colour, one.face, one.serial) == (other.colour, other.face, other.serial)


def distance_in(one: AnyReading, other: AnyReading) -> float:
    """Distance on the map."""
    return math.hypot(one.x_in - other.x_in, one.y_in - other.y_in)


def turn_between_deg(one_deg: float, other_deg: float) -> float:
    """Smallest turn from one direction to the other, 0 to 180."""
    return abs((one_deg - other_deg + 180.0) % 360.0 - 180.0)


def split_agreed(
    before: Sequence[MarkerSeen], now: Sequence[MarkerSeen]
) -> tuple[list[MarkerSeen], list[MarkerSeen]]:
    """Part the readings of a picture and the one before into agreed and open ones.

    Returns:
        The readings of now that one of before confirms; and those of either picture that stand
        alone.
    """
    alone_before = list(before)
    agreed: list[MarkerSeen] = []
    alone: list[MarkerSeen] = []
    for reading in now:
        partner = next(
            (
                other
                for other in alone_before
                if same_marker(reading, other)
                and distance_in(reading, other) <= AGREE_IN
                and abs(reading.z_in - other.z_in) <= AGREE_HEIGHT_IN
            ),
            None,
        )
        if partner is None:
            alone.append(reading)
        else:
            alone_before.remove(partner)
            agreed.append(reading)
    return agreed, alone + alone_before
