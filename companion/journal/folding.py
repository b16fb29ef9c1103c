"""A game as the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from companion.journal.errors import JournalCorrupt
from companion.table.events import Event, GameStarted
from companion.table.game import Game
from companion.table.ids import Seq

State = TypeVar("State")


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
    started = start_of(game, first)
    try:
        return game.begin(started)
    except ValueError as error:
        raise JournalCorrupt(f"the start of the game does not read: {error}", Seq(1)) from error


def start_of(game: Game[State], first: Event | None) -> GameStarted:
    """The first event, checked to be the start of a game of these rules.

    Raises:
        JournalCorrupt: there is no event, it is not `GameStarted`, or it is of another game.
    """
    if not isinstance(first, GameStarted):
        raise JournalCorrupt("a game was expected to begin with its start. Go back to a backup.")
    if first.game != game.id:
        raise JournalCorrupt(
            f"the journal holds a game of {first.game!r}, and {game.id!r} was expected. "
            "Name another journal or another game."
        )
    return first
