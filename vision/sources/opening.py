"""From a camera's address to an open source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from calibration.scheme import StickerScheme, default_scheme
from vision.sources.device import open_device
from vision.sources.folder import FollowedFolder, PlayedFolder
from vision.sources.frames import Clock, FrameSource, SourceError
from vision.sources.picamera import open_picamera
from vision.sources.stream import open_stream
from vision.sources.video import VideoFile
from vision.sources.virtual import VirtualCamera

ADDRESSES: Final = (
    "a device number or path, picamera:, http(s)://..., a video file, a folder of pictures, "
    "virtual: or virtual:LAYOUT.json"
)
_SCHEMES: Final = ("picamera", "http", "https", "virtual")


def open_source(
    uri: str,
    *,
    fps: float,
    clock: Clock,
    scheme: StickerScheme | None = None,
    follow: bool = False,
    on_trouble: Callable[[str], None] = lambda _: None,
) -> FrameSource:
    """Open the source of frames at an address.

    Args:
        uri: one of ADDRESSES.
        fps: frames a second.
        clock: the time to go by.
        scheme: stickers that a virtual camera shows; the default scheme if None.
        follow: keep watching a folder for new pictures instead of playing it once.
        on_trouble: called with a sentence about each picture of a played folder passed over.

    Raises:
        SourceError: there is no such source; the text says what was expected and what to do.
    """
    if fps <= 0:
        raise SourceError(f"expected a number of frames a second above 0, got {fps:g}")
    _check_name(uri)
    kind, colon, rest = uri.partition(":")
    if colon and kind in _SCHEMES:
        if kind == "picamera":
            return open_picamera(fps, clock)
        if kind == "virtual":
            path = Path(rest) if rest else None
            return VirtualCamera(path, scheme or default_scheme(), fps, clock)
        return open_stream(uri, fps, clock)
    if uri.isdecimal():
        return open_device(int(uri), fps, clock)
    path = Path(uri)
    if uri.startswith("/dev/"):
        return open_device(uri, fps, clock)
    if path.is_dir():
        if follow:
            return FollowedFolder(path, fps, clock)
        return PlayedFolder(path, fps, clock, on_trouble)
    if path.is_file():
        return VideoFile(path, fps)
    raise SourceError(f"there is no camera, file or folder {uri!r}; expected {ADDRESSES}")


def _check_name(uri: str) -> None:
    """Refuse bytes that are no text: OpenCV would bring the whole program down with them.

    Raises:
        SourceError: there are such bytes in it.
    """
    try:
        uri.encode()
    except UnicodeEncodeError as error:
        raise SourceError(
            f"the name {uri!r} holds bytes that are no text; give the file or folder another"
        ) from error
