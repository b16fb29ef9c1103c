"""Which markers of enabled forces may move, what has come of them among it (6.25, 7.1, 7.2)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.movement import move_work, split_work
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import PublicState
from companion.table.values import Piece

MOST_GUARDIANS: Final = 2
"""A Guardian and a Guardian rumor move in a player-turn, whichever cubes those are (6.25)."""

_KINDS: Final = {"guardian": MarkerType.GUARDIAN, "fell-creature": MarkerType.SAURONIC}


def is_enabled(public: PublicState, piece: Piece, place: str) -> bool:
    """Whether a marker may move as one of the forces that are enabled in this player-turn.

    All of Saruman's forces are, with what their groups make of themselves. A marker that an enabled
    one has made when groups split is like that one: which of the two is the rumor nobody sees.

    Args:
        public: what everybody knows.
        piece: the marker.
        place: where it leaves from.
    """
    kind = marker_type_of(piece)
    if public.enabling == "saruman":
        return kind is MarkerType.SARUMAN
    if piece.id not in public.enabled and not _comes_of_enabled(public, piece, place):
        return False
    moved = {
        number
        for number, sides in move_work(public).crossed.items()
        if sides and (one := public.standing(number)) and marker_type_of(one) is kind
    }
    return kind is not MarkerType.GUARDIAN or len(moved - {piece.id}) < MOST_GUARDIANS


def _comes_of_enabled(public: PublicState, piece: Piece, place: str) -> bool:
    """Whether it is new and began beside an enabled marker of its colour, or has set out so."""
    began = {one.id: one.place for one in split_work(public).before}
    if piece.id in began or marker_type_of(piece) is not _KINDS.get(public.enabling):
        return False
    places = {began[number] for number in public.enabled if number in began}
    return place in places or bool(move_work(public).crossed.get(piece.id))
