"""A viewer's timeline: its own steps through the game, with places to jump to.

Marks come from the viewer's views and from nothing else, so they tell nothing that the viewer did
not see.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Generic, TypeVar

from companion.board.places import OFF_MAP
from companion.journal.program import program_mark
from companion.journal.replay import KEPT_EVERY, Look, Replay, Walk
from companion.service.keeper import Standing
from companion.service.rolls import RollHistory
from companion.service.timeline_index import (
    KeptTimeline,
    KeptTimelines,
    read_index,
    write_index,
)
from companion.table.game import Game
from companion.table.ids import PieceId, SeatId, Seq
from companion.table.views import Explained, Map, Status, View, Widget
from webui.ports import Timeline, TimelineMark

State = TypeVar("State")

WALKED_AT_ONCE: Final = 20
"""No more events than this are walked through at once, by whoever has something else to do."""


class Timelines(Generic[State]):
    """The timelines of one game's viewers, for use from many threads.

    Args:
        game: the rules.
        path: the journal; opened at the first use.
        game_id: the game.
        look: makes a viewer's view of a state; the game's own unless another is given.

    Attributes:
        rolls: the rolls of this and of all games of the journal.
    """

    def __init__(
        self, game: Game[State], path: Path, game_id: str, look: Look[State] | None = None
    ) -> None:
        self._game: Final = game
        self._look: Final = look
        self._path: Final = path
        self._game_id: Final = game_id
        self.rolls: Final = RollHistory(path, game_id)
        self._lock: Final = threading.Lock()
        self._replay: Replay[State] | None = None
        self._viewers: Final[dict[SeatId, _ViewerTimeline[State]]] = {}
        self._followed: Seq | None = None

    def follow(self, standing: Standing[State]) -> None:
        """Take what has just been decided, so that nobody has to work it out again.

        Timelines that have come to the decision before go on by it; those that lag behind catch up
        when they are asked for. To be called with every standing, the first one included, by one
        thread, which never waits here for somebody who looks at a timeline.
        """
        before, self._followed = self._followed, standing.head
        if not self._lock.acquire(blocking=before is None):
            return
        try:
            if before is None:
                self._read_kept(standing)
            elif standing.head // KEPT_EVERY > before // KEPT_EVERY:
                self._opened().keep(standing.head, standing.state)
            for view in standing.views:
                held = self._viewers.get(view.seat)
                if held is None:
                    continue
                if held.walk.at == before:
                    held.see(standing, view)
                elif standing.head - held.walk.at <= WALKED_AT_ONCE:
                    held.go_on()
        finally:
            self._lock.release()

    def know(self, states: Iterable[tuple[Seq, State]]) -> None:
        """Take states that somebody has folded already, each with the event that it comes after."""
        with self._lock:
            for seq, state in states:
                self._opened().keep(seq, state)

    def keep(self) -> None:
        """Keep what was found out, so that the next start need not find it out again.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._lock:
            if self._replay is None:
                return
            replay = self._replay
            # Nobody follows a game that has ended.
            at = replay.head() if self._followed is None else self._followed
            digest = replay.hash_at(at)
            if digest is None:
                return
            viewers = {
                viewer: held.kept() for viewer, held in self._viewers.items() if held.walk.at == at
            }
            states = replay.snapshots()
        # Not under the lock: the disk may take its time.
        replay.write_snapshots(states)
        earlier = read_index(self._path, self._game_id)
        if earlier is not None and (earlier.at, earlier.hash) == (at, digest.hex()):
            viewers = {**earlier.viewers, **viewers}
        kept = KeptTimelines(program=program_mark(), at=at, hash=digest.hex(), viewers=viewers)
        if kept != earlier:
            write_index(self._path, self._game_id, kept)

    def timeline(self, viewer: SeatId) -> Timeline:
        """How far a viewer can step.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._lock:
            return self._brought_up(viewer).timeline()

    def view_at(self, viewer: SeatId, step: int) -> View:
        """A viewer's view as it was.

        Raises:
            IndexError: there is no such step.
            JournalError: the journal cannot be read.
        """
        with self._lock:
            steps = self._brought_up(viewer).walk.steps
            if not 0 <= step < len(steps):
                raise IndexError(f"expected a step from 0 to {len(steps) - 1}, got {step}")
            return self._opened().view_at(steps[step], viewer)

    def close(self) -> None:
        """Close the journal."""
        self.rolls.close()
        with self._lock:
            if self._replay is not None:
                self._replay.close()
                self._replay = None
                self._viewers.clear()

    def _opened(self) -> Replay[State]:
        if self._replay is None:
            self._replay = Replay(self._game, self._path, self._game_id, self._look)
        return self._replay

    def _read_kept(self, standing: Standing[State]) -> None:
        """Begin with what an earlier start has kept, or at once where there is little to walk."""
        self._opened().keep(standing.head, standing.state)
        for view in standing.views:
            held = self._resumed(view.seat)
            if held is not None:
                self._viewers[view.seat] = held
            elif standing.head <= WALKED_AT_ONCE:
                self._brought_up(view.seat)

    def _resumed(self, viewer: SeatId) -> _ViewerTimeline[State] | None:
        """A timeline as it was kept, None where there is none of this journal and program."""
        kept = read_index(self._path, self._game_id)
        known = None if kept is None else kept.viewers.get(viewer)
        if kept is None or known is None:
            return None
        replay = self._opened()
        digest = replay.hash_at(kept.at)
        if digest is None or digest.hex() != kept.hash:
            return None
        held = _ViewerTimeline(replay.walk(viewer))
        held.resume(known, kept.at, replay.state_at(kept.at))
        return held

    def _brought_up(self, viewer: SeatId) -> _ViewerTimeline[State]:
        held = self._viewers.get(viewer)
        if held is None:
            held = self._resumed(viewer) or _ViewerTimeline(self._opened().walk(viewer))
            self._viewers[viewer] = held
        held.go_on()
        return held


class _ViewerTimeline(Generic[State]):
    """A walk with the marks found on it."""

    def __init__(self, walk: Walk[State]) -> None:
        self.walk: Final = walk
        self._marks: Final[list[TimelineMark]] = []
        self._heat: Final[Counter[str]] = Counter()
        self._seen: View | None = None

    def go_on(self) -> None:
        for view in self.walk.go_on():
            self._step(view)

    def see(self, standing: Standing[State], view: View) -> None:
        new = self.walk.see(standing.head, standing.state, view)
        if new is not None:
            self._step(new)

    def resume(self, kept: KeptTimeline, at: Seq, state: State) -> None:
        self.walk.resume(kept.steps, at, state)
        self._marks[:] = kept.marks
        self._heat.update(dict(kept.heat))
        self._seen = self.walk.view

    def kept(self) -> KeptTimeline:
        timeline = self.timeline()
        return KeptTimeline(steps=tuple(self.walk.steps), marks=timeline.marks, heat=timeline.heat)

    def _step(self, view: View) -> None:
        self._marks.extend(marks_between(self._seen, view, len(self.walk.steps) - 1))
        self._heat.update(arrivals_between(self._seen, view))
        self._seen = view

    def timeline(self) -> Timeline:
        return Timeline(
            steps=len(self.walk.steps),
            marks=tuple(self._marks),
            heat=tuple(sorted(self._heat.items())),
        )


def marks_between(before: View | None, after: View, step: int) -> tuple[TimelineMark, ...]:
    """The marks that a step deserves: a new turn, a new phase, a new result.

    Args:
        before: the viewer's view one step earlier, None at the start.
        after: the view at the step.
        step: its number.
    """
    old, new = _status(before), _status(after)
    marks = []
    if new is not None and (old is None or old.turn != new.turn):
        marks.append(TimelineMark(step=step, label=new.turn, kind="turn"))
    if new is not None and (old is None or _phase(old) != _phase(new)):
        marks.append(TimelineMark(step=step, label=_phase(new), kind="phase"))
    known = set(_results(before))
    marks.extend(
        TimelineMark(step=step, label=f"{result.title}: {result.result}")
        for result in _results(after)
        if result not in known
    )
    return tuple(marks)


def arrivals_between(before: View | None, after: View) -> tuple[str, ...]:
    """The places that a marker came to in one step, each as often as markers came.

    Args:
        before: the viewer's view one step earlier, None at the start.
        after: the view at the step.
    """
    stood = dict(_standing(before))
    return tuple(
        place
        for piece, place in _standing(after)
        if place != OFF_MAP.label and stood.get(piece) != place
    )


def _standing(view: View | None) -> Iterator[tuple[PieceId, str]]:
    for widget in _widgets(view):
        if isinstance(widget, Map):
            yield from ((piece.id, piece.place) for piece in widget.pieces)


def _widgets(view: View | None) -> Iterator[Widget]:
    if view is not None:
        for region in view.regions:
            yield from region.widgets


def _status(view: View | None) -> Status | None:
    return next((widget for widget in _widgets(view) if isinstance(widget, Status)), None)


def _results(view: View | None) -> tuple[Explained, ...]:
    return tuple(widget for widget in _widgets(view) if isinstance(widget, Explained))


def _phase(status: Status) -> str:
    current = next((space.label for space in status.phases if space.current), status.step)
    # A step may say whose it is by itself, and at the end it is nobody's.
    if current.startswith(status.player_turn):
        return current
    return f"{status.player_turn}: {current}"
