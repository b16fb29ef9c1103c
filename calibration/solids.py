"""Draws what stands on the map: cubes with their stickers, shadows, flat covers, a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawing import FRACTION_BITS, fixed_point
from calibration.layout import CoverLayout, CubeLayout, HandLayout
from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.scheme import FACES, StickerScheme

_Picture = NDArray[np.uint8]
_FINE: Final = 4
"""Cubes are drawn this many times larger and shrunk, for clean edges."""
_STICKER_EDGE_IN: Final = 0.045
"""White around a painted tag: a badly cut sticker, since a printed one has 0.061 inch."""
_PAPER: Final = 240
_TAG_BLACK: Final = 26
_MODULE_DETAIL: Final = 8
"""Pixels of a painted module before it is laid on a cube."""
_COLOURS_BGR: Final = {
    "green": (62, 112, 44),
    "white": (216, 220, 222),
    "black": (44, 42, 42),
    "red": (44, 40, 166),
    "blue": (150, 84, 40),
    "yellow": (50, 190, 220),
}
_UNNAMED_BGR: Final = (128, 128, 128)
_SQUARE: Final = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_SIDE_SHADE: Final = (0.62, 0.86, 0.78, 0.55)
"""Light on the sides that look north, east, south and west before the cube is turned."""


def draw_shadows(picture: _Picture, cubes: tuple[CubeLayout, ...], board: Registration) -> None:
    """Darken the map softly beside each cube, as a lamp to the north-west does."""
    if not cubes:
        return
    factor = 2
    mask = np.zeros((picture.shape[0] // factor, picture.shape[1] // factor), dtype=np.uint8)
    for cube in cubes:
        foot = _outline(cube, 0.5) + np.array([0.09, 0.09])
        points = board.board_to_pixels(foot) / factor
        cv2.fillConvexPoly(mask, fixed_point(points), 110, cv2.LINE_AA, FRACTION_BITS)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, 0.05 * board.pixels_per_inch() / factor))
    left, top, width, height = cv2.boundingRect(soft)
    if not width:
        return
    window = (slice(top, top + height), slice(left, left + width))
    light = cv2.resize(
        255 - soft[window], (width * factor, height * factor), interpolation=cv2.INTER_LINEAR
    )
    part = picture[top * factor : (top + height) * factor, left * factor : (left + width) * factor]
    part[:] = cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), scale=1 / 255)


def draw_cubes(
    picture: _Picture, cubes: tuple[CubeLayout, ...], board: Registration, scheme: StickerScheme
) -> None:
    """Draw cubes from the lowest and farthest to the highest and nearest.

    Raises:
        SchemeError: the scheme has no such marker.
    """
    eye = board.camera_in

    def nearness(cube: CubeLayout) -> tuple[float, float]:
        return cube.z_in, -float(np.hypot(cube.x_in - eye[0], cube.y_in - eye[1]))

    for cube in sorted(cubes, key=nearness):
        _draw_cube(picture, cube, board, scheme)


def _outline(cube: CubeLayout, side_in: float) -> FloatArray:
    """Corners of a square centred on the cube, from its north-west one clockwise: (4, 2)."""
    middle = np.array([cube.x_in, cube.y_in])
    outline: FloatArray = _turned(_SQUARE * (side_in / 2), cube.yaw_deg) + middle
    return outline


def _turned(points_in: FloatArray, yaw_deg: float) -> FloatArray:
    """Points turned clockwise about the origin: (n, 2)."""
    angle = np.radians(yaw_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(points_in @ turn, dtype=np.float64)


def _draw_cube(
    picture: _Picture, cube: CubeLayout, board: Registration, scheme: StickerScheme
) -> None:
    side_in = scheme.cube_side_in
    outline = _outline(cube, side_in)
    top = board.board_to_pixels(outline, cube.z_in)
    foot = board.board_to_pixels(outline, cube.z_in - side_in)
    both = np.concatenate([top, foot])
    low = np.floor(both.min(axis=0)).astype(int) - 2
    high = np.ceil(both.max(axis=0)).astype(int) + 3
    low = np.maximum(low, 0)
    high = np.minimum(high, [picture.shape[1], picture.shape[0]])
    if (high - low < 4).any():
        return
    patch = _Patch(low, high - low)
    colour = np.array(_COLOURS_BGR.get(cube.colour, _UNNAMED_BGR), dtype=np.float64)
    eye = board.camera_in
    for index in range(4):
        following = (index + 1) % 4
        middle = (outline[index] + outline[following]) / 2
        outward = middle - np.array([cube.x_in, cube.y_in])
        if float(np.dot(eye[:2] - middle, outward)) <= 0:
            continue
        face = np.stack([top[index], top[following], foot[following], foot[index]])
        shade = _SIDE_SHADE[index]
        patch.fill(face, colour * shade)
        tag_id = scheme.tag_of(cube.colour, _side_face(cube.face, index), cube.serial)
        patch.paste(_sticker(scheme, tag_id), _inner(face, cube, scheme), shade)
    patch.fill(top, colour)
    tag_id = scheme.tag_of(cube.colour, cube.face, cube.serial)
    patch.paste(_sticker(scheme, tag_id), _inner(top, cube, scheme), 1.0)
    patch.blend_into(picture)


def _side_face(face_on_top: int, side: int) -> int:
    """One of the four faces around a die whose opposite faces add up to seven."""
    around = [face for face in range(1, FACES + 1) if face not in (face_on_top, 7 - face_on_top)]
    return around[side]


def _inner(face_px: FloatArray, cube: CubeLayout, scheme: StickerScheme) -> FloatArray:
    """Corners of the sticker on a face, the face being nearly a parallelogram."""
    side_in = scheme.cube_side_in
    sticker_in = min(scheme.marker_tag_side_in + 2 * _STICKER_EDGE_IN, side_in)
    shift_in = np.array([cube.sticker_x_in, cube.sticker_y_in])
    on_face = _turned(_SQUARE * (sticker_in / 2), cube.sticker_deg) + shift_in
    right = (face_px[1] - face_px[0] + face_px[2] - face_px[3]) / (2 * side_in)
    down = (face_px[3] - face_px[0] + face_px[2] - face_px[1]) / (2 * side_in)
    inner: FloatArray = face_px.mean(axis=0) + on_face @ np.stack([right, down])
    return inner


@lru_cache(maxsize=512)
def _sticker(scheme: StickerScheme, tag_id: int) -> _Picture:
    """Paper with a tag: grey uint8, square."""
    pattern = scheme.pattern(tag_id)
    grown = np.kron(pattern, np.ones((_MODULE_DETAIL, _MODULE_DETAIL), dtype=np.uint8))
    edge = round(grown.shape[0] * _STICKER_EDGE_IN / scheme.marker_tag_side_in)
    paper = np.pad(grown, edge, constant_values=1)
    return np.where(paper == 1, _PAPER, _TAG_BLACK).astype(np.uint8)


class _Patch:
    """A small part of the picture, drawn large."""

    def __init__(self, corner_px: NDArray[np.int_], size_px: NDArray[np.int_]) -> None:
        self._left, self._top = int(corner_px[0]), int(corner_px[1])
        self._width, self._height = int(size_px[0]), int(size_px[1])
        shape = (self._height * _FINE, self._width * _FINE)
        self._colour = np.zeros((*shape, 3), dtype=np.uint8)
        self._cover = np.zeros(shape, dtype=np.uint8)

    def _large(self, points_px: FloatArray) -> FloatArray:
        moved = points_px - np.array([self._left, self._top])
        large: FloatArray = (moved + 0.5) * _FINE - 0.5
        return large

    def fill(self, outline_px: FloatArray, colour: FloatArray) -> None:
        points = fixed_point(self._large(outline_px))
        cv2.fillConvexPoly(
            self._colour, points, [float(value) for value in colour], cv2.LINE_8, FRACTION_BITS
        )
        cv2.fillConvexPoly(self._cover, points, 255.0, cv2.LINE_8, FRACTION_BITS)

    def paste(self, sticker: _Picture, outline_px: FloatArray, shade: float) -> None:
        side = sticker.shape[0]
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32) - 0.5
        move = cv2.getPerspectiveTransform(source, self._large(outline_px).astype(np.float32))
        size = (self._cover.shape[1], self._cover.shape[0])
        laid = cv2.warpPerspective(sticker, move, size, flags=cv2.INTER_LINEAR)
        whole = np.full_like(sticker, 255)
        where = cv2.warpPerspective(whole, move, size, flags=cv2.INTER_NEAREST)
        shaded = cv2.convertScaleAbs(laid, alpha=shade)
        cv2.copyTo(cv2.cvtColor(shaded, cv2.COLOR_GRAY2BGR), where, self._colour)

    def blend_into(self, picture: _Picture) -> None:
        size = (self._width, self._height)
        colour = cv2.resize(self._colour, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        cover = cv2.resize(self._cover, size, interpolation=cv2.INTER_AREA)
        part = picture[self._top : self._top + self._height, self._left : self._left + self._width]
        open_share = 1.0 - cover[:, :, None].astype(np.float32) / 255.0
        part[:] = np.clip(part * open_share + colour + 0.5, 0, 255).astype(np.uint8)


def draw_covers(picture: _Picture, covers: tuple[CoverLayout, ...], board: Registration) -> None:
    """Draw flat things that lie on the map."""
    for cover in covers:
        size = np.array([cover.width_in, cover.height_in])
        middle = np.array([cover.x_in, cover.y_in])
        for share, shade in ((1.0, 1.0), (0.86, 0.8), (0.8, 1.06)):
            outline = _turned(_SQUARE * size * share / 2, cover.yaw_deg) + middle
            colour = [min(255.0, value * shade) for value in cover.colour]
            points = fixed_point(board.board_to_pixels(outline))
            cv2.fillConvexPoly(picture, points, colour, cv2.LINE_AA, FRACTION_BITS)


def draw_hand(picture: _Picture, hand: HandLayout, board: Registration) -> None:
    """Draw a hand that reaches in from one side, with its sleeve and its shadow."""
    parts = _hand_parts(hand, board)
    shadow = np.zeros((picture.shape[0] // 4, picture.shape[1] // 4), dtype=np.uint8)
    for points, _ in parts:
        cv2.fillPoly(shadow, [np.round(points / 4 + 6).astype(np.int32)], 90)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 4)
    light = cv2.resize(255 - shadow, (picture.shape[1], picture.shape[0]))
    picture[:] = cv2.multiply(picture, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    for points, colour in parts:
        fixed = fixed_point(points)
        cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, FRACTION_BITS)
        edge = [value * 0.8 for value in colour]
        cv2.polylines(
            picture,
            [fixed],
            isClosed=True,
            color=edge,
            thickness=2,
            lineType=cv2.LINE_AA,
            shift=FRACTION_BITS,
        )


def _hand_parts(
    hand: HandLayout, board: Registration
) -> list[tuple[FloatArray, tuple[int, int, int]]]:
    """Outlines in pixels with their colours, from what lies below to what lies on top."""
    back = np.array([np.cos(np.radians(hand.from_deg)), np.sin(np.radians(hand.from_deg))])
    across = np.array([-back[1], back[0]])
    tip = np.array([hand.x_in, hand.y_in])

    def limb(
        start: tuple[float, float], end: tuple[float, float], widths: tuple[float, float]
    ) -> FloatArray:
        first = tip + back * start[0] + across * start[1] * hand.width
        last = tip + back * end[0] + across * end[1] * hand.width
        along = (last - first) / max(float(np.hypot(*(last - first))), 1e-6)
        aside = np.array([-along[1], along[0]])
        angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
        front = [
            first + hand.width * widths[0] / 2 * (-along * np.cos(a) + aside * np.sin(a))
            for a in angles
        ]
        rear = [
            last + hand.width * widths[1] / 2 * (along * np.cos(a) - aside * np.sin(a))
            for a in angles
        ]
        return board.board_to_pixels(np.array(front + rear), hand.z_in + 0.5)

    light = tuple(min(255, round(value * 1.08)) for value in hand.skin)
    finger = (light[0], light[1], light[2])
    return [
        (limb((7.0, 0.2), (40.0, 1.0), (3.4, 4.6)), hand.sleeve),
        (limb((3.0, 0.1), (7.2, 0.2), (2.4, 2.1)), hand.skin),
        (limb((2.0, 0.2), (3.6, 0.1), (3.0, 2.6)), hand.skin),
        (limb((0.1, -0.35), (2.2, -0.9), (0.6, 0.9)), finger),
        (limb((0.1, 0.3), (2.0, 0.0), (0.55, 0.75)), finger),
        (limb((0.3, 0.85), (2.0, 0.6), (0.55, 0.75)), finger),
        (limb((0.7, 1.35), (2.2, 1.1), (0.5, 0.7)), finger),
    ]
