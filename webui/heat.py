"""How often markers came to the places of a map, drawn over it in a replay.

Colour alone says nothing: each place bears its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.board.hexes import Hex
from companion.table.views import Map
from webui.mapdraw import grid_of, hex_of, unit

LEVELS: Final = 4
"""Shades from a place that was seldom come to, to the one that was come to most."""


@dataclass(frozen=True, slots=True)
class HeatMark:
    """A hex that markers came to: its path, its middle, how often, and its shade from 1 on."""

    path: str
    x: int
    y: int
    count: int
    level: int


def heat_marks(map_: Map, heat: tuple[tuple[str, int], ...]) -> tuple[HeatMark, ...]:
    """The hexes that markers came to.

    Args:
        map_: the map.
        heat: for each place how often; what is no hex of the map is left out.
    """
    grid = grid_of(map_)
    counts: dict[Hex, int] = {}
    for label, count in heat:
        place = hex_of(label)
        if place is not None and place in grid:
            counts[place] = counts.get(place, 0) + count
    most = max(counts.values(), default=1)
    return tuple(
        HeatMark(
            path="M"
            + "L".join(f"{unit(p.x_in)} {unit(p.y_in)}" for p in grid.corners(place))
            + "z",
            x=unit(grid.centre(place).x_in),
            y=unit(grid.centre(place).y_in),
            count=count,
            level=-(-LEVELS * count // most),
        )
        for place, count in sorted(counts.items(), key=lambda one: one[0].label)
    )
