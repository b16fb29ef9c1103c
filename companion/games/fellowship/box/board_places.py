"""Labels of places on this game's map: reading them and where their middle is."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.grid import BoardPoint
from companion.board.hexes import BoardError, Hex, Hexside
from companion.board.places import HalfHex, OffMap, Place, Region, hexes_of, parse_place
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS
from companion.table.values import Piece

_EDGE_IN: Final = 0.3
"""How far inside the map's edge a marker of an off-board region is drawn."""


def find_place(text: str) -> str | None:
    """The canonical label of a place of this map, or None where the map has no such place.

    The name of a region is taken with or without the sign before it.
    """
    by_name = {name.lower(): name for name in OFF_BOARD_REGIONS}
    name = by_name.get(text.strip().removeprefix("@").lower())
    if name is not None:
        return Region(name).label
    try:
        place = parse_place(text)
    except BoardError:
        return None
    if isinstance(place, Region) or any(found not in GRID for found in hexes_of(place)):
        return None
    return place.label


def find_hex(label: str) -> Hex | None:
    """The map's hex of a label, also of one of its halves; None for any other place."""
    place = _parsed(label)
    found = place.hex if isinstance(place, HalfHex) else place
    return found if isinstance(found, Hex) and found in GRID else None


def _parsed(label: str) -> Place | None:
    try:
        return parse_place(label)
    except BoardError:
        return None


def middle_of(label: str) -> BoardPoint:
    """Where a marker is drawn that was put to a place by tap, in board inches."""
    place = _parsed(label)
    match place:
        case Hex() if place in GRID:
            return GRID.centre(place)
        case HalfHex() if place.hex in GRID:
            return GRID.centre(place.hex)
        case Hexside() if place.first in GRID and place.second in GRID:
            return GRID.middle(place)
        case Region() if place.name in OFF_BOARD_REGIONS:
            share = (OFF_BOARD_REGIONS.index(place.name) + 0.5) / len(OFF_BOARD_REGIONS)
            return BoardPoint(_EDGE_IN, share * GRID.height_in)
        case Hex() | HalfHex() | Hexside() | Region() | OffMap() | None:
            return BoardPoint(0.0, 0.0)


def moved_to(piece: Piece, label: str) -> Piece:
    """The marker as it stands once it has been put to a place by tap."""
    middle = middle_of(label)
    return msgspec.structs.replace(piece, place=label, x_in=middle.x_in, y_in=middle.y_in)
