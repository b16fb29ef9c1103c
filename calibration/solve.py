"""Solves the pose of the camera, and where no lens is known the lens, from the corner tags.

Corner tags are laid by hand, so each may lie a little off its nominal place. A shift of a tag moves
its four corners together: that is put into the weights, not taken for noise of single corners.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from calibration.least_squares import Fit, fit_least_squares
from calibration.lens import FloatArray, Lens
from calibration.registration import LensSource, Registration
from calibration.scheme import CornerTag, StickerScheme

FEWEST_TAGS: Final = 2
"""Two tags give a rough pose, three a good one."""
CORNER_NOISE_PX: Final = 0.2
LAID_OFF_IN: Final = 0.012
"""How far off its place a corner tag lies, standard deviation along each axis."""
LAID_TURNED_RAD: Final = 0.009
MISLAID_SCORE: Final = 12.0
"""Weighted square per residual above which a tag is taken to lie at another place."""
_USELESS_SCORE: Final = 4 * MISLAID_SCORE
"""The same above which no choice of tags is believed."""
_DISTANCE_UNIT_IN: Final = 10.0
"""The fit reckons the camera's place in this, so that its steps are about as large as those of the
angles."""

TYPICAL_FOCAL_PER_DIAGONAL: Final = 0.65
"""Focal length over the picture's diagonal of webcams, phones and small board cameras."""
FOCAL_SPREAD: Final = 0.12
DISTORTION_SPREAD: Final = 0.1

Seen = Mapping[int, FloatArray]
"""Corner tag id -> (4, 2) pixels, clockwise from the tag's own top left."""


@dataclass(frozen=True, eq=False)
class _Problem:
    """Everything that stays the same during one fit."""

    lens: Lens
    is_lens_known: bool
    board_in: FloatArray
    seen_px: FloatArray
    weights: FloatArray
    start: FloatArray

    def lens_at(self, values: FloatArray) -> Lens:
        if self.is_lens_known:
            return self.lens
        return scaled_lens(self.lens, float(values[6]), float(values[7]))

    def pixels(self, values: FloatArray) -> FloatArray:
        rotation = rotation_matrix(values[:3])
        return self.lens_at(values).project(
            self.board_in @ rotation.T + values[3:6] * _DISTANCE_UNIT_IN
        )

    def residuals(self, values: FloatArray) -> FloatArray:
        off = (self.pixels(values) - self.seen_px).reshape(-1, 8)
        weighted = np.asarray(np.einsum("tij,tj->ti", self.weights, off).ravel(), dtype=np.float64)
        if self.is_lens_known:
            return weighted
        return np.asarray(np.concatenate([weighted, values[6:8]]), dtype=np.float64)


def scaled_lens(lens: Lens, focal: float, bend: float) -> Lens:
    """A lens moved from a typical one by standard deviations of focal length and distortion."""
    factor = float(np.exp(focal * FOCAL_SPREAD))
    return Lens(
        lens.width_px,
        lens.height_px,
        lens.focal_x_px * factor,
        lens.focal_y_px * factor,
        lens.centre_x_px,
        lens.centre_y_px,
        (bend * DISTORTION_SPREAD, 0.0, 0.0, 0.0, 0.0),
    )


def typical_lens(width_px: int, height_px: int) -> Lens:
    """A guess for a camera that nothing is known about."""
    focal_px = TYPICAL_FOCAL_PER_DIAGONAL * float(np.hypot(width_px, height_px))
    return Lens(width_px, height_px, focal_px, focal_px, (width_px - 1) / 2, (height_px - 1) / 2)


def solve_registration(
    scheme: StickerScheme, seen: Seen, lens: Lens | None, size_px: tuple[int, int]
) -> Registration | None:
    """Find the camera over the board.

    Args:
        scheme: gives the nominal places of the corner tags.
        seen: the corner tags found; ids of other tags are left out.
        lens: the lens for this picture size, None to estimate it.
        size_px: width and height of the picture.

    Returns:
        The registration, None with fewer than two tags or where they fit no pose. A tag that lies
        at another place than its own is left out where three others agree.
    """
    tags = [corner for corner in scheme.corners if corner.tag_id in seen]
    best: tuple[float, list[CornerTag], _Problem, Fit] | None = None
    for chosen in _choices(tags):
        solved = _solve(chosen, seen, lens, size_px)
        if solved is None:
            continue
        problem, fit = solved
        score = fit.cost / (8 * len(chosen))
        if best is None or score < best[0]:
            best = (score, chosen, problem, fit)
        if len(chosen) == len(tags) and score < MISLAID_SCORE:
            break
    if best is None or best[0] >= _USELESS_SCORE:
        return None
    _, chosen, problem, fit = best
    off = problem.pixels(fit.values) - problem.seen_px
    source: LensSource = "file" if lens is not None else "estimated"
    used = tuple(corner.tag_id for corner in chosen)
    return Registration(
        lens=problem.lens_at(fit.values),
        lens_source=source,
        rotation=rotation_matrix(fit.values[:3]),
        translation=fit.values[3:6] * _DISTANCE_UNIT_IN,
        board=scheme.board,
        corners_seen=used,
        corners_missing=tuple(c.tag_id for c in scheme.corners if c.tag_id not in used),
        residual_px=float(np.sqrt((off**2).sum(axis=1).mean())),
    )


