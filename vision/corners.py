"""Finds the corner tags in a picture, to a few hundredths of a pixel, and the blur of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import FloatArray
from calibration.scheme import StickerScheme
from vision.art import Art, PatternStack, SampleGrid, draw
from vision.cv import ByteImage, TagFinder, sample, shrink

SEARCH_WIDTHS_PX: Final = (900, 1800)
"""Widths of the small pictures in which corner tags are looked for before the full one."""
LEAST_FIT: Final = 0.85
"""Correlation of picture and print below which another thing was taken for a corner tag."""
_ROUGH_BLUR: Final = 0.22
"""Blur of the first rough fit, in modules: it reaches as far as rough corners are off."""
_START_BLUR_PX: Final = 1.0
_BLUR_RANGE_PX: Final = (0.3, 6.0)
_SHARPEST: Final = 0.45
"""Least blur in steps of the sample grid: sharper edges would fall between the samples."""
_ROUGH_ROUNDS: Final = 5
_FINE_ROUNDS: Final = 10
_SETTLED: Final = 1e-3


@dataclass(frozen=True, eq=False)
class CornerSeen:
    """One corner tag in a picture.

    Attributes:
        quad_px: (4, 2), clockwise from the tag's own top left.
        blur_px: standard deviation of the blur of its edges.
        fit: correlation of picture and print, up to 1.
    """

    quad_px: FloatArray
    blur_px: float
    fit: float


class CornerFinder:
    """Finds the corner tags of one scheme."""

    def __init__(self, scheme: StickerScheme) -> None:
        ids = tuple(corner.tag_id for corner in scheme.corners)
        self._finder = TagFinder(scheme.family.codes[list(ids)], ids)
        self._patterns = {tag_id: scheme.pattern(tag_id) for tag_id in ids}

    def find(self, grey: ByteImage) -> dict[int, CornerSeen]:
        """Corner tags of a picture by their ids.

        Looks in small copies first and in the full picture only where those miss some.
        """
        found: dict[int, CornerSeen] = {}
        width_px = grey.shape[1]
        factors = [width / width_px for width in SEARCH_WIDTHS_PX if width < 0.8 * width_px]
        for factor in (*factors, 1.0):
            small = shrink(grey, factor) if factor < 1 else grey
            for tag_id, quad in self._finder.find(small):
                seen = self.refine(grey, tag_id, (quad + 0.5) / factor - 0.5)
                if seen is not None and (tag_id not in found or seen.fit > found[tag_id].fit):
                    found[tag_id] = seen
            if len(found) == len(self._patterns):
                break
        return found

    def refine(self, grey: ByteImage, tag_id: int, quad_px: FloatArray) -> CornerSeen | None:
        """Move rough corners until the whole printed tag fits the picture best.

        None where it fits badly, so that another thing was taken for the tag.
        """
        pattern = self._patterns[tag_id][None]
        modules = pattern.shape[1]
        side_px = float(np.hypot(*(quad_px - np.roll(quad_px, 1, axis=0)).T).mean())
        if not np.isfinite(side_px) or side_px < modules:
            return None
        module_px = side_px / modules
        grid = SampleGrid(modules, 0.5, min(10.0, max(3.0, module_px)))
        warp = _homography(modules, quad_px)
        art = draw(pattern, grid, _ROUGH_BLUR)
        for _ in range(_ROUGH_ROUNDS):
            step = _fit_once(grey, grid, warp, art)
            warp = warp @ (np.eye(3) - step.move)
        blur = _START_BLUR_PX / module_px
        low = max(_BLUR_RANGE_PX[0] / module_px, _SHARPEST / grid.per_module)
        high = _BLUR_RANGE_PX[1] / module_px
        for _ in range(_FINE_ROUNDS):
            step = _fit_once(grey, grid, warp, draw(pattern, grid, blur))
            warp = warp @ (np.eye(3) - step.move)
            blur = float(np.clip(blur * (1 + np.clip(step.widen, -0.4, 0.6)), low, high))
            if max(np.abs(step.move).max(), abs(step.widen) / 20) < _SETTLED:
                break
        score = _fit_once(grey, grid, warp, draw(pattern, grid, blur)).score
        half = modules / 2
        ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        quad = _apply(warp, ring)
        if score < LEAST_FIT or not np.isfinite(quad).all():
            return None
        return CornerSeen(quad, blur * module_px, score)


@dataclass(frozen=True, eq=False)
class _Step:
    """One step of a fit: homography less the identity (3, 3), share of blur, correlation before."""

    move: FloatArray
    widen: float
    score: float


def _fit_once(grey: ByteImage, grid: SampleGrid, warp: FloatArray, art: Art) -> _Step:
    """Where art should move to fit ``gain * art(point + step(point)) + offset`` to the picture."""
    u, v = (axis.astype(np.float64) for axis in grid.points())
    where = _apply(warp, np.stack([u, v], axis=1)).astype(np.float32)
    seen = sample(grey, where[None, :, 0], where[None, :, 1])[0].astype(np.float64)
    values = art.values[0].astype(np.float64)
    still = _Step(np.zeros((3, 3)), 0.0, 0.0)
    if seen.std() <= 0 or not np.isfinite(where).all():
        return still
    slope_u, slope_v = _row(art.slope_u), _row(art.slope_v)
    outward = -(slope_u * u + slope_v * v)
    moves = [slope_u * u, slope_u * v, slope_u, slope_v * u, slope_v * v, slope_v]
    design = np.column_stack(
        [
            *moves,
            outward * u,
            outward * v,
            values,
            _row(art.widen_u) + _row(art.widen_v),
            np.ones_like(values),
            u,
            v,
        ]
    )
    square = design.T @ design
    solved = np.linalg.solve(square + 1e-6 * np.eye(len(square)), design.T @ seen)
    score = float(np.corrcoef(seen, values)[0, 1])
    gain = float(solved[8])
    if gain <= 0:
        return _Step(still.move, 0.0, score)
    move = np.append(solved[:8] / gain, 0.0).reshape(3, 3)
    return _Step(move, float(solved[9]) / gain, score)


def _row(stack: PatternStack) -> FloatArray:
    return np.asarray(stack[0], dtype=np.float64)


def _homography(modules: int, quad_px: FloatArray) -> FloatArray:
    """Tag frame to pixels from the four corners: (3, 3)."""
    half = modules / 2
    rows, right = [], []
    for (u, v), (x, y) in zip(
        ((-half, -half), (half, -half), (half, half), (-half, half)), quad_px, strict=True
    ):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        right += [x, y]
    solved = np.linalg.lstsq(np.array(rows, dtype=np.float64), np.array(right), rcond=None)[0]
    return np.asarray(np.append(solved, 1.0).reshape(3, 3), dtype=np.float64)


def _apply(homography: FloatArray, points: FloatArray) -> FloatArray:
    lifted = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], dtype=np.float64)
