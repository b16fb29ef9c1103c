"""The two seats, and which colours of markers are whose (3.4). Nothing here changes during play."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.games.fellowship.facts.names import (
    ENEMY,
    FELLOWSHIP,
    MarkerType,
    Seat,
    side_words,
)
from companion.games.fellowship.facts.roster import MARKER_SUPPLY, type_of_colour
from companion.table.ids import SeatId
from companion.table.values import Piece

FELLOWSHIP_SEAT: Final = SeatId(FELLOWSHIP)
ENEMY_SEAT: Final = SeatId(ENEMY)
SEAT_IDS: Final = (FELLOWSHIP_SEAT, ENEMY_SEAT)


def seat_word(seat: SeatId) -> Seat:
    """The seat as the rules modules name it."""
    return FELLOWSHIP if seat == FELLOWSHIP_SEAT else ENEMY


def other_seat(seat: SeatId) -> SeatId:
    """The opponent."""
    return ENEMY_SEAT if seat == FELLOWSHIP_SEAT else FELLOWSHIP_SEAT


def marker_type_of(piece: Piece) -> MarkerType | None:
    """The marker type of a piece (3.4), or None for a colour the game does not have."""
    return type_of_colour(piece.colour)


@lru_cache(maxsize=16)
def owner_of(colour: str) -> SeatId | None:
    """The seat whose markers have this colour (3.4); None for a colour the game does not have."""
    marker_type = type_of_colour(colour)
    return None if marker_type is None else SeatId(MARKER_SUPPLY[marker_type].seat)


def side_of(piece: Piece, face: int) -> str:
    """A side of a marker in words, such as ``side 3 (foot)``."""
    owner = owner_of(piece.colour)
    return f"side {face}" if owner is None else side_words(seat_word(owner), face)
