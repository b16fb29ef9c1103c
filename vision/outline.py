"""Tells what covers the table from what a cover leaves behind when it goes.

Both differ from the settled table. But the outline of a hand is an edge in the picture that shows
the hand: in the present one if it lies there now, in the settled one if it lay there then.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import CELL_SAMPLES, Cells, Samples

_REACH: Final = 2
"""Samples from the outline at which inside and outside are compared."""
_FEWEST: Final = 24
_CLEARLY: Final = 0.7


def is_uncovered(reference: Samples, samples: Samples, patch: Cells, threshold: float) -> bool:
    """Whether a changed patch shows the table where something lay when the reference was taken.

    Args:
        reference: the settled table, with what lay on it.
        samples: the thinned picture of now.
        patch: the cells that differ.
        threshold: difference of two samples that is more than noise.
    """
    mask = _differing(reference, samples, patch, threshold)
    kernel = np.ones((3, 3), dtype=np.uint8)
    inner = np.asarray(cv2.erode(mask, kernel, iterations=_REACH, borderValue=1), dtype=np.uint8)
    outer = np.asarray(cv2.dilate(mask, kernel, iterations=_REACH), dtype=np.uint8)
    edge = (cv2.dilate(mask, kernel) - cv2.erode(mask, kernel, borderValue=1)).astype(np.bool_)
    if int(edge.sum()) < _FEWEST:
        return False
    then = _step_across(reference, inner, outer, edge)
    now = _step_across(samples, inner, outer, edge)
    return now < _CLEARLY * then


def _differing(reference: Samples, samples: Samples, patch: Cells, threshold: float) -> Samples:
    """The samples that differ in and beside a patch, without holes: uint8 0 or 1."""
    near = cv2.dilate(patch.astype(np.uint8), np.ones((3, 3), dtype=np.uint8))
    area = np.repeat(np.repeat(near, CELL_SAMPLES, axis=0), CELL_SAMPLES, axis=1)
    difference = cv2.blur(cv2.absdiff(reference, samples), (3, 3))
    mask = ((difference > threshold) & (area > 0)).astype(np.uint8)
    kernel = np.ones((5, 5), dtype=np.uint8)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), dtype=np.uint8)


def _step_across(picture: Samples, inner: Samples, outer: Samples, edge: Cells) -> float:
    """How much brightness changes across the outline, in the middle."""
    light = picture.astype(np.float32)
    inside = _mean_where(light, inner)
    outside = _mean_where(light, (1 - outer).astype(np.uint8))
    return float(np.mean(np.abs(inside - outside)[edge]))


def _mean_where(light: NDArray[np.float32], mask: Samples) -> NDArray[np.float32]:
    """Mean of the samples nearby that a mask holds."""
    size = (4 * _REACH + 1, 4 * _REACH + 1)
    weight = mask.astype(np.float32)
    total = cv2.boxFilter(weight, -1, size)
    sums = cv2.boxFilter(light * weight, -1, size)
    return np.asarray(sums / np.maximum(total, 1e-3), dtype=np.float32)
