"""The lens of a camera from pictures of the lens target, with figures that say how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.charuco import FEWEST_CORNERS, TargetFinder, TargetView
from calibration.lens import FloatArray, Lens

Grade = Literal["good", "usable", "poor"]
FEWEST_VIEWS: Final = 5
GOOD_VIEWS: Final = 8
BLURRED_PX: Final = 3.0
"""A picture softer than this (standard deviation) shifts corners and is left out."""
COVER_COLUMNS: Final = 8
COVER_ROWS: Final = 6
_GOOD_RMS_PX: Final = 0.5
_POOR_RMS_PX: Final = 1.5
_GOOD_COVERAGE: Final = 0.7
_POOR_COVERAGE: Final = 0.4
_GOOD_FOCAL_SHARE: Final = 0.003
_POOR_FOCAL_SHARE: Final = 0.02
_LEAST_TILTS_APART_DEG: Final = 15.0
_LONGEST_LENS: Final = 5.0
"""Focal length over the width of the picture, beyond that of any camera over a table."""
_OUTLIER_TIMES: Final = 3.0
_OUTLIER_LEAST_PX: Final = 0.5
_TELLING_GAIN: Final = 10.0
"""Gain in log likelihood above which a third radial term is believed."""


class LensCalibrationError(ValueError):
    """The pictures give no lens; the text says why, picture by picture, and what to do."""


@dataclass(frozen=True, slots=True)
class ViewQuality:
    """How one picture did.

    Attributes:
        name: the picture.
        corners: corners of the target found in it.
        error_px: root mean square distance of its corners from where the lens puts them; None
            for a picture that was left out.
        left_out: why it does not count, empty if it does.
    """

    name: str
    corners: int
    error_px: float | None
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class LensCalibration:
    """A lens and how far it can be trusted.

    Attributes:
        lens: the lens.
        rms_px: root mean square distance of all corners from where the lens puts them.
        coverage: share of the picture, in cells of 8 x 6, in which corners were seen.
        focal_doubt: standard deviation of the focal length over the focal length.
        views: every picture, in the order given.
        grade: the figures in one word.
        verdict: the figures in sentences, with what would help.
    """

    lens: Lens
    rms_px: float
    coverage: float
    focal_doubt: float
    views: tuple[ViewQuality, ...]
    grade: Grade
    verdict: str

    @property
    def used(self) -> int:
        """How many pictures count."""
        return sum(view.error_px is not None for view in self.views)


@dataclass(frozen=True, eq=False)
class _Fit:
    lens: Lens
    rms_px: float
    view_errors_px: FloatArray
    focal_doubt: float
    tilts_apart_deg: float


def calibrate_lens(
    pictures: Sequence[NDArray[np.uint8]], names: Sequence[str] | None = None
) -> LensCalibration:
    """Find the lens of the camera that took the pictures.

    All pictures have to be of one size, taken with one focus and zoom.

    Args:
        pictures: BGR (h, w, 3) or grey (h, w) pictures of the printed lens target.
        names: what to call them in sentences, by default ``picture 1`` and so on.

    Raises:
        LensCalibrationError: too few pictures show the target sharply.
    """
    called = list(names or [f"picture {number}" for number in range(1, len(pictures) + 1)])
    if not pictures:
        raise LensCalibrationError(_too_few([], []))
    height_px, width_px = pictures[0].shape[:2]
    views: dict[int, TargetView] = {}
    left_out: dict[int, str] = {}
    found: dict[int, int] = {}
    finder = TargetFinder()
    for index, picture in enumerate(pictures):
        if picture.shape[:2] != (height_px, width_px):
            left_out[index] = (
                f"has {picture.shape[1]}x{picture.shape[0]} pixels, the first picture has "
                f"{width_px}x{height_px}"
            )
            continue
        view = finder.find(_grey(picture))
        found[index] = 0 if view is None else len(view.points_px)
        if view is None:
            left_out[index] = f"does not show {FEWEST_CORNERS} corners of the lens target"
        elif view.blur_px > BLURRED_PX:
            left_out[index] = f"is blurred ({view.blur_px:.1f} px)"
        else:
            views[index] = view
    if len(views) < FEWEST_VIEWS:
        raise LensCalibrationError(
            _too_few(called, [left_out.get(i, "") for i in range(len(called))])
        )
    fit = _best_fit(list(views.values()), (width_px, height_px))
    strays = _strays(fit, list(views))
    if strays and len(views) - len(strays) >= FEWEST_VIEWS:
        for index in strays:
            left_out[index] = "does not agree with the others: moved, or the target was bent"
            del views[index]
        fit = _best_fit(list(views.values()), (width_px, height_px))
    errors = dict(zip(views, fit.view_errors_px, strict=True))
    coverage = _coverage(list(views.values()), (width_px, height_px))
    grade, verdict = _judged(fit, coverage, len(views))
    return LensCalibration(
        lens=fit.lens,
        rms_px=fit.rms_px,
        coverage=coverage,
        focal_doubt=fit.focal_doubt,
        views=tuple(
            ViewQuality(
                name,
                found.get(index, 0),
                float(errors[index]) if index in errors else None,
                left_out.get(index, ""),
            )
            for index, name in enumerate(called)
        ),
        grade=grade,
        verdict=verdict,
    )


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _too_few(names: Sequence[str], left_out: Sequence[str]) -> str:
    usable = sum(not reason for reason in left_out)
    reasons = [f"{name} {reason}" for name, reason in zip(names, left_out, strict=True) if reason]
    said = f"; {'; '.join(reasons)}" if reasons else ""
    return (
        f"expected at least {FEWEST_VIEWS} sharp pictures of the lens target, got {usable}{said}. "
        "Take 10 to 15 pictures in good light, holding the camera still"
    )


def _best_fit(views: Sequence[TargetView], size_px: tuple[int, int]) -> _Fit:
    """The fit without a third radial term, unless the corners clearly ask for one."""
    plain = _fit(views, size_px, cv2.CALIB_FIX_K3)
    full = _fit(views, size_px, 0)
    corners = sum(len(view.points_px) for view in views)
    gain = 2 * corners * np.log(max(plain.rms_px, 1e-9) / max(full.rms_px, 1e-9))
    return full if gain > _TELLING_GAIN else plain


def _fit(views: Sequence[TargetView], size_px: tuple[int, int], flags: int) -> _Fit:
    start = np.eye(3)
    rms_px, matrix, distortion, turns, _, doubts, _, view_errors = cv2.calibrateCameraExtended(
        [view.points_mm for view in views],
        [view.points_px for view in views],
        size_px,
        start,
        np.zeros(5),
        flags=flags,
    )
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(distortion)[:5])
    lens = Lens(
        size_px[0],
        size_px[1],
        float(matrix[0, 0]),
        float(matrix[1, 1]),
        float(matrix[0, 2]),
        float(matrix[1, 2]),
        (k1, k2, p1, p2, k3),
    )
    focal_doubt = float(np.ravel(doubts)[0]) / lens.focal_x_px
    errors: FloatArray = np.asarray(view_errors, dtype=np.float64).ravel()
    return _Fit(lens, float(rms_px), errors, focal_doubt, _tilts_apart_deg(turns))


def _tilts_apart_deg(turns: Sequence[NDArray[np.generic]]) -> float:
    """The largest angle between the planes of the target in two pictures.

    Seen from one side alone a nearer target and a longer lens look the same, and the figures of
    the fit do not show it.
    """
    normals = np.stack(
        [cv2.Rodrigues(np.asarray(turn, dtype=np.float64))[0][:, 2] for turn in turns]
    )
    cosines = np.clip(normals @ normals.T, -1.0, 1.0)
    return float(np.degrees(np.arccos(cosines.min())))


def _strays(fit: _Fit, indices: Sequence[int]) -> list[int]:
    """Pictures whose corners lie much farther off than those of most."""
    limit = max(_OUTLIER_LEAST_PX, _OUTLIER_TIMES * float(np.median(fit.view_errors_px)))
    return [
        index for index, error in zip(indices, fit.view_errors_px, strict=True) if error > limit
    ]


def _coverage(views: Sequence[TargetView], size_px: tuple[int, int]) -> float:
    points = np.concatenate([view.points_px for view in views])
    cells = np.floor(points / np.array(size_px) * (COVER_COLUMNS, COVER_ROWS)).astype(int)
    inside = ((cells >= 0) & (cells < (COVER_COLUMNS, COVER_ROWS))).all(axis=1)
    return len(np.unique(cells[inside], axis=0)) / (COVER_COLUMNS * COVER_ROWS)


def _judged(fit: _Fit, coverage: float, views: int) -> tuple[Grade, str]:
    is_flat = (
        fit.tilts_apart_deg < _LEAST_TILTS_APART_DEG
        or fit.lens.focal_x_px > _LONGEST_LENS * fit.lens.width_px
    )
    known = "not known" if is_flat else f"known to {fit.focal_doubt:.2%}"
    figures = (
        f"{views} pictures, corners {fit.rms_px:.2f} px off, {coverage:.0%} of the picture "
        f"covered, focal length {known}."
    )
    advice = []
    if fit.rms_px > _GOOD_RMS_PX:
        advice.append("Glue the target flat, hold the camera still and lock its focus.")
    if coverage < _GOOD_COVERAGE:
        advice.append("Bring the target into the corners of the picture.")
    if fit.focal_doubt > _GOOD_FOCAL_SHARE or is_flat:
        advice.append("Tilt the target by 30 degrees and more, to all sides.")
    if views < GOOD_VIEWS:
        advice.append(f"Take at least {GOOD_VIEWS} pictures.")
    poor = (
        fit.rms_px > _POOR_RMS_PX
        or coverage < _POOR_COVERAGE
        or fit.focal_doubt > _POOR_FOCAL_SHARE
        or is_flat
    )
    grade: Grade = "poor" if poor else "usable" if advice else "good"
    words = {
        "good": "The lens is well known",
        "usable": "The lens can be used",
        "poor": "The lens is not known well enough",
    }[grade]
    return grade, " ".join((f"{words}: {figures}", *advice))
