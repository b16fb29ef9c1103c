"""How a printed tag looks through a soft lens: patterns blurred exactly, with their slopes.

Tag frame: modules, origin in the middle of the tag, u to its right, v down. Blur is a Gaussian, so
a pattern of square modules is a sum of products of error functions: no picture need be drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
PatternStack = NDArray[np.float32]

_SURROUND = 50.0
"""Width in modules of the white around a pattern, so that it never ends in sight."""


@dataclass(frozen=True)
class SampleGrid:
    """A square grid of sample points over a tag.

    Attributes:
        modules: modules along a side of the tag, black border included.
        edge: how far beyond the tag the grid reaches, in modules.
        per_module: samples a module.
    """

    modules: int
    edge: float
    per_module: float

    @property
    def side(self) -> int:
        """Samples along a side."""
        return round((self.modules + 2 * self.edge) * self.per_module)

    def axis(self) -> FloatArray:
        """Coordinates of the samples along either axis, in modules: (side,)."""
        reach = self.modules / 2 + self.edge
        steps = np.arange(self.side, dtype=np.float64) + 0.5
        return np.asarray(steps * (2 * reach / self.side) - reach, dtype=np.float64)

    def points(self) -> tuple[PatternStack, PatternStack]:
        """All samples row by row: u (d,) and v (d,)."""
        return _points(self)


@lru_cache(maxsize=32)
def _points(grid: SampleGrid) -> tuple[PatternStack, PatternStack]:
    """The samples of a grid: few grids are in use, and each is asked for many times a picture."""
    axis = grid.axis().astype(np.float32)
    u, v = (flat.ravel() for flat in np.meshgrid(axis, axis))
    u.flags.writeable = v.flags.writeable = False
    return u, v


@dataclass(frozen=True, eq=False)
class Art:
    """Blurred patterns on a grid of d samples.

    Attributes:
        values: (n, d) brightness, 0 black to 1 white.
        slope_u, slope_v: (n, d) change for a module to the right, down.
        widen_u, widen_v: (n, d) change for a blur wider by itself along one axis.
        widen_askew: (n, d) change for a blur drawn out along the diagonal.
    """

    values: PatternStack
    slope_u: PatternStack
    slope_v: PatternStack
    widen_u: PatternStack
    widen_v: PatternStack
    widen_askew: PatternStack


def draw(patterns: NDArray[np.uint8], grid: SampleGrid, sigma: float) -> Art:
    """Blur patterns on endless white paper and take them on a grid.

    Args:
        patterns: (n, m, m) with the black border, 1 is white.
        grid: where to take them.
        sigma: standard deviation of the blur in modules.
    """
    reach = patterns.shape[1] / 2
    inner = np.arange(patterns.shape[1] + 1) - reach
    edges = np.concatenate([[-reach - _SURROUND], inner, [reach + _SURROUND]])
    paper = np.pad(patterns.astype(np.float64), ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
    share, slope, widen = _shares(grid.axis(), edges, sigma)
    return Art(
        values=_combine(share, paper, share),
        slope_u=_combine(share, paper, slope),
        slope_v=_combine(slope, paper, share),
        widen_u=_combine(share, paper, widen),
        widen_v=_combine(widen, paper, share),
        widen_askew=_combine(slope * sigma, paper, slope * sigma),
    )


def draw_square(side: float, grid: SampleGrid, sigma: float) -> PatternStack:
    """A white square on black, blurred: (d,).

    Args:
        side: side of the square in modules.
        grid: where to take it.
        sigma: standard deviation of the blur in modules.
    """
    share = _shares(grid.axis(), np.array([-side / 2, side / 2]), sigma)[0][:, 0]
    return np.outer(share, share).ravel().astype(np.float32)


def _combine(down: FloatArray, paper: FloatArray, across: FloatArray) -> PatternStack:
    drawn = down @ paper @ across.T
    return np.ascontiguousarray(drawn.reshape(len(paper), -1), dtype=np.float32)


def _shares(
    axis: FloatArray, edges: FloatArray, sigma: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """How much of each strip between edges a blurred sample sees: (s, strips).

    Then its slope along the axis, and its change with the blur.
    """
    apart = (axis[:, None] - edges[None, :]) / sigma
    density = np.exp(-(apart**2) / 2) / math.sqrt(2 * math.pi)
    cumulated = _below(apart, density)
    widened = -apart * density
    return (
        cumulated[:, :-1] - cumulated[:, 1:],
        (density[:, :-1] - density[:, 1:]) / sigma,
        widened[:, :-1] - widened[:, 1:],
    )


def _below(apart: FloatArray, density: FloatArray) -> FloatArray:
    """Share of a normal distribution below each value, to seven digits.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
    """
    t = 1 / (1 + 0.2316419 * np.abs(apart))
    series = t * (
        0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))
    )
    above = density * series
    return np.asarray(np.where(apart < 0, above, 1 - above), dtype=np.float64)
