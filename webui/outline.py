"""The outline of a set of hexes: only the sides that it does not share with itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import Hex

_DIGITS: Final = 6
"""Corners that two hexes share are the same to so many digits of an inch."""

_Corner = tuple[float, float]


def outline_of(grid: HexGrid, hexes: Iterable[Hex]) -> tuple[tuple[BoardPoint, ...], ...]:
    """The lines around each contiguous part, and around its holes, each closed.

    Args:
        grid: where the hexes lie.
        hexes: each once.

    Returns:
        For each line its corners in board inches, the first not repeated at the end.
    """
    sides: Counter[frozenset[_Corner]] = Counter()
    ways: dict[frozenset[_Corner], tuple[_Corner, _Corner]] = {}
    for hex_ in hexes:
        corners = [_rounded(corner) for corner in grid.corners(hex_)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            side = frozenset((start, end))
            sides[side] += 1
            ways[side] = (start, end)
    # Every hex is gone round the same way, so at each corner of the outline one side comes in and
    # one goes out: three hexes meet in a corner.
    following = dict(ways[side] for side, count in sides.items() if count == 1)
    lines = []
    while following:
        corner = next(iter(following))
        line = []
        while corner in following:
            line.append(BoardPoint(*corner))
            corner = following.pop(corner)
        lines.append(tuple(line))
    return tuple(lines)


def _rounded(corner: BoardPoint) -> _Corner:
    return round(corner.x_in, _DIGITS), round(corner.y_in, _DIGITS)
