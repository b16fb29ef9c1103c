"""The rules of movement put together for one marker on the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from companion.board.hexes import BoardError, Hex, Hexside
from companion.board.places import Region, parse_place
from companion.games.fellowship.facts.names import (
    FELLOWSHIP,
    SEA_REGIONS,
    MarkerType,
    Mode,
    Seat,
    Travel,
    Water,
)
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by, mover_of
from companion.games.fellowship.rules.ground import Ground
from companion.games.fellowship.rules.movement_need import NO_CLAIMS, Claims, Need, need_of
from companion.games.fellowship.rules.movement_path import Rules
from companion.games.fellowship.rules.movement_steps import (
    Blocker,
    Passage,
    Step,
    Surroundings,
    Walker,
)
from companion.games.fellowship.rules.ring import may_block_features
from companion.games.fellowship.rules.search_where import may_be_searched_passing, weather_at
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of, other_seat, owner_of
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.tables.allowance import GREY_HAVENS_SHIP, SHADOWFAX
from companion.games.fellowship.tables.cells import Part
from companion.table.ids import SeatId
from companion.table.values import Piece


def blockers(public: PublicState, mover: SeatId = FELLOWSHIP_SEAT) -> Mapping[Hexside, Blocker]:
    """The hexsides on which markers of the mover's opponent stand (7.33, 7.5, 6.413).

    Args:
        public: what everybody knows.
        mover: who moves. The Fellowship blocks only while it has lost the Ring.
    """
    found: dict[Hexside, Blocker] = {}
    if mover != FELLOWSHIP_SEAT and public.ring == "fellowship":
        return found
    for piece in moved_by(public, other_seat(mover)):
        try:
            place = parse_place(piece.place)
        except BoardError:
            continue
        if isinstance(place, Hexside):
            swims = (
                marker_type_of(piece) is MarkerType.GUARDIAN
                and mode_of_piece(piece) is Mode.SHIP_BOAT
            )
            found[place] = Blocker.RIVER if swims else Blocker.FEATURE
    return found


def blocking_pieces(
    public: PublicState, side: str, mover: SeatId = FELLOWSHIP_SEAT
) -> tuple[Piece, ...]:
    """The markers of the mover's opponent on a hexside."""
    return tuple(piece for piece in moved_by(public, other_seat(mover)) if piece.place == side)


EAGLE_HEXSIDES: Final = 2
"""So far the eagle carries Gandalf in the first turn (10.2)."""

SIMPLE_HEXSIDES: Final = 3
"""The most that an Enemy marker crosses where no transport modes are played (14.1)."""


def most_hexsides(public: PublicState, seat: Seat, travel: Travel) -> int | None:
    """The most hexsides that a marker may cross whatever T.1 says, or None (10.2, 14.1).

    The text gives Gandalf and his rumors two on the first turn; who flies then is one of them.
    """
    if public.switches.simple_movement:
        return SIMPLE_HEXSIDES if seat != FELLOWSHIP else None
    first = public.turn == 1 and seat == FELLOWSHIP and travel is Travel.FLYING
    return EAGLE_HEXSIDES if first else None


def travels_of(
    handbook: Handbook, piece: Piece, place: str, *, simple: bool = False
) -> tuple[Travel, ...]:
    """How a marker may travel from a place; ship and boat where its face leaves that open.

    Args:
        handbook: the map.
        piece: the marker.
        place: where it starts.
        simple: no transport modes are played: the Fellowship goes on foot, the Enemy rides (14.1).
    """
    mode = mode_of_piece(piece)
    if mode is None or mode is Mode.DORMANT:
        return ()
    if simple:
        ours = owner_of(piece.colour) == FELLOWSHIP_SEAT
        return (Travel.FOOT,) if ours else (Travel.HORSE,)
    if mode is not Mode.SHIP_BOAT:
        return (Travel(mode.value),)
    spot = parse_place(place)
    if isinstance(spot, Region):
        # A ship that came to the waste by sea may go back by sea (7.71, 7.72).
        return (Travel.SHIP,) if spot.name in SEA_REGIONS else (Travel.BOAT, Travel.SHIP)
    if isinstance(spot, Hex):
        water = handbook.map.water(spot)
        if water is Water.SEA:
            return (Travel.SHIP,)
        if water is not Water.LAND:
            return (Travel.SHIP, Travel.BOAT)
    return (Travel.BOAT,)


def rules_for(
    public: PublicState,
    handbook: Handbook,
    piece: Piece,
    travel: Travel,
    *,
    claims: Claims = NO_CLAIMS,
    crossed: tuple[bool, ...] = (),
) -> Rules:
    """What ways of a marker are judged by.

    Args:
        public: what everybody knows.
        handbook: tables and map.
        piece: the marker.
        travel: how it travels.
        claims: what its owner has shown.
        crossed: the hexsides that it has crossed in this phase: for each whether it was open.
    """
    seat: Seat = "fellowship" if owner_of(piece.colour) == FELLOWSHIP_SEAT else "enemy"
    needs: dict[tuple[object, ...], Need] = {}

    def need(step: Step) -> Need:
        # The same question comes up for many hexsides of one map.
        key = (
            step.way,
            step.weather,
            step.leaves_own,
            step.enters_own,
            step.blocked,
            step.passage,
            step.unknown,
            step.side if step.passage is Passage.FEATURE else None,
            (step.start, step.end) if step.side is None else None,
        )
        if key not in needs:
            needs[key] = need_of(handbook.tables, seat, step, claims)
        return needs[key]

    simple = public.switches.simple_movement
    return Rules(
        around=Surroundings(
            ground=Ground(handbook.map),
            weather_at=partial(weather_at, public),
            blocked=blockers(public, mover_of(public, piece) or FELLOWSHIP_SEAT),
        ),
        walker=Walker(
            seat=seat,
            travel=travel,
            may_block_rivers=marker_type_of(piece) is MarkerType.GUARDIAN,
            may_block=may_block_features(seat, public.ring),
            wades=simple and seat == FELLOWSHIP,
        ),
        need_of=need,
        is_active=lambda place: (
            seat == FELLOWSHIP
            and may_be_searched_passing(
                public, handbook, piece, place, flying=travel is Travel.FLYING
            )
        ),
        bonuses=bonuses_of(claims, travel),
        crossed=crossed,
        most=most_hexsides(public, seat, travel),
        by_rolls=simple,
    )


def bonuses_of(claims: Claims, travel: Travel) -> tuple[Part, ...]:
    """What lengthens the move, as far as it is shown (6.126, 12.1)."""
    found: list[Part] = []
    if claims.ship and travel is Travel.SHIP:
        found.append(GREY_HAVENS_SHIP)
    if claims.shadowfax and travel is Travel.HORSE:
        found.append(SHADOWFAX)
    return tuple(found)
