"""Set-ups by chance: markers where a scenario wants them, groups that could be behind them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.board.hexes import Hexside
from companion.games.fellowship.box.board_map import GRID, BoardMap
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import (
    OFF_BOARD_REGIONS,
    WASTE_REGIONS,
    Feature,
    HexType,
    MarkerType,
    Terrain,
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
from companion.games.fellowship.seats import SEAT_IDS, owner_of, seat_word
from companion.table.ids import PieceId, SeatId
from tests.support.fellowship import EP, FP, Play

PLACES: Final = [
    *(place.label for place in GRID),
    *(f"@{name}" for name in OFF_BOARD_REGIONS),
]
_MAP: Final = BoardMap(sample_box())
_MOST_OF_A_PLACING: Final = 5
SHIP: Final = 5
_FOOT: Final = 3
"""Sides of a green marker."""

_ASLEEP: Final = 6
"""Side of a black marker."""


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
_FEW: Final = 3
_GANGS: Final = (("red", 3), ("red", 4), ("red", 4), ("white", 3), ("black", 6), ("black", 3))
"""Colours and sides of Enemy markers that wait for somebody; Guardians are black and may sleep."""


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


def _waters(types: tuple[HexType, ...]) -> list[str]:
    return [
        place.label
        for place in GRID
        if _MAP.water(place) in (Water.COAST, Water.SEA) and _MAP.hex_type(place) in types
    ]


@lru_cache(maxsize=1)
def dangerous_waters() -> list[str]:
    """Where a ship of the Fellowship is most likely to be sunk."""
    return _waters(_DANGEROUS[:2])


@lru_cache(maxsize=1)
def _wild_waters() -> list[str]:
    return _waters(_DANGEROUS)


def put_ships(play: Play, source: random.Random) -> None:
    """Ships of the Fellowship off dangerous coasts, where they may be sunk, Krakens beside some."""
    dangerous = dangerous_waters() if source.random() < 0.85 else _wild_waters()
    for _ in range(source.randint(2, 5) if dangerous else 0):
        place = source.choice(dangerous)
        if source.random() < 0.8:
            _put_travellers(play, source, place, (SHIP,))
        else:
            play.put(_next(play), "green", SHIP, place)
        if source.random() < 0.6:
            play.put(_next(play), "black", SHIP, place)


def put_company(play: Play, source: random.Random) -> None:
    """The nine together where a scenario wants them, or beside the fire."""
    goals = scenario_named(play.state.public.scenario).goals
    number = _next(play)
    play.put(number, "green", _FOOT, source.choice((*goals, MOUNT_DOOM)))
    play.name(FP, number, "N")
    play.lay(FP, "fellowship-N", *MEMBERS)


def _next(play: Play) -> int:
    return 1 + max((piece.id for piece in play.state.public.table), default=0)


# --- Groups that will meet -----------------------------------------------------------------------


@lru_cache(maxsize=1)
def _crossings() -> tuple[Hexside, ...]:
    """The hexsides of the sample map with a feature over ground that is hard to cross."""
    return tuple(
        side
        for side in GRID.hexsides()
        if _MAP.feature(side) not in (Feature.NONE, Feature.FALLS)
        and _MAP.terrain(side) not in (Terrain.CLEAR, Terrain.MOUNTAIN)
        and all(_MAP.water(place) is Water.LAND for place in side.hexes)
    )


def put_crossings(play: Play, source: random.Random) -> None:
    """Groups of the Fellowship before fords and bridges that some Enemy group blocks (7.33)."""
    for side in source.sample(_crossings(), source.choice((1, 2, 3))):
        _put_travellers(play, source, source.choice(side.hexes).label)
        _put_gangs_at(play, source, side.label)


def put_chase(play: Play, source: random.Random) -> None:
    """Hobbits with the Ring before a ford that Nazgul hold."""
    side = source.choice(_crossings())
    hobbits = [name for name in _HOBBITS if name not in play.state.hidden[FP].boxes]
    number = _next(play)
    play.put(number, "green", _FOOT, source.choice(side.hexes).label)
    _lay_group(play, FP, number, hobbits[: source.choice((1, 2, 4))])
    for _ in range(source.choice((1, 1, 2))):
        _put_gang(play, source, side.label, ("red", source.choice((3, 4))))


def put_gangs(play: Play, source: random.Random) -> None:
    """Enemy groups where groups of the Fellowship stand, in whatever hex."""
    land = [place.label for place in GRID if _MAP.water(place) is not Water.SEA]
    for place in source.sample(land, source.choice((1, 2, 3))):
        _put_travellers(play, source, place)
        _put_gangs_at(play, source, place)


def put_sleepers(play: Play, source: random.Random) -> None:
    """Guardians asleep, in the way of groups of the Fellowship or where these stand (8.5)."""
    for side in source.sample(_crossings(), 3):
        here = source.choice(side.hexes).label
        _put_travellers(play, source, here)
        place = source.choice((side.label, side.label, here))
        _put_gang(play, source, place, ("black", _ASLEEP))


def _put_gangs_at(play: Play, source: random.Random, place: str) -> None:
    """One marker of the Enemy, sometimes a second, which is mostly a Guardian's."""
    _put_gang(play, source, place, source.choice(_GANGS))
    if source.random() < 0.4:
        _put_gang(play, source, place, source.choice((*_GANGS, *_GANGS[-2:])))


