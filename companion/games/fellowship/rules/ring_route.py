"""The fastest route: fewest movement phases if every terrain roll succeeds (6.414, 6.415).

A journey is searched phase by phase: within one phase a marker goes as far as T.1 lets it. What no
roll can cross is closed, everything else counts as crossed. Weather, blockers and the marker's mode
are those of now: what changes later changes the route then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.board.hexes import Hex
from companion.board.places import Place, hexes_of
from companion.games.fellowship.rules.movement_path import (
    Rules,
    enters_haven,
    may_end_at,
)
from companion.games.fellowship.rules.movement_steps import Passage, Step, nodes_at, steps_from
from companion.games.fellowship.tables.allowance import may_cross_next, path_row

_Openness = tuple[bool, ...]
_State = tuple[Place, _Openness, bool]
_Key = tuple[Place, str, int, bool]


@dataclass(frozen=True, slots=True)
class Journey:
    """Phases that places lie apart, by the rules of one marker.

    Attributes:
        rules: what ways of the marker are judged by; what it has crossed already is left out.
    """

    rules: Rules
    _steps: dict[Place, tuple[Step, ...]] = field(default_factory=dict)
    _ends: dict[Place, tuple[Place, ...]] = field(default_factory=dict)

    def phases(self, start: Place, goal: Hex) -> int | None:
        """How many movement phases it takes to a hex; 0 there, None where no way leads.

        Args:
            start: where the marker stands at the beginning of a phase.
            goal: where it has to go.
        """
        if goal in hexes_of(start):
            return 0
        here = list(nodes_at(self.rules.around.ground, start))
        seen: set[_Key] = set()
        ended: set[Place] = set()
        count = 0
        while here:
            count += 1
            # What a phase has come to in one way no later phase comes to in a better one.
            reached: list[Place] = []
            for end in self._explored(here, (), seen):
                if goal in hexes_of(end) and not _is_side(end):
                    return count
                if end not in ended:
                    ended.add(end)
                    reached.append(end)
            here = reached
        return None

    def within_phase(self, start: Place, crossed: _Openness = ()) -> tuple[Place, ...]:
        """Places where the marker may end one movement phase, in the order they are come to.

        Args:
            start: where it stands.
            crossed: the hexsides that it has crossed in this phase: for each whether it was open.
        """
        if crossed:
            return tuple(self._explored([start], crossed, set()))
        if start not in self._ends:
            self._ends[start] = tuple(self._explored([start], (), set()))
        return self._ends[start]

    def _explored(
        self, starts: Sequence[Place], crossed: _Openness, seen: set[_Key]
    ) -> Iterator[Place]:
        """Where a phase from any of these places may end; `seen` keeps what it has come to."""
        states: deque[_State] = deque((start, crossed, False) for start in starts)
        ended: set[Place] = set()
        while states:
            place, openness, closed = states.popleft()
            if closed:
                continue
            for step in self._from(place):
                # Nothing but a fresh phase has crossed nothing and is not closed.
                after = self._after(step, openness, first=not openness)
                if after is None:
                    continue
                # T.1 knows no more of a way than its row and its length.
                key = (after[0], path_row(after[1]), len(after[1]), after[2])
                if key in seen:
                    continue
                seen.add(key)
                states.append(after)
                if step.end not in ended and may_end_at(self.rules, step.end):
                    ended.add(step.end)
                    yield step.end

    def _from(self, place: Place) -> tuple[Step, ...]:
        found = self._steps.get(place)
        if found is None:
            steps = steps_from(self.rules.around, self.rules.walker, place)
            found = tuple(step for step in steps if self._is_possible(step))
            self._steps[place] = found
        return found

    def _is_possible(self, step: Step) -> bool:
        need = self.rules.need_of(step)
        return not (need.kind == "forbidden" or need.is_hopeless or enters_haven(self.rules, step))

    def _after(self, step: Step, openness: _Openness, *, first: bool) -> _State | None:
        """Where and how it stands after one more step of the phase; None if T.1 forbids it."""
        if step.passage is Passage.REGION and not first:
            return None
        travel, bonuses = self.rules.walker.travel, self.rules.bonuses
        if step.counts:
            if not may_cross_next(travel, openness, bonuses, next_is_open=step.is_open):
                return None
            openness = (*openness, step.is_open)
        ends = step.passage in (Passage.REGION, Passage.ONTO, Passage.ASHORE)
        return (step.end, openness, ends)


def _is_side(place: Place) -> bool:
    return len(hexes_of(place)) > 1


def journey_of(rules: Rules) -> Journey:
    """Journeys of a marker that begins a phase."""
    return Journey(replace(rules, crossed=()))


def keeps_fastest(journey: Journey, start: Place, end: Place, goal: Hex) -> bool:
    """Whether ending a phase at a place lies on a fastest route from where it began."""
    whole = journey.phases(start, goal)
    left = journey.phases(end, goal)
    return whole is None or (left is not None and left < max(whole, 1))
