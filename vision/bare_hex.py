"""Whether a hex or space plainly shows the board and nothing else, told from one picture.

Whatever reaches over the map to cover a spot crosses the printed outline of the hex around it. So
where the line shows on all six sides, nothing reaches in; and where the middle has nothing near the
contrast of a print, no sticker is there that was not read. Where a map's lines are too faint, or
drawn over, nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.scheme import CornerTag
from companion.board.grid import BoardPoint
from companion.border import MarkerReading
from vision.cv import sample

_PARTS: Final = 4
"""Parts of each side in which the line is looked for: a fingertip hides two neighbouring ones."""
_MARGIN: Final = 0.08
"""Share of a side at either end that is left out: three lines meet there."""
_BESIDE_IN: Final = 0.1
_REACH_IN: Final = 0.14
_STEPS_ACROSS: Final = 15
_STEPS_ALONG: Final = 6
_LEAST_LINE: Final = 6.0
"""Grey levels by which a line has to differ from what lies on both sides of it."""
_EVEN_LINE: Final = 0.3
"""Share of the usual strength of the outline that each part of it has to have to count as seen."""
_MOSTLY: Final = 0.7
"""Share of the parts that have to be seen; what is printed on the map hides some for good."""
_MOST_OF_A_PRINT: Final = 0.45
"""Share of the contrast of a corner tag that a bare map stays below within a marker's reach."""
_MIDDLE_IN: Final = 0.36
_LOOK_EVERY_S: Final = 1.0
_LOOKS: Final = 4
_STILL_S: Final = 5.0
"""A hand that was there from the start and holds a marker keeps less still than that."""


class BareHexes:
    """Looks now and then at the hexes of markers that were not met where they are said to stand.

    Args:
        registration: where the board lies.
        corners: the corner tags of the scheme.
    """

    def __init__(self, registration: Registration, corners: Iterable[CornerTag]) -> None:
        self._registration = registration
        self._corners = tuple(corners)
        self._looks: dict[int, int] = {}
        self._looked_s: float | None = None

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers of the markers whose hexes were bare in several looks in a row."""
        return frozenset(number for number, looks in self._looks.items() if looks >= _LOOKS)

    def look(
        self,
        t_s: float,
        image: NDArray[np.uint8],
        markers: Mapping[int, MarkerReading],
        moved_s: float,
    ) -> None:
        """Look at the hexes of some markers, if it is time for that.

        Args:
            t_s: time of the picture.
            image: the picture.
            markers: those that are missed, by number; all others are forgotten.
            moved_s: when something last moved over the map.
        """
        if not markers or t_s - moved_s < _STILL_S:
            self._looks.clear()
            return
        if self._looked_s is not None and t_s - self._looked_s < _LOOK_EVERY_S:
            return
        self._looked_s = t_s
        self._looks = {
            number: self._looks.get(number, 0) + 1
            for number, marker in markers.items()
            if is_bare_hex(
                image, self._registration, self._corners, BoardPoint(marker.x_in, marker.y_in)
            )
        }


def is_bare_hex(
    image: NDArray[np.uint8],
    registration: Registration,
    corners: Iterable[CornerTag],
    point: BoardPoint,
) -> bool:
    """Whether the hex or space around a point shows its whole outline and no sticker.

    Args:
        image: the picture, BGR uint8 (h, w, 3), or grey.
        registration: where the board lies in it.
        corners: the corner tags of the scheme, which show what black and white look like.
        point: where a marker was, in board inches.
    """
    corners_in = registration.board.outline_at(point)
    if not corners_in:
        return False
    green = np.ascontiguousarray(image[:, :, 1]) if image.ndim == 3 else image
    outline = np.array([[one.x_in, one.y_in] for one in corners_in])
    strengths = _line_strengths(green, registration, outline)
    usual = float(np.median(strengths))
    if abs(usual) < _LEAST_LINE:
        return False
    seen = strengths / usual >= _EVEN_LINE
    if (~seen & ~np.roll(seen, 1)).any() or float(seen.mean()) < _MOSTLY:
        return False
    middle = np.array([[point.x_in, point.y_in]])
    shown = [
        _contrast(green, registration, np.array([[one.x_in, one.y_in]]), one.side_in / 2)
        for one in corners
        if one.tag_id in registration.corners_seen
    ]
    if not shown:
        return False
    return _contrast(green, registration, middle, _MIDDLE_IN) < _MOST_OF_A_PRINT * min(shown)


def _line_strengths(
    green: NDArray[np.uint8], registration: Registration, outline: FloatArray
) -> FloatArray:
    """How much each part of the outline is darker than both sides of it: (sides * parts,).

    Below 0 where it is lighter than both of them.
    """
    starts, ends = outline, np.roll(outline, -1, axis=0)
    along = ends - starts
    length = np.hypot(along[:, 0], along[:, 1])[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / length
    count = _PARTS * _STEPS_ALONG
    shares = _MARGIN + (1 - 2 * _MARGIN) * (np.arange(count) + 0.5) / count
    offsets = np.linspace(-_REACH_IN, _REACH_IN, _STEPS_ACROSS)
    points = (
        starts[:, None, None, :]
        + along[:, None, None, :] * shares[None, :, None, None]
        + across[:, None, None, :] * offsets[None, None, :, None]
    )
    values = _values(green, registration, points.reshape(-1, 2))
    profiles = values.reshape(len(outline) * _PARTS, _STEPS_ALONG, _STEPS_ACROSS).mean(axis=1)
    beside = np.abs(offsets) >= _BESIDE_IN
    west, east = profiles[:, beside & (offsets < 0)], profiles[:, beside & (offsets > 0)]
    lighter, darker = np.maximum(west.mean(1), east.mean(1)), np.minimum(west.mean(1), east.mean(1))
    inner = profiles[:, ~beside]
    # A line that differs from both sides: an edge between two areas is no line.
    dark, light = darker - inner.min(axis=1), inner.max(axis=1) - lighter
    return np.asarray(np.where(dark >= light, dark, -light), dtype=np.float64)


def _contrast(
    green: NDArray[np.uint8], registration: Registration, middle: FloatArray, radius_in: float
) -> float:
    steps = np.linspace(-radius_in, radius_in, 24)
    across, down = np.meshgrid(steps, steps)
    values = _values(green, registration, middle + np.stack([across, down], -1).reshape(-1, 2))
    dark, light = np.percentile(values, [6, 94])
    return float(light - dark)


def _values(
    green: NDArray[np.uint8], registration: Registration, points_in: FloatArray
) -> NDArray[np.float32]:
    pixels = registration.board_to_pixels(points_in).astype(np.float32)
    taken = sample(green, pixels[None, :, 0], pixels[None, :, 1], smooth=False)
    return taken.ravel().astype(np.float32)