def rotation_matrix(turn: FloatArray) -> FloatArray:
    """Rotation about an axis by its length in radians (Rodrigues): (3,) -> (3, 3)."""
    angle = float(np.linalg.norm(turn))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = turn / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    matrix: FloatArray = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return matrix


def rotation_vector(matrix: FloatArray) -> FloatArray:
    """Axis times angle of a rotation of less than a half turn: (3, 3) -> (3,)."""
    skew = np.array(
        [matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]]
    )
    sine = float(np.linalg.norm(skew)) / 2
    angle = float(np.arctan2(sine, (np.trace(matrix) - 1) / 2))
    if sine > 1e-9:
        return skew * (angle / (2 * sine))
    if angle < 1:
        return skew / 2
    axis = np.sqrt(np.clip((np.diag(matrix) + 1) / 2, 0, None))
    largest = int(np.argmax(axis))
    signs = np.sign(matrix[largest] + 1e-300)
    signs[largest] = 1.0
    return np.asarray(axis * signs * angle, dtype=np.float64)


def _choices(tags: list[CornerTag]) -> list[list[CornerTag]]:
    if len(tags) < FEWEST_TAGS:
        return []
    all_but_one = [list(some) for some in combinations(tags, len(tags) - 1)]
    return [tags, *(all_but_one if len(tags) >= 4 else [])]


def _solve(
    tags: list[CornerTag], seen: Seen, lens: Lens | None, size_px: tuple[int, int]
) -> tuple[_Problem, Fit] | None:
    flat = np.array([[(p.x_in, p.y_in) for p in tag.outline()] for tag in tags])
    seen_px = np.stack([np.asarray(seen[tag.tag_id], dtype=np.float64) for tag in tags])
    start_lens = lens if lens is not None else typical_lens(*size_px)
    pose = _pose_from_homography(start_lens, flat.reshape(-1, 2), seen_px.reshape(-1, 2))
    if pose is None:
        return None
    problem = _Problem(
        lens=start_lens,
        is_lens_known=lens is not None,
        board_in=np.column_stack([flat.reshape(-1, 2), np.zeros(4 * len(tags))]),
        seen_px=seen_px.reshape(-1, 2),
        weights=np.stack([_weights(quad, tag) for quad, tag in zip(seen_px, tags, strict=True)]),
        start=pose if lens is not None else np.concatenate([pose, np.zeros(2)]),
    )
    return problem, fit_least_squares(problem.residuals, problem.start)


def _weights(quad_px: FloatArray, tag: CornerTag) -> FloatArray:
    """Inverse square root of the covariance of one tag's corners: (8, 8)."""
    arms = quad_px - quad_px.mean(axis=0)
    pixels_per_inch = float(np.hypot(arms[:, 0], arms[:, 1]).mean()) / (
        tag.side_in * float(np.sqrt(0.5))
    )
    across = np.tile([1.0, 0.0], 4) * LAID_OFF_IN * pixels_per_inch
    down = np.tile([0.0, 1.0], 4) * LAID_OFF_IN * pixels_per_inch
    turn = np.column_stack([-arms[:, 1], arms[:, 0]]).ravel() * LAID_TURNED_RAD
    moves = np.column_stack([across, down, turn])
    covariance = moves @ moves.T + CORNER_NOISE_PX**2 * np.eye(8)
    return np.linalg.inv(np.linalg.cholesky(covariance))


def _pose_from_homography(
    lens: Lens, board_in: FloatArray, seen_px: FloatArray
) -> FloatArray | None:
    """First guess of the pose: turn (3) and translation over ten inches (3)."""
    rays = lens.rays(seen_px)[:, :2]
    middle, spread = board_in.mean(axis=0), float(board_in.std()) + 1e-9
    flat = (board_in - middle) / spread
    rows = []
    for (x, y), (u, v) in zip(flat, rays, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    homography = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    homography = homography @ np.array(
        [[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]]
    )
    length = float(np.sqrt(np.linalg.norm(homography[:, 0]) * np.linalg.norm(homography[:, 1])))
    if not np.isfinite(length) or length < 1e-12:
        return None
    homography /= length
    if (homography @ np.array([middle[0], middle[1], 1.0]))[2] < 0:
        homography = -homography
    first, second, translation = homography.T
    left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
    rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return np.concatenate([rotation_vector(rotation), translation / _DISTANCE_UNIT_IN])
