"""A camera on this machine, through OpenCV."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2

from vision.sources.decoding import NotAPictureError, to_bgr
from vision.sources.frames import Clock, Picture, SourceError
from vision.sources.latest import LatestFrame

WANTED_WIDTH_PX: Final = 4056
WANTED_HEIGHT_PX: Final = 3040
_MANUAL_EXPOSURE: Final = 1.0
_WARM_UP_FRAMES: Final = 8
_FAILED_READS: Final = 5


def open_device(address: int | str, fps: float, clock: Clock) -> LatestFrame:
    """Open a camera by number or path, at the largest picture it offers.

    After a few pictures of warming up, exposure, white balance and focus are held where the driver
    allows it, so that the picture changes only when the table does.

    Raises:
        SourceError: there is no such camera, or another program holds it.
    """
    name = f"camera {address}"
    if isinstance(address, str) and not Path(address).exists():
        raise SourceError(f"there is no camera {address}; {_cameras_here()}")
    if isinstance(address, int) and not Path(f"/dev/video{address}").exists():
        raise SourceError(f"there is no camera {address} (/dev/video{address}); {_cameras_here()}")
    capture = cv2.VideoCapture(address, cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            f"{name} cannot be opened; another program may hold it, or you may lack the right to "
            f"use it (group video); {_cameras_here()}"
        )
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_HEIGHT_PX)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    stopped = threading.Event()
    return LatestFrame(
        _pictures(capture, name, stopped),
        name=name,
        fps=fps,
        clock=clock,
        release=stopped.set,
    )


def _cameras_here() -> str:
    found = sorted(str(path) for path in Path("/dev").glob("video*"))
    return f"this machine has {', '.join(found)}" if found else "this machine has no camera"


def _pictures(capture: cv2.VideoCapture, name: str, stopped: threading.Event) -> Iterator[Picture]:
    failed = 0
    taken = 0
    try:
        while not stopped.is_set():
            given, image = capture.read()
            try:
                picture = to_bgr(image) if given else None
            except NotAPictureError:
                picture = None
            if picture is None:
                failed += 1
                if failed >= _FAILED_READS:
                    raise SourceError(f"{name} gives no more pictures; is its cable in?")
                continue
            failed = 0
            taken += 1
            if taken == _WARM_UP_FRAMES:
                _hold_settings(capture)
            yield picture
    finally:
        # The thread that reads is the one that closes: V4L2 does not bear both at once.
        capture.release()


def _hold_settings(capture: cv2.VideoCapture) -> None:
    for automatic, value, wanted in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, _MANUAL_EXPOSURE),
        (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, 0.0),
        (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, 0.0),
    ):
        current = capture.get(value)
        if capture.set(automatic, wanted) and current > 0:
            capture.set(value, current)
