"""What random players do about captured Hobbits: rescuers go after them, captors are relieved."""

from __future__ import annotations

import random
from typing import Final

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.events.movement import join_work
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.state import OFF, PublicState
from companion.table.ids import PieceId, SeatId
from companion.table.values import Piece
from tests.support.fellowship import EP, FP

_RELIEVES: Final = 0.15
"""How likely a like marker comes to a captor, in a step of movement of the Enemy."""


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


def about_captives(
    public: PublicState, step: str, seat: SeatId, source: random.Random
) -> tuple[PieceId, str] | None:
    """A marker and where it goes, None where that side has nothing to do about captives.

    Args:
        public: what lies on the table.
        step: the step of the turn.
        seat: whose markers go.
        source: where chance comes from.
    """
    if step.endswith(("-combine", "-regroup")):
        return _joined_away(public, source)
    if "-move" not in step:
        return None
    held, mine = held_at(public), [one for one in public.pieces_of(FP) if one.place != OFF]
    if seat == FP and held and mine and not any(one.place in held for one in mine):
        return source.choice(mine).id, source.choice(held)
    if seat == EP and source.random() < _RELIEVES:
        return _relief(public, source)
    return None


def _relief(public: PublicState, source: random.Random) -> tuple[PieceId, str] | None:
    """A marker of a captor's type that is to take the captives over, and where they are (7.8)."""
    leading = captors(public)
    numbers = {one.id for one in leading}
    ways = [
        (piece.id, captor.place)
        for captor in leading
        for piece in moved_by(public, EP)
        if piece.colour == captor.colour
        and piece.id not in numbers
        and piece.place not in (OFF, captor.place)
    ]
    return source.choice(ways) if ways else None


def _joined_away(public: PublicState, source: random.Random) -> tuple[PieceId, str] | None:
    """One of two markers that become one, where captives are with one of them (7.8)."""
    numbers = {one.id for one in captors(public)}
    for one in join_work(public).sets:
        standing = [number for number in one.pieces if public.standing(number) is not None]
        if len(standing) > 1 and numbers & set(standing):
            return source.choice(standing), OFF
    return None
