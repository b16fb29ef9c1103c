"""What one seat does for itself: names of markers, cards in display boxes, notes (3.4, 4.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import SecretEvent
from companion.games.fellowship.state import (
    HiddenState,
    Line,
)
from companion.table.events import Event
from companion.table.ids import PieceId

_replace = msgspec.structs.replace


class MarkerNamed(SecretEvent, frozen=True, kw_only=True, tag="fellowship-marker-named"):
    """A seat says for itself what one of its markers is.

    Attributes:
        piece: the marker.
        name: its label, ``plain`` for one without, empty to take the name away.
    """

    piece: PieceId
    name: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """A label belongs to one marker at a time; ``plain`` to any number."""
        kept = {
            piece: name
            for piece, name in hidden.names.items()
            if piece != self.piece and (name != self.name or name == "plain")
        }
        return _replace(hidden, names={**kept, self.piece: self.name} if self.name else kept)


class UndecidedSettled(SecretEvent, frozen=True, kw_only=True, tag="fellowship-settled"):
    """The owner has said which of several like markers is which.

    Attributes:
        number: number of the set.
        names: marker and name, for those that have one.
    """

    number: int
    names: tuple[tuple[PieceId, str], ...] = ()

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Take the names as said."""
        said = dict(self.names)
        kept = {p: name for p, name in hidden.names.items() if p not in said}
        return _replace(hidden, names={**kept, **said}, settled=(*hidden.settled, self.number))


class CardBoxed(SecretEvent, frozen=True, kw_only=True, tag="fellowship-card-boxed"):
    """A seat lays a card into a display box, or out of play.

    Attributes:
        card: name of the force.
        box: id of the display box; empty for out of play.
    """

    card: str
    box: str = ""

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Move the card."""
        kept = {card: box for card, box in hidden.boxes.items() if card != self.card}
        return _replace(hidden, boxes={**kept, self.card: self.box} if self.box else kept)

    def line(self, before: HiddenState) -> Line | None:
        """Where it lies now."""
        return Line(f"{self.card}: {'box ' + self.box if self.box else 'out of play'}.")


class EventCardsNamed(SecretEvent, frozen=True, kw_only=True, tag="fellowship-hand-named"):
    """A seat types in the names of the event cards that it holds."""

    names: tuple[str, ...]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep them."""
        return _replace(hidden, hand=self.names)


class WoundNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-wound-noted"):
    """A seat notes a card's wounds in its own words; the printed record sheet counts."""

    card: str
    text: str = ""

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the note."""
        kept = {card: text for card, text in hidden.wounds.items() if card != self.card}
        return _replace(hidden, wounds={**kept, self.card: self.text} if self.text else kept)


class EnhancementNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-enhanced"):
    """A seat notes that a character has its better values, and since which turn (6.14)."""

    card: str
    turn: int

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the turn."""
        return _replace(hidden, enhanced={**hidden.enhanced, self.card: self.turn})

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        return Line(f"{self.card} has its enhanced values.", "6.14")


EVENTS: Final[tuple[type[Event], ...]] = (
    MarkerNamed,
    UndecidedSettled,
    CardBoxed,
    EventCardsNamed,
    WoundNoted,
    EnhancementNoted,
)
