"""Small dense least squares by Levenberg and Marquardt's method, derivatives by differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import FloatArray

_STEP: Final = 1e-6
_LARGEST_DAMPING: Final = 1e9


@dataclass(frozen=True, eq=False)
class Fit:
    """Result of a fit.

    Attributes:
        values: (n,) the parameters.
        residuals: (m,) what remains, weighted as the residual function weights it.
    """

    values: FloatArray
    residuals: FloatArray

    @property
    def cost(self) -> float:
        """Sum of the squared residuals."""
        return float(self.residuals @ self.residuals)


def fit_least_squares(
    residuals: Callable[[FloatArray], FloatArray],
    start: FloatArray,
    rounds: int = 30,
    tolerance: float = 1e-8,
) -> Fit:
    """Find parameters with the least sum of squares near a start.

    Args:
        residuals: (n,) parameters -> (m,) residuals, finite near the start.
        start: (n,) where to begin; parameters should be of a size around one.
        rounds: at most this many steps.
        tolerance: ends when the cost falls by a smaller share than this.
    """
    values = start.astype(np.float64)
    now = Fit(values, residuals(values))
    damping = 1e-3
    for _ in range(rounds):
        slope = _slope(residuals, now)
        square, gradient = slope.T @ slope, slope.T @ now.residuals
        tried: Fit | None = None
        while damping < _LARGEST_DAMPING:
            step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-12), -gradient)
            there = Fit(now.values + step, residuals(now.values + step))
            if np.isfinite(there.cost) and there.cost < now.cost:
                tried = there
                break
            damping *= 10
        if tried is None:
            break
        gain = now.cost - tried.cost
        now, damping = tried, max(damping / 10, 1e-9)
        if gain <= tolerance * max(now.cost, 1e-12):
            break
    return now


def _slope(residuals: Callable[[FloatArray], FloatArray], at: Fit) -> FloatArray:
    columns = []
    for index in range(len(at.values)):
        moved = at.values.copy()
        moved[index] += _STEP
        columns.append((residuals(moved) - at.residuals) / _STEP)
    return np.stack(columns, axis=1)
