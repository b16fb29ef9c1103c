"""The Hunt for the Ring as a game of the table (`companion.table.game.Game`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.hunt import deciding, events, events_effect, events_roll, events_tile
from companion.games.hunt.box import GAME_ID, data_of
from companion.games.hunt.companions import FELLOWSHIP, name_of
from companion.games.hunt.events import CardsNoted, FellowshipFormed, PhaseEntered, PublicEvent
from companion.games.hunt.names import SEAT_IDS, TITLES
from companion.games.hunt.state import PublicState, State
from companion.games.hunt.views import view_of
from companion.table.box_editor import BoxTextError
from companion.table.commands import Command
from companion.table.counters import camera_field
from companion.table.events import TABLE_EVENTS, Event, GameStarted
from companion.table.game import Device
from companion.table.ids import SeatId
from companion.table.pieces import MARKER_EVENTS
from companion.table.taking_back import Reach
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Field, Form, Option, View

RULES_VERSION: Final = "1"
"""Changes when the same events would be folded into something else."""

_EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    *TABLE_EVENTS,
    *events.EVENTS,
    *events_roll.EVENTS,
    *events_effect.EVENTS,
    *events_tile.EVENTS,
)
_WITH: Final = "companions"
_FIXED: Final = (
    events_tile.TileDrawn,
    events_effect.CompanionLeft,
    events_tile.SpecialPlayed,
    events.GameDecided,
)


class HuntGame:
    """The Hunt for the Ring: two seats, one bag of tiles, dice."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""
        return GAME_ID

    @property
    def title(self) -> str:
        """Name for people."""
        return "The Hunt for the Ring"

    @property
    def summary(self) -> str:
        """One line for who has not played it."""
        return "The Hunt, Corruption and the Mordor Track beside the big two-player war, for two."

    @property
    def uses(self) -> tuple[Device, ...]:
        """Rolls come from the die, counters from the camera where the sheet of tracks lies."""
        return ("die", "eye")

    def options(self) -> Form:
        """Who is in the Fellowship at the start, and whether the camera reads the sheet."""
        entries = tuple(Option(value=one, label=name_of(one)) for one in FELLOWSHIP)
        field = Field(
            name=_WITH,
            label="Companions with the Ring-bearers",
            kind="ticks",
            options=entries,
            value=",".join(FELLOWSHIP),
        )
        return Form(fields=(field, camera_field("the sheet of tracks")))

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The two seats."""
        return tuple(Seat(id=seat, title=TITLES[seat]) for seat in SEAT_IDS)

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold."""
        return _EVENT_TYPES

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game."""
        chosen = options.get(_WITH, ",".join(FELLOWSHIP)).split(",")
        unknown = [one for one in chosen if one and one not in FELLOWSHIP]
        if unknown:
            text = f"companions: expected some of {', '.join(FELLOWSHIP)}, got {unknown[0]!r}."
            return Refusal(code="bad-input", text=text)
        try:
            data_of(box)
        except BoxTextError as error:
            return Refusal(code="bad-input", text=str(error))
        started = GameStarted(
            game=GAME_ID, rules=RULES_VERSION, options=tuple(sorted(options.items())), box=box
        )
        formed = FellowshipFormed(companions=tuple(one for one in FELLOWSHIP if one in chosen))
        first = (formed, PhaseEntered(phase="fellowship"))
        return (started, *deciding.carried_on(self.begin(started), first))

    def begin(self, started: GameStarted) -> State:
        """State after the first event.

        Raises:
            ValueError: the event's box cannot be read.
        """
        data = data_of(started.box)
        public = PublicState(
            levels=data.levels, own_levels=data.owned, pool=data.standard, unused=data.special
        )
        return State(public=public)

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command, automatic steps included."""
        return deciding.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        """State after one more event."""
        return deciding.evolve(state, event)

    def view(self, state: State, seat: SeatId) -> View:
        """What a seat or the public may see; only its own secrets are in reach."""
        return view_of(state.public, seat, state.hidden.get(seat))

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The cubes on the sheet of tracks."""
        return tuple(state.public.markers)

    def last_roll(self, state: State) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return state.public.rolls.last

    def learned_box(self, state: State) -> str | None:
        """Nothing is learned in play: a box file is filled in beside it."""
        return None

    def reach(self, event: Event) -> Reach:
        """Open choices may be taken back; rolls, tiles, the dead and the end are fixed.

        Cubes stay where they stand.
        """
        if isinstance(event, CardsNoted):
            return "private"
        if isinstance(event, MARKER_EVENTS):
            return "table"
        free = isinstance(event, PublicEvent) and not isinstance(event, _FIXED)
        return "free" if free else "fixed"
