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

MOST_STACKED: Final = 4
"""As many as may share a hex."""
STACKED_SHARE: Final = 0.04
"""Share of markers that stand on another one; one in as many of those on a third, and so on."""
SMALLEST_NOISE: Final = 0.0025
"""Error of a tag's size in the best pictures, as a share."""
SIZE_TOLERANCE: Final = 0.025
"""How far the size of a print that is read with some doubt may be off, as a share."""
SMALLEST_SHARE: Final = 0.955
"""Prints that look smaller than this share of the common size are no tags of the set."""
OPEN_ODDS: Final = 6.0
"""Logarithm of odds below which a height is not decided by size alone."""
FEWEST_FOR_SIZE: Final = 6
"""With fewer tags in sight their common size is not known well enough to tell heights."""


@dataclass(frozen=True, eq=False)
class TagSizes:
    """How n tags look as to size.

    Attributes:
        sides_in: (n,) sizes measured as if all top faces lay one cube above the map.
        skews: (n,) how far they look drawn out of the square; a cube that leans looks larger or
            smaller by about as much.
        misfits: (n,) share of the light and dark of each that its tag leaves unexplained; where
            that is more than usual, as under glare, the size is less certain in proportion.
    """

    sides_in: FloatArray
    skews: FloatArray
    misfits: FloatArray


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
    """Which prints have the common size, seen on the map or on a stack of two: (n,)."""
    off = np.log(sides_in / side_in)
    growths = [level_growth(level, cube_side_in, camera_height_in) for level in (1, 2)]
    nearest = np.min([np.abs(off - growth) for growth in growths], axis=0)
    return np.asarray(nearest <= SIZE_TOLERANCE, dtype=np.bool_)


def level_odds(
    sizes: TagSizes, side_in: float, cube_side_in: float, camera_height_in: float
) -> FloatArray:
    """Logarithm of the odds of each number of cubes, from the sizes: (MOST_STACKED, n)."""
    off = np.log(sizes.sides_in / side_in)
    enough = len(off) >= FEWEST_FOR_SIZE
    spread = float(np.median(np.abs(off))) * 1.48 if enough else 0.0
    usual_misfit = float(np.median(sizes.misfits)) if enough else 1.0
    usual_skew = float(np.median(sizes.skews)) if enough else 0.0
    base = max(spread, SMALLEST_NOISE) * np.maximum(1.0, sizes.misfits / max(usual_misfit, 1e-3))
    noise = np.hypot(base, np.maximum(0.0, sizes.skews - 2 * usual_skew))
    return np.stack(
        [
            math.log(STACKED_SHARE) * (level - 1)
            - ((off - level_growth(level, cube_side_in, camera_height_in)) / noise) ** 2 / 2
            for level in range(1, MOST_STACKED + 1)
        ]
    )


def are_open(odds: FloatArray) -> NDArray[np.bool_]:
    """Which heights the sizes leave open between one cube and two: (n,)."""
    return np.asarray(np.abs(odds[0] - odds[1]) < OPEN_ODDS, dtype=np.bool_)


def choose_levels(odds: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
    """The likeliest number of cubes, and its probability: (n,) each."""
    shares = np.exp(odds - odds.max(axis=0))
    shares /= shares.sum(axis=0)
    return shares.argmax(axis=0) + 1, np.asarray(shares.max(axis=0), dtype=np.float64)
