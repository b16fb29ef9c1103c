"""What the rules have a seat tell, so that comparisons of secrets leave it out."""

from __future__ import annotations

from companion.games.fellowship.events.combat import FighterShown
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.ownership import player_of
from companion.games.fellowship.state import State
from companion.table.commands import Command
from companion.table.events import Event
from companion.table.values import Refusal
from tests.support.fellowship import GAME


def hands_saruman_over(state: State, command: Command) -> bool:
    """Whether Saruman's display changes hands by a command: what lies in it is told then (6.414).

    What is told of it, and that the public reads nothing of it, is tested beside those fights.
    """
    decided = GAME.decide(state, command)
    if isinstance(decided, Refusal):
        return False
    after = state
    for event in decided:
        after = GAME.evolve(after, event)
    before, now = (player_of(one.public, MarkerType.SARUMAN) for one in (state, after))
    return before != now


def lays_cards_open(decided: tuple[Event, ...] | Refusal) -> bool:
    """Whether cards of a fight are laid open (9.21): everybody sees what was hidden until then."""
    if isinstance(decided, Refusal):
        return False
    return any(isinstance(event, FighterShown) for event in decided)
