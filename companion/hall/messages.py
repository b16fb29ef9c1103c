"""The messages between tables and walls, and the topics that they come by.

A *note* is what one change of the public view brought. Notes of a table are numbered without gaps
by a count of the public view's changes; nothing here comes from the journal's numbering.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

import msgspec

from companion.table.views import Region

PREFIX: Final = "table-companion/1"
"""First levels of every topic: name of the protocol and its version."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
_REGION_LIMIT_BYTES: Final = 4 * 1024 * 1024


class MessageError(ValueError):
    """A message is not as described; the text says what was expected."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that everybody at the table can see to have happened."""


class Begun(Fact, frozen=True, kw_only=True, tag="begun"):
    """A game is played from here on."""

    game: str
    title: str


class Stands(Fact, frozen=True, kw_only=True, tag="stands"):
    """Where the game stands now, as its status line says."""

    turn: str
    player_turn: str
    phase: str
    step: str
    sample: str = ""


class Asked(Fact, frozen=True, kw_only=True, tag="asked"):
    """What the table waits for, in the words of the public screen."""

    sentence: str


class Said(Fact, frozen=True, kw_only=True, tag="said"):
    """A new line of the public log; `number` counts the lines of that log."""

    number: int
    text: str
    section: str = ""
    heading: bool = False


class Looked(Fact, frozen=True, kw_only=True, tag="looked-up"):
    """A result that was looked up in a rules table."""

    title: str
    total: int
    result: str
    meaning: str = ""


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A marker as everybody sees it; its number is public and says nothing."""

    piece: int
    colour: str
    mode: str
    face: int
    place: str
    x_in: float
    y_in: float


class MarkerSet(Fact, frozen=True, kw_only=True, tag="marker-set"):
    """A marker stands on the table, elsewhere than before or with another face.

    Attributes:
        marker: the marker.
        before: label of the place where it stood; empty if it is new.
    """

    marker: Marker
    before: str = ""


class MarkerGone(Fact, frozen=True, kw_only=True, tag="marker-gone"):
    """A marker is off the table."""

    piece: int
    before: str


class Ended(Fact, frozen=True, kw_only=True, tag="ended"):
    """The game is over; an empty verdict takes an earlier one back."""

    verdict: str


AnyFact = Begun | Stands | Asked | Said | Looked | MarkerSet | MarkerGone | Ended


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What one change of the public view brought.

    Attributes:
        series: word that was drawn when the table began to count; with `number` the note's id.
        number: from 1, without gaps.
        at: when the table showed it, ISO 8601 in UTC.
        facts: in a fixed order.
    """

    series: str
    number: int
    at: str
    facts: tuple[AnyFact, ...]


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a table is there; the broker itself says that it is not (last will)."""

    online: bool


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands, for whoever comes late. Retained.

    Attributes:
        series: as in `Note`.
        number: of the last note.
        first: number of the first note of the open game.
        oldest: number of the oldest note that the table can send again.
        game, title: id of the open game and its name; empty while none is open.
        stands: its status line.
        asks: what it waits for.
        last: newest line of its log.
        verdict: how it ended, empty while it is played.
        regions: names of the parts of the public screen, each retained under a topic of its own.
        at: when this was so.
    """

    series: str
    number: int
    first: int
    oldest: int
    game: str = ""
    title: str = ""
    stands: Stands | None = None
    asks: str = ""
    last: str = ""
    verdict: str = ""
    regions: tuple[str, ...] = ()
    at: str = ""


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """A wall asks a table to send its notes again, from a number on."""

    series: str
    number: int


def checked_name(name: str) -> str:
    """The name of a table if it can stand in a topic.

    Raises:
        MessageError: it cannot.
    """
    if not _NAME.match(name):
        raise MessageError(
            f"a table's name of 1 to 64 letters, digits, dots and dashes was expected, not {name!r}"
        )
    return name


def topic(table: str, kind: str, prefix: str = PREFIX) -> str:
    """Topic of a table's messages of a kind.

    Kinds are ``presence``, ``state``, ``notes``, ``again`` and ``region/NAME``.
    """
    return f"{prefix}/{table}/{kind}"


def split_topic(text: str, prefix: str = PREFIX) -> tuple[str, str] | None:
    """Table and kind of a topic, None for one of another program."""
    head = f"{prefix}/"
    if not text.startswith(head):
        return None
    table, _, kind = text.removeprefix(head).partition("/")
    return (table, kind) if _NAME.match(table) and kind else None


def packed_region(region: Region) -> bytes:
    """A region as it is sent: JSON, deflated, since a map with its ground is long."""
    return zlib.compress(msgspec.json.encode(region), 6)


def unpacked_region(payload: bytes) -> Region:
    """The region of a message.

    Raises:
        MessageError: it is none.
    """
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(payload, _REGION_LIMIT_BYTES)
        return msgspec.json.decode(text, type=Region)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise MessageError(f"a deflated region was expected: {error}") from error
