"""Since when the table waits for a roll: an older one was not made for the prompt that is open.

A die that was out of reach sends what it had kept, with the whole seconds since. Whether such a
roll serves the open prompt depends on what everybody sees, never on what a seat does in private
meanwhile: what counts is when the prompt came to ask for a roll, not when the journal last changed.

Times are those of the wall clock, since they have to outlast a restart. One that is put right in
between shifts the judgement about rolls out of a die's memory; no roll is lost by it, for a roll
that comes too early is kept, and a roll that is heard as it falls is never too early.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from companion.border import DieRoll
from companion.journal.replay import Replay
from companion.table.game import Game
from companion.table.ids import PUBLIC, PromptId, SeatId, Seq
from companion.table.views import Prompt, View

State = TypeVar("State")

COUNTED_S = 1
"""A die counts whole seconds: a roll may be younger than it says by less than this."""

Asked = frozenset[tuple[SeatId, PromptId]]
"""The seats that are asked for a roll, and by which prompt."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Where a decision ends in the journal, and when it was made."""

    end: Seq
    at: datetime


@dataclass(frozen=True, slots=True)
class RollWait:
    """What the table waits for.

    Attributes:
        asked: who is asked for a roll; empty if nobody is.
        since: when that began; None if nobody is asked.
    """

    asked: Asked = frozenset()
    since: datetime | None = None

    def after(self, views: Iterable[View], at: datetime) -> RollWait:
        """The same once a decision made at a time has led to these views."""
        asked = asked_for_rolls(views)
        if asked == self.asked:
            return self
        return RollWait(asked, at if asked else None)

    def is_early(self, roll: DieRoll, heard_at: datetime) -> bool:
        """Whether a roll was made before it was asked for, or the die cannot tell.

        Args:
            roll: what the die says.
            heard_at: when it was heard.
        """
        if roll.age_s is None:
            return True
        if roll.age_s == 0 or self.since is None:
            return False
        youngest = heard_at - timedelta(seconds=roll.age_s - COUNTED_S)
        return youngest < self.since


def asked_for_rolls(views: Iterable[View]) -> Asked:
    """The seats that are asked for a roll, as their views have it."""
    return frozenset(
        (view.seat, widget.id)
        for view in views
        for region in view.regions
        for widget in region.widgets
        if isinstance(widget, Prompt) and widget.asked and widget.id is not None and widget.roll
    )


def wait_in_journal(
    game: Game[State], replay: Replay[State], decisions: Sequence[Decision]
) -> RollWait:
    """What a game in the journal waits for at its end.

    The prompt that is open at the end is looked for by halves, since an id never comes again once
    its question is over.

    Args:
        game: the rules.
        replay: the game.
        decisions: all decisions of the game, in order; at least its start.

    Raises:
        JournalError: the journal cannot be read.
    """

    def asked_after(decision: Decision) -> Asked:
        state = replay.state_at(decision.end)
        viewers = (*(seat.id for seat in replay.seats), PUBLIC)
        return asked_for_rolls(game.view(state, viewer) for viewer in viewers)

    asked = asked_after(decisions[-1])
    if not asked:
        return RollWait()
    first = bisect_left(decisions, True, key=lambda one: asked <= asked_after(one))  # noqa: FBT003 - what is looked for
    return RollWait(asked, decisions[first].at)
