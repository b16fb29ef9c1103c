"""Coordinates as OpenCV draws them: whole numbers that hold a fraction of a pixel."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray

FRACTION_BITS: Final = 4
"""Bits of a pixel's fraction, the ``shift`` of OpenCV's functions."""


def fixed_point(points_px: FloatArray) -> NDArray[np.int32]:
    """Points for a function that is given `FRACTION_BITS` as its ``shift``."""
    return np.round(points_px * 2**FRACTION_BITS).astype(np.int32)
