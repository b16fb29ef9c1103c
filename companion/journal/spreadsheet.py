"""Rolls and moves of a game as a table for a spreadsheet.

Only what lay openly on the table stands in it, numbered by its own rows, so that it may be read
while the game is being played.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from companion.journal.chain import StoredEvent
from companion.journal.codec import EventCodec, tag_of
from companion.table.events import (
    Event,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkersUndecided,
    MarkerTurned,
    RollDropped,
    RollKept,
    RollTaken,
)
from companion.table.ids import PieceId
from companion.table.values import Piece, Roll

COLUMNS: Final = (
    "row",
    "at",
    "what",
    "seat",
    "purpose",
    "roll",
    "sides",
    "source",
    "die",
    "marker",
    "colour",
    "face",
    "from",
    "to",
)

_OPEN_EVENTS: Final = (
    MarkerPlaced,
    MarkerMoved,
    MarkerTurned,
    MarkerRemoved,
    MarkersUndecided,
    RollTaken,
    RollKept,
    RollDropped,
)
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")

Row = dict[str, str | int]


def table_lines(events: Iterable[StoredEvent]) -> Iterator[str]:
    """The lines of the table, the names of the columns first.

    Args:
        events: all events of a game, in order.

    Raises:
        JournalCorrupt: one of the events does not read.
    """
    codec = EventCodec(_OPEN_EVENTS)
    tags = frozenset(tag_of(kind) for kind in _OPEN_EVENTS)
    lying: dict[PieceId, Piece] = {}
    number = 0
    yield _line(COLUMNS)
    for stored in events:
        if stored.event.type not in tags:
            continue
        for row in _rows(codec.decode(stored.event), lying):
            number += 1
            filled = {"row": number, "at": stored.at, **row}
            yield _line(filled.get(column, "") for column in COLUMNS)


def _rows(event: Event, lying: dict[PieceId, Piece]) -> Iterator[Row]:
    match event:
        case RollTaken(roll=roll):
            yield {"what": "roll", "seat": event.seat, "purpose": event.purpose, **_roll(roll)}
        case RollKept(roll=roll):
            yield {"what": "roll kept", **_roll(roll)}
        case RollDropped(roll=roll):
            yield {"what": "roll dropped", **_roll(roll)}
        case MarkerPlaced(piece=piece) | MarkerMoved(piece=piece):
            yield _moved(piece, lying)
        case MarkersUndecided(pieces=pieces, now=now):
            for number in pieces:
                lying.pop(number, None)
            for piece in now:
                yield {**_moved(piece, lying), "what": "one of several like markers"}
        case MarkerTurned() | MarkerRemoved() if event.piece in lying:
            yield _turned_or_off(event, lying)
        case _:
            return


def _turned_or_off(event: MarkerTurned | MarkerRemoved, lying: dict[PieceId, Piece]) -> Row:
    piece = lying[event.piece]
    about: Row = {"marker": piece.id, "colour": piece.colour, "from": piece.place}
    if isinstance(event, MarkerTurned):
        lying[piece.id] = msgspec.structs.replace(piece, face=event.face)
        return {**about, "what": "turn", "face": event.face, "to": piece.place}
    del lying[piece.id]
    return {**about, "what": "off"}


def _roll(roll: Roll) -> Row:
    return {"roll": roll.face, "sides": roll.sides, "source": roll.source, "die": roll.die or ""}


def _moved(piece: Piece, lying: dict[PieceId, Piece]) -> Row:
    before = lying.get(piece.id)
    lying[piece.id] = piece
    return {
        "what": "put down" if before is None else "move",
        "marker": piece.id,
        "colour": piece.colour,
        "face": piece.face,
        "from": "" if before is None else before.place,
        "to": piece.place,
    }


def _line(values: Iterable[str | int]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([_harmless(value) for value in values])
    return text.getvalue()


def _harmless(value: str | int) -> str | int:
    """A text that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA_SIGNS):
        return f"'{value}"
    return value
