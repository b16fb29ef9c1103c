"""Thin wrappers around OpenCV with exact shapes and dtypes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

ByteImage = NDArray[np.uint8]
FloatImage = NDArray[np.float32]


def to_grey(image: NDArray[np.generic]) -> ByteImage:
    """Grey uint8 (h, w) of a BGR, BGRA or grey picture of 8 or 16 bits.

    Raises:
        ValueError: the array is no picture of that kind.
    """
    picture = to_bytes(image)
    if picture.ndim == 2:
        return picture
    if picture.shape[2] == 1:
        return np.ascontiguousarray(picture[:, :, 0])
    code = cv2.COLOR_BGR2GRAY if picture.shape[2] == 3 else cv2.COLOR_BGRA2GRAY
    return np.asarray(cv2.cvtColor(picture, code), dtype=np.uint8)


def to_bytes(image: NDArray[np.generic]) -> ByteImage:
    """The picture with 8 bits a channel.

    Raises:
        ValueError: the array is no picture of one, three or four channels of 8 or 16 bits.
    """
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (1, 3, 4)):
        raise ValueError(f"expected a grey or BGR picture, got an array of shape {image.shape}")
    if min(image.shape[:2]) < 1:
        raise ValueError("expected a picture, got one without pixels")
    if image.dtype == np.uint16:
        return np.asarray(np.asarray(image, dtype=np.uint16) >> 8, dtype=np.uint8)
    if image.dtype != np.uint8:
        raise ValueError(f"expected 8 or 16 bits a channel, got {image.dtype}")
    return np.ascontiguousarray(image, dtype=np.uint8)


def shrink(image: ByteImage, factor: float) -> ByteImage:
    """The picture with each pixel the mean of those it stands for; factor below 1."""
    resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(resized, dtype=np.uint8)


def enlarge(coarse: FloatImage, size_px: tuple[int, int]) -> FloatImage:
    """A smooth field (h, w) drawn out to a size (width, height) by linear steps."""
    return np.asarray(cv2.resize(coarse, size_px, interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def sample(
    image: ByteImage, x_px: FloatImage, y_px: FloatImage, *, smooth: bool = True
) -> ByteImage:
    """A picture at any points: x and y (h, w) -> (h, w), or (h, w, 3) of a picture in colour.

    Points outside take the value of the nearest pixel. Smooth takes cubic instead of linear steps.
    """
    if x_px.size == 0:
        return np.zeros((*x_px.shape, *image.shape[2:]), dtype=np.uint8)
    how = cv2.INTER_CUBIC if smooth else cv2.INTER_LINEAR
    taken = cv2.remap(image, x_px, y_px, how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.uint8)


def correlate(image: FloatImage, kernel: FloatImage) -> FloatImage:
    """Sum of the picture times the kernel around each pixel, the kernel's middle on the pixel."""
    return np.asarray(
        cv2.filter2D(image, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def box_mean(image: FloatImage, side_px: int) -> FloatImage:
    """Mean over a square around each pixel."""
    return np.asarray(
        cv2.blur(image, (side_px, side_px), borderType=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def dilate(image: FloatImage, side_px: int) -> FloatImage:
    """Largest value of a square around each pixel."""
    return np.asarray(cv2.dilate(image, np.ones((side_px, side_px), np.uint8)), dtype=np.float32)


class TagFinder:
    """Finds a few given square tags by their outlines.

    Attributes:
        tag_ids: ids in the order of the codes.
    """

    def __init__(self, codes: NDArray[np.uint8], tag_ids: tuple[int, ...]) -> None:
        side = codes.shape[1]
        rows = [cv2.aruco.Dictionary.getByteListFromBits(code) for code in codes]
        dictionary = cv2.aruco.Dictionary(np.concatenate(rows), side, 0)
        parameters = cv2.aruco.DetectorParameters()
        parameters.errorCorrectionRate = 0.0
        self.tag_ids = tag_ids
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)

    def find(self, grey: ByteImage) -> list[tuple[int, NDArray[np.float64]]]:
        """Tags in a picture: id and (4, 2) pixels, clockwise from the tag's own top left."""
        quads, numbers, _ = self._detector.detectMarkers(grey)
        if not quads:
            return []
        return [
            (self.tag_ids[int(number)], np.asarray(quad, dtype=np.float64).reshape(4, 2))
            for quad, number in zip(quads, np.ravel(numbers), strict=True)
        ]


def decode_picture(data: bytes) -> ByteImage | None:
    """The picture in the bytes of a file with 8 bits a channel, None where there is none."""
    if not data:
        return None
    picture = cv2.imdecode(
        np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH
    )
    if picture is None:
        return None
    try:
        return to_bytes(np.asarray(picture))
    except ValueError:
        return None
