"""The picture of the owner's map in the user directory, and what its places look like."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calibration.scheme_types import StickerScheme
from companion.files import write_whole
from companion.table.box_editor import BoxSurvey, SurveyLayer
from webui.box_ports import LARGEST_PHOTO_BYTES, Likeness, PhotoError, SurveyStage

if TYPE_CHECKING:
    from calibration.lens import FloatArray
    from calibration.survey_picture import Picture

_PHOTO: Final = "map-photo.jpg"
_MAP: Final = "map.jpg"
_TAPPED: Final = (
    "The corner tags were not found in this picture. Tap the four corners of the map in it."
)
_FOUND: Final = "The corner tags were found; the map is laid flat."


class BoxPhotos:
    """Implements `webui.box_ports.MapPhotos` over two files.

    Args:
        folder: where the files lie.
        prefix: what their names begin with, so that each game has its own.
        scheme: gives the corner tags.
        survey: the map of the box as it is now.
    """

    def __init__(
        self, folder: Path, prefix: str, scheme: StickerScheme, survey: Callable[[], BoxSurvey]
    ) -> None:
        self._photo: Final = folder / f"{prefix}-{_PHOTO}"
        self._map: Final = folder / f"{prefix}-{_MAP}"
        self._scheme: Final = scheme
        self._survey: Final = survey
        self._lock = threading.RLock()
        self._shown: tuple[tuple[Path, int, int], bytes, str] | None = None
        self._looks: dict[tuple[str, str], FloatArray] = {}

    def stage(self) -> SurveyStage:
        """How far the picture is."""
        if self._map.is_file():
            return "map"
        return "photo" if self._photo.is_file() else "none"

    def size_px(self) -> tuple[int, int]:
        """Width and height of what `picture` gives, (0, 0) for none."""
        from calibration.survey_picture import jpeg_size  # noqa: PLC0415 - OpenCV is slow to load

        shown = self.picture()
        return (0, 0) if shown is None else jpeg_size(shown[0]) or (0, 0)

    def take(self, data: bytes) -> str:
        """Take a new photograph and look for the board in it."""
        from calibration import survey_picture  # noqa: PLC0415 - OpenCV is slow to load

        if len(data) > LARGEST_PHOTO_BYTES:
            raise PhotoError(f"The picture is larger than {LARGEST_PHOTO_BYTES // 2**20} MB.")
        try:
            photo = survey_picture.decode_photo(data)
            flat = self._flat_by_tags(photo)
            with self._lock:
                self._keep(self._photo, survey_picture.encode_photo(photo))
                self._map.unlink(missing_ok=True)
                if flat is not None:
                    self._keep(self._map, survey_picture.encode_photo(flat))
        except survey_picture.SurveyPictureError as error:
            raise PhotoError(str(error)) from error
        return _TAPPED if flat is None else _FOUND

    def flatten(self, corners_px: Sequence[tuple[float, float]]) -> None:
        """Rectify the photograph by the four corners of the map."""
        from calibration import survey_picture  # noqa: PLC0415 - OpenCV is slow to load

        with self._lock:
            if not self._photo.is_file():
                raise PhotoError("There is no photograph. Choose one first.")
            try:
                photo = survey_picture.decode_photo(self._photo.read_bytes())
                flat = survey_picture.rectified_by_corners(photo, corners_px, self._survey().grid)
                self._keep(self._map, survey_picture.encode_photo(flat))
            except survey_picture.SurveyPictureError as error:
                raise PhotoError(str(error)) from error

    def picture(self) -> tuple[bytes, str] | None:
        """JPEG of the map from above, else of the photograph, with a tag that changes with it."""
        for path in (self._map, self._photo):
            try:
                state = path.stat()
                key = (path, state.st_mtime_ns, state.st_size)
                with self._lock:
                    if self._shown is None or self._shown[0] != key:
                        data = path.read_bytes()
                        self._shown = (key, data, hashlib.sha256(data).hexdigest()[:12])
                    return self._shown[1:]
            except OSError:
                continue
        return None

    def back_to_photo(self) -> bool:
        """Go back to tapping corners; False where there is no photograph."""
        if not self._photo.is_file():
            return False
        self._map.unlink(missing_ok=True)
        return True

    def forget(self) -> None:
        """Throw photograph and map away."""
        self._map.unlink(missing_ok=True)
        self._photo.unlink(missing_ok=True)

    def alike(self, layer_id: str) -> tuple[Likeness, ...]:
        """Proposals for the places of a layer that have no value yet, the surest first."""
        from calibration.survey_likeness import FEWEST_LABELS, propose  # noqa: PLC0415 - OpenCV is slow to load

        layer = self._survey().layer(layer_id)
        if layer is None or self.stage() != "map":
            raise PhotoError("There is no picture of the map from above yet.")
        labels = self._labels_of(layer)
        known = {
            number: layer.values[label]
            for number, label in enumerate(labels)
            if label in layer.values
        }
        if len(known) < FEWEST_LABELS or len(set(known.values())) < 2:
            raise PhotoError(
                f"Likeness needs at least {FEWEST_LABELS} painted places with at least two "
                f"different values; {len(known)} are painted."
            )
        return tuple(
            Likeness(label=labels[one.place], value=one.value, confidence=one.confidence)
            for one in propose(self._features(layer), known)
            if labels[one.place] not in layer.unused
        )

    def _features(self, layer: SurveyLayer) -> FloatArray:
        from calibration import survey_features, survey_picture  # noqa: PLC0415 - slow to load

        with self._lock:
            data = self._map.read_bytes()
            key = (hashlib.sha256(data).hexdigest(), layer.places)
            if key not in self._looks:
                picture = survey_picture.decode_photo(data)
                board = self._survey().grid
                self._looks = {one: looks for one, looks in self._looks.items() if one[0] == key[0]}
                self._looks[key] = (
                    survey_features.hex_features(picture, board)
                    if layer.places == "hex"
                    else survey_features.side_features(picture, board, tuple(board.hexsides()))
                )
            return self._looks[key]

    def _labels_of(self, layer: SurveyLayer) -> tuple[str, ...]:
        board = self._survey().grid
        if layer.places == "hex":
            return tuple(place.label for place in board)
        return tuple(side.label for side in board.hexsides())

    def _flat_by_tags(self, photo: Picture) -> Picture | None:
        from calibration.survey_picture import rectified  # noqa: PLC0415 - OpenCV is slow to load
        from vision.reader import Reader  # noqa: PLC0415 - OpenCV is slow to load

        registration, _ = Reader(self._scheme).register(photo)
        if registration is None:
            return None
        return rectified(photo, registration)

    def _keep(self, path: Path, data: bytes) -> None:
        try:
            write_whole(path, data)
        except OSError as error:
            raise PhotoError(f"The picture could not be kept: {error.strerror}.") from error
