"""What a picture of the table says of the camera: light, corner tags, scale, sharpness."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.scheme import StickerScheme
from companion.service.doctor_finding import Finding
from vision.corners import CornerFinder
from vision.cv import ByteImage, to_grey
from vision.reader import Reader

BLACK: Final = 12
"""Of 255. Nearly all pixels of a covered lens are below it."""

DARK: Final = 45
"""Of 255. Where even the paper of the map is darker, colours and tags sink into noise."""

BLOWN: Final = 252
"""Of 255. From here on the sensor has given up and the print is gone."""

MUCH_BLOWN: Final = 0.05
FAINT: Final = 0.5
"""Contrast left to the finest print; tags are read with a margin above it."""

LOST: Final = 0.2
_PAPER_SHARE: Final = 90


def examine_picture(
    image: NDArray[np.uint8], scheme: StickerScheme, lens: Lens | None
) -> Iterator[Finding]:
    """Judge a picture of the table.

    Args:
        image: BGR (h, w, 3) or grey (h, w).
        scheme: the stickers.
        lens: the camera's lens, None to estimate it.
    """
    grey = to_grey(image)
    light = examine_light(grey)
    yield light
    if light.level == "trouble":
        return
    reader = Reader(scheme, lens)
    registration, reason = reader.register(image)
    seen = CornerFinder(scheme).find(grey)
    if registration is None:
        yield Finding(
            part="camera",
            level="trouble",
            text=f"The map is not found; {len(seen)} of {len(scheme.corners)} corner tags seen.",
            mend=reason,
        )
    elif reason:
        text = f"The map is found; {len(seen)} of {len(scheme.corners)} corner tags seen."
        yield Finding(part="camera", level="note", text=text, mend=reason)
    else:
        text = f"The map is found by all {len(scheme.corners)} corner tags."
        yield Finding(part="camera", level="well", text=text)
    if registration is None or not seen:
        return
    modules = scheme.pattern(scheme.corners[0].tag_id).shape[0]
    module_px = (
        registration.pixels_per_inch(scheme.cube_side_in) * scheme.marker_tag_side_in / modules
    )
    blur_px = float(np.median([corner.blur_px for corner in seen.values()]))
    yield sharpness(blur_px, module_px)


def examine_light(grey: ByteImage) -> Finding:
    """Whether a picture has light enough and not too much."""
    paper = float(np.percentile(grey, _PAPER_SHARE))
    if float(np.percentile(grey, 99)) < BLACK:
        return Finding(
            part="camera",
            level="trouble",
            text="The picture is black.",
            mend="Take the cap off the lens, see that nothing lies on it, and switch a lamp on.",
        )
    if paper < DARK:
        return Finding(
            part="camera",
            level="trouble",
            text=f"The picture is very dark: its bright parts reach {paper:.0f} of 255.",
            mend="Give the table more light, best from two sides, or let the camera expose longer.",
        )
    blown = float(np.mean(grey >= BLOWN))
    if blown > MUCH_BLOWN:
        return Finding(
            part="camera",
            level="note",
            text=f"{blown:.0%} of the picture are too bright to show any print.",
            mend="Turn lamps so that they do not mirror in the map, or expose shorter.",
        )
    return Finding(part="camera", level="well", text="The light is good.")


def sharpness(blur_px: float, module_px: float) -> Finding:
    """What a blur does to the print of a marker's sticker.

    Light and dark squares side by side are a wave of two squares; a Gaussian blur of s squares
    leaves exp(-(pi s)^2 / 2) of its contrast (its Fourier transform at half a cycle a square).

    Args:
        blur_px: standard deviation of the blur of edges.
        module_px: side of one square of a marker's tag in the picture.
    """
    left = math.exp(-((math.pi * blur_px / module_px) ** 2) / 2)
    text = (
        f"A square of a marker's tag has {module_px:.1f} pixels, edges are blurred by "
        f"{blur_px:.1f}: {left:.0%} of the contrast is left."
    )
    mend = (
        "Focus the lens on the map and let nothing shake; if it is sharp, bring the camera nearer "
        "or let it take larger pictures."
    )
    if left < LOST:
        return Finding(part="camera", level="trouble", text=text, mend=mend)
    if left < FAINT:
        return Finding(part="camera", level="note", text=text, mend=mend)
    return Finding(part="camera", level="well", text=text)
