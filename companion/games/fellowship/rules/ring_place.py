"""Where the Ring is while its place is public, and who stands there (6.4, 6.413 to 6.415)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, MarkerType
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.rules.ring import may_attack_at_once
from companion.games.fellowship.rules.search_where import hexes_at, in_one_hex
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState
from companion.table.ids import SeatId
from companion.table.values import Piece


def ring_place(public: PublicState) -> str:
    """Label of the place of the Ring, empty while the Fellowship controls it."""
    ring = public.ring_public
    if public.ring == "fellowship":
        return ""
    piece = None if ring.piece is None else public.standing(ring.piece)
    return ring.place if piece is None else piece.place


def captive_has_ring(public: PublicState) -> bool:
    """Whether a captured Hobbit bears it: nobody controls it, and nobody can pick it up (15.31)."""
    return public.ring == "nobody" and public.ring_public.bearer in public.captives


def freed_with_ring(public: PublicState) -> bool:
    """Whether a captive who bore it is free again: the Fellowship says who has it now (15.31)."""
    bearer = public.ring_public.bearer
    gone = bool(bearer) and bearer not in public.captives
    return public.switches.capturing and public.ring == "nobody" and gone and not public.delivered


def stands_with_ring(public: PublicState, piece: Piece) -> bool:
    """Whether a marker stands in the hex of the Ring; on a hexside it is in both hexes (10.1)."""
    if piece.id == public.ring_public.piece:
        return False
    there = find_hex(ring_place(public))
    return is_at_ring(public, piece.place) or (there is not None and there in hexes_at(piece))


def is_at_ring(public: PublicState, place: str) -> bool:
    """Whether a fight at a place is one where the Ring openly is."""
    ring = ring_place(public)
    return bool(ring) and in_one_hex(ring, place)


def beside_ring(public: PublicState, seat: SeatId) -> tuple[Piece, ...]:
    """The markers that a seat moves and that stand with the Ring."""
    return tuple(piece for piece in moved_by(public, seat) if stands_with_ring(public, piece))


def attackers(public: PublicState, seat: SeatId) -> tuple[Piece, ...]:
    """Markers of a seat that may fall on the group with the Ring without a search.

    Saruman's forces do not attack beside the Fellowship's own groups (6.414), nor each other.
    """
    word = FELLOWSHIP if seat == FELLOWSHIP_SEAT else ENEMY
    if not may_attack_at_once(public.ring, word):
        return ()
    return tuple(
        piece
        for piece in beside_ring(public, seat)
        if not (public.ring == "saruman" and marker_type_of(piece) is MarkerType.SARUMAN)
    )


def is_carrier(public: PublicState, piece: Piece) -> bool:
    """Whether a marker carries the Ring openly."""
    return public.ring != "fellowship" and piece.id == public.ring_public.piece


def in_mode(public: PublicState, piece: Piece) -> Piece:
    """A marker as it moves: one with the Ring lies sticker side up and keeps its mode (6.4)."""
    ring = public.ring_public
    if piece.id == ring.piece and piece.face == STICKER_SIDE:
        return msgspec.structs.replace(piece, face=ring.face or _ON_FOOT)
    return piece


def shows_ring(public: PublicState, before: Piece | None, after: Piece) -> bool:
    """Whether a marker has only been turned sticker side up, or back, because of the Ring (6.4)."""
    stays = before is not None and before.place == after.place
    came = before is None and after.face == STICKER_SIDE
    return (stays or came) and is_carrier(public, after)


STICKER_SIDE: Final = 1
"""The side that bears the sticker, turned to its owner else (3.4)."""

_ON_FOOT: Final = 3
"""The side of a marker on foot, the same for both players (3.4)."""
