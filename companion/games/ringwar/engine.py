"""The walk of a game: commands in, events out, automatic steps included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.border import EyeMessage
from companion.games.ringwar import (
    by_hand,
    cards,
    dark,
    fights,
    magic,
    searching,
    seizing,
    turn,
    walking,
)
from companion.games.ringwar.events import (
    CellAsked,
    CellLearned,
    GameEnded,
    PublicEvent,
    SecretEvent,
    TaskBegun,
)
from companion.games.ringwar.facts import UnknownCellError, asker
from companion.games.ringwar.flow import NOT_NOW, Ask, Handler, Scene, choice
from companion.games.ringwar.names import SEAT_IDS
from companion.games.ringwar.plan import COUNTS, PLAN, value_fault
from companion.games.ringwar.rules import victory
from companion.games.ringwar.sighting import taps_for
from companion.games.ringwar.state import Public, State
from companion.games.ringwar.tasks import (
    Capture,
    ChooseBearer,
    DarkMove,
    Escape,
    Fight,
    FreeSearch,
    MagicCards,
    Reduce,
    RemoveRing,
    Search,
    TooMuchMagic,
    Walk,
)
from companion.table.box_editor import BoxChangeError
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.dice import DiceRefusal, RollAgain, six_of
from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.forms import read_inputs
from companion.table.grid_box import GridColumn
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.pieces import sighting_events
from companion.table.rolls import is_new, roll_of
from companion.table.values import Refusal, Roll
from companion.table.views import Field, Form, Option

Fold = Callable[[State, Event], State]

STEPS: Final[Mapping[str, Handler]] = {
    "sides": turn.Sides(),
    "set-up": turn.SetUp(),
    "escape": turn.Escapes(),
    "ring": turn.RingPhase(),
    "events": cards.EventPhase(),
    "search": searching.SearchPhase(),
    "fellowship": walking.FellowshipTurn(),
    "dark": dark.DarkTurn(),
}
TASKS: Final[Mapping[type[object], Handler]] = {
    Escape: turn.EscapeHandler(),
    RemoveRing: turn.RemoveRingHandler(),
    Search: searching.SearchHandler(),
    FreeSearch: searching.FreeSearchHandler(),
    Capture: searching.CaptureHandler(),
    Walk: walking.WalkHandler(),
    DarkMove: dark.DarkMoveHandler(),
    Reduce: dark.ReduceHandler(),
    Fight: fights.FightHandler(),
    MagicCards: magic.MagicHandler(),
    TooMuchMagic: magic.TooMuchMagicHandler(),
    ChooseBearer: seizing.ChooseBearerHandler(),
}
_MOST_STEPS: Final = 500
"""So many automatic steps never follow one command; more would be a fault of the program."""

_OVER: Final = Refusal(code="not-now", text="The game is over.")


def scene_for(state: State, viewer: SeatId) -> Scene:
    """What the rules get on behalf of a viewer: the only place that hands a hand out."""
    if viewer not in SEAT_IDS:
        return Scene(facts=state.facts, public=state.public)
    hand = state.hands[viewer].cards
    return Scene(facts=state.facts, public=state.public, seat=viewer, hand=hand)


def handler_of(public: Public) -> Handler:
    """Who has the say: the use case under way, else the step."""
    return STEPS[public.step] if public.task is None else TASKS[type(public.task)]


def question(scene: Scene) -> Ask | None:
    """What is asked at the moment, None in a game that is over."""
    public = scene.public
    if public.over:
        return None
    if public.cell is not None:
        return _cell_question(public)
    return handler_of(public).ask(scene)


def prompt_id(public: Public) -> PromptId:
    """The name of the question at the moment; it counts public events alone."""
    return PromptId(f"q{public.count}")


def decide(state: State, command: Command, fold: Fold) -> tuple[Event, ...] | Refusal:
    """What follows from a command.

    Args:
        state: everything.
        command: what was done.
        fold: the state after one more event.
    """
    if isinstance(command, EyeReported):
        return _seen(state, command.message, fold)
    try:
        first = _first(state, command)
    except UnknownCellError as error:
        first = (_asked(state.public, error),)
    if isinstance(first, Refusal) or not first:
        return first
    events = list(first)
    for event in first:
        state = fold(state, event)
    return (*events, *_settled(state, fold))


def _settled(state: State, fold: Fold) -> list[Event]:
    """Everything that follows without anybody's doing."""
    events: list[Event] = []
    for _ in range(_MOST_STEPS):
        more = automatic(state.public, scene_for(state, PUBLIC))
        if not more:
            return events
        for event in more:
            state = fold(state, event)
            events.append(event)
    raise RuntimeError("the game does not come to rest")


