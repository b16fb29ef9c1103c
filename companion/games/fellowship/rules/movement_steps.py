"""Which single steps a marker can take from a place: its neighbours, how and by what (7.3 to 7.7).

A step crosses one hexside, travels along one (by boat), goes onto or off a feature that the Enemy
blocks, or passes between the map and a region. Whether it succeeds is not decided here.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.board.hexes import Direction, Hex, Hexside, hexside_between
from companion.board.places import HalfHex, OffMap, Place, Region
from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    SEA_REGIONS,
    WASTE_REGIONS,
    Feature,
    HexType,
    Seat,
    Travel,
    Water,
    Weather,
    worse_weather,
)
from companion.games.fellowship.rules.ground import Ground, SideFacts, neighbours_along_river
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.terrain import Way, way_on_river, ways_on_land

_OPEN_ON_LAND = (Way.CLEAR, Way.BRIDGE, Way.ROAD)


class Passage(enum.StrEnum):
    """How a step goes."""

    TERRAIN = "terrain"
    FEATURE = "feature"
    RIVER = "river"
    ASHORE = "ashore"
    SEA = "sea"
    AIR = "air"
    ONTO = "onto"
    OFF = "off"
    REGION = "region"


class Blocker(enum.StrEnum):
    """What stands on a hexside, as far as everybody sees it (7.33, 7.5)."""

    FEATURE = "feature"
    RIVER = "river"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way.

    Attributes:
        start, end: places before and after it.
        side: the hexside crossed, travelled along or stood on; None for a cut or a region.
        passage: how it goes.
        way: row of T.2 that it is looked up by, or None where no terrain roll can be due.
        weather: the worse weather of the hexes at the hexside (7.321).
        is_open: it counts as open in T.1.
        counts: it counts against the allowance of T.1.
        blocked: it leads over a feature that the opponent blocks (7.33).
        leaves_own: it leaves its own side's refuge: a Haven, for the Enemy a Garrisoned hex.
        enters_own: it enters one, or by water has its hexside beside one: 3 is taken off the roll
            (7.322).
        unknown: what has to be asked about the map first, or None.
    """

    start: Place
    end: Place
    side: Hexside | None
    passage: Passage
    way: Way | None = None
    weather: Weather = Weather.NORMAL
    is_open: bool = True
    counts: bool = True
    blocked: bool = False
    leaves_own: bool = False
    enters_own: bool = False
    unknown: UnknownCell | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Walker:
    """Public facts about a marker that moves.

    Attributes:
        seat: whose it is.
        travel: how it moves.
        may_block_rivers: it may stand on a river or swamp hexside without a feature: Guardian
            markers in boat mode (7.5).
        may_block: it may block features although it is the Fellowship's, which has lost the Ring
            (6.413).
        wades: it may go to sea as it goes on land: no transport modes are played (14.1).
    """

    seat: Seat
    travel: Travel
    may_block_rivers: bool = False
    may_block: bool = False
    wades: bool = False

    @property
    def blocks(self) -> bool:
        """It may stand on a feature to block it: the Enemy's always (7.33, 6.413)."""
        return self.seat == ENEMY or self.may_block


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The map, the weather and what blocks it: everything public that a way depends on."""

    ground: Ground
    weather_at: Callable[[Hex], Weather]
    blocked: Mapping[Hexside, Blocker]


def refuge_of(seat: Seat) -> HexType:
    """The hex type that a side leaves without a roll (7.322)."""
    return HexType.HAVEN if seat == FELLOWSHIP else HexType.GARRISONED


def hex_of(place: Place) -> Hex | None:
    """The hex of a place that lies in exactly one."""
    match place:
        case Hex():
            return place
        case HalfHex():
            return place.hex
        case Hexside() | Region() | OffMap():
            return None


def node_of(ground: Ground, place: Hex, via: Direction) -> Place:
    """The hex, or the half of it, that is reached through one of its hexsides (7.325)."""
    first = ground.cut_first(place)
    if first is None:
        return place
    one = HalfHex(place, 1)
    return one if via in one.outer_hexsides(first) else HalfHex(place, 2)


def nodes_at(ground: Ground, place: Place) -> tuple[Place, ...]:
    """Where a marker may be that is seen at a place: both halves if only the hex is known."""
    if isinstance(place, HalfHex) and ground.cut_first(place.hex) is None:
        return (place.hex,)
    if isinstance(place, Hex) and ground.cut_first(place) is not None:
        return (HalfHex(place, 1), HalfHex(place, 2))
    return (place,)


def exits(ground: Ground, place: Place) -> Iterator[tuple[Place, Hexside]]:
    """The places across the outer hexsides of a hex or half hex, each with its hexside."""
    here = hex_of(place)
    if here is None:
        return
    first = ground.cut_first(here)
    directions: tuple[Direction, ...] = tuple(Direction)
    if isinstance(place, HalfHex) and first is not None:
        directions = place.outer_hexsides(first)
    for direction in directions:
        there = here.neighbour(direction)
        if there in ground:
            yield node_of(ground, there, direction.opposite), hexside_between(here, there)


def places_at_side(ground: Ground, side: Hexside) -> tuple[Place, Place]:
    """The hex or half hex on each side of a hexside.

    Raises:
        ValueError: its two hexes are not neighbours.
    """
    one, other = side.hexes
    there, back = one.direction_to(other), other.direction_to(one)
    if there is None or back is None:
        raise ValueError(f"{side} does not lie between neighbours")
    return node_of(ground, one, there), node_of(ground, other, back)


def steps_from(around: Surroundings, walker: Walker, place: Place) -> tuple[Step, ...]:
    """Every step that the rules know from a place, in a fixed order.

    Steps that T.2 does not allow are among them; what a step needs is `movement_need.need_of`.
    """
    match place:
        case Hex() | HalfHex():
            return tuple(_steps_from_hex(around, walker, place))
        case Hexside():
            return tuple(_steps_from_side(around, walker, place))
        case Region():
            return tuple(_steps_from_region(around, walker, place))
        case OffMap():
            return ()


def _steps_from_hex(around: Surroundings, walker: Walker, place: Place) -> Iterator[Step]:
    for end, side in exits(around.ground, place):
        if walker.travel is Travel.FLYING:
            yield _marked(around, walker, _air(around, place, end, side))
            yield from _onto(around, walker, (place, end), side)
            continue
        facts = around.ground.side(side)
        if isinstance(facts, UnknownCell):
            yield Step(place, end, side, Passage.TERRAIN, unknown=facts)
            continue
        if walker.travel is Travel.SHIP:
            yield from _sea(around, walker, (place, end), side)
        elif walker.travel is Travel.BOAT:
            if facts.is_river:
                yield _by_water(around, walker, _along(around, facts, place, side))
        else:
            for step in _land(around, walker, (place, end), side):
                yield _marked(around, walker, step)
            if walker.wades:
                yield from _sea(around, walker, (place, end), side)
        yield from _onto(around, walker, (place, end), side)
    yield from _over_cut(around, walker, place)
    yield from _to_regions(around, walker, place)


def _weather(around: Surroundings, *hexes: Hex) -> Weather:
    return worse_weather(*(around.weather_at(place) for place in hexes))


def _air(around: Surroundings, start: Place, end: Place, side: Hexside) -> Step:
    return Step(start, end, side, Passage.AIR, Way.AIR, _weather(around, *side.hexes))


def _sea(
    around: Surroundings, walker: Walker, ends: tuple[Place, Place], side: Hexside
) -> Iterator[Step]:
    facts = around.ground.side(side)
    waters = [around.ground.water(place) for place in side.hexes]
    if isinstance(facts, UnknownCell) or not facts.has_sea or Water.LAND in waters:
        return
    all_sea = facts.water is Water.SEA
    step = Step(
        *ends,
        side,
        Passage.SEA,
        Way.SEA if all_sea else Way.COAST,
        _weather(around, *side.hexes),
        is_open=all_sea and Water.COAST not in waters,
    )
    yield _by_water(around, walker, step)


def _along(around: Surroundings, facts: SideFacts, start: Place, side: Hexside) -> Step:
    """Into or along a river hexside by boat (7.5)."""
    way = way_on_river(facts.terrain, facts.feature)
    blocker = around.blocked.get(side)
    # Boats are stopped at fords and falls, elsewhere only by Guardian markers in boat mode.
    blocked = blocker is Blocker.RIVER or (
        blocker is not None and facts.feature in (Feature.FORD, Feature.FALLS)
    )
    return Step(
        start,
        side,
        side,
        Passage.RIVER,
        None if blocked else way,
        _weather(around, *side.hexes),
        is_open=way is Way.RIVER_TRAVEL and not blocked,
        blocked=blocked,
    )


def _land(
    around: Surroundings, walker: Walker, ends: tuple[Place, Place], side: Hexside | None
) -> Iterator[Step]:
    """Across a hexside or a cut by its terrain and, where there is one, by its feature."""
    start, end = ends
    here, there = hex_of(start), hex_of(end)
    if here is None or there is None:
        return
    facts = around.ground.cut_side(here) if side is None else around.ground.side(side)
    if isinstance(facts, UnknownCell) or not facts.has_land:
        return
    if around.ground.water(there) is Water.SEA:
        return
    weather = _weather(around, here, there)
    by_terrain, *by_feature = ways_on_land(facts.terrain, facts.feature)
    is_open = by_terrain in _OPEN_ON_LAND
    yield Step(start, end, side, Passage.TERRAIN, by_terrain, weather, is_open=is_open)
    blocked = side is not None and side in around.blocked
    for way in by_feature:
        yield Step(
            start,
            end,
            side,
            Passage.FEATURE,
            None if blocked else way,
            weather,
            is_open=way in _OPEN_ON_LAND and not blocked,
            blocked=blocked,
        )


def _marked(around: Surroundings, walker: Walker, step: Step) -> Step:
    """The step with what refuges do to it (7.322)."""
    if step.way is None:
        return step
    refuge = refuge_of(walker.seat)
    here, there = hex_of(step.start), hex_of(step.end)
    leaves = here is not None and around.ground.has_type(here, refuge)
    enters = there is not None and around.ground.has_type(there, refuge)
    if not leaves and not enters:
        return step
    return replace(step, leaves_own=leaves, enters_own=enters)


def _by_water(around: Surroundings, walker: Walker, step: Step) -> Step:
    """The step with what refuges do to it by water: any hexside of one counts (7.322)."""
    if step.way is None or step.side is None:
        return step
    refuge = refuge_of(walker.seat)
    here = hex_of(step.start)
    leaves = here is not None and around.ground.has_type(here, refuge)
    beside = any(around.ground.has_type(place, refuge) for place in step.side.hexes)
    return replace(step, leaves_own=leaves, enters_own=beside) if beside else step


def _onto(
    around: Surroundings, walker: Walker, ends: tuple[Place, Place], side: Hexside
) -> Iterator[Step]:
    """An Enemy marker goes onto a feature to block it, by the process of moving through (7.33)."""
    facts = around.ground.side(side)
    if not walker.blocks or isinstance(facts, UnknownCell):
        return
    if walker.travel is Travel.BOAT:
        # `_steps_from_hex` has entered it already; whether it may stay there is another question.
        return
    has_feature = len(ways_on_land(facts.terrain, facts.feature)) > 1
    if walker.travel is Travel.SHIP or not has_feature or not facts.has_land:
        return
    if walker.travel is Travel.FLYING:
        step = _marked(around, walker, _air(around, *ends, side))
        yield replace(step, end=side, passage=Passage.ONTO)
        return
    for step in _land(around, walker, ends, side):
        if step.passage is Passage.FEATURE:
            yield replace(_marked(around, walker, step), end=side, passage=Passage.ONTO)


def _over_cut(around: Surroundings, walker: Walker, place: Place) -> Iterator[Step]:
    if not isinstance(place, HalfHex):
        return
    other = HalfHex(place.hex, 2 if place.part == 1 else 1)
    if walker.travel is Travel.FLYING:
        weather = _weather(around, place.hex)
        yield _marked(around, walker, Step(place, other, None, Passage.AIR, Way.AIR, weather))
    elif walker.travel not in (Travel.SHIP, Travel.BOAT):
        facts = around.ground.cut_side(place.hex)
        if isinstance(facts, UnknownCell):
            yield Step(place, other, None, Passage.TERRAIN, unknown=facts)
        for step in _land(around, walker, (place, other), None):
            yield _marked(around, walker, step)


def _steps_from_side(around: Surroundings, walker: Walker, side: Hexside) -> Iterator[Step]:
    if walker.travel is Travel.BOAT:
        for beyond, third in neighbours_along_river(side):
            facts = around.ground.side(beyond) if third in around.ground else None
            if isinstance(facts, SideFacts) and facts.is_river:
                yield _by_water(around, walker, _along(around, facts, side, beyond))
        for end in places_at_side(around.ground, side):
            yield Step(side, end, side, Passage.ASHORE, counts=False)
    elif walker.travel is not Travel.SHIP:
        facts = around.ground.side(side)
        ways = () if isinstance(facts, UnknownCell) else ways_on_land(facts.terrain, facts.feature)
        is_open = walker.travel is Travel.FLYING or any(way in _OPEN_ON_LAND for way in ways[1:])
        for end in places_at_side(around.ground, side):
            yield Step(side, end, side, Passage.OFF, is_open=is_open)


def _to_regions(around: Surroundings, walker: Walker, place: Place) -> Iterator[Step]:
    here = hex_of(place)
    if here is None:
        return
    regions = SEA_REGIONS if walker.travel is Travel.SHIP else WASTE_REGIONS
    for region in (*regions, *SEA_REGIONS) if walker.wades else regions:
        if here in around.ground.region_hexes(region):
            yield Step(place, Region(region), None, Passage.REGION)


def _steps_from_region(around: Surroundings, walker: Walker, region: Region) -> Iterator[Step]:
    for other in around.ground.region_neighbours(region.name):
        if other not in SEA_REGIONS or walker.travel is Travel.SHIP or walker.wades:
            yield Step(region, Region(other), None, Passage.REGION)
    for place in around.ground.region_hexes(region.name):
        for node in nodes_at(around.ground, place):
            yield Step(region, node, None, Passage.REGION)
