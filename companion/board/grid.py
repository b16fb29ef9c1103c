"""The hex grid of one map in inches: from hex to board position and back.

Board coordinates: inches, origin at the north-west corner of the map, x east, y south.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from companion.board.hexes import BoardError, Direction, Hex, Hexside, hexside_between

_SLACK: Final = 1e-9
"""Points on a line between hexes belong to either, whatever rounding makes of them."""

Parity = Literal["even", "odd"]


@dataclass(frozen=True, slots=True)
class BoardPoint:
    """A position on the map in inches."""

    x_in: float
    y_in: float

    def distance_in(self, other: BoardPoint) -> float:
        """Straight distance in inches."""
        return math.hypot(self.x_in - other.x_in, self.y_in - other.y_in)


@dataclass(frozen=True)
class HexGrid:
    """A flat-topped hex grid laid in the middle of a rectangular map.

    Attributes:
        width_in, height_in: size of the map.
        flat_to_flat_in: distance between opposite hexsides.
        columns: number of columns.
        full_columns: parity of the columns that hold ``rows`` hexes; the others hold one fewer,
            half a hex lower.
        rows: hexes in a full column.
    """

    width_in: float = 26.0
    height_in: float = 21.0
    flat_to_flat_in: float = 1.125
    columns: int = 26
    full_columns: Parity = "even"
    rows: int = 18

    @cached_property
    def radius_in(self) -> float:
        """Centre to corner, which is also the length of a hexside."""
        return self.flat_to_flat_in / math.sqrt(3)

    @cached_property
    def column_step_in(self) -> float:
        """Distance between the middles of neighbouring columns."""
        return 1.5 * self.radius_in

    @cached_property
    def origin(self) -> BoardPoint:
        """Centre of the place where column 1 would have its step 0."""
        across = self.column_step_in * (self.columns - 1) + 2 * self.radius_in
        return BoardPoint(
            (self.width_in - across) / 2 + self.radius_in,
            (self.height_in - self.rows * self.flat_to_flat_in) / 2 + self.flat_to_flat_in / 2,
        )

    def is_full_column(self, column: int) -> bool:
        """Whether the column carries single letters."""
        return (column % 2 == 0) == (self.full_columns == "even")

    def __contains__(self, place: object) -> bool:
        if not isinstance(place, Hex) or not 1 <= place.column <= self.columns:
            return False
        full = self.is_full_column(place.column)
        last = 2 * self.rows - 2 if full else 2 * self.rows - 3
        return 0 <= place.step <= last and place.step % 2 == (0 if full else 1)

    def __iter__(self) -> Iterator[Hex]:
        for column in range(1, self.columns + 1):
            full = self.is_full_column(column)
            for row in range(self.rows if full else self.rows - 1):
                yield Hex(column, 2 * row + (0 if full else 1))

    def __len__(self) -> int:
        return sum(
            self.rows if self.is_full_column(column) else self.rows - 1
            for column in range(1, self.columns + 1)
        )

    def check(self, place: Hex) -> Hex:
        """Give the hex back if the map has it.

        Raises:
            BoardError: it lies outside this map.
        """
        if place not in self:
            raise BoardError(f"this map has no hex {place}")
        return place

    def centre(self, place: Hex) -> BoardPoint:
        """Middle of a hex in board inches."""
        return BoardPoint(
            self.origin.x_in + (place.column - 1) * self.column_step_in,
            self.origin.y_in + place.step * self.flat_to_flat_in / 2,
        )

    def corners(self, place: Hex) -> tuple[BoardPoint, ...]:
        """The six corners, clockwise from the east end of the north hexside."""
        centre = self.centre(place)
        return tuple(
            BoardPoint(
                centre.x_in + self.radius_in * math.cos(math.radians(angle)),
                centre.y_in + self.radius_in * math.sin(math.radians(angle)),
            )
            for angle in (-60, 0, 60, 120, 180, 240)
        )

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """The hexes of this map that share a hexside with the given one, clockwise from north."""
        around = (place.neighbour(direction) for direction in Direction)
        return tuple(hex_ for hex_ in around if hex_ in self)

    def hexsides(self) -> Iterator[Hexside]:
        """Every hexside between two hexes of this map, once."""
        for place in self:
            for other in self.neighbours(place):
                if place < other:
                    yield hexside_between(place, other)

    def middle(self, side: Hexside) -> BoardPoint:
        """Middle of a hexside in board inches."""
        first, second = self.centre(side.first), self.centre(side.second)
        return BoardPoint((first.x_in + second.x_in) / 2, (first.y_in + second.y_in) / 2)

    def hex_at(self, point: BoardPoint) -> Hex | None:
        """The hex whose centre is nearest, or None where the point lies in no hex of this map."""
        column_about = (point.x_in - self.origin.x_in) / self.column_step_in + 1
        step_about = (point.y_in - self.origin.y_in) / (self.flat_to_flat_in / 2)
        # A hex reaches two thirds of a column to either side, and one step up and down.
        first_column, first_step = math.floor(column_about), math.ceil(step_about - 1 - _SLACK)
        around = [
            hex_
            for column in (first_column, first_column + 1)
            for step in range(first_step, math.floor(step_about + 1 + _SLACK) + 1)
            if (hex_ := Hex(column, step)) in self
        ]
        if not around:
            return None
        nearest = min(around, key=lambda hex_: self.centre(hex_).distance_in(point))
        return nearest if self._is_inside(nearest, point) else None

    def _is_inside(self, place: Hex, point: BoardPoint) -> bool:
        centre = self.centre(place)
        across = abs(point.x_in - centre.x_in)
        along = abs(point.y_in - centre.y_in)
        half = self.flat_to_flat_in / 2
        return along <= half + _SLACK and across * math.sqrt(3) / 2 + along / 2 <= half + _SLACK

    def nearest_hexside(self, point: BoardPoint) -> tuple[Hexside, float] | None:
        """The hexside whose middle line runs nearest to the point, with the distance in inches.

        Distance is taken from the perpendicular bisector of the two centres, that is from the
        printed line itself. None where the point lies in no hex or the hex has no neighbour.
        """
        inside = self.hex_at(point)
        if inside is None:
            return None
        here = self.centre(inside)
        best: tuple[Hexside, float] | None = None
        for other in self.neighbours(inside):
            there = self.centre(other)
            length = here.distance_in(there)
            along = (
                (point.x_in - here.x_in) * (there.x_in - here.x_in)
                + (point.y_in - here.y_in) * (there.y_in - here.y_in)
            ) / length
            gap = length / 2 - along
            if best is None or gap < best[1]:
                best = (hexside_between(inside, other), gap)
        return best
