"""Set-ups by chance: markers where a scenario wants them, groups that could be behind them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.games.fellowship.box.board_map import GRID, BoardMap
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    OFF_BOARD_REGIONS,
    WASTE_REGIONS,
    HexType,
    MarkerType,
    Water,
)
from companion.games.fellowship.facts.roster import (
    DisplayBox,
    Force,
    display_boxes,
    forces,
    type_of_colour,
)
from companion.games.fellowship.facts.scenarios import MEMBERS, Placing, scenario_named
from companion.games.fellowship.flow.choosing import marker_name
from companion.games.fellowship.rules.movement_need import PATHS_OF_THE_DEAD
from companion.games.fellowship.rules.set_up_zones import allows
from companion.games.fellowship.rules.victory import MOUNT_DOOM
from companion.games.fellowship.state import SEAT_IDS, owner_of, seat_word
from companion.table.ids import SeatId
from tests.support.fellowship import FP, Play

PLACES: Final = [
    *(place.label for place in GRID),
    *(f"@{name}" for name in OFF_BOARD_REGIONS),
]
_MAP: Final = BoardMap(sample_box())
_MOST_OF_A_PLACING: Final = 5
_SHIP: Final = 5
_FOOT: Final = 3
"""Sides of a green marker."""

_REMOTE: Final = (
    *(hex_.label for hex_ in PATHS_OF_THE_DEAD.hexes),
    *(f"@{region}" for region in WASTE_REGIONS),
    "5,fg",
)
"""The Paths of the Dead, the wastes, the Old Forest."""

_DANGEROUS: Final = (
    HexType.GARRISONED,
    HexType.SAURONIC_ACTIVITY,
    HexType.WILD_1,
    HexType.WILD_2,
    HexType.WILD_3,
)
_HOBBITS: Final = ("Frodo", "Sam", "Merry", "Pippin")


@lru_cache(maxsize=256)
def _allowed(spec: str) -> list[str]:
    """The places that one entry of a placing allows on the sample map."""
    return [label for label in PLACES if allows(_MAP, spec, label)]


def _standing(play: Play, placing: Placing, source: random.Random) -> Iterable[tuple[int, str]]:
    """Face and place of each marker of a placing."""
    specs = placing.places or tuple(PLACES)
    places = sorted({label for spec in specs for label in _allowed(spec)})
    most = min(placing.most, max(placing.least, _MOST_OF_A_PLACING))
    for _ in range(source.randint(max(placing.least, min(1, most)), most) if places else 0):
        yield source.choice(placing.faces), source.choice(places)


def put_markers(play: Play, source: random.Random, extra: int) -> None:
    """What the scenario puts down, and a few more markers anywhere.

    Args:
        play: a game just begun.
        source: where every choice comes from.
        extra: how many green and red markers stand somewhere else besides.
    """
    number = 0
    for placing in scenario_named(play.state.public.scenario).placings:
        for face, place in _standing(play, placing, source):
            number += 1
            play.put(number, placing.colour, face, place)
    for _ in range(extra):
        number += 1
        colour = source.choice(("green", "green", "red", "white"))
        play.put(number, colour, source.choice((2, 3, 4, 5)), source.choice(PLACES))


def name_groups(play: Play, source: random.Random) -> None:
    """Each owner says what its markers are and lays cards into the boxes of some of them."""
    for seat in SEAT_IDS:
        laid = play.state.hidden[seat].boxes
        boxes = [
            box
            for box in display_boxes()
            if box.seat == seat_word(seat) and box.id not in laid.values()
        ]
        cards = [
            force for force in forces() if force.seat == seat_word(seat) and force.name not in laid
        ]
        source.shuffle(boxes)
        for piece in play.state.public.table:
            named = piece.id in play.state.hidden[seat].names
            if owner_of(piece.colour) != seat or named or source.random() < 0.1:
                continue
            box = next((one for one in boxes if one.type is type_of_colour(piece.colour)), None)
            if box is None or source.random() < 0.2:
                play.name(seat, piece.id, "plain")
                continue
            boxes.remove(box)
            play.name(seat, piece.id, marker_name(box))
            play.lay(seat, box.id, *_taken(cards, box, source))


def _taken(cards: list[Force], box: DisplayBox, source: random.Random) -> list[str]:
    """Some cards that may lie in a box, taken out of those that are left; Hobbits stay together."""
    if box.type is MarkerType.GUARDIAN:
        mine = [one for one in cards if one.label == box.label]
    else:
        mine = [one for one in cards if one.marker is box.type and one.kind != "thing"]
    count = source.randint(1, 6)
    found = source.sample(mine, min(count, len(mine)))
    if any(one.name in _HOBBITS for one in found):
        found += [one for one in mine if one.name in _HOBBITS and one not in found]
    for one in found:
        cards.remove(one)
    return [one.name for one in found]


def ready(play: Play, seat: SeatId) -> None:
    """A side has set up."""
    play.press(seat, "done")


def set_up(play: Play, source: random.Random, extra: int) -> None:
    """Markers, names and cards of both sides, by chance.

    Args:
        play: a game just begun.
        source: where every choice comes from.
        extra: how many markers stand somewhere besides.
    """
    put_markers(play, source, extra)
    if source.random() < 0.2:
        put_ships(play, source)
    if source.random() < 0.15:
        put_company(play, source)
    if source.random() < 0.4:
        put_hunters(play, source)
    if source.random() < 0.3:
        put_wanderers(play, source)
    name_groups(play, source)


def put_hunters(play: Play, source: random.Random) -> None:
    """Nazgul, agents and Guardians, some of these asleep, where the Fellowship stands."""
    prey = [piece.place for piece in play.state.public.pieces_of(FP)]
    for place in source.sample(prey, min(len(prey), 4)):
        colour, face = source.choice((("red", 3), ("red", 4), ("black", 6), ("black", 3)))
        play.put(_next(play), colour, face, place)


def put_wanderers(play: Play, source: random.Random) -> None:
    """Markers of the Fellowship at places where seldom anybody comes."""
    for place in source.sample(_REMOTE, 3):
        play.put(_next(play), "green", source.choice((_FOOT, 4)), place)


def put_ships(play: Play, source: random.Random) -> None:
    """Ships of the Fellowship off dangerous coasts, where they may be sunk."""
    types = _DANGEROUS[:2] if source.random() < 0.7 else _DANGEROUS
    dangerous = [
        place.label
        for place in GRID
        if _MAP.water(place) in (Water.COAST, Water.SEA) and _MAP.hex_type(place) in types
    ]
    for _ in range(source.randint(2, 5) if dangerous else 0):
        play.put(_next(play), "green", _SHIP, source.choice(dangerous))


def put_company(play: Play, source: random.Random) -> None:
    """The nine together where a scenario wants them, or beside the fire."""
    goals = scenario_named(play.state.public.scenario).goals
    number = _next(play)
    play.put(number, "green", _FOOT, source.choice((*goals, MOUNT_DOOM)))
    play.name(FP, number, "N")
    play.lay(FP, "fellowship-N", *MEMBERS)


def _next(play: Play) -> int:
    return 1 + max((piece.id for piece in play.state.public.table), default=0)
