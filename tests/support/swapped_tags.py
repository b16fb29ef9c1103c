"""Puts the stickers of another scheme into photo-like pictures whose truth is known.

The difference of two blurred tags, times the contrast at that place, is added to the picture, so
that light, glare, noise, crooked stickers and the camera's faults stay as they are. What the old
tag did not explain stays in the picture too, which makes it a little harder than the real thing.
"""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from tests.support.scene_truth import HALF_HEX_IN, TrueCube, load_truth
from vision.pictures import load_picture
from vision.reading import Reading

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

_FINE: Final = 5
_AROUND_PX: Final = 6
_BLURS_PX: Final = np.geomspace(0.35, 2.5, 14)
_WHOLLY_IN_SIGHT: Final = 0.97
_SQUARE: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], dtype=np.float32)


@dataclass(frozen=True)
class SwappedScene:
    """A picture with the stickers of another scheme.

    Attributes:
        picture: BGR.
        scheme: the other scheme, on the board and with the sizes of the picture.
        cubes: the truth in its terms; readable ones are those that bear its stickers.
    """

    picture: Picture
    scheme: StickerScheme
    cubes: list[TrueCube]


@dataclass(frozen=True)
class _Swap:
    """One printed tag: its corners in the picture, what it shows and what it shall show."""

    quad_px: Floats
    old: NDArray[np.uint8]
    new: NDArray[np.uint8]


def swap(picture: Path, printed: StickerScheme, kind: SchemeKind) -> SwappedScene:
    """A picture as if its stickers were those of a default scheme.

    Args:
        picture: has its truth beside it.
        printed: the scheme of the stickers that it shows.
        kind: which default scheme they shall be of.
    """
    scheme = _dressed(default_scheme(kind), printed)
    truth: dict[str, Any] = json.loads(picture.with_suffix(".json").read_text("utf-8"))
    swaps = [
        _Swap(
            np.array(tag["corners_px"]),
            printed.pattern(tag["tag_id"]),
            scheme.pattern(_corner_for(printed, scheme, tag["tag_id"])),
        )
        for tag in truth["fiducials"]
        if tag["visible_fraction"] > 0
    ]
    cubes = []
    for cube, entry in zip(load_truth(picture), truth["cubes"], strict=True):
        tag_id = _tag_for(printed, scheme, cube.tag_id)
        is_swapped = entry["visible_fraction"] >= _WHOLLY_IN_SIGHT and entry["in_frame"]
        if is_swapped:
            quad = np.array(entry["tag_corners_px"])
            swaps.append(_Swap(quad, printed.pattern(cube.tag_id), scheme.pattern(tag_id)))
        cubes.append(
            dataclasses.replace(cube, tag_id=tag_id, is_readable=cube.is_readable and is_swapped)
        )
    seen = load_picture(picture).astype(np.float64)
    blur_px = float(
        np.median([_best_blur(seen, one) for one in swaps[:: max(1, len(swaps) // 12)]])
    )
    for one in swaps:
        _apply(seen, one, blur_px)
    return SwappedScene(np.clip(np.round(seen), 0, 255).astype(np.uint8), scheme, cubes)


def count(reading: Reading, scene: SwappedScene) -> tuple[int, int, list[float]]:
    """Readable cubes that were found, readings that are on no such cube, and errors in inches."""
    left = list(scene.cubes)
    found, wrong, errors = 0, 0, []
    for marker in reading.markers:
        near = [
            (math.hypot(marker.x_in - cube.x_in, marker.y_in - cube.y_in), cube)
            for cube in left
            if cube.tag_id == marker.tag_id
        ]
        error, nearest = min(near, key=lambda entry: entry[0], default=(math.inf, None))
        if nearest is None or error > HALF_HEX_IN:
            wrong += 1
            continue
        left.remove(nearest)
        if nearest.is_readable:
            found += 1
            errors.append(error)
    return found, wrong, errors


def _dressed(scheme: StickerScheme, printed: StickerScheme) -> StickerScheme:
    """A default scheme with board, sizes and corner places of another."""
    corners = tuple(
        dataclasses.replace(old, tag_id=own.tag_id)
        for old, own in zip(printed.corners, scheme.corners, strict=True)
    )
    return dataclasses.replace(
        scheme,
        corners=corners,
        board=printed.board,
        cube_side_in=printed.cube_side_in,
        marker_tag_side_in=printed.marker_tag_side_in,
    )


def _corner_for(printed: StickerScheme, scheme: StickerScheme, tag_id: int) -> int:
    index = [corner.tag_id for corner in printed.corners].index(tag_id)
    return scheme.corners[index].tag_id


def _tag_for(printed: StickerScheme, scheme: StickerScheme, tag_id: int) -> int:
    meaning = printed.meaning(tag_id)
    assert meaning is not None
    assert meaning.serial is not None
    first_old = next(one for one in printed.colours if one.name == meaning.colour).first_serial
    first_new = next(one for one in scheme.colours if one.name == meaning.colour).first_serial
    serial = first_new + meaning.serial - first_old if scheme.kind == "serial" else None
    return scheme.tag_of(meaning.colour, meaning.face, serial)


def _window(swap_: _Swap) -> tuple[slice, slice]:
    low = np.floor(swap_.quad_px.min(axis=0)).astype(int) - _AROUND_PX
    high = np.ceil(swap_.quad_px.max(axis=0)).astype(int) + _AROUND_PX + 1
    low = np.maximum(low, 0)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _drawn(
    pattern: NDArray[np.uint8], swap_: _Swap, window: tuple[slice, slice], blur_px: float
) -> Floats:
    """A tag on endless white, as large as the window: (h, w), 0 black to 1 white."""
    rows, columns = window
    height, width = rows.stop - rows.start, columns.stop - columns.start
    modules = len(pattern)
    board = np.pad(pattern, 1, constant_values=1).astype(np.float32)
    corners = _SQUARE * modules + (modules + 2) / 2 - 0.5
    target = (swap_.quad_px - [columns.start, rows.start] + 0.5) * _FINE - 0.5
    move = cv2.getPerspectiveTransform(corners, target.astype(np.float32))
    fine = cv2.warpPerspective(
        board,
        move,
        (width * _FINE, height * _FINE),
        flags=cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=1.0,
    )
    small = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), blur_px), dtype=np.float64)


def _inside(swap_: _Swap, window: tuple[slice, slice]) -> NDArray[np.bool_]:
    """Pixels of the window that lie in the black square and a little beyond."""
    rows, columns = window
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    middle = swap_.quad_px.mean(axis=0)
    grown = middle + (swap_.quad_px - middle) * 1.1 - [columns.start, rows.start]
    cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 1)
    return mask.astype(np.bool_)


