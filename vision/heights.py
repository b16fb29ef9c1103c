"""How high a marker's top face lies, told by how large its tag looks.

All marker tags of a set are printed in one size, and the camera is near enough that a tag an inch
above the map looks about two per cent larger than one half an inch above it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

MOST_STACKED: Final = 3
STACKED_SHARE: Final = 0.04
"""Share of markers that stand on another one; one in as many of those on a third."""
SMALLEST_NOISE: Final = 0.003
"""Error of a tag's size in the best pictures, as a share."""
SIZE_TOLERANCE: Final = 0.025
"""How far the size of a print that is read with some doubt may be off, as a share."""
SMALLEST_SHARE: Final = 0.955
"""Prints that look smaller than this share of the common size are no tags of the set."""
FEWEST_FOR_SIZE: Final = 6
"""With fewer tags in sight their common size is not known well enough to tell heights."""


@dataclass(frozen=True, eq=False)
class Heights:
    """Heights of n top faces.

    Attributes:
        levels: (n,) number of cubes, 1 for a marker on the map.
        sure: (n,) probability of that level.
        side_in: size of a tag on the map, as it was printed.
    """

    levels: NDArray[np.intp]
    sure: FloatArray
    side_in: float


def common_side_in(sides_in: FloatArray, known_side_in: float | None) -> float | None:
    """The printed size of the tags: the middle one, None where too few are in sight."""
    if known_side_in is not None:
        return known_side_in
    return float(np.median(sides_in)) if len(sides_in) >= FEWEST_FOR_SIZE else None


def level_growth(level: int, cube_side_in: float, camera_height_in: float) -> float:
    """How much larger a top face looks than one that lies on the map, as a logarithm."""
    far = camera_height_in - cube_side_in
    near = camera_height_in - level * cube_side_in
    return math.log(far / near) if near > 0 else math.inf


def are_of_size(
    sides_in: FloatArray, side_in: float, cube_side_in: float, camera_height_in: float
) -> NDArray[np.bool_]:
    """Which prints have the common size, seen on the map or on a stack: (n,)."""
    off = np.log(sides_in / side_in)
    growths = [
        level_growth(level, cube_side_in, camera_height_in) for level in range(1, MOST_STACKED + 1)
    ]
    nearest = np.min([np.abs(off - growth) for growth in growths], axis=0)
    return np.asarray(nearest <= SIZE_TOLERANCE, dtype=np.bool_)


def tell_heights(
    sides_in: FloatArray,
    skews: FloatArray,
    misfits: FloatArray,
    side_in: float,
    cube_side_in: float,
    camera_height_in: float,
) -> Heights:
    """Tell stacked markers from those on the map.

    Args:
        sides_in: (n,) sizes of tags measured as if all top faces lay one cube above the map.
        skews: (n,) how far they look drawn out of the square; a cube that leans looks larger or
            smaller by about as much.
        misfits: (n,) share of the light and dark of each that its tag leaves unexplained; where
            that is more than usual, as under glare, the size is less certain in proportion.
        side_in: the printed size.
        cube_side_in: height of a cube.
        camera_height_in: height of the camera above the map.
    """
    off = np.log(sides_in / side_in)
    spread = float(np.median(np.abs(off))) * 1.48 if len(off) >= FEWEST_FOR_SIZE else 0.0
    usual = float(np.median(misfits)) if len(misfits) else 1.0
    base = np.hypot(spread, SMALLEST_NOISE) * np.maximum(1.0, misfits / max(usual, 1e-3))
    noise = np.hypot(base, skews)
    scores = []
    for level in range(1, MOST_STACKED + 1):
        larger = level_growth(level, cube_side_in, camera_height_in)
        prior = math.log(STACKED_SHARE) * (level - 1)
        scores.append(prior - ((off - larger) / noise) ** 2 / 2)
    odds = np.exp(np.stack(scores) - np.max(scores, axis=0))
    odds /= odds.sum(axis=0)
    best = odds.argmax(axis=0)
    return Heights(best + 1, odds.max(axis=0), side_in)
