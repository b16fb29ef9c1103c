"""A written game as one text file: to read, to compare, to post, and to take in again.

The file is UTF-8 with one line feed after each line. Nine lines of heading come first, one name and
one value each, then an empty line, then one line for each event with seven fields and a blank
between two of them::

    seq decision at actor type/schema hash payload

The payload stands last, since it may hold blanks. ``check`` is SHA-256 over the lines of the
heading before it, so that a change there is not taken for one of an event. Writing what was read
gives the same bytes, and nothing else is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.journal.chain import FIRST_HASH, StoredEvent, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalCorrupt, JournalError
from companion.journal.store import START, GameRecord, JournalReader
from companion.table.ids import Seq

TEXT_FORMAT: Final = 1
"""Version of the text format, which the first line names."""

TITLE: Final = "table-companion-game"

_NOT_ENDED: Final = "-"
_FIELDS: Final = 7
_NAMES: Final = (
    TITLE,
    "game_id",
    "game",
    "rules",
    "started_at",
    "ended_at",
    "events",
    "head",
    "check",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGame:
    """A whole game outside a journal.

    Attributes:
        record: the game.
        events: all its events, chained without a gap.
        head: hash of the last one.
    """

    record: GameRecord
    events: tuple[StoredEvent, ...]
    head: bytes


def is_written_game(path: Path) -> bool:
    """Whether a file begins like one that was exported; one that cannot be read does not."""
    try:
        with path.open("rb") as file:
            return file.read(len(TITLE)) == TITLE.encode()
    except OSError:
        return False


def game_lines(reader: JournalReader, game_id: str) -> Iterator[bytes]:
    """The lines of the file for one game, each with its line feed.

    Raises:
        JournalCorrupt: the chain does not hold; no line comes before this is known.
        JournalError: there is no such game, or a field of it cannot stand in a line.
    """
    record = reader.game(game_id)
    seq, head = reader.verify(game_id)
    yield heading(replace(record, head=seq), head)
    for stored in reader.events(game_id, START, seq):
        yield event_line(stored)


def parsed_game(data: bytes) -> WrittenGame:
    """The game of a file.

    Raises:
        JournalCorrupt: the file is not as it was written; `JournalCorrupt.seq` is the first event
            that does not fit, 0 for the heading.
        JournalError: the file is no written game, or of another version.
    """
    lines = data.split(b"\n")
    record, head = _parsed_heading(lines[: len(_NAMES) + 1])
    events = tuple(_parsed_events(record, lines[len(_NAMES) + 1 :]))
    if events[-1].hash != head:
        raise JournalCorrupt(
            f"the {record.head} events hold together, but the heading names another head. "
            "The game was written anew or cut short; ask for the file again.",
            START,
        )
    return WrittenGame(record=record, events=events, head=head)


def heading(record: GameRecord, head: bytes) -> bytes:
    """The first lines, the empty one included.

    Raises:
        JournalError: a value cannot stand in a line.
    """
    values = (
        str(TEXT_FORMAT),
        record.game_id,
        record.game,
        record.rules,
        record.started_at,
        record.ended_at or _NOT_ENDED,
        str(record.head),
        head.hex(),
    )
    for value in values:
        _check_word(value)
    text = "".join(f"{name} {value}\n" for name, value in zip(_NAMES, values, strict=False))
    check = hashlib.sha256(text.encode()).hexdigest()
    return f"{text}check {check}\n\n".encode()


def event_line(stored: StoredEvent) -> bytes:
    """The line of one event.

    Raises:
        JournalError: a value cannot stand in a line.
    """
    event = stored.event
    words = (stored.at, stored.actor, event.type)
    for word in words:
        _check_word(word)
    if "\n" in event.payload:
        raise JournalError(f"event {stored.seq} has a line feed in its payload: not our writing.")
    fields = (
        str(stored.seq),
        str(stored.decision),
        stored.at,
        stored.actor,
        f"{event.type}/{event.schema}",
        stored.hash.hex(),
        event.payload,
    )
    return f"{' '.join(fields)}\n".encode()


def _check_word(word: str) -> None:
    if not word or word.split() != [word]:
        raise JournalError(f"a word without blanks was expected in the journal, not {word!r}.")


def _parsed_heading(lines: list[bytes]) -> tuple[GameRecord, bytes]:
    if not lines or not lines[0].startswith(TITLE.encode()[:8]):
        raise JournalError(
            f"a file that begins with {TITLE!r} was expected. Name one that `companion export` "
            "has written."
        )
    values = {}
    for name, line in zip(_NAMES, lines, strict=False):
        found, _, value = line.partition(b" ")
        values[name] = value.decode(errors="replace")
        if found != name.encode():
            raise _wrong_heading()
    if len(lines) <= len(_NAMES):
        raise _wrong_heading()
    signed = b"".join(line + b"\n" for line in lines[: len(_NAMES) - 1])
    if values["check"] != hashlib.sha256(signed).hexdigest() or lines[len(_NAMES)]:
        raise _wrong_heading()
    if values[TITLE] != str(TEXT_FORMAT):
        raise JournalError(
            f"the file is of text format {values[TITLE]}, and this program reads format "
            f"{TEXT_FORMAT}. Install the program that wrote it."
        )
    record, head = _record_of(values)
    if not _is_own_heading(record, head, lines):
        raise _wrong_heading()
    return record, head


def _is_own_heading(record: GameRecord, head: bytes, lines: list[bytes]) -> bool:
    try:
        return heading(record, head) == b"".join(line + b"\n" for line in lines)
    except JournalError:
        return False


def _record_of(values: dict[str, str]) -> tuple[GameRecord, bytes]:
    try:
        head = bytes.fromhex(values["head"])
        events = Seq(int(values["events"]))
    except ValueError as error:
        raise _wrong_heading() from error
    ended_at = values["ended_at"]
    record = GameRecord(
        game_id=values["game_id"],
        game=values["game"],
        rules=values["rules"],
        started_at=values["started_at"],
        ended_at=None if ended_at == _NOT_ENDED else ended_at,
        head=events,
    )
    moments = (record.started_at, *((record.ended_at,) if record.ended_at else ()))
    if len(head) != len(FIRST_HASH) or events <= START or not all(map(_is_moment, moments)):
        raise _wrong_heading()
    return record, head


def _is_moment(text: str) -> bool:
    """Whether a text is a time with its zone: whoever reads it later relies on that."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _wrong_heading() -> JournalCorrupt:
    return JournalCorrupt(
        "the heading of the file is not what was written. Ask for the file again.", START
    )


