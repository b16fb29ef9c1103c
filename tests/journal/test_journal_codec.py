"""Events as text and back."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.codec import EncodedEvent, EventCodec
from companion.journal.errors import JournalCorrupt, UnknownEventType
from companion.table.events import (
    TABLE_EVENTS,
    Event,
    GameStarted,
    MarkerMoved,
    MarkerPlaced,
    RollTaken,
)
from companion.table.ids import PieceId
from companion.table.values import Piece
from tests.support.toy_game import ToyGame

CODEC = EventCodec(ToyGame.event_types)


class Foreign(Event, frozen=True, kw_only=True, tag="foreign"):
    pass


class Untagged(Event, frozen=True, kw_only=True):
    pass


class Twin(Event, frozen=True, kw_only=True, tag="game-started"):
    pass


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    """Shape 2 has first and last name in one field."""
    first, last = fields.pop("first"), fields.pop("last")
    return {**fields, "name": f"{first} {last}"}


def _sized(fields: dict[str, Any]) -> dict[str, Any]:
    """Shape 3 gives the length in inches."""
    return {**fields, "length_in": fields.pop("length_mm") / 25.4}


class Measured(Event, frozen=True, kw_only=True, tag="measured"):
    """A made-up event that has had three shapes."""

    SCHEMA = 3
    UPCASTS = (_named, _sized)

    name: str
    length_in: float


class Careless(Event, frozen=True, kw_only=True, tag="careless"):
    SCHEMA = 2


INCHES = st.floats(allow_nan=False, allow_infinity=False)
PIECES = st.builds(Piece, x_in=INCHES, y_in=INCHES)


def any_event(event_type: type[Event]) -> st.SearchStrategy[Event]:
    fields: dict[str, st.SearchStrategy[object]] = {}
    if "piece" in event_type.__struct_fields__ and event_type in (MarkerPlaced, MarkerMoved):
        fields["piece"] = PIECES
    if "now" in event_type.__struct_fields__:
        fields["now"] = st.lists(PIECES).map(tuple)
    return st.builds(event_type, **fields)


@given(st.sampled_from(TABLE_EVENTS).flatmap(any_event))
def test_every_event_of_the_table_comes_back_as_it_was(event: Event) -> None:
    encoded = CODEC.encode(event)
    assert encoded.schema == event.SCHEMA
    assert msgspec.json.decode(encoded.payload)["type"] == encoded.type
    assert CODEC.decode(encoded) == event


def test_what_is_not_of_the_language_is_refused() -> None:
    with pytest.raises(UnknownEventType, match="foreign"):
        CODEC.encode(Foreign())
    with pytest.raises(UnknownEventType, match="schema 2"):
        CODEC.decode(EncodedEvent(type="game-started", schema=2, payload="{}"))
    with pytest.raises(UnknownEventType, match="'nowhere'"):
        CODEC.decode(EncodedEvent(type="nowhere", schema=1, payload="{}"))


@pytest.mark.parametrize(
    "payload", ["", "{}", '{"type":"game-started","game":1,"rules":"1"}', '{"type":"other"}']
)
def test_a_payload_that_does_not_fit_is_corrupt(payload: str) -> None:
    with pytest.raises(JournalCorrupt, match="game-started"):
        CODEC.decode(EncodedEvent(type="game-started", schema=1, payload=payload))


def test_a_language_has_one_type_for_a_tag() -> None:
    with pytest.raises(ValueError, match="share the tag"):
        EventCodec((GameStarted, Twin))
    with pytest.raises(TypeError, match="needs a tag"):
        EventCodec((Untagged,))


def test_decoding_validates_what_the_constructor_does_not() -> None:
    wrong = RollTaken(roll=None, purpose="x", seat="left")  # type: ignore[arg-type] # wrong types are the point
    with pytest.raises(JournalCorrupt):
        CODEC.decode(CODEC.encode(wrong))
    nowhere = Piece(id=PieceId(1), colour="red", face=1, x_in=math.nan, y_in=0.0, place="off")
    with pytest.raises(JournalCorrupt, match="x_in"):
        CODEC.decode(CODEC.encode(MarkerPlaced(piece=nowhere)))


SHAPES = {
    1: '{"type":"measured","first":"Sam","last":"Gamgee","length_mm":254}',
    2: '{"type":"measured","name":"Sam Gamgee","length_mm":254}',
    3: '{"type":"measured","name":"Sam Gamgee","length_in":10.0}',
}


@pytest.mark.parametrize("schema", SHAPES)
def test_every_earlier_shape_of_an_event_is_read(schema: int) -> None:
    codec = EventCodec((Measured,))
    event = codec.decode(EncodedEvent(type="measured", schema=schema, payload=SHAPES[schema]))
    assert event == Measured(name="Sam Gamgee", length_in=10.0)
    assert codec.encode(event).schema == 3


@pytest.mark.parametrize(
    "payload",
    [
        "{}",
        '{"type":"measured","first":1,"last":"Gamgee"}',
        '{"type":"measured","first":"Sam","last":"Gamgee","length_mm":"long"}',
        "[]",
        "no json",
    ],
)
def test_an_earlier_shape_that_does_not_fit_is_corrupt(payload: str) -> None:
    with pytest.raises(JournalCorrupt, match="measured"):
        EventCodec((Measured,)).decode(EncodedEvent(type="measured", schema=1, payload=payload))


@pytest.mark.parametrize("schema", [0, 4, -1])
def test_a_shape_of_a_newer_program_is_refused(schema: int) -> None:
    with pytest.raises(UnknownEventType, match=f"schema {schema}.*another version"):
        EventCodec((Measured,)).decode(
            EncodedEvent(type="measured", schema=schema, payload=SHAPES[3])
        )


def test_a_type_that_cannot_read_its_earlier_shapes_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="needs 1 functions"):
        EventCodec((Careless,))
