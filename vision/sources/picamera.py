"""The camera of a Raspberry Pi, through picamera2 where that is installed."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterator
from typing import Any, Final

from vision.sources.decoding import to_bgr
from vision.sources.frames import Clock, SourceError
from vision.sources.latest import LatestFrame, RawCamera

_SIZE_PX: Final = (2304, 1296)
_WARM_UP_FRAMES: Final = 20
_LEAST_FPS: Final = 5.0


def open_picamera(fps: float, clock: Clock) -> LatestFrame[Any]:
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
        camera.set_controls({"FrameRate": max(fps, _LEAST_FPS)})
        camera.start()
    except (IndexError, RuntimeError) as error:
        raise SourceError(
            f"no camera answers on the camera port ({error}); check the ribbon cable"
        ) from error
    stopped = threading.Event()
    raw_camera = RawCamera(
        name="picamera:",
        raw_pictures=_arrays(camera, stopped),
        decode=to_bgr,
        release=stopped.set,
    )
    return LatestFrame(raw_camera, fps=fps, clock=clock)


def _arrays(camera: Any, stopped: threading.Event) -> Iterator[Any]:  # noqa: ANN401  optional import
    taken = 0
    try:
        while not stopped.is_set():
            # picamera2 names the order of bits, so its RGB888 is BGR in memory.
            array = camera.capture_array("main")
            taken += 1
            if taken == _WARM_UP_FRAMES:
                _hold_settings(camera)
            yield array
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
