"""Picture bytes and odd arrays to BGR pictures, with a plain answer when they are no picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.frames import Picture

PICTURE_SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
_JPEG_START: Final = b"\xff\xd8"
_JPEG_END: Final = b"\xff\xd9"
_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks of the segments that say how large a JPEG is."""
_JPEG_SCAN: Final = 0xDA
_FILL: Final = 0xFF
_PNG_START: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND"
_TAIL_BYTES: Final = 4096
_LEAST_SIDE_PX: Final = 16


class NotAPictureError(ValueError):
    """Bytes that are no complete picture; more of them may still be on their way."""


def decode_picture(data: bytes) -> Picture:
    """Decode a whole picture file to BGR.

    A JPEG or PNG that lacks its end is refused although decoders would fill the rest with grey: a
    picture that is still being written must not be taken for a changed table.

    Returns:
        BGR, uint8 (height, width, 3); grey is spread over three channels, 16 bits become 8.

    Raises:
        NotAPictureError: the bytes are no picture or not all of it.
    """
    return _decode(data, cv2.IMREAD_COLOR)


def decode_half(data: bytes) -> Picture:
    """Decode a picture file to BGR at half its width and height, rounded up.

    What is no picture to `decode_picture` is none here.

    Raises:
        NotAPictureError: the bytes are no picture or not all of it.
    """
    return _decode(data, cv2.IMREAD_REDUCED_COLOR_2)


def _decode(data: bytes, how: int) -> Picture:
    if not data:
        raise NotAPictureError("the file is empty")
    tail = data[-_TAIL_BYTES:]
    if data.startswith(_JPEG_START) and _JPEG_END not in tail:
        raise NotAPictureError("the JPEG data stops before its end")
    if data.startswith(_PNG_START) and _PNG_END not in tail:
        raise NotAPictureError("the PNG data stops before its end")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as error:
        raise NotAPictureError(f"the picture cannot be decoded ({error.err})") from error
    if image is None:
        raise NotAPictureError("the data is no picture that can be decoded")
    return to_bgr(image)


def written_size(data: bytes) -> tuple[int, int] | None:
    """Height and width that a JPEG says it has, before it is turned as it asks for.

    Returns:
        None where the bytes are no JPEG or say it in no usual way.
    """
    if not data.startswith(_JPEG_START):
        return None
    at = len(_JPEG_START)
    while at + 9 <= len(data) and data[at] == _FILL:
        mark = data[at + 1]
        if mark == _FILL:
            at += 1
            continue
        if mark in _JPEG_FRAMES:
            return int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
        if mark == _JPEG_SCAN:
            return None
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def load_picture(path: Path) -> Picture:
    """Read and decode one picture file.

    Raises:
        NotAPictureError: it is no complete picture.
        OSError: it cannot be read.
    """
    return decode_picture(path.read_bytes())


def to_bgr(image: NDArray[Any]) -> Picture:
    """Bring what a camera gave into the one form that the eye works on.

    Args:
        image: (height, width) or (height, width, 1, 3 or 4), any integer or floating type.

    Returns:
        BGR, uint8 (height, width, 3).

    Raises:
        NotAPictureError: the array has no such shape, or is too small to show anything.
    """
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (3, 4)):
        raise NotAPictureError(f"expected a grey or colour picture, got an array {image.shape}")
    if min(image.shape[:2]) < _LEAST_SIDE_PX:
        raise NotAPictureError(f"the picture is only {image.shape[1]}x{image.shape[0]} pixels")
    if image.ndim == 3:
        image = image[:, :, :3]
    eight = _to_eight_bits(image)
    if eight.ndim == 2:
        eight = np.repeat(eight[:, :, None], 3, axis=2)
    return np.ascontiguousarray(eight)


def _to_eight_bits(image: NDArray[Any]) -> Picture:
    if image.dtype == np.uint8:
        return image
    if image.dtype == np.uint16:
        return (image >> 8).astype(np.uint8)
    if np.issubdtype(image.dtype, np.floating):
        finite = np.nan_to_num(image, nan=0.0, posinf=1.0, neginf=0.0)
        return np.asarray(np.clip(finite * 255.0, 0.0, 255.0), dtype=np.uint8)
    return np.asarray(np.clip(image, 0, 255), dtype=np.uint8)
