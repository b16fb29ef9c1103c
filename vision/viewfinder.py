"""What the eye shows to people, made only while somebody looks, and the reports that they save.

It reads each picture that it shows in full and by itself, beside the watcher and without a word to
it: what stands on the page is what this one picture holds.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from companion.border import (
    CornerOff,
    EyeWish,
    Look,
    Rectangle,
    Report,
    ReportSaved,
    Rest,
    Sight,
    SightMarker,
)
from vision.corners import CornerFinder
from vision.cv import to_grey
from vision.discreet import discreet_picture, map_from_above
from vision.field_report import FieldReport
from vision.reader import Reader
from vision.reading import MarkerSeen, PixelBox
from vision.sources.frames import Frame

EVERY_S: Final = 1.0
"""At most one sight in so many seconds."""

LOOKS_FOR_S: Final = 4.0
"""How long one wish to look is good for."""

_IDLE_SHARE: Final = 3.0
"""The eye rests at least so many times as long as a sight has taken, else it would miss hands."""

_PIXELS_PER_INCH: Final = 40.0
_JPEG_QUALITY: Final = 80


class Hides(Protocol):
    """What the viewfinder needs of `vision.watch.Watcher`."""

    @property
    def hidden(self) -> tuple[PixelBox, ...]:
        """Parts of the picture where a hand is, or something that has not settled."""


class Viewfinder:
    """Makes sights and reports of a camera's pictures.

    Args:
        scheme: the stickers.
        lens: the camera's lens, None to estimate it.
        settings: what a report says of the eye's settings.
    """

    def __init__(self, scheme: StickerScheme, lens: Lens | None, settings: dict[str, str]) -> None:
        self._scheme: Final = scheme
        self._lens: Final = lens
        self._settings: Final = settings
        self._lock: Final = threading.Lock()
        self._wanted_until_s = 0.0
        self._wanted_report = ""
        self._is_forbidden = False
        self._report: FieldReport | None = None
        self._due_s = 0.0
        self._reader: Reader | None = None

    def wish(self, wish: EyeWish) -> None:
        """Take a wish; may be called from another thread."""
        with self._lock:
            match wish:
                case Look():
                    self._wanted_until_s = time.monotonic() + LOOKS_FOR_S
                    self._is_forbidden = False
                case Rest():
                    self._wanted_until_s = 0.0
                    self._wanted_report = ""
                    self._is_forbidden = True
                case Report(folder=folder):
                    self._wanted_report = folder
                    self._is_forbidden = False

    def step(self, frame: Frame, watcher: Hides, step_ms: float) -> list[Sight | ReportSaved]:
        """What somebody who looks is to be told after a picture; nothing where nobody does.

        Args:
            frame: the picture.
            watcher: knows what in it shows a hand or something that has not settled.
            step_ms: how long the watcher took for it.
        """
        with self._lock:
            now_s = time.monotonic()
            is_looking = now_s < self._wanted_until_s and now_s >= self._due_s
            folder, self._wanted_report = self._wanted_report, ""
            is_forbidden = self._is_forbidden
        if is_forbidden:
            # Also of a report that was begun nothing is kept.
            self._report = None
        if folder:
            self._report = FieldReport(Path(folder), self._scheme, self._settings)
        if not is_looking and self._report is None:
            if now_s >= self._wanted_until_s:
                self._reader = None
            return []
        began_s = time.monotonic()
        told = self._tell(frame, watcher.hidden, step_ms, is_looking=is_looking)
        ended_s = time.monotonic()
        self._due_s = max(began_s + EVERY_S, ended_s + _IDLE_SHARE * (ended_s - began_s))
        return told

    def _tell(
        self, frame: Frame, hidden: tuple[PixelBox, ...], step_ms: float, *, is_looking: bool
    ) -> list[Sight | ReportSaved]:
        reader = self._reader = self._reader or Reader(self._scheme, self._lens)
        reading = reader.read(frame.image)
        registration = reader.registration if reading.registered else None
        picture = None
        if registration is not None:
            picture = discreet_picture(
                frame.image, registration, self._scheme, reading.markers, hidden
            )
        told: list[Sight | ReportSaved] = []
        report = self._report
        if report is not None:
            report.add(picture, registration, reading)
            if report.is_full:
                self._report = None
                told.append(ReportSaved(folder=str(report.folder), trouble=report.write()))
        if is_looking:
            board = self._scheme.board
            height_px, width_px = frame.image.shape[:2]
            told.append(
                Sight(
                    t_s=frame.time_s,
                    jpeg=b""
                    if picture is None or registration is None
                    else _jpeg(map_from_above(picture, registration, _PIXELS_PER_INCH)),
                    width_in=board.width_in,
                    height_in=board.height_in,
                    reason=reading.reason,
                    residual_px=None if registration is None else registration.residual_px,
                    corners=corner_offs(frame.image, registration, self._scheme),
                    markers=tuple(_marker(one) for one in reading.markers),
                    hands=() if registration is None else _rectangles(hidden, registration),
                    step_ms=step_ms,
                    read_ms=reading.ms.get("total", 0.0),
                    size_px=(width_px, height_px),
                )
            )
        return told


def corner_offs(
    image: NDArray[np.uint8], registration: Registration | None, scheme: StickerScheme
) -> tuple[CornerOff, ...]:
    """How far each corner tag of a picture lies from where the registration has it."""
    seen = CornerFinder(scheme).find(to_grey(image))
    offs = []
    for corner in scheme.corners:
        found = seen.get(corner.tag_id)
        off_px = None
        if found is not None and registration is not None:
            middle = registration.board_to_pixels(np.array([[corner.x_in, corner.y_in]]))[0]
            # Diagonals meet in the picture of a square's middle, whatever the view.
            off_px = float(np.hypot(*(_crossing(found.quad_px) - middle)))
        offs.append(CornerOff(x_in=corner.x_in, y_in=corner.y_in, off_px=off_px))
    return tuple(offs)


def _crossing(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the diagonals of a quadrangle cross: (2,)."""
    first, second, third, fourth = np.column_stack([quad, np.ones(4)])
    x, y, w = np.cross(np.cross(first, third), np.cross(second, fourth))
    return np.array([x / w, y / w])


def _marker(marker: MarkerSeen) -> SightMarker:
    return SightMarker(
        colour=marker.colour,
        face=marker.face,
        x_in=marker.x_in,
        y_in=marker.y_in,
        place=marker.place,
        confidence=marker.confidence,
    )


def _rectangles(boxes: tuple[PixelBox, ...], registration: Registration) -> tuple[Rectangle, ...]:
    """The parts of the board that rectangles of pixels show."""
    board = registration.board
    found = []
    for box in boxes:
        quad = np.array(
            [
                [box.left, box.top],
                [box.right, box.top],
                [box.right, box.bottom],
                [box.left, box.bottom],
            ],
            dtype=np.float64,
        )
        inches = registration.pixels_to_board(quad)
        west_in, north_in = np.clip(inches.min(axis=0), 0, (board.width_in, board.height_in))
        east_in, south_in = np.clip(inches.max(axis=0), 0, (board.width_in, board.height_in))
        found.append(
            Rectangle(
                west_in=float(west_in),
                north_in=float(north_in),
                east_in=float(east_in),
                south_in=float(south_in),
            )
        )
    return tuple(found)


def _jpeg(picture: NDArray[np.uint8]) -> bytes:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return data.tobytes()
