"""Fixed public points of a game: when seats are bound, and the codes that all may note.

A point is where turn or player-turn of the public view change. It depends on nothing that a seat
hides, so neither that there is a code nor how many there are tells how often a seat did something
in private; and a code is a hash over fresh salts, so it tells nothing either.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Final

from companion.journal.binding import (
    BOUND_TAG,
    SALT_BYTES,
    BoundPoint,
    SeatRecords,
    point_of,
    seals_of,
)
from companion.journal.chain import StoredEvent
from companion.journal.errors import JournalError
from companion.journal.store import START, JournalReader
from companion.table.events import SecretsBound
from companion.table.ids import PUBLIC, SeatId, Seq
from companion.table.views import Status, View

LOG: Final = logging.getLogger("companion.points")

NewSalt = Callable[[], bytes]
"""Draws the salt of one seal, `SALT_BYTES` long; nobody may be able to guess it."""

CODE_DIGITS: Final = 32
"""So many hexadecimal digits of a hash are shown: nobody finds a second game for 128 bits."""

_GROUP: Final = 4


def new_salt() -> bytes:
    """A salt by the system's secure generator."""
    return secrets.token_bytes(SALT_BYTES)


def code_of(head: bytes) -> str:
    """A hash as people copy it: the first digits in groups of four."""
    digits = head.hex()[:CODE_DIGITS]
    return " ".join(digits[at : at + _GROUP] for at in range(0, CODE_DIGITS, _GROUP))


def label_of(views: Sequence[View]) -> str | None:
    """The fixed public point at which a game stands, None if its public view names none.

    Where nobody is on turn, as after the end, there is none to pass: an end may be taken back.
    """
    for view in views:
        if view.seat != PUBLIC:
            continue
        for region in view.regions:
            for widget in region.widgets:
                if isinstance(widget, Status):
                    turn = f"{widget.turn}, {widget.player_turn}"
                    return turn if widget.player_turn else None
    return None


class PointKeeper:
    """Binds the seats of one open game at its fixed public points. For the keeper's thread.

    Args:
        reader: the journal.
        game_id: the game.
        salt: draws salts.

    Attributes:
        points: the points so far, the oldest first; may be read from any thread.
    """

    def __init__(self, reader: JournalReader, game_id: str, salt: NewSalt) -> None:
        self.points: tuple[BoundPoint, ...] = ()
        self._reader: Final = reader
        self._game_id: Final = game_id
        self._salt: Final = salt
        self._records: Final = SeatRecords()
        self._upto: Seq = START

    def note(self, stored: StoredEvent) -> None:
        """Take the next event of the journal."""
        self._records.take(stored)
        self._upto = stored.seq
        known = self.points[-1].seq if self.points else START
        if stored.event.type == BOUND_TAG and stored.seq > known:
            self.points = (*self.points, point_of(stored))

    def binding(
        self, seats: Sequence[SeatId], before: Sequence[View], after: Sequence[View]
    ) -> SecretsBound | None:
        """What belongs behind a decision that leads from some views to others.

        Args:
            seats: who is bound.
            before: views as they are, with all their events on disk.
            after: views as they will be.

        Raises:
            JournalError: the journal cannot be read.
        """
        label = label_of(before)
        if label is None or label == label_of(after):
            return None
        with closing(self._reader.events(self._game_id, self._upto)) as events:
            for stored in events:
                self.note(stored)
        return SecretsBound(point=label, seals=seals_of(self._records, seats, self._salt))

    def bound(self, label: str, seq: Seq) -> None:
        """Take note that a binding is on disk as the event `seq`, the last one."""
        try:
            digest = self._reader.hash_at(self._game_id, seq)
        except JournalError as error:
            # It is written; only its code waits, until the journal is read for the next point.
            LOG.warning("the code of a point is not known yet: %s", error)
            return
        if digest is not None:
            self.points = (*self.points, BoundPoint(seq=seq, label=label, hash=digest))