def _fields(drawn: Floats) -> Floats:
    """The tag, its slopes, and even light with its slopes, as columns: (h * w, 6)."""
    y, x = np.indices(drawn.shape, dtype=np.float64)
    x, y = x / drawn.shape[1] - 0.5, y / drawn.shape[0] - 0.5
    one = np.ones_like(drawn)
    fields = (drawn, drawn * x, drawn * y, one, x, y)
    return np.stack([field.ravel() for field in fields], axis=1)


def _best_blur(picture: Floats, swap_: _Swap) -> float:
    window = _window(swap_)
    inside = _inside(swap_, window)
    grey = picture[window].mean(axis=2)
    misfits = []
    for blur_px in _BLURS_PX:
        design = _fields(_drawn(swap_.old, swap_, window, float(blur_px)))[inside.ravel()]
        solved = np.linalg.lstsq(design, grey[inside], rcond=None)[0]
        misfits.append(float(((grey[inside] - design @ solved) ** 2).sum()))
    return float(_BLURS_PX[int(np.argmin(misfits))])


def _apply(picture: Floats, swap_: _Swap, blur_px: float) -> None:
    window = _window(swap_)
    if any(axis.stop > size for axis, size in zip(window, picture.shape[:2], strict=True)):
        return
    inside = _inside(swap_, window)
    old = _drawn(swap_.old, swap_, window, blur_px)
    difference = _drawn(swap_.new, swap_, window, blur_px) - old
    design = _fields(old)
    for channel in range(3):
        seen = picture[window][:, :, channel]
        solved = np.linalg.lstsq(design[inside.ravel()], seen[inside], rcond=None)[0]
        contrast = (_fields(np.ones_like(old))[:, :3] @ solved[:3]).reshape(old.shape)
        seen += np.maximum(contrast, 0.0) * difference
