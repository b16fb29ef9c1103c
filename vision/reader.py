"""The reader: one picture in, the markers on the board out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from vision.reading import PixelBox, Reading


class Reader:
    """Reads the markers of one camera's pictures; keeps the last registration.

    Attributes:
        scheme: the sticker scheme in use.
        lens: the camera's lens, or None to estimate it from the corner tags.
        registration: where the board lay in the last picture that was registered, or None.
    """

    def __init__(self, scheme: StickerScheme, lens: Lens | None = None) -> None:
        self.scheme = scheme
        self.lens = lens
        self.registration: Registration | None = None

    def register(self, image: NDArray[np.uint8]) -> tuple[Registration | None, str]:
        """Find the board by its corner tags and keep the result.

        Args:
            image: BGR (h, w, 3) or grey (h, w).

        Returns:
            The registration, or None, and a sentence on what is missing, empty when all is well.
            A failure leaves the last good registration in place.
        """
        raise NotImplementedError

    def read(self, image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        """Read one picture.

        Args:
            image: BGR (h, w, 3) or grey (h, w).
            regions: where to look; the last registration is used again, so the board must not
                have moved. None reads all of it and registers anew.
        """
        raise NotImplementedError
