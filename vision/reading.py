"""What the reader says about one picture: plain values, safe to keep and to print."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerSeen:
    """One marker in one picture.

    Attributes:
        tag_id: tag on the top face; None for a marker told without its tag.
        colour: colour of the cube.
        face: face on top, 1 to 6.
        serial: number of the cube where the scheme tells cubes apart, else None.
        x_in, y_in: middle of the top face in board inches, seen straight from above, so that it is
            also the middle of the foot of a cube that lies flat.
        z_in: height of the top face above the map.
        yaw_deg: direction of the tag's upper edge in board coordinates, 0 east, clockwise.
        place: label of the hex, of the hexside that the cube stands on, or ``off``.
        confidence: 0 to 1, how sure tag and place are.
    """

    tag_id: int | None
    colour: str
    face: int
    serial: int | None
    x_in: float
    y_in: float
    z_in: float
    yaw_deg: float
    place: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All markers of one picture.

    Attributes:
        registered: whether the map was found; without it there are no markers.
        reason: one or two sentences for people: what is missing and how to help, else empty.
        tilt_deg: angle of the camera's axis from straight down, None where not registered.
        markers: the markers, north to south and west to east.
        ms: milliseconds spent by step, ``total`` among them.
    """

    registered: bool
    reason: str
    tilt_deg: float | None
    markers: tuple[MarkerSeen, ...]
    ms: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A rectangle of a picture in whole pixels; right and bottom lie outside it."""

    left: int
    top: int
    right: int
    bottom: int
