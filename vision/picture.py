"""The part of a picture that is worked on: grey, and shrunk where it is sharper than needed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cv import ByteImage, FloatImage, brighten, sample, shrink, soften, to_grey
from vision.reading import PixelBox

_SHRUNK_BLUR_PX = 0.3
"""Blur that a shrunk picture has from taking means, standard deviation in its own pixels."""


DIM: Final = 100.0
"""Brightness of the lightest hundredth of a picture below which it is brightened to be read."""
_BRIGHTENED_TO: Final = 200.0
_MOST_GAIN: Final = 16.0
_LIGHT_SHARE: Final = 0.99
_LOOKED_AT_PX: Final = 32
"""About so many pixels along the shorter side are enough to tell how dark a picture is."""


@dataclass(frozen=True, eq=False)
class WorkPicture:
    """A grey part of a picture.

    Attributes:
        grey: uint8 (h, w).
        colour: BGR uint8 (h, w, 3) of the same part in full size, None for a grey picture.
        box: which part of the picture it is, in full pixels.
        factor: size of its pixels' count against the full picture, at most 1.
        smoothed_px: how far its grey was blurred against noise, in its own pixels.
    """

    grey: ByteImage
    colour: ByteImage | None
    box: PixelBox
    factor: float
    smoothed_px: float = 0.0

    def take(self, x_px: FloatImage, y_px: FloatImage, *, smooth: bool = True) -> ByteImage:
        """Grey values at full picture pixels: x and y (h, w) -> (h, w)."""
        offset_x = np.float32((0.5 - self.box.left) * self.factor - 0.5)
        offset_y = np.float32((0.5 - self.box.top) * self.factor - 0.5)
        scale = np.float32(self.factor)
        return sample(self.grey, x_px * scale + offset_x, y_px * scale + offset_y, smooth=smooth)

    def take_colour(self, x_px: FloatImage, y_px: FloatImage) -> ByteImage | None:
        """BGR values at full picture pixels: x and y (h, w) -> (h, w, 3); None if grey."""
        if self.colour is None:
            return None
        left, top = np.float32(self.box.left), np.float32(self.box.top)
        return sample(self.colour, x_px - left, y_px - top, smooth=False)

    def blur_of(self, blur_px: float) -> float:
        """Blur in full pixels of edges that the full picture shows with a given blur."""
        shrunk_px = _SHRUNK_BLUR_PX if self.factor < 1 else 0.0
        return math.hypot(blur_px, shrunk_px / self.factor, self.smoothed_px / self.factor)


def gain_for(image: NDArray[np.uint8]) -> float:
    """How much brighter a picture has to be made to be read: 1 unless it is very dark.

    Steps of the reading count small contrasts as noise, which in a dark picture they are not.
    """
    step = max(1, min(image.shape[:2]) // _LOOKED_AT_PX)
    looked_at = image[::step, ::step].ravel()
    place = int(_LIGHT_SHARE * (looked_at.size - 1))
    lightest = float(np.partition(looked_at, place)[place])
    return 1.0 if lightest >= DIM else min(_BRIGHTENED_TO / max(lightest, 1.0), _MOST_GAIN)


def cut(
    image: NDArray[np.uint8],
    box: PixelBox,
    factor: float,
    gain: float = 1.0,
    smooth_px: float = 0.0,
) -> WorkPicture:
    """The part of a picture inside a box, its sides clipped to the picture.

    Args:
        image: BGR (h, w, 3) or grey (h, w), 8 bits.
        box: full pixels.
        factor: 1 keeps the size; smaller ones shrink.
        gain: how much brighter it is made.
        smooth_px: how far the grey is blurred against noise, in pixels after shrinking.
    """
    height, width = image.shape[:2]
    left, top = max(0, min(box.left, width - 1)), max(0, min(box.top, height - 1))
    right, bottom = max(left + 1, min(box.right, width)), max(top + 1, min(box.bottom, height))
    part = image[top:bottom, left:right]
    if gain > 1:
        part = brighten(part, gain)
    grey = to_grey(part)
    colour = part if part.ndim == 3 and part.shape[2] == 3 else None
    grey = shrink(grey, factor) if factor < 1 else grey
    return WorkPicture(
        grey=soften(grey, smooth_px) if smooth_px > 0 else grey,
        colour=colour,
        box=PixelBox(left, top, right, bottom),
        factor=factor,
        smoothed_px=smooth_px,
    )


def work_factor(pixels_per_inch: float, wanted_per_inch: float) -> float:
    """Shrink by halves until a picture has less than twice the scale that is wanted."""
    factor = 1.0
    while pixels_per_inch * factor > 1.9 * wanted_per_inch:
        factor /= 2
    return factor
