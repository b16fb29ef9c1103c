"""A field report: a few pictures with all that is needed to read them again, and no secret.

A folder with ``picture-1.png`` and so on (`vision.discreet`), ``lens.toml`` where the lens is
known, ``scheme.toml`` where the stickers are not those of the program, and ``report.json``. The
pictures of a source that was named by an address with a password do not name it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.lens import lens_text
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from companion.board.board import Board
from vision.reading import MarkerSeen, Reading

PICTURES: Final = 4
"""How many pictures a report holds: two have to agree before anything settles."""

FILE: Final = "report.json"
LENS: Final = "lens.toml"
SCHEME: Final = "scheme.toml"
_COMMENT: Final = "The lens that the eye used when this report was saved."


class PictureReading(msgspec.Struct, frozen=True, kw_only=True):
    """What was read in one picture of a report.

    Attributes:
        picture: its file.
        registered: whether the map was found.
        reason: what was missing.
        residual_px: how well the corner tags fit, None where the map was not found.
        lens_source: ``file`` or ``estimated``, empty where the map was not found.
        rotation, translation: the camera's pose (`calibration.registration`), empty as above.
        markers: the markers.
        ms: time spent by step.
    """

    picture: str
    registered: bool
    reason: str
    residual_px: float | None
    lens_source: str
    rotation: list[list[float]]
    translation: list[float]
    markers: list[MarkerSeen]
    ms: dict[str, float]


class ReportFile(msgspec.Struct, frozen=True, kw_only=True):
    """``report.json``.

    Attributes:
        settings: of the eye, by name.
        scheme: ``anonymous`` or ``serial``, or the scheme file beside it.
        readings: picture by picture.
        board: what lay on the table, None for the board of the scheme.
    """

    settings: dict[str, str]
    scheme: str
    readings: list[PictureReading]
    board: Board | None = None


class ReportError(ValueError):
    """A folder is no field report; the text says what is wrong with it."""


class FieldReport:
    """Gathers a report and writes it.

    Args:
        folder: where it will be; must not be there yet.
        scheme: the stickers.
        settings: of the eye: ``scheme`` names the sticker scheme or its file.
    """

    def __init__(self, folder: Path, scheme: StickerScheme, settings: dict[str, str]) -> None:
        self.folder: Final = folder
        self._scheme: Final = scheme
        self._settings: Final = settings
        self._pictures: Final[list[NDArray[np.uint8] | None]] = []
        self._readings: Final[list[PictureReading]] = []
        self._lens = ""

    @property
    def is_full(self) -> bool:
        """Whether it has all its pictures."""
        return len(self._readings) >= PICTURES

    def add(
        self,
        picture: NDArray[np.uint8] | None,
        registration: Registration | None,
        reading: Reading,
    ) -> None:
        """Add a picture with what was read in it.

        Args:
            picture: discreet; None where the map was not found, since then nothing can be taken out
                of it.
            registration: where the board lies in it.
            reading: what was read in it.
        """
        number = len(self._readings) + 1
        self._pictures.append(picture)
        if registration is not None and registration.lens_source == "file":
            self._lens = lens_text(registration.lens, _COMMENT)
        self._readings.append(
            PictureReading(
                picture="" if picture is None else f"picture-{number}.png",
                registered=reading.registered,
                reason=reading.reason,
                residual_px=None if registration is None else registration.residual_px,
                lens_source="" if registration is None else registration.lens_source,
                rotation=[] if registration is None else registration.rotation.tolist(),
                translation=[] if registration is None else registration.translation.tolist(),
                markers=list(reading.markers),
                ms=reading.ms,
            )
        )

    def write(self) -> str:
        """Write it whole or not at all; why it could not be written, empty where it was."""
        part = self.folder.with_name(f".{self.folder.name}.part")
        try:
            part.mkdir(parents=True)
            self._write_into(part)
            part.rename(self.folder)
        except OSError as error:
            shutil.rmtree(part, ignore_errors=True)
            return f"The report could not be written to {self.folder}: {error.strerror}."
        return ""

    def _write_into(self, folder: Path) -> None:
        for reading, picture in zip(self._readings, self._pictures, strict=True):
            if picture is not None:
                _, data = cv2.imencode(".png", picture)
                (folder / reading.picture).write_bytes(data.tobytes())
        if self._lens:
            (folder / LENS).write_text(self._lens, "utf-8")
        scheme = self._settings.get("scheme", "anonymous")
        if scheme not in ("anonymous", "serial"):
            shutil.copyfile(scheme, folder / SCHEME)
            scheme = SCHEME
        whole = ReportFile(
            settings={**self._settings, "scheme": scheme},
            scheme=scheme,
            readings=self._readings,
            board=self._scheme.board if self._scheme.board.spaces else None,
        )
        (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=1))


class SavedReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it is read again.

    Attributes:
        pictures: its pictures, in order.
        scheme: name of the sticker scheme, or path of its file.
        lens: path of the lens file, None to estimate the lens.
        board: what lay on the table, None for the board of the scheme.
    """

    pictures: tuple[Path, ...]
    scheme: str
    lens: Path | None
    board: Board | None = None


def is_report(path: Path) -> bool:
    """Whether a path is the folder of a field report."""
    return (path / FILE).is_file()


def open_report(folder: Path) -> SavedReport:
    """What is needed to read a report's pictures again.

    Raises:
        ReportError: it is damaged.
    """
    try:
        whole = msgspec.json.decode((folder / FILE).read_bytes(), type=ReportFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise ReportError(f"{folder / FILE} cannot be read as a field report: {error}") from error
    names = [reading.picture for reading in whole.readings if reading.picture]
    if any(Path(name).name != name for name in (*names, whole.scheme)):
        raise ReportError(f"{folder / FILE} names a file outside its folder; it is not read.")
    if not names:
        reasons = "; ".join({reading.reason for reading in whole.readings})
        raise ReportError(
            f"{folder} holds no picture, since the map was never found: {reasons or 'unknown'}"
        )
    lens = folder / LENS
    scheme = str(folder / SCHEME) if whole.scheme == SCHEME else whole.scheme
    return SavedReport(
        pictures=tuple(folder / name for name in names),
        scheme=scheme,
        lens=lens if lens.is_file() else None,
        board=whole.board,
    )
