"""The virtual table and die of the demo: stand-ins for hands.

What is done here changes only the layout that the virtual camera looks at and the virtual die's
throws. The game hears of it through the eye and the die's port, as it would of real hands.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from calibration.layout import CubeLayout, LayoutError, TableLayout, load_layout, save_layout
from calibration.scheme_types import StickerScheme
from companion.board.board import Board
from companion.board.grid import BoardPoint
from firmware_bridge.virtual_die import VirtualDie, VirtualDieError
from webui.ports import DemoCube, DemoSupply

ROOM_IN: Final = 0.62
"""Between the middles of two cubes: less, and their corners could cut into each other."""

_REACH_IN: Final = 1.5
_STEP_IN: Final = 0.1


class VirtualTable:
    """Implements `webui.ports.Demo`; called from many threads.

    Args:
        layout: the layout file that the virtual camera looks at; it must exist.
        scheme: the stickers, for the colours and their numbers and the size of the map.
        die: gives the virtual die, None while it is not running.

    Raises:
        LayoutError: the layout cannot be read.
    """

    def __init__(
        self, layout: Path, scheme: StickerScheme, die: Callable[[], VirtualDie | None]
    ) -> None:
        self._path: Final = layout
        self._scheme: Final = scheme
        self._die: Final = die
        self._lock: Final = threading.Lock()
        self._numbers: Final = itertools.count(1)
        self._known: list[tuple[int, CubeLayout]] = []
        self._read()

    def cubes(self) -> tuple[DemoCube, ...]:
        """The cubes on the virtual table."""
        with self._lock:
            self._read()
            return tuple(
                DemoCube(
                    id=number, colour=cube.colour, face=cube.face, x_in=cube.x_in, y_in=cube.y_in
                )
                for number, cube in self._known
            )

    def supply(self) -> tuple[DemoSupply, ...]:
        """The cubes beside it, by colour."""
        with self._lock:
            self._read()
            return tuple(
                DemoSupply(
                    colour=colour.name, left=max(0, colour.markers - self._count(colour.name))
                )
                for colour in self._scheme.colours
            )

    def board(self) -> Board | None:
        """The board under the cubes if it consists of spaces."""
        board = self._scheme.board
        return board if board.spaces else None

    def place(self, cube: DemoCube) -> str | None:
        """Put a cube where it says and turn it to that face, beside any that stands there."""
        return self._change(lambda: self._placed(cube))

    def add(self, colour: str, x_in: float, y_in: float) -> str | None:
        """Take a cube from the supply and set it down."""
        return self._change(lambda: self._added(colour, x_in, y_in))

    def remove(self, cube_id: int) -> str | None:
        """Take a cube off the table."""
        return self._change(lambda: self._removed(cube_id))

    def roll(self, face: int | None) -> int | str:
        """Throw the virtual die; returns its face when it has settled, or why it does not."""
        die = self._die()
        if die is None:
            return "There is no virtual die: the table was started with another one."
        try:
            return die.roll(face).face
        except VirtualDieError as error:
            return str(error)

    def _change(self, change: Callable[[], str | None]) -> str | None:
        with self._lock:
            try:
                layout = self._read()
                refusal = change()
                if refusal is None:
                    cubes = tuple(cube for _, cube in self._known)
                    save_layout(msgspec.structs.replace(layout, cubes=cubes), self._path)
            except LayoutError as error:
                return str(error)
            return refusal

    def _read(self) -> TableLayout:
        """Bring the numbers up to the file: a cube that is as it was keeps its number."""
        layout = load_layout(self._path)
        if layout.cubes != tuple(cube for _, cube in self._known):
            left = list(self._known)
            self._known = [(self._number_for(cube, left), cube) for cube in layout.cubes]
        return layout

    def _number_for(self, cube: CubeLayout, left: list[tuple[int, CubeLayout]]) -> int:
        for index, (number, known) in enumerate(left):
            if known == cube:
                del left[index]
                return number
        return next(self._numbers)

    def _count(self, colour: str) -> int:
        return sum(cube.colour == colour for _, cube in self._known)

    def _placed(self, wanted: DemoCube) -> str | None:
        found = next((pair for pair in self._known if pair[0] == wanted.id), None)
        if found is None:
            return "This cube is no longer on the table. Look again."
        if not 1 <= wanted.face <= 6:
            return f"A cube has faces 1 to 6, not {wanted.face}."
        others = [cube for number, cube in self._known if number != wanted.id]
        spot = self._free_spot(BoardPoint(wanted.x_in, wanted.y_in), others)
        if spot is None:
            return _NO_ROOM
        moved = msgspec.structs.replace(
            found[1],
            face=wanted.face,
            x_in=spot.x_in,
            y_in=spot.y_in,
            z_in=self._scheme.cube_side_in,
        )
        self._known[self._known.index(found)] = (wanted.id, moved)
        return None

    def _added(self, colour: str, x_in: float, y_in: float) -> str | None:
        known = next((one for one in self._scheme.colours if one.name == colour), None)
        if known is None:
            names = ", ".join(one.name for one in self._scheme.colours)
            return f"There are no {colour} cubes. The colours are {names}."
        if self._count(colour) >= known.markers:
            return f"All {known.markers} {colour} cubes are on the table."
        spot = self._free_spot(BoardPoint(x_in, y_in), [cube for _, cube in self._known])
        if spot is None:
            return _NO_ROOM
        cube = CubeLayout(
            colour=colour,
            face=1,
            serial=self._free_serial(colour) if self._scheme.kind == "serial" else None,
            x_in=spot.x_in,
            y_in=spot.y_in,
            z_in=self._scheme.cube_side_in,
        )
        self._known.append((next(self._numbers), cube))
        return None

    def _removed(self, cube_id: int) -> str | None:
        kept = [pair for pair in self._known if pair[0] != cube_id]
        if len(kept) == len(self._known):
            return "This cube is no longer on the table. Look again."
        self._known = kept
        return None

    def _free_serial(self, colour: str) -> int:
        known = next(one for one in self._scheme.colours if one.name == colour)
        used = {cube.serial for _, cube in self._known}
        serials = range(known.first_serial, known.first_serial + known.markers)
        return next(serial for serial in serials if serial not in used)

    def _free_spot(self, wanted: BoardPoint, others: Iterable[CubeLayout]) -> BoardPoint | None:
        """The nearest spot with room for a cube, in the same hex or space if there is one."""
        board = self._scheme.board
        if not board.has(wanted):
            return None
        middles = [BoardPoint(cube.x_in, cube.y_in) for cube in others]
        home = board.place_at(wanted)

        def cost(spot: BoardPoint) -> tuple[bool, float]:
            return board.place_at(spot) != home, wanted.distance_in(spot)

        free = (
            spot
            for spot in _spots_around(wanted)
            if board.has(spot) and all(spot.distance_in(middle) >= ROOM_IN for middle in middles)
        )
        return min(free, key=cost, default=None)


def _spots_around(middle: BoardPoint) -> Iterable[BoardPoint]:
    steps = math.floor(_REACH_IN / _STEP_IN)
    for across, down in itertools.product(range(-steps, steps + 1), repeat=2):
        yield BoardPoint(
            round(middle.x_in + across * _STEP_IN, 3), round(middle.y_in + down * _STEP_IN, 3)
        )


_NO_ROOM: Final = "There is no room for a cube there. Put it down on a free part of the map."
