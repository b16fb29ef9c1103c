"""Draws the shapes of a sheet as a picture, for tests that look at what would be printed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, assert_never

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from calibration.sheets.fonts import CAPITAL_SHARE, font_file
from calibration.sheets.shapes import Area, Ink, Line, Paper, Point, Rectangle, Shape, Text

_SHIFT: Final = 8


def raster(shapes: Iterable[Shape], paper: Paper, pixels_per_mm: float) -> NDArray[np.uint8]:
    """Shapes on white paper: BGR uint8, pixel (0, 0) is the top left corner of the paper."""
    height_px = round(paper.height_mm * pixels_per_mm)
    width_px = round(paper.width_mm * pixels_per_mm)
    picture = np.full((height_px, width_px, 3), 255, dtype=np.uint8)
    for shape in shapes:
        match shape:
            case Rectangle():
                right, bottom = shape.x_mm + shape.width_mm, shape.y_mm + shape.height_mm
                corners = (
                    (shape.x_mm, shape.y_mm),
                    (right, shape.y_mm),
                    (right, bottom),
                    (shape.x_mm, bottom),
                )
                _fill(picture, (corners,), shape.ink, pixels_per_mm)
            case Area():
                _fill(picture, shape.loops_mm, shape.ink, pixels_per_mm)
            case Line():
                _line(picture, shape, pixels_per_mm)
            case Text():
                _text(picture, shape, pixels_per_mm)
            case _:
                assert_never(shape)
    return picture


def _bgr(ink: Ink) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in ink)
    return blue, green, red


def _fixed(points: tuple[Point, ...], pixels_per_mm: float) -> NDArray[np.int32]:
    # cv2 counts from the middle of a pixel and fills its outline too: half a pixel on both sides.
    pixels = np.array(points) * pixels_per_mm - 0.5
    return np.round(pixels * 2**_SHIFT).astype(np.int32)


def _fill(
    picture: NDArray[np.uint8], loops: tuple[tuple[Point, ...], ...], ink: Ink, scale: float
) -> None:
    cover = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.fillPoly(cover, [_fixed(loop, scale) for loop in loops], 255, cv2.LINE_AA, _SHIFT)
    _blend(picture, cover, ink)


def _line(picture: NDArray[np.uint8], line: Line, scale: float) -> None:
    start = np.array(line.start_mm)
    end = np.array(line.end_mm)
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    aside = np.array([-along[1], along[0]]) * line.width_mm / 2
    corners = tuple(
        (float(x), float(y)) for x, y in (start + aside, end + aside, end - aside, start - aside)
    )
    _fill(picture, (corners,), line.ink, scale)


def _text(picture: NDArray[np.uint8], text: Text, scale: float) -> None:
    font = _font(text.is_bold, text.height_mm / CAPITAL_SHARE * scale)
    cover = Image.new("L", (picture.shape[1], picture.shape[0]), 0)
    anchor = {"left": "ls", "middle": "ms", "right": "rs"}[text.anchor]
    at = (text.at_mm[0] * scale, text.at_mm[1] * scale)
    ImageDraw.Draw(cover).text(at, text.text, fill=255, font=font, anchor=anchor)
    _blend(picture, np.asarray(cover), text.ink)


@cache
def _font(is_bold: bool, size_px: float) -> ImageFont.FreeTypeFont:  # noqa: FBT001 - part of the cache's key
    return ImageFont.truetype(str(font_file(is_bold=is_bold)), size_px)


def _blend(picture: NDArray[np.uint8], cover: NDArray[np.uint8], ink: Ink) -> None:
    left, top, width, height = cv2.boundingRect(cover)
    part = picture[top : top + height, left : left + width]
    share = cover[top : top + height, left : left + width, None].astype(np.float32) / 255
    mixed = part * (1 - share) + np.array(_bgr(ink), dtype=np.float32) * share
    part[:] = np.round(mixed).astype(np.uint8)
