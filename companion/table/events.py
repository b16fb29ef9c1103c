"""What happened, in words that every game shares. Each event has a stable tag and a schema number.

A game adds events of its own; its `Game.event_types` is the whole language of its journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from companion.table.ids import PieceId, SeatId
from companion.table.values import Piece, Roll

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes of an event's fields in one shape those of the next; the tag stays."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A fact, accepted and stored. Subclasses carry a `tag` that never changes its meaning.

    `SCHEMA` counts the shapes that the tag has had; a journal keeps it beside each event. A type
    that gets another shape counts it up by one and adds a function to `UPCASTS`, so that what was
    written in any earlier shape is read for ever: the first makes shape 2 of shape 1, and so on. A
    field with a default may be added without.
    """

    SCHEMA: ClassVar[int] = 1
    UPCASTS: ClassVar[tuple[Upcast, ...]] = ()


class GameStarted(Event, frozen=True, kw_only=True, tag="game-started"):
    """The first event of every journal.

    Attributes:
        game: id of the game.
        rules: version of the rules module, so that an old game can be told from a new one.
        options: name and text of each option chosen at the start.
        box: the box file's text as it stood, so that the game can be replayed without the file.
    """

    game: str
    rules: str
    options: tuple[tuple[str, str], ...] = ()
    box: str = ""


class MarkerPlaced(Event, frozen=True, kw_only=True, tag="marker-placed"):
    """A marker stands on the table that was not there before."""

    piece: Piece


class MarkerMoved(Event, frozen=True, kw_only=True, tag="marker-moved"):
    """A marker stands elsewhere; its face may have changed with it."""

    piece: Piece


class MarkerTurned(Event, frozen=True, kw_only=True, tag="marker-turned"):
    """A marker shows another face."""

    piece: PieceId
    face: int


class MarkerRemoved(Event, frozen=True, kw_only=True, tag="marker-removed"):
    """A marker is off the table."""

    piece: PieceId


class MarkersUndecided(Event, frozen=True, kw_only=True, tag="markers-undecided"):
    """Like markers changed places unseen; which is which only their owner can tell.

    Attributes:
        pieces: the markers concerned, in order of their numbers.
        now: where markers of that kind stand now; the ids are a proposal.
    """

    pieces: tuple[PieceId, ...]
    now: tuple[Piece, ...]


class RollTaken(Event, frozen=True, kw_only=True, tag="roll-taken"):
    """A roll that an open prompt asked for.

    Public, as `RollKept` is: every viewer may know it at once, and the dice page counts it. A game
    with secret rolls needs an event of its own.

    Attributes:
        roll: the roll.
        purpose: what it was for, in the words of the game.
        seat: whose roll it was.
    """

    roll: Roll
    purpose: str
    seat: SeatId


class RollKept(Event, frozen=True, kw_only=True, tag="roll-kept"):
    """A roll that nothing asked for; by agreement it may serve a later prompt or be dropped."""

    roll: Roll


class RollDropped(Event, frozen=True, kw_only=True, tag="roll-dropped"):
    """The kept roll counts for nothing."""

    roll: Roll


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's promise of what it has entered so far (`companion.journal.binding`).

    Attributes:
        seat: whose.
        salt: 64 hexadecimal digits, drawn for this seal alone; secret until the game has ended.
        digest: 64 hexadecimal digits.
    """

    seat: SeatId
    salt: str
    digest: str


class SecretsBound(Event, frozen=True, kw_only=True, tag="secrets-bound"):
    """At a fixed public point each seat is bound to all that it has entered, secrets and all.

    No view shows it. A game may fold the salts into what seats hide, as lots that nobody could
    have foreseen.

    Attributes:
        point: the point, in the words of the public view.
        seals: one for each seat, in the order of the seats.
    """

    point: str
    seals: tuple[Seal, ...]


TABLE_EVENTS: tuple[type[Event], ...] = (
    GameStarted,
    MarkerPlaced,
    MarkerMoved,
    MarkerTurned,
    MarkerRemoved,
    MarkersUndecided,
    RollTaken,
    RollKept,
    RollDropped,
    SecretsBound,
)
