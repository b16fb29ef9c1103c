"""The lens target: a chessboard with tags in its light squares, and how it is found in pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.families import TagFamily, find_family

FloatArray = NDArray[np.float64]
FEWEST_CORNERS: Final = 12
"""Corners that a picture must show to count."""


@dataclass(frozen=True, slots=True)
class LensTarget:
    """Measures of the target.

    Attributes:
        columns, rows: squares; the one in the upper left corner is dark.
        square_mm: side of a square.
        tag_mm: side of a tag.
        family_name: family of the tags, which no sticker scheme of this program uses.
    """

    columns: int = 7
    rows: int = 9
    square_mm: float = 25.0
    tag_mm: float = 18.0
    family_name: str = "DICT_4X4_50"

    @property
    def family(self) -> TagFamily:
        """Family of the tags."""
        family = find_family(self.family_name)
        if family is None:
            raise ValueError(f"OpenCV has no tags {self.family_name}")
        return family

    @property
    def corners(self) -> int:
        """How many inner corners the chessboard has."""
        return (self.columns - 1) * (self.rows - 1)

    def is_dark(self, row: int, column: int) -> bool:
        """Whether a square is dark."""
        return (row + column) % 2 == 0


TARGET: Final = LensTarget()


@dataclass(frozen=True, eq=False)
class TargetView:
    """The corners of the target that one picture shows.

    Attributes:
        points_mm: (n, 3) on the target, its plane is z = 0.
        points_px: (n, 2) in the picture.
        blur_px: standard deviation of the blur at the corners.
    """

    points_mm: NDArray[np.float32]
    points_px: NDArray[np.float32]
    blur_px: float


class TargetFinder:
    """Finds the corners of the target in grey pictures."""

    def __init__(self, target: LensTarget = TARGET) -> None:
        board = cv2.aruco.CharucoBoard(
            (target.columns, target.rows),
            target.square_mm,
            target.tag_mm,
            cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, target.family_name)),
        )
        self._detector = cv2.aruco.CharucoDetector(board)
        self._corners_mm = np.asarray(board.getChessboardCorners(), dtype=np.float32)

    def find(self, grey: NDArray[np.uint8]) -> TargetView | None:
        """The corners in a picture (h, w), None where the target does not show well enough."""
        corners, numbers, _, _ = self._detector.detectBoard(grey)
        if numbers is None:  # what it gives where it finds nothing, whatever its stubs say
            return None  # type: ignore[unreachable]  # the stubs know no None
        points = np.asarray(corners, dtype=np.float32).reshape(-1, 2)
        solid = self._corners_mm[np.asarray(numbers).ravel()]
        if len(points) < FEWEST_CORNERS:
            return None
        if not _spans_a_plane(solid):
            return None
        return TargetView(solid, points, _blur_px(grey, points, _spacing_px(solid, points)))


def _spans_a_plane(points_mm: NDArray[np.float32]) -> bool:
    """Whether points lie in several rows and columns, so that they tell how the target lies."""
    return len(np.unique(points_mm[:, 0])) >= 3 and len(np.unique(points_mm[:, 1])) >= 3


def _spacing_px(points_mm: NDArray[np.float32], points_px: NDArray[np.float32]) -> float:
    """Distance in the picture between neighbouring corners, the median."""
    apart_mm = np.linalg.norm(points_mm[:, None] - points_mm[None], axis=2)
    np.fill_diagonal(apart_mm, np.inf)
    nearest = np.argmin(apart_mm, axis=1)
    return float(np.median(np.linalg.norm(points_px - points_px[nearest], axis=1)))


def _blur_px(grey: NDArray[np.uint8], points_px: NDArray[np.float32], spacing_px: float) -> float:
    """Blur from the steepest edge near each corner.

    An edge of height c, blurred by s, rises by c / (s sqrt(2 pi)) a pixel.
    """
    reach = max(3, round(0.35 * spacing_px))
    blurs = []
    for x_px, y_px in np.round(points_px).astype(int):
        patch = grey[
            max(0, y_px - reach) : y_px + reach + 1, max(0, x_px - reach) : x_px + reach + 1
        ].astype(np.float32)
        low, high = np.percentile(patch, [5, 95])
        across = cv2.Sobel(patch, cv2.CV_32F, 1, 0, ksize=3) / 8
        down = cv2.Sobel(patch, cv2.CV_32F, 0, 1, ksize=3) / 8
        steepest = float(np.percentile(np.hypot(across, down), 99))
        if high > low and steepest > 0:
            blurs.append(float(high - low) / (steepest * np.sqrt(2 * np.pi)))
    return float(np.median(blurs)) if blurs else float("inf")
