"""Where a fight is: what the map says that changes combat (9.11, 9.243, 9.244, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.board.hexes import Hex, Hexside, hexside_between, parse_hex
from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.box.board_map import GRID, MORDOR, BoardMap
from companion.games.fellowship.combat.battle import Ground
from companion.games.fellowship.combat.creatures import FightPlace
from companion.games.fellowship.facts.names import Forest, Terrain, Water
from companion.games.fellowship.rules.set_up_zones import MORIA
from companion.games.fellowship.tables.cells import UnknownCell

NEAR_MORDOR: Final = 4
"""So many hexes from Mordor a wounded Ringbearer does not make the Enemy leave (9.244)."""

NEAR_MOUNTAINS: Final = 3
"""So many hexes from a mountain hexside bats and wolves join (12.2)."""

MINAS_TIRITH: Final = "19,mn"


def ground_of(board: BoardMap, place: str) -> Ground | UnknownCell:
    """The ground of a fight, or the cell of the map that has to be asked for first.

    A fight on a hexside is beside the terrain of both hexes (AMB-40).
    """
    hexes = hexes_of(parse_place(place))
    terrains: list[Terrain] = []
    missing: list[UnknownCell] = []
    for side in _sides(hexes):
        if board.side_water(side) is Water.SEA:
            continue
        found = board.terrain(side)
        if isinstance(found, UnknownCell):
            missing.append(found)
        else:
            terrains.append(found)
    mountain, woods = Terrain.MOUNTAIN in terrains, Terrain.WOODS in terrains
    if missing and not (mountain and woods):
        return missing[0]
    return Ground(mountain=mountain, woods=woods)


def near_mordor(board: BoardMap, place: str) -> bool | UnknownCell:
    """Whether a place is within four hexes of Mordor (9.244); asked only where it matters."""
    mordor = board.area(MORDOR)
    if isinstance(mordor, UnknownCell):
        return mordor
    hexes = hexes_of(parse_place(place))
    return any(one.distance(other) <= NEAR_MORDOR for one in hexes for other in mordor)


def _sides(hexes: tuple[Hex, ...]) -> Iterator[Hexside]:
    seen = set()
    for place in hexes:
        for other in GRID.neighbours(place):
            side = hexside_between(place, other)
            if side not in seen:
                seen.add(side)
                yield side


def is_south(place: str) -> bool:
    """Whether a place lies south of Minas Tirith, where the Mumakil may come (T.6)."""
    city = GRID.centre(GRID.check(parse_hex(MINAS_TIRITH)))
    hexes = hexes_of(parse_place(place))
    return any(GRID.centre(one).y_in > city.y_in for one in hexes)


def fight_place(board: BoardMap, place: str, *, land: bool) -> FightPlace:
    """What decides who comes along, as far as the map is known; nothing is asked for it."""
    hexes = hexes_of(parse_place(place))
    moria = GRID.check(parse_hex(MORIA))
    return FightPlace(
        moria=any(one.distance(moria) <= 1 for one in hexes),
        mirkwood=any(board.forest(one) is Forest.MIRKWOOD for one in hexes),
        mountains=any(_mountains_near(board, one) for one in hexes),
        land=land,
    )


def _mountains_near(board: BoardMap, place: Hex) -> bool:
    near = (other for other in GRID if place.distance(other) <= NEAR_MOUNTAINS)
    return any(
        board.terrain(hexside_between(one, other)) is Terrain.MOUNTAIN
        for one in near
        for other in GRID.neighbours(one)
    )
