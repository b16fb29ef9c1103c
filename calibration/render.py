"""Renders a picture of a table from its layout: the virtual camera and the tests look at these.

The picture has what a reader has to cope with (tilt, lens, uneven light, blur, noise, stickers on
the sides, hands) but is painted, not traced: real pictures remain the measure of recognition.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.layout import LightLayout, TableLayout, layout_registration
from calibration.lens import FloatArray
from calibration.map_picture import TABLE_MARGIN_IN, table_picture
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from calibration.solids import draw_covers, draw_cubes, draw_hand, draw_shadows

_Picture = NDArray[np.uint8]
_GRID_PX: Final = 16
"""Rays are reckoned for each so many pixels and filled in between."""
_FINER: Final = 1.25
"""The table is painted so many times finer than the camera sees it in the middle, within limits."""
_COARSEST_PIXELS_PER_INCH: Final = 8
_FINEST_PIXELS_PER_INCH: Final = 110
_NOISE_TILE_PX: Final = 512
"""Noise is drawn once for a square of this side, and each part of the picture takes it from it."""


def render_table(layout: TableLayout, scheme: StickerScheme) -> _Picture:
    """Paint one picture of the table.

    The same layout and scheme give the same picture, byte for byte.

    Returns:
        BGR, uint8 (layout.height_px, layout.width_px, 3), a fresh array.

    Raises:
        SchemeError: a cube is not one of the scheme's markers.
        LayoutError: the picture of the map cannot be read.
    """
    registration = layout_registration(layout, scheme.board)
    bare = msgspec.structs.replace(
        layout,
        cubes=(),
        hand=None,
        other_hands=(),
        covers=(),
        light=LightLayout(),
        blur_px=0.0,
        noise=0.0,
        seed=0,
    )
    picture = _bare_picture(bare, scheme).copy()
    draw_covers(picture, layout.covers, registration)
    draw_shadows(picture, layout.cubes, registration)
    draw_cubes(picture, layout.cubes, registration, scheme)
    hands = layout.other_hands if layout.hand is None else (*layout.other_hands, layout.hand)
    for hand in hands:
        draw_hand(picture, hand, registration)
    picture = _light(picture, layout.light, registration)
    if layout.blur_px > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), layout.blur_px), dtype=np.uint8)
    if layout.noise > 0:
        _add_noise(picture, layout.noise, layout.seed)
    return picture


@lru_cache(maxsize=2)
def _bare_picture(layout: TableLayout, scheme: StickerScheme) -> _Picture:
    """The table without anything on it, as the camera sees it in even light."""
    registration = layout_registration(layout, scheme.board)
    finer = round(registration.pixels_per_inch() * _FINER)
    scale = max(min(finer, _FINEST_PIXELS_PER_INCH), _COARSEST_PIXELS_PER_INCH)
    table = table_picture(scheme, scale, layout.map_picture, layout.missing_corners)
    columns = layout.width_px // _GRID_PX + 3
    rows = layout.height_px // _GRID_PX + 3
    # One cell more on every side, since the enlargement below is flat in its outermost half cells.
    x_px = (np.arange(columns) - 0.5) * _GRID_PX - 0.5
    y_px = (np.arange(rows) - 0.5) * _GRID_PX - 0.5
    points = np.stack(np.meshgrid(x_px, y_px), axis=-1).reshape(-1, 2)
    on_board = registration.pixels_to_board(points)
    texture = ((on_board + TABLE_MARGIN_IN) * scale - 0.5).astype(np.float32)
    coarse = texture.reshape(rows, columns, 2)
    full = cv2.resize(coarse, (columns * _GRID_PX, rows * _GRID_PX))
    full = full[_GRID_PX : _GRID_PX + layout.height_px, _GRID_PX : _GRID_PX + layout.width_px]
    picture = cv2.remap(
        table,
        full[:, :, 0],
        full[:, :, 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return np.asarray(picture, dtype=np.uint8)


def light_at(light: LightLayout, x: FloatArray, y: FloatArray) -> FloatArray:
    """Brightness at places of the picture, glare left aside.

    Args:
        light: the light.
        x: places as shares of the picture's width, 0 to 1.
        y: the same of its height, in the same shape.
    """
    right, down = x - 0.5, y - 0.5
    falloff = 1.0 - light.falloff * (right**2 + down**2) * 2.0
    slope = 1.0 + 2.0 * (light.slope[0] * right + light.slope[1] * down)
    return np.asarray(light.gain * falloff * np.maximum(slope, 0.0), dtype=np.float64)


def _light(picture: _Picture, light: LightLayout, registration: Registration) -> _Picture:
    height_px, width_px = picture.shape[:2]
    rows, columns = 54, 96
    y, x = np.mgrid[0:rows, 0:columns]
    even = light_at(light, (x + 0.5) / columns, (y + 0.5) / rows)
    warm = np.array([1.0 - 0.25 * light.warmth, 1.0, 1.0 + 0.25 * light.warmth])
    gains = (even[:, :, None] * warm).astype(np.float32)
    full = cv2.resize(gains, (width_px, height_px))
    lit = cv2.multiply(picture, full, dtype=cv2.CV_8U)
    if light.sun_in is not None:
        lit = _sunlit(lit, light.sun_in, light.sun_gain, registration)
    if light.glare_in is not None:
        glare = _glare(light.glare_in, light.glare_strength, registration, (height_px, width_px))
        lit = cv2.add(lit, cv2.cvtColor(glare, cv2.COLOR_GRAY2BGR))
    return np.asarray(lit, dtype=np.uint8)


def _sunlit(
    picture: cv2.typing.MatLike,
    sun_in: tuple[float, float, float, float],
    gain: float,
    registration: Registration,
) -> _Picture:
    """The picture with a patch of sunlight, as a window throws it."""
    x_in, y_in, width_in, height_in = sun_in
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    outline = registration.board_to_pixels(corners * [width_in, height_in] + [x_in, y_in])
    share = np.zeros(picture.shape[:2], dtype=np.float32)
    cv2.fillConvexPoly(share, np.round(outline).astype(np.int32), 1.0)
    share = cv2.GaussianBlur(share, (0, 0), 2.0)
    brighter = cv2.cvtColor(1.0 + (gain - 1.0) * share, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.multiply(picture, brighter, dtype=cv2.CV_8U), dtype=np.uint8)


def _glare(
    glare_in: tuple[float, float, float],
    strength: float,
    registration: Registration,
    shape: tuple[int, int],
) -> _Picture:
    x_in, y_in, radius_in = glare_in
    middle: FloatArray = registration.board_to_pixels(np.array([[x_in, y_in]]))[0]
    radius_px = radius_in * registration.pixels_per_inch()
    y, x = np.mgrid[0 : shape[0] : 4, 0 : shape[1] : 4]
    square = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / max(radius_px, 1.0) ** 2
    small = np.clip(255.0 * strength * np.exp(-square), 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, (shape[1], shape[0])), dtype=np.uint8)


@lru_cache(maxsize=4)
def _noise_tile(noise: float, seed: int) -> NDArray[np.int16]:
    generator = np.random.default_rng(seed)
    grains = generator.normal(0.0, noise, (_NOISE_TILE_PX, _NOISE_TILE_PX, 3))
    return np.asarray(np.round(grains), dtype=np.int16)


def _add_noise(picture: _Picture, noise: float, seed: int) -> None:
    tile = _noise_tile(noise, seed)
    for top in range(0, picture.shape[0], _NOISE_TILE_PX):
        for left in range(0, picture.shape[1], _NOISE_TILE_PX):
            part = picture[top : top + _NOISE_TILE_PX, left : left + _NOISE_TILE_PX]
            part[:] = cv2.add(part, tile[: part.shape[0], : part.shape[1]], dtype=cv2.CV_8U)
