"""Pictures of the printed lens target as a camera with a known lens would take them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.charuco import TARGET
from calibration.lens import FloatArray, Lens
from calibration.sheets.lens_target import lens_sheet
from calibration.sheets.shapes import PAPERS
from tests.support.sheet_raster import raster

_PIXELS_PER_MM = 6.0
_GRID_PX = 8
_PAPER = PAPERS["a4"]


@cache
def _page() -> NDArray[np.uint8]:
    page = raster(lens_sheet(_PAPER).pages[0].shapes, _PAPER, _PIXELS_PER_MM)
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    # Softened to what a pixel of the camera covers, so that thinning it out does not alias.
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 2.5), dtype=np.uint8)


def target_view(
    lens: Lens, tilt_deg: tuple[float, float], aim_px: tuple[float, float], distance_mm: float
) -> NDArray[np.uint8]:
    """One picture, grey.

    Args:
        lens: the lens.
        tilt_deg: turn of the page about the picture's x and y axes.
        aim_px: where the middle of the page is to be seen.
        distance_mm: from camera to page.
    """
    tilt_x, tilt_y = np.radians(tilt_deg)
    rotation = (
        cv2.Rodrigues(np.array([0.0, tilt_y, 0.0]))[0]
        @ (cv2.Rodrigues(np.array([tilt_x, 0.0, 0.0]))[0])
    )
    middle = lens.rays(np.array([aim_px], dtype=np.float64))[0] * distance_mm
    x_px = np.arange(-_GRID_PX, lens.width_px + 2 * _GRID_PX, _GRID_PX, dtype=np.float64)
    y_px = np.arange(-_GRID_PX, lens.height_px + 2 * _GRID_PX, _GRID_PX, dtype=np.float64)
    points = np.stack(np.meshgrid(x_px, y_px), axis=-1).reshape(-1, 2)
    on_page = _on_plane(lens.rays(points), rotation, middle)
    coarse = on_page.astype(np.float32).reshape(len(y_px), len(x_px), 2)
    fine_y, fine_x = np.mgrid[0 : lens.height_px, 0 : lens.width_px].astype(np.float32)
    field = cv2.remap(coarse, fine_x / _GRID_PX + 1, fine_y / _GRID_PX + 1, cv2.INTER_LINEAR)
    middle_mm = np.array([_PAPER.width_mm, _PAPER.height_mm]) / 2
    at = (field + middle_mm) * _PIXELS_PER_MM - 0.5
    at = at.astype(np.float32)
    picture = cv2.remap(_page(), at[:, :, 0], at[:, :, 1], cv2.INTER_LINEAR, borderValue=(110.0,))
    noise = np.random.default_rng(7).normal(0.0, 2.0, picture.shape)
    toned = 30 + picture * (200 / 255) + noise
    return np.asarray(np.clip(toned, 0, 255), dtype=np.uint8)


def _on_plane(rays: FloatArray, rotation: NDArray[np.floating], middle: FloatArray) -> FloatArray:
    """Where rays meet the page, counted from its middle: (n, 2) mm."""
    normal = rotation[:, 2]
    along = (normal @ middle) / (rays @ normal)
    met: FloatArray = (rays * along[:, None] - middle) @ rotation[:, :2]
    return met


def varied_views(lens: Lens, count: int = 12) -> list[NDArray[np.uint8]]:
    """Pictures with the page tilted to all sides and seen all over the picture."""
    width_px, height_px = lens.width_px, lens.height_px
    page_mm = TARGET.rows * TARGET.square_mm
    near_mm = lens.focal_y_px * page_mm / height_px
    views = []
    for index in range(count):
        angle = 2 * np.pi * index / count
        spread = (0.0, 0.33, 0.2)[index % 3]
        views.append(
            target_view(
                lens,
                (28 * np.sin(3.1 * angle + 0.4), 28 * np.cos(2.3 * angle)),
                (
                    width_px * (0.5 + spread * np.cos(angle)),
                    height_px * (0.5 + spread * np.sin(angle)),
                ),
                near_mm * (1.0, 1.25, 1.1)[index % 3],
            )
        )
    return views
