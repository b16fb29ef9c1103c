"""The map as the camera finds its places: where each lies on the board, by the owner's survey.

The source gives no map. An owner who measures where the places lie gets their cubes read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.board.board import Board, Space, rectangle
from companion.board.grid import BoardPoint
from companion.games.ringwar.names import GOLLUM, MOUTH, WALKERS
from companion.games.ringwar.plan import PLAN
from companion.table.counters import Counter
from companion.table.grid_box import GridBox, read_box

MM_PER_INCH: Final = 25.4
LARGEST_IN: Final = 1.6
"""A place is taken to be no wider, however far the next one is."""
SMALLEST_IN: Final = 0.6
"""Places that lie nearer to each other cannot be told apart by the cubes on them."""

_FACES: Final = 6

FELLOWS: Final = {
    name: Counter(
        title=name,
        colour="green" if number < _FACES else "white",
        faces=(number % _FACES + 1,),
    )
    for number, name in enumerate((*WALKERS, GOLLUM))
}
"""A cube for each, told apart by colour and the face on top."""

MOUTH_CUBE: Final = Counter(title=MOUTH, colour="black", faces=(2,))
NAZGUL_CUBE: Final = Counter(title="Nazgul", colour="black", faces=(1,))
"""One such cube stands at each place with Nazgul, however many they are."""


def band_cube(number: int) -> Counter:
    """The cube of a band of Orcs; a seventh has that of the first, which has left long ago."""
    face = (number - 1) % _FACES + 1
    return Counter(title=f"Orcs {number}", colour="red", faces=(face,))


@lru_cache(maxsize=16)
def board_of(text: str) -> Board | None:
    """The board that a box file describes, None where it does not say where places lie.

    Raises:
        BoxTextError: it is no box file of this game.
        ValueError: two places lie too near to each other, or one beside the board.
    """
    box = read_box(PLAN, text)
    width_mm, height_mm = (box.get("board", "map", side) for side in ("width", "height"))
    middles = _middles(box)
    if not (width_mm and height_mm and middles):
        return None
    width_in, height_in = int(width_mm) / MM_PER_INCH, int(height_mm) / MM_PER_INCH
    spaces = []
    for name, middle in middles.items():
        side_in = _side_in(middle, [one for key, one in middles.items() if key != name])
        corner = (middle.x_in - side_in / 2, middle.y_in - side_in / 2)
        space = Space(name=name, outline=rectangle(*corner, side_in, side_in), caption=name)
        if not (0 < middle.x_in < width_in and 0 < middle.y_in < height_in):
            raise ValueError(f"places, {name}: it lies beside the board. Measure it again.")
        if side_in < SMALLEST_IN:
            raise ValueError(
                f"places, {name}: another place lies within {SMALLEST_IN * MM_PER_INCH:.0f} mm. "
                "Measure both again."
            )
        spaces.append(space)
    title = "Map of the road, a sample" if box.is_sample else "Map of the road"
    return Board(width_in=width_in, height_in=height_in, spaces=tuple(spaces), title=title)


def _middles(box: GridBox) -> dict[str, BoardPoint]:
    """The places whose middle was measured."""
    found = {}
    for name in box.sheets.get("places", {}):
        east_mm, south_mm = (box.get("places", name, column) for column in ("east", "south"))
        if east_mm and south_mm:
            found[name] = BoardPoint(int(east_mm) / MM_PER_INCH, int(south_mm) / MM_PER_INCH)
    return found


def _side_in(middle: BoardPoint, others: list[BoardPoint]) -> float:
    """How wide a place can be without touching another."""
    gaps = (max(abs(one.x_in - middle.x_in), abs(one.y_in - middle.y_in)) for one in others)
    return min(LARGEST_IN, *gaps) if others else LARGEST_IN
