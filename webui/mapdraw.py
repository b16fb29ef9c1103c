"""Turns a `Map` widget into paths and points. Unit of the drawing: a hundredth of an inch.

What never moves (the ground) is drawn apart from what does, so that a screen fetches it once.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import BoardError, Hex, Hexside
from companion.board.places import HalfHex, hexes_of, parse_place
from companion.table.views import Map, MapHex, MapLine, MapPiece
from webui.outline import outline_of

UNITS_PER_IN: Final = 100
CROSSING_KINDS: Final = ("road", "pass", "ford", "bridge", "ferry", "tunnel", "trail")
"""Kinds of line that run across a hexside, from the middle of one hex to that of the other."""

_STACK_GAP_IN: Final = 0.15
_STACK_STEP_IN: Final = 0.26
_BESIDE_IN: Final = 0.6

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a point of the drawing."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Everything of one kind in one path; `count` says how many hexes or hexsides that are.

    `outline` is the path around hexes that are lit, without the lines between them.
    """

    kind: str
    path: str
    count: int
    outline: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What never moves on one map.

    Attributes:
        key: digest of the map as this viewer has it; says whether a screen has this ground.
        width, height: size of the drawing.
        grid: all hexes in one path.
        areas: one path for each kind of ground.
        lines: one path for each kind of line.
        names: names of places; `labels`: labels of all hexes.
    """

    key: str
    width: int
    height: int
    grid: str
    areas: tuple[Shape, ...]
    lines: tuple[Shape, ...]
    names: tuple[Label, ...]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A marker where it is drawn: stacked ones stand a little apart.

    `nth` counts those drawn before it in the same place: a small map spreads them by it.
    """

    piece: MapPiece
    x: int
    y: int
    nth: int


@dataclass(frozen=True, slots=True)
class MapDrawing:
    """A whole map: ground, what is lit, trails, pieces on it and pieces beside it.

    `lit` has one path for each kind of highlight.
    """

    ground: Ground
    lit: tuple[Shape, ...]
    trails: tuple[str, ...]
    pieces: tuple[DrawnPiece, ...]
    beside: tuple[MapPiece, ...]


def grid_of(map_: Map) -> HexGrid:
    """The hex grid of a map widget."""
    return HexGrid(
        width_in=map_.width_in,
        height_in=map_.height_in,
        flat_to_flat_in=map_.flat_to_flat_in,
        columns=map_.columns,
        full_columns=map_.full_columns,
        rows=map_.rows,
    )


def draw(map_: Map) -> MapDrawing:
    """Everything that a template needs to write the map as SVG."""
    grid = grid_of(map_)
    on_map = [piece for piece in map_.pieces if _is_on_map(map_, piece)]
    return MapDrawing(
        ground=ground_of(map_),
        lit=_lit_shapes(grid, map_.hexes),
        trails=tuple(_polyline(points) for points in map_.trails if len(points) > 1),
        pieces=_unstacked(on_map),
        beside=tuple(piece for piece in map_.pieces if piece not in on_map),
    )


def ground_of(map_: Map) -> Ground:
    """The ground of a map; the same value again as long as nothing of it has changed."""
    bare = msgspec.structs.replace(
        map_,
        hexes=tuple(
            msgspec.structs.replace(hex_, lit="") if hex_.lit else hex_ for hex_ in map_.hexes
        ),
        pieces=(),
        trails=(),
        note="",
    )
    return _draw_ground(bare)


@functools.lru_cache(maxsize=8)
def _draw_ground(map_: Map) -> Ground:
    grid = grid_of(map_)
    return Ground(
        key=hashlib.sha256(msgspec.json.encode(map_)).hexdigest()[:10],
        width=unit(map_.width_in),
        height=unit(map_.height_in),
        grid="".join(_hex_path(grid, place) for place in grid),
        areas=_hex_shapes(grid, ((hex_.place, hex_.ground) for hex_ in map_.hexes)),
        lines=_lines(grid, map_.lines),
        names=_names(grid, map_.hexes),
        labels=tuple(
            Label(unit(grid.centre(place).x_in), unit(grid.centre(place).y_in), place.label)
            for place in grid
        ),
    )


def _names(grid: HexGrid, hexes: Iterable[MapHex]) -> tuple[Label, ...]:
    """Each name once, in the middle of the hexes that bear it."""
    named: dict[str, list[BoardPoint]] = {}
    for hex_ in hexes:
        centre = _centre_of(grid, hex_.place) if hex_.name else None
        if centre is not None:
            named.setdefault(hex_.name, []).append(centre)
    return tuple(
        Label(
            unit(sum(point.x_in for point in points) / len(points)),
            unit(sum(point.y_in for point in points) / len(points)),
            name,
        )
        for name, points in named.items()
    )