def _put_travellers(
    play: Play, source: random.Random, place: str, faces: tuple[int, ...] = (_FOOT, _FOOT, 4)
) -> None:
    """Hobbits, the bearer among them where he is not elsewhere, and one or two who go along."""
    hobbits = [name for name in _HOBBITS if name not in play.state.hidden[FP].boxes]
    others = [one.name for one in _free_cards(play, FP, MarkerType.FELLOWSHIP)]
    others = [name for name in others if name not in _HOBBITS]
    cards = source.sample(others, min(len(others), source.choice((0, 1, 1, 2, 4))))
    cards += hobbits[: source.choice((1, 2, 4))] or source.sample(others, 1)
    number = _next(play)
    play.put(number, "green", source.choice(faces), place)
    _lay_group(play, FP, number, list(dict.fromkeys(cards)))


def _put_gang(play: Play, source: random.Random, place: str, cube: tuple[str, int]) -> None:
    """A group of the Enemy, mostly with some of the nine, or a Guardian."""
    colour, face = cube
    number = _next(play)
    play.put(number, colour, face, place)
    kind = type_of_colour(colour) or MarkerType.SAURONIC
    cards = _free_cards(play, EP, kind)
    source.shuffle(cards)
    if kind is MarkerType.GUARDIAN:
        cards = cards[:1]
    else:
        if source.random() < 0.7:
            cards.sort(key=lambda one: one.kind not in ("nazgul", "saruman"))
        cards = cards[: source.randint(1, _FEW)]
    label = cards[0].label if cards else ""
    _lay_group(play, EP, number, [one.name for one in cards], label)


def _free_cards(play: Play, seat: SeatId, kind: MarkerType) -> list[Force]:
    """A side's cards of a type that lie in no box yet."""
    laid = play.state.hidden[seat].boxes
    mine = (one for one in forces() if one.seat == seat_word(seat) and one.marker is kind)
    return [one for one in mine if one.kind != "thing" and one.name not in laid]


def _lay_group(play: Play, seat: SeatId, number: int, cards: list[str], label: str = "") -> None:
    """Name a marker after a box that is free, and lay the cards there."""
    piece = play.state.public.table.pieces[PieceId(number)]
    used = set(play.state.hidden[seat].boxes.values())
    named = set(play.state.hidden[seat].names.values())
    box = next(
        (
            one
            for one in display_boxes()
            if one.type is type_of_colour(piece.colour)
            and (not label or one.label == label)
            and one.id not in used
            and marker_name(one) not in named
        ),
        None,
    )
    if box is not None and cards:
        play.name(seat, number, marker_name(box))
        play.lay(seat, box.id, *cards)
