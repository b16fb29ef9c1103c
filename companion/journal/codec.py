"""Events as text and back, by their explicit tag and schema number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from companion.journal.errors import JournalCorrupt, UnknownEventType
from companion.table.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedEvent:
    """An event as it is stored.

    Attributes:
        type: the event's tag.
        schema: number of the tag's shape.
        payload: JSON of the event, the tag included.
    """

    type: str
    schema: int
    payload: str


def tag_of(event_type: type[Event]) -> str:
    """The stable tag of a type of event.

    Raises:
        TypeError: the type was declared without a tag of its own.
    """
    tag = event_type.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{event_type.__name__} needs a tag to be kept in a journal")
    return tag


class EventCodec:
    """Writes and reads the events of one game.

    Reading is strict: what does not fit the type's fields is refused, so that everything that
    went through the codec once can be read again.

    Args:
        event_types: the whole language of the game's journals.

    Raises:
        ValueError: two types share a tag, or one cannot read its earlier shapes.
        TypeError: a type has no tag.
    """

    def __init__(self, event_types: Iterable[type[Event]]) -> None:
        self._types: Final[dict[str, type[Event]]] = {}
        self._decoders: Final[dict[tuple[str, int], msgspec.json.Decoder[Event]]] = {}
        self._encoder: Final = msgspec.json.Encoder()
        for event_type in event_types:
            tag = tag_of(event_type)
            if tag in self._types:
                raise ValueError(f"two types of event share the tag {tag!r}")
            if len(event_type.UPCASTS) != event_type.SCHEMA - 1:
                earlier = event_type.SCHEMA - 1
                raise ValueError(
                    f"{tag!r} of schema {event_type.SCHEMA} needs {earlier} functions to read its "
                    f"earlier shapes and has {len(event_type.UPCASTS)}"
                )
            self._types[tag] = event_type
            self._decoders[tag, event_type.SCHEMA] = msgspec.json.Decoder(event_type)

    def encode(self, event: Event) -> EncodedEvent:
        """The event as it is stored.

        Raises:
            UnknownEventType: the event is not of the game's language.
        """
        event_type = type(event)
        tag = tag_of(event_type)
        if self._types.get(tag) is not event_type:
            raise UnknownEventType(tag, event_type.SCHEMA)
        payload = self._encoder.encode(event).decode()
        return EncodedEvent(type=tag, schema=event_type.SCHEMA, payload=payload)

    def decode(self, encoded: EncodedEvent) -> Event:
        """The event that was stored.

        Raises:
            UnknownEventType: tag or schema are not of the game's language.
            JournalCorrupt: the payload does not fit the type.
        """
        decoder = self._decoders.get((encoded.type, encoded.schema))
        try:
            if decoder is not None:
                return decoder.decode(encoded.payload)
            return self._decode_earlier(encoded)
        except msgspec.DecodeError as error:
            raise JournalCorrupt(
                f"an event of type {encoded.type!r} does not read as one: {error}. "
                "Run `companion verify` on the journal, or go back to a backup."
            ) from error

    def _decode_earlier(self, encoded: EncodedEvent) -> Event:
        """An event that was stored in an earlier shape of its type."""
        event_type = self._types.get(encoded.type)
        if event_type is None or not 1 <= encoded.schema < event_type.SCHEMA:
            raise UnknownEventType(encoded.type, encoded.schema)
        fields = msgspec.json.decode(encoded.payload, type=dict[str, Any])
        try:
            for upcast in event_type.UPCASTS[encoded.schema - 1 :]:
                fields = upcast(fields)
        except (KeyError, TypeError, ValueError) as error:
            raise msgspec.ValidationError(f"not of shape {encoded.schema}: {error!r}") from error
        return msgspec.convert(fields, event_type)
