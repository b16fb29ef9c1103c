"""How every hex and every hexside of a rectified map looks, as numbers that can be compared.

Nothing here knows what may be printed on a map: colour, its spread, and how rough and in which
direction the drawing is. Slow changes of light across the map are taken out first.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.survey_picture import PIXELS_PER_INCH, Picture
from companion.board.grid import HexGrid
from companion.board.hexes import Hexside

_LIGHT_STEP: Final = 16
"""The fall of the light is fitted to a picture so many times smaller..."""
_LIGHT_ROUNDS: Final = 4
"""...and what is far from it weighed anew so many times."""
_HEX_SIDE: Final = 40
"""Pixels along the side of the square that a hex is cut out as."""
_HEX_REACH_IN: Final = 0.5
_INNER_IN: Final = 0.46
"""Radius of what is looked at in it: its drawn outline lies outside."""
_SIDE_LONG: Final = 30
_SIDE_WIDE: Final = 24
"""Pixels along and across of the strip that a hexside is cut out as."""
_SIDE_LONG_IN: Final = 0.56
_SIDE_WIDE_IN: Final = 0.52
_BANDS: Final = 6
"""The strip's bands beside each other: two of them along the side itself."""
_DIRECTIONS: Final = 4
"""Edges are sorted by so many directions."""

Planes = NDArray[np.float32]


def hex_features(picture: Picture, board: HexGrid) -> FloatArray:
    """How each hex looks.

    Args:
        picture: the rectified map, BGR uint8 (h, w, 3).
        board: the map.

    Returns:
        float64 (number of hexes, number of features), in the order of the board.
    """
    planes = _planes(picture)
    steps = (np.arange(_HEX_SIDE) + 0.5) / _HEX_SIDE * 2 - 1
    across, down = np.meshgrid(steps * _HEX_REACH_IN, steps * _HEX_REACH_IN)
    centres = np.array([[c.x_in, c.y_in] for c in (board.centre(place) for place in board)])
    points = centres[:, None, None, :] + np.stack([across, down], axis=-1)
    patches = _sampled(planes, points)
    inside = np.hypot(across, down) <= _INNER_IN
    core = np.hypot(across, down) <= _INNER_IN / 2
    ring = inside & ~core
    parts = [_looks(patches[:, inside]), _means(patches[:, core]), _means(patches[:, ring])]
    return np.concatenate(parts, axis=1)


