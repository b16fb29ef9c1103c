"""Pictures of a table full of things that are no markers, with the corner tags in sight."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.families import find_family
from calibration.layout import CameraLayout, HandLayout, LightLayout, TableLayout
from calibration.render import render_table
from calibration.scheme import StickerScheme

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
SIZES: Final = ((1280, 720), (1440, 810), (1600, 900), (1920, 1080))
_BACKGROUNDS: Final = 8
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
_LETTERS: Final = "ABCDEFGHKLMNOPRSTUVWXabcdefghkmnorst0123456789#&@%+=?!"
_LEAST_APART: Final = 2
"""Modules in which a tag of random modules differs at least from every issued one."""


class ClutterMaker:
    """Paints frames in which nothing is to be read.

    Args:
        scheme: gives the corner tags, and the tags that must not occur.
    """

    def __init__(self, scheme: StickerScheme) -> None:
        self._scheme = scheme
        self._issued = np.stack(
            [np.rot90(scheme.pattern(tag), turns) for tag in scheme.issued for turns in range(4)]
        )
        known = scheme.issued | scheme.corner_ids
        self._strange = [tag for tag in range(len(scheme.family.codes)) if tag not in known]
        others = (find_family(f"DICT_{name}") for name in ("4X4_250", "5X5_250", "6X6_250"))
        self._families = [family for family in others if family is not None]
        self._background = lru_cache(maxsize=_BACKGROUNDS)(self._table)

    def frame(self, seed: int) -> Picture:
        """One frame; the same seed gives the same one."""
        source = random.Random(seed)  # noqa: S311 - scatters clutter, guards nothing
        bare = self._background(source.randrange(_BACKGROUNDS))
        picture = bare.copy()
        height, width = picture.shape[:2]
        per_inch = height / 23.0
        kinds = (
            self._drawing,
            self._text,
            self._tag,
            self._tag,
            self._checks,
            self._counter,
            self._card,
            self._grain,
            self._frames,
        )
        # The corner tags lie in the outer parts, left and right.
        room = (0.17 * width, 0.06 * height, 0.83 * width, 0.94 * height)
        for _ in range(source.randint(20, 60)):
            x = source.uniform(room[0], room[2])
            y = source.uniform(room[1], room[3])
            source.choice(kinds)(source, picture, (x, y), per_inch)
        return _spoiled_badly(source, picture) if seed % 4 == 3 else _spoiled(source, picture)

    def _table(self, number: int) -> Picture:
        source = random.Random(7000 + number)  # noqa: S311 - scatters clutter, guards nothing
        width, height = SIZES[number % len(SIZES)]
        hand = HandLayout(
            x_in=source.uniform(6, 20), y_in=source.uniform(8, 16), from_deg=source.choice((80, 95))
        )
        return render_table(
            TableLayout(
                width_px=width,
                height_px=height,
                camera=CameraLayout(
                    tilt_deg=source.uniform(0, 12),
                    azimuth_deg=source.uniform(0, 360),
                    roll_deg=source.uniform(-3, 3),
                    distance_in=0.0 if number % 2 else 40.0,
                ),
                hand=hand if number % 3 == 0 else None,
                light=LightLayout(falloff=source.uniform(0, 0.4), warmth=source.uniform(-0.5, 0.8)),
                noise=0.0,
                blur_px=0.4,
            ),
            self._scheme,
        )

    def _tag(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """A tag that was not issued, on a cube, on a card or bare."""
        kind = source.random()
        if kind < 0.4 and self._strange:
            pattern = self._scheme.pattern(source.choice(self._strange))
        elif kind < 0.6:
            family = source.choice(self._families)
            pattern = family.pattern(source.randrange(len(family.codes)))
        else:
            inner = self._scheme.family.codes.shape[1]
            share = source.choice((0.2, 0.5, 0.5, 0.8))
            dots = np.random.default_rng(source.randrange(2**32)).random((inner, inner))
            pattern = np.pad((dots < share).astype(np.uint8), 1)
        if pattern.shape == self._issued.shape[1:]:
            apart = (pattern[None] != self._issued).sum(axis=(1, 2)).min()
            if apart < _LEAST_APART:
                return
        edge = source.choice((0, 8, 8, 14))
        grown = np.kron(pattern, np.ones((8, 8), np.uint8))
        tag: NDArray[np.uint8] = np.pad(grown, edge, constant_values=1)
        ink, paper = source.randint(10, 60), source.randint(200, 255)
        grey = np.where(tag == 1, paper, ink).astype(np.uint8)
        tile = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
        if source.random() < 0.2:
            tile[tag == 0] = _colour(source)
        side = source.uniform(0.3, 0.42) * per_inch * tile.shape[0] / (tile.shape[0] - 2 * edge)
        stretch = source.choice((1.0, 1.0, source.uniform(0.5, 1.0)))
        _paste(picture, tile, at, (side, side * stretch), source.uniform(0, 360))

    def _drawing(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """Lines as on a map: rivers, hills, hexes, ruins."""
        colour, width = _colour(source, dark=True), source.randint(1, 3)
        size = source.uniform(0.15, 1.2) * per_inch
        match source.randrange(4):
            case 0:
                steps = np.cumsum(
                    np.array([[source.gauss(0, 1), source.gauss(0, 1)] for _ in range(12)]), axis=0
                )
                points = np.array(at) + steps * size / 4
                cv2.polylines(picture, [points.astype(np.int32)], False, colour, width, cv2.LINE_AA)  # noqa: FBT003 - OpenCV's order
            case 1:
                sides = source.choice((3, 4, 5, 6))
                angles = np.arange(sides) * 2 * np.pi / sides + source.random()
                points = np.array(at) + size / 2 * np.stack([np.cos(angles), np.sin(angles)], 1)
                cv2.polylines(picture, [points.astype(np.int32)], True, colour, width, cv2.LINE_AA)  # noqa: FBT003 - OpenCV's order
            case 2:
                middle = (round(at[0]), round(at[1]))
                cv2.circle(picture, middle, round(size / 3) + 1, colour, width, cv2.LINE_AA)
            case _:
                for number in range(5):
                    x, y = round(at[0] + number * size / 4), round(at[1])
                    cv2.line(picture, (x, y), (x, round(y + size)), colour, width, cv2.LINE_AA)

    def _text(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        words = "".join(source.choice(_LETTERS) for _ in range(source.randint(1, 8)))
        _write(source, picture, words, at, per_inch * source.uniform(0.1, 0.5))

    def _checks(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        cells = source.randint(2, 9)
        board = np.indices((cells, cells)).sum(axis=0) % 2
        tile = np.where(
            board[:, :, None] == 1, _colour(source, light=True), _colour(source, dark=True)
        )
        grown = np.asarray(np.kron(tile, np.ones((8, 8, 1))), dtype=np.uint8)
        side = source.uniform(0.3, 1.5) * per_inch
        _paste(picture, grown, at, (side, side), source.uniform(0, 360))

    def _frames(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """Squares inside squares: what a tag looks like from afar."""
        tile = np.full((80, 80, 3), 235, np.uint8)
        inset = source.randint(8, 16)
        for number in range(source.randint(1, 4)):
            shade = source.randint(10, 70) if number % 2 == 0 else source.randint(190, 250)
            tile[inset : 80 - inset, inset : 80 - inset] = shade
            inset += source.randint(6, 14)
            if inset >= 38:
                break
        if source.random() < 0.5:
            _write(source, tile, source.choice(_LETTERS), (28.0, 52.0), 30.0)
        side = source.uniform(0.35, 0.7) * per_inch
        _paste(picture, tile, at, (side, side), source.uniform(0, 360))

    def _counter(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """A square of cardboard with a letter, a number and a frame."""
        tile = np.full((80, 80, 3), _colour(source), np.uint8)
        cv2.rectangle(tile, (5, 5), (74, 74), _colour(source, dark=True), source.randint(1, 6))
        _write(source, tile, source.choice(_LETTERS), (22.0, 56.0), 44.0)
        side = source.uniform(0.4, 0.8) * per_inch
        _paste(picture, tile, at, (side, side), source.uniform(0, 360))

    def _card(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """A card: a picture above, lines of text below."""
        tile = np.full((168, 120, 3), source.randint(215, 250), np.uint8)
        noise = np.random.default_rng(source.randrange(2**32)).integers(0, 255, (12, 18, 3))
        tile[10:74, 10:110] = cv2.resize(noise.astype(np.uint8), (100, 64))
        for row in range(86, 160, 12):
            words = "".join(source.choice(_LETTERS + "   ") for _ in range(14))
            _write(source, tile, words, (8.0, float(row)), 9.0)
        side = source.uniform(1.6, 2.6) * per_inch
        _paste(picture, tile, at, (side, side * 1.4), source.uniform(0, 360))

    def _grain(self, source: random.Random, picture: Picture, at: _At, per_inch: float) -> None:
        """Random dots in the size of modules, as in a printed code."""
        cells = source.randint(8, 25)
        dots = np.random.default_rng(source.randrange(2**32)).integers(0, 2, (cells, cells))
        grey = np.where(np.pad(dots, 1, constant_values=1) == 1, 245, 25).astype(np.uint8)
        tile = cv2.cvtColor(np.kron(grey, np.ones((6, 6), np.uint8)), cv2.COLOR_GRAY2BGR)
        side = cells * source.uniform(0.04, 0.07) * per_inch
        _paste(picture, tile, at, (side, side), source.uniform(0, 360))


_At = tuple[float, float]


def _colour(source: random.Random, *, dark: bool = False, light: bool = False) -> Colour:
    low, high = (0, 110) if dark else (170, 255) if light else (0, 255)
    return (source.randint(low, high), source.randint(low, high), source.randint(low, high))


def _write(source: random.Random, picture: Picture, words: str, at: _At, height_px: float) -> None:
    cv2.putText(
        picture,
        words,
        (round(at[0]), round(at[1])),
        source.choice(_FONTS),
        height_px / 22,
        _colour(source, dark=True),
        max(1, round(height_px / 12)),
        cv2.LINE_AA,
    )


def _paste(
    picture: Picture,
    tile: cv2.typing.MatLike,
    at: _At,
    size_px: tuple[float, float],
    yaw_deg: float,
) -> None:
    """Lay a tile onto the picture around a point, turned."""
    rows, columns = tile.shape[:2]
    angle = np.radians(yaw_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = turn @ np.diag([size_px[0] / columns, size_px[1] / rows])
    reach = int(np.hypot(*size_px) / 2) + 3
    left, top = int(at[0]) - reach, int(at[1]) - reach
    if (
        left < 0
        or top < 0
        or left + 2 * reach > picture.shape[1]
        or top + 2 * reach > picture.shape[0]
    ):
        return
    # Shrunk first, so that fine modules are averaged and not skipped.
    shrink = max(size_px[0] / columns, size_px[1] / rows)
    if shrink < 0.5:
        smaller = (max(2, round(columns * shrink * 2)), max(2, round(rows * shrink * 2)))
        small = cv2.resize(tile, smaller, interpolation=cv2.INTER_AREA)
        scale = scale @ np.diag([columns / smaller[0], rows / smaller[1]])
        tile = small
        rows, columns = tile.shape[:2]
    middle = np.array([at[0] - left, at[1] - top])
    move = np.column_stack([scale, middle - scale @ np.array([(columns - 1) / 2, (rows - 1) / 2])])
    part = picture[top : top + 2 * reach, left : left + 2 * reach]
    size = (part.shape[1], part.shape[0])
    laid = cv2.warpAffine(tile, move, size)
    where = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), move, size)
    cv2.copyTo(laid, (where > 127).astype(np.uint8), part)


def _spoiled(source: random.Random, picture: Picture) -> Picture:
    """Light, blur, noise and compression of a camera."""
    gain = source.choice((1.0, 1.0, source.uniform(0.3, 1.4)))
    spoiled = cv2.convertScaleAbs(picture, alpha=gain)
    spoiled = cv2.GaussianBlur(spoiled, (0, 0), source.choice((0.4, 0.7, 1.0, 1.4)))
    return _taken(source, spoiled, (0.0, 2.0, 6.0, 15.0), (0, 90, 60, 25))


def _spoiled_badly(source: random.Random, picture: Picture) -> Picture:
    """Glare in the colour of a lamp, far too much or too little light, a bad camera."""
    gain = source.choice((1.0, source.uniform(0.2, 0.5), source.uniform(1.3, 2.2)))
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height:8, 0:width:8]
    middle = (source.uniform(0.25, 0.75) * width, source.uniform(0.2, 0.8) * height)
    reach = source.uniform(0.1, 0.4) * height
    spot = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / reach**2)
    lamp = [source.uniform(0.3, 1.0), source.uniform(0.6, 1.0), 1.0]
    glare = 255 * source.choice((0.0, 0.4, 0.8)) * spot[:, :, None] * np.array(lamp)
    veil = cv2.resize(glare.astype(np.float32), (width, height))
    lit = np.clip((picture + veil) * gain, 0, 255).astype(np.uint8)
    blurred = np.asarray(
        cv2.GaussianBlur(lit, (0, 0), source.choice((0.5, 0.9, 1.4, 1.8))), dtype=np.uint8
    )
    return _taken(source, blurred, (2.0, 6.0, 15.0, 35.0), (92, 60, 12, 6))


def _taken(
    source: random.Random,
    picture: cv2.typing.MatLike,
    noises: tuple[float, ...],
    qualities: tuple[int, ...],
) -> Picture:
    """The picture with noise and compressed, each as drawn."""
    spoiled = picture
    noise = source.choice(noises)
    if noise:
        tile = np.random.default_rng(source.randrange(2**32)).normal(0, noise, (256, 256, 3))
        height, width = spoiled.shape[:2]
        full = np.tile(tile.astype(np.int16), (height // 256 + 1, width // 256 + 1, 1))
        spoiled = cv2.add(spoiled, full[:height, :width], dtype=cv2.CV_8U)
    quality = source.choice(qualities)
    if quality:
        _, data = cv2.imencode(".jpg", spoiled, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.asarray(spoiled, dtype=np.uint8)
