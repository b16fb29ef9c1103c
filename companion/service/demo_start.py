"""What lies on the virtual table when a demo game begins.

A handful of cubes at places where the rules let such markers start, few enough to see them all.
Which of them is who, the players of the demo say themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from calibration.layout import CubeLayout, TableLayout
from calibration.scheme_types import StickerScheme
from companion.board.board import Board
from companion.board.grid import BoardPoint
from companion.board.hexes import BoardError
from companion.board.places import parse_place


class StartCube(NamedTuple):
    """A cube at a place."""

    colour: str
    face: int
    place: str


APART_IN: Final = 0.7
"""Between the middles of cubes that begin at one place."""

START_CUBES: Final = MappingProxyType(
    {
        "fellowship": (
            # 10.1: the Enemy first. Guardians with side 6 up, the Balrog in 14,h among them.
            StartCube("black", 6, "14,h"),
            StartCube("black", 6, "11,ij"),
            StartCube("black", 6, "20,e"),
            StartCube("black", 6, "16,m"),
            # Three groups and two rumors, west of the mountains and north of Isengard, side 6 up.
            StartCube("red", 6, "7,de"),
            StartCube("red", 6, "9,gh"),
            StartCube("red", 6, "10,e"),
            StartCube("red", 6, "6,h"),
            StartCube("red", 6, "8,i"),
            # 10.2: the Hobbits in sneak mode, a rumor in the other hex, Gandalf flying.
            StartCube("green", 2, "4,f"),
            StartCube("green", 2, "5,ef"),
            StartCube("green", 6, "11,jk"),
        ),
        "hunt": (
            StartCube("red", 1, "@Corruption 0"),
            StartCube("green", 1, "@Progress 0"),
        ),
        # Two Hobbits, and Sauron where he begins unless another level is chosen.
        "quest": (
            StartCube("green", 1, "@Corruption 0"),
            StartCube("green", 2, "@Corruption 0"),
            StartCube("black", 1, "@Corruption 12"),
        ),
        # Everybody at the start of the sample box; one black cube for all Nazgul of a place.
        "ringwar": (
            *(StartCube("green", face, "@Shire") for face in range(1, 5)),
            StartCube("green", 5, "@Bree"),
            StartCube("green", 6, "@Rivendell"),
            *(StartCube("white", face, "@Rivendell") for face in range(1, 4)),
            StartCube("white", 4, "@Marshes"),
            StartCube("black", 1, "@Barad-dur"),
            StartCube("black", 2, "@Morannon"),
        ),
    }
)
"""For each game the cubes of its demo."""


def start_layout(game: str, scheme: StickerScheme) -> TableLayout:
    """The virtual table at the start of a demo game; empty for a game without a demo.

    Args:
        game: id of the game.
        scheme: the stickers on the cubes.
    """
    return TableLayout(cubes=tuple(_cubes(START_CUBES.get(game, ()), scheme)))


def _cubes(cubes: Sequence[StartCube], scheme: StickerScheme) -> Iterable[CubeLayout]:
    used: Counter[str] = Counter()
    here: Counter[str] = Counter()
    many = Counter(cube.place for cube in cubes)
    for number, cube in enumerate(cubes):
        spots = _spots(scheme.board, cube.place, many[cube.place])
        if not spots:
            # A map of the owner's may not have a place of the sample.
            continue
        colour = next(known for known in scheme.colours if known.name == cube.colour)
        point = spots[here[cube.place]]
        yield CubeLayout(
            colour=cube.colour,
            face=cube.face,
            serial=colour.first_serial + used[cube.colour] if scheme.kind == "serial" else None,
            x_in=round(point.x_in, 3),
            y_in=round(point.y_in, 3),
            yaw_deg=float(37 * number % 360),
        )
        used[cube.colour] += 1
        here[cube.place] += 1


def _spots(board: Board, label: str, count: int) -> list[BoardPoint]:
    """Where so many cubes stand at one place: around its middle, as many side by side as fit."""
    try:
        middle = board.middle_of(parse_place(label))
    except BoardError:
        return []
    wide_in = max(point.x_in for point in board.outline_at(middle)) - middle.x_in
    across = min(count, max(1, int(2 * wide_in / APART_IN)))
    down = math.ceil(count / across)
    return [
        BoardPoint(
            middle.x_in + (index % across - (across - 1) / 2) * APART_IN,
            middle.y_in + (index // across - (down - 1) / 2) * APART_IN,
        )
        for index in range(count)
    ]
