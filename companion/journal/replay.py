"""Folds of a journal: the state and the views at any point of a written game.

A viewer steps through a game by the changes of its own view: the numbers of the journal would tell
how much the others did in secret. A view is taken where a decision ends, never in the middle of
one, since no screen ever showed that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final, Generic, TypeVar

from companion.journal.chain import StoredEvent
from companion.journal.codec import EventCodec
from companion.journal.errors import JournalCorrupt
from companion.journal.store import START, JournalReader
from companion.table.events import Event, GameStarted
from companion.table.game import Game
from companion.table.ids import SeatId, Seq
from companion.table.views import View

State = TypeVar("State")

KEPT_EVERY: Final = 250
"""Every so many events a folded state is kept in memory."""


def fold(game: Game[State], events: Iterable[Event]) -> State:
    """State after the events of a game, from the first on.

    Raises:
        JournalCorrupt: there is no event, the first is not `GameStarted`, it is of another game,
            or its box cannot be read.
    """
    remaining = iter(events)
    state = begin(game, next(remaining, None))
    for event in remaining:
        state = game.evolve(state, event)
    return state


def begin(game: Game[State], first: Event | None) -> State:
    """State after the first event.

    Raises:
        JournalCorrupt: as `fold`.
    """
    if not isinstance(first, GameStarted):
        raise JournalCorrupt("a game was expected to begin with its start. Go back to a backup.")
    if first.game != game.id:
        raise JournalCorrupt(
            f"the journal holds a game of {first.game!r}, and {game.id!r} was expected. "
            "Name another journal or another game."
        )
    try:
        return game.begin(first)
    except ValueError as error:
        raise JournalCorrupt(f"the start of the game does not read: {error}", Seq(1)) from error


@dataclass(slots=True)
class _Walk(Generic[State]):
    """How far a viewer's steps have been found."""

    state: State | None = None
    at: Seq = START
    view: View | None = None
    steps: list[Seq] = field(default_factory=list)


class Replay(Generic[State]):
    """One written game, to be looked at from any point and any seat.

    Args:
        game: the rules.
        path: the journal.
        game_id: the game, None for the newest.

    Raises:
        JournalError: the journal cannot be read or holds no such game.
    """

    def __init__(self, game: Game[State], path: Path, game_id: str | None = None) -> None:
        self._game: Final = game
        self._codec: Final = EventCodec(game.event_types)
        self._reader: Final = JournalReader(path)
        self.game_id: Final = self._reader.game(game_id).game_id
        self._kept_at: Final[list[Seq]] = []
        self._kept: Final[list[State]] = []
        self._walks: Final[dict[SeatId, _Walk[State]]] = {}

    def close(self) -> None:
        """Close the journal."""
        self._reader.close()

    def head(self) -> Seq:
        """Seq of the last event."""
        return self._reader.head(self.game_id)[0]

    def state_at(self, seq: Seq) -> State:
        """State after event `seq`.

        Raises:
            IndexError: the game has no such event.
            JournalError: the events cannot be read.
        """
        if not 1 <= seq <= self.head():
            raise IndexError(f"the game has events 1 to {self.head()}, not {seq}")
        index = bisect_right(self._kept_at, seq) - 1
        if index >= 0:
            state, at = self._kept[index], self._kept_at[index]
        else:
            first = next(self._reader.events(self.game_id, START, Seq(1)), None)
            state, at = begin(self._game, None if first is None else self._decoded(first)), Seq(1)
            self._keep(at, state)
        for stored in self._reader.events(self.game_id, at, seq):
            state = self._game.evolve(state, self._decoded(stored))
            if stored.seq % KEPT_EVERY == 0:
                self._keep(stored.seq, state)
        return state

    def view_at(self, seq: Seq, viewer: SeatId) -> View:
        """What a viewer saw after event `seq`.

        Raises:
            IndexError: the game has no such event.
            JournalError: the events cannot be read.
        """
        return self._game.view(self.state_at(seq), viewer)

    def steps(self, viewer: SeatId) -> tuple[Seq, ...]:
        """Where a viewer's view changed: seqs of ends of decisions, the start among them.

        The numbers are for the service alone; a viewer is told their index.

        Raises:
            JournalError: the events cannot be read.
        """
        walk = self._walks.setdefault(viewer, _Walk())
        events = self._reader.events(self.game_id, walk.at)
        for _, decision in groupby(events, key=lambda stored: stored.decision):
            for stored in decision:
                walk.state = self._next_state(walk.state, self._decoded(stored))
                walk.at = stored.seq
            if walk.state is not None:
                view = self._game.view(walk.state, viewer)
                if view != walk.view:
                    walk.steps.append(walk.at)
                walk.view = view
        return tuple(walk.steps)

    def _next_state(self, state: State | None, event: Event) -> State:
        return begin(self._game, event) if state is None else self._game.evolve(state, event)

    def _decoded(self, stored: StoredEvent) -> Event:
        return self._codec.decode(stored.event)

    def _keep(self, seq: Seq, state: State) -> None:
        index = bisect_right(self._kept_at, seq)
        if index == 0 or self._kept_at[index - 1] != seq:
            self._kept_at.insert(index, seq)
            self._kept.insert(index, state)
