"""From a point on the board to the label of the space, hex or hexside where a marker stands."""

from __future__ import annotations

import math
from typing import Final

from companion.board.board import Board
from companion.board.grid import BoardPoint, HexGrid
from companion.board.places import OFF_MAP

HEXSIDE_SHARE: Final = 0.05
"""Share of markers that stand on a hexside on purpose."""
HEXSIDE_SPREAD_IN: Final = 0.035
"""How far from the printed line a marker lies that was put on it, with the error of reading."""
IN_HEX_NEAR_LINE_PER_IN: Final = 0.4
"""Share of the markers put into a hex, towards its middle, that lie by its line, for each inch."""
READING_SPREAD_IN: Final = 0.02
"""Error of a position that was read."""


def place_of(board: Board, point: BoardPoint) -> tuple[str, float]:
    """Label of the place and how sure it is, 0 to 1.

    A marker stands on a hexside if it lies so near to the line that this is likelier than chance;
    ``off`` if it stands in no space and no hex of the board.
    """
    space = board.space_at(point)
    if space is not None:
        return str(space.place), 1 - _across(space.edge_gap_in(point))
    if board.hexes is None:
        return str(OFF_MAP), 1.0
    return _place_in(board.hexes, point)


def _across(gap_in: float) -> float:
    """Probability that a marker read so far from a line stands on its other side."""
    return 0.5 * math.erfc(gap_in / READING_SPREAD_IN / math.sqrt(2))


def _place_in(hexes: HexGrid, point: BoardPoint) -> tuple[str, float]:
    hex_ = hexes.hex_at(point)
    nearest = hexes.nearest_hexside(point)
    if hex_ is None or nearest is None:
        return (str(OFF_MAP) if hex_ is None else hex_.label), 1.0
    side, gap_in = nearest
    on_line = (
        HEXSIDE_SHARE
        * math.exp(-((gap_in / HEXSIDE_SPREAD_IN) ** 2) / 2)
        / (HEXSIDE_SPREAD_IN * math.sqrt(math.pi / 2))
    )
    in_hex = (1 - HEXSIDE_SHARE) * IN_HEX_NEAR_LINE_PER_IN
    hexside = on_line / (on_line + in_hex)
    if hexside > 0.5:
        return side.label, hexside
    return hex_.label, (1 - hexside) * (1 - _across(gap_in))
