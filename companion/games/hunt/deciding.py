"""From a command to events: the answer of what is asked, then everything that follows by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from companion.border import EyeMessage
from companion.games.hunt.byhand import PLAY, offers, special_of
from companion.games.hunt.events import CardsNoted, PublicEvent, SecretEvent
from companion.games.hunt.flow import waiting
from companion.games.hunt.names import SEAT_IDS
from companion.games.hunt.sighting import tap_for, with_markers
from companion.games.hunt.stage import Answer, Ask, Stage
from companion.games.hunt.state import Line, PublicState, State
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.dice import DiceRefusal, RollAgain, six_of
from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.forms import read_inputs
from companion.table.ids import PromptId
from companion.table.pieces import sighting_events
from companion.table.rolls import fold_rolls, is_new, roll_of
from companion.table.values import Refusal, Roll

LOG_LINES: Final = 200
"""How many lines of the log are kept in the state; the journal has them all."""

NOTE_CARDS: Final = "note-cards"
PLAY_NOTED: Final = "play-noted"
_MOST_STEPS: Final = 100
"""More automatic steps than this at a stretch would be a loop."""

_STALE: Final = Refusal(code="stale", text="This was settled already. Look at the prompt again.")
_replace = msgspec.structs.replace


def prompt_of(public: PublicState, ask: Ask) -> PromptId:
    """Id of a question; it counts public facts alone."""
    return PromptId(f"{public.visit}.{ask.key}")


def stage_of(public: PublicState) -> Stage:
    """What play waits for.

    Raises:
        ValueError: something should have followed by itself first.
    """
    found = waiting(public)
    if isinstance(found, Stage):
        return found
    raise ValueError("play was not carried on to where it waits")


def evolve(state: State, event: Event) -> State:
    """The state after one more event."""
    if isinstance(event, SecretEvent):
        before = state.hidden.get(event.seat)
        if before is None:
            return state
        return _replace(state, hidden={**state.hidden, event.seat: event.apply(before)})
    public = state.public
    if isinstance(event, PublicEvent):
        return _replace(state, public=_logged(event.apply(public), event.line(public)))
    public = with_markers(public, event)
    if public is not state.public:
        return _replace(state, public=public)
    rolls = fold_rolls(public.rolls, event)
    if rolls is public.rolls:
        return state
    return _replace(state, public=_logged(_replace(public, rolls=rolls), _roll_line(event)))


def _logged(public: PublicState, line: Line | None) -> PublicState:
    if line is None:
        return public
    return _replace(public, log=(*public.log, line)[-LOG_LINES:], log_count=public.log_count + 1)


def _roll_line(event: Event) -> Line | None:
    match event:
        case RollTaken(roll=roll, purpose=purpose):
            how = {"die": "", "typed": " (typed in)", "generator": " (drawn by the system)"}
            die = "" if roll.sides == 6 else f" of {roll.sides}"
            return Line(text=f"{roll.face}{die} for the {purpose}{how[roll.source]}.")
        case RollKept(roll=roll):
            return Line(text=f"A roll of {roll.face} that nothing asked for counts for nothing.")
        case RollDropped(roll=roll):
            return Line(text=f"{roll.face} of {roll.sides} stands for no number: roll again.")
        case _:
            return None


def carried_on(state: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """Events with all that follows from them by itself."""
    found = list(events)
    for event in found:
        state = evolve(state, event)
    for _ in range(_MOST_STEPS):
        following = waiting(state.public)
        if isinstance(following, Stage):
            break
        # One at a time: what the first leads to may end the game.
        for event in following:
            state = evolve(state, event)
        found.extend(following)
    return tuple(found)


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """What follows from a command, automatic steps included."""
    match command:
        case Act():
            return _act(state, command)
        case DieReported(roll=rolled, is_early=is_early):
            if not is_new(state.public.rolls, rolled):
                return ()
            return _rolled(state, roll_of(rolled), is_early=is_early)
        case RollEntered():
            return _entered(state, command)
        case EyeReported(message=message):
            return _sighted(state, message)


# --- Rolls and lots -----------------------------------------------------------------------------


def _rolled(state: State, roll: Roll, *, is_early: bool) -> tuple[Event, ...]:
    """A roll of the die on the table: the open question's, or kept."""
    stage = stage_of(state.public)
    wanted = stage.ask(state.public).roll
    if is_early or wanted is None or wanted.lot:
        return (RollKept(roll=roll),)
    read = six_of(roll.face, roll.sides)
    if isinstance(read, DiceRefusal | RollAgain):
        return (RollDropped(roll=roll),)
    return _given(state, stage, roll, read)


