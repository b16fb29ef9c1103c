"""The cooperative quest as a game of the table (`companion.table.game.Game`)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from companion.border import EyeMessage
from companion.games.quest import by_hand, caught, dice, helps, paying, stage_ends, stages, turn
from companion.games.quest.box import GAME_ID, read_box, write_box
from companion.games.quest.desk import Desk
from companion.games.quest.events import EVENTS, evolve, reach_of
from companion.games.quest.events_play import Said
from companion.games.quest.flow import HANDLERS, NOT_NOW, answer, ask_of, prompt_id, settle
from companion.games.quest.names import ALL_SEATS, FRODO
from companion.games.quest.sighting import moved_marker
from companion.games.quest.state import (
    CLOCKWISE,
    COMPETITIVE,
    PASSING,
    PREPARATIONS,
    TRAITOR,
    HiddenState,
    Player,
    PublicState,
    State,
    Task,
    scene_for,
)
from companion.games.quest.views import view_of
from companion.table.box_editor import BoxTextError
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.counters import camera_field
from companion.table.dice import DiceRefusal, RollAgain, six_of
from companion.table.events import TABLE_EVENTS, Event, GameStarted, RollKept, RollTaken
from companion.table.game import Device
from companion.table.ids import PUBLIC, SeatId
from companion.table.options import number_option
from companion.table.pieces import sighting_events
from companion.table.rolls import is_new, roll_of
from companion.table.taking_back import Reach
from companion.table.values import Piece, Refusal, Roll, Seat
from companion.table.views import Field, Form, Option, View

RULES_VERSION: Final = "1"
LEVELS: Final = {"introductory": 15, "standard": 12, "expert": 10}
"""Where Sauron begins on the Corruption line."""

_VARIANTS: Final = {
    PREPARATIONS: "Preparations at Bag End",
    PASSING: "A Ring-bearer who cannot pay hands the Ring on",
    CLOCKWISE: "Turns go on clockwise from board to board",
    COMPETITIVE: "Competitive: each scores with own shields",
    TRAITOR: "Competitive: the Ring-bearer may be turned by Sauron",
}
_ANYTIME: Final = {
    **helps.ANYTIME,
    by_hand.SET: by_hand.set_right,
    by_hand.SHIELDS: by_hand.set_shields,
    by_hand.HELD: by_hand.set_tokens,
    by_hand.BEARER: by_hand.set_bearer,
}
"""What may be pressed while something else is asked."""

_CHAPTERS: Final = (caught, dice, helps, paying, stage_ends, stages, turn)
"""Modules that enter the handlers of their tasks."""


class QuestGame:
    """Two to five players together against one enemy."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""
        return GAME_ID

    @property
    def title(self) -> str:
        """Name for people."""
        return "The Cooperative Quest"

    @property
    def summary(self) -> str:
        """One line for who has not played it."""
        return "Carry the Ring to the mountain together, for two to five."

    @property
    def uses(self) -> tuple[Device, ...]:
        """Rolls come from the die, markers from the camera where the sheet of lines lies."""
        return ("die", "eye")

    def options(self) -> Form:
        """How many play, how hard it is, which variants, and whether the camera reads the sheet."""
        return Form(
            fields=(
                Field(
                    name="players", label="Players", kind="number", value="2", minimum=2, maximum=5
                ),
                Field(
                    name="level",
                    label="Sauron begins",
                    kind="select",
                    value="standard",
                    options=tuple(
                        Option(value=name, label=f"{name}: on {at}") for name, at in LEVELS.items()
                    ),
                ),
                Field(
                    name="variants",
                    label="Variants",
                    kind="ticks",
                    options=tuple(Option(value=key, label=text) for key, text in _VARIANTS.items()),
                ),
                camera_field("the sheet of lines"),
            )
        )

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The Hobbits by number of players, clockwise."""
        return ALL_SEATS[: number_option(options, "players", 2)]

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold."""
        return (*TABLE_EVENTS, *EVENTS)

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game."""
        try:
            read_box(box)
        except BoxTextError as error:
            return Refusal(code="bad-input", text=str(error))
        variants = _variants(options)
        if TRAITOR in variants and COMPETITIVE not in variants:
            return Refusal(
                code="bad-input",
                text="The Ring-bearer is turned in the competitive game only: tick both or none.",
            )
        if not 2 <= number_option(options, "players", 2) <= len(ALL_SEATS):
            return Refusal(code="bad-input", text="Two to five players were expected.")
        started = GameStarted(
            game=GAME_ID, rules=RULES_VERSION, options=tuple(sorted(options.items())), box=box
        )
        desk = Desk(self.begin(started))
        desk.push(Task(kind="stage", text="bag-end"))
        settle(desk)
        return (started, *desk.written())

    def begin(self, started: GameStarted) -> State:
        """State after the first event.

        Raises:
            ValueError: the event's box or options cannot be read.
        """
        options = dict(started.options)
        seats = [seat.id for seat in self.seats_of(options)]
        return State(
            box=read_box(started.box),
            public=PublicState(
                variants=_variants(options),
                players=tuple(Player(seat=seat) for seat in seats),
                bearer=FRODO,
                active=FRODO,
                sauron=LEVELS[options.get("level", "standard")],
            ),
            hidden=HiddenState(hands=dict.fromkeys(seats, ()), shields=dict.fromkeys(seats, 0)),
        )

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command, automatic steps included."""
        match command:
            case Act():
                return self._act(state, command)
            case RollEntered():
                return self._entered(state, command)
            case DieReported():
                return self._reported(state, command)
            case EyeReported(message=message):
                return self._seen(state, message)

    def _act(self, state: State, act: Act) -> tuple[Event, ...] | Refusal:
        if act.seat not in state.public.alive or state.public.outcome:
            return Refusal(code="not-yours", text="Only who is still in the game may act.")
        helper = _ANYTIME.get(act.action.partition(":")[0])
        if helper is not None:
            desk = Desk(state)
            refusal = helper(desk, act)
            if refusal is not None:
                return refusal
        else:
            answered = answer(state, act)
            if isinstance(answered, Refusal):
                return answered
            desk = answered
        settle(desk)
        return desk.written()

    def _entered(self, state: State, command: RollEntered) -> tuple[Event, ...] | Refusal:
        scene = scene_for(state, command.seat)
        task, ask = scene.public.top, ask_of(scene)
        if ask.roll is None or command.seat not in ask.seats:
            return Refusal(code="not-now", text="No roll is asked of you now.")
        if command.prompt != prompt_id(scene):
            return NOT_NOW
        if command.sides != ask.roll.sides or not 1 <= command.face <= command.sides:
            return Refusal(
                code="bad-input",
                text=f"A number from 1 to {ask.roll.sides} was expected. Load the page again.",
            )
        if ask.roll.lot and command.source != "generator":
            return Refusal(code="bad-input", text="This is drawn, not typed in.")
        desk = Desk(state)
        if not ask.roll.lot:
            roll = Roll(face=command.face, sides=command.sides, source=command.source)
            desk.emit(RollTaken(roll=roll, purpose=ask.sentence, seat=task.seat))
        HANDLERS[task.kind].roll(desk, task, command.face)
        settle(desk)
        return desk.written()

    def _reported(self, state: State, command: DieReported) -> tuple[Event, ...]:
        if not is_new(state.public.rolls, command.roll):
            return ()
        roll = roll_of(command.roll)
        # Whoever sets something right meanwhile takes no roll from the player (`caught`).
        above = tuple(takewhile(lambda one: one.kind == caught.CAUGHT, state.public.agenda))
        task = next(iter(state.public.agenda[len(above) :]), state.public.top)
        face = six_of(roll.face, roll.sides)
        if task.kind != "roll" or command.is_early:
            words = f"A roll of {roll.face} that nothing asked for counts for nothing."
            return (RollKept(roll=roll), Said(words=words))
        if isinstance(face, RollAgain | DiceRefusal):
            return (RollKept(roll=roll), Said(words=face.text))
        desk = Desk(state)
        desk.emit(RollTaken(roll=roll, purpose="Roll the die.", seat=task.seat))
        for _ in above:
            desk.pop()
        HANDLERS[task.kind].roll(desk, task, face)
        for one in reversed(above):
            desk.push(one)
        settle(desk)
        return desk.written()

    def _seen(self, state: State, message: EyeMessage) -> tuple[Event, ...]:
        """What the camera has seen, and what somebody would have tapped for it."""
        before = state.public.last_spots
        seen = sighting_events(state.public.markers_seen, message)
        desk = Desk(state)
        for event in seen:
            desk.emit(event)
        if not seen or state.public.outcome:
            return seen
        moved = moved_marker(before, scene_for(desk.state, PUBLIC))
        if moved is None or by_hand.put_as_seen(desk, *moved) is not None:
            return seen
        settle(desk)
        return desk.written()

    def evolve(self, state: State, event: Event) -> State:
        """State after one more event."""
        return evolve(state, event)

    def view(self, state: State, seat: SeatId) -> View:
        """What a seat or the public may see."""
        return view_of(scene_for(state, seat), seat, self.title)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The cubes on the sheet of lines."""
        return tuple(state.public.markers_seen)

    def last_roll(self, state: State) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return state.public.rolls.last

    def reach(self, event: Event) -> Reach:
        """Whether an event may be taken back or is fixed."""
        return reach_of(event)

    def learned_box(self, state: State) -> str | None:
        """The box file's text with what has been filled in, None if unchanged."""
        return write_box(state.box) if state.learned else None


def _variants(options: Mapping[str, str]) -> tuple[str, ...]:
    ticked = options.get("variants", "").split(",")
    return tuple(variant for variant in _VARIANTS if variant in ticked)
