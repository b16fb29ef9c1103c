"""A board as data: its size, its hex grid if it has one, and spaces with names of their own.

A hex map, a sheet with tracks and a map of areas are all values of this kind. Whatever reads, draws
or prints a board asks the value and knows no game. Board coordinates: inches, origin at the
north-west corner of the board, x east, y south.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import BoardError, Hex, Hexside
from companion.board.places import HalfHex, Place, Region, parse_place

FEWEST_CORNERS: Final = 3
"""An area has at least so many."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place with a name and straight sides: a space of a track, a box, an area of a map.

    Attributes:
        name: tells it from every other space of the board; its label is that of a `Region`.
        outline: its corners in order, the first not repeated; they may not cross.
        caption: what is written in it for people.
    """

    name: str
    outline: tuple[BoardPoint, ...]
    caption: str = ""

    @property
    def place(self) -> Region:
        """The place that a marker stands at."""
        return Region(self.name)

    @property
    def middle(self) -> BoardPoint:
        """The mean of its corners."""
        count = len(self.outline)
        return BoardPoint(
            sum(corner.x_in for corner in self.outline) / count,
            sum(corner.y_in for corner in self.outline) / count,
        )

    def holds(self, point: BoardPoint) -> bool:
        """Whether a point lies in it."""
        inside = False
        for start, end in zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True):
            if (start.y_in > point.y_in) != (end.y_in > point.y_in):
                share = (point.y_in - start.y_in) / (end.y_in - start.y_in)
                inside ^= point.x_in < start.x_in + share * (end.x_in - start.x_in)
        return inside

    def edge_gap_in(self, point: BoardPoint) -> float:
        """How far a point is from its nearest side."""
        ends = zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True)
        return min(_gap_in(point, start, end) for start, end in ends)


def _gap_in(point: BoardPoint, start: BoardPoint, end: BoardPoint) -> float:
    """Distance from a point to a straight piece."""
    across, down = end.x_in - start.x_in, end.y_in - start.y_in
    length_squared = across * across + down * down
    if length_squared == 0:
        return point.distance_in(start)
    share = ((point.x_in - start.x_in) * across + (point.y_in - start.y_in) * down) / length_squared
    share = min(1.0, max(0.0, share))
    return math.hypot(
        point.x_in - start.x_in - share * across, point.y_in - start.y_in - share * down
    )


@dataclass(frozen=True, slots=True)
class Heading:
    """Words beside the spaces of a board.

    Attributes:
        text: what it is.
        note: what stands on it, for who lays the board.
        at: where their baseline begins.
    """

    text: str
    note: str
    at: BoardPoint

    @property
    def whole(self) -> str:
        """Both in one line."""
        return f"{self.text}: {self.note}" if self.note else self.text


@dataclass(frozen=True)
class Board:
    """What lies on the table under the markers.

    Attributes:
        width_in, height_in: its size.
        hexes: the grid of hexes, None for a board without.
        spaces: its spaces; they do not overlap, and where one lies over the grid it counts.
        headings: words for people.
        title: name of the board for people.

    Raises:
        BoardError: the size, a space or its name cannot be.
    """

    width_in: float
    height_in: float
    hexes: HexGrid | None = None
    spaces: tuple[Space, ...] = ()
    headings: tuple[Heading, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        if self.width_in <= 0 or self.height_in <= 0:
            raise BoardError(
                f"expected a board with a size, got {self.width_in} x {self.height_in} inches"
            )
        names: set[str] = set()
        for space in self.spaces:
            if parse_place(str(space.place)) != space.place:
                raise BoardError(f"expected the name of a space, got {space.name!r}")
            if space.name in names:
                raise BoardError(f"the board has two spaces {space.name!r}")
            if len(space.outline) < FEWEST_CORNERS:
                raise BoardError(f"the space {space.name!r} needs {FEWEST_CORNERS} corners or more")
            names.add(space.name)

    @classmethod
    def of_hexes(cls, hexes: HexGrid) -> Board:
        """The board that is a hex map and nothing else."""
        return cls(width_in=hexes.width_in, height_in=hexes.height_in, hexes=hexes)

    def has(self, point: BoardPoint) -> bool:
        """Whether a point lies on the board."""
        return 0 <= point.x_in <= self.width_in and 0 <= point.y_in <= self.height_in

    def space_at(self, point: BoardPoint) -> Space | None:
        """The space that a point lies in."""
        return next((space for space in self.spaces if space.holds(point)), None)

    def place_at(self, point: BoardPoint) -> Hex | Region | None:
        """The space or hex that a point lies in, None beside them all."""
        space = self.space_at(point)
        if space is not None:
            return space.place
        return None if self.hexes is None else self.hexes.hex_at(point)

    def outline_at(self, point: BoardPoint) -> tuple[BoardPoint, ...]:
        """Corners of the space or hex that a point lies in; none beside them all."""
        space = self.space_at(point)
        if space is not None:
            return space.outline
        place = None if self.hexes is None else self.hexes.hex_at(point)
        return () if self.hexes is None or place is None else self.hexes.corners(place)

    def middle_of(self, place: Place) -> BoardPoint:
        """Where a marker is put that stands at a place.

        Raises:
            BoardError: this board does not have the place.
        """
        match place:
            case Region():
                space = next((one for one in self.spaces if one.place == place), None)
                if space is not None:
                    return space.middle
            case Hex() | HalfHex() if self.hexes is not None:
                return self.hexes.centre(
                    self.hexes.check(place if isinstance(place, Hex) else place.hex)
                )
            case Hexside() if self.hexes is not None:
                return self.hexes.middle(place)
            case _:
                pass
        raise BoardError(f"this board has no place {place}")


@dataclass(frozen=True, slots=True)
class Track:
    """A row of numbered spaces, from west to east.

    Attributes:
        name: stands before the number in the name of each space.
        first, last: numbers of its ends.
    """

    name: str
    first: int
    last: int

    def label(self, number: int) -> str:
        """Label of the place where a counter on a number stands.

        Raises:
            BoardError: the track has no such number.
        """
        if not self.first <= number <= self.last:
            raise BoardError(f"{self.name} goes from {self.first} to {self.last}, not to {number}")
        return str(Region(f"{self.name} {number}"))

    def number(self, label: str) -> int | None:
        """The number of a place of this track, None for any other place."""
        return _numbers(self).get(label)

    def spaces(self, first: BoardPoint, width_in: float, height_in: float) -> tuple[Space, ...]:
        """The spaces side by side.

        Args:
            first: north-west corner of the first one.
            width_in: width of each.
            height_in: height of each.
        """
        return tuple(
            Space(
                name=f"{self.name} {number}",
                outline=rectangle(first.x_in + index * width_in, first.y_in, width_in, height_in),
                caption=str(number),
            )
            for index, number in enumerate(range(self.first, self.last + 1))
        )


@lru_cache(maxsize=64)
def _numbers(track: Track) -> Mapping[str, int]:
    """The numbers of a track by their labels: asked for many times a screen."""
    return {track.label(number): number for number in range(track.first, track.last + 1)}


def rectangle(
    west_in: float, north_in: float, width_in: float, height_in: float
) -> tuple[BoardPoint, ...]:
    """Corners of an upright rectangle, clockwise from the north-west."""
    east_in, south_in = round(west_in + width_in, 6), round(north_in + height_in, 6)
    west_in, north_in = round(west_in, 6), round(north_in, 6)
    return (
        BoardPoint(west_in, north_in),
        BoardPoint(east_in, north_in),
        BoardPoint(east_in, south_in),
        BoardPoint(west_in, south_in),
    )
