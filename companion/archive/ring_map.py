"""The hex map with a circle wherever something has happened, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from companion.board.grid import HexGrid
from companion.board.hexes import BoardError, Hex
from companion.board.places import HalfHex, parse_place

SCALE_PX: Final = 27
"""Pixels to the inch: the map is as wide as the other plots."""

_MARGIN_PX: Final = 18
_LARGEST_PX: Final = 15
"""Fills a hex: circles of neighbours do not lie over one another."""

_SMALLEST_PX: Final = 3
_NAMED: Final = 8


def map_svg(times: Mapping[str, int], title: str) -> str:
    """The map; the area of a circle tells how often something has happened in its hex.

    Args:
        times: by the label of a place, how often; places that are no hexes are passed over.
        title: what the map shows, for whoever hears the page.
    """
    grid = HexGrid()
    wide, high = grid.width_in * SCALE_PX + _MARGIN_PX, grid.height_in * SCALE_PX + _MARGIN_PX
    found = in_hexes(times)
    return "".join(
        (
            f'<svg viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="{escape(title)}">',
            f'<g transform="translate({_MARGIN_PX} {_MARGIN_PX})">',
            f'<path class="hexes" d="{"".join(_outlines(grid))}"/>',
            *_names_of_columns(grid),
            *_circles(grid, found),
            "</g></svg>",
        )
    )


def in_hexes(times: Mapping[str, int]) -> dict[Hex, int]:
    """What has happened in the hexes of the map; the halves of a hex count as one."""
    grid = HexGrid()
    found: dict[Hex, int] = {}
    for label, count in times.items():
        try:
            place = parse_place(label)
        except BoardError:
            continue
        if isinstance(place, HalfHex):
            place = place.hex
        if isinstance(place, Hex) and place in grid:
            found[place] = found.get(place, 0) + count
    return found


def _outlines(grid: HexGrid) -> Iterator[str]:
    for place in grid:
        corners = (f"{c.x_in * SCALE_PX:.1f} {c.y_in * SCALE_PX:.1f}" for c in grid.corners(place))
        yield f"M{'L'.join(corners)}Z"


def _names_of_columns(grid: HexGrid) -> Iterator[str]:
    """Numbers along the top; the letters can be told from the hexes that are named."""
    for column in range(1, grid.columns + 1):
        x = grid.centre(Hex(column, 0)).x_in * SCALE_PX
        yield f'<text class="words" x="{x:.1f}" y="-2" text-anchor="middle">{column}</text>'


def _circles(grid: HexGrid, found: Mapping[Hex, int]) -> Iterator[str]:
    most = max(found.values(), default=1)
    ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    for place, count in ranked:
        centre = grid.centre(place)
        x, y = centre.x_in * SCALE_PX, centre.y_in * SCALE_PX
        radius = _radius_px(count, most)
        yield (
            f'<circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}">'
            f"<title>{escape(place.label)}: {count:,}</title></circle>"
        )
    # Drawn over all circles, so that none hides a name; above its own, so that it hides none.
    for place, count in ranked[:_NAMED]:
        centre = grid.centre(place)
        x = centre.x_in * SCALE_PX
        y = centre.y_in * SCALE_PX - _radius_px(count, most) - 3
        yield (
            f'<text class="named" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">'
            f"{escape(place.label)}</text>"
        )


def _radius_px(count: int, most: int) -> float:
    return max(_SMALLEST_PX, _LARGEST_PX * math.sqrt(count / most))
