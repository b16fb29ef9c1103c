"""The board as it lies in the thinned picture: which cells and samples show which inches."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.scheme import CornerTag
from companion.border import MarkerReading
from vision.change import CELL_SAMPLES, Cells, Samples, ThinGrid
from vision.reading import MarkerSeen, PixelBox

SPOT_RADIUS_IN: Final = 0.32
"""Half the side of a cube's top and a little."""
TAG_RADIUS_IN: Final = 0.2
"""Half the side of a tag and a little: all that looks otherwise when a cube is turned over."""
SAME_LOOK: Final = 0.9
"""Likeness of a tag with itself in other light; another tag of the set is less alike."""
_OUTSIDE_MARGIN_IN: Final = 0.4
"""So far beside the map the table counts as part of it."""
_BOX_MARGIN_IN: Final = 0.65
"""So far beyond changed cells a part is read: a whole marker fits."""
_MOST_PIXELS: Final = 4096
"""So many places are remembered before all are forgotten."""
WASHED_OUT: Final = 247
"""Grey level of a sample from which it shows nothing..."""
WASHED_SHARE: Final = 0.5
"""...and the share of such samples from which a patch does not."""
_FEWEST_SAMPLES: Final = 9
"""Fewer samples than these are like nothing."""


@dataclass(frozen=True, eq=False)
class BoardView:
    """Joins a registration with the sample grid of its pictures.

    Attributes:
        registration: where the board lies.
        grid: how the pictures are thinned.
    """

    registration: Registration
    grid: ThinGrid

    @cached_property
    def pixels_per_inch(self) -> float:
        """Scale in the middle of the map."""
        return self.registration.pixels_per_inch()

    @cached_property
    def cell_in(self) -> float:
        """Side of a cell on the map."""
        return self.grid.cell_px / self.pixels_per_inch

    @cached_property
    def outside(self) -> Cells:
        """Cells whose middle does not lie on the map: bool (rows, columns)."""
        rows, columns = self.grid.shape
        x_px = (np.arange(columns) + 0.5) * self.grid.cell_px - 0.5
        y_px = (np.arange(rows) + 0.5) * self.grid.cell_px - 0.5
        points = np.stack(np.meshgrid(x_px, y_px), axis=-1).reshape(-1, 2)
        inches = self.registration.pixels_to_board(points)
        board = self.registration.board
        off = (
            (inches[:, 0] < -_OUTSIDE_MARGIN_IN)
            | (inches[:, 0] > board.width_in + _OUTSIDE_MARGIN_IN)
            | (inches[:, 1] < -_OUTSIDE_MARGIN_IN)
            | (inches[:, 1] > board.height_in + _OUTSIDE_MARGIN_IN)
        )
        return np.asarray(off.reshape(rows, columns), dtype=np.bool_)

    def pixel(self, x_in: float, y_in: float, z_in: float) -> tuple[float, float]:
        """Pixel of a point above the map."""
        point = (x_in, y_in, z_in)
        found = self._pixels.get(point)
        if found is None:
            x_px, y_px = self.registration.board_to_pixels(np.array([[x_in, y_in]]), z_in)[0]
            if len(self._pixels) >= _MOST_PIXELS:
                self._pixels.clear()
            found = self._pixels[point] = float(x_px), float(y_px)
        return found

    @cached_property
    def _pixels(self) -> dict[tuple[float, float, float], tuple[float, float]]:
        """Pixels asked for before: the same markers are looked up in every changed picture."""
        return {}

    def cell_of(self, marker: MarkerSeen | MarkerReading) -> tuple[int, int]:
        """The cell in which a reading or a marker lies."""
        return self.grid.cell_of(*self.pixel(marker.x_in, marker.y_in, marker.z_in))

    def carried_from(self, before: BoardView, samples: Samples, now: Samples) -> Samples:
        """Samples of the same table in an earlier registration, as this one would see them.

        Args:
            before: the earlier registration.
            samples: what it saw.
            now: taken for what it did not see.
        """
        board = self.registration.board
        outline = np.array(
            [
                [0.0, 0.0],
                [board.width_in, 0.0],
                [board.width_in, board.height_in],
                [0.0, board.height_in],
            ]
        )
        source = before._on_samples(before.registration.board_to_pixels(outline))
        target = self._on_samples(self.registration.board_to_pixels(outline))
        move = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        size = (now.shape[1], now.shape[0])
        carried = cv2.warpPerspective(
            samples, move, size, dst=now.copy(), borderMode=cv2.BORDER_TRANSPARENT
        )
        return np.asarray(carried, dtype=np.uint8)

    def _on_samples(self, points_px: FloatArray) -> FloatArray:
        """Pixels as columns and rows of samples."""
        on_samples: FloatArray = (points_px - self.grid.stride_px // 2) / self.grid.stride_px
        return on_samples

    def window(
        self, x_in: float, y_in: float, z_in: float, radius_in: float
    ) -> tuple[slice, slice]:
        """The block of cells around a point above the map."""
        asked = (x_in, y_in, z_in, radius_in)
        found = self._windows.get(asked)
        if found is None:
            x_px, y_px = self.pixel(x_in, y_in, z_in)
            radius_px = radius_in * self.pixels_per_inch
            top, left = self.grid.cell_of(x_px - radius_px, y_px - radius_px)
            bottom, right = self.grid.cell_of(x_px + radius_px, y_px + radius_px)
            if len(self._windows) >= _MOST_PIXELS:
                self._windows.clear()
            found = self._windows[asked] = slice(top, bottom + 1), slice(left, right + 1)
        return found

    @cached_property
    def _windows(self) -> dict[tuple[float, float, float, float], tuple[slice, slice]]:
        return {}

    def spot(self, x_in: float, y_in: float, z_in: float) -> tuple[slice, slice]:
        """The block of cells that show a marker's top there."""
        return self.window(x_in, y_in, z_in, SPOT_RADIUS_IN)

    def patch(self, samples: Samples, x_in: float, y_in: float, z_in: float) -> Samples:
        """The samples that show a marker's tag there; smaller at the edge of the picture."""
        x_px, y_px = self.pixel(x_in, y_in, z_in)
        return self._cut(samples, x_px, y_px, TAG_RADIUS_IN)

    def corner_patch(self, samples: Samples, corner: CornerTag) -> Samples:
        """The samples that show a corner tag."""
        x_px, y_px = self.pixel(corner.x_in, corner.y_in, 0.0)
        return self._cut(samples, x_px, y_px, corner.side_in * 0.62)

    def _cut(self, samples: Samples, x_px: float, y_px: float, radius_in: float) -> Samples:
        stride = self.grid.stride_px
        first = stride // 2
        radius = max(2, round(radius_in * self.pixels_per_inch / stride))
        column = round((x_px - first) / stride)
        row = round((y_px - first) / stride)
        return samples[
            max(0, row - radius) : max(0, row + radius + 1),
            max(0, column - radius) : max(0, column + radius + 1),
        ]

    def boxes(self, cells: Cells) -> list[PixelBox]:
        """Rectangles of pixels around patches of cells, widened so that whole markers fit."""
        if not cells.any():
            return []
        margin = max(1, round(_BOX_MARGIN_IN / self.cell_in))
        wide = cv2.dilate(cells.astype(np.uint8), np.ones((2 * margin + 1,) * 2, dtype=np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
        cell = self.grid.cell_px
        rows, columns = self.grid.shape
        boxes = []
        for label in range(1, count):
            left, top, width, height = (int(value) for value in stats[label][:4])
            right, bottom = left + width, top + height
            boxes.append(
                PixelBox(
                    left * cell,
                    top * cell,
                    self.grid.width_px if right >= columns else right * cell,
                    self.grid.height_px if bottom >= rows else bottom * cell,
                )
            )
        return boxes

    def inside(self, boxes: Iterable[PixelBox]) -> Cells:
        """The cells that rectangles of pixels hold."""
        cells = np.zeros(self.grid.shape, dtype=np.bool_)
        side = self.grid.cell_px
        for box in boxes:
            cells[
                box.top // side : -(-box.bottom // side), box.left // side : -(-box.right // side)
            ] = True
        return cells


def paint(cells: Cells, samples: Samples, onto: Samples) -> None:
    """Copy the samples of some cells onto others, in place."""
    grown = np.repeat(np.repeat(cells, CELL_SAMPLES, axis=0), CELL_SAMPLES, axis=1)
    np.copyto(onto, samples, where=grown)


def likeness(one: Samples, other: Samples, noise: float = 0.0) -> float:
    """How alike two patches are, brightness and contrast left aside: -1 to 1.

    Args:
        one: samples.
        other: samples to compare with.
        noise: standard deviation of a sample's noise, which makes nothing unlike; never believed
            to be more than half of what a patch shows.
    """
    if one.shape != other.shape or one.size < _FEWEST_SAMPLES:
        return 0.0
    first = one.astype(np.float64) - one.mean()
    second = other.astype(np.float64) - other.mean()
    squares = float((first * first).sum()), float((second * second).sum())
    shown = [max(square - one.size * noise * noise, square / 2) for square in squares]
    scale = math.sqrt(shown[0] * shown[1])
    return min(1.0, float((first * second).sum()) / scale) if scale > 0 else 0.0


def is_washed_out(patch: NDArray[np.uint8]) -> bool:
    """Whether a patch is too bright to show anything."""
    return bool((patch >= WASHED_OUT).mean() > WASHED_SHARE) if patch.size else True
