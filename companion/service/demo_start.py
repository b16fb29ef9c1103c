"""What lies on the virtual table when a demo game begins.

A handful of cubes at places where the rules let such markers start, few enough to see them all.
Which of them is who, the players of the demo say themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from calibration.layout import CubeLayout, TableLayout
from calibration.scheme_types import StickerScheme
from companion.board.places import parse_place


class StartCube(NamedTuple):
    """A cube at a place."""

    colour: str
    face: int
    place: str


APART_IN: Final = 0.75
"""Between the middles of cubes that begin at one place, from north to south."""

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


def _cubes(cubes: Iterable[StartCube], scheme: StickerScheme) -> Iterable[CubeLayout]:
    used: dict[str, int] = {}
    here: dict[str, int] = {}
    for number, cube in enumerate(cubes):
        colour = next(known for known in scheme.colours if known.name == cube.colour)
        index = used.get(cube.colour, 0)
        used[cube.colour] = index + 1
        point = scheme.board.middle_of(parse_place(cube.place))
        before = here.get(cube.place, 0)
        here[cube.place] = before + 1
        yield CubeLayout(
            colour=cube.colour,
            face=cube.face,
            serial=colour.first_serial + index if scheme.kind == "serial" else None,
            x_in=round(point.x_in, 3),
            y_in=round(point.y_in + before * APART_IN, 3),
            yaw_deg=float(37 * number % 360),
        )
