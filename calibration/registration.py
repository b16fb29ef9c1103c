"""Registration: where the board lies in a picture.

Frames used here. *Board*: inches, origin at the map's north-west corner, x east, y south, and
height z upwards from the map. *Camera*: x right, y down, z ahead. *Pixels*: centre of the top left
pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from calibration.lens import FloatArray, Lens
from companion.board.board import Board

LensSource = Literal["file", "estimated"]


@dataclass(frozen=True, eq=False)
class Registration:
    """The lens and the pose of the camera over the board.

    Attributes:
        lens: lens of the picture.
        lens_source: whether the lens came from a file or was estimated from the corner tags.
        rotation: (3, 3), turns board directions (x, y, minus z) into the camera frame.
        translation: (3,), board origin in the camera frame, inches.
        board: what lies under the markers.
        corners_seen: ids of the corner tags used.
        corners_missing: ids of those not seen.
        residual_px: root mean square distance of the tags' corners from where they should be.
    """

    lens: Lens
    lens_source: LensSource
    rotation: FloatArray
    translation: FloatArray
    board: Board
    corners_seen: tuple[int, ...]
    corners_missing: tuple[int, ...]
    residual_px: float

    def board_to_pixels(self, points_in: FloatArray, z_in: float = 0.0) -> FloatArray:
        """Pixels of board points at a height above the map: (n, 2) inches -> (n, 2) pixels."""
        points = np.asarray(points_in, dtype=np.float64).reshape(-1, 2)
        level = self.translation - z_in * self.rotation[:, 2]
        return self.lens.project(points @ self.rotation[:, :2].T + level)

    def pixels_to_board(self, points_px: FloatArray, z_in: float = 0.0) -> FloatArray:
        """Board points at a height above the map that pixels show: (n, 2) -> (n, 2) inches."""
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        rays = self.lens.rays(points) @ self.rotation
        eye = self.camera_in
        along = (-z_in - eye[2]) / rays[:, 2]
        points_in: FloatArray = eye[:2] + rays[:, :2] * along[:, None]
        return points_in

    @cached_property
    def camera_in(self) -> FloatArray:
        """Where the camera is: (x, y, minus height) in board inches."""
        return -self.rotation.T @ self.translation

    @property
    def tilt_deg(self) -> float:
        """Angle between the camera's axis and straight down."""
        return float(np.degrees(np.arccos(np.clip(self.rotation[2, 2], -1.0, 1.0))))

    def pixels_per_inch(self, z_in: float = 0.0) -> float:
        """Scale in the middle of the map at a height above it."""
        found = self._scales.get(z_in)
        if found is None:
            found = self._scales[z_in] = self._scale_at(z_in)
        return found

    @cached_property
    def _scales(self) -> dict[float, float]:
        """Scales asked for before: the heights of a few cubes."""
        return {}

    def _scale_at(self, z_in: float) -> float:
        middle = np.array([[self.board.width_in / 2, self.board.height_in / 2]])
        around = middle + np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, -0.5], [0.0, 0.5]])
        west, east, north, south = self.board_to_pixels(around, z_in)
        return float((np.hypot(*(east - west)) + np.hypot(*(south - north))) / 2)

    def outline_px(self, margin_in: float = 0.0, points_per_side: int = 9) -> FloatArray:
        """Outline of the map in pixels, clockwise from the north-west corner: (n, 2).

        Each side has several points, since a lens bends it. A margin widens the outline.
        """
        steps = np.linspace(0.0, 1.0, points_per_side, endpoint=False)
        west, north = -margin_in, -margin_in
        east, south = self.board.width_in + margin_in, self.board.height_in + margin_in
        ring = np.array([[west, north], [east, north], [east, south], [west, south]])
        sides = [
            start + (end - start) * steps[:, None]
            for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        ]
        return self.board_to_pixels(np.concatenate(sides))
