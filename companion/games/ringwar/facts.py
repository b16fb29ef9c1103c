"""What the box in use says, as numbers, ranges and places. A value that is missing is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.games.ringwar.names import (
    FELLOWSHIP,
    MOUTH,
    NAZGUL,
    WALKERS,
    PlayerSide,
    Side,
)
from companion.games.ringwar.plan import GROUP_SIZES, PLAN, die_range, listed, value_fault
from companion.table.grid_box import GridBox, address_of, read_box, with_value, write_box

_LARGE: Final = 4


class UnknownCellError(LookupError):
    """Play needs a value that nobody has filled in.

    Attributes:
        address: where it belongs.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Facts:
    """A box as the rules ask it.

    Args:
        box: what its owner knows.
    """

    def __init__(self, box: GridBox) -> None:
        self.box: Final = box
        self._links: Final = _links_of(box)

    @property
    def is_sample(self) -> bool:
        """Whether the values are invented."""
        return self.box.is_sample

    def text(self, sheet: str, row: str, column: str) -> str:
        """A value.

        Raises:
            UnknownCellError: nobody knows it.
        """
        value = self.box.get(sheet, row, column)
        if not value:
            raise UnknownCellError(address_of(sheet, row, column))
        return value

    def whole(self, sheet: str, row: str, column: str) -> int:
        """A number.

        Raises:
            UnknownCellError: nobody knows it.
        """
        return int(self.text(sheet, row, column))

    def count(self, name: str) -> int:
        """One of the costs and counts."""
        return self.whole("numbers", name, "value")

    def rating(self, name: str, column: str) -> int:
        """A number of a character."""
        return self.whole("characters", row_of(name), column)

    def is_hit(self, name: str, column: str, roll: int) -> bool:
        """Whether a roll lies in a character's capture or escape range."""
        return roll in die_range(self.text("characters", row_of(name), column))

    def start_of(self, name: str) -> str:
        """Where somebody starts."""
        return self.text("characters", row_of(name), "start")

    def kind(self, place: str) -> str:
        """What a place is."""
        return self.text("places", place, "kind")

    def known_kind(self, place: str) -> str:
        """What a place is, empty while nobody knows."""
        return self.box.get("places", place, "kind")

    def region(self, place: str) -> str:
        """The region of a place."""
        return self.text("places", place, "region")

    def links(self, place: str) -> tuple[str, ...]:
        """The neighbours of a place as far as known, in order of the alphabet."""
        return self._links.get(place, ())

    def spelled(self, name: str) -> str:
        """A place that was typed in, as the sheet of places writes it; as it came if unknown."""
        known = self.box.sheets.get("places", {})
        alike = (place for place in known if place.casefold() == name.casefold())
        return name if name in known else next(alike, name)

    def entry(self, place: str, side: Side) -> str:
        """Whether a side may enter a place: ``free``, ``stop`` or ``barred``."""
        column = "fellowship" if side == FELLOWSHIP else "dark"
        return self.text("terrain", self.kind(place), column)

    def cost(self, place: str) -> int:
        """Movement Points for entering a place; nothing is free of charge."""
        return max(1, self.whole("terrain", self.kind(place), "cost"))

    def barad_dur(self) -> str:
        """The place of the last check."""
        return self.text("landmarks", "barad-dur", "place")

    def known_barad_dur(self) -> str:
        """The same, empty while nobody knows."""
        return self.box.get("landmarks", "barad-dur", "place")

    def cards(self, sheet: str) -> tuple[str, ...]:
        """Names of the cards of a sheet, in order of the alphabet: order tells nothing."""
        return tuple(sorted(self.box.sheets.get(sheet, {})))

    def own_characters(self) -> Mapping[str, str]:
        """Characters that the owner has added, each with its side."""
        fixed = {*WALKERS, "Gollum", NAZGUL, MOUTH}
        rows = self.box.sheets.get("characters", {})
        return {
            name: cells["side"]
            for name, cells in rows.items()
            if name not in fixed and "side" in cells
        }

    def with_answer(self, address: str, value: str) -> Facts:
        """The facts with one more value.

        Raises:
            BoxChangeError: it cannot stand there.
        """
        return facts_of(write_box(PLAN, with_value(PLAN, self.box, address, value)))


def row_of(name: str) -> str:
    """The row of the characters that speaks of somebody: all Nazgul share one."""
    return NAZGUL if name.startswith(f"{NAZGUL} ") else name


def size_row(count: int) -> str:
    """The row of the search table for so many characters in a hex."""
    if count >= _LARGE:
        return GROUP_SIZES[2]
    return GROUP_SIZES[1] if count > 1 else GROUP_SIZES[0]


@lru_cache(maxsize=16)
def facts_of(text: str) -> Facts:
    """The facts of a box file.

    Raises:
        BoxTextError: it is no box file of this game.
        ValueError: a value in it cannot be played with.
    """
    box = read_box(PLAN, text)
    for sheet, rows in box.sheets.items():
        for row, cells in rows.items():
            for column, value in cells.items():
                fault = value_fault(address_of(sheet, row, column), value)
                if fault:
                    raise ValueError(f"{sheet}, {row}, {column}: {fault}")
    return Facts(box)


def _links_of(box: GridBox) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for place, cells in box.sheets.get("places", {}).items():
        for neighbour in listed(cells.get("links", "")):
            found.setdefault(place, set()).add(neighbour)
            found.setdefault(neighbour, set()).add(place)
    return {place: tuple(sorted(near)) for place, near in found.items()}


def asker(address: str, turn_of: PlayerSide) -> PlayerSide:
    """Which side is asked for a value: whose force it is, else whoever plays."""
    sheet, row, _ = address.split("/")
    if sheet == "characters":
        return "fellowship" if row in WALKERS else "dark"
    if sheet in ("numbers", "search", "searches", "citadel", "sorcery", "landmarks"):
        return "dark"
    return turn_of
