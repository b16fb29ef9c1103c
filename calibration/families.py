"""Tag families: which black and white modules each id of a printed family has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class TagFamily:
    """One family of square tags.

    Attributes:
        name: name of OpenCV's predefined dictionary, such as ``DICT_4X4_1000``.
        codes: uint8 of shape (ids, n, n): 1 where a module is white, the black border left out.
    """

    name: str
    codes: NDArray[np.uint8]

    @property
    def modules(self) -> int:
        """Modules along one side of a tag, its black border included."""
        return int(self.codes.shape[1]) + 2

    def pattern(self, tag_id: int) -> NDArray[np.uint8]:
        """All modules of one tag with the black border: (modules, modules), 1 is white.

        Row 0 is the top of the tag, column 0 its left, as the printed id stands upright.
        """
        return np.pad(self.codes[tag_id], 1)


@cache
def find_family(name: str) -> TagFamily | None:
    """The family of that name, or None where OpenCV has no such predefined dictionary."""
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    if not isinstance(number, int):
        return None
    dictionary = cv2.aruco.getPredefinedDictionary(number)
    codes = [
        cv2.aruco.Dictionary.getBitsFromByteList(
            dictionary.bytesList[tag_id : tag_id + 1], dictionary.markerSize
        )
        for tag_id in range(dictionary.bytesList.shape[0])
    ]
    stack = np.array(codes, dtype=np.uint8)
    stack.setflags(write=False)
    return TagFamily(name, stack)


def family_names() -> tuple[str, ...]:
    """Names of all families that can be used, in alphabetical order."""
    return tuple(sorted(name for name in dir(cv2.aruco) if name.startswith("DICT_")))
