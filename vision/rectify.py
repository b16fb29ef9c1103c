"""Draws a plane over the board as seen straight from above, at a fixed scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from vision.cv import FloatImage, enlarge
from vision.reading import PixelBox

_MAP_STEP_PX: Final = 32
"""Distance between the points whose place in the picture is computed; between them it is linear."""
_EDGE_POINTS: Final = 7
_AROUND_PX: Final = 4
_UNIT_GRID: Final = np.stack(
    np.meshgrid(*[np.linspace(0.0, 1.0, _EDGE_POINTS)] * 2), axis=-1
).reshape(-1, 2)
"""Points of a square of side 1, its edge included: (n, 2)."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plane:
    """A horizontal plane above the board and the part of it that is drawn.

    Attributes:
        z_in: height above the map.
        west_in, north_in: board point at the middle of the top left pixel.
        pixels_per_inch: scale.
        width_px, height_px: size of the drawing.
    """

    z_in: float
    west_in: float
    north_in: float
    pixels_per_inch: float
    width_px: int
    height_px: int

    def to_board(self, points_px: FloatArray) -> FloatArray:
        """Pixels of the drawing to board inches: (n, 2) -> (n, 2)."""
        return np.asarray(
            points_px / self.pixels_per_inch + (self.west_in, self.north_in), dtype=np.float64
        )

    def box_in_picture(self, registration: Registration) -> PixelBox:
        """The part of the picture that shows the plane, with a few pixels around."""
        on_edge = (_UNIT_GRID == 0.0) | (_UNIT_GRID == 1.0)
        edge = self.to_board(
            _UNIT_GRID[on_edge.any(axis=1)] * (self.width_px - 1, self.height_px - 1)
        )
        pixels = registration.board_to_pixels(edge, self.z_in)
        left, top = np.floor(pixels.min(axis=0)).astype(int) - _AROUND_PX
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + _AROUND_PX
        return PixelBox(int(left), int(top), int(right), int(bottom))


def plane_over(
    registration: Registration, z_in: float, pixels_per_inch: float, margin_in: float
) -> Plane:
    """The plane over the whole map with a margin around it."""
    board = registration.board
    return Plane(
        z_in=z_in,
        west_in=-margin_in,
        north_in=-margin_in,
        pixels_per_inch=pixels_per_inch,
        width_px=int(np.ceil((board.width_in + 2 * margin_in) * pixels_per_inch)),
        height_px=int(np.ceil((board.height_in + 2 * margin_in) * pixels_per_inch)),
    )


def plane_over_box(
    registration: Registration,
    box: PixelBox,
    z_in: float,
    pixels_per_inch: float,
    margin_in: float,
) -> Plane | None:
    """The part of that plane that a box of the picture shows; None where it lies beside it."""
    left, right = max(0, box.left), min(box.right, registration.lens.width_px) - 1
    top, bottom = max(0, box.top), min(box.bottom, registration.lens.height_px) - 1
    if right <= left or bottom <= top:
        return None
    grid = _UNIT_GRID * (right - left, bottom - top) + (left, top)
    board_in = registration.pixels_to_board(grid, z_in)
    board = registration.board
    low = np.maximum(board_in.min(axis=0), -margin_in)
    high = np.minimum(
        board_in.max(axis=0), (board.width_in + margin_in, board.height_in + margin_in)
    )
    if not (high > low).all():
        return None
    width_px, height_px = np.ceil((high - low) * pixels_per_inch).astype(int) + 1
    return Plane(
        z_in=z_in,
        west_in=float(low[0]),
        north_in=float(low[1]),
        pixels_per_inch=pixels_per_inch,
        width_px=int(width_px),
        height_px=int(height_px),
    )


def rectify_map(registration: Registration, plane: Plane) -> tuple[FloatImage, FloatImage]:
    """Where each pixel of a drawing lies in the full picture: x and y, each (h, w)."""
    columns = -(-plane.width_px // _MAP_STEP_PX) + 1
    rows = -(-plane.height_px // _MAP_STEP_PX) + 1
    across = (np.arange(columns) - 0.5) * _MAP_STEP_PX + 0.5 * (_MAP_STEP_PX - 1)
    down = (np.arange(rows) - 0.5) * _MAP_STEP_PX + 0.5 * (_MAP_STEP_PX - 1)
    grid = np.empty((rows, columns, 2))
    grid[:, :, 0], grid[:, :, 1] = across, down[:, None]
    pixels = registration.board_to_pixels(plane.to_board(grid.reshape(-1, 2)), plane.z_in)
    size = (columns * _MAP_STEP_PX, rows * _MAP_STEP_PX)
    start = _MAP_STEP_PX // 2

    def drawn_out(values: FloatArray) -> FloatImage:
        full = enlarge(values.reshape(rows, columns).astype(np.float32), size)
        inside = full[start : start + plane.height_px, start : start + plane.width_px]
        return np.ascontiguousarray(inside)

    return drawn_out(pixels[:, 0]), drawn_out(pixels[:, 1])
