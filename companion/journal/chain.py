"""The hash chain: each event's hash takes in the hash of the one before."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

import msgspec

from companion.journal.codec import EncodedEvent
from companion.table.ids import Seq

FIRST_HASH: Final = bytes(32)
"""What the first event of a game has as the hash before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """One row of a journal.

    Attributes:
        game_id: the game it belongs to.
        seq: its number, from 1 without gaps.
        decision: seq of the first event of the decision that caused it. What a decision causes is
            stored and shown as one.
        at: time of the decision, ISO 8601 in UTC.
        actor: the seat or device that caused it.
        event: type, schema and payload.
        hash: sha-256 over the hash before and all of the above, 32 bytes.
    """

    game_id: str
    seq: Seq
    decision: Seq
    at: str
    actor: str
    event: EncodedEvent
    hash: bytes


def canonical(stored: StoredEvent) -> bytes:
    """The bytes that are hashed: a JSON array of all fields but the hash, in the order below."""
    return msgspec.json.encode(
        (
            stored.game_id,
            stored.seq,
            stored.decision,
            stored.at,
            stored.actor,
            stored.event.type,
            stored.event.schema,
            stored.event.payload,
        )
    )


def chained(before: bytes, stored: StoredEvent) -> bytes:
    """The hash that the event must carry.

    Args:
        before: hash of the event before, `FIRST_HASH` for the first.
        stored: the event; its own `hash` is not looked at.
    """
    return hashlib.sha256(before + canonical(stored)).digest()
