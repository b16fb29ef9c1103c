"""A table of markers that is known only by pictures of it, dropped into a folder camera."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Final

import cv2
import msgspec

from calibration.layout import CubeLayout, HandLayout, TableLayout
from calibration.render import render_table
from calibration.scheme import StickerScheme, default_scheme
from companion.games.fellowship.box.board_places import middle_of

_APART_IN: Final = 0.29
_SLOTS_IN: Final = ((-1, -1), (1, 1), (1, -1), (-1, 1))
"""Where up to four cubes lie in a hex, in units of `_APART_IN` from its middle."""
_JPEG_QUALITY: Final = 95


class PictureTable:
    """Cubes of the anonymous scheme on a table; every change is seen in two pictures.

    Args:
        folder: the folder that the camera follows; it gets its first pictures at once.
    """

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._scheme: Final[StickerScheme] = default_scheme()
        self._cubes: dict[int, CubeLayout] = {}
        self._pictures = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._show()

    def put(self, number: int, colour: str, face: int, place: str) -> None:
        """Put a cube down under a number of the caller's own."""
        self._set_down(number, colour, face, place)
        self._show()

    def go(self, number: int, place: str) -> None:
        """Move a cube to another place."""
        self._reach(number)
        cube = self._cubes.pop(number)
        self._set_down(number, cube.colour, cube.face, place)
        self._show()

    def turn(self, number: int, face: int) -> None:
        """Turn a cube to another face where it lies."""
        self._reach(number)
        self._cubes[number] = msgspec.structs.replace(self._cubes[number], face=face)
        self._show()

    def lift(self, number: int) -> None:
        """Take a cube off the table."""
        self._reach(number)
        del self._cubes[number]
        self._show()

    def _reach(self, number: int) -> None:
        """A hand is over a cube, for as long as it takes to make the next picture."""
        cube = self._cubes[number]
        self._show(HandLayout(x_in=cube.x_in, y_in=cube.y_in), pictures=1)

    def _set_down(self, number: int, colour: str, face: int, place: str) -> None:
        middle = middle_of(place)
        taken = [(cube.x_in, cube.y_in) for cube in self._cubes.values()]
        spots = [(middle.x_in + _APART_IN * x, middle.y_in + _APART_IN * y) for x, y in _SLOTS_IN]
        x_in, y_in = next(
            spot for spot in spots if all(math.dist(spot, other) > _APART_IN for other in taken)
        )
        self._cubes[number] = CubeLayout(
            colour=colour, face=face, x_in=x_in, y_in=y_in, yaw_deg=float(37 * number % 13 - 6)
        )

    def _show(self, hand: HandLayout | None = None, pictures: int = 2) -> None:
        """Drop pictures of the table as it is, each with noise of its own."""
        for _ in range(pictures):
            self._pictures += 1
            layout = TableLayout(
                cubes=tuple(self._cubes.values()), hand=hand, seed=self._pictures % 4
            )
            image = render_table(layout, self._scheme)
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
            place = self.folder / f"{self._pictures:05d}.jpg"
            hidden = self.folder / f".{place.name}.{os.getpid()}"
            hidden.write_bytes(data.tobytes())
            hidden.replace(place)