def _parsed_events(record: GameRecord, lines: list[bytes]) -> Iterator[StoredEvent]:
    before, decision = FIRST_HASH, Seq(1)
    for number in range(1, record.head + 1):
        seq = Seq(number)
        # The last line feed has an empty rest behind it.
        if number >= len(lines):
            raise JournalCorrupt(
                f"the file ends before event {seq} of {record.head}. Ask for all of it.", seq
            )
        stored = _parsed_event(record.game_id, seq, lines[number - 1])
        if stored is None or chained(before, stored) != stored.hash:
            raise JournalCorrupt(
                f"event {seq} is not what was written. What comes before it is unaltered.", seq
            )
        if stored.decision not in (seq, decision) or not _is_moment(stored.at):
            raise JournalCorrupt(
                f"event {seq} names a decision or a time that cannot be. Do not take in what you "
                "were sent.",
                seq,
            )
        before, decision = stored.hash, stored.decision
        yield stored
    if lines[record.head :] != [b""]:
        raise JournalCorrupt(
            f"something follows event {record.head}, which should be the last.", record.head
        )


def _parsed_event(game_id: str, seq: Seq, line: bytes) -> StoredEvent | None:
    """The event of a line, None where the line is not as it would be written."""
    try:
        fields = line.decode().split(" ", _FIELDS - 1)
        number, decision, at, actor, kind, digest, payload = fields
        tag, _, schema = kind.rpartition("/")
        stored = StoredEvent(
            game_id=game_id,
            seq=Seq(int(number)),
            decision=Seq(int(decision)),
            at=at,
            actor=actor,
            event=EncodedEvent(type=tag, schema=int(schema), payload=payload),
            hash=bytes.fromhex(digest),
        )
        is_own_writing = event_line(stored) == line + b"\n"
    except (ValueError, JournalError):
        return None
    return stored if stored.seq == seq and is_own_writing else None
