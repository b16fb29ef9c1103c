"""Events as text and back, by their explicit tag and schema number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

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
        ValueError: two types share a tag.
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
        if decoder is None:
            raise UnknownEventType(encoded.type, encoded.schema)
        try:
            return decoder.decode(encoded.payload)
        except msgspec.DecodeError as error:
            raise JournalCorrupt(
                f"an event of type {encoded.type!r} does not read as one: {error}. "
                "Run `companion verify` on the journal, or go back to a backup."
            ) from error
