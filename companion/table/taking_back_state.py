"""What may be taken back, who has asked for it, and the events by which that changes.

See `companion.table.taking_back`. Everything here depends on public facts alone.
"""

from __future__ import annotations

from typing import Final, Generic, Literal, TypeVar

import msgspec

from companion.table.commands import Act
from companion.table.events import Event
from companion.table.ids import SeatId
from companion.table.values import Refusal, Seat

State = TypeVar("State")

Reach = Literal["free", "private", "table", "fixed"]
"""How far an event reaches: open and free to be taken back, its seat's own affair, a marker on the
table, which stays where it is whatever is taken back, or fixed."""

ACTION: Final = "take-back"
REGION: Final = "take-back"
ASK_REGION: Final = "ask-back"
ASK: Final = "take-back-ask"
WITHDRAW: Final = "take-back-withdraw"
AGREE: Final = "take-back-agree"
REFUSE: Final = "take-back-refuse"
ACTIONS: Final = (ACTION, ASK, WITHDRAW, AGREE, REFUSE)


class DecisionMade(Event, frozen=True, kw_only=True, tag="decision-made"):
    """The next events are one open decision of a seat, which may take it back.

    Attributes:
        seat: who decided.
        events: how many events it has.
    """

    seat: SeatId
    events: int


class DecisionTakenBack(Event, frozen=True, kw_only=True, tag="decision-taken-back"):
    """A seat takes back the open decision that it made last, and all that were made since."""

    seat: SeatId


class TakingBackAsked(Event, frozen=True, kw_only=True, tag="taking-back-asked"):
    """A seat asks the others to let it take back its last decision."""

    seat: SeatId


class TakingBackWithdrawn(Event, frozen=True, kw_only=True, tag="taking-back-withdrawn"):
    """A seat asks no longer."""

    seat: SeatId


class TakingBackAnswered(Event, frozen=True, kw_only=True, tag="taking-back-answered"):
    """A seat agrees, or does not, to what another asks to take back."""

    seat: SeatId
    agreed: bool


class Offer(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """The last decision of a seat, which may be taken back.

    Attributes:
        seat: whose.
        number: how many decisions could have been taken back up to it.
        before: the state before it.
        open: how many of its events are still to come.
        since: what was done in private after it, by whom ever, and how markers went.
        alone: whether its seat may take it back without asking.
        refused: whether another seat has said no.
    """

    seat: SeatId
    number: int
    before: State
    open: int
    since: tuple[Event, ...] = ()
    alone: bool = True
    refused: bool = False


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A seat has asked to take back a decision.

    Attributes:
        seat: which.
        number: of the decision.
        agreed: the seats that have agreed so far.
    """

    seat: SeatId
    number: int
    agreed: tuple[SeatId, ...] = ()


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody is told until the next open event: taken back, or refused by a seat."""

    seat: SeatId
    refused_by: SeatId | None = None


class Takeable(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """A state of the game with what may be taken back of it.

    Attributes:
        now: the game's own state.
        seats: the seats of this game.
        offers: what may be taken back, at most one decision of each seat, in their order.
        asking: what a seat has asked for and not all others have answered.
        made: how many decisions could have been taken back so far.
        times: how many were.
        told: what everybody is told.
    """

    now: State
    seats: tuple[Seat, ...] = ()
    offers: tuple[Offer[State], ...] = ()
    asking: Asking | None = None
    made: int = 0
    times: int = 0
    told: Told | None = None

    @property
    def offer(self) -> Offer[State] | None:
        """The decision that its seat may take back alone, if there is one."""
        return next((offer for offer in self.offers if offer.alone), None)

    def offer_of(self, seat: SeatId) -> Offer[State] | None:
        """The decision that a seat may take back, alone or by asking."""
        return next((offer for offer in self.offers if offer.seat == seat), None)


EVENTS: Final[tuple[type[Event], ...]] = (
    DecisionMade,
    DecisionTakenBack,
    TakingBackAsked,
    TakingBackWithdrawn,
    TakingBackAnswered,
)


def kept(offer: Offer[State], event: Event, *, alone: bool) -> Offer[State]:
    """An offer that an event outlasts if the decision is taken back."""
    return msgspec.structs.replace(offer, since=(*offer.since, event), alone=alone)


def to_be_asked_for(offers: tuple[Offer[State], ...]) -> tuple[Offer[State], ...]:
    """The same offers, none of which a seat may take back without asking."""
    return tuple(msgspec.structs.replace(offer, alone=False) for offer in offers)


def with_decision(state: Takeable[State], made: DecisionMade) -> Takeable[State]:
    """The decision is its seat's last; those of the others may be asked for from now on."""
    others = to_be_asked_for(tuple(o for o in state.offers if o.seat != made.seat))
    number = state.made + 1
    offer = Offer(seat=made.seat, number=number, before=state.now, open=made.events)
    asking = state.asking
    return msgspec.structs.replace(
        state,
        offers=(*others, offer),
        asking=None if asking is not None and asking.seat == made.seat else asking,
        made=number,
        told=None,
    )


def with_asking(
    state: Takeable[State], event: TakingBackAsked | TakingBackWithdrawn | TakingBackAnswered
) -> Takeable[State]:
    """State after a seat has asked, asks no longer or has answered."""
    asking = state.asking
    match event:
        case TakingBackAsked():
            offer = state.offer_of(event.seat)
            asked = None if offer is None else Asking(seat=event.seat, number=offer.number)
            return msgspec.structs.replace(state, asking=asked, told=None)
        case TakingBackAnswered(agreed=True) if asking is not None:
            agreed = (*asking.agreed, event.seat)
            return msgspec.structs.replace(
                state, asking=msgspec.structs.replace(asking, agreed=agreed)
            )
        case TakingBackAnswered() if asking is not None:
            offers = tuple(
                msgspec.structs.replace(o, refused=True) if o.number == asking.number else o
                for o in state.offers
            )
            told = Told(seat=asking.seat, refused_by=event.seat)
            return msgspec.structs.replace(state, offers=offers, asking=None, told=told)
        case _:
            return msgspec.structs.replace(state, asking=None)


def decided_on(state: Takeable[State], act: Act) -> tuple[Event, ...] | Refusal:
    """What follows from taking back, asking for it, or answering; every tap names its decision."""
    verb, _, number = act.action.partition(":")
    offer, asking = state.offer_of(act.seat), state.asking
    if offer is not None and number == str(offer.number):
        if verb == ACTION and offer.alone:
            return (DecisionTakenBack(seat=act.seat),)
        if verb == ASK and not (offer.alone or offer.refused or asking):
            return (TakingBackAsked(seat=act.seat),)
    if asking is not None and number == str(asking.number):
        if verb == WITHDRAW and act.seat == asking.seat:
            return (TakingBackWithdrawn(seat=act.seat),)
        if act.seat != asking.seat and act.seat not in asking.agreed:
            if verb == REFUSE:
                return (TakingBackAnswered(seat=act.seat, agreed=False),)
            if verb == AGREE:
                return _agreed(state.seats, asking, act.seat)
    return Refusal(
        code="stale", text="Something has happened since, so that it can no longer be taken back."
    )


def _agreed(seats: tuple[Seat, ...], asking: Asking, seat: SeatId) -> tuple[Event, ...]:
    """The agreement, and the taking back once no other seat is left to ask."""
    answered = TakingBackAnswered(seat=seat, agreed=True)
    known = {asking.seat, seat, *asking.agreed}
    if all(one.id in known for one in seats):
        return (answered, DecisionTakenBack(seat=asking.seat))
    return (answered,)
