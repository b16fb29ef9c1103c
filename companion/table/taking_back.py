"""Taking back the last decision, for any game that says which of its events allow it.

A seat may take back what it decided last in the open, alone and without asking, as long as nothing
has happened since that anybody could see, and nothing in the decision itself is fixed: a roll, a
move on the table, something revealed. What is done in private meanwhile, by whom ever, neither
counts nor is lost. All this depends on public facts alone.

Nothing is edited: a decision that could be taken back is announced by one event and taken back by
another, and the fold goes on from the state before it, with the private events since. Prompts that
are asked again after that have new ids, so that an old tap cannot answer them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted, SecretsBound
from companion.table.game import Device, Game
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Choice, Form, Prompt, Region, Text, View, Widget

State = TypeVar("State")

Reach = Literal["free", "private", "fixed"]
"""How far an event reaches: open and free to be taken back, its seat's own affair, or fixed."""

ACTION = "take-back"

REGION = "take-back"

_AGAIN = "~"
"""Stands in the id of a prompt before the number of decisions that were taken back before it."""


class DecisionMade(Event, frozen=True, kw_only=True, tag="decision-made"):
    """The next events are one open decision of a seat, which may take it back.

    Attributes:
        seat: who decided.
        events: how many events it has.
    """

    seat: SeatId
    events: int


class DecisionTakenBack(Event, frozen=True, kw_only=True, tag="decision-taken-back"):
    """A seat takes back the open decision that was made last."""

    seat: SeatId


@runtime_checkable
class AllowsTakingBack(Protocol):
    """What a game offers beside `Game` if decisions in it may be taken back."""

    def reach(self, event: Event) -> Reach:
        """How far an event reaches. Depends on the event alone."""


