"""The war for the Ring as a game of the table (`companion.table.game.Game`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.ringwar import engine, events, events_by_hand, events_people
from companion.games.ringwar.board import board_of
from companion.games.ringwar.events import CellLearned, DeckRefilled, PublicEvent, SecretEvent
from companion.games.ringwar.facts import facts_of
from companion.games.ringwar.names import SEAT_IDS, SEAT_TITLES
from companion.games.ringwar.plan import GAME_ID, PLAN
from companion.games.ringwar.sighting import with_markers
from companion.games.ringwar.state import Deck, Hand, Public, State
from companion.games.ringwar.views import view_of
from companion.table.box_editor import BoxChangeError, BoxTextError
from companion.table.commands import Command
from companion.table.dice import six_of
from companion.table.events import (
    TABLE_EVENTS,
    Event,
    GameStarted,
    RollDropped,
    RollKept,
    RollTaken,
)
from companion.table.game import Device
from companion.table.grid_box import write_box
from companion.table.ids import SeatId
from companion.table.options import number_option
from companion.table.pieces import MARKER_EVENTS, fold_pieces
from companion.table.rolls import fold_rolls
from companion.table.taking_back import Reach
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Field, Form, LogLine, View

RULES_VERSION: Final = "1"
TURNS: Final = 20
"""The last game turn unless another is agreed: the use cases name none."""
LOG_LINES: Final = 200

_replace = msgspec.structs.replace
_OWN_EVENTS: Final = tuple(
    one
    for module in (events, events_people, events_by_hand)
    for one in vars(module).values()
    if isinstance(one, type)
    and issubclass(one, PublicEvent | SecretEvent)
    and one not in (PublicEvent, SecretEvent)
    and one.__module__ == module.__name__
)

_FIXED: Final = (
    events.CellLearned,
    events.EventDiscarded,
    events.EventDrawn,
    events.EventPlayed,
    events.DeckRefilled,
    events.ResultShown,
    events.SearchDrawn,
    events_people.Died,
)
"""Public events by which somebody has learned what nobody can forget, or that end a life."""


class RingwarGame:
    """Two seats, one map in the open, event cards in secret hands."""

    @property
    def id(self) -> str:
        """Stable word, kept in journals."""
        return GAME_ID

    @property
    def title(self) -> str:
        """Name for people."""
        return "The Ringbearer's Road"

    @property
    def summary(self) -> str:
        """One line for who has not played it."""
        return "The Fellowship against Shadow Points, searches and single combats, for two."

    @property
    def uses(self) -> tuple[Device, ...]:
        """Rolls come from the die, cubes on a map that its owner has surveyed from the camera."""
        return ("die", "eye")

    def options(self) -> Form:
        """How long the game lasts."""
        turns = Field(
            name="turns",
            label="Last game turn",
            kind="number",
            value=str(TURNS),
            minimum=1,
            maximum=99,
        )
        return Form(fields=(turns,))

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The two seats; which plays what side is decided in the game."""
        return tuple(Seat(id=seat, title=SEAT_TITLES[seat]) for seat in SEAT_IDS)

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """Every event that this game's journals can hold."""
        return (*TABLE_EVENTS, *_OWN_EVENTS)

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game; a box that cannot be read is refused with its line."""
        try:
            facts_of(box)
            board_of(box)
        except (BoxTextError, ValueError) as error:
            return Refusal(code="bad-input", text=str(error))
        chosen = tuple(sorted(options.items()))
        return (GameStarted(game=GAME_ID, rules=RULES_VERSION, options=chosen, box=box),)

    def begin(self, started: GameStarted) -> State:
        """State after the first event.

        Raises:
            ValueError: the event's box cannot be read.
        """
        facts = facts_of(started.box)
        deck = facts.cards("events")
        turns = number_option(dict(started.options), "turns", TURNS)
        public = Public(
            last_turn=max(1, turns),
            has_event_deck=bool(deck),
            deck=len(deck),
            search_deck=facts.cards("searches"),
        )
        hands = {seat: Hand() for seat in SEAT_IDS}
        return State(facts=facts, public=public, hands=hands, deck=Deck(cards=deck))

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command, automatic steps included."""
        return engine.decide(state, command, self.evolve)

    def evolve(self, state: State, event: Event) -> State:
        """State after one more event."""
        if isinstance(event, SecretEvent):
            hand = state.hands.get(event.seat)
            if hand is None:
                return state
            after, deck = event.apply(hand, state.deck)
            return _replace(state, hands={**state.hands, event.seat: after}, deck=deck)
        if isinstance(event, PublicEvent):
            return _with_public(state, event)
        if isinstance(event, RollTaken | RollKept | RollDropped):
            rolls = fold_rolls(state.public.rolls, event)
            # A new roll makes the results of the last one old.
            results = () if isinstance(event, RollTaken) else state.public.results
            public = _replace(state.public, rolls=rolls, results=results)
            return _replace(state, public=_logged(public, _roll_words(event)))
        markers = fold_pieces(state.public.markers, event)
        if markers is state.public.markers:
            return state
        return _replace(state, public=with_markers(state.public, markers))

    def view(self, state: State, seat: SeatId) -> View:
        """What a seat or the public may see."""
        return view_of(engine.scene_for(state, seat), seat)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The cubes on the map."""
        return tuple(state.public.markers)

    def last_roll(self, state: State) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return state.public.rolls.last

    def reach(self, event: Event) -> Reach:
        """Open choices may be taken back, one that ends the game too; cards, rolls and values not.

        Cubes stay where they stand.
        """
        if isinstance(event, MARKER_EVENTS):
            return "table"
        is_open = isinstance(event, PublicEvent) and not isinstance(event, _FIXED)
        return "free" if is_open else "fixed"

    def learned_box(self, state: State) -> str | None:
        """The box file's text with what the owner has filled in, None if unchanged."""
        return write_box(PLAN, state.facts.box) if state.learned else None


def _roll_words(event: RollTaken | RollKept | RollDropped) -> str:
    """What the log says of a roll that led to nothing; one that was taken has its result there."""
    if isinstance(event, RollTaken):
        return ""
    read = six_of(event.roll.face, event.roll.sides)
    if isinstance(event, RollDropped) and not isinstance(read, int):
        return read.text
    return f"A roll of {event.roll.face} that nothing asked for counts for nothing."


def _logged(public: Public, text: str, *, heading: bool = False) -> Public:
    if not text:
        return public
    line = LogLine(number=public.log_count + 1, text=text, heading=heading)
    lines = (*public.log, line)[-LOG_LINES:]
    return _replace(public, log=lines, log_count=public.log_count + 1)


def _with_public(state: State, event: PublicEvent) -> State:
    before = state.public
    public = event.apply(before)
    text = event.line(before)
    heading = text.startswith("Game turn ") and text.endswith(str(public.turn))
    public = _logged(public, text, heading=heading)
    state = _replace(state, public=_replace(public, count=before.count + 1))
    if isinstance(event, DeckRefilled):
        return _replace(state, deck=Deck(cards=tuple(sorted(state.deck.discards))))
    if isinstance(event, CellLearned):
        try:
            facts = state.facts.with_answer(event.address, event.value)
        except (BoxChangeError, ValueError):
            return state
        return _replace(state, facts=facts, learned=state.learned + 1)
    return state
