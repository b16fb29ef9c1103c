"""Binds seats to what they have entered, so that nothing can be changed with hindsight.

A seal is SHA-256 over a salt of 32 bytes and the SHA-256 of all events whose actor the seat was
before the decision that the seal belongs to, each as it is hashed for the chain. Seals are made at
fixed public points and stand in the journal with their salts. The hash of the event that holds them
takes in the whole game so far and, through the salts, nothing that anybody could guess: so it may
be shown to everybody at once, where the hash of any other event may not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.journal.chain import StoredEvent, canonical
from companion.journal.codec import EventCodec, tag_of
from companion.journal.errors import JournalCorrupt
from companion.table.events import Seal, SecretsBound
from companion.table.ids import SeatId, Seq

SALT_BYTES: Final = 32

BOUND_TAG: Final = tag_of(SecretsBound)

_CODEC: Final = EventCodec((SecretsBound,))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundPoint:
    """A fixed public point of a game.

    Attributes:
        seq: the event that holds the seals.
        label: the point, in the words of the public view.
        hash: hash of that event, 32 bytes.
    """

    seq: Seq
    label: str
    hash: bytes


class SeatRecords:
    """What each seat has entered so far, as running hashes."""

    def __init__(self) -> None:
        self._hashes: Final[dict[str, hashlib._Hash]] = {}

    def take(self, stored: StoredEvent) -> None:
        """Add the next event of the game, whoever its actor was."""
        running = self._hashes.setdefault(stored.actor, hashlib.sha256())
        running.update(canonical(stored))

    def seal(self, seat: SeatId, salt: bytes) -> Seal:
        """The seal of a seat as it stands now."""
        running = self._hashes.get(seat)
        entered = hashlib.sha256() if running is None else running
        digest = hashlib.sha256(salt + entered.digest()).hexdigest()
        return Seal(seat=seat, salt=salt.hex(), digest=digest)


def seals_of(
    records: SeatRecords, seats: Iterable[SeatId], new_salt: Callable[[], bytes]
) -> tuple[Seal, ...]:
    """The seals of all seats, each with a salt of its own."""
    return tuple(records.seal(seat, new_salt()) for seat in seats)


def checked_points(events: Iterable[StoredEvent]) -> Iterator[BoundPoint]:
    """The points of a game, each after its seals were held against what was entered before it.

    Args:
        events: all events of the game, in order.

    Raises:
        JournalCorrupt: a seal does not fit, with the event that holds it.
    """
    records = SeatRecords()
    decision: list[StoredEvent] = []
    for stored in events:
        if decision and decision[-1].decision != stored.decision:
            for earlier in decision:
                records.take(earlier)
            decision.clear()
        decision.append(stored)
        if stored.event.type == BOUND_TAG:
            yield _checked(stored, records)


def point_of(stored: StoredEvent) -> BoundPoint:
    """The point that an event of type `BOUND_TAG` stands for, its seals unchecked.

    Raises:
        JournalCorrupt: the event does not read.
    """
    return BoundPoint(seq=stored.seq, label=_read(stored).point, hash=stored.hash)


def _read(stored: StoredEvent) -> SecretsBound:
    event = _CODEC.decode(stored.event)
    if not isinstance(event, SecretsBound):
        raise TypeError(f"{BOUND_TAG} is expected to read as SecretsBound")
    return event


def _checked(stored: StoredEvent, records: SeatRecords) -> BoundPoint:
    event = _read(stored)
    for seal in event.seals:
        try:
            salt = bytes.fromhex(seal.salt)
        except ValueError:
            salt = b""
        if len(salt) != SALT_BYTES or records.seal(seal.seat, salt) != seal:
            raise JournalCorrupt(
                f"event {stored.seq}: what the seat {seal.seat} had entered up to {event.point} is "
                "not what it was bound to then. It was changed with hindsight.",
                stored.seq,
            )
    return BoundPoint(seq=stored.seq, label=event.point, hash=stored.hash)
