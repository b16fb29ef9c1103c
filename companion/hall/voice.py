"""What a table says to the hall, without saying it: views in, messages out.

Whoever calls it decides when; `companion.hall.publisher` sends what it makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from companion.hall.changes import Known, check_public, news
from companion.hall.messages import (
    AnyFact,
    Begun,
    Note,
    TableState,
    packed_region,
)
from companion.hall.outbox import Outbox
from companion.table.views import Region, View


@dataclass(frozen=True, slots=True)
class Retained:
    """A message that the broker keeps: kind of topic, and payload; an empty one takes it away."""

    kind: str
    payload: bytes


class Voice:
    """One table's voice.

    Args:
        outbox: keeps its notes.
    """

    def __init__(self, outbox: Outbox) -> None:
        self._outbox: Final = outbox
        self._game_id = ""
        self._game = ""
        self._title = ""
        self._first = outbox.number + 1
        self._known: Known | None = None
        self._regions: tuple[Region, ...] = ()
        self._at = ""

    def opened(self, game_id: str, game: str, title: str) -> None:
        """Another game is open.

        Args:
            game_id: tells it from others; it never leaves this machine.
            game: id of its rules.
            title: name of its rules.
        """
        self._game_id, self._game, self._title = game_id, game, title
        told = self._outbox.game(game_id)
        if told is None:
            self._first, self._known = self._outbox.number + 1, None
        else:
            self._first, self._known = told

    def closed(self) -> tuple[Retained, ...]:
        """No game is open any more."""
        self._game_id = self._game = self._title = ""
        self._known = None
        gone = tuple(Retained(f"region/{region.name}", b"") for region in self._regions)
        self._regions = ()
        return (*gone, self.state())

    def take(self, view: View, shown_at: datetime) -> tuple[Retained, ...]:
        """Take the newest public view: its news go to the outbox.

        Args:
            view: the view.
            shown_at: when the screens got it, in UTC.

        Returns:
            What else is to be told: the regions that changed, then the state; nothing if the view
            is the one before.

        Raises:
            NotPublicError: the view is not everybody's.
            OutboxError: the disk does not take the news; the next view will bring them.
        """
        check_public(view)
        if not self._game_id:
            return ()
        before = {region.name: region for region in self._regions}
        changed = [r for r in view.regions if before.pop(r.name, None) != r]
        if not changed and not before:
            return ()
        at = shown_at.isoformat(timespec="milliseconds")
        facts, known = news(self._known or Known(), view)
        if self._known is None:
            facts = (Begun(game=self._game, title=self._title), *facts)
        if facts:
            self._outbox.add(
                self._game_id, self._first, known, lambda s, n: _note_bytes(s, n, at, facts)
            )
        self._known, self._regions, self._at = known, view.regions, at
        return (
            *(Retained(f"region/{region.name}", packed_region(region)) for region in changed),
            *(Retained(f"region/{name}", b"") for name in before),
            self.state(),
        )

    def everything(self) -> tuple[Retained, ...]:
        """All that a broker is to keep, for one that may have forgotten it."""
        return (
            *(Retained(f"region/{r.name}", packed_region(r)) for r in self._regions),
            self.state(),
        )

    def state(self) -> Retained:
        """Where the table stands."""
        known = self._known or Known()
        state = TableState(
            series=self._outbox.series,
            number=self._outbox.number,
            first=self._first,
            oldest=self._outbox.oldest(),
            game=self._game,
            title=self._title,
            stands=known.stands,
            asks=known.asks,
            last=known.last,
            verdict=known.verdict,
            regions=tuple(region.name for region in self._regions),
            at=self._at,
        )
        return Retained("state", msgspec.json.encode(state))


def _note_bytes(series: str, number: int, at: str, facts: tuple[AnyFact, ...]) -> bytes:
    return msgspec.json.encode(Note(series=series, number=number, at=at, facts=facts))
