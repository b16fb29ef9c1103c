"""Finds square tags by what all of them share: a black border inside a white edge.

A few soft rings are run over a small copy of the drawing first. Where they answer, sharp rings at
many angles, small offsets and two sizes are laid over the drawing, and the best one by normalised
correlation counts: brightness and contrast do not matter, the pattern inside is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cv import ByteImage, Correlator, FloatImage, dilate, shrink, spread, widened

FloatArray = NDArray[np.float64]

PIXELS_PER_MODULE: Final = 3
LEAST_RING: Final = 0.55
"""Correlation with a ring below which nothing is taken for a tag."""
WHITE_EDGE: Final = 0.65
"""Width of the white edge that is looked at, in modules."""
_ANGLES: Final = 12
Forms = tuple[tuple[float, tuple[int, ...]], ...]
"""Sizes of sharp rings, as shares of the expected one, and how far off in pixels each is laid."""
_AROUND_PX: Final = (-1, 0, 1)
ANY_SIZE: Final[Forms] = ((1.0, _AROUND_PX), (1.1, _AROUND_PX))
KNOWN_SIZE: Final[Forms] = ((1.0, _AROUND_PX), (1.1, (0,)))
"""Where the size of the prints is known only tops of tall stacks are larger: no tag of 2281 on
everyday tables, worn in many ways, was better answered by a larger ring."""
_SOFT_PIXELS_PER_MODULE: Final = 2
_SOFT_ANGLES: Final = 4
_SOFT_REACH: Final = 0.21
"""How far a soft ring's turn may be off, as a share of a quarter turn."""
_SOFT_SIZES: Final = (1.0, 1.08)
_SOFT_WHITE_EDGE: Final = 0.55
_FINE: Final = 4
_NOISE: Final = 3.0
_SOFT_NOISE: Final = 8.0
"""Contrast in grey levels under which even areas beside a tag may not outdo it."""
_APART: Final = 0.3
"""Rings nearer to a better one than this share of a tag's side are the same."""


@dataclass(frozen=True, eq=False)
class Rings:
    """Rings found in a drawing, the best first.

    Attributes:
        centres_px: (n, 2) in pixels of the drawing.
        yaws_rad: (n,) turn of the square, 0 to a quarter turn, clockwise.
        sizes: (n,) side over the expected side.
        scores: (n,) correlation, up to 1.
    """

    centres_px: FloatArray
    yaws_rad: FloatArray
    sizes: FloatArray
    scores: FloatArray


@dataclass(frozen=True, eq=False)
class _Bank:
    """Rings to compare with: templates and their masks (d, t), what each stands for (t, 4).

    The d places are those of a window around the middle that any ring covers.
    """

    places: NDArray[np.intp]
    templates: FloatImage
    masks: FloatImage
    areas: FloatImage
    meanings: FloatArray


def find_rings(drawing: ByteImage, modules: int, most: int, forms: Forms = ANY_SIZE) -> Rings:
    """Find rings in a drawing of `PIXELS_PER_MODULE`.

    Args:
        drawing: uint8 (h, w), the board seen from above.
        modules: modules along a side of a tag, border included.
        most: how many answers of the soft rings are looked at.
        forms: the sharp rings.
    """
    spots, soft = _spots(drawing, modules, most)
    reach = _reach(modules, PIXELS_PER_MODULE)
    side = 2 * reach + 1
    # The window around each pixel, without a copy.
    windows = np.lib.stride_tricks.sliding_window_view(widened(drawing, reach), (side, side))
    found = [
        _compare(windows, spots[soft == turn], _bank(modules, turn, forms))
        for turn in range(_SOFT_ANGLES)
    ]
    tops = np.concatenate([top for top, _ in found])
    rings = np.concatenate([ring for _, ring in found])
    good = np.flatnonzero(tops > LEAST_RING)
    good = good[np.argsort(-tops[good], kind="stable")]
    kept = good[_thin_out(rings[good, 1:3], _APART * modules * PIXELS_PER_MODULE)]
    return Rings(
        centres_px=rings[kept, 1:3],
        yaws_rad=rings[kept, 0],
        sizes=rings[kept, 3],
        scores=tops[kept],
    )


def _compare(
    windows: ByteImage, spots: NDArray[np.intp], bank: _Bank
) -> tuple[FloatArray, FloatArray]:
    """The best ring at each spot: its correlation (n,), and its yaw, x, y, size (n, 4).

    Args:
        windows: (h, w, s, s) what lies around each pixel of the drawing, as far as a ring reaches.
        spots: (n, 2) pixels x, y of the drawing itself.
        bank: the rings.
    """
    if not len(spots):
        return np.zeros(0), np.zeros((0, 4))
    seen = windows[spots[:, 1], spots[:, 0]].reshape(len(spots), -1)[:, bank.places]
    seen = seen.astype(np.float32)
    seen -= seen.mean(axis=1, keepdims=True)
    means = seen @ bank.masks
    variances = (seen * seen) @ bank.masks - means * means
    scores = (seen @ bank.templates) / np.sqrt((variances + _NOISE**2) * bank.areas)
    best = scores.argmax(axis=1)
    rings = bank.meanings[best]
    rings[:, 1:3] += spots
    return scores[np.arange(len(best)), best].astype(np.float64), rings