def automatic(public: Public, scene: Scene) -> tuple[PublicEvent | SecretEvent, ...]:
    """The next events that need nobody; empty where somebody is asked.

    A value that the box lacks is asked for here: before its question, never in the midst of it.
    """
    if public.over or public.cell is not None:
        return ()
    won = victory(scene.facts, public)
    if won is not None:
        return (GameEnded(winner=won[0], why=won[1]),)
    bearer = public.bearer()
    waits = public.task is None or not isinstance(public.task, Fight | ChooseBearer)
    if bearer is not None and bearer.is_dead and waits:
        return (TaskBegun(task=ChooseBearer(place=bearer.place)),)
    handler = handler_of(public)
    try:
        events = handler.auto(scene)
        if not events:
            handler.ask(scene)
    except UnknownCellError as error:
        return (_asked(public, error),)
    return events


def _asked(public: Public, error: UnknownCellError) -> CellAsked:
    return CellAsked(address=error.address, side=asker(error.address, public.turn_of()))


# --- commands ----------------------------------------------------------------------------------


def _first(state: State, command: Act | RollEntered | DieReported) -> tuple[Event, ...] | Refusal:
    match command:
        case Act():
            return _act(state, command)
        case RollEntered():
            return _entered(state, command)
        case DieReported():
            return _reported(state, command)


def _seen(state: State, message: EyeMessage, fold: Fold) -> tuple[Event, ...]:
    """What the camera has seen, and what somebody would have tapped for it, all or nothing."""
    before = state.public
    seen = sighting_events(before.markers, message)
    for event in seen:
        state = fold(state, event)
    followed: list[Event] = []
    for tap in taps_for(before, state.public) if seen else ():
        ask = question(scene_for(state, PUBLIC))
        if ask is None or not ask.seats:
            return seen
        prompt = prompt_id(state.public)
        act = Act(seat=ask.seats[0], prompt=prompt, action=tap.action, inputs=tap.inputs)
        events = decide(state, act, fold)
        if isinstance(events, Refusal):
            return seen
        for event in events:
            state = fold(state, event)
        followed += events
    return (*seen, *followed)


def _act(state: State, act: Act) -> tuple[Event, ...] | Refusal:
    if act.seat not in SEAT_IDS:
        return Refusal(code="not-yours", text="Only a seat may act.")
    if state.public.over:
        return _OVER
    scene = scene_for(state, act.seat)
    if act.prompt is None:
        return anytime(scene, act)
    ask = question(scene)
    if ask is None or act.prompt != prompt_id(state.public):
        return Refusal(code="stale", text="This was asked before. Look again at what is asked now.")
    if act.seat not in ask.seats:
        return Refusal(code="not-yours", text="The other player is asked.")
    if act.action not in {one.action for one in ask.form.choices}:
        return NOT_NOW
    inputs = read_inputs(ask.form, act, lambda text: text)
    if isinstance(inputs, Refusal):
        return inputs
    if state.public.cell is not None:
        return _answered(state, inputs.get("value", ("",))[0])
    if _is_event_draw(state.public) and act.action == cards.LAST:
        return cards.drawn(state, act.seat, 1)
    return handler_of(state.public).act(scene, act.action, inputs)


def anytime(scene: Scene, act: Act) -> tuple[Event, ...] | Refusal:
    """What a seat may do unasked: play or discard event cards, put somebody right by hand."""
    verb, _, what = act.action.partition(":")
    match verb:
        case "play":
            return cards.play(scene, what, act.input("effect") or "")
        case "discard":
            return cards.discard(scene, what)
        case _ if act.action in by_hand.ACTIONS:
            return by_hand.put_right(scene, act)
        case _:
            return NOT_NOW


# --- rolls -------------------------------------------------------------------------------------


