"""Reads photographs of cards for the web UI: one at a time for each seat; none is kept."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Final

from companion.table.ids import SeatId
from webui.ports import CardPhotoError

WAIT_S: Final = 10.0
"""How long one photograph waits for another of the same seat to be read."""


class PhotoReader:
    """Implements `webui.ports.CardReader`; called from many threads."""

    def __init__(self) -> None:
        # One line for all seats would tell each when another reads its cards.
        self._locks: Final[defaultdict[SeatId, threading.Lock]] = defaultdict(threading.Lock)

    def read(self, photo: bytes, seat: SeatId) -> tuple[str, ...]:
        """What the labels in a photograph of a seat say, from top to bottom.

        Raises:
            CardPhotoError: it is no picture, too large, or another one is being read.
        """
        from calibration.survey_picture import SurveyPictureError  # noqa: PLC0415 - slow to load
        from vision.card_labels import read_labels  # noqa: PLC0415 - slow to load

        lock = self._locks[seat]
        if not lock.acquire(timeout=WAIT_S):
            raise CardPhotoError("Another photograph is being read. Try again in a moment.")
        try:
            return tuple(label.text for label in read_labels(photo))
        except SurveyPictureError as error:
            raise CardPhotoError(str(error)) from error
        finally:
            lock.release()
