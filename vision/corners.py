"""Finds the corner tags in a picture, to a few hundredths of a pixel, and the blur of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.lens import FloatArray
from calibration.scheme import StickerScheme
from vision.art import Art, PatternStack, SampleGrid, draw
from vision.cv import ByteImage, TagFinder, sample, shrink, soften

SEARCH_WIDTHS_PX: Final = (900, 1800)
"""Widths of the small pictures in which corner tags are looked for before the full one."""
LEAST_FIT: Final = 0.85
"""Correlation of picture and print below which another thing was taken for a corner tag."""
NOISY_FIT: Final = 0.975
"""Corner tags fit their prints better than that unless noise covers them."""
SOFTENED_PX: Final = 1.0
"""How far a picture is smoothed when noise may be what hides a corner tag."""
_ENOUGH_TO_FORETELL: Final = 3
"""With so many tags found, the places of the others are known well enough to look only there."""
_ENOUGH_TO_JUDGE: Final = 2
_LOOK_AROUND: Final = 1.2
"""How far around its foretold place a tag is looked for, in sides of the tag."""
_NEARBY_SIDE_PX: Final = 64.0
"""Side of a tag in the small copy that is looked through there."""
_ROUGH_BLUR: Final = 0.22
"""Blur of the first rough fit, in modules: it reaches as far as rough corners are off."""
_START_BLUR_PX: Final = 1.0
_BLUR_RANGE_PX: Final = (0.3, 6.0)
_SHARPEST: Final = 0.45
"""Least blur in steps of the sample grid: sharper edges would fall between the samples."""
_MOST_SAMPLES: Final = 7.0
"""Samples along a module, at most."""
_ROUGH_ROUNDS: Final = 5
_FINE_ROUNDS: Final = 10
_ROUGHLY_SETTLED: Final = 0.02
_SETTLED: Final = 1e-3
"""A fit ends when its step is smaller: in modules, and in what a homography has besides."""
_GAIN: Final = 8
_WIDEN: Final = 9
"""Places of gain and blur among what is fitted; the eight numbers of a homography come first."""


@dataclass(frozen=True, eq=False)
class CornerSeen:
    """One corner tag in a picture.

    Attributes:
        quad_px: (4, 2), clockwise from the tag's own top left.
        blur_px: standard deviation of the blur of its edges.
        fit: correlation of picture and print, up to 1.
        is_softened: whether it was only found in a smoothed copy.
    """

    quad_px: FloatArray
    blur_px: float
    fit: float
    is_softened: bool = False


class CornerFinder:
    """Finds the corner tags of one scheme."""

    def __init__(self, scheme: StickerScheme) -> None:
        ids = tuple(corner.tag_id for corner in scheme.corners)
        self._finder = TagFinder(scheme.family.codes[list(ids)], ids)
        self._patterns = {tag_id: scheme.pattern(tag_id) for tag_id in ids}
        self._outlines = {
            corner.tag_id: np.array([[at.x_in, at.y_in] for at in corner.outline()])
            for corner in scheme.corners
        }

    def find(
        self, grey: ByteImage, near: Mapping[int, FloatArray] | None = None
    ) -> dict[int, CornerSeen]:
        """Corner tags of a picture by their ids; those that noise hides from a smoothed copy.

        Args:
            grey: the picture.
            near: where they lay in the picture before, (4, 2) each; where enough of them still lie
                about there, the rest of the picture is not searched.
        """
        found = self._search(grey, near or {})
        if len(found) < len(self._patterns) and is_noisy(found.values()):
            for tag_id, seen in self._search(soften(grey, SOFTENED_PX), {}).items():
                if tag_id not in found:
                    found[tag_id] = _before_softening(seen)
        return found

    def are_mirrored(self, grey: ByteImage) -> bool:
        """Whether corner tags are in sight, but as a mirror shows them."""
        flipped = np.ascontiguousarray(grey[:, ::-1])
        width_px = flipped.shape[1]
        for width in SEARCH_WIDTHS_PX:
            small = shrink(flipped, width / width_px) if width < width_px else flipped
            if len({tag_id for tag_id, _ in self._finder.find(small)}) >= _ENOUGH_TO_JUDGE:
                return True
            if width >= width_px:
                break
        return False

    def _search(self, grey: ByteImage, near: Mapping[int, FloatArray]) -> dict[int, CornerSeen]:
        """Corner tags of a picture as it is.

        Looks where they lay and then in small copies, where the tags found so far say that a
        missing one lies, and in the full picture only where those are too few to say so.
        """
        found: dict[int, CornerSeen] = {}
        self._take(grey, (0.0, 0.0), 1.0, list(near.items()), found)
        if len(found) >= _ENOUGH_TO_FORETELL:
            self._look_nearby(grey, found)
            return found
        width_px = grey.shape[1]
        factors = [width / width_px for width in SEARCH_WIDTHS_PX if width < 0.8 * width_px]
        for factor in (*factors, 1.0):
            small = shrink(grey, factor) if factor < 1 else grey
            self._take(grey, (0.0, 0.0), factor, self._finder.find(small), found)
            if len(found) >= _ENOUGH_TO_FORETELL:
                self._look_nearby(grey, found)
                break
        return found

    def _take(
        self,
        grey: ByteImage,
        corner_px: tuple[float, float],
        factor: float,
        quads: list[tuple[int, FloatArray]],
        found: dict[int, CornerSeen],
    ) -> None:
        """Refine tags found in a small copy of a part of the picture; keep those that fit best."""
        for tag_id, quad in quads:
            rough = (quad + 0.5) / factor - 0.5 + corner_px
            seen = self.refine(grey, tag_id, rough)
            if seen is not None and (tag_id not in found or seen.fit > found[tag_id].fit):
                found[tag_id] = seen

    def _look_nearby(self, grey: ByteImage, found: dict[int, CornerSeen]) -> None:
        """Look for the missing tags where the others say that they lie."""
        missing = [tag_id for tag_id in self._outlines if tag_id not in found]
        if not missing:
            return
        board = np.concatenate([self._outlines[tag_id] for tag_id in found])
        pixels = np.concatenate([seen.quad_px for seen in found.values()])
        to_pixels = _fitted_homography(board, pixels)
        height_px, width_px = grey.shape
        for tag_id in missing:
            quad = _apply(to_pixels, self._outlines[tag_id])
            side_px = float(np.hypot(*(quad - np.roll(quad, 1, axis=0)).T).max())
            if not np.isfinite(quad).all() or side_px < self._patterns[tag_id].shape[0]:
                continue
            around_px = _LOOK_AROUND * side_px
            left, top = np.maximum(quad.min(axis=0) - around_px, 0).astype(int)
            right, bottom = np.minimum(quad.max(axis=0) + around_px, (width_px, height_px)).astype(
                int
            )
            if right - left < side_px or bottom - top < side_px:
                continue
            part = grey[top:bottom, left:right]
            factor = min(1.0, _NEARBY_SIDE_PX / side_px)
            small = shrink(part, factor) if factor < 1 else part
            here = [one for one in self._finder.find(small) if one[0] == tag_id]
            self._take(grey, (float(left), float(top)), factor, here, found)

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
        grid = SampleGrid(modules, 0.5, min(_MOST_SAMPLES, max(3.0, module_px)))
        warp = _homography(modules, quad_px)
        fit = _Fit(grid, draw(pattern, grid, _ROUGH_BLUR))
        for _ in range(_ROUGH_ROUNDS):
            move = fit.step(grey, warp).move
            warp = warp @ (np.eye(3) - move)
            if np.abs(move).max() < _ROUGHLY_SETTLED:
                break
        blur = _START_BLUR_PX / module_px
        low = max(_BLUR_RANGE_PX[0] / module_px, _SHARPEST / grid.per_module)
        high = _BLUR_RANGE_PX[1] / module_px
        for _ in range(_FINE_ROUNDS):
            step = _Fit(grid, draw(pattern, grid, blur)).step(grey, warp)
            warp = warp @ (np.eye(3) - step.move)
            before = blur
            blur = float(np.clip(blur * (1 + np.clip(step.widen, -0.4, 0.6)), low, high))
            # A picture sharper than can be told stays at the least blur, whatever the fit wants.
            if max(np.abs(step.move).max(), abs(blur / before - 1) / 20) < _SETTLED:
                break
        score = _likeness(grey, grid, warp, draw(pattern, grid, blur))
        half = modules / 2
        ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        quad = _apply(warp, ring)
        if score < LEAST_FIT or not np.isfinite(quad).all():
            return None
        return CornerSeen(quad, blur * module_px, score)


def is_noisy(corners: Collection[CornerSeen]) -> bool:
    """Whether noise, or what JPEG makes of a picture, is strong beside the prints' contrast.

    Too few tags to say so, or half of them found in a smoothed copy only, count as noise.
    """
    plain = [corner.fit for corner in corners if not corner.is_softened]
    if len(plain) < _ENOUGH_TO_JUDGE or 2 * len(plain) <= len(corners):
        return True
    return float(np.median(plain)) < NOISY_FIT


def _before_softening(seen: CornerSeen) -> CornerSeen:
    """A tag of a smoothed copy with the blur that the picture itself has."""
    square = max(seen.blur_px**2 - SOFTENED_PX**2, _BLUR_RANGE_PX[0] ** 2)
    return CornerSeen(seen.quad_px, math.sqrt(square), seen.fit, is_softened=True)


@dataclass(frozen=True, eq=False)
class _Step:
    """One step of a fit: homography less the identity (3, 3), share of blur."""

    move: FloatArray
    widen: float


class _Fit:
    """Fits ``gain * art(point + step(point)) + offset`` to a picture, by least squares.

    What moves and light do to the art is the same wherever it lies, so that it is worked out once.
    """

    def __init__(self, grid: SampleGrid, art: Art) -> None:
        self._grid = grid
        u, v = (axis.astype(np.float64) for axis in grid.points())
        slope_u, slope_v = _row(art.slope_u), _row(art.slope_v)
        outward = -(slope_u * u + slope_v * v)
        values = _row(art.values)
        self._design = np.stack(
            [
                slope_u * u,
                slope_u * v,
                slope_u,
                slope_v * u,
                slope_v * v,
                slope_v,
                outward * u,
                outward * v,
                values,
                _row(art.widen_u) + _row(art.widen_v),
                np.ones_like(values),
                u,
                v,
            ]
        )
        square = self._design @ self._design.T
        self._inverse = np.linalg.inv(square + 1e-6 * np.eye(len(square)))

    def step(self, grey: ByteImage, warp: FloatArray) -> _Step:
        """Where the art should move, and how its blur should change."""
        seen = _seen(grey, self._grid, warp)
        solved = None if seen is None else self._inverse @ (self._design @ seen)
        if solved is None or solved[_GAIN] <= 0:
            return _Step(np.zeros((3, 3)), 0.0)
        gain = float(solved[_GAIN])
        move = np.append(solved[:_GAIN] / gain, 0.0).reshape(3, 3)
        return _Step(move, float(solved[_WIDEN]) / gain)


def _likeness(grey: ByteImage, grid: SampleGrid, warp: FloatArray, art: Art) -> float:
    """Correlation of art with what the picture shows there, 0 where it shows nothing."""
    seen = _seen(grey, grid, warp)
    return 0.0 if seen is None else float(np.corrcoef(seen, _row(art.values))[0, 1])


def _seen(grey: ByteImage, grid: SampleGrid, warp: FloatArray) -> FloatArray | None:
    """What the picture shows at the samples (d,), None where that is of one brightness."""
    where = _apply(warp, np.stack(grid.points(), axis=1).astype(np.float64)).astype(np.float32)
    if not np.isfinite(where).all():
        return None
    seen = sample(grey, where[None, :, 0], where[None, :, 1])[0].astype(np.float64)
    return seen if seen.std() > 0 else None


def _row(stack: PatternStack) -> FloatArray:
    return np.asarray(stack[0], dtype=np.float64)


def _homography(modules: int, quad_px: FloatArray) -> FloatArray:
    """Tag frame to pixels from the four corners: (3, 3)."""
    half = modules / 2
    ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return _fitted_homography(ring, quad_px)


def _fitted_homography(points: FloatArray, pixels: FloatArray) -> FloatArray:
    """The homography that takes points (n, 2) to pixels (n, 2), by least squares: (3, 3)."""
    rows, right = [], []
    for (u, v), (x, y) in zip(points, pixels, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        right += [x, y]
    solved = np.linalg.lstsq(np.array(rows, dtype=np.float64), np.array(right), rcond=None)[0]
    return np.asarray(np.append(solved, 1.0).reshape(3, 3), dtype=np.float64)


def _apply(homography: FloatArray, points: FloatArray) -> FloatArray:
    lifted = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], dtype=np.float64)
