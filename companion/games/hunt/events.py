"""Events of a turn. Each folds itself and has at most one line of the log."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.hunt.names import (
    MOST_CORRUPTION,
    PHASES,
    TITLES,
    WHERE_WORDS,
    Phase,
    Where,
)
from companion.games.hunt.state import HiddenState, Line, PublicState
from companion.games.hunt.tiles import TILES, bag_of, eyes_in, without_tile
from companion.table.events import Event
from companion.table.ids import SeatId
from companion.table.wording import signed_text, typed

replace: Final = msgspec.structs.replace


class PublicEvent(Event, frozen=True, kw_only=True):
    """A fact that everybody knows."""

    def apply(self, public: PublicState) -> PublicState:
        """The public state after it."""
        return public

    def line(self, before: PublicState) -> Line | None:
        """What the log says of it."""
        return None


class SecretEvent(Event, frozen=True, kw_only=True):
    """A fact that one seat alone knows.

    Attributes:
        seat: whose.
    """

    seat: SeatId

    def apply(self, hidden: HiddenState) -> HiddenState:
        """What the seat knows after it."""
        return hidden


class CardsNoted(SecretEvent, frozen=True, kw_only=True, tag="hunt-cards-noted"):
    """A seat notes which special event cards it holds.

    Attributes:
        cards: ids of the tiles that they bring.
    """

    cards: tuple[str, ...]

    def apply(self, hidden: HiddenState) -> HiddenState:
        """The notes of the seat."""
        return replace(hidden, cards=bag_of(self.cards))


class FellowshipFormed(PublicEvent, frozen=True, kw_only=True, tag="hunt-fellowship-formed"):
    """Who sets out.

    Attributes:
        companions: in the order of their cards.
    """

    companions: tuple[str, ...]

    def apply(self, public: PublicState) -> PublicState:
        """Companions, in the Fellowship."""
        return replace(public, companions=self.companions)


class PhaseEntered(PublicEvent, frozen=True, kw_only=True, tag="hunt-phase-entered"):
    """The next phase of the turn."""

    phase: Phase

    def apply(self, public: PublicState) -> PublicState:
        """Play goes on in that phase."""
        return replace(public, phase=self.phase, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """A heading."""
        title = dict(PHASES)[self.phase]
        return Line(text=f"Turn {before.turn}: {title}", heading=True)


class TurnEnded(PublicEvent, frozen=True, kw_only=True, tag="hunt-turn-ended"):
    """All dice leave the Hunt Box and the next turn begins."""

    def apply(self, public: PublicState) -> PublicState:
        """A new turn."""
        return replace(
            public,
            turn=public.turn + 1,
            shadow_dice=0,
            free_dice=0,
            attempted=False,
            declared=False,
            visit=public.visit + 1,
        )


class DiceAllocated(PublicEvent, frozen=True, kw_only=True, tag="hunt-dice-allocated"):
    """The Shadow player puts Action dice in the Hunt Box, or adds the Eyes rolled (HUNT-009).

    Attributes:
        count: how many.
        eyes: whether they are Eyes of the Action roll.
    """

    count: int
    eyes: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """The Hunt Box with them."""
        return replace(public, shadow_dice=public.shadow_dice + self.count)

    def line(self, before: PublicState) -> Line:
        """How many."""
        level = before.shadow_dice + self.count
        what = "Eyes rolled" if self.eyes else "Dice allocated"
        return Line(text=f"{what}: {self.count}. The Hunt Level is {level}.")


class BoxCounted(PublicEvent, frozen=True, kw_only=True, tag="hunt-box-counted"):
    """The dice in the Hunt Box were counted anew."""

    shadow: int
    free: int

    def apply(self, public: PublicState) -> PublicState:
        """The Hunt Box as counted."""
        return replace(public, shadow_dice=self.shadow, free_dice=self.free)

    def line(self, before: PublicState) -> Line:
        """What was counted."""
        text = f"The Hunt Box is counted: {self.shadow} Shadow, {self.free} Free Peoples."
        return Line(text=text)


class Placed(PublicEvent, frozen=True, kw_only=True):
    """What is known of where the Ring-bearers are.

    Attributes:
        region: name, as typed.
        where: what kind of region it is.
        progress: Progress counter afterwards.
    """

    region: str
    where: Where
    progress: int = 0

    def placed(self, public: PublicState) -> PublicState:
        """The Ring-bearers there."""
        return replace(public, region=self.region, where=self.where, progress=self.progress)

    def words(self) -> str:
        """Where, in words."""
        kind = WHERE_WORDS[self.where]
        return f"{typed(self.region)} ({kind})" if self.region and self.region != kind else kind


class FellowshipDeclared(Placed, frozen=True, kw_only=True, tag="hunt-declared"):
    """The Fellowship declares where it is."""

    def apply(self, public: PublicState) -> PublicState:
        """Declared, still hidden."""
        return replace(self.placed(public), declared=True, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """Where."""
        return Line(text=f"The Fellowship is declared: {self.words()}.")


class PlaceTold(Placed, frozen=True, kw_only=True, tag="hunt-place-told"):
    """Where the Ring-bearers are was put right by hand.

    Attributes:
        hidden: what the counter shows.
        step: step of the Mordor Track, None off it.
    """

    hidden: bool = True
    step: int | None = None

    def apply(self, public: PublicState) -> PublicState:
        """The place and the counter."""
        public = self.placed(public) if self.step is None else replace(public, mordor=self.step)
        return replace(public, hidden=self.hidden, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """Where."""
        where = self.words() if self.step is None else f"step {self.step} of the Mordor Track"
        counter = "Hidden" if self.hidden else "Revealed"
        return Line(text=f"By hand: the Ring-bearers are here: {where}. {counter}.")


class FellowshipMoved(PublicEvent, frozen=True, kw_only=True, tag="hunt-moved"):
    """The Free Peoples player moves the Fellowship, which brings a Hunt (HUNT-008)."""

    def apply(self, public: PublicState) -> PublicState:
        """On the way; the Progress counter goes on, but not on the Mordor Track (HUNT-027)."""
        step = 0 if public.mordor is not None else 1
        return replace(
            public,
            moving=True,
            attempted=True,
            progress=public.progress + step,
            visit=public.visit + 1,
        )

    def line(self, before: PublicState) -> Line:
        """From step to step."""
        if before.mordor is not None:
            return Line(text=f"The Fellowship tries to leave step {before.mordor} of Mordor.")
        return Line(text=f"The Fellowship moves: progress {before.progress + 1}.")


class MovementEnded(PublicEvent, frozen=True, kw_only=True, tag="hunt-movement-ended"):
    """Everything is settled; the Action die of the movement goes to the Hunt Box (HUNT-011)."""

    def apply(self, public: PublicState) -> PublicState:
        """One Free Peoples die more in the Hunt Box."""
        return replace(public, moving=False, free_dice=public.free_dice + 1, visit=public.visit + 1)


class FellowshipHidden(PublicEvent, frozen=True, kw_only=True, tag="hunt-hidden"):
    """The Fellowship hides.

    Attributes:
        by: the Action die that was used, in words.
    """

    by: str

    def apply(self, public: PublicState) -> PublicState:
        """Hidden; in Mordor it counts as an attempt (HUNT-031)."""
        return replace(public, hidden=True, attempted=True, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """By which die."""
        return Line(text=f"The Fellowship hides ({self.by}).")


class GuideAppointed(PublicEvent, frozen=True, kw_only=True, tag="hunt-guide-appointed"):
    """Somebody guides the Fellowship from now on."""

    guide: str
    name: str

    def apply(self, public: PublicState) -> PublicState:
        """The Guide."""
        return replace(public, guide=self.guide, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """Who."""
        return Line(text=f"{self.name} is the Guide.")


class CorruptionChanged(PublicEvent, frozen=True, kw_only=True, tag="hunt-corruption-changed"):
    """Corruption is added or removed, not below 0 (HUNT-005) and counted up to 12 (HUNT-024).

    Attributes:
        by: points, negative where they are removed.
        why: in words.
    """

    by: int
    why: str

    def apply(self, public: PublicState) -> PublicState:
        """The counter."""
        return replace(public, corruption=corrupted(public.corruption, self.by))

    def line(self, before: PublicState) -> Line:
        """From what to what."""
        after = corrupted(before.corruption, self.by)
        return Line(text=f"{self.why}: Corruption {signed_text(self.by)}, now {after}.")


def corrupted(corruption: int, by: int) -> int:
    """Corruption after some was added or removed."""
    return min(MOST_CORRUPTION, max(0, corruption + by))


class MordorEntered(PublicEvent, frozen=True, kw_only=True, tag="hunt-mordor-entered"):
    """The Ring-bearers are put on the first step of the Mordor Track (HUNT-025)."""

    gate: Where

    def apply(self, public: PublicState) -> PublicState:
        """A new Hunt Pool: drawn Eyes and the special tiles in play go in (HUNT-026)."""
        back = eyes_in(public.drawn)
        drawn = public.drawn
        for tile in back:
            drawn = without_tile(drawn, tile)
        return replace(
            public,
            mordor=0,
            where="elsewhere",
            region="",
            progress=0,
            pool=bag_of((*public.pool, *back, *public.aside)),
            drawn=drawn,
            aside=(),
            visit=public.visit + 1,
        )

    def line(self, before: PublicState) -> Line:
        """From where, and what goes into the pool."""
        back = (*eyes_in(before.drawn), *before.aside)
        names = ", ".join(TILES[tile].name for tile in back) or "none"
        gate = WHERE_WORDS[self.gate]
        return Line(text=f"The Fellowship enters Mordor from {gate}. Tiles added: {names}.")


class GameDecided(PublicEvent, frozen=True, kw_only=True, tag="hunt-decided"):
    """The game is over."""

    winner: SeatId
    how: str

    def apply(self, public: PublicState) -> PublicState:
        """Nothing is open any more."""
        return replace(
            public,
            winner=self.winner,
            ending=self.how,
            hunt=None,
            pull=None,
            owed=(),
            moving=False,
            visit=public.visit + 1,
        )

    def line(self, before: PublicState) -> Line:
        """Who has won."""
        return Line(text=f"{self.how} The {TITLES[self.winner]} player wins.")


EVENTS: Final[tuple[type[Event], ...]] = (
    CardsNoted,
    FellowshipFormed,
    PhaseEntered,
    TurnEnded,
    DiceAllocated,
    BoxCounted,
    FellowshipDeclared,
    PlaceTold,
    FellowshipMoved,
    MovementEnded,
    FellowshipHidden,
    GuideAppointed,
    CorruptionChanged,
    MordorEntered,
    GameDecided,
)