def side_features(picture: Picture, board: HexGrid, sides: tuple[Hexside, ...]) -> FloatArray:
    """How the ground around each hexside looks, the same from either hex.

    Args:
        picture: the rectified map, BGR uint8 (h, w, 3).
        board: the map.
        sides: the hexsides.

    Returns:
        float64 (number of hexsides, number of features).
    """
    planes = _planes(picture)
    along = ((np.arange(_SIDE_LONG) + 0.5) / _SIDE_LONG - 0.5) * _SIDE_LONG_IN
    beside = ((np.arange(_SIDE_WIDE) + 0.5) / _SIDE_WIDE - 0.5) * _SIDE_WIDE_IN
    middles = np.array([[m.x_in, m.y_in] for m in (board.middle(side) for side in sides)])
    outward = np.array([_outward(board, side) for side in sides])
    line = np.stack([-outward[:, 1], outward[:, 0]], axis=1)
    points = (
        middles[:, None, None, :]
        + beside[None, :, None, None] * outward[:, None, None, :]
        + along[None, None, :, None] * line[:, None, None, :]
    )
    patches = _sampled(planes, points)
    patches = _turned(patches, outward)
    bands = patches.reshape(len(sides), _BANDS, _SIDE_WIDE // _BANDS * _SIDE_LONG, -1)
    middle = bands[:, _BANDS // 2 - 1 : _BANDS // 2 + 1].reshape(len(sides), -1, bands.shape[-1])
    outer = np.concatenate([bands[:, 0], bands[:, -1]], axis=1)
    near = np.concatenate([bands[:, 1], bands[:, -2]], axis=1)
    first, second = _means(bands[:, 0]), _means(bands[:, -1])
    parts = [
        _looks(middle),
        _means(outer),
        np.abs(first - second),
        _means(middle) - _means(near),
        _means(middle) - _means(outer),
    ]
    return np.concatenate(parts, axis=1)


def _outward(board: HexGrid, side: Hexside) -> tuple[float, float]:
    """Direction from the first hex to the second."""
    here, there = board.centre(side.first), board.centre(side.second)
    length = here.distance_in(there)
    return (there.x_in - here.x_in) / length, (there.y_in - here.y_in) / length


def _planes(picture: Picture) -> Planes:
    """Lightness, two colours, roughness and edges in two directions: float32 (h, w, 6)."""
    even = _evenly_lit(picture)
    lab = cv2.cvtColor(even, cv2.COLOR_BGR2Lab)
    soft = cv2.GaussianBlur(lab[:, :, 0], (0, 0), 1.0)
    x = cv2.Scharr(soft, cv2.CV_32F, 1, 0) / 32
    y = cv2.Scharr(soft, cv2.CV_32F, 0, 1) / 32
    rough = np.abs(lab[:, :, 0] - cv2.GaussianBlur(lab[:, :, 0], (0, 0), 5.0))
    return np.dstack([lab, rough, x, y]).astype(np.float32)


def _evenly_lit(picture: Picture) -> Planes:
    """The picture without the slow fall of the light: float32 BGR 0 to 1, (h, w, 3).

    The light is a bent plane in the logarithm of each colour, laid through the middle of what the
    map shows; parts far from it, such as a dark sea, count less.
    """
    height, width = picture.shape[:2]
    small = cv2.resize(
        picture, (width // _LIGHT_STEP, height // _LIGHT_STEP), interpolation=cv2.INTER_AREA
    )
    values = np.log(small.reshape(-1, 3).astype(np.float64) + 8)
    y, x = np.mgrid[-1 : 1 : small.shape[0] * 1j, -1 : 1 : small.shape[1] * 1j]
    shape = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    fits = []
    for channel in range(3):
        weights = np.ones(len(values))
        fit = np.zeros(6)
        for _ in range(_LIGHT_ROUNDS):
            root = np.sqrt(weights)
            fit = np.linalg.lstsq(shape * root[:, None], values[:, channel] * root, rcond=None)[0]
            off = np.abs(values[:, channel] - shape @ fit)
            weights = 1 / (1 + (off / max(float(np.median(off)), 0.02)) ** 2)
        fits.append(fit)
    bent = shape[:, 1:] @ np.array(fits)[:, 1:].T
    light = cv2.resize(
        np.exp(bent).reshape(*small.shape[:2], 3).astype(np.float32), (width, height)
    )
    return np.asarray(np.clip(picture.astype(np.float32) / light / 255, 0, 1), dtype=np.float32)


def _sampled(planes: Planes, points_in: FloatArray) -> FloatArray:
    """The planes at board points: (n, a, b, 2) inches -> (n, a, b, planes)."""
    pixels = (points_in * PIXELS_PER_INCH - 0.5).astype(np.float32)
    flat = pixels.reshape(len(pixels), -1, 2)
    taken = [
        cv2.remap(
            np.ascontiguousarray(planes[:, :, plane]),
            flat,
            None,  # type: ignore[call-overload]  # one map may hold both coordinates
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for plane in range(planes.shape[2])
    ]
    return np.stack(taken, axis=-1).reshape(*points_in.shape[:3], -1).astype(np.float64)


def _turned(patches: FloatArray, outward: FloatArray) -> FloatArray:
    """Edges across and along a hexside instead of along x and y."""
    turned = patches.copy()
    x, y = patches[..., -2], patches[..., -1]
    out_x, out_y = outward[:, None, None, 0], outward[:, None, None, 1]
    turned[..., -2] = x * out_x + y * out_y
    turned[..., -1] = -x * out_y + y * out_x
    return turned


def _means(pixels: FloatArray) -> FloatArray:
    """Mean colour and roughness: (n, pixels, 6) -> (n, 4)."""
    return np.asarray(pixels[..., :4].mean(axis=1), dtype=np.float64)


def _looks(pixels: FloatArray) -> FloatArray:
    """Colour, its spread, how rough, and where edges point: (n, pixels, 6) -> (n, features)."""
    colour = pixels[..., :4]
    x, y = pixels[..., 4], pixels[..., 5]
    strength = np.hypot(x, y)
    turn = np.mod(np.arctan2(y, x), np.pi) / np.pi * _DIRECTIONS
    shares = [
        np.where(
            np.abs(np.mod(turn - one + _DIRECTIONS / 2, _DIRECTIONS) - _DIRECTIONS / 2) < 0.5,
            strength,
            0,
        ).mean(axis=1)
        for one in range(_DIRECTIONS)
    ]
    levels = np.quantile(colour[..., :3], [0.05, 0.25, 0.75, 0.95], axis=1)
    return np.concatenate(
        [
            colour.mean(axis=1),
            colour.std(axis=1),
            levels.transpose(1, 0, 2).reshape(len(pixels), -1),
            strength.mean(axis=1)[:, None],
            np.stack(shares, axis=1),
        ],
        axis=1,
    )
