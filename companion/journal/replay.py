"""Folds of a journal: the state and the views at any point of a written game.

A viewer steps through a game by the changes of its own view: the numbers of the journal would tell
how much the others did in secret. A view is taken where a decision ends, never in the middle of
one, since no screen ever showed that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, Generic, TypeVar

from companion.journal.chain import StoredEvent
from companion.journal.codec import EventCodec
from companion.journal.folding import begin, fold, start_of
from companion.journal.snapshots import Snapshot, Snapshots
from companion.journal.state_text import StateText
from companion.journal.store import START, JournalReader
from companion.table.events import Event
from companion.table.game import Game
from companion.table.ids import SeatId, Seq
from companion.table.values import Seat
from companion.table.views import View

__all__ = ("KEPT_EVERY", "Look", "Replay", "Walk", "begin", "fold")

State = TypeVar("State")

Look = Callable[[State, SeatId], View]
"""Makes what a viewer sees of a state."""

KEPT_EVERY: Final = 250
"""Every so many events a folded state is kept in memory, and on the disk if somebody says so."""


class Replay(Generic[State]):
    """One written game, to be looked at from any point and any seat.

    Args:
        game: the rules.
        path: the journal.
        game_id: the game, None for the newest.
        look: makes a viewer's view of a state; the game's own unless another is given.

    Raises:
        JournalError: the journal cannot be read or holds no such game.
    """

    def __init__(
        self,
        game: Game[State],
        path: Path,
        game_id: str | None = None,
        look: Look[State] | None = None,
    ) -> None:
        self._game: Final = game
        self._look: Final[Look[State]] = look or game.view
        self._codec: Final = EventCodec(game.event_types)
        self._reader: Final = JournalReader(path)
        self.game_id: Final = self._reader.game(game_id).game_id
        self._kept_at: Final[list[Seq]] = []
        self._kept: Final[list[State]] = []
        self._snapshots: Final[Snapshots[State]] = Snapshots(path, self.game_id, KEPT_EVERY)
        self._state_text: StateText[State] | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game, which depend on the options that it was begun with.

        Raises:
            JournalError: its start cannot be read.
        """
        return self._game.seats_of(dict(start_of(self._game, self._first()).options))

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
        at, state = self._nearest(seq)
        for stored in self._reader.events(self.game_id, at, seq):
            state = self._game.evolve(state, self._decoded(stored))
            if stored.seq % KEPT_EVERY == 0:
                self.keep(stored.seq, state)
        return state

    def view_at(self, seq: Seq, viewer: SeatId) -> View:
        """What a viewer saw after event `seq`.

        Raises:
            IndexError: the game has no such event.
            JournalError: the events cannot be read.
        """
        return self._look(self.state_at(seq), viewer)

    def walk(self, viewer: SeatId) -> Walk[State]:
        """A walk through the game as one viewer saw it, from the start."""
        return Walk(self._game, self._decoded_after, viewer, self._look)

    def keep(self, seq: Seq, state: State) -> None:
        """Take a state that has been folded, here or elsewhere: points behind it are found quickly.

        Args:
            seq: the event that it comes after.
            state: the state.
        """
        index = bisect_right(self._kept_at, seq)
        if index == 0 or self._kept_at[index - 1] != seq:
            self._kept_at.insert(index, seq)
            self._kept.insert(index, state)

    def snapshots(self) -> tuple[Snapshot[State], ...]:
        """The states that are in memory, for `write_snapshots`.

        Raises:
            JournalError: the journal cannot be read.
        """
        # Not the first, which is as quickly made.
        kept = [one for one in zip(self._kept_at, self._kept, strict=True) if one[0] > 1]
        if kept:
            self._text()
        hashes = [self.hash_at(seq) for seq, _ in kept]
        return tuple(
            Snapshot(seq=seq, hash=digest, state=state)
            for (seq, state), digest in zip(kept, hashes, strict=True)
            if digest is not None
        )

    def write_snapshots(self, snapshots: tuple[Snapshot[State], ...]) -> None:
        """Keep states on the disk for whoever opens the game next; may be called by any thread.

        Args:
            snapshots: what `snapshots` has given.
        """
        if snapshots and self._state_text is not None:
            self._snapshots.write(snapshots, self._state_text)

    def hash_at(self, seq: Seq) -> bytes | None:
        """Hash of one event, None if the game has no such event."""
        return self._reader.hash_at(self.game_id, seq)

    def _decoded_after(self, seq: Seq) -> Iterator[tuple[Seq, Seq, Event]]:
        for stored in self._reader.events(self.game_id, seq):
            yield stored.decision, stored.seq, self._decoded(stored)

    def _first(self) -> Event | None:
        with closing(self._reader.events(self.game_id, START, Seq(1))) as stored:
            first = next(stored, None)
        return None if first is None else self._decoded(first)

    def _decoded(self, stored: StoredEvent) -> Event:
        return self._codec.decode(stored.event)

    def _nearest(self, seq: Seq) -> tuple[Seq, State]:
        """The latest state known up to an event, from memory or from the disk."""
        index = bisect_right(self._kept_at, seq) - 1
        at = self._kept_at[index] if index >= 0 else START
        if seq - at > KEPT_EVERY:
            found = self._snapshots.nearest(at, seq, self._text(), self.hash_at)
            if found is not None:
                self.keep(*found)
                return found
        if index >= 0:
            return at, self._kept[index]
        first = begin(self._game, self._first())
        self.keep(Seq(1), first)
        return Seq(1), first

    def _text(self) -> StateText[State]:
        if self._state_text is None:
            self._state_text = StateText(begin(self._game, self._first()))
        return self._state_text


