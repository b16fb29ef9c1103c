"""Whether a written game is as it was written: chain, seals, the ends noted outside, codes."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.journal.binding import BoundPoint, checked_points
from companion.journal.chain import StoredEvent
from companion.journal.errors import JournalCorrupt, JournalError
from companion.journal.exchange import WrittenGame
from companion.journal.store import JournalReader
from companion.table.ids import Seq

SHORTEST_CODE: Final = 16
"""So many hexadecimal digits of a hash are taken for that hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A game whose chain and seals hold.

    Attributes:
        game_id: the game.
        seq: its last event.
        head: the hash of that event.
        points: the fixed public points at which seats were bound.
    """

    game_id: str
    seq: Seq
    head: bytes
    points: tuple[BoundPoint, ...]


def verified(reader: JournalReader, game_id: str) -> Verified:
    """Check the chain of a game, then every seal in it.

    Raises:
        JournalCorrupt: with the first event that does not fit.
    """
    seq, head = reader.verify(game_id)
    points = tuple(checked_points(reader.events(game_id)))
    return Verified(game_id=game_id, seq=seq, head=head, points=points)


def verified_text(written: WrittenGame) -> Verified:
    """Check every seal of a game that was read from a text file, its chain checked already.

    Raises:
        JournalCorrupt: with the first event that does not fit.
    """
    return Verified(
        game_id=written.record.game_id,
        seq=written.record.head,
        head=written.head,
        points=tuple(checked_points(written.events)),
    )


def found_codes(events: Iterable[StoredEvent], codes: Sequence[str]) -> tuple[tuple[str, Seq], ...]:
    """The events whose hashes begin with codes that were noted elsewhere.

    Args:
        events: all events of a game that was checked.
        codes: hashes or their first digits, with or without blanks and hyphens.

    Returns:
        Each code as it was given, and its event.

    Raises:
        JournalCorrupt: the game has no event for a code.
        JournalError: a code is none.
    """
    wanted = {_digits(code): code for code in codes}
    found: dict[str, Seq] = {}
    if wanted:
        for stored in events:
            digits = stored.hash.hex()
            found |= {code: stored.seq for code in wanted if digits.startswith(code)}
    for digits, code in wanted.items():
        if digits not in found:
            raise JournalCorrupt(
                f"the chain holds together but does not end with {code}, nor is that the hash of "
                "an earlier event: the game was written anew or cut short, or the code is of "
                "another game."
            )
    return tuple((code, found[digits]) for digits, code in wanted.items())


def _digits(code: str) -> str:
    digits = "".join(code.replace("-", " ").split()).lower()
    if len(digits) < SHORTEST_CODE or not set(digits) <= set(string.hexdigits):
        raise JournalError(
            f"a code of {SHORTEST_CODE} to 64 hexadecimal digits was expected, not {code!r}."
        )
    return digits
