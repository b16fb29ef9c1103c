"""Cards that one seat's notes keep and the other seat plays (6.412 to 6.415).

For a fight they are lent, and what becomes of them is written down with their owner. A character
that serves the Enemy for good is handed over with its notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightHand, Lent
from companion.games.fellowship.events.play import SecretEvent
from companion.games.fellowship.events.secret import buried, with_damage
from companion.games.fellowship.rules.health import UNHURT, Damage
from companion.games.fellowship.state import ENEMY_SEAT, FELLOWSHIP_SEAT, HiddenState, Line
from companion.table.events import Event

_replace = msgspec.structs.replace


class CardsLent(SecretEvent, frozen=True, kw_only=True, tag="fellowship-cards-lent"):
    """A seat is handed the cards that it plays for the other in a fight (6.412 to 6.415).

    Attributes:
        number: the fight.
        cards: what the other seat's notes say of each.
    """

    number: int
    cards: Mapping[str, Lent]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """They are among its own for this fight alone."""
        hand = hidden.fight
        if hand is None or hand.number != self.number:
            hand = FightHand(number=self.number)
        return _replace(hidden, fight=_replace(hand, lent=self.cards))

    def line(self, before: HiddenState) -> Line | None:
        """Which."""
        return Line(f"Handed to you for this fight: {', '.join(self.cards)}.", "9.0")


class LentMarked(SecretEvent, frozen=True, kw_only=True, tag="fellowship-lent-marked"):
    """Boxes are marked off on the sheet of a card that the other seat plays in a fight."""

    card: str
    damage: Damage

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Its owner keeps the sheet."""
        return _replace(hidden, damage=with_damage(hidden.damage, self.card, self.damage))

    def line(self, before: HiddenState) -> Line | None:
        """Whose sheet."""
        return Line(f"{self.card} has {self.damage.words}.", "9.1")


class LentFallen(SecretEvent, frozen=True, kw_only=True, tag="fellowship-lent-fallen"):
    """Cards that do not lie open before their owner are dead (8.328, 9.1, 12.2).

    The other seat played them in a fight, or a whole group went down at once.

    Attributes:
        cards: their names.
        turn, place: when and where, which counts for Gandalf (6.11).
    """

    cards: tuple[str, ...]
    turn: int
    place: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Take them out of their boxes."""
        return buried(hidden, self.cards, (self.turn, self.place))

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        return Line(f"Out of play: {', '.join(self.cards)}.", "9.1")


class CardGivenAway(SecretEvent, frozen=True, kw_only=True, tag="fellowship-card-given-away"):
    """A character serves the Enemy from now on: its card leaves the display (6.412)."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Nothing is kept of it; its marks beside the Ring transfer number stay."""
        kept = {card: box for card, box in hidden.boxes.items() if card != self.card}
        return _replace(hidden, boxes=kept, damage=with_damage(hidden.damage, self.card, UNHURT))

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        return Line(f"{self.card} is the Enemy's now.", "6.412")


class CardReceived(SecretEvent, frozen=True, kw_only=True, tag="fellowship-card-received"):
    """The Enemy is handed the card of a character that serves it from now on (6.412).

    Attributes:
        card: who.
        lent: what the Fellowship's notes say of it.
        turn: the turn, kept with better values.
    """

    card: str
    lent: Lent
    turn: int

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Its wounds and values go along; its owner lays it into a box."""
        names = (self.card, f"{self.card} 2")[: self.lent.level]
        better = {**hidden.enhanced, **dict.fromkeys(names, self.turn)}
        damage = with_damage(hidden.damage, self.card, self.lent.damage)
        return _replace(hidden, damage=damage, enhanced=better)

    def line(self, before: HiddenState) -> Line | None:
        """Who, and what to do."""
        return Line(f"{self.card} is yours now: lay the card into a Sauronic box.", "6.412")


def gone_over(card: str, lent: Lent, turn: int) -> tuple[SecretEvent, ...]:
    """A character's card goes from the Fellowship's notes to the Enemy's for good (6.412)."""
    return (
        CardGivenAway(seat=FELLOWSHIP_SEAT, card=card),
        CardReceived(seat=ENEMY_SEAT, card=card, lent=lent, turn=turn),
    )


EVENTS: Final[tuple[type[Event], ...]] = (
    CardsLent,
    LentMarked,
    LentFallen,
    CardGivenAway,
    CardReceived,
)
