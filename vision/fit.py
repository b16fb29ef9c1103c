"""Moves tags of known pattern until they fit the picture: place, turn and size to a few per mille.

The picture is taken for the printed pattern times a gain, plus even light with slopes, plus another
brightness beyond the sticker, seen through a blur that may differ a little from the expected one. A
camera's tone curve lets white swell into black at every edge; without a term for that a tag with
much white inside would seem smaller. Least squares in few steps (Gauss, Newton).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.art import PatternStack
from vision.codebook import CodeArt
from vision.patches import PatchTaker, Poses

_LARGEST_STEP: Final = np.array([0.5, 0.5, 0.06, 0.12])
_ROUNDS: Final = 3
_BLUR: Final = 4
_GAIN: Final = 7
_SKEW: Final = 13
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Fitted:
    """Tags after the fit.

    Attributes:
        poses: where they are.
        gains: (n,) brightness of white less that of black, in grey levels.
        widened: (n,) how much wider the blur is than expected, as a share.
        skews: (n,) how far the square looks drawn out to a rectangle or a rhomb, as a share; it is
            measured at the last step and never followed, since a top face is square.
    """

    poses: Poses
    gains: FloatArray
    widened: FloatArray
    skews: FloatArray


def fit_tags(
    taker: PatchTaker, poses: Poses, code: CodeArt, which: NDArray[np.intp], rounds: int = _ROUNDS
) -> Fitted:
    """Fit tags that start within half a module of their places.

    Args:
        taker: the picture.
        poses: (n) where they are thought to be.
        code: the issued tags at the picture's blur.
        which: (n,) index of each one's pattern in the code book.
        rounds: steps.
    """
    design = _design(code, which)
    square = (design @ design.transpose(0, 2, 1)).astype(np.float64)
    square += 1e-3 * np.eye(square.shape[1])
    inverse = np.linalg.inv(square)
    solved: FloatArray = np.zeros((len(poses), square.shape[1]))
    for _ in range(rounds):
        seen = taker.take(poses, code.grid)
        measured = (design @ seen[:, :, None]).astype(np.float64)
        solved = (inverse @ measured)[:, :, 0].astype(np.float64, copy=False)
        step = solved[:, :4] / np.maximum(solved[:, _GAIN : _GAIN + 1], 1.0)
        step = np.clip(step, -_LARGEST_STEP, _LARGEST_STEP)
        poses = _moved(poses, step, code.grid.modules)
    gains = solved[:, _GAIN]
    strength = np.maximum(gains, 1.0)
    return Fitted(
        poses,
        gains,
        (solved[:, _BLUR] + solved[:, _BLUR + 1]) / (2 * strength),
        np.hypot(solved[:, _SKEW], solved[:, _SKEW + 1]) / strength,
    )


def _design(code: CodeArt, which: NDArray[np.intp]) -> PatternStack:
    """All that shapes how tags look in a picture, as fields: (n, fields, d)."""
    u, v = code.grid.points()
    art = code.art
    right, down = art.slope_u[which], art.slope_v[which]
    even = np.ones_like(right)
    return np.stack(
        [
            right,
            down,
            right * u + down * v,
            down * u - right * v,
            art.widen_u[which],
            art.widen_v[which],
            art.widen_askew[which],
            art.values[which],
            *(even * field for field in code.plain.T),
            right * u - down * v,
            right * v + down * u,
            art.values[which] * (1 - art.values[which]),  # white that swells at edges
        ],
        axis=1,
    )


def unexplained(seen: PatternStack, code: CodeArt, which: NDArray[np.intp]) -> PatternStack:
    """What the fit of known tags leaves of their look, in grey levels: (n, d) -> (n, d).

    Place, blur, light and shape are fitted anew and taken out, so that what is left is what does
    not belong to the pattern.
    """
    design = _design(code, which)
    square = (design @ design.transpose(0, 2, 1)).astype(np.float64)
    square += 1e-3 * np.eye(square.shape[1])
    right = (design @ seen[:, :, None]).astype(np.float64)
    solved = np.linalg.solve(square, right).astype(np.float32)
    return np.asarray(seen - (design.transpose(0, 2, 1) @ solved)[:, :, 0], dtype=np.float32)


def _moved(poses: Poses, step: FloatArray, modules: int) -> Poses:
    """Poses after a step in tag frames: right, down (modules), wider (share), turned (radians)."""
    cosine, sine = np.cos(poses.yaws_rad), np.sin(poses.yaws_rad)
    module_in = poses.sides_in / modules
    east = (cosine * step[:, 0] - sine * step[:, 1]) * module_in
    south = (sine * step[:, 0] + cosine * step[:, 1]) * module_in
    return Poses(
        poses.centres_in - np.stack([east, south], axis=1),
        poses.yaws_rad - step[:, 3],
        poses.sides_in * (1 - step[:, 2]),
    )
