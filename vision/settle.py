"""When a reading counts: two consecutive pictures agree on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from vision.reading import MarkerSeen

AGREE_IN: Final = 0.1
AGREE_HEIGHT_IN: Final = 0.25
NEAR_SPOT_IN: Final = 0.3
UNTOUCHED_IN: Final = 0.07
UNTOUCHED_DEG: Final = 6.0


def same_marker(one: MarkerSeen, other: MarkerSeen) -> bool:
    """Whether two readings say the same of what may be one marker: colour, face and serial."""
    return (one.colour, one.face, one.serial) == (other.colour, other.face, other.serial)


def distance_in(one: MarkerSeen, other: MarkerSeen) -> float:
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
