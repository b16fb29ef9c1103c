"""Who plays what now: markers and cards that change hands with the Ring (3.3, 6.41, 15.17)."""

from __future__ import annotations

from companion.games.fellowship.facts.names import FELLOWSHIP, MarkerType
from companion.games.fellowship.facts.roster import MARKER_SUPPLY, find_force, type_of_colour
from companion.games.fellowship.rules.ring import player_of_saruman
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, owner_of
from companion.games.fellowship.state import OFF, PublicState
from companion.table.ids import SeatId
from companion.table.values import Piece


def moved_by(public: PublicState, seat: SeatId) -> tuple[Piece, ...]:
    """The markers that a seat moves now: its own, and Saruman's by who has the Ring (6.414)."""
    return tuple(
        piece for piece in public.table if piece.place != OFF and mover_of(public, piece) == seat
    )


def mover_of(public: PublicState, piece: Piece) -> SeatId | None:
    """The seat that moves a marker now; None for a colour without seat.

    Saruman's markers change hands with the Ring, and so does the Balrog's with it (6.414, 15.17).
    """
    if public.ring == "balrog" and piece.id == public.ring_public.piece:
        return FELLOWSHIP_SEAT
    return keeper_of(public, piece)


def keeper_of(public: PublicState, piece: Piece) -> SeatId | None:
    """The seat that names a marker and keeps the box that belongs to it (3.3, 6.414)."""
    kind = type_of_colour(piece.colour)
    return player_of(public, kind) if kind is MarkerType.SARUMAN else owner_of(piece.colour)


def player_of(public: PublicState, kind: MarkerType) -> SeatId:
    """The seat that plays the forces of a marker type: Saruman's go with the Ring (6.414)."""
    if kind is MarkerType.SARUMAN:
        return SeatId(player_of_saruman(public.ring, simple=public.switches.simple_ring))
    return SeatId(MARKER_SUPPLY[kind].seat)


def is_turned_openly(public: PublicState) -> bool:
    """Whether a character of the Fellowship serves the Enemy with the Ring in hand (6.412)."""
    force = find_force(public.ring_public.bearer)
    return public.ring == "enemy" and force is not None and force.seat == FELLOWSHIP
