"""A video file, played once in its own time."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.sources.decoding import NotAPictureError, to_bgr
from vision.sources.frames import Frame, SourceEndedError, SourceError


class VideoFile:
    """The pictures of a video file, thinned to a rate; nothing is waited for.

    Args:
        path: the file.
        fps: pictures a second to give; a slower film gives all it has.

    Raises:
        SourceError: the file is no video that can be opened.
    """

    def __init__(self, path: Path, fps: float) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(
                f"{path} cannot be opened as a video; expected a film, a folder of pictures or "
                "another camera address"
            )
        film_fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._film_fps = film_fps if film_fps > 0 else fps
        self._wanted_fps = min(fps, self._film_fps)
        self._position = -1
        self._number = -1

    def read(self) -> Frame:
        """Give the next picture.

        Raises:
            SourceEndedError: the film is over.
        """
        number = self._number + 1
        target = round(number * self._film_fps / self._wanted_fps)
        while self._position < target:
            if not self._capture.grab():
                raise SourceEndedError(f"the film {self._path} is over")
            self._position += 1
        decoded, image = self._capture.retrieve()
        if not decoded:
            raise SourceEndedError(f"the film {self._path} cannot be read further")
        self._number = number
        try:
            picture = to_bgr(image)
        except NotAPictureError as error:
            raise SourceError(f"{self._path}: {error}") from error
        return Frame(picture, number, self._position / self._film_fps)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
