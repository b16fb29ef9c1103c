"""What the table asks of a game: a pure, deterministic fold with a view for each seat.

A game reads no clock, draws no random number and touches no file. Time, rolls and sightings come
in as commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol, TypeVar

from companion.table.commands import Command
from companion.table.events import Event, GameStarted
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Form, View

State = TypeVar("State")

Device = Literal["eye", "die"]
"""What a game can listen to beside the seats: the camera over the map, the die that rolls."""


class Game(Protocol[State]):
    """One game, as a folder in `companion.games` offers it."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""

    @property
    def title(self) -> str:
        """Name for people."""

    @property
    def summary(self) -> str:
        """One line for who has not played it: what it is, for how many."""

    @property
    def uses(self) -> tuple[Device, ...]:
        """The devices that the game listens to; the others are left alone while it is played."""

    def options(self) -> Form:
        """What is chosen before a game begins: fields without choices, none for a game without.

        `companion.table.options` reads what was filled in. Fields are of the kinds ``number``,
        ``select``, ``ticks`` and ``text``; a switch is a ``ticks`` field of one entry.
        """

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The seats of a game begun with these options, in the order of the sequence of play.

        Args:
            options: as in `GameStarted.options`; one that is missing counts as it stood at first.
        """

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold, the shared ones included."""

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game, `GameStarted` with the options at their head.

        Args:
            options: text of each field of `options` by its name, several ticks parted by commas.
            box: text of the box file, empty where there is none.
        """

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
