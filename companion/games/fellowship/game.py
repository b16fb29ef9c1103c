"""The Fellowship of the Ring as a game of the table (`companion.table.game.Game`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.games.fellowship import evolve
from companion.games.fellowship.box.file import EMPTY_BOX, BoxError, BoxFile
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.events import (
    agreed,
    behind,
    cards,
    combat,
    ending,
    ground,
    lent,
    movement,
    play,
    ring,
    rolls,
    search,
    secret,
    status,
)
from companion.games.fellowship.events.play import StepEntered
from companion.games.fellowship.facts.scenarios import FULL_GAME, scenario_named
from companion.games.fellowship.flow import engine, taking_back
from companion.games.fellowship.flow.starting_notes import starting_notes
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play import (
    balrog_ring,
    challenge,
    closing,
    fight_help,
    health,
    radagast,
    status_common,
    status_counters,
    status_enemy,
    transport,
)
from companion.games.fellowship.play import search as search_steps
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from companion.games.fellowship.state import PublicState, State
from companion.games.fellowship.switches import (
    SCENARIO,
    OptionError,
    checked_options,
    options_form,
    read_switches,
)
from companion.games.fellowship.views.screen import view_of
from companion.table.commands import Command
from companion.table.events import TABLE_EVENTS, Event, GameStarted
from companion.table.game import Device
from companion.table.ids import SeatId
from companion.table.taking_back import Reach
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Form, View

GAME_ID: Final = "fellowship"
RULES_VERSION: Final = "2"
"""Changes when the same events would be folded into something else."""

_EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    *TABLE_EVENTS,
    *play.EVENTS,
    *behind.EVENTS,
    *combat.EVENTS,
    *lent.EVENTS,
    *ring.EVENTS,
    *ground.EVENTS,
    *cards.EVENTS,
    *radagast.EVENTS,
    *fight_help.EVENTS,
    *rolls.EVENTS,
    *status.EVENTS,
    *movement.EVENTS,
    *search.EVENTS,
    *search_steps.EVENTS,
    *secret.EVENTS,
    *ending.EVENTS,
    *agreed.EVENTS,
    *closing.EVENTS,
    *balrog_ring.EVENTS,
    *status_common.EVENTS,
    *status_counters.EVENTS,
    *challenge.EVENTS,
    *health.EVENTS,
    *status_enemy.EVENTS,
    *transport.EVENTS,
)


class FellowshipGame:
    """The Fellowship of the Ring: two seats, hidden groups, one map."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""
        return GAME_ID

    @property
    def title(self) -> str:
        """Name for people."""
        return "The Fellowship of the Ring"

    @property
    def summary(self) -> str:
        """One line for who has not played it."""
        return "A chase of hidden groups across one map, for two."

    @property
    def uses(self) -> tuple[Device, ...]:
        """The map is watched by the eye, rolls come from the die."""
        return ("eye", "die")

    def options(self) -> Form:
        """The scenario, the length and every switch (13.0, 14.0, 15.0)."""
        return options_form()

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The two seats, in the order of the sequence of play."""
        return (
            Seat(id=FELLOWSHIP_SEAT, title="Fellowship"),
            Seat(id=ENEMY_SEAT, title="Enemy"),
        )

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold."""
        return _EVENT_TYPES

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game; a box that cannot be read is refused with its line."""
        try:
            _read_box(box)
        except BoxError as error:
            # Who has the text knows the name of the file.
            where = "" if error.line is None else f"line {error.line}: "
            return Refusal(code="bad-input", text=f"{where}{error.reason}")
        try:
            checked_options(options)
        except OptionError as error:
            return Refusal(code="bad-input", text=str(error))
        started = GameStarted(
            game=GAME_ID, rules=RULES_VERSION, options=tuple(sorted(options.items())), box=box
        )
        first = StepEntered(
            step=StepId.SETUP_ENEMY,
            turn=scenario_named(options.get(SCENARIO, FULL_GAME)).first_turn,
            fresh=True,
            title="Set-up",
            section="10.0",
        )
        return (started, first)

    def begin(self, started: GameStarted) -> State:
        """State after the first event.

        Raises:
            ValueError: the event's box or options cannot be read.
        """
        options = dict(started.options)
        scenario = scenario_named(options.get(SCENARIO, FULL_GAME))
        return State(
            handbook=_handbook_under(started.box),
            public=PublicState(
                turn=scenario.first_turn,
                switches=read_switches(options),
                scenario=scenario.id,
            ),
            hidden={seat: starting_notes(seat, scenario) for seat in SEAT_IDS},
        )

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command, automatic steps included."""
        return engine.decide(state, command)

    def evolve(self, state: State, event: Event) -> State:
        """State after one more event."""
        return evolve.evolve(state, event)

    def view(self, state: State, seat: SeatId) -> View:
        """What a seat or the public may see; from here on only its own secrets are in reach."""
        return view_of(engine.scene_for(state, seat))

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The markers as the table has them."""
        return tuple(state.public.table)

    def last_roll(self, state: State) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return state.public.rolls.last

    def learned_box(self, state: State) -> str | None:
        """The box file's text with what has been filled in during play, None if unchanged."""
        return write_box(state.handbook.box) if state.learned else None

    def reach(self, event: Event) -> Reach:
        """Whether an event may be taken back, is its seat's own affair, or is fixed."""
        return taking_back.reach(event)


@lru_cache(maxsize=4)
def _handbook_under(box: str) -> Handbook:
    """The handbook of every game that begins with this box; what it works out serves them all."""
    return Handbook(_read_box(box))


@lru_cache(maxsize=4)
def _read_box(text: str) -> BoxFile:
    return parse_box(text) if text.strip() else EMPTY_BOX
