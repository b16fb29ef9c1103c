"""What the table asks of a game: a pure, deterministic fold with a view for each seat.

A game reads no clock, draws no random number and touches no file. Time, rolls and sightings come
in as commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from companion.table.commands import Command
from companion.table.events import Event, GameStarted
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import View

State = TypeVar("State")


class Game(Protocol[State]):
    """One game, as a folder in `companion.games` offers it."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""

    @property
    def title(self) -> str:
        """Name for people."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, in the order of the sequence of play."""

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold, the shared ones included."""

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game, `GameStarted` at their head."""

    def begin(self, started: GameStarted) -> State:
        """State after the first event.

        Raises:
            ValueError: the event's box or options cannot be read.
        """

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command, automatic steps included; an empty tuple if nothing does."""

    def evolve(self, state: State, event: Event) -> State:
        """State after one more event. Total: every event of the game's language is taken."""

    def view(self, state: State, seat: SeatId) -> View:
        """What a seat, or `ids.PUBLIC`, may see. Built by adding."""

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The markers as the table has them, for the eye to start from."""

    def last_roll(self, state: State) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""

    def learned_box(self, state: State) -> str | None:
        """The box file's text with what the owner has filled in during play, None if unchanged."""