class Walk(Generic[State]):
    """Goes through a game decision by decision and stops where one viewer's view changed.

    It can be gone on with while the game is being played. Made by `Replay.walk`.

    Args:
        game: the rules.
        read_after: decision, seq and event of everything after a seq.
        viewer: whose view.
        look: makes the view of a state; the game's own unless another is given.

    Attributes:
        steps: where the view changed so far: seqs of ends of decisions, the start among them. The
            numbers are for the service alone; a viewer is told their index.
    """

    def __init__(
        self,
        game: Game[State],
        read_after: Callable[[Seq], Iterator[tuple[Seq, Seq, Event]]],
        viewer: SeatId,
        look: Look[State] | None = None,
    ) -> None:
        self._look: Final[Look[State]] = look or game.view
        self.steps: Final[list[Seq]] = []
        self._game: Final = game
        self._read_after: Final = read_after
        self._viewer: Final = viewer
        self._at: Seq = START
        self._state: State | None = None
        self._view: View | None = None

    @property
    def at(self) -> Seq:
        """The event that the walk has come to."""
        return self._at

    @property
    def view(self) -> View | None:
        """The viewer's view there, None before the first step."""
        return self._view

    def resume(self, steps: Iterable[Seq], at: Seq, state: State) -> None:
        """Begin where an earlier walk has ended, instead of at the start.

        Args:
            steps: the steps that it had found.
            at: the event that it had come to.
            state: the state after that event.
        """
        self.steps[:] = steps
        self._at, self._state = at, state
        self._view = self._look(state, self._viewer)

    def see(self, seq: Seq, state: State, view: View) -> View | None:
        """Take the next decision from whoever has just made it, without reading it.

        Args:
            seq: the last event of the decision; the walk has come to the end of the one before.
            state: the state after it.
            view: the viewer's view of that state.

        Returns:
            The view if it is a new step.
        """
        self._at, self._state = seq, state
        if view == self._view:
            return None
        self.steps.append(seq)
        self._view = view
        return view

    def go_on(self) -> Iterator[View]:
        """The views that are new since the last call, to the end of the journal.

        Raises:
            JournalError: the events cannot be read.
        """
        for _, decision in groupby(self._read_after(self._at), key=itemgetter(0)):
            for _, seq, event in decision:
                self._state = (
                    begin(self._game, event)
                    if self._state is None
                    else self._game.evolve(self._state, event)
                )
                self._at = seq
            if self._state is None:
                continue
            view = self._look(self._state, self._viewer)
            if view != self._view:
                self.steps.append(self._at)
                self._view = view
                yield view
