"""Takes the look of tags from a picture, given where they are thought to be on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from vision.art import PatternStack, SampleGrid
from vision.picture import WorkPicture

FloatArray = NDArray[np.float64]
_STEP_IN: Final = 0.1
_AROUND_IN: Final = np.array(
    [[0.0, 0.0], [_STEP_IN, 0.0], [-_STEP_IN, 0.0], [0.0, _STEP_IN], [0.0, -_STEP_IN]]
)


@dataclass(frozen=True, eq=False)
class Poses:
    """Where n tags lie in a plane over the board.

    Attributes:
        centres_in: (n, 2) board inches.
        yaws_rad: (n,) direction of the upper edge, 0 east, clockwise seen from above.
        sides_in: (n,) side of the black square.
    """

    centres_in: FloatArray
    yaws_rad: FloatArray
    sides_in: FloatArray

    def __len__(self) -> int:
        return len(self.yaws_rad)

    def pick(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Poses:
        """Some of them, in the order of the indices."""
        return Poses(self.centres_in[which], self.yaws_rad[which], self.sides_in[which])

    def turned(self, quarters: NDArray[np.intp]) -> Poses:
        """Turned clockwise by quarter turns."""
        return Poses(self.centres_in, self.yaws_rad + quarters * (np.pi / 2), self.sides_in)


@dataclass(frozen=True, eq=False)
class PatchTaker:
    """Takes patches from one picture at one height above the map."""

    picture: WorkPicture
    registration: Registration
    z_in: float

    def pixel_frames(self, poses: Poses) -> tuple[FloatArray, FloatArray]:
        """Where tags lie in the picture: centres (n, 2) and steps a inch of tag (n, 2, 2).

        Within a tag the picture is taken for an affine view: over so short a way the camera's
        perspective and the lens change by less than a fiftieth of a pixel.
        """
        here = poses.centres_in
        around = here + _AROUND_IN[:, None]
        pixels = self.registration.board_to_pixels(around, self.z_in).reshape(5, -1, 2)
        centre, east, west, south, north = pixels
        steps = np.stack([east - west, south - north], axis=2) / (2 * _STEP_IN)
        turn = np.empty((len(poses), 2, 2))
        turn[:, 0, 0] = turn[:, 1, 1] = np.cos(poses.yaws_rad)
        turn[:, 1, 0] = np.sin(poses.yaws_rad)
        turn[:, 0, 1] = -turn[:, 1, 0]
        return centre, steps @ turn

    def take(self, poses: Poses, grid: SampleGrid) -> PatternStack:
        """Grey values of tags on a grid of d samples: (n, d) float32."""
        centre, frame = self.pixel_frames(poses)
        frame = (frame * (poses.sides_in / grid.modules)[:, None, None]).astype(np.float32)
        u, v = grid.points()
        at = np.stack([u, v])
        x = (frame[:, 0] @ at + centre[:, :1]).astype(np.float32)
        y = (frame[:, 1] @ at + centre[:, 1:]).astype(np.float32)
        return self.picture.take(x, y).astype(np.float32)
