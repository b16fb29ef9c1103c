"""Thin wrappers around OpenCV with exact shapes and dtypes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_SIZE_STEP_PX: Final = 32

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


def brighten(image: ByteImage, gain: float) -> ByteImage:
    """The picture so many times as bright, cut off at white."""
    return np.asarray(cv2.convertScaleAbs(image, alpha=gain), dtype=np.uint8)


def soften(image: ByteImage, sigma_px: float) -> ByteImage:
    """The picture blurred by a Gauss curve of that standard deviation."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px), dtype=np.uint8)


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


class Correlator:
    """Sums of a picture times each of a few kernels around every pixel, by Fourier transform.

    Args:
        kernels: float32 (k, k) with k odd, all of one size.
    """

    def __init__(self, kernels: tuple[FloatImage, ...]) -> None:
        self._kernels = kernels
        self._reach = kernels[0].shape[0] // 2
        self._spectra = lru_cache(maxsize=4)(self._transformed)

    def apply(self, image: FloatImage) -> Iterator[FloatImage]:
        """The sums for each kernel in turn: (h, w), the kernel's middle on the pixel.

        Beyond its edge the picture goes on as its outermost pixels.
        """
        height, width = image.shape
        reach = self._reach
        # Few sizes occur, so that the kernels need not be transformed for every part of a picture.
        rows = cv2.getOptimalDFTSize(_rounded_up(height + 2 * reach))
        columns = cv2.getOptimalDFTSize(_rounded_up(width + 2 * reach))
        padded = cv2.copyMakeBorder(
            image,
            reach,
            rows - height - reach,
            reach,
            columns - width - reach,
            cv2.BORDER_REPLICATE,
        )
        spectrum = cv2.dft(padded)
        inside = (slice(2 * reach, 2 * reach + height), slice(2 * reach, 2 * reach + width))
        for kernel in self._spectra(rows, columns):
            product = cv2.mulSpectrums(spectrum, kernel, 0)
            sums = cv2.idft(product, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
            yield np.asarray(sums[inside], dtype=np.float32)

    def _transformed(self, rows: int, columns: int) -> tuple[FloatImage, ...]:
        spectra = []
        for kernel in self._kernels:
            whole = np.zeros((rows, columns), dtype=np.float32)
            whole[: kernel.shape[0], : kernel.shape[1]] = kernel[::-1, ::-1]
            spectra.append(np.asarray(cv2.dft(whole), dtype=np.float32))
        return tuple(spectra)


def _rounded_up(size: int) -> int:
    return -(-size // _SIZE_STEP_PX) * _SIZE_STEP_PX


def widened(image: ByteImage, margin_px: int) -> ByteImage:
    """The picture with a margin in which its outermost pixels go on."""
    margins = (margin_px,) * 4
    return np.asarray(cv2.copyMakeBorder(image, *margins, cv2.BORDER_REPLICATE), dtype=np.uint8)


def spread(image: FloatImage, side_px: int) -> FloatImage:
    """Standard deviation over a square around each pixel."""
    size = (side_px, side_px)
    mean = cv2.blur(image, size, borderType=cv2.BORDER_REPLICATE)
    variance = cv2.sqrBoxFilter(image, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    variance -= np.multiply(mean, mean, out=mean)
    np.maximum(variance, np.float32(0.0), out=variance)
    return np.asarray(np.sqrt(variance, out=variance), dtype=np.float32)


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
