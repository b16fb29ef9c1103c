"""Where a marker can stand: in a hex, in half of one, on a hexside, in a region, off the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.board.hexes import BoardError, Direction, Hex, Hexside, hexside_between, parse_hex


@dataclass(frozen=True, slots=True, order=True)
class HalfHex:
    """One half of a hex that the map cuts in two (3.1, 7.325).

    The cut runs from corner to corner. Part 1 has the three hexsides that follow each other
    clockwise from the cut's first hexside, part 2 the three others.
    """

    hex: Hex
    part: Literal[1, 2]

    @property
    def label(self) -> str:
        """The hex and the number of the half, such as ``12,e:1``."""
        return f"{self.hex.label}:{self.part}"

    def __str__(self) -> str:
        return self.label

    def outer_hexsides(self, first: Direction) -> tuple[Direction, ...]:
        """The three hexsides by which this half touches other hexes."""
        start = first if self.part == 1 else first.opposite
        return tuple(Direction((start + turn) % 6) for turn in range(3))


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """A named area that is no hex: a sea, a waste, a box or a track space of another game."""

    name: str

    @property
    def label(self) -> str:
        """The name behind an at sign, such as ``@Northern Sea``."""
        return f"@{self.name}"

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True, order=True)
class OffMap:
    """Not on the map."""

    @property
    def label(self) -> str:
        """The word ``off``."""
        return "off"

    def __str__(self) -> str:
        return self.label


Place = Hex | HalfHex | Hexside | Region | OffMap
OFF_MAP: Final = OffMap()


def parse_place(text: str) -> Place:
    """Read the label of any place, as `Place.label` writes it.

    Raises:
        BoardError: the text is no label.
    """
    stripped = text.strip()
    if stripped == "off":
        return OFF_MAP
    if stripped.startswith("@"):
        if not stripped[1:].strip():
            raise BoardError(f"expected the name of a region after @, got {text!r}")
        return Region(stripped[1:].strip())
    if "/" in stripped:
        one, _, other = stripped.partition("/")
        return hexside_between(parse_hex(one), parse_hex(other))
    if ":" in stripped:
        hex_text, _, part = stripped.partition(":")
        if part not in ("1", "2"):
            raise BoardError(f"expected half 1 or 2 of a hex, got {text!r}")
        return HalfHex(parse_hex(hex_text), 1 if part == "1" else 2)
    return parse_hex(stripped)


def hexes_of(place: Place) -> tuple[Hex, ...]:
    """The hexes that a marker there stands in: both for a hexside (10.1), none off the board."""
    match place:
        case Hex():
            return (place,)
        case HalfHex():
            return (place.hex,)
        case Hexside():
            return place.hexes
        case Region() | OffMap():
            return ()
