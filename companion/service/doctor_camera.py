"""The doctor's look at the camera: does it open, and what does its picture say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from calibration.lens import Lens, LensError, load_lens
from calibration.scheme import StickerScheme
from companion.service.checks import CAMERAS, camera_path, cameras_here, check_camera
from companion.service.doctor_finding import Finding
from companion.service.doctor_picture import examine_picture
from companion.service.settings import NONE, SettingsError
from vision.sources.frames import MonotonicClock, Picture, SourceError
from vision.sources.opening import open_source

_FPS: Final = 2.0
_LIVE_PICTURES: Final = 4
"""A live camera sets its exposure during the first ones; the last is looked at."""


def examine_camera(uri: str, scheme: StickerScheme, lens: Path | None) -> Iterator[Finding]:
    """Open a camera and look at a picture of it.

    Args:
        uri: a camera URI.
        scheme: the stickers.
        lens: lens file, None to estimate the lens.
    """
    try:
        known_lens: Lens | None = None if lens is None else load_lens(lens)
    except LensError as error:
        yield Finding(
            part="camera",
            level="trouble",
            text=str(error),
            mend="Name another lens file, or none to have the lens estimated.",
        )
        known_lens = None
    if uri == NONE:
        yield Finding(
            part="camera",
            level="note",
            text=f"No camera was named. {cameras_here()}",
            mend=f"Name one with --camera to have it looked at: {CAMERAS}.",
        )
        return
    device = _device(uri)
    if device is not None and not os.access(device, os.R_OK | os.W_OK):
        yield Finding(
            part="camera",
            level="trouble",
            text=f"This user may not use the camera {device}.",
            mend="Run `sudo usermod -aG video $USER` and log in again; for an installed table "
            "`sudo scripts/install` sees to it.",
        )
        return
    try:
        check_camera(uri)
        picture = _picture(uri, scheme)
    except (SettingsError, SourceError) as error:
        yield Finding(
            part="camera",
            level="trouble",
            text=str(error),
            mend="Plug the camera in, close other programs that use it, or name another one.",
        )
        return
    height_px, width_px = picture.shape[:2]
    text = f"{uri} gives pictures of {width_px} x {height_px} pixels."
    yield Finding(part="camera", level="well", text=text)
    yield from examine_picture(picture, scheme, known_lens)


def _device(uri: str) -> Path | None:
    """The device that a URI names, None where it names none or something else."""
    path = camera_path(uri)
    return path if path.is_char_device() else None


def _picture(uri: str, scheme: StickerScheme) -> Picture:
    """A picture of the camera.

    Raises:
        SourceError: it cannot be opened or gives none.
    """
    is_live = not Path(uri).is_dir() and not Path(uri).is_file() and not uri.startswith("virtual:")
    with closing(open_source(uri, fps=_FPS, clock=MonotonicClock(), scheme=scheme)) as source:
        picture = source.read().image
        for _ in range(_LIVE_PICTURES - 1 if is_live else 0):
            picture = source.read().image
        return picture
