"""Events of dealing with the damage of a tile, in the order of the rules."""

from __future__ import annotations

from typing import Final

from companion.games.hunt.companions import FELLOWSHIP, GOLLUM, name_of
from companion.games.hunt.events import PublicEvent, corrupted, replace
from companion.games.hunt.events_tile import with_pull
from companion.games.hunt.state import Line, PublicState
from companion.table.events import Event
from companion.table.wording import typed


class CardPlayed(PublicEvent, frozen=True, kw_only=True, tag="hunt-card-played"):
    """A card on the table cancels or reduces the damage, or none is used (HUNT-017).

    Attributes:
        reduces: points; 0 where no card is used.
        title: the card.
    """

    reduces: int = 0
    title: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Less damage; no second card for this tile."""
        damage = 0 if public.pull is None else max(0, public.pull.damage - self.reduces)
        return with_pull(public, damage=damage, card_asked=True)

    def line(self, before: PublicState) -> Line | None:
        """Which card."""
        if not self.reduces:
            return None
        card = typed(self.title) or "A card on the table"
        return Line(text=f"{card} reduces the Hunt damage by {self.reduces}.")


class GuideAsked(PublicEvent, frozen=True, kw_only=True, tag="hunt-guide-asked"):
    """The Guide's ability is used or declined (HUNT-018).

    Attributes:
        guide: who guided.
        reduces: points of damage less.
        bares: whether it reveals the Fellowship.
    """

    guide: str
    reduces: int = 0
    bares: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """Less damage; the same Guide is not asked again for this tile."""
        pull = public.pull
        if pull is None:
            return public
        return with_pull(
            public,
            damage=max(0, pull.damage - self.reduces),
            asked_guides=(*pull.asked_guides, self.guide),
            bared=pull.bared or self.bares,
        )

    def line(self, before: PublicState) -> Line | None:
        """What the ability did."""
        if not self.reduces:
            return None
        return Line(text=f"{name_of(self.guide)} reduces the Hunt damage by {self.reduces}.")


class CasualtyChosen(PublicEvent, frozen=True, kw_only=True, tag="hunt-casualty-chosen"):
    """A casualty is drawn at random, or none is taken (HUNT-022)."""

    random: bool

    def apply(self, public: PublicState) -> PublicState:
        """A counter is to be drawn, or the Ring is used."""
        return with_pull(public, casualty=True, blind=self.random)


class CompanionLeft(PublicEvent, frozen=True, kw_only=True, tag="hunt-companion-left"):
    """A Companion is in the Fellowship no longer.

    Attributes:
        companion: who.
        how: in words.
        absorbs: whether its Level counts against the Hunt damage, as that of a casualty does.
    """

    companion: str
    how: str
    absorbs: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """Gone, from the Guide's place too; what is above its Level is left (HUNT-023)."""
        left = tuple(one for one in public.companions if one != self.companion)
        public = replace(
            public,
            companions=left,
            gone={**public.gone, self.companion: self.how},
            guide="" if public.guide == self.companion else public.guide,
        )
        if public.pull is None or not self.absorbs:
            return replace(public, visit=public.visit + 1)
        damage = max(0, public.pull.damage - public.levels.get(self.companion, 0))
        return with_pull(public, damage=damage, casualty=True, blind=False)

    def line(self, before: PublicState) -> Line:
        """Who and how."""
        return Line(text=f"{name_of(self.companion)}: {self.how}.")


class CompanionBack(PublicEvent, frozen=True, kw_only=True, tag="hunt-companion-back"):
    """A Companion is in the Fellowship again."""

    companion: str

    def apply(self, public: PublicState) -> PublicState:
        """Back, in the order of the cards; with others there, Gollum guides no more."""
        here = {*public.companions, self.companion}
        return replace(
            public,
            companions=tuple(one for one in FELLOWSHIP if one in here),
            gone={one: how for one, how in public.gone.items() if one != self.companion},
            guide="" if public.guide == GOLLUM else public.guide,
            visit=public.visit + 1,
        )

    def line(self, before: PublicState) -> Line:
        """Who."""
        return Line(text=f"By hand: {name_of(self.companion)} is back in the Fellowship.")


class RingUsed(PublicEvent, frozen=True, kw_only=True, tag="hunt-ring-used"):
    """The damage that is left becomes Corruption (HUNT-019)."""

    points: int

    def apply(self, public: PublicState) -> PublicState:
        """The counter advances, the damage is dealt with."""
        public = replace(public, corruption=corrupted(public.corruption, self.points))
        return with_pull(public, damage=0)

    def line(self, before: PublicState) -> Line:
        """How much."""
        after = corrupted(before.corruption, self.points)
        return Line(text=f"The Ring is used: Corruption +{self.points}, now {after}.")


EVENTS: Final[tuple[type[Event], ...]] = (
    CardPlayed,
    GuideAsked,
    CasualtyChosen,
    CompanionLeft,
    CompanionBack,
    RingUsed,
)