def _spots(
    drawing: ByteImage, modules: int, most: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pixels where the soft rings answer most against the contrast around.

    Returns:
        Pixels x, y (n, 2), and which soft ring answers there (n,).
    """
    ratio = _SOFT_PIXELS_PER_MODULE / PIXELS_PER_MODULE
    small = shrink(drawing, ratio).astype(np.float32)
    answers = list(_soft_correlator(modules).apply(small))
    answer = np.maximum(answers[0], answers[1])
    for another in answers[2:]:
        np.maximum(answer, another, out=answer)
    side = ((modules + 2) * _SOFT_PIXELS_PER_MODULE) | 1
    answer /= spread(small, side) + np.float32(_SOFT_NOISE)
    peaks = (dilate(answer, (2 * _SOFT_PIXELS_PER_MODULE) | 1) == answer) & (answer > 0)
    rows, columns = np.nonzero(peaks)
    values = answer[rows, columns]
    if len(values) > most:
        chosen = np.argpartition(-values, most)[:most]
        rows, columns = rows[chosen], columns[chosen]
    height, width = drawing.shape
    x = np.clip(np.round((columns + 0.5) / ratio - 0.5), 0, width - 1)
    y = np.clip(np.round((rows + 0.5) / ratio - 0.5), 0, height - 1)
    turns = np.argmax([one[rows, columns] for one in answers], axis=0)
    return np.stack([x, y], axis=1).astype(np.intp), turns


def _thin_out(centres: FloatArray, apart_px: float) -> NDArray[np.intp]:
    """Indices of those that have no better one near; the best comes first."""
    x, y = centres.T
    are_near = np.abs(x[:, None] - x) <= apart_px
    are_near &= np.abs(y[:, None] - y) <= apart_px
    is_free = np.ones(len(centres), dtype=np.bool_)
    kept: list[int] = []
    for index, near in enumerate(are_near):
        if is_free[index]:
            kept.append(index)
            is_free &= ~near
    return np.array(kept, dtype=np.intp)


def _square_distance(axis: FloatArray, yaw: float, centre: tuple[float, float]) -> FloatArray:
    x, y = np.meshgrid(axis - centre[0], axis - centre[1])
    u = x * np.cos(yaw) + y * np.sin(yaw)
    v = -x * np.sin(yaw) + y * np.cos(yaw)
    return np.asarray(np.maximum(np.abs(u), np.abs(v)), dtype=np.float64)


def _ring(distance: FloatArray, modules: int, white_edge: float) -> tuple[FloatArray, FloatArray]:
    """White edge and black border on a fine raster, as ones."""
    half = modules / 2
    white = (distance >= half) & (distance < half + white_edge)
    black = (distance >= half - 1) & (distance < half)
    return white.astype(np.float64), black.astype(np.float64)


def _coarser(fine: FloatArray) -> FloatArray:
    side = len(fine) // _FINE
    return np.asarray(fine.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3)), dtype=np.float64)


def _reach(modules: int, per_module: int) -> int:
    return int(np.ceil((modules / 2 + WHITE_EDGE) * np.sqrt(2) * per_module))


def _fine_axis(reach: int, per_module: int) -> FloatArray:
    count = (2 * reach + 1) * _FINE
    return (np.arange(count) - (count - 1) / 2) / _FINE / per_module


def _soft_rings(modules: int) -> tuple[FloatImage, ...]:
    """Rings smeared over the turns and sizes that one filter has to answer to."""
    reach = _reach(modules, _SOFT_PIXELS_PER_MODULE)
    axis = _fine_axis(reach, _SOFT_PIXELS_PER_MODULE)
    kernels = []
    for middle in range(_SOFT_ANGLES):
        total = np.zeros((2 * reach + 1, 2 * reach + 1))
        for off in (-0.25, 0.0, 0.25):
            yaw = (middle + off) * np.pi / 2 / _SOFT_ANGLES
            for size in _SOFT_SIZES:
                distance = _square_distance(axis, yaw, (0.0, 0.0)) / size
                white, black = _ring(distance, modules, _SOFT_WHITE_EDGE)
                total += _coarser(white / white.sum() - black / black.sum())
        kernels.append((total * (2 / np.abs(total).sum())).astype(np.float32))
    return tuple(kernels)


@cache
def _soft_correlator(modules: int) -> Correlator:
    return Correlator(_soft_rings(modules))


@cache
def _bank(modules: int, soft: int, forms: Forms) -> _Bank:
    """The sharp rings at the turns that one soft ring answers to."""
    turns = [
        turn
        for turn in range(_ANGLES)
        if abs((turn / _ANGLES - soft / _SOFT_ANGLES + 0.5) % 1 - 0.5) <= _SOFT_REACH
    ]
    reach = _reach(modules, PIXELS_PER_MODULE)
    axis = _fine_axis(reach, PIXELS_PER_MODULE)
    templates, masks, areas, meanings = [], [], [], []
    for size, offsets in forms:
        yaws = np.array(turns) * (np.pi / 2 / _ANGLES)
        for yaw, down, across in product(yaws, offsets, offsets):
            centre = (across / PIXELS_PER_MODULE, down / PIXELS_PER_MODULE)
            distance = _square_distance(axis, float(yaw), centre) / size
            white, black = (_coarser(part) for part in _ring(distance, modules, WHITE_EDGE))
            mask = white + black
            signs = white - black
            signs -= mask * (signs.sum() / mask.sum())
            weight = np.divide(signs**2, mask, out=np.zeros_like(mask), where=mask > 0)
            templates.append(signs.ravel() / np.sqrt(weight.sum()))
            masks.append(mask.ravel() / mask.sum())
            areas.append(mask.sum())
            meanings.append((float(yaw), across, down, size))
    places = np.flatnonzero(np.any(masks, axis=0))
    return _Bank(
        places=places,
        templates=np.ascontiguousarray(np.array(templates, dtype=np.float32).T[places]),
        masks=np.ascontiguousarray(np.array(masks, dtype=np.float32).T[places]),
        areas=np.array(areas, dtype=np.float32),
        meanings=np.array(meanings, dtype=np.float64),
    )
