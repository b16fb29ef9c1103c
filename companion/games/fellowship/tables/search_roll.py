"""T.5: the search roll with all its modifiers (8.3, 8.31, 8.33)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.facts.names import HexType, Travel, Weather
from companion.games.fellowship.tables.cells import Cell, Lookup, Part, modified
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_result import (
    SearchCode,
    SearchResult,
    parse_search_result,
    part_for,
)

LOWEST_COLUMN: Final = -1
HIGHEST_COLUMN: Final = 14
_PRINTED: Final = RulesTables()
_NEVER_MISSED: Final = (HexType.SAURONIC_ACTIVITY, HexType.GARRISONED)


class SearchCircumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can change a search roll.

    Attributes:
        hex_type: type of the hex, or the one that the Fellowship picked on a river (7.5).
        travel: how the searched marker travels.
        weather: weather in the hex.
        used_feature: a sneaking marker that used a feature against the terrain this turn; it loses
            its -1 (6.124).
        corsair_fleet: the Corsair Fleet is revealed in the hex.
        kraken: a Kraken is revealed in the hex.
        grey_havens_ship: the ship's card is revealed with the group.
        enemy_bonus: 0, 1 or 2 from the Enemy's activation (6.23).
        events: modifiers of event cards in play.
    """

    hex_type: HexType
    travel: Travel
    weather: Weather = Weather.NORMAL
    used_feature: bool = False
    corsair_fleet: bool = False
    kraken: bool = False
    grey_havens_ship: bool = False
    enemy_bonus: int = 0
    events: tuple[Part, ...] = ()

    @property
    def is_ship(self) -> bool:
        """The searched marker is in ship mode."""
        return self.travel is Travel.SHIP


def search_parts(circumstances: SearchCircumstances) -> tuple[Part, ...]:
    """Every modifier that applies, with its reason; those set aside appear with 0 (8.31).

    Raises:
        ValueError: an Enemy bonus that no activation gives.
    """
    if circumstances.enemy_bonus not in (0, 1, 2):
        raise ValueError(f"an activation gives +0, +1 or +2, got {circumstances.enemy_bonus}")
    marker = (
        _travel_part(circumstances),
        *_weather_parts(circumstances),
        *_ship_parts(circumstances),
    )
    if circumstances.hex_type is HexType.HAVEN:
        marker = tuple(
            Part(part.label, 0, "no modifier counts in a Haven", "T.5") for part in marker
        )
    return (*marker, *_enemy_parts(circumstances), *circumstances.events)


def search_column(total: int) -> str:
    """The column of T.5 for a modified roll; beyond either end the last column counts."""
    held = min(max(total, LOWEST_COLUMN), HIGHEST_COLUMN)
    return f"{HIGHEST_COLUMN}+" if held == HIGHEST_COLUMN else str(held)


def look_up_search(tables: RulesTables, circumstances: SearchCircumstances, roll: int) -> Lookup:
    """The explained result of one search roll.

    Where the cell tells land and ship apart, the value is the part that counts for the marker.

    Raises:
        ValueError: the roll is not 1 to 10.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"a search roll is 1 to 10, got {roll}")
    parts = search_parts(circumstances)
    total = modified(roll, parts)
    column = search_column(total)
    cell = tables.cell("T.5", circumstances.hex_type, column)
    if isinstance(cell, Cell):
        value = part_for(cell.value, is_ship=circumstances.is_ship)
        cell = msgspec.structs.replace(cell, value=value)
    return Lookup("T.5", circumstances.hex_type, column, roll, parts, total, cell)


def result_of(lookup: Lookup, circumstances: SearchCircumstances) -> SearchResult | None:
    """The result that a lookup gives for the searched marker, None while its cell is unknown."""
    if lookup.value is None:
        return None
    return parse_search_result(lookup.value, is_ship=circumstances.is_ship)


def has_sighting_effect(circumstances: SearchCircumstances) -> bool:
    """Whether an S removes rumors: not for ships in bad weather or a storm (8.33)."""
    return not (circumstances.is_ship and circumstances.weather is not Weather.NORMAL)


def can_search_miss(tables: RulesTables, circumstances: SearchCircumstances) -> bool | None:
    """Whether some roll would give a dash; None where that hangs on unknown cells.

    A rumor whose roll cannot miss may be removed without rolling. The rulebook says that this is
    so in Wild, Sauronic Activity and Garrisoned hexes without negative modifiers (8.3).
    """
    sightings_count = has_sighting_effect(circumstances)
    dangerous = circumstances.hex_type.is_wild or circumstances.hex_type in _NEVER_MISSED
    lowered = any(part.value < 0 for part in search_parts(circumstances))
    if dangerous and not lowered and sightings_count:
        return False
    results = [
        result_of(look_up_search(tables, circumstances, roll), circumstances)
        for roll in range(1, 11)
    ]
    known = [result for result in results if result is not None]
    if any(_is_miss(result, sightings_count=sightings_count) for result in known):
        return True
    return False if len(known) == len(results) else None


def _is_miss(result: SearchResult, *, sightings_count: bool) -> bool:
    if result.code is SearchCode.SIGHTING:
        return not sightings_count
    return not result.removes_rumors


def _printed(row: str) -> int:
    cell = _PRINTED.cell("search-modifiers", row, "modifier")
    return int(cell.value) if isinstance(cell, Cell) else 0


def _travel_part(circumstances: SearchCircumstances) -> Part:
    travel = circumstances.travel
    label = f"{travel.capitalize()} mode"
    if travel is Travel.SNEAK and circumstances.used_feature:
        return Part(label, 0, "lost by using a feature", "6.124")
    return Part(label, _printed(travel), "transport mode", "8.31")


def _weather_parts(circumstances: SearchCircumstances) -> tuple[Part, ...]:
    if circumstances.weather is Weather.NORMAL:
        return ()
    kind = "ship" if circumstances.is_ship else "other"
    value = _printed(f"{kind}-{circumstances.weather}")
    label = "Storm" if circumstances.weather is Weather.STORM else "Bad weather"
    reason = "in ship mode" if circumstances.is_ship else "not in ship mode"
    return (Part(label, value, reason, "8.31"),)


def _ship_parts(circumstances: SearchCircumstances) -> tuple[Part, ...]:
    if not circumstances.is_ship:
        return ()
    claims = (
        (circumstances.corsair_fleet, "Corsair Fleet", "corsair-fleet", "in the hex"),
        (circumstances.kraken, "Kraken", "kraken", "in the hex"),
        (circumstances.grey_havens_ship, "Grey Havens ship", "grey-havens-ship", "revealed"),
    )
    return tuple(
        Part(label, _printed(row), reason, "8.31")
        for applies, label, row, reason in claims
        if applies
    )


def _enemy_parts(circumstances: SearchCircumstances) -> tuple[Part, ...]:
    if circumstances.enemy_bonus == 0:
        return ()
    label = "Enemy activation"
    if circumstances.is_ship:
        return (Part(label, 0, "not against ships", "T.5"),)
    value = _printed(f"enemy-search-{circumstances.enemy_bonus}")
    return (Part(label, value, "chosen when activating", "6.23"),)
