"""What differs between pictures, told cheaply: a thinned green channel, cell by cell.

One sample is taken every few pixels, about sixteen to an inch of map, and cells of six by six
samples are compared. That is far less than one pass over the picture, and a marker is still larger
than a cell. Where a cell differs, its structure says whether only the light changed there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.frames import Frame

SAMPLES_PER_INCH: Final = 16
CELL_SAMPLES: Final = 6
_LEAST_HALVED_PX: Final = 4
"""From this stride on no two samples come from one pixel of the half."""
Samples = NDArray[np.uint8]
Cells = NDArray[np.bool_]

DARK: Final = 8.0
"""Grey levels added before brightness is compared as a ratio, so that noise in the dark is none."""
_LEAST_CHANGE: Final = 3.0
"""A cell has changed where its mean differs by more grey levels than this..."""
_NOISE_FACTOR: Final = 2.2
"""...and so many times the mean difference of still cells."""
_FIRST_NOISE: Final = 3.0
"""Mean difference of still cells in grey levels before any was measured..."""
_MOST_NOISE: Final = 12.0
"""...and the most that is believed."""
_LEARNING_RATE: Final = 0.1
"""How far a louder picture raises what is believed."""
_MEAN_OF_DIFFERENCE: Final = 1.13
"""Mean absolute difference of two samples with unit noise: 2 / sqrt(pi)."""
_WINDOW_SAMPLES: Final = 13
"""Side of the square around a cell's middle that is correlated: it has half of its neighbours."""
_SAME_STRUCTURE: Final = 0.72
"""Correlation above which both pictures show one thing in other light..."""
_SOME_STRUCTURE: Final = 0.35
"""...and up to which nothing of the first is left."""
_LEAST_GAIN: Final = 0.2
_MOST_GAIN: Final = 5.0
"""Contrasts that light alone changes by: a fifth to five times."""
_FLAT_TOLERANCE: Final = 0.14
"""How far the logarithm of a bare cell's brightness may be from what the light did around it."""
_WASHED_OUT: Final = 248.0
"""Mean grey level of a window above which it shows nothing: 255 is as bright as a picture gets."""
_AROUND_CELLS: Final = 12
"""So far around what has changed the light is looked at."""


