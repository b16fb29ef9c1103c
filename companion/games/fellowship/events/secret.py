"""What one seat does for itself: names of markers, cards in display boxes, notes (3.4, 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.fellowship.combat.mounts import HIS_HORSE
from companion.games.fellowship.events.play import SecretEvent
from companion.games.fellowship.facts.roster import GOLLUM, GREY, box_title, find_display_box
from companion.games.fellowship.rules.health import UNHURT, Damage
from companion.games.fellowship.rules.nazgul_mount import NazgulReturn
from companion.games.fellowship.state import HiddenState, Line
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
        """Move the card; one that lies in a box is in nobody's hands."""
        kept = {card: box for card, box in hidden.boxes.items() if card != self.card}
        if not self.box:
            return _replace(hidden, boxes=kept)
        captured = {card: name for card, name in hidden.captured.items() if card != self.card}
        return _replace(hidden, boxes={**kept, self.card: self.box}, captured=captured)

    def line(self, before: HiddenState) -> Line | None:
        """Where it lies now."""
        return Line(f"{self.card}: {'box ' + _box_words(self.box) if self.box else 'out of play'}.")


class EventCardsNamed(SecretEvent, frozen=True, kw_only=True, tag="fellowship-hand-named"):
    """A seat types in the names of the event cards that it holds."""

    names: tuple[str, ...]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep them."""
        return _replace(hidden, hand=self.names)


class WoundNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-wound-noted"):
    """A seat counts a card's damage, by hand: in a fight, or to put something right (6.13, 9.1).

    Attributes:
        card: name of the force.
        text: anything else about it, in the owner's words.
        normal, diseased: boxes marked off now.
        endurance: the card's endurance number if the owner has read it, else None.
    """

    card: str
    text: str = ""
    normal: int = 0
    diseased: int = 0
    endurance: int | None = None

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the count; a number that was read once stays until another is given."""
        kept = {card: text for card, text in hidden.wounds.items() if card != self.card}
        known = hidden.endurance
        return _replace(
            hidden,
            wounds={**kept, self.card: self.text} if self.text else kept,
            damage=with_damage(hidden.damage, self.card, Damage(self.normal, self.diseased)),
            endurance=known if self.endurance is None else {**known, self.card: self.endurance},
        )


class HealthUpdated(SecretEvent, frozen=True, kw_only=True, tag="fellowship-health-updated"):
    """A status phase has let wounds heal or grow (6.13, 6.27).

    Attributes:
        damage: cards whose damage is another now, with what it is.
    """

    damage: tuple[tuple[str, Damage], ...]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the new damage."""
        kept = hidden.damage
        for card, damage in self.damage:
            kept = with_damage(kept, card, damage)
        return _replace(hidden, damage=kept)

    def line(self, before: HiddenState) -> Line | None:
        """Whose, and from what to what."""
        changes = "; ".join(
            f"{card} from {before.damage.get(card, UNHURT).words} to {damage.words}"
            for card, damage in self.damage
        )
        return Line(f"Wounds: {changes}.", "6.13, 6.27") if changes else None


def with_damage(all_damage: Mapping[str, Damage], card: str, damage: Damage) -> dict[str, Damage]:
    """The noted damage of all cards with that of one changed; a sound card is not among them."""
    kept = {name: known for name, known in all_damage.items() if name != card}
    return {**kept, card: damage} if damage.total else kept


def buried(hidden: HiddenState, cards: tuple[str, ...], when_where: tuple[int, str]) -> HiddenState:
    """The notes once cards are dead, whatever their marks say.

    Gollum may not be killed: he is out of play until a card brings him back (12.1).
    """
    dead = (card for card in cards if card != GOLLUM)
    return _replace(
        hidden,
        boxes={card: box for card, box in hidden.boxes.items() if card not in cards},
        dead=(*hidden.dead, *dead),
        gandalf_fell=when_where if GREY in cards else hidden.gandalf_fell,
    )


class HorseNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-horse-noted"):
    """A seat notes whether Glorfindel's horse lives; it has no card to lay or take away (9.11).

    Attributes:
        lives: it does, or it has been killed.
    """

    lives: bool

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Among the dead, or not."""
        others = tuple(card for card in hidden.dead if card != HIS_HORSE)
        return _replace(hidden, dead=others if self.lives else (*others, HIS_HORSE))


