"""The edges of sunlight and of lamps' light, which look like things that came or went.

On either side of such an edge the table is as it was, only brighter on one of them. On the edge
itself nothing is as it was; but no sample is darker than the table was, and none brighter than the
light beside makes it. Light that goes is the same the other way round. A hand has an inside that
shows no table at all, so a changed patch is an edge of light only if nearly all of it is.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import CELL_SAMPLES, Cells, Samples

_BRIGHTER: Final = 0.1
"""Least step of light that counts as one, as a natural logarithm."""
_REACH_CELLS: Final = 2
"""An edge spoils the comparison of cells as far as that from light on its side."""
_LOWER: Final = 0.9
_UPPER: Final = 1.12
_SLACK: Final = 10.0
_CELL_SHARE: Final = 0.9
_PATCH_SHARE: Final = 0.75
_CLIPPED: Final = 245


def light_edges(reference: Samples, current: Samples, objects: Cells, light: Cells) -> Cells:
    """The changed cells that are the edge of light that came or went: bool (rows, columns).

    Args:
        reference: samples of the settled table.
        current: samples of now, in the same shape.
        objects: cells that seem to show something else.
        light: cells that differ by their light alone, or are too bright to show anything.
    """
    if not objects.any() or not light.any():
        return np.zeros_like(objects)
    then, now = _means(reference), _means(current)
    step = np.log((now + 8.0) / (then + 8.0))
    edges = _brightened(reference, current, light & (step > _BRIGHTER), step)
    edges |= _brightened(current, reference, light & (step < -_BRIGHTER), -step)
    return whole_patches(objects, edges & objects)


def _brightened(
    dark: Samples, bright: Samples, lit: Cells, step: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Cells near light in which each sample lies between the table without it and with it."""
    if not lit.any():
        return np.zeros_like(lit)
    size = 2 * _REACH_CELLS + 1
    most = cv2.dilate(np.where(lit, step, 0.0).astype(np.float32), np.ones((size, size)))
    gain = np.repeat(np.repeat(np.exp(most), CELL_SAMPLES, axis=0), CELL_SAMPLES, axis=1)
    low = dark * np.float32(_LOWER) - _SLACK
    high = dark * (gain * np.float32(_UPPER)) + _SLACK
    # Where light has clipped the picture beside, how bright it is cannot be told.
    clipped = cv2.dilate((bright >= _CLIPPED).astype(np.uint8), np.ones((13, 13), dtype=np.uint8))
    between = (bright >= low) & ((bright <= high) | (clipped > 0))
    rows, columns = lit.shape
    share = cv2.resize(between.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray((most > 0) & (share >= _CELL_SHARE), dtype=np.bool_)


def whole_patches(objects: Cells, edges: Cells) -> Cells:
    """The edge cells of those patches that are hardly anything else."""
    kept = np.zeros_like(edges)
    if not edges.any():
        return kept
    count, labels = cv2.connectedComponents(objects.astype(np.uint8), connectivity=8)
    sizes = np.bincount(labels.ravel(), minlength=count)
    shares = np.bincount(labels[edges], minlength=count) / np.maximum(sizes, 1)
    kept[:] = edges & (shares >= _PATCH_SHARE)[labels]
    return kept


def _means(samples: Samples) -> NDArray[np.float32]:
    rows, columns = samples.shape[0] // CELL_SAMPLES, samples.shape[1] // CELL_SAMPLES
    means = cv2.resize(samples, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(means, dtype=np.float32)