@dataclass(frozen=True, slots=True)
class ThinGrid:
    """How pictures of one size are thinned.

    Attributes:
        stride_px: distance of two samples.
        width_px, height_px: size of the pictures.
    """

    stride_px: int
    width_px: int
    height_px: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of cells."""
        cell_px = self.stride_px * CELL_SAMPLES
        return max(1, self.height_px // cell_px), max(1, self.width_px // cell_px)

    @property
    def cell_px(self) -> int:
        """Pixels along a cell's side."""
        return self.stride_px * CELL_SAMPLES

    def thin(self, frame: Frame) -> Samples:
        """The samples of a frame, as `samples` gives them.

        Those of a packed picture are always taken from its half, whether or not the whole has been
        unpacked: samples of different pictures are compared, and a half is smoother.
        """
        half = frame.half if self.stride_px >= _LEAST_HALVED_PX else None
        if half is None:
            return self.samples(frame.image)
        lines = (
            np.arange(self.stride_px // 2, side_px, self.stride_px)[: count * CELL_SAMPLES] // 2
            for side_px, count in zip((self.height_px, self.width_px), self.shape, strict=True)
        )
        return np.ascontiguousarray(half[:, :, 1][np.ix_(*lines)])

    def samples(self, image: NDArray[np.uint8]) -> Samples:
        """The samples of a BGR picture: uint8 (rows * 6, columns * 6)."""
        rows, columns = self.shape
        first = self.stride_px // 2
        thin = image[first :: self.stride_px, first :: self.stride_px, 1]
        return np.ascontiguousarray(thin[: rows * CELL_SAMPLES, : columns * CELL_SAMPLES])

    def cell_of(self, x_px: float, y_px: float) -> tuple[int, int]:
        """Row and column of the cell that holds a pixel, the nearest one outside the grid."""
        rows, columns = self.shape
        row = min(max(int((y_px + 0.5) // self.cell_px), 0), rows - 1)
        column = min(max(int((x_px + 0.5) // self.cell_px), 0), columns - 1)
        return row, column


def grid_for(width_px: int, height_px: int, pixels_per_inch: float) -> ThinGrid:
    """The grid for pictures of that size and scale of map."""
    stride_px = max(1, round(pixels_per_inch / SAMPLES_PER_INCH))
    while stride_px > 1 and min(width_px, height_px) < 4 * CELL_SAMPLES * stride_px:
        stride_px -= 1
    return ThinGrid(stride_px, width_px, height_px)


def cell_differences(one: Samples, other: Samples) -> NDArray[np.uint8]:
    """Mean absolute difference in each cell: uint8 (rows, columns)."""
    rows, columns = one.shape[0] // CELL_SAMPLES, one.shape[1] // CELL_SAMPLES
    difference = cv2.absdiff(one, other)
    means = cv2.resize(difference, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(means, dtype=np.uint8)


class NoiseLevel:
    """How much still cells differ from picture to picture."""

    def __init__(self) -> None:
        self._level: float | None = None

    @property
    def threshold(self) -> float:
        """Mean difference above which a cell has changed."""
        return _LEAST_CHANGE + _NOISE_FACTOR * self._mean

    @property
    def sigma(self) -> float:
        """Standard deviation of one sample's noise."""
        return max(1.0, self._mean / _MEAN_OF_DIFFERENCE)

    @property
    def _mean(self) -> float:
        return _FIRST_NOISE if self._level is None else self._level

    def learn(self, differences: NDArray[np.uint8]) -> None:
        """Take in the differences of two pictures.

        A hand leaves half of the cells still; a lamp does not, so that less noise is believed at
        once and more only slowly. Two pictures without any difference are the same one, held.
        """
        flat = differences.ravel()
        middle = (flat.size - 1) // 2, flat.size // 2
        parted = np.partition(flat, middle)
        median = min((int(parted[middle[0]]) + int(parted[middle[1]])) / 2, _MOST_NOISE)
        if median <= 0:
            return
        if self._level is None or median < self._level:
            self._level = median
        else:
            self._level += _LEARNING_RATE * (median - self._level)


@dataclass(frozen=True, slots=True)
class Structure:
    """How the cells of a picture compare with those of a reference, light left aside.

    Attributes:
        same: the structure is the same, only brighter or darker: bool (rows, columns).
        foreign: nothing of the reference's structure is left, so that something hides it.
        washed_out: too bright now to show anything.
        was_washed_out: too bright in the reference to show anything.
    """

    same: Cells
    foreign: Cells
    washed_out: Cells
    was_washed_out: Cells


@dataclass(frozen=True, slots=True)
class Change:
    """How one picture differs.

    Attributes:
        moving: cells that differ from the picture before.
        light: cells that differ from the settled table by their light alone.
        objects: cells that show something else than the settled table.
        foreign: those of them that hide the settled table altogether.
        regained: cells that were too bright to show anything and no longer are.
    """

    moving: Cells
    light: Cells
    objects: Cells
    foreign: Cells
    regained: Cells


def compare_structure(reference: Samples, current: Samples, noise: float) -> Structure:
    """Tell a change of light from a change of things, cell by cell.

    Around each cell both pictures are correlated. Where neither shows anything to correlate, the
    brightness is held against what the light did in the cells around.

    Args:
        reference: samples to compare with.
        current: samples of the same shape.
        noise: standard deviation of a sample's noise.
    """
    first = reference.astype(np.float32)
    second = current.astype(np.float32)
    mean_first, mean_second = _windowed(first), _windowed(second)
    variance_first = _windowed(first * first) - mean_first**2
    variance_second = _windowed(second * second) - mean_second**2
    covariance = _windowed(first * second) - mean_first * mean_second
    floor = 2.5 * noise * noise
    textured = (variance_first > floor) | (variance_second > floor)
    signal_first = np.maximum(variance_first - noise * noise, 1.0)
    signal_second = np.maximum(variance_second - noise * noise, 1.0)
    correlation = covariance / np.sqrt(signal_first * signal_second)
    gain = np.sqrt(signal_second / signal_first)
    ratio = np.log((mean_second + DARK) / (mean_first + DARK))
    plausible = (gain > _LEAST_GAIN) & (gain < _MOST_GAIN)
    same = textured & (correlation > _SAME_STRUCTURE) & plausible
    flat_same = ~textured & (np.abs(ratio - light_around(ratio, same)) < _FLAT_TOLERANCE)
    foreign = ~same & ~flat_same & ~(textured & (correlation > _SOME_STRUCTURE))
    return Structure(same | flat_same, foreign, mean_second > _WASHED_OUT, mean_first > _WASHED_OUT)


def compare_structure_near(
    wanted: Cells, reference: Samples, current: Samples, noise: float
) -> Structure:
    """The same for some cells; nothing is said of cells far from these.

    Args:
        wanted: cells to compare.
        reference: samples to compare with.
        current: samples of the same shape.
        noise: standard deviation of a sample's noise.
    """
    rows, columns = (np.flatnonzero(wanted.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return Structure(*(np.zeros_like(wanted) for _ in range(4)))
    part = tuple(
        slice(max(0, int(found[0]) - _AROUND_CELLS), int(found[-1]) + _AROUND_CELLS + 1)
        for found in (rows, columns)
    )
    fine = tuple(slice(one.start * CELL_SAMPLES, one.stop * CELL_SAMPLES) for one in part)
    found = compare_structure(reference[fine], current[fine], noise)
    spread = []
    for cells in (found.same, found.foreign, found.washed_out, found.was_washed_out):
        whole = np.zeros_like(wanted)
        whole[part] = cells
        spread.append(whole)
    return Structure(*spread)


def _windowed(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean around the middle of each cell: (rows, columns)."""
    means = cv2.boxFilter(samples, -1, (_WINDOW_SAMPLES, _WINDOW_SAMPLES))
    middle = CELL_SAMPLES // 2
    return np.asarray(means[middle::CELL_SAMPLES, middle::CELL_SAMPLES], dtype=np.float32)


def light_steps(reference: Samples, current: Samples) -> NDArray[np.float32]:
    """Logarithm of how much brighter each cell is than in the reference: (rows, columns)."""
    rows, columns = reference.shape[0] // CELL_SAMPLES, reference.shape[1] // CELL_SAMPLES
    then, now = (
        cv2.resize(samples.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
        for samples in (reference, current)
    )
    return np.asarray(np.log((now + DARK) / (then + DARK)), dtype=np.float32)


def light_around(ratio: NDArray[np.float32], known: Cells) -> NDArray[np.float32]:
    """How the light changed, spread from the cells where it is known to the others."""
    weight = known.astype(np.float32)
    total = cv2.GaussianBlur(weight, (0, 0), 5.0)
    spread = cv2.GaussianBlur(ratio * weight, (0, 0), 5.0)
    share = float(weight.mean())
    overall = float((ratio * weight).sum() / max(weight.sum(), 1.0)) if share > 0.2 else 0.0
    return np.asarray((spread + overall * 0.02) / (total + 0.02), dtype=np.float32)
