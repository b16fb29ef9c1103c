"""Which marker stands on which, and what goes along when the upper one is carried off.

A marker below another is hidden, so nobody sees it travel. Where the upper one comes to stand as
high as before with nothing known below it, and the lower one is gone from its spot, both were
carried together: something has to be there, and a marker hidden is not a marker gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from companion.border import MarkerReading
from vision.reading import MarkerSeen
from vision.settle import AGREE_HEIGHT_IN, NEAR_SPOT_IN, distance_in, same_marker


class Stacked(Protocol):
    """A marker that is followed, and what it was last known to stand on."""

    @property
    def marker(self) -> MarkerReading:
        """Where it was last settled."""
        ...

    @property
    def upon(self) -> int | None:
        """Number of the marker below it, None where it lies on the map."""
        ...


def find_below(number: int, marker: MarkerReading, standing: Mapping[int, Stacked]) -> int | None:
    """Number of the highest marker that a marker stands on, None where there is none."""
    below = [
        (other.marker.z_in, one)
        for one, other in standing.items()
        if one != number
        and other.marker.z_in < marker.z_in - AGREE_HEIGHT_IN
        and distance_in(other.marker, marker) <= NEAR_SPOT_IN
    ]
    return max(below)[1] if below else None


def find_rider(number: int, standing: Mapping[int, Stacked]) -> MarkerReading | None:
    """The marker that stood on one, stands elsewhere now, and has no other below it."""
    lower = standing[number].marker
    for one, other in standing.items():
        upper = other.marker
        if (
            other.upon == number
            and upper.z_in > lower.z_in + AGREE_HEIGHT_IN
            and distance_in(lower, upper) > NEAR_SPOT_IN
            and find_below(one, upper, standing) is None
        ):
            return upper
    return None


def find_raised(reading: MarkerSeen, standing: Mapping[int, Stacked]) -> int | None:
    """Number of the marker that a high reading shows, though it was thought to lie lower.

    Another one has to be below it, and none may be known to stand as high there.
    """
    near = {
        number: other.marker
        for number, other in standing.items()
        if distance_in(other.marker, reading) <= NEAR_SPOT_IN
    }
    if len(near) < 2 or any(m.z_in > reading.z_in - AGREE_HEIGHT_IN for m in near.values()):
        return None
    like = [
        (distance_in(marker, reading), number)
        for number, marker in near.items()
        if same_marker(marker, reading)
    ]
    return min(like)[1] if like else None


def is_as_high(one: MarkerReading, other: MarkerReading) -> bool:
    """Whether two readings put a marker at one height."""
    return abs(one.z_in - other.z_in) <= AGREE_HEIGHT_IN


def is_carried_stack(reading: MarkerSeen, riders: Iterable[MarkerReading]) -> bool:
    """Whether a reading may be one of the markers that stood on others, as high as it stood."""
    return any(
        same_marker(rider, reading) and abs(rider.z_in - reading.z_in) <= AGREE_HEIGHT_IN
        for rider in riders
    )
