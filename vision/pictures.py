"""Reads picture files."""

from __future__ import annotations

from pathlib import Path

from vision.cv import ByteImage, decode_picture


class PictureError(ValueError):
    """A picture file that cannot be used; the text says why."""


def load_picture(path: str | Path) -> ByteImage:
    """A picture as uint8, BGR (h, w, 3) or grey (h, w); 16 bits are cut to 8.

    Raises:
        PictureError: the file cannot be read or holds no picture.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror})") from error
    picture = decode_picture(data)
    if picture is None:
        raise PictureError(f"{path}: holds no picture, or only a part of one")
    return picture
