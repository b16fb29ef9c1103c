"""Puts the printed stickers of the sheets on the cubes of the rendered table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import calibration.solids
from calibration.scheme import StickerScheme
from calibration.sheets.shapes import Paper, Rectangle, Text
from calibration.sheets.sticker import StickerKind, sticker_shapes, sticker_side_mm
from calibration.sheets.stickers import strip_groups
from tests.support.sheet_raster import raster

MM_PER_INCH = 25.4
PIXELS_PER_MM = 12.0
PAPER, INK = 240.0, 26.0
"""Brightness of paper and print on the rendered table."""


def kinds_by_tag(scheme: StickerScheme) -> dict[int, StickerKind]:
    """One sticker of each tag; of those that differ by label alone, the one with the longest."""
    kinds: dict[int, StickerKind] = {}
    for group in strip_groups(scheme):
        for strip in group.strips:
            for face in range(1, 7):
                tag_id = scheme.tag_of(strip.colour, face, strip.serial)
                label = strip.label if face == 1 else ""
                kind = StickerKind(tag_id, face, strip.colour, label, has_free_place=face == 1)
                if tag_id not in kinds or len(label) > len(kinds[tag_id].label):
                    kinds[tag_id] = kind
    return kinds


def sticker_picture(
    scheme: StickerScheme, kind: StickerKind, *, has_number: bool = True
) -> NDArray[np.uint8]:
    """A sticker cut out: grey uint8, square, 255 is white paper."""
    side_mm = sticker_side_mm(scheme)
    shapes = sticker_shapes(scheme, kind, (0.0, 0.0))
    if not has_number:
        shapes = [
            shape
            for shape in shapes
            if not isinstance(shape, Text) and not (isinstance(shape, Rectangle) and shape.x_mm > 1)
        ]
    picture = raster(shapes, Paper("sticker", side_mm, side_mm), PIXELS_PER_MM)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def use_printed_stickers(
    patch: pytest.MonkeyPatch, scheme: StickerScheme, *, has_number: bool
) -> None:
    """Have the rendered table show the stickers of the sheets of this scheme."""
    kinds = kinds_by_tag(scheme)
    drawn: dict[int, NDArray[np.uint8]] = {}

    def printed(_: StickerScheme, tag_id: int) -> NDArray[np.uint8]:
        if tag_id not in drawn:
            white = sticker_picture(scheme, kinds[tag_id], has_number=has_number)
            toned = INK + white.astype(np.float64) * (PAPER - INK) / 255
            drawn[tag_id] = np.round(toned).astype(np.uint8)
        return drawn[tag_id]

    edge_in = (sticker_side_mm(scheme) / MM_PER_INCH - scheme.marker_tag_side_in) / 2
    patch.setattr(calibration.solids, "_sticker", printed)
    patch.setattr(calibration.solids, "_STICKER_EDGE_IN", edge_in)
