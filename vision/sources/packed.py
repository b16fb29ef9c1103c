"""Large pictures of a stream: unpacked at half size first, whole only when somebody looks.

Unpacking is most of what a picture costs in which nothing has happened. The half is enough to tell
that, and a JPEG gives it for less than half of the work.
"""

from __future__ import annotations

from typing import Final

from vision.sources.decoding import (
    NotAPictureError,
    decode_half,
    decode_picture,
    written_size,
)
from vision.sources.frames import Picture, SourceStalledError

LARGE_PX: Final = 5_000_000
"""From so many pixels on the half is unpacked first."""


class PackedPicture:
    """A JPEG whose half and whole are unpacked when they are first asked for.

    Args:
        name: the camera, for error texts.
        data: the JPEG.
        size: height and width of the whole.
        half: the half, if it has been unpacked.
        whole: the whole, if it has been unpacked.
    """

    def __init__(
        self,
        name: str,
        data: bytes,
        size: tuple[int, int],
        *,
        half: Picture | None = None,
        whole: Picture | None = None,
    ) -> None:
        self._name = name
        self._data = data
        self._half = half
        self._whole = whole
        self.size: Final = size

    @property
    def half(self) -> Picture:
        """The picture at half its width and height, rounded up.

        Raises:
            SourceStalledError: it cannot be unpacked.
        """
        if self._half is not None:
            return self._half
        try:
            half = decode_half(self._data)
        except NotAPictureError as error:
            raise self._unusable(str(error)) from error
        if half.shape[:2] != half_size(self.size):
            raise self._unusable("its half is of another size")
        self._half = half
        return half

    @property
    def whole(self) -> Picture:
        """The picture itself.

        Raises:
            SourceStalledError: it cannot be unpacked.
        """
        if self._whole is not None:
            return self._whole
        # Memory is short on the machines that this runs on: both at once are never needed.
        self._half = None
        try:
            whole = decode_picture(self._data)
        except NotAPictureError as error:
            raise self._unusable(str(error)) from error
        if whole.shape[:2] != self.size:
            raise self._unusable("it is of another size than it says")
        self._whole = whole
        return whole

    def _unusable(self, reason: str) -> SourceStalledError:
        return SourceStalledError(
            f"{self._name} has given a picture that cannot be used ({reason})", keep_open=True
        )


class Unpacker:
    """Makes pictures of the JPEGs of one connection.

    Only a picture of the same size as the last that was unpacked whole, and that a large one, is
    unpacked at half size: small ones cost nothing more than before.

    Args:
        name: the camera, for error texts.
        large_px: pictures of so many pixels are large.
    """

    def __init__(self, name: str, large_px: int = LARGE_PX) -> None:
        self._name = name
        self._large_px = large_px
        self._written: tuple[int, int] | None = None
        self._size = (0, 0)

    def __call__(self, data: bytes) -> Picture | PackedPicture:
        """Unpack a picture as far as is needed to tell that it is one.

        Raises:
            NotAPictureError: the bytes are no picture or not all of it.
        """
        written = written_size(data)
        if written is not None and written == self._written:
            half = decode_half(data)
            # A picture that lies on its side is written as large as one that stands.
            if half.shape[:2] == half_size(self._size):
                return PackedPicture(self._name, data, self._size, half=half)
        whole = decode_picture(data)
        height_px, width_px = whole.shape[:2]
        self._written = None
        if written is None or height_px * width_px < self._large_px:
            return whole
        self._written, self._size = written, (height_px, width_px)
        return PackedPicture(self._name, data, self._size, whole=whole)


def half_size(size: tuple[int, int]) -> tuple[int, int]:
    """Height and width of a half."""
    return (size[0] + 1) // 2, (size[1] + 1) // 2
