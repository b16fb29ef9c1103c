"""What random players do about captured Hobbits: captors go off with them, rescuers go after."""

from __future__ import annotations

import random

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.state import OFF, PublicState
from companion.table.ids import PieceId, SeatId
from companion.table.values import Piece
from tests.support.fellowship import FP


def captors(public: PublicState) -> list[Piece]:
    """The Enemy's markers that have captives with them and stand on the map."""
    found = (public.table.find(number) for _, number in public.escorts)
    return [one for one in found if one is not None and one.place != OFF]


def held_at(public: PublicState) -> list[str]:
    """The hexes in which captives are held: both beside a hexside that captors block."""
    return [
        place.label if "/" in one.place else one.place
        for one in captors(public)
        for place in hexes_of(parse_place(one.place))
    ]


def move_about_captives(
    public: PublicState, seat: SeatId, source: random.Random
) -> tuple[PieceId, str] | None:
    """A marker and where it goes, None where that side has nothing to do about captives."""
    held, mine = held_at(public), [one for one in public.pieces_of(FP) if one.place != OFF]
    if seat == FP and held and mine and not any(one.place in held for one in mine):
        return source.choice(mine).id, source.choice(held)
    return None
