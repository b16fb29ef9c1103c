"""Who goes far ends near somebody who started beside him (15.21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.board.places import hexes_of
from companion.games.fellowship.rules.set_up_zones import place_of
from companion.table.ids import PieceId
from companion.table.values import Piece

FAR: Final = 2
"""More hexsides than this bind a marker (15.21)."""

NEAR: Final = 2
"""So many hexes from a companion it may end (15.21)."""


def strayed(
    pieces: Sequence[Piece],
    starts: Mapping[PieceId, str],
    crossed: Mapping[PieceId, tuple[bool, ...]],
) -> tuple[Piece, ...]:
    """Markers that went far and stand away from everybody who started where they did (15.21).

    A marker that nobody started beside is free. One that came to the map meanwhile started
    nowhere.

    Args:
        pieces: markers of one side as they stand at the end of the phase.
        starts: labels of where each stood when it began.
        crossed: the hexsides that each has crossed, one entry each.
    """
    return tuple(
        piece
        for piece in pieces
        if len(crossed.get(piece.id, ())) > FAR and _is_alone(piece, pieces, starts)
    )


def _is_alone(piece: Piece, pieces: Sequence[Piece], starts: Mapping[PieceId, str]) -> bool:
    start = starts.get(piece.id)
    beside = [
        other
        for other in pieces
        if other.id != piece.id and start is not None and starts.get(other.id) == start
    ]
    return bool(beside) and not any(_distance(piece, other) <= NEAR for other in beside)


def _distance(one: Piece, other: Piece) -> int:
    """Hexes between two markers; in the same region none, else too many."""
    if one.place == other.place:
        return 0
    spots = [place_of(label) for label in (one.place, other.place)]
    mine, theirs = (() if spot is None else hexes_of(spot) for spot in spots)
    return min((a.distance(b) for a in mine for b in theirs), default=NEAR + 1)
