"""Small groups that slip away before a fight (8.33); the table beside T.5."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from companion.games.fellowship.facts.names import Race
from companion.games.fellowship.tables.cells import Cell, Lookup
from companion.games.fellowship.tables.rules_tables import RulesTables

_PRINTED: Final = RulesTables()


class SmallGroupResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the table says to a small group.

    Attributes:
        lookup: the explained result.
        is_allowed: the group is small enough to try.
        escapes: whether it gets away; None while the roll is missing.
    """

    lookup: Lookup
    is_allowed: bool
    escapes: bool | None


def size_in_halves(races: Iterable[Race]) -> int:
    """Size of a group, counted in halves: a Hobbit 1, anybody else 2 (8.33)."""
    return sum(1 if race is Race.HOBBIT else 2 for race in races)


def small_group_row(halves: int) -> str:
    """The row for a size in halves: ``1``, ``2``, ``3`` or ``over``.

    Raises:
        ValueError: nobody is there.
    """
    if halves < 1:
        raise ValueError(f"a group has at least half a character, got {halves} halves")
    whole = (halves + 1) // 2
    return str(whole) if whole <= 3 else "over"


def look_up_small_group(halves: int, roll: int | None = None) -> SmallGroupResult:
    """Whether a group of that size may try to retreat, and with a roll whether it does.

    Raises:
        ValueError: nobody is there.
    """
    row = small_group_row(halves)
    cell = _PRINTED.cell("small-group", row, "retreat")
    lookup = Lookup("small-group", row, "retreat", roll, (), roll, cell)
    if not isinstance(cell, Cell) or cell.value == "NA":
        return SmallGroupResult(lookup=lookup, is_allowed=False, escapes=False)
    escapes = None if roll is None else roll <= int(cell.value)
    return SmallGroupResult(lookup=lookup, is_allowed=True, escapes=escapes)