def _entered(state: State, command: RollEntered) -> tuple[Event, ...] | Refusal:
    if state.public.over:
        return _OVER
    scene = scene_for(state, command.seat)
    ask = question(scene)
    wanted = ask is not None and (ask.roll or ask.lot)
    if ask is None or not wanted or command.seat not in ask.seats:
        return Refusal(code="not-now", text="No roll is asked of you.")
    if command.prompt not in (None, prompt_id(state.public)):
        return Refusal(code="stale", text="This roll was asked for before. Look again.")
    if ask.lot:
        if command.source != "generator" or command.sides != ask.lot:
            return Refusal(
                code="bad-input", text=f"A card drawn blind of {ask.lot} was expected. Draw again."
            )
        return _lot_drawn(state, scene, command.face)
    roll = Roll(face=command.face, sides=command.sides, source=command.source)
    number = six_of(roll.face, roll.sides)
    if isinstance(number, DiceRefusal):
        return Refusal(code="bad-input", text=number.text)
    if isinstance(number, RollAgain):
        return Refusal(code="rule", text=number.text)
    return _rolled(state, scene, ask, roll, number)


def _lot_drawn(state: State, scene: Scene, face: int) -> tuple[Event, ...]:
    """A lot: public for a search card; only its seat learns which event card it was."""
    if _is_event_draw(state.public) and scene.seat is not None:
        return cards.drawn(state, scene.seat, face)
    return handler_of(state.public).rolled(scene, face)


def _is_event_draw(public: Public) -> bool:
    """Whether a card that is drawn now is an event card, which its seat alone learns."""
    return public.step == "events" and public.task is None


def _reported(state: State, command: DieReported) -> tuple[Event, ...]:
    public = state.public
    if not is_new(public.rolls, command.roll):
        return ()
    roll = roll_of(command.roll)
    scene = scene_for(state, PUBLIC)
    ask = question(scene)
    number = six_of(roll.face, roll.sides)
    if ask is None or not ask.roll or command.is_early:
        return (RollKept(roll=roll),)
    if not isinstance(number, int):
        return (RollDropped(roll=roll),)
    return _rolled(state, scene, ask, roll, number)


def _rolled(state: State, scene: Scene, ask: Ask, roll: Roll, number: int) -> tuple[Event, ...]:
    taken = RollTaken(roll=roll, purpose=ask.roll, seat=ask.seats[0])
    return (taken, *handler_of(state.public).rolled(scene, number))


# --- values that the box lacks -------------------------------------------------------------------


def cell_words(address: str) -> str:
    """Where a value belongs, in words."""
    sheet_id, row, name = address.split("/")
    sheet = PLAN.sheet(sheet_id)
    column = None if sheet is None else sheet.column(name)
    if sheet is None or column is None:
        return address
    return f"{sheet.title}, {dict(sheet.rows).get(row, row)}, {column.title}"


def _cell_question(public: Public) -> Ask:
    cell = public.cell
    if cell is None:
        raise ValueError("no value is asked for")
    sheet_id, _, name = cell.address.split("/")
    sheet = PLAN.sheet(sheet_id)
    column = None if sheet is None else sheet.column(name)
    words = cell_words(cell.address)
    return Ask(
        seats=(public.seat_of(cell.side),),
        sentence=f"What does your copy of the game say? {words}",
        others=f"A value is being filled in: {words}",
        section="",
        detail=("It is asked once and kept in the box file.",),
        form=Form(
            choices=(choice("fill", "Fill it in"),), fields=(_cell_field(sheet_id, column, words),)
        ),
    )


def _cell_field(sheet_id: str, column: GridColumn | None, words: str) -> Field:
    if column is None or column.kind in ("text", "long"):
        return Field(name="value", label=words, kind="text")
    if column.kind == "number":
        low = 0 if sheet_id in COUNTS else -99
        return Field(name="value", label=words, kind="number", minimum=low, maximum=999)
    options = tuple(Option(value=one, label=one) for one in column.choices)
    return Field(name="value", label=words, kind="select", options=options, value=options[0].value)


def _answered(state: State, value: str) -> tuple[Event, ...] | Refusal:
    cell = state.public.cell
    if cell is None or not value:
        return Refusal(code="bad-input", text="A value was expected and nothing came. Fill it in.")
    fault = value_fault(cell.address, value)
    if not fault:
        try:
            state.facts.with_answer(cell.address, value)
        except BoxChangeError as error:
            fault = error.reason
    if fault:
        return Refusal(code="bad-input", text=f"{cell_words(cell.address)}: {fault}.")
    return (CellLearned(address=cell.address, value=value),)
