"""Cards that are not in their owner's hands: lent, given away or captured (6.412 to 6.415, 15.31).

For a fight they are lent, and what becomes of them is written down with their owner. A character
that serves the Enemy for good is handed over with its notes. A captured Hobbit lies in no box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.fellowship.combat.hand import FightHand, Lent
from companion.games.fellowship.events.play import SecretEvent
from companion.games.fellowship.events.secret import buried, with_damage
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import SHIP, DisplayBox, display_boxes
from companion.games.fellowship.rules.health import UNHURT, Damage
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState, Line
from companion.table.events import Event
from companion.table.ids import PieceId

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


class CardsCaptured(SecretEvent, frozen=True, kw_only=True, tag="fellowship-cards-captured"):
    """Hobbits that lie open are captured: their cards leave the box of their group (15.31).

    Attributes:
        shown: number of each in the fight, with what everybody calls it.
    """

    shown: tuple[tuple[str, str], ...]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Their owner knows who it is, whatever side of the card was up."""
        taken = dict(self._cards(hidden))
        boxes = {card: box for card, box in hidden.boxes.items() if card not in taken}
        return _replace(hidden, boxes=boxes, captured={**hidden.captured, **taken})

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        names = ", ".join(card for card, _ in self._cards(before))
        return Line(f"Captured, in no box: {names}.", "15.31") if names else None

    def _cards(self, hidden: HiddenState) -> tuple[tuple[str, str], ...]:
        tokens: Mapping[str, str] = {} if hidden.fight is None else hidden.fight.tokens
        return tuple((tokens[number], name) for number, name in self.shown if number in tokens)


class ShipLost(SecretEvent, frozen=True, kw_only=True, tag="fellowship-ship-lost"):
    """A marker's ship is wrecked or sunk: the Grey Havens ship, if it was aboard, is lost (6.126).

    Its owner is told, and nobody else learns whether it was.

    Attributes:
        piece: the marker.
    """

    piece: PieceId

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Its card leaves the boxes of that marker's group."""
        if not self._is_aboard(hidden):
            return hidden
        return _replace(hidden, boxes={c: box for c, box in hidden.boxes.items() if c != SHIP})

    def line(self, before: HiddenState) -> Line | None:
        """That it is out of play."""
        return Line(f"Out of play: {SHIP}.", "6.126") if self._is_aboard(before) else None

    def _is_aboard(self, hidden: HiddenState) -> bool:
        label = hidden.names.get(self.piece, "")
        own = next((one.id for one in display_boxes() if _is_label(one, label)), "")
        return bool(own) and hidden.boxes.get(SHIP) in hidden.chain_of(own)


class CaptiveBack(SecretEvent, frozen=True, kw_only=True, tag="fellowship-captive-back"):
    """A captive is free again, in the box of the group that has won where there is one (15.31).

    Attributes:
        name: what everybody calls it; of several the first one is meant.
        piece: marker of the group that it joins, None where its owner says which.
    """

    name: str
    piece: PieceId | None = None

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Its card lies with that group, as far as the owner has named the marker."""
        card = self._card(hidden)
        kept = {one: name for one, name in hidden.captured.items() if one != card}
        label = "" if self.piece is None else hidden.names.get(self.piece, "")
        box = next((one.id for one in display_boxes() if _is_label(one, label)), "")
        boxes = {**hidden.boxes, card: box} if card and box else hidden.boxes
        return _replace(hidden, captured=kept, boxes=boxes)

    def line(self, before: HiddenState) -> Line | None:
        """Who, and what is left to do."""
        card = self._card(before)
        if not card:
            return None
        placed = card in self.apply(before).boxes
        rest = "it lies with its group again" if placed else "lay its card into a box"
        return Line(f"{card} is free: {rest}.", "15.31")

    def _card(self, hidden: HiddenState) -> str:
        return next((card for card, name in hidden.captured.items() if name == self.name), "")


def _is_label(box: DisplayBox, label: str) -> bool:
    return box.seat == FELLOWSHIP and box.label == label


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
    CardsCaptured,
    CaptiveBack,
    ShipLost,
)
