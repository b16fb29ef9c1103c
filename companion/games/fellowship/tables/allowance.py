"""T.1: how many hexsides a marker may cross in one movement phase (7.31, 7.4, 7.5, 7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.games.fellowship.facts.names import Travel
from companion.games.fellowship.tables.cells import Cell, Lookup, Part
from companion.games.fellowship.tables.rules_tables import RulesTables

ALL_OPEN: Final = "all-open"
FIRST_NON_OPEN: Final = "first-non-open"
OTHERWISE: Final = "otherwise"

GREY_HAVENS_SHIP: Final = Part("Grey Havens ship", 1, "revealed with the group", "6.126")
SHADOWFAX: Final = Part("Shadowfax", 1, "carries Gandalf and at most one other", "12.1")
"""What lengthens a move when its owner claims it. They are passed as `bonuses`."""

_PRINTED: Final = RulesTables()
_NOT_ALLOWED: Final = "NA"


def path_row(openness: Sequence[bool]) -> str:
    """The row of T.1 for a path, given whether each hexside in turn is open."""
    if all(openness):
        return ALL_OPEN
    if not openness[0] and all(openness[1:]):
        return FIRST_NON_OPEN
    return OTHERWISE


def look_up_allowance(
    travel: Travel, openness: Sequence[bool], bonuses: tuple[Part, ...] = ()
) -> Lookup:
    """The most hexsides that a path of this kind may have; `total` is that number.

    Args:
        travel: how the marker travels.
        openness: for each hexside of the path in order, whether it is open for that travel. When
            flying every hexside is open (7.6).
        bonuses: what lengthens the move and has been claimed.

    Returns:
        A lookup with no base roll. Its total is 0 where the table says NA: a path of that kind is
        not allowed, whatever its length.
    """
    row = ALL_OPEN if travel is Travel.FLYING else path_row(openness)
    return _look_up(travel, row, bonuses)


@lru_cache(maxsize=256)
def _look_up(travel: Travel, row: str, bonuses: tuple[Part, ...]) -> Lookup:
    """A journey asks the same few cells of a printed table thousands of times."""
    cell = _PRINTED.cell("T.1", row, travel.value)
    if not isinstance(cell, Cell) or cell.value == _NOT_ALLOWED:
        return Lookup("T.1", row, travel.value, None, (), 0, cell)
    total = int(cell.value) + sum(bonus.value for bonus in bonuses)
    return Lookup("T.1", row, travel.value, None, bonuses, total, cell)


def is_path_allowed(
    travel: Travel, openness: Sequence[bool], bonuses: tuple[Part, ...] = ()
) -> bool:
    """Whether the marker may cross these hexsides, in this order, in one movement phase."""
    if not openness:
        return True
    total = look_up_allowance(travel, openness, bonuses).total
    return total is not None and len(openness) <= total


def may_cross_next(
    travel: Travel,
    crossed: Sequence[bool],
    bonuses: tuple[Part, ...] = (),
    *,
    next_is_open: bool,
) -> bool:
    """Whether one more hexside may follow those already crossed in this movement phase."""
    return is_path_allowed(travel, (*crossed, next_is_open), bonuses)
