"""T.2: what it takes to cross a hexside (7.32, 7.321, 7.322, 7.324, 7.4, 7.5, 7.6)."""

from __future__ import annotations

import enum
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import Feature, Seat, Terrain, Weather, worse_weather
from companion.games.fellowship.tables.cells import Cell, Lookup, Part, modified
from companion.games.fellowship.tables.rules_tables import RulesTables


class Way(enum.StrEnum):
    """A row of T.2: by what a hexside is crossed, or travelled along."""

    CLEAR = "clear"
    BRIDGE = "bridge"
    ROAD = "road"
    FERRY = "ferry"
    FORD = "ford"
    RIVER = "river"
    SWAMP = "swamp"
    ROUGH = "rough"
    WOODS = "woods"
    MOUNTAIN = "mountain"
    PASS = "pass"  # noqa: S105 - a mountain pass
    TUNNEL = "tunnel"
    SEA = "sea"
    COAST = "coast"
    RIVER_TRAVEL = "river-travel"
    SWAMP_TRAVEL = "swamp-travel"
    FORD_TRAVEL = "ford-travel"
    FALLS_TRAVEL = "falls-travel"
    AIR = "air"


Need = Literal["nothing", "roll", "forbidden", "unknown"]

_OWN_HEX_BONUS: Final = -3
_NOT_LEFT_FREELY: Final = (Way.SEA, Way.COAST)
_BY_WATER: Final = (
    *_NOT_LEFT_FREELY,
    Way.RIVER_TRAVEL,
    Way.SWAMP_TRAVEL,
    Way.FORD_TRAVEL,
    Way.FALLS_TRAVEL,
)


class Crossing(msgspec.Struct, frozen=True, kw_only=True):
    """How one hexside is to be crossed.

    Attributes:
        seat: whose marker crosses.
        way: the row of T.2.
        weathers: weather of the hexes at the hexside; the worst counts (7.321).
        has_nazgul: a Nazgul is in the group (7.324).
        leaves_own: the marker leaves a Haven (Fellowship) or a Garrisoned hex (Enemy).
        enters_own: it enters one, or by water has its hexside beside one.
        claimed: further modifiers that their owner has claimed by revealing a card.
    """

    seat: Seat
    way: Way
    weathers: tuple[Weather, ...] = ()
    has_nazgul: bool = False
    leaves_own: bool = False
    enters_own: bool = False
    claimed: tuple[Part, ...] = ()


class CrossingResult(msgspec.Struct, frozen=True, kw_only=True):
    """What the table says to a crossing, before or after the roll.

    Attributes:
        lookup: the explained result.
        need: ``nothing`` (automatic), ``roll``, ``forbidden``, or ``unknown`` (ask for the cell).
        number: the movement number to reach or stay under, where a roll is needed.
        crossed: whether the marker crosses; None while a roll or the cell is missing.
    """

    lookup: Lookup
    need: Need
    number: int | None = None
    crossed: bool | None = None


def ways_on_land(terrain: Terrain, feature: Feature) -> tuple[Way, ...]:
    """The ways to cross a hexside on land: by its terrain or by its feature, at choice (7.32).

    Falls help nobody across.
    """
    by_terrain = Way(terrain.value)
    match feature:
        case Feature.NONE | Feature.FALLS:
            return (by_terrain,)
        case (
            Feature.BRIDGE
            | Feature.ROAD
            | Feature.FORD
            | Feature.FERRY
            | Feature.PASS
            | Feature.TUNNEL
        ):
            return (by_terrain, Way(feature.value))


def way_on_river(terrain: Terrain, feature: Feature) -> Way | None:
    """The row of T.2 for a boat that travels along a hexside, None where no boat can (7.5)."""
    if terrain is Terrain.SWAMP:
        return Way.SWAMP_TRAVEL
    if terrain is not Terrain.RIVER:
        return None
    match feature:
        case Feature.FORD:
            return Way.FORD_TRAVEL
        case Feature.FALLS:
            return Way.FALLS_TRAVEL
        case _:
            return Way.RIVER_TRAVEL


def terrain_column(weathers: tuple[Weather, ...], *, has_nazgul: bool) -> str:
    """The column of T.2 for the weather at a hexside."""
    weather = worse_weather(*weathers)
    return f"nazgul-{weather}" if has_nazgul else weather.value


def look_up_crossing(
    tables: RulesTables, crossing: Crossing, roll: int | None = None
) -> CrossingResult:
    """What the crossing takes, and with a roll whether it succeeds.

    Leaving an own Haven or Garrisoned hex is automatic where T.2 shows a number, but opens neither
    a forbidden hexside nor the sea. Entering one takes 3 off the roll, by water any hexside of one
    does (7.322).
    """
    column = terrain_column(crossing.weathers, has_nazgul=crossing.has_nazgul)
    cell = tables.cell("T.2", crossing.way, column)
    parts = _parts(crossing)
    total = None if roll is None else modified(roll, parts)
    lookup = Lookup("T.2", crossing.way, column, roll, parts, total, cell)
    if not isinstance(cell, Cell):
        return CrossingResult(lookup=lookup, need="unknown")
    if cell.value == "NA":
        return CrossingResult(lookup=lookup, need="forbidden", crossed=False)
    free = crossing.leaves_own and crossing.way not in _NOT_LEFT_FREELY
    if cell.value == "A" or free:
        return CrossingResult(lookup=lookup, need="nothing", crossed=True)
    number = int(cell.value)
    crossed = None if total is None else total <= number
    return CrossingResult(lookup=lookup, need="roll", number=number, crossed=crossed)


def _parts(crossing: Crossing) -> tuple[Part, ...]:
    if not crossing.enters_own:
        return crossing.claimed
    place = "a Haven" if crossing.seat == "fellowship" else "a Garrisoned hex"
    # A boat goes along a hexside, and a ship leaves no hex freely: neither need enter it.
    label = f"Beside {place}" if crossing.way in _BY_WATER else f"Entering {place}"
    own = Part(label, _OWN_HEX_BONUS, "own ground", "7.322")
    return (own, *crossing.claimed)