def _given(state: State, stage: Stage, roll: Roll, face: int) -> tuple[Event, ...]:
    ask = stage.ask(state.public)
    taken = RollTaken(roll=roll, purpose=ask.purpose, seat=ask.seat)
    return carried_on(state, (taken, *stage.roll(state.public, face)))


def _entered(state: State, command: RollEntered) -> tuple[Event, ...] | Refusal:
    stage = stage_of(state.public)
    ask = stage.ask(state.public)
    if ask.roll is None or command.seat != ask.seat:
        return Refusal(code="stale", text="No roll of yours is awaited now. Look at the prompt.")
    if command.prompt is not None and command.prompt != prompt_of(state.public, ask):
        return _STALE
    if not ask.roll.lot:
        roll = Roll(face=command.face, sides=command.sides, source=command.source)
        read = six_of(command.face, command.sides)
        if isinstance(read, DiceRefusal | RollAgain):
            return Refusal(code="bad-input", text=read.text)
        return _given(state, stage, roll, read)
    if command.source != "generator" or command.sides != ask.roll.sides:
        text = "A lot cannot be typed in. Have it drawn, or choose what you drew on the table."
        return Refusal(code="bad-input", text=text)
    return carried_on(state, stage.lot(state.public, command.face))


# --- Sightings ----------------------------------------------------------------------------------


def _sighted(state: State, message: EyeMessage) -> tuple[Event, ...]:
    """What the camera has seen, and what somebody would have tapped for it."""
    before = state.public.last_spots
    seen = sighting_events(state.public.markers, message)
    for event in seen:
        state = evolve(state, event)
    if not seen or state.public.winner:
        return seen
    ask = stage_of(state.public).ask(state.public)
    tap = tap_for(before, state.public, {choice.action for choice in ask.form.choices})
    if tap is None:
        return seen
    prompt = prompt_of(state.public, ask) if tap.answers else None
    act = Act(seat=ask.seat, prompt=prompt, action=tap.action, inputs=tap.inputs)
    tapped = _act(state, act)
    return seen if isinstance(tapped, Refusal) else (*seen, *tapped)


# --- Acts ---------------------------------------------------------------------------------------


def _act(state: State, act: Act) -> tuple[Event, ...] | Refusal:
    if act.seat not in SEAT_IDS:
        return Refusal(code="not-yours", text="Only a seat can do that. Join as one.")
    if act.action == NOTE_CARDS:
        return _noted(act)
    if act.action.partition(":")[0] == PLAY_NOTED:
        return _play_noted(state, act)
    if act.prompt is None:
        return _by_hand(state, act)
    stage = stage_of(state.public)
    ask = stage.ask(state.public)
    if act.prompt != prompt_of(state.public, ask):
        return _STALE
    offered = {choice.action for choice in ask.form.choices}
    if act.seat != ask.seat or act.action not in offered:
        text = "That is not among your choices now. Look at the prompt again."
        return Refusal(code="not-yours", text=text)
    inputs = read_inputs(ask.form, act, lambda _: None)
    if isinstance(inputs, Refusal):
        return inputs
    events = stage.act(state.public, Answer(act.action, inputs))
    return events if isinstance(events, Refusal) else carried_on(state, events)


def _by_hand(state: State, act: Act) -> tuple[Event, ...] | Refusal:
    found = (offer for offer in offers(state.public, act.seat) if offer.action == act.action)
    offer = next(found, None)
    if offer is None:
        return Refusal(code="not-now", text="That cannot be done now. Look what is offered.")
    inputs = read_inputs(offer.form, act, lambda _: None)
    if isinstance(inputs, Refusal):
        return inputs
    events = offer.act(state.public, Answer(act.action, inputs))
    if isinstance(events, Refusal):
        return events
    return carried_on(state, events)


def _noted(act: Act) -> tuple[Event, ...] | Refusal:
    own = special_of(act.seat)
    cards = act.all_inputs("cards")
    if any(card not in own for card in cards):
        text = "Expected cards of your own side, got another. Tick them again."
        return Refusal(code="bad-input", text=text)
    return (CardsNoted(seat=act.seat, cards=tuple(card for card in own if card in cards)),)


def _play_noted(state: State, act: Act) -> tuple[Event, ...] | Refusal:
    """A card out of the seat's own notes is played; the note goes with it."""
    card = act.action.partition(":")[2]
    noted = state.hidden[act.seat].cards
    if card not in noted:
        return _STALE
    inputs = (("tile", card),)
    played = _by_hand(state, Act(seat=act.seat, action=PLAY, inputs=inputs))
    if isinstance(played, Refusal):
        return played
    kept = tuple(one for one in noted if one != card)
    return (*played, CardsNoted(seat=act.seat, cards=kept))
