"""What happens in a fight (9.2). What both sides see is one value; cards not shown are secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.combat.battle import Battle, Creature, Part
from companion.games.fellowship.combat.cast import USUAL, Cast
from companion.games.fellowship.combat.hand import FightForce, FightHand, Marks
from companion.games.fellowship.events.play import PublicEvent, SecretEvent
from companion.games.fellowship.events.secret import buried, with_damage
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.state import HiddenState, Line, PublicState, Work
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Roll

_replace = msgspec.structs.replace
_KEY: Final = "fight"

FightStage = Literal[
    "open",
    "hand",
    "ambusher",
    "companions",
    "setup",
    "values",
    "bearer",
    "victim",
    "reorganize",
    "forced",
    "riding",
    "assign",
    "attack",
    "roll",
    "answer",
    "stay",
    "faint",
    "pin",
    "combine",
    "leave",
    "leave-roll",
    "enemy-leave",
    "side",
    "retreat",
    "enemy-retreat",
    "own-wear",
    "enemy-wear",
    "deny-ring",
    "duel",
    "lend",
    "holder-leave",
    "bearer-leave",
    "next-bearer",
    "captors",
    "escort",
    "gollum",
]
"""Where a fight stands; each stage asks one seat, `open` and `hand` ask both."""

Next = Literal["begin", "placed", "attacks", "attack", "answer", "enemy-leave"]
"""What follows once every number that is needed has been filled in."""


class Company(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Creatures that have to be drawn for a fight.

    Attributes:
        creatures: the subgroups that are mixed.
        count: how many are drawn.
        side: for whom they fight.
        mix: letter of T.6, empty for companions of a minion.
    """

    creatures: tuple[Creature, ...]
    count: int
    side: Seat
    mix: str = ""


class Aim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack that has been declared.

    Attributes:
        attacker: number of the fighter.
        targets: whom it goes against, the first next.
        kind: normal, area, ambush, or the second attack of a ridden fell creature.
        part: rider or mount.
    """

    attacker: str
    targets: tuple[str, ...]
    kind: Literal["normal", "area", "ambush", "fell"] = "normal"
    part: Part = "body"


class FightWork(Work, frozen=True, kw_only=True, omit_defaults=True):
    """The fight that is fought now, as everybody sees it.

    Attributes:
        number: the fight of `PublicState.fights`.
        place: label of the hex or hexside.
        piece: the Fellowship marker concerned, or None.
        force: who meets the group.
        blocked: it is about a blocked feature.
        stage: what is asked.
        serial: counts the changes, so that one question can be told from the next.
        battle: the cards that have been shown.
        order: sides in the order in which they set up.
        ready: sides that have set up.
        companies: creatures to be drawn.
        calling: whose companions are being rolled for; `called`: who has called.
        then: what follows when the missing numbers are there.
        aim, rolled: the attack that is being made.
        used: who has attacked in this segment, once for each attack.
        struck: attacker and target of every attack of this segment.
        normal_begun: area attacks are over for this segment (9.222).
        assigned: attacker and target in simple combat (14.4).
        pins: attacked cards whose owner has yet to say whom they face.
        forced: the side that has to bring a card forward.
        ridden: sides that have said in this segment whether they ride.
        group, holding, tried: who tries to get away, holds the foe off, has tried in this round.
        left: characters who have got away.
        bearer: name of the Ringbearer, once everybody knows it.
        bearer_asked: with a Nazgul shown, the Fellowship has said whether the Ring is here.
        wounded: a Nazgul has wounded the bearer for the first time, in this round.
        rounds_worn: rounds in which the Ring was worn.
        ambush_round: the round began as an ambush.
        ambushing: what the ambush has done is not settled yet.
        winner: who held the field, once it is over.
        enemy_left: the Enemy has broken off.
        wear_asked: round in which it was asked before the attacks whether the Ring is worn.
        dueled: Gandalf has held a Guardian: the Enemy denies nothing to those who left (15.44).
        cast: what each seat leads (6.412 to 6.415).
        about_ring: whoever openly has the Ring was attacked for it, and has to take part.
        lent: sides whose cards the other seat's notes keep.
        handed: those of them whose cards have been handed over.
        retreating: markers of which some have to retreat now, with where they stood (8.5).
        captors: markers with captives that are in it (15.31).
        near: markers with captives where it is, of which the Enemy alone knows if they are in it.
        captured: Hobbits that were captured in it, until it is said who takes them along (15.31).
        fled_to: where a deserting Ringbearer has gone (6.412).
        heirs: who of a side may have the Ring now, where one of them has to be picked (6.413).
    """

    number: int
    place: str
    piece: PieceId | None = None
    force: FightForce = FightForce()
    blocked: bool = False
    stage: FightStage = "open"
    serial: int = 0
    battle: Battle = Battle()
    order: tuple[Seat, ...] = ()
    ready: tuple[Seat, ...] = ()
    companies: tuple[Company, ...] = ()
    calling: str = ""
    called: tuple[str, ...] = ()
    then: Next = "placed"
    aim: Aim | None = None
    rolled: Roll | None = None
    used: tuple[str, ...] = ()
    struck: tuple[tuple[str, str], ...] = ()
    normal_begun: bool = False
    assigned: tuple[tuple[str, str], ...] = ()
    pins: tuple[str, ...] = ()
    forced: Seat | None = None
    ridden: tuple[Seat, ...] = ()
    group: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    bearer: str = ""
    bearer_asked: bool = False
    wounded: bool = False
    rounds_worn: int = 0
    ambush_round: bool = False
    ambushing: bool = False
    winner: Seat | None = None
    enemy_left: bool = False
    wear_asked: int = 0
    dueled: bool = False
    cast: Cast = USUAL
    about_ring: bool = False
    lent: tuple[Seat, ...] = ()
    handed: tuple[Seat, ...] = ()
    retreating: tuple[tuple[PieceId, str], ...] = ()
    captors: tuple[PieceId, ...] = ()
    near: tuple[PieceId, ...] = ()
    captured: tuple[str, ...] = ()
    fled_to: str = ""
    heirs: tuple[str, ...] = ()


def fight_work(public: PublicState) -> FightWork | None:
    """The fight that is fought now, None between fights."""
    found = public.work.get(_KEY)
    return found if isinstance(found, FightWork) else None


class FightNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-fight"):
    """A fight goes on by one step; None when it is over.

    Attributes:
        work: where it stands.
        text: what everybody saw, for the log; empty for nothing.
        section: the rule.
    """

    work: FightWork | None
    text: str = ""
    section: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        kept = {key: value for key, value in public.work.items() if key != _KEY}
        return _replace(public, work=kept if self.work is None else {**kept, _KEY: self.work})

    def line(self, before: PublicState) -> Line | None:
        """What was seen."""
        return Line(self.text, self.section) if self.text else None


# --- What one side alone knows ------------------------------------------------------------------


class FightHandNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fight-hand"):
    """A side arranges its cards for a fight; None when it is over."""

    hand: FightHand | None

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep them."""
        return _replace(hidden, fight=self.hand)


