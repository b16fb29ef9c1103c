"""The markers as the table has them: a fold of marker events, and what a sighting adds to it.

The table is right: whatever the eye has settled on becomes a fact, whoever's turn it is. Saying the
same thing twice adds nothing, so a restarted eye may repeat itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from companion.border import (
    EyeMessage,
    EyeState,
    MarkerReading,
    Moved,
    Placed,
    Removed,
    Turned,
    Undecided,
)
from companion.table.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkersUndecided,
    MarkerTurned,
)
from companion.table.ids import PieceId
from companion.table.values import Piece

SAME_SPOT_IN: Final = 0.1
"""A marker that stays in its place and lies this near to where it was has not been moved."""

MOST_UNDECIDED: Final = 32
"""So many undecided sets are remembered; older ones are left to their owner's notes."""

FIRST_HAND_ID: Final = 1001
"""Markers put down by tap are numbered from here, apart from the eye's own counting."""


MARKER_EVENTS: Final = (
    MarkerPlaced,
    MarkerMoved,
    MarkerTurned,
    MarkerRemoved,
    MarkersUndecided,
)
"""What a sighting can become."""


class UndecidedSet(msgspec.Struct, frozen=True, kw_only=True):
    """Like markers that changed places unseen.

    Attributes:
        number: counts these sets from 1 within a game.
        pieces: the markers concerned, in order of their numbers.
    """

    number: int
    pieces: tuple[PieceId, ...]


class PieceTable(msgspec.Struct, frozen=True, kw_only=True):
    """Every marker on the table.

    Attributes:
        pieces: by number; replaced as a whole, never changed in place.
        undecided: sets of like markers whose owner has not been heard, oldest first.
        undecided_count: how many such sets there have been.
        last_hand_id: the highest number given to a marker that was put down by tap; none of them is
            given twice, since a fight or a log line may still name one that was taken off.
    """

    pieces: Mapping[PieceId, Piece] = {}
    undecided: tuple[UndecidedSet, ...] = ()
    undecided_count: int = 0
    last_hand_id: int = FIRST_HAND_ID - 1

    def __iter__(self) -> Iterator[Piece]:
        """The markers in order of their numbers."""
        return (self.pieces[number] for number in sorted(self.pieces))

    def find(self, number: int) -> Piece | None:
        """The marker of that number, or None."""
        return self.pieces.get(PieceId(number))

    def at(self, place: str) -> tuple[Piece, ...]:
        """The markers that stand at a place, in order of their numbers."""
        return tuple(piece for piece in self if piece.place == place)

    def next_hand_id(self) -> PieceId:
        """A number for a marker that is put down by tap, one that no marker has had."""
        return PieceId(self.last_hand_id + 1)


def fold_pieces(table: PieceTable, event: Event) -> PieceTable:
    """The table after one more event; events of other kinds change nothing."""
    match event:
        case MarkerPlaced(piece=piece) | MarkerMoved(piece=piece):
            return _with(table, piece)
        case MarkerTurned(piece=number, face=face):
            before = table.find(number)
            if before is None:
                return table
            return _with(table, msgspec.structs.replace(before, face=face))
        case MarkerRemoved(piece=number):
            left = {key: piece for key, piece in table.pieces.items() if key != number}
            return msgspec.structs.replace(table, pieces=left)
        case MarkersUndecided(pieces=numbers, now=now):
            return _undecided(table, numbers, now)
        case _:
            return table


def _with(table: PieceTable, piece: Piece) -> PieceTable:
    pieces = {**table.pieces, piece.id: piece}
    last = max(table.last_hand_id, piece.id)
    return msgspec.structs.replace(table, pieces=pieces, last_hand_id=last)


def _undecided(
    table: PieceTable, numbers: tuple[PieceId, ...], now: tuple[Piece, ...]
) -> PieceTable:
    number = table.undecided_count + 1
    older = (known for known in table.undecided if not set(known.pieces) <= set(numbers))
    return msgspec.structs.replace(
        table,
        pieces={**table.pieces, **{piece.id: piece for piece in now}},
        undecided=(*older, UndecidedSet(number=number, pieces=numbers))[-MOST_UNDECIDED:],
        undecided_count=number,
    )


def piece_of(reading: MarkerReading) -> Piece:
    """The public facts about a cube as the table keeps them."""
    return Piece(
        id=PieceId(reading.track),
        colour=reading.colour,
        face=reading.face,
        x_in=reading.x_in,
        y_in=reading.y_in,
        place=reading.place,
        serial=reading.serial,
        z_in=reading.z_in,
    )


def sighting_events(table: PieceTable, message: EyeMessage) -> tuple[Event, ...]:
    """What a settled sighting adds to what the table knows; nothing if it says nothing new."""
    match message:
        case Placed(marker=marker) | Moved(marker=marker) | Turned(marker=marker):
            return _seen(table, piece_of(marker))
        case Removed(marker=marker):
            gone = PieceId(marker.track)
            return (MarkerRemoved(piece=gone),) if gone in table.pieces else ()
        case Undecided(tracks=tracks, now=now):
            numbers = tuple(PieceId(track) for track in sorted(tracks))
            pieces = tuple(piece_of(reading) for reading in now)
            said = any(known.pieces == numbers for known in table.undecided)
            if said and all(_is_same(table.find(piece.id), piece) for piece in pieces):
                return ()
            return (MarkersUndecided(pieces=numbers, now=pieces),)
        case EyeState():
            return ()


def _seen(table: PieceTable, piece: Piece) -> tuple[Event, ...]:
    before = table.find(piece.id)
    if before is None:
        return (MarkerPlaced(piece=piece),)
    if _is_same(before, piece):
        return ()
    if before.colour == piece.colour and _is_near(before, piece):
        return (MarkerTurned(piece=piece.id, face=piece.face),)
    return (MarkerMoved(piece=piece),)


def _is_near(before: Piece, piece: Piece) -> bool:
    near_x = abs(before.x_in - piece.x_in) <= SAME_SPOT_IN
    return before.place == piece.place and near_x and abs(before.y_in - piece.y_in) <= SAME_SPOT_IN


def _is_same(before: Piece | None, piece: Piece) -> bool:
    if before is None or before.colour != piece.colour or before.face != piece.face:
        return False
    return _is_near(before, piece)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One marker before and after; one of the two is None where it came or went."""

    before: Piece | None
    after: Piece | None

    @property
    def piece(self) -> Piece:
        """The marker as it is, or as it was before it went."""
        piece = self.after or self.before
        if piece is None:
            raise ValueError("a change concerns a marker")
        return piece


def changes(before: PieceTable, after: PieceTable) -> tuple[Change, ...]:
    """The markers that came, went, stand elsewhere or show another face, in order of numbers."""
    found = []
    for number in sorted({*before.pieces, *after.pieces}):
        old, new = before.find(number), after.find(number)
        if old is None or new is None or (old.place, old.face) != (new.place, new.face):
            found.append(Change(before=old, after=new))
    return tuple(found)