def _hex_shapes(grid: HexGrid, kinds: Iterable[tuple[str, str]]) -> tuple[Shape, ...]:
    """Hexes, given as label and kind, as one path for each kind that is not empty."""
    paths: dict[str, list[str]] = {}
    for label, kind in kinds:
        place = hex_of(label) if kind else None
        if place is not None:
            paths.setdefault(kind, []).append(_hex_path(grid, place))
    return _shapes(paths)


def _lit_shapes(grid: HexGrid, hexes: Iterable[MapHex]) -> tuple[Shape, ...]:
    """What is lit, hexes that are asked about last: they are drawn over the rest."""
    lit: dict[str, list[Hex]] = {}
    for hex_ in hexes:
        place = hex_of(hex_.place) if hex_.lit else None
        if place is not None:
            for kind in hex_.lit.split():
                lit.setdefault(kind, []).append(place)
    return tuple(
        _lit_shape(grid, kind, tuple(places))
        for kind, places in sorted(lit.items(), key=lambda one: (one[0] == "asked", one[0]))
    )


@functools.lru_cache(maxsize=64)
def _lit_shape(grid: HexGrid, kind: str, places: tuple[Hex, ...]) -> Shape:
    """One kind of light. The same hexes are lit for several screens and several changes."""
    return Shape(
        kind,
        "".join(_hex_path(grid, place) for place in places),
        len(places),
        "".join(_path(line) + "z" for line in outline_of(grid, places)),
    )


def _shapes(paths: dict[str, list[str]]) -> tuple[Shape, ...]:
    return tuple(Shape(kind, "".join(parts), len(parts)) for kind, parts in sorted(paths.items()))


def _lines(grid: HexGrid, lines: Iterable[MapLine]) -> tuple[Shape, ...]:
    paths: dict[str, list[str]] = {}
    for line in lines:
        try:
            side = parse_place(line.side)
        except BoardError as error:
            _log.warning("a line of the map is left out: %s", error)
            continue
        if isinstance(side, Hexside):
            ends = _ends(grid, side, across=line.kind in CROSSING_KINDS)
            paths.setdefault(line.kind, []).append(_path(ends))
    return _shapes(paths)


def _ends(grid: HexGrid, side: Hexside, *, across: bool) -> tuple[BoardPoint, BoardPoint]:
    """Where a line begins and ends: the two middles, or the two corners of the hexside."""
    first, second = grid.centre(side.first), grid.centre(side.second)
    if across:
        return first, second
    middle = grid.middle(side)
    length_in = first.distance_in(second)
    half_in = grid.radius_in / 2
    along_x = -(second.y_in - first.y_in) / length_in * half_in
    along_y = (second.x_in - first.x_in) / length_in * half_in
    return (
        BoardPoint(middle.x_in - along_x, middle.y_in - along_y),
        BoardPoint(middle.x_in + along_x, middle.y_in + along_y),
    )


def hex_of(label: str) -> Hex | None:
    """The hex that a label means, that of a half hex too; None for anything else."""
    try:
        place = parse_place(label)
    except BoardError:
        return None
    return hexes_of(place)[0] if isinstance(place, Hex | HalfHex) else None


def _centre_of(grid: HexGrid, label: str) -> BoardPoint | None:
    place = hex_of(label)
    return None if place is None else grid.centre(place)


def _hex_path(grid: HexGrid, place: Hex) -> str:
    return _path(grid.corners(place)) + "z"


def _path(points: Sequence[BoardPoint]) -> str:
    """Points as a path: one absolute, then relative steps, which are short and compress well."""
    x, y = unit(points[0].x_in), unit(points[0].y_in)
    parts = [f"M{x} {y}l"]
    steps = []
    for point in points[1:]:
        next_x, next_y = unit(point.x_in), unit(point.y_in)
        steps.append(f"{next_x - x} {next_y - y}")
        x, y = next_x, next_y
    return parts[0] + " ".join(steps)


def _polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{unit(x_in)},{unit(y_in)}" for x_in, y_in in points)


def unit(length_in: float) -> int:
    """A length in inches in units of the drawing."""
    return round(length_in * UNITS_PER_IN)


def _is_on_map(map_: Map, piece: MapPiece) -> bool:
    return (
        piece.place != "off"
        and -_BESIDE_IN <= piece.x_in <= map_.width_in + _BESIDE_IN
        and -_BESIDE_IN <= piece.y_in <= map_.height_in + _BESIDE_IN
    )


def _unstacked(pieces: Sequence[MapPiece]) -> tuple[DrawnPiece, ...]:
    """Pieces that stand on one another are drawn side by side, in order of their numbers."""
    drawn = []
    for index, piece in enumerate(pieces):
        before = pieces[:index]
        below = sum(
            math.hypot(other.x_in - piece.x_in, other.y_in - piece.y_in) < _STACK_GAP_IN
            for other in before
        )
        shift_in = below * _STACK_STEP_IN
        drawn.append(
            DrawnPiece(
                piece=piece,
                x=unit(piece.x_in + shift_in),
                y=unit(piece.y_in - shift_in / 2),
                nth=sum(other.place == piece.place for other in before),
            )
        )
    return tuple(drawn)
