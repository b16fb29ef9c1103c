"""Taking back the last decision, for any game that says which of its events allow it.

A seat may take back what it decided last in the open, alone and without asking, as long as nothing
has happened since that anybody could see, and nothing in the decision itself is fixed: a roll, a
move on the table, something revealed. Once others have decided something since, or markers have
moved, it may still ask, and the decision is taken back with all decisions since if every other seat
agrees. Nothing is ever taken back across what is fixed. What is done in private meanwhile, by whom
ever, neither counts nor is lost, and markers stay where they stand. All this depends on public
facts alone.

Nothing is edited: a decision that could be taken back is announced by one event and taken back by
another, and the fold goes on from the state before it, with the private events since. Prompts that
are asked again after that have new ids, so that an old tap cannot answer them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted, SecretsBound
from companion.table.game import Device, Game
from companion.table.ids import PromptId, SeatId
from companion.table.taking_back_state import (
    ACTIONS,
    EVENTS,
    REGION,
    DecisionMade,
    DecisionTakenBack,
    Reach,
    Takeable,
    TakingBackAnswered,
    TakingBackAsked,
    TakingBackWithdrawn,
    Told,
    decided_on,
    kept,
    to_be_asked_for,
    with_asking,
    with_decision,
)
from companion.table.taking_back_view import regions_of
from companion.table.values import Piece, Refusal, Seat
from companion.table.views import Form, Prompt, Region, View

__all__ = (
    "REGION",
    "AllowsTakingBack",
    "DecisionMade",
    "DecisionTakenBack",
    "Reach",
    "Takeable",
    "TakingBack",
)

State = TypeVar("State")

_AGAIN: Final = "~"
"""Stands in the id of a prompt before the number of decisions that were taken back before it."""


@runtime_checkable
class AllowsTakingBack(Protocol):
    """What a game offers beside `Game` if decisions in it may be taken back."""

    def reach(self, event: Event) -> Reach:
        """How far an event reaches. Depends on the event alone."""


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
        """The events of the game and those of taking back."""
        return (*self.inner.event_types, *EVENTS)

    def start(self, options: Mapping[str, str], box: str) -> tuple[Event, ...] | Refusal:
        """First events of a new game."""
        return self.inner.start(options, box)

    def begin(self, started: GameStarted) -> Takeable[State]:
        """State after the first event.

        Raises:
            ValueError: the event's box or options cannot be read.
        """
        now = self.inner.begin(started)
        return Takeable(now=now, seats=self.inner.seats_of(dict(started.options)))

    def decide(self, state: Takeable[State], command: Command) -> tuple[Event, ...] | Refusal:
        """What follows from a command; an open decision of a seat is announced by an event."""
        # A game may have choices of the same word; those answer a prompt of its own.
        if isinstance(command, Act) and command.prompt is None and _verb(command) in ACTIONS:
            return decided_on(state, command)
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
        if "free" not in reaches or not reaches <= {"free", "private"}:
            return decided
        return (DecisionMade(seat=command.seat, events=len(decided)), *decided)

    def evolve(self, state: Takeable[State], event: Event) -> Takeable[State]:
        """State after one more event."""
        match event:
            case DecisionMade():
                return with_decision(state, event)
            case DecisionTakenBack():
                return self._taken_back(state, event)
            case TakingBackAsked() | TakingBackWithdrawn() | TakingBackAnswered():
                return with_asking(state, event)
            case SecretsBound():
                return self._bound(state, event)
            case _:
                return self._gone_on(state, event)

    def view(self, state: Takeable[State], seat: SeatId) -> View:
        """What a seat or the public may see."""
        view = self.inner.view(state.now, seat)
        regions = view.regions
        if state.times:
            regions = tuple(_asked_again(region, state.times) for region in regions)
        return msgspec.structs.replace(view, regions=(*regions, *regions_of(state, seat)))

    def pieces(self, state: Takeable[State]) -> tuple[Piece, ...]:
        """The markers as the table has them."""
        return self.inner.pieces(state.now)

    def last_roll(self, state: Takeable[State]) -> Mapping[str, int]:
        """For each die the number of the last roll that was taken or kept."""
        return self.inner.last_roll(state.now)

    def learned_box(self, state: Takeable[State]) -> str | None:
        """The box file's text with what has been filled in during play, None if unchanged."""
        return self.inner.learned_box(state.now)

    def _taken_back(self, state: Takeable[State], event: DecisionTakenBack) -> Takeable[State]:
        offer = state.offer_of(event.seat)
        if offer is None:
            return state
        now = offer.before
        for since in offer.since:
            now = self.inner.evolve(now, since)
        return Takeable(
            now=now,
            seats=state.seats,
            made=state.made,
            times=state.times + 1,
            told=Told(seat=event.seat),
        )

    def _bound(self, state: Takeable[State], event: SecretsBound) -> Takeable[State]:
        """It comes behind a decision and belongs to none: it outlasts what is taken back."""
        now = self.inner.evolve(state.now, event)
        offers = tuple(kept(offer, event, alone=offer.alone) for offer in state.offers)
        return msgspec.structs.replace(state, now=now, offers=offers)

    def _gone_on(self, state: Takeable[State], event: Event) -> Takeable[State]:
        now = self.inner.evolve(state.now, event)
        if not state.offers and state.told is None:
            # The way of nearly all events: it has to be short.
            return Takeable(now=now, seats=state.seats, made=state.made, times=state.times)
        if state.offers and state.offers[-1].open:
            last = state.offers[-1]
            last = msgspec.structs.replace(last, open=last.open - 1)
            return msgspec.structs.replace(state, now=now, offers=(*state.offers[:-1], last))
        match self._policy.reach(event):
            case "private":
                offers = tuple(kept(offer, event, alone=offer.alone) for offer in state.offers)
                return msgspec.structs.replace(state, now=now, offers=offers)
            case "table":
                offers = tuple(kept(offer, event, alone=False) for offer in state.offers)
                return msgspec.structs.replace(state, now=now, offers=offers, told=None)
            case "free":
                return msgspec.structs.replace(
                    state, now=now, offers=to_be_asked_for(state.offers), told=None
                )
            case "fixed":
                return Takeable(now=now, seats=state.seats, made=state.made, times=state.times)


def _verb(act: Act) -> str:
    """What is pressed, without the number of the decision."""
    return act.action.partition(":")[0]


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
