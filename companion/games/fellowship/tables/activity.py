"""T.4: which hex types an activity roll makes active (8.1)."""

from __future__ import annotations

import enum

from companion.games.fellowship.facts.names import HexType, Water
from companion.games.fellowship.tables.cells import Lookup
from companion.games.fellowship.tables.rules_tables import RulesTables


class Activity(enum.StrEnum):
    """What a cell of T.4 says."""

    INACTIVE = "-"
    ACTIVE = "X"
    SHIPS_ONLY = "(S)"


def look_up_activity(tables: RulesTables, roll: int) -> tuple[Lookup, ...]:
    """The column of T.4 for a roll, one explained cell for each hex type.

    Raises:
        ValueError: the roll is not 1 to 10.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"an activity roll is 1 to 10, got {roll}")
    column = str(roll)
    return tuple(
        Lookup("T.4", type_, column, roll, (), roll, tables.cell("T.4", type_, column))
        for type_ in HexType
    )


def activity_of(lookups: tuple[Lookup, ...]) -> dict[HexType, Activity]:
    """The activity of each hex type, as far as the cells are known."""
    return {
        HexType(found.row): Activity(found.value) for found in lookups if found.value is not None
    }


def is_activated(activity: Activity, water: Water, *, is_ship: bool) -> bool:
    """Whether a marker in a hex of that type stands in an active hex.

    (S) counts for markers in ship mode in sea and coastal hexes only (8.1, T.4).
    """
    match activity:
        case Activity.ACTIVE:
            return True
        case Activity.SHIPS_ONLY:
            return is_ship and water is not Water.LAND
        case Activity.INACTIVE:
            return False
