"""Lenses: pinhole camera with distortion in OpenCV's convention, and their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.toml_lines import TomlFile, TomlFileError, load_toml

FloatArray = NDArray[np.float64]
LENS_SUFFIX: Final = ".lens.toml"
_LARGEST_PX: Final = 100_000
_UNDISTORT_ROUNDS: Final = 12
_SETTLED: Final = 1e-11
"""A direction is found when it is off by less in the picture, in focal lengths."""
_WIDEST: Final = 10.0
"""Tangent of the widest angle off the axis; beyond the lens's view distortion has no inverse."""


class LensError(ValueError):
    """A lens that cannot be used; the text names file and line where it comes from a file."""


@dataclass(frozen=True, slots=True)
class Lens:
    """One lens at one picture size.

    Attributes:
        width_px, height_px: size of the pictures it holds for.
        focal_x_px, focal_y_px: focal lengths.
        centre_x_px, centre_y_px: where the optical axis meets the picture.
        distortion: k1, k2, p1, p2, k3.
    """

    width_px: int
    height_px: int
    focal_x_px: float
    focal_y_px: float
    centre_x_px: float
    centre_y_px: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    def matrix(self) -> FloatArray:
        """The 3x3 camera matrix."""
        return np.array(
            [
                [self.focal_x_px, 0.0, self.centre_x_px],
                [0.0, self.focal_y_px, self.centre_y_px],
                [0.0, 0.0, 1.0],
            ]
        )

    def scaled_to(self, width_px: int, height_px: int) -> Lens:
        """The same lens for pictures of another size and the same shape.

        Raises:
            LensError: the shape differs by more than a hundredth, so the crop is unknown.
        """
        if (width_px, height_px) == (self.width_px, self.height_px):
            return self
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > 0.01:
            raise LensError(
                f"the lens file is for pictures of {self.width_px}x{self.height_px} pixels, this "
                f"one has {width_px}x{height_px}, another shape; take the lens file of this "
                f"camera mode or read without one"
            )
        return Lens(
            width_px,
            height_px,
            self.focal_x_px * across,
            self.focal_y_px * down,
            (self.centre_x_px + 0.5) * across - 0.5,
            (self.centre_y_px + 0.5) * down - 0.5,
            self.distortion,
        )

    def project(self, rays: FloatArray) -> FloatArray:
        """Pixels of directions in the camera frame: (n, 3), z ahead -> (n, 2)."""
        x, y = rays[:, 0] / rays[:, 2], rays[:, 1] / rays[:, 2]
        x, y = _distort(x, y, self.distortion)
        pixels = np.empty((len(rays), 2))
        pixels[:, 0] = self.focal_x_px * x + self.centre_x_px
        pixels[:, 1] = self.focal_y_px * y + self.centre_y_px
        return pixels

    def rays(self, points_px: FloatArray) -> FloatArray:
        """Directions in the camera frame of pixels: (n, 2) -> (n, 3), the last column 1."""
        x_seen = (points_px[:, 0] - self.centre_x_px) / self.focal_x_px
        y_seen = (points_px[:, 1] - self.centre_y_px) / self.focal_y_px
        x, y = x_seen.copy(), y_seen.copy()
        for _ in range(_UNDISTORT_ROUNDS):
            x_now, y_now = _distort(x, y, self.distortion)
            x_off, y_off = x_seen - x_now, y_seen - y_now
            x = np.clip(x + x_off, -_WIDEST, _WIDEST)
            y = np.clip(y + y_off, -_WIDEST, _WIDEST)
            if max(np.abs(x_off).max(initial=0.0), np.abs(y_off).max(initial=0.0)) < _SETTLED:
                break
        return np.stack([x, y, np.ones_like(x)], axis=1)


def _distort(
    x: FloatArray, y: FloatArray, distortion: tuple[float, float, float, float, float]
) -> tuple[FloatArray, FloatArray]:
    k1, k2, p1, p2, k3 = distortion
    square = x * x + y * y
    # Estimated lenses have one term alone; this is run many times for every picture.
    bent = k1 + square * (k2 + square * k3) if k2 or k3 else k1
    radial = 1 + square * bent
    if not (p1 or p2):
        return x * radial, y * radial
    return (
        x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x),
        y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
    )


def load_lens(path: str | Path) -> Lens:
    """Read a lens file: image_width_px, image_height_px, camera_matrix (3x3), distortion (5).

    Raises:
        LensError: the file cannot be read or used; the text names file, line and remedy.
    """
    try:
        return _parse(load_toml(Path(path)))
    except TomlFileError as error:
        raise LensError(str(error)) from error


def find_lens_file(place: str | Path, image: str | Path) -> Path | None:
    """The lens file for a picture: `place` itself, or ``<image stem>.lens.toml`` in that folder.

    None where the folder holds no such file.
    """
    path = Path(place)
    if not path.is_dir():
        return path
    inside = path / f"{Path(image).stem}{LENS_SUFFIX}"
    return inside if inside.is_file() else None


def lens_text(lens: Lens, comment: str) -> str:
    """A lens as the text of its file, with a line of comment."""
    matrix = ", ".join(
        "[" + ", ".join(f"{value:.4f}" for value in row) + "]" for row in lens.matrix()
    )
    distortion = ", ".join(f"{value:.6f}" for value in lens.distortion)
    return (
        f"# {comment}\n"
        f"image_width_px = {lens.width_px}\nimage_height_px = {lens.height_px}\n"
        f"camera_matrix = [{matrix}]\ndistortion = [{distortion}]\n"
    )


def _parse(file: TomlFile) -> Lens:
    width_px = _size(file, "image_width_px")
    height_px = _size(file, "image_height_px")
    matrix = _numbers(file, "camera_matrix", (3, 3))
    distortion = _numbers(file, "distortion", (5,))
    if matrix[0, 0] <= 0 or matrix[1, 1] <= 0:
        raise file.error(("camera_matrix",), "expected focal lengths above 0 on the diagonal")
    k1, k2, p1, p2, k3 = (float(value) for value in distortion)
    return Lens(
        width_px,
        height_px,
        float(matrix[0, 0]),
        float(matrix[1, 1]),
        float(matrix[0, 2]),
        float(matrix[1, 2]),
        (k1, k2, p1, p2, k3),
    )


def _value(file: TomlFile, name: str) -> object:
    if name not in file.values:
        raise file.error((name,), f"{name} is missing")
    return file.values[name]


def _size(file: TomlFile, name: str) -> int:
    value = _value(file, name)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LARGEST_PX:
        raise file.error(
            (name,), f"expected {name} as a number of pixels up to {_LARGEST_PX}, got {value!r}"
        )
    return value


def _numbers(file: TomlFile, name: str, shape: tuple[int, ...]) -> FloatArray:
    value = _value(file, name)
    wanted = " x ".join(str(length) for length in shape)
    try:
        array = np.array(value, dtype=np.float64)
    except (OverflowError, TypeError, ValueError) as error:
        raise file.error((name,), f"expected {name} as {wanted} numbers") from error
    if array.shape != shape or not np.isfinite(array).all():
        raise file.error((name,), f"expected {name} as {wanted} numbers, got {value!r}")
    return array
