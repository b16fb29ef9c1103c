"""The camera of a Raspberry Pi, through picamera2 where that is installed."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from typing import Any, Final

from vision.sources.decoding import NotAPictureError, to_bgr
from vision.sources.frames import Clock, Picture, SourceError
from vision.sources.latest import LatestFrame

_SIZE_PX: Final = (2304, 1296)
_WARM_UP_FRAMES: Final = 20


def open_picamera(fps: float, clock: Clock) -> LatestFrame:
    """Open the first camera on the Pi's camera port.

    Raises:
        SourceError: picamera2 is not installed, or no camera is connected.
    """
    try:
        module = importlib.import_module("picamera2")
    except ImportError as error:
        raise SourceError(
            "picamera: needs the package python3-picamera2 of Raspberry Pi OS; install it with "
            "'sudo apt install python3-picamera2', or use a USB camera by its number"
        ) from error
    try:
        camera = module.Picamera2()
        camera.configure(
            camera.create_video_configuration(main={"size": _SIZE_PX, "format": "RGB888"})
        )
        camera.start()
    except (IndexError, RuntimeError) as error:
        raise SourceError(
            f"no camera answers on the camera port ({error}); check the ribbon cable"
        ) from error
    stopped = threading.Event()
    return LatestFrame(
        _pictures(camera, stopped),
        name="picamera:",
        fps=fps,
        clock=clock,
        release=stopped.set,
    )


def _pictures(camera: Any, stopped: threading.Event) -> Iterator[Picture]:  # noqa: ANN401  optional import
    taken = 0
    try:
        while not stopped.is_set():
            # picamera2 names the order of bits, so its RGB888 is BGR in memory.
            try:
                picture = to_bgr(camera.capture_array("main"))
            except NotAPictureError:
                continue
            taken += 1
            if taken == _WARM_UP_FRAMES:
                _hold_settings(camera)
            yield picture
    except RuntimeError as error:
        raise SourceError(f"the camera on the camera port stopped ({error})") from error
    finally:
        camera.stop()
        camera.close()


def _hold_settings(camera: Any) -> None:  # noqa: ANN401  optional import
    seen = camera.capture_metadata()
    held = {
        name: seen[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in seen
    }
    camera.set_controls({"AeEnable": False, "AwbEnable": False, **held})