class Offer(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """A decision that may be taken back.

    Attributes:
        seat: whose.
        before: the state before it.
        open: how many of its events are still to come.
        since: what was done in private after it, by whom ever.
    """

    seat: SeatId
    before: State
    open: int
    since: tuple[Event, ...] = ()


class Takeable(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """A state of the game with what may be taken back of it.

    Attributes:
        now: the game's own state.
        offer: the decision that may be taken back, if there is one.
        made: how many decisions could have been taken back so far.
        times: how many were.
        told: the seat that has just taken one back, until the next open event.
    """

    now: State
    offer: Offer[State] | None = None
    made: int = 0
    times: int = 0
    told: SeatId | None = None


class TakingBack(Generic[State]):
    """A game in which the last decision can be taken back. It is a `Game` itself.

    Args:
        game: the game.
        policy: what it says of its events.
    """

    def __init__(self, game: Game[State], policy: AllowsTakingBack) -> None:
        self.inner = game
        self._policy = policy

    @property
    def id(self) -> str:
        """Stable word of the game."""
        return self.inner.id

    @property
    def title(self) -> str:
        """Name of the game."""
        return self.inner.title

    @property
    def summary(self) -> str:
        """One line for who has not played it."""
        return self.inner.summary

    @property
    def uses(self) -> tuple[Device, ...]:
        """The devices that the game listens to."""
        return self.inner.uses

    def options(self) -> Form:
        """What is chosen before the game begins."""
        return self.inner.options()

    def seats_of(self, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The seats of a game begun with these options."""
        return self.inner.seats_of(options)

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """The events of the game and the two of taking back."""
        return (*self.inner.event_types, DecisionMade, DecisionTakenBack)

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game."""
        return self.inner.start(options, box)

    def begin(self, started: GameStarted) -> Takeable[State]:
        """State after the first event.

        Raises:
            ValueError: the event's box or options cannot be read.
        """
        return Takeable(now=self.inner.begin(started))

    def decide(self, state: Takeable[State], command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command; an open decision of a seat is announced by an event."""
        if isinstance(command, Act) and command.action.partition(":")[0] == ACTION:
            return self._take_back(state, command)
        if isinstance(command, Act | RollEntered) and command.prompt is not None:
            asked = _without_times(command.prompt, state.times)
            if asked is None:
                return Refusal(
                    code="stale", text="That question was taken back. Look what is asked now."
                )
            command = msgspec.structs.replace(command, prompt=asked)
        decided = self.inner.decide(state.now, command)
        if isinstance(decided, Refusal) or not isinstance(command, Act):
            return decided
        reaches = {self._policy.reach(event) for event in decided}
        if "free" not in reaches or "fixed" in reaches:
            return decided
        return (DecisionMade(seat=command.seat, events=len(decided)), *decided)

    def evolve(self, state: Takeable[State], event: Event) -> Takeable[State]:
        """State after one more event."""
        match event:
            case DecisionMade():
                return msgspec.structs.replace(
                    state,
                    offer=Offer(seat=event.seat, before=state.now, open=event.events),
                    made=state.made + 1,
                    told=None,
                )
            case DecisionTakenBack():
                return self._taken_back(state, event)
            case SecretsBound():
                return state
            case _:
                return self._gone_on(state, event)

    def view(self, state: Takeable[State], seat: SeatId) -> View:
        """What a seat or the public may see."""
        view = self.inner.view(state.now, seat)
        regions = view.regions
        if state.times:
            regions = tuple(_asked_again(region, state.times) for region in regions)
        titles = {one.id: one.title for one in self.inner.seats_of({})}
        offered = _region(state, seat, titles)
        return msgspec.structs.replace(
            view, regions=regions if offered is None else (*regions, offered)
        )

    def pieces(self, state: Takeable[State]) -> tuple[Piece, ...]:
        """The markers as the table has them."""
        return self.inner.pieces(state.now)

    def last_roll(self, state: Takeable[State]) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return self.inner.last_roll(state.now)

    def learned_box(self, state: Takeable[State]) -> str | None:
        """The box file's text with what has been filled in during play, None if unchanged."""
        return self.inner.learned_box(state.now)

    def _take_back(self, state: Takeable[State], act: Act) -> tuple[Event, ...] | Refusal:
        offer = state.offer
        if offer is None or offer.seat != act.seat or act.action != _action(state):
            return Refusal(
                code="stale",
                text="Something has happened since, so that it can no longer be taken back.",
            )
        return (DecisionTakenBack(seat=act.seat),)

    def _taken_back(self, state: Takeable[State], event: DecisionTakenBack) -> Takeable[State]:
        if state.offer is None:
            return state
        now = state.offer.before
        for since in state.offer.since:
            now = self.inner.evolve(now, since)
        return msgspec.structs.replace(
            state, now=now, offer=None, times=state.times + 1, told=event.seat
        )

    def _gone_on(self, state: Takeable[State], event: Event) -> Takeable[State]:
        now = self.inner.evolve(state.now, event)
        offer = state.offer
        if offer is None and state.told is None:
            # The way of nearly all events: it has to be short.
            return Takeable(now=now, made=state.made, times=state.times)
        if offer is not None and offer.open:
            offer = msgspec.structs.replace(offer, open=offer.open - 1)
            return msgspec.structs.replace(state, now=now, offer=offer)
        if self._policy.reach(event) == "private":
            if offer is not None:
                offer = msgspec.structs.replace(offer, since=(*offer.since, event))
            return msgspec.structs.replace(state, now=now, offer=offer)
        return msgspec.structs.replace(state, now=now, offer=None, told=None)


def _action(state: Takeable[State]) -> str:
    """What is pressed to take back the decision that is offered, and no other."""
    return f"{ACTION}:{state.made}"


def _region(state: Takeable[State], seat: SeatId, titles: Mapping[SeatId, str]) -> Region | None:
    """What a viewer may take back, or is told of; None where there is nothing of it."""
    widgets: list[Widget] = []
    if state.told is not None:
        who = titles.get(state.told, state.told)
        widgets.append(Text(text=f"The seat {who} has taken back its last decision."))
    offer = state.offer
    if offer is not None and offer.seat == seat != PUBLIC:
        choice = Choice(action=_action(state), label="Take back my last decision")
        widgets.append(
            Prompt(
                id=None,
                sentence="Until something else happens you may take back what you decided last.",
                form=Form(choices=(choice,)),
            )
        )
    if not widgets:
        return None
    return Region(name=REGION, title="Take back", role="tab", widgets=tuple(widgets))


def _asked_again(region: Region, times: int) -> Region:
    """A region whose prompts cannot be answered by taps on what was taken back."""
    if not any(isinstance(widget, Prompt) and widget.id for widget in region.widgets):
        return region
    widgets = tuple(
        msgspec.structs.replace(widget, id=PromptId(f"{widget.id}{_AGAIN}{times}"))
        if isinstance(widget, Prompt) and widget.id
        else widget
        for widget in region.widgets
    )
    return msgspec.structs.replace(region, widgets=widgets)


def _without_times(prompt: PromptId, times: int) -> PromptId | None:
    """The game's own id of a prompt; None if it was asked before the last taking back."""
    own, _, given = prompt.rpartition(_AGAIN)
    if not times:
        return None if own else prompt
    return PromptId(own) if own and given == str(times) else None