class FighterShown(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fighter-shown"):
    """One of a side's cards lies open from now on under a number."""

    number: str
    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Remember which card it is."""
        hand = hidden.fight
        if hand is None:
            return hidden
        kept = tuple(card for card in hand.reserve if card != self.card)
        row = tuple(card for card in hand.row if card != self.card)
        tokens = {**hand.tokens, self.number: self.card}
        return _replace(hidden, fight=_replace(hand, reserve=kept, row=row, tokens=tokens))


class FighterBack(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fighter-back"):
    """A card goes back to the reserve, with the marks that it has."""

    number: str
    marks: Marks

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Lay it with the rest of the reserve."""
        hand = hidden.fight
        card = "" if hand is None else hand.tokens.get(self.number, "")
        if hand is None or not card:
            return hidden
        tokens = {number: name for number, name in hand.tokens.items() if number != self.number}
        changed = _replace(
            hand,
            tokens=tokens,
            reserve=(*hand.reserve, card),
            marks={**hand.marks, card: self.marks},
        )
        return _replace(hidden, fight=changed)


class FighterTurned(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fighter-turned"):
    """A character's hidden side stays up for the rest of the fight (9.12)."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Remember it."""
        hand = hidden.fight
        if hand is None or self.card in hand.revealed:
            return hidden
        return _replace(hidden, fight=_replace(hand, revealed=(*hand.revealed, self.card)))


class FighterMarked(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fighter-marked"):
    """Boxes are marked off on the sheet of a card that lies open (T.7, T.8)."""

    number: str
    damage: Damage

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Creatures have no sheet: they come fresh to every fight (8.4)."""
        hand = hidden.fight
        card = "" if hand is None else hand.tokens.get(self.number, "")
        if not card or (hand is not None and card in hand.creatures):
            return hidden
        return _replace(hidden, damage=with_damage(hidden.damage, card, self.damage))

    def line(self, before: HiddenState) -> Line | None:
        """Whose sheet."""
        card = "" if before.fight is None else before.fight.tokens.get(self.number, "")
        return Line(f"{card} has {self.damage.words}.", "9.1") if card else None


class FightersFallen(SecretEvent, frozen=True, kw_only=True, tag="fellowship-fighters-fallen"):
    """Cards that lie open leave the display: they are dead (9.1).

    Attributes:
        numbers: the fighters.
        turn, place: when and where, which counts for Gandalf (6.11).
    """

    numbers: tuple[str, ...]
    turn: int
    place: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Take them out of their boxes; they are dead whatever their marks say."""
        hand = hidden.fight
        if hand is None:
            return hidden
        dead = tuple(name for number in self.numbers if (name := hand.tokens.get(number)))
        kept = tuple(card for card in dead if card not in hand.creatures)
        return buried(hidden, kept, (self.turn, self.place))

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        tokens: Mapping[str, str] = {} if before.fight is None else before.fight.tokens
        names = ", ".join(tokens[number] for number in self.numbers if number in tokens)
        return Line(f"Out of play: {names}.", "9.1") if names else None


EVENTS: Final[tuple[type[Event], ...]] = (
    FightNoted,
    FightHandNoted,
    FighterShown,
    FighterBack,
    FighterTurned,
    FighterMarked,
    FightersFallen,
)
