"""The fold: the state after one more event. Total: every event of the game's language is taken."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.answers import AnswerError, with_answer
from companion.games.fellowship.events.agreed import HexTypeChanged
from companion.games.fellowship.events.ground import FeatureChanged
from companion.games.fellowship.events.handover import with_saruman_handed_over
from companion.games.fellowship.events.play import CellLearned, PublicEvent, SecretEvent
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.steps import d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.ring import CARRIER_TYPES
from companion.games.fellowship.seats import marker_type_of, side_of
from companion.games.fellowship.state import OFF, Known, Line, PublicState, State
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
    SecretsBound,
)
from companion.table.ids import PieceId
from companion.table.pieces import fold_pieces
from companion.table.rolls import fold_rolls
from companion.table.values import RollSource

LOG_LINES: Final = 200
"""How many lines of a log are kept in the state; the journal has them all."""

_replace = msgspec.structs.replace


def evolve(state: State, event: Event) -> State:
    """The state after one more event."""
    if isinstance(event, SecretEvent):
        return _with_secret(state, event)
    if isinstance(event, PublicEvent):
        public = event.apply(state.public)
        hidden = with_saruman_handed_over(state.hidden, state.public, public)
        logged = _logged(public, event.line(state.public))
        after = _replace(state, public=logged, hidden=hidden)
        if isinstance(event, FeatureChanged):
            return _with_feature(after, event)
        if isinstance(event, HexTypeChanged):
            return _with_hex_type(after, event)
        return _with_cell(after, event) if isinstance(event, CellLearned) else after
    if isinstance(event, SecretsBound):
        return _with_lots(state, event)
    public = _logged(_table_event(state.public, event), _table_line(state.public, event))
    return _replace(state, public=public)


def _with_secret(state: State, event: SecretEvent) -> State:
    before = state.hidden.get(event.seat)
    if before is None:
        return state
    after = event.apply(before)
    line = event.line(before)
    if line is not None:
        after = _replace(after, log=(*after.log, line)[-LOG_LINES:])
    return _replace(state, hidden={**state.hidden, event.seat: after})


def _with_lots(state: State, event: SecretsBound) -> State:
    """Each seat's cards are mixed by the salt of its seal: drawn for it, and secret to the end."""
    lots = {seal.seat: seal.salt for seal in event.seals}
    hidden = {
        seat: _replace(one, lot=lots[seat]) if seat in lots else one
        for seat, one in state.hidden.items()
    }
    return _replace(state, hidden=hidden)


def _with_cell(state: State, event: CellLearned) -> State:
    """The box with the cell; an answer that cannot stand there was refused before it got here."""
    try:
        box = with_answer(state.handbook.box, event.cell, event.value)
    except AnswerError:
        return state
    handbook = Handbook(box, state.handbook.changed, state.handbook.features)
    return _replace(state, handbook=handbook, learned=state.learned + 1)


def _with_hex_type(state: State, event: HexTypeChanged) -> State:
    """The map of this game, the box left as it is (15.14)."""
    changed = {**state.handbook.changed, event.place: event.hex_type}
    book = state.handbook
    return _replace(state, handbook=Handbook(book.box, changed, book.features))


def _with_feature(state: State, event: FeatureChanged) -> State:
    """The map of this game with another feature, the box left as it is (3.5)."""
    book = state.handbook
    features = {**book.features, event.side: event.feature}
    return _replace(state, handbook=Handbook(book.box, book.changed, features))


def _logged(public: PublicState, line: Line | None) -> PublicState:
    if line is None:
        return public
    return _replace(public, log=(*public.log, line)[-LOG_LINES:], log_count=public.log_count + 1)


def _table_event(public: PublicState, event: Event) -> PublicState:
    match event:
        case RollKept():
            return _replace(public, rolls=fold_rolls(public.rolls, event))
        case RollTaken() | RollDropped():
            # Whatever was proposed about a kept roll is settled by it.
            return _replace(public, rolls=fold_rolls(public.rolls, event), roll_proposal=None)
        case MarkerRemoved(piece=piece):
            return _forgotten(_replace(public, table=fold_pieces(public.table, event)), piece)
        case MarkerMoved(piece=piece) if piece.place == OFF:
            return _forgotten(_replace(public, table=fold_pieces(public.table, event)), piece.id)
        case MarkerPlaced() | MarkerTurned() | MarkerMoved():
            return _with_ring_carried(
                public, _replace(public, table=fold_pieces(public.table, event))
            )
        case MarkersUndecided(pieces=pieces, now=now):
            known = _common_knowledge(public, pieces)
            after = _replace(public, table=fold_pieces(public.table, event), known=known)
            for one in now:
                after = _forgotten(after, one.id) if one.place == OFF else after
            return after
        case _:
            return _replace(public, table=fold_pieces(public.table, event))


