"""A camera on this machine, through OpenCV."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2

from vision.sources.decoding import NotAPictureError, to_bgr
from vision.sources.frames import Clock, Picture, SourceError
from vision.sources.latest import LatestFrame, RawCamera

WANTED_WIDTH_PX: Final = 4056
WANTED_HEIGHT_PX: Final = 3040
"""More than cameras have: the driver gives the largest picture that it can."""
_MANUAL_EXPOSURE: Final = 1.0
"""What V4L2 calls exposure by hand (`V4L2_EXPOSURE_MANUAL`)."""
_WARM_UP_FRAMES: Final = 8
"""After so many pictures exposure and white balance have found their place."""
_FAILED_READS: Final = 5
"""So many pictures that do not come in a row are a camera that has gone."""


def open_device(address: int | str, fps: float, clock: Clock) -> LatestFrame[None]:
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
    grabber = _Grabber(capture, name)
    camera = RawCamera(
        name=name,
        raw_pictures=grabber.grabs(),
        decode=grabber.decode,
        release=grabber.stopped.set,
    )
    return LatestFrame(camera, fps=fps, clock=clock)


def _cameras_here() -> str:
    found = sorted(str(path) for path in Path("/dev").glob("video*"))
    return f"this machine has {', '.join(found)}" if found else "this machine has no camera"


class _Grabber:
    """Grabs without decoding; what was grabbed last is decoded on demand."""

    def __init__(self, capture: cv2.VideoCapture, name: str) -> None:
        self._capture = capture
        self._name = name
        # OpenCV's captures bear one caller at a time.
        self._in_use = threading.Lock()
        self.stopped = threading.Event()

    def grabs(self) -> Iterator[None]:
        """One item for each picture that has come."""
        failed = taken = 0
        try:
            while not self.stopped.is_set():
                with self._in_use:
                    grabbed = self._capture.grab()
                if not grabbed:
                    failed += 1
                    if failed >= _FAILED_READS:
                        raise SourceError(f"{self._name} gives no more pictures; is its cable in?")
                    continue
                failed = 0
                taken += 1
                if taken == _WARM_UP_FRAMES:
                    with self._in_use:
                        _hold_settings(self._capture)
                yield None
        finally:
            with self._in_use:
                self._capture.release()

    def decode(self, _: None) -> Picture:
        """The picture that was grabbed last.

        Raises:
            NotAPictureError: the driver gave rubbish.
        """
        with self._in_use:
            given, image = self._capture.retrieve()
        if not given or image is None:
            raise NotAPictureError("the driver gave a picture that cannot be decoded")
        return to_bgr(image)


def _hold_settings(capture: cv2.VideoCapture) -> None:
    for automatic, value, wanted in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, _MANUAL_EXPOSURE),
        (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, 0.0),
        (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, 0.0),
    ):
        current = capture.get(value)
        if capture.set(automatic, wanted) and current > 0:
            capture.set(value, current)
