"""Where searches may be made: which hexes are active for which marker (6.23, 8.1, 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.hexes import Hex
from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.facts.names import Mode, Travel, Water, Weather
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Activation, PublicState
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Piece


@dataclass(frozen=True, slots=True)
class Activity:
    """An active hex.

    Attributes:
        bonus: what the Enemy adds to search rolls there, 0 to 2 (6.23).
    """

    bonus: int = 0


def hexes_at(piece: Piece) -> tuple[Hex, ...]:
    """The hexes that a marker stands in: both at a hexside, none off the map (10.1)."""
    return hexes_of(parse_place(piece.place))


def in_one_hex(place: str, other: str) -> bool:
    """Whether markers at two places stand in one hex: one is on a hexside of the other's (10.1).

    The halves of a hex are two places unless nobody has said which half it is (7.325).
    """
    if place == other:
        return True
    shared = set(hexes_of(parse_place(place))) & set(hexes_of(parse_place(other)))
    on_hexside = "/" in place or "/" in other
    return bool(shared) and (on_hexside or any(one.label in (place, other) for one in shared))


def is_ship(
    public: PublicState, handbook: Handbook, piece: Piece, place: Hex
) -> bool | UnknownCell:
    """Whether a marker in ship/boat mode is a ship there: in sea and coastal hexes.

    One that has come to a coastal hex by river counts as a ship too: its face does not tell. Where
    no transport modes are played, whoever is at sea is a ship (14.1).
    """
    if public.switches.simple_movement:
        water = handbook.map.water(place)
        return water if isinstance(water, UnknownCell) else water is Water.SEA
    if mode_of_piece(piece) is not Mode.SHIP_BOAT:
        return False
    water = handbook.map.water(place)
    return water if isinstance(water, UnknownCell) else water is not Water.LAND


def search_travel(
    public: PublicState, handbook: Handbook, piece: Piece, place: Hex
) -> Travel | UnknownCell:
    """The travel mode by which a search roll is modified (8.31); on foot without modes (14.1)."""
    ship = is_ship(public, handbook, piece, place)
    if isinstance(ship, UnknownCell):
        return ship
    if public.switches.simple_movement:
        return Travel.SHIP if ship else Travel.FOOT
    mode = mode_of_piece(piece)
    if mode is Mode.SHIP_BOAT:
        return Travel.SHIP if ship else Travel.BOAT
    # A face that is no mode does not change a search roll.
    return Travel.FOOT if mode is None or mode is Mode.DORMANT else Travel(mode.value)


def activity_at(
    public: PublicState, handbook: Handbook, piece: Piece, place: Hex
) -> Activity | UnknownCell | None:
    """Whether a hex is active for a marker, or what has to be asked to know it.

    The highest of several bonuses counts. An Enemy group alone does not make a hex active (8.3).
    """
    bonuses: list[int] = []
    for active in public.active:
        applies = _applies(public, active, piece, (handbook, place))
        if isinstance(applies, UnknownCell):
            return applies
        if applies:
            bonuses.append(active.bonus)
    return Activity(max(bonuses)) if bonuses else None


def _applies(
    public: PublicState, active: Activation, piece: Piece, where: tuple[Handbook, Hex]
) -> bool | UnknownCell:
    handbook, place = where
    if active.hex_type is None:
        return active.place.partition(":")[0] == place.label
    hex_type = handbook.map.hex_type(place)
    if isinstance(hex_type, UnknownCell):
        return hex_type
    if hex_type is not active.hex_type:
        return False
    if not active.ships_only:
        return True
    if public.switches.ships_by_hex:
        water = handbook.map.water(place)
        return water if isinstance(water, UnknownCell) else water is not Water.LAND
    return is_ship(public, handbook, piece, place)


def searched_markers(
    public: PublicState, handbook: Handbook
) -> tuple[Piece, ...] | tuple[UnknownCell, ...]:
    """The Fellowship markers for which a search roll is made, in the order of the rolls (8.3).

    A marker on a hexside is in both hexes (10.1). The order goes from west to east, from north to
    south, then by number: nothing hidden is in it.
    If the map lacks what decides it, the cells to ask for are given instead.
    """
    found: list[Piece] = []
    unknown: list[UnknownCell] = []
    for piece in public.pieces_of(FELLOWSHIP_SEAT):
        actives = [activity_at(public, handbook, piece, place) for place in hexes_at(piece)]
        unknown += [active for active in actives if isinstance(active, UnknownCell)]
        if any(isinstance(active, Activity) for active in actives):
            found.append(piece)
    if unknown:
        return tuple(unknown)
    return tuple(sorted(found, key=lambda piece: (hexes_at(piece)[0], piece.id)))


def known_searched(public: PublicState, handbook: Handbook) -> tuple[Piece, ...]:
    """The markers of which the map tells that they stand in an active hex, in the same order."""
    found = (
        piece
        for piece in public.pieces_of(FELLOWSHIP_SEAT)
        if any(
            isinstance(activity_at(public, handbook, piece, place), Activity)
            for place in hexes_at(piece)
        )
    )
    return tuple(sorted(found, key=lambda piece: (hexes_at(piece)[0], piece.id)))


def weather_at(public: PublicState, place: Hex) -> Weather:
    """Weather of a hex: its own counter, or bad weather next to a storm (6.24)."""
    if not public.weather:
        return Weather.NORMAL
    found = [Weather.NORMAL]
    for counter in public.weather:
        if counter.place == place.label:
            found.append(counter.weather)
        elif counter.weather is Weather.STORM:
            spot = parse_place(counter.place)
            if isinstance(spot, Hex) and spot.distance(place) == 1:
                found.append(Weather.BAD)
    order = list(Weather)
    return max(found, key=order.index)


def enemies_in(public: PublicState, place: Hex) -> tuple[Piece, ...]:
    """Enemy markers in a hex, those on its hexsides among them (10.1)."""
    return tuple(piece for piece in public.pieces_of(ENEMY_SEAT) if place in hexes_at(piece))


def may_be_searched_passing(
    public: PublicState, handbook: Handbook, piece: Piece, place: Hex, *, flying: bool
) -> bool:
    """Whether the Enemy may search a Fellowship marker that passes a hex (7.34, 7.6).

    A flyer is searched only if the Enemy shows a minion that flies, so only where a marker of it
    stands.
    """
    if not isinstance(activity_at(public, handbook, piece, place), Activity):
        return False
    return not flying or bool(enemies_in(public, place))