def _with_ring_carried(before: PublicState, after: PublicState) -> PublicState:
    """A marker that is turned sticker side up where the Ring is carries it from then on (6.4).

    The side that was up is kept: it is the mode in which the marker moves.
    """
    ring = after.ring_public
    if after.ring == "fellowship":
        return after
    carrier = None if ring.piece is None else after.table.find(ring.piece)
    if carrier is None:
        there = (piece for piece in after.table if piece.face == 1 and piece.place == ring.place)
        kind = CARRIER_TYPES.get(after.ring)
        carrier = next((one for one in there if kind in (None, marker_type_of(one))), None)
        if carrier is None:
            return after
    old = before.table.find(carrier.id)
    face = carrier.face if carrier.face != 1 else ring.face
    if carrier.face == 1 and old is not None and old.face != 1:
        face = old.face
    open_facts = _replace(ring, piece=carrier.id, place=carrier.place, face=face)
    return after if open_facts == ring else _replace(after, ring_public=open_facts)


def _forgotten(public: PublicState, piece: PieceId) -> PublicState:
    """A marker that leaves the table takes with it what was known of it."""
    return _replace(
        public,
        known={key: value for key, value in public.known.items() if key != piece},
        attempts={key: value for key, value in public.attempts.items() if key != piece},
        enabled=tuple(other for other in public.enabled if other != piece),
        back_on_foot=tuple(other for other in public.back_on_foot if other != piece),
        transport_done=tuple(other for other in public.transport_done if other != piece),
        sneak_spoilt=tuple(other for other in public.sneak_spoilt if other != piece),
        radagast_tries={key: value for key, value in public.radagast_tries.items() if key != piece},
        flags=tuple(flag for flag in public.flags if flag.piece != piece),
        ring_public=_replace(
            public.ring_public,
            piece=None if public.ring_public.piece == piece else public.ring_public.piece,
        ),
    )


def _common_knowledge(public: PublicState, pieces: tuple[PieceId, ...]) -> dict[PieceId, Known]:
    """What is still known once some markers may have changed places: only what all share."""
    shared = {public.known.get(piece) for piece in pieces}
    if len(shared) == 1:
        return dict(public.known)
    return {key: value for key, value in public.known.items() if key not in pieces}


def _table_line(before: PublicState, event: Event) -> Line | None:
    """What the public log says of the table's own events."""
    match event:
        case RollTaken() | RollKept() | RollDropped():
            return _roll_line(event)
        case MarkerPlaced(piece=piece) if piece.place != OFF:
            return Line(f"A {piece.colour} marker is put down at {place_words(piece.place)}.")
        case MarkersUndecided(now=now) if any(piece.place != OFF for piece in now):
            return Line("Like markers changed places unseen; their owner is asked.")
        case MarkerMoved(piece=piece):
            old = before.table.find(piece.id)
            if old is None or old.place == piece.place:
                return None
            if old.place == OFF:
                return Line(f"A {piece.colour} marker is put down at {place_words(piece.place)}.")
            if piece.place == OFF:
                return Line(f"The {old.colour} marker at {place_words(old.place)} is taken off.")
            start, end = place_words(old.place), place_words(piece.place)
            return Line(f"A {piece.colour} marker goes from {start} to {end}.")
        case MarkerRemoved(piece=number) | MarkerTurned(piece=number):
            old = before.table.find(number)
            if old is None or old.place == OFF:
                return None
            done = (
                f"turned to {side_of(old, event.face)}"
                if isinstance(event, MarkerTurned)
                else "taken off"
            )
            return Line(f"The {old.colour} marker at {place_words(old.place)} is {done}.")
        case _:
            return None


_HOW_IT_CAME: Final[dict[RollSource, str]] = {
    "die": "",
    "typed": " (typed in by hand)",
    "generator": " (drawn by the system)",
}
"""What the log says behind a roll; one of the die needs no word."""


def _roll_line(event: RollTaken | RollKept | RollDropped) -> Line:
    number = d10(event.roll)
    match event:
        case RollTaken(purpose=purpose, seat=seat):
            how = _HOW_IT_CAME[event.roll.source]
            return Line(f"The {seat.title()} rolls {number}: {purpose}{how}.", "4.2")
        case RollKept():
            return Line(f"A roll of {number} that nothing asked for is kept.")
        case RollDropped():
            return Line(f"The roll of {number} counts for nothing.")
