"""Markers that were said by tap to stand otherwise than the eye sees them."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.state import PublicState
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece


class TableBehind(PublicEvent, frozen=True, kw_only=True, tag="fellowship-table-behind"):
    """A tap has put a marker elsewhere, while its cube still stands where the eye has seen it.

    Attributes:
        piece: the marker as the eye saw it last.
    """

    piece: Piece

    def apply(self, public: PublicState) -> PublicState:
        """Remember where the cube stands."""
        others = tuple(one for one in public.behind if one.id != self.piece.id)
        return msgspec.structs.replace(public, behind=(*others, self.piece))


class TableCaughtUp(PublicEvent, frozen=True, kw_only=True, tag="fellowship-table-caught-up"):
    """Hands have done with the cube what was said, or the eye has told of it since."""

    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Nothing is left to be done."""
        left = tuple(one for one in public.behind if one.id != self.piece)
        return msgspec.structs.replace(public, behind=left)


EVENTS: Final[tuple[type[Event], ...]] = (TableBehind, TableCaughtUp)
