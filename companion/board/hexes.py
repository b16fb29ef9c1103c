"""Hexes of a flat-topped grid: labels, neighbours, hexsides, distance. Pure arithmetic.

A hex is held in *double-height coordinates*: the column counts from 1 at the west, the step counts
half hexes from the north. A neighbour to the north or south is two steps away, the four others one
column and one step. Labels are those printed on the map (rulebook 3.1): a column with single
letters (``24,m``) and between them columns with pairs (``23,mn``), half a hex lower.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_COLUMN_DIGITS: Final = 4
"""No map has more columns than these can name."""

_SHOWN: Final = 40
"""So many characters of a text that is none are said again."""


class BoardError(ValueError):
    """A place that the board does not have, or a label that cannot be read."""


class Direction(enum.IntEnum):
    """The six hexsides of a flat-topped hex, clockwise from the north."""

    NORTH = 0
    NORTH_EAST = 1
    SOUTH_EAST = 2
    SOUTH = 3
    SOUTH_WEST = 4
    NORTH_WEST = 5

    @property
    def opposite(self) -> Direction:
        """The same hexside seen from the other hex."""
        return Direction((self + 3) % 6)


_STEPS: Final = {
    Direction.NORTH: (0, -2),
    Direction.NORTH_EAST: (1, -1),
    Direction.SOUTH_EAST: (1, 1),
    Direction.SOUTH: (0, 2),
    Direction.SOUTH_WEST: (-1, 1),
    Direction.NORTH_WEST: (-1, -1),
}


@lru_cache(maxsize=4096)
def _label_of(column: int, step: int) -> str:
    """A hex's label; asked for many times a screen."""
    row, odd = divmod(step, 2)
    if not 0 <= row + odd < len(_LETTERS):
        return f"{column},?"
    return f"{column},{_LETTERS[row : row + 1 + odd]}"


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """One hex of the grid.

    Attributes:
        column: from 1 at the west edge.
        step: half hexes from the north edge; even in columns with single letters, odd in the
            columns between.
    """

    column: int
    step: int

    @property
    def label(self) -> str:
        """The label printed on the map, such as ``24,m`` or ``23,mn``."""
        return _label_of(self.column, self.step)

    def __str__(self) -> str:
        return self.label

    def neighbour(self, direction: Direction) -> Hex:
        """The hex beyond one hexside; it may lie outside a particular map."""
        columns, steps = _STEPS[direction]
        return Hex(self.column + columns, self.step + steps)

    def direction_to(self, other: Hex) -> Direction | None:
        """Across which hexside the other hex lies, or None if it is not a neighbour."""
        difference = (other.column - self.column, other.step - self.step)
        return next((d for d, step in _STEPS.items() if step == difference), None)

    def distance(self, other: Hex) -> int:
        """Number of hexes from here to there, terrain ignored (2.0, 7.9)."""
        columns = abs(other.column - self.column)
        steps = abs(other.step - self.step)
        return columns + max(0, (steps - columns) // 2)


@lru_cache(maxsize=4096)
def parse_hex(text: str) -> Hex:
    """Read a printed label; blanks and capitals do not matter.

    What was read is kept: maps name the same few hundred hexes again and again.

    Raises:
        BoardError: the text is not a column, a comma and one letter or two adjacent ones.
    """
    column_text, comma, letters = text.replace(" ", "").lower().partition(",")
    is_column = column_text.isdecimal() and len(column_text) <= _COLUMN_DIGITS
    if not comma or not is_column or not letters or len(letters) > 2:
        raise BoardError(f"expected a hex such as 24,m or 23,mn, got {text[:_SHOWN]!r}")
    positions = [_LETTERS.find(letter) for letter in letters]
    if min(positions) < 0 or (len(positions) == 2 and positions[1] != positions[0] + 1):
        raise BoardError(f"expected one letter or two that follow each other, got {text!r}")
    return Hex(int(column_text), 2 * positions[0] + (len(positions) - 1))


@dataclass(frozen=True, slots=True, order=True)
class Hexside:
    """The side between two neighbouring hexes, the same seen from either.

    Build it with `hexside_between`, which puts the two hexes in order.
    """

    first: Hex
    second: Hex

    @property
    def label(self) -> str:
        """Both labels with a stroke between, such as ``14,g/14,h``."""
        return f"{self.first.label}/{self.second.label}"

    def __str__(self) -> str:
        return self.label

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that it parts."""
        return (self.first, self.second)


def hexside_between(one: Hex, other: Hex) -> Hexside:
    """The hexside that two neighbours share.

    Raises:
        BoardError: they are not neighbours.
    """
    if one.direction_to(other) is None:
        raise BoardError(f"{one} and {other} are not neighbours, so they share no hexside")
    first, second = sorted((one, other))
    return Hexside(first, second)
