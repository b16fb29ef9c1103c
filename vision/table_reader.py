"""What looks at a table over time, as far as the watcher needs to know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from calibration.scheme import StickerScheme
from vision.reading import PixelBox, Reading


class TableReader(Protocol):
    """What the watcher needs of `vision.reader.Reader`."""

    @property
    def scheme(self) -> StickerScheme:
        """The sticker scheme in use."""
        ...

    @property
    def registration(self) -> Registration | None:
        """Where the board lay in the last picture that was registered."""
        ...

    @property
    def hindrance(self) -> str:
        """What hindered reading when the board was last found, in words for people."""
        ...

    def register(self, image: NDArray[np.uint8]) -> tuple[Registration | None, str]:
        """Find the board."""
        ...

    def read(self, image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        """Read a picture or parts of it."""
        ...
