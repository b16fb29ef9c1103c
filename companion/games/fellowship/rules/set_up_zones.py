"""Where markers and Guardians may start (10.1, 13.0), cell by cell of the map in use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.board.hexes import BoardError, Hex, Hexside, hexside_between
from companion.board.places import Place, hexes_of, parse_place
from companion.games.fellowship.box.board_map import (
    COASTAL_ISLE,
    GRID,
    MORDOR,
    BoardMap,
)
from companion.games.fellowship.facts.names import Feature, Forest, Terrain, Water
from companion.games.fellowship.tables.cells import UnknownCell

MORIA: Final = "14,h"
MORIA_POOL: Final = "14,g/14,h"
GREY_MOUNTAINS: Final = "Grey Mountains"

_AREA: Final = "area:"
_FOREST: Final = "forest:"
_GUARDIAN: Final = "guardian"


def allows(board: BoardMap, spec: str, label: str) -> bool | None:
    """Whether a marker may stand at a place by one entry of a placing; None if the map lacks it.

    Args:
        board: the map.
        spec: a label, ``area:NAME``, ``forest:NAME`` or ``guardian`` (`facts.scenarios.Placing`).
        label: where the marker stands.
    """
    place = place_of(label)
    if place is None:
        return False
    if spec == _GUARDIAN:
        return may_hold_a_guardian(board, place)
    hexes = hexes_of(place)
    if spec.startswith(_FOREST):
        return any(board.forest(one) == spec.removeprefix(_FOREST) for one in hexes)
    if spec.startswith(_AREA):
        area = board.area(spec.removeprefix(_AREA))
        return None if isinstance(area, UnknownCell) else any(one in area for one in hexes)
    if spec.startswith("@"):
        return label == spec
    wanted = place_of(spec)
    # A marker on a hexside stands in neither of its hexes where a hex is asked for.
    return wanted is not None and not isinstance(place, Hexside) and hexes == hexes_of(wanted)


def place_of(label: str) -> Place | None:
    """The place of a label, None for what is none."""
    try:
        return parse_place(label)
    except BoardError:
        return None


def _sides_of(place: Place) -> Iterator[Hexside]:
    """The hexsides that a marker there is beside: its own, or the six of its hex."""
    if isinstance(place, Hexside):
        yield place
        return
    for here in hexes_of(place):
        for other in GRID.neighbours(here):
            yield hexside_between(here, other)


def _beside(board: BoardMap, place: Place, chains: tuple[str, ...] = ()) -> bool | None:
    """Whether a mountain hexside is there, of one of these chains if any are named.

    On a hexside a marker blocks, so there must be a feature (10.1).
    """
    unknown = False
    for side in _sides_of(place):
        terrain, chain = board.terrain(side), board.chain(side)
        # In a hex beside it a marker blocks nothing, whatever the hexside carries.
        feature = board.feature(side) if isinstance(place, Hexside) else None
        if isinstance(terrain, UnknownCell) or isinstance(feature, UnknownCell):
            unknown = True
            continue
        if terrain is Terrain.MOUNTAIN and feature is not Feature.NONE:
            if not chains or chain in chains:
                return True
            unknown = unknown or chain is None
    return None if unknown else False


def _in_water(board: BoardMap, place: Place) -> bool | None:
    """A sea or coastal hex, a river hexside, or Moria's pool: where a Kraken starts (10.1)."""
    if place.label == MORIA_POOL:
        return True
    if isinstance(place, Hexside):
        terrain = board.terrain(place)
        if isinstance(terrain, UnknownCell):
            return None
        return terrain in (Terrain.RIVER, Terrain.SWAMP)
    waters = [board.water(one) for one in hexes_of(place)]
    if any(isinstance(water, UnknownCell) for water in waters):
        return None
    return any(water is not Water.LAND for water in waters)


def may_start(board: BoardMap, guardian: str, place: Place) -> bool | None:
    """Whether a Guardian may start at a place (10.1); None while the map does not say.

    Args:
        board: the map.
        guardian: name of its card.
        place: where it would stand.
    """
    match guardian:
        case "Balrog":
            return not isinstance(place, Hexside) and [h.label for h in hexes_of(place)] == [MORIA]
        case "Fire Drake":
            return _beside(board, place, (GREY_MOUNTAINS,))
        case "Cold Drake":
            return _beside(board, place, (GREY_MOUNTAINS, MORDOR))
        case "Werewolf" | "Vampire":
            return _beside(board, place)
        case "Giant Spider":
            return _either(_beside(board, place), _in_mirkwood(board, place))
        case "Corsair Fleet":
            return _off_the_isle(board, place)
        case _:
            return _in_water(board, place) if guardian.startswith("Kraken") else False


def _in_mirkwood(board: BoardMap, place: Place) -> bool | None:
    if isinstance(place, Hexside):
        return False
    forests = [board.forest(one) for one in hexes_of(place)]
    if any(isinstance(forest, UnknownCell) for forest in forests):
        return None
    return Forest.MIRKWOOD in forests


def _off_the_isle(board: BoardMap, place: Place) -> bool | None:
    isle = board.area(COASTAL_ISLE)
    if isinstance(place, Hexside):
        return False
    return None if isinstance(isle, UnknownCell) else any(one in isle for one in hexes_of(place))


def _either(*answers: bool | None) -> bool | None:
    if any(answers):
        return True
    return None if None in answers else False


GUARDIANS: Final = (
    "Balrog",
    "Fire Drake",
    "Cold Drake",
    "Werewolf",
    "Vampire",
    "Giant Spider",
    "Kraken 1",
    "Kraken 2",
    "Corsair Fleet",
)
"""Guardians that are set up on the map; the Wights are not (10.1)."""


def may_hold_a_guardian(board: BoardMap, place: Place) -> bool | None:
    """Whether some Guardian could start there, and so a Guardian rumor as well (10.1)."""
    return _either(*(may_start(board, name, place) for name in GUARDIANS))


def too_close(labels: list[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of Nazgul markers in adjacent hexes or in one; on a hexside one is in both (10.1)."""
    found = []
    hexes: list[tuple[str, tuple[Hex, ...]]] = []
    for label in sorted(labels):
        place = place_of(label)
        if place is not None:
            hexes.append((label, hexes_of(place)))
    for index, (label, mine) in enumerate(hexes):
        for other, theirs in hexes[index + 1 :]:
            if any(one.distance(two) <= 1 for one in mine for two in theirs):
                found.append((label, other))
    return tuple(found)
