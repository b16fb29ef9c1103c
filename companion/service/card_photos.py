"""Reads photographs of cards for the web UI: one at a time, and nothing of them is kept."""

from __future__ import annotations

import threading
from typing import Final

from webui.ports import CardPhotoError

WAIT_S: Final = 10.0
"""How long one photograph waits for another to be read."""


class PhotoReader:
    """Implements `webui.ports.CardReader`; called from many threads."""

    def __init__(self) -> None:
        self._lock: Final = threading.Lock()

    def read(self, photo: bytes) -> tuple[str, ...]:
        """What the labels in a photograph say, from top to bottom.

        Raises:
            CardPhotoError: it is no picture, too large, or another one is being read.
        """
        from calibration.survey_picture import SurveyPictureError  # noqa: PLC0415 - slow to load
        from vision.card_labels import read_labels  # noqa: PLC0415 - as above

        if not self._lock.acquire(timeout=WAIT_S):
            raise CardPhotoError("Another photograph is being read. Try again in a moment.")
        try:
            return tuple(label.text for label in read_labels(photo))
        except SurveyPictureError as error:
            raise CardPhotoError(str(error)) from error
        finally:
            self._lock.release()
