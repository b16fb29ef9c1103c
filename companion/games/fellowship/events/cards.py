"""Event cards that are held, played, answered and over (6.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.file import EventCard
from companion.games.fellowship.events.play import PublicEvent, SecretEvent
from companion.games.fellowship.open_facts import EventEffect, Until
from companion.games.fellowship.state import HiddenState, Line, PublicState
from companion.table.events import Event
from companion.table.ids import SeatId

_replace = msgspec.structs.replace


class EventPlayed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-event-played"):
    """A seat plays one of the two events of a card (6.3). What it does is done by hand.

    Attributes:
        seat: who plays it.
        card: id of the card where it has one, else empty.
        title, text, play, ends: of the event; PLAY and ENDS lines as they stand on the card.
        until: when it ends, as far as the ENDS line says.
        untimely: by its PLAY line it may not be played now; the players let it stand or not.
    """

    seat: SeatId
    card: str = ""
    title: str
    text: str = ""
    play: str = ""
    ends: str = ""
    until: Until = "hand"
    untimely: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """The card is discarded (6.3); the event waits for an answer."""
        held = max(public.hands.get(self.seat, 0) - 1, 0)
        effect = EventEffect(
            number=public.effect_count + 1,
            seat=self.seat,
            card=self.card,
            title=self.title,
            text=self.text,
            ends=self.ends,
            until=self.until,
        )
        return _replace(
            public,
            hands={**public.hands, self.seat: held},
            effects=(*public.effects, effect),
            effect_count=effect.number,
        )

    def line(self, before: PublicState) -> Line | None:
        """Everything that is read aloud."""
        parts = [f"The {self.seat.title()} plays an event card: {self.title}."]
        if self.text:
            parts.append(self.text)
        if self.ends:
            parts.append(f"Ends: {self.ends}.")
        if self.untimely:
            parts.append(f"By its PLAY line ({self.play}) it is not its time.")
        return Line(" ".join(parts), "6.3")


class EventAnswered(PublicEvent, frozen=True, kw_only=True, tag="fellowship-event-answered"):
    """The other seat lets an event be, or nullifies it by an identical card (6.3).

    Attributes:
        number: number of the event.
        seat: who answers.
        nullified: an identical card was played in reply: neither has any effect.
    """

    number: int
    seat: SeatId
    nullified: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """What is nullified or instant is over; anything else runs on."""
        effects = tuple(
            _replace(effect, answered=True) if effect.number == self.number else effect
            for effect in public.effects
            if effect.number != self.number or not (self.nullified or effect.until == "instant")
        )
        if not self.nullified:
            return _replace(public, effects=effects)
        held = max(public.hands.get(self.seat, 0) - 1, 0)
        return _replace(public, effects=effects, hands={**public.hands, self.seat: held})

    def line(self, before: PublicState) -> Line | None:
        """Only where it is nullified."""
        effect = next((one for one in before.effects if one.number == self.number), None)
        if not self.nullified or effect is None:
            return None
        text = f"The {self.seat.title()} plays the same card: {effect.title} and it are nullified."
        return Line(text, "6.3")


class EventOver(PublicEvent, frozen=True, kw_only=True, tag="fellowship-event-over"):
    """A seat says that an event has ended (6.3)."""

    number: int
    seat: SeatId

    def apply(self, public: PublicState) -> PublicState:
        """It runs no longer."""
        left = tuple(effect for effect in public.effects if effect.number != self.number)
        return _replace(public, effects=left)

    def line(self, before: PublicState) -> Line | None:
        """Which."""
        effect = next((one for one in before.effects if one.number == self.number), None)
        return None if effect is None else Line(f"The event {effect.title} ends.", "6.3")


class CardLeftHand(SecretEvent, frozen=True, kw_only=True, tag="fellowship-card-left-hand"):
    """A card that its owner had named is no longer in hand."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """One copy of it goes; the deck holds two of each (3.24)."""
        if self.card not in hidden.hand:
            return hidden
        index = hidden.hand.index(self.card)
        return _replace(hidden, hand=(*hidden.hand[:index], *hidden.hand[index + 1 :]))


class EventTyped(SecretEvent, frozen=True, kw_only=True, tag="fellowship-event-typed"):
    """A seat types in what stands on an event card that the box does not hold."""

    card: EventCard

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep it."""
        return _replace(hidden, event_texts={**hidden.event_texts, self.card.id: self.card})


EVENTS: Final[tuple[type[Event], ...]] = (
    EventPlayed,
    EventAnswered,
    EventOver,
    CardLeftHand,
    EventTyped,
)