class NazgulAway(SecretEvent, frozen=True, kw_only=True, tag="fellowship-nazgul-away"):
    """The Enemy notes that a Nazgul is at Barad-dur, or that it has come back (6.261).

    Attributes:
        card: name of the Nazgul.
        away: why and since when; None once it is back.
    """

    card: str
    away: NazgulReturn | None

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep or drop the note."""
        kept = {card: away for card, away in hidden.returns.items() if card != self.card}
        return _replace(
            hidden, returns=kept if self.away is None else {**kept, self.card: self.away}
        )

    def line(self, before: HiddenState) -> Line | None:
        """When it comes back."""
        if self.away is None:
            return Line(f"{self.card} is back on a fell creature.", "6.261")
        return Line(f"{self.card} comes back on turn {self.away.due}.", "6.261")


class BoxChained(SecretEvent, frozen=True, kw_only=True, tag="fellowship-box-chained"):
    """The cards of a display box go on in another, to whose marker lies in it (4.1).

    Attributes:
        box: the box whose marker is on the map.
        into: the box with the rest; empty to part them.
    """

    box: str
    into: str = ""

    def apply(self, hidden: HiddenState) -> HiddenState:
        """A box goes on in one other at most, and is gone on into from one at most."""
        kept = {
            box: into
            for box, into in hidden.chains.items()
            if box != self.box and into != self.into
        }
        return _replace(hidden, chains={**kept, self.box: self.into} if self.into else kept)

    def line(self, before: HiddenState) -> Line | None:
        """Which."""
        if not self.into:
            return Line(f"Box {_box_words(self.box)} does not go on in another.", "4.1")
        return Line(f"Box {_box_words(self.box)} goes on in box {_box_words(self.into)}.", "4.1")


class BlanksLaid(SecretEvent, frozen=True, kw_only=True, tag="fellowship-blanks-laid"):
    """Blank cards lie in a display box, so that nobody can count what is in it (4.1)."""

    box: str
    count: int

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the number."""
        kept = {box: count for box, count in hidden.blanks.items() if box != self.box}
        return _replace(hidden, blanks={**kept, self.box: self.count} if self.count else kept)


class ReachShown(SecretEvent, frozen=True, kw_only=True, tag="fellowship-reach-shown"):
    """A seat looks at where one of its markers could go (7.31); it is lit on its map alone.

    Attributes:
        piece: the marker; None puts the light out.
    """

    piece: PieceId | None

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Remember it."""
        return _replace(hidden, reach=self.piece)


class CardSpent(SecretEvent, frozen=True, kw_only=True, tag="fellowship-card-spent"):
    """A card that comes into play once in a game has done so (6.126, 6.11)."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Remember it."""
        return _replace(hidden, spent=(*hidden.spent, self.card))


class GandalfFell(SecretEvent, frozen=True, kw_only=True, tag="fellowship-gandalf-fell"):
    """The Fellowship notes when and where Gandalf the Grey has died (6.11).

    Attributes:
        turn: the turn.
        place: label of the hex.
    """

    turn: int
    place: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Remember it; his card leaves its box."""
        return buried(hidden, (GREY,), (self.turn, self.place))

    def line(self, before: HiddenState) -> Line | None:
        """When and where."""
        text = (
            f"Gandalf the Grey died at {self.place}: the White one comes on turn {self.turn + 3}."
        )
        return Line(text, "6.11")


class EnhancementNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-enhanced"):
    """A seat notes that a character has its better values, and since which turn (6.14)."""

    card: str
    turn: int

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep the turn."""
        return _replace(hidden, enhanced={**hidden.enhanced, self.card: self.turn})

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        if ":" in self.card:
            return Line(f"Noted on turn {self.turn}: {self.card}.", "12.1, 15.12")
        return Line(f"{self.card} has its enhanced values.", "6.14")


def _box_words(box_id: str) -> str:
    box = find_display_box(box_id)
    return box_id if box is None else box_title(box)


EVENTS: Final[tuple[type[Event], ...]] = (
    MarkerNamed,
    UndecidedSettled,
    CardBoxed,
    EventCardsNamed,
    WoundNoted,
    HealthUpdated,
    NazgulAway,
    BoxChained,
    BlanksLaid,
    HorseNoted,
    ReachShown,
    CardSpent,
    GandalfFell,
    EnhancementNoted,
)
