"""Is a hand over the map? Told from what changed, without knowing what hands look like.

A hand, sleeve or head reaches over the map from outside: it is one large changed patch that crosses
the map's edge. What lies wholly on the map is a thing: it covers what is below, and markers beside
it can still be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Cells

NEAR_IN: Final = 1.0
"""Closer to a hand than this nothing is read: it may still be holding the marker."""
_LEAST_HAND_IN2: Final = 1.6
"""Square inches of change from which what crosses the map's edge is a hand; a marker has a quarter
of one..."""
_LEAST_AT_BORDER_IN2: Final = 0.8
"""...and where the picture's border cuts it off."""
_LEAST_THING_IN2: Final = 1.1
"""The same of a thing that lies wholly on the map and hides it."""


@dataclass(frozen=True, slots=True)
class Cover:
    """What lies over the map in one picture.

    Attributes:
        hand: cells that belong to a hand: bool (rows, columns).
        near_hand: those and all within NEAR_IN of them.
        thing: cells of large things that are no hands.
        resting: cells of what reaches over the map's edge and has kept still for long, a thing
            that was laid there or a hand at rest; what it hides cannot be judged.
        uncovered: cells where something lay when the board was first seen and lies no more.
    """

    hand: Cells
    near_hand: Cells
    thing: Cells
    resting: Cells
    uncovered: Cells

    @property
    def has_hand(self) -> bool:
        """Whether a hand is over the map."""
        return bool(self.hand.any())


def find_cover(
    objects: Cells, foreign: Cells, explained: Cells, outside: Cells, cell_in: float
) -> Cover:
    """Sort the changed cells into hands and things.

    Args:
        objects: cells that show something else than the settled table, light left aside.
        foreign: those of them that hide the table altogether.
        explained: cells that a known marker, there or just gone, explains.
        outside: cells that are not on the map.
        cell_in: side of a cell on the map in inches.
    """
    shape = objects.shape
    count, labels = cv2.connectedComponents(_joined(objects), connectivity=8)
    hand = np.zeros(shape, dtype=np.bool_)
    thing = np.zeros(shape, dtype=np.bool_)
    border = np.zeros(shape, dtype=np.bool_)
    border[0, :] = border[-1, :] = border[:, 0] = border[:, -1] = True
    # A sleeve as bright as the table beside the map is seen up to the map's edge only.
    edge = cv2.dilate(outside.astype(np.uint8), np.ones((3, 3), dtype=np.uint8)).astype(np.bool_)
    cell_in2 = cell_in * cell_in
    for label in range(1, count):
        cells = labels == label
        inside = cells & ~outside
        hiding = inside & foreign & ~explained
        if not inside.any():
            continue
        at_border = bool((cells & border).any())
        crosses = at_border or bool((cells & edge).any())
        least_in2 = _LEAST_AT_BORDER_IN2 if at_border else _LEAST_HAND_IN2
        if crosses and float((cells & ~explained).sum()) * cell_in2 >= least_in2:
            hand |= cells
        elif float(hiding.sum()) * cell_in2 >= _LEAST_THING_IN2:
            thing |= cells & foreign
    none = np.zeros(shape, dtype=np.bool_)
    return Cover(hand, grow(hand, NEAR_IN / cell_in), thing, none, none)


def without_scraps(
    thing: Cells, uncovered: Cells, objects: Cells, explained: Cells, cell_in: float
) -> Cells:
    """The cells of things that are left where others of the same change show the table again.

    Where a thing has gone, markers that went with it still differ from the settled table. They are
    no thing by themselves, being smaller than one.

    Args:
        thing: cells of large things that are no hands.
        uncovered: cells where something lay before and lies no more.
        objects: all cells that show something else than the settled table.
        explained: cells that a known marker explains.
        cell_in: side of a cell on the map in inches.
    """
    left = thing & ~uncovered
    if not (left.any() and uncovered.any()):
        return left
    count, labels = cv2.connectedComponents(_joined(objects), connectivity=8)
    for label in range(1, count):
        cells = labels == label
        large = float((left & cells & ~explained).sum()) * cell_in * cell_in >= _LEAST_THING_IN2
        if not large and (cells & uncovered).any():
            left &= ~cells
    return left


def _joined(objects: Cells) -> NDArray[np.uint8]:
    """Changed cells with the narrow gaps between them: uint8 0 or 1."""
    kernel = np.ones((3, 3), dtype=np.uint8)
    joined = cv2.morphologyEx(objects.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    return np.asarray(joined, dtype=np.uint8)


def grow(cells: Cells, radius_cells: float) -> Cells:
    """All cells within a distance of the given ones."""
    if not cells.any():
        return cells.copy()
    distance = cv2.distanceTransform((~cells).astype(np.uint8), cv2.DIST_L2, 3)
    grown: NDArray[np.bool_] = np.asarray(distance) <= radius_cells
    return grown
