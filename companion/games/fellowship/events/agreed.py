"""What the optional rules of chapter 15 bring about. Everybody knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.events.status import hex_type_words
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.state import Line, PublicState, Work
from companion.table.events import Event
from companion.table.ids import PieceId

_replace = msgspec.structs.replace
_KEY: Final = "starts"
_ESCAPES: Final = "escapes"

ATTACK_ON_CAPTORS: Final = "attack on the captors of a Hobbit"
"""Cause of a fight that falls on a group with a captive, without a search (15.31)."""

CaptiveEnd = Literal["escaped", "freed", "delivered"]
CAPTIVE_WORDS: Final[dict[CaptiveEnd, str]] = {
    "escaped": "gets away from the captors and joins the nearest friends by hand",
    "freed": "is freed",
    "delivered": "is brought to a Garrisoned hex",
}
"""What became of a captive, as it follows its name."""


class HexTypeChanged(PublicEvent, frozen=True, kw_only=True, tag="fellowship-hex-type-changed"):
    """A hex has become more, or less, dangerous for good (15.14, 15.22).

    The map under the box is folded beside the public state, like a cell that was filled in.

    Attributes:
        place: label of the hex.
        hex_type: what it is from now on.
        mobilization: it took one of the Enemy's mobilizations of this turn.
        section: the rule.
    """

    place: str
    hex_type: HexType
    mobilization: bool = False
    section: str = "15.14"

    def apply(self, public: PublicState) -> PublicState:
        """A mobilization fewer, where it took one."""
        left = public.mobilizations_left - int(self.mobilization)
        return _replace(public, mobilizations_left=max(left, 0))

    def line(self, before: PublicState) -> Line | None:
        """What it is now."""
        return Line(f"{self.place} is a {hex_type_words(self.hex_type)} hex now.", self.section)


class SiegeCounted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-siege"):
    """A turn ends with or without a Fellowship marker in Isengard (15.22).

    Attributes:
        turns: ends of turns in a row with one there.
    """

    turns: int

    def apply(self, public: PublicState) -> PublicState:
        """Keep the number."""
        return _replace(public, siege=self.turns)


class HobbitsCaptured(PublicEvent, frozen=True, kw_only=True, tag="fellowship-captured"):
    """Hobbits were left lying with those who capture (15.31).

    Attributes:
        names: who, as far as it was shown.
    """

    names: tuple[str, ...]

    def apply(self, public: PublicState) -> PublicState:
        """They are captives."""
        return _replace(public, captives=(*public.captives, *self.names))


class EscortNamed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-escort-named"):
    """A marker of the Enemy takes captives along; where it is everybody may know (15.31).

    Attributes:
        names: the captives.
        piece: the marker.
    """

    names: tuple[str, ...]
    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Each has its escort, and none but that one."""
        kept = list(public.escorts)
        for name in self.names:
            held = sum(other == name for other in public.captives)
            own = [pair for pair in kept if pair[0] == name]
            if own and len(own) >= held:
                # As many are under way as there are captives of that name: one changes hands.
                gone = [pair for pair in own if public.table.find(pair[1]) is None]
                kept.remove((gone or own)[0])
            kept.append((name, self.piece))
        return _replace(public, escorts=tuple(kept))

    def line(self, before: PublicState) -> Line | None:
        """Who, and where."""
        piece = before.table.find(self.piece)
        if piece is None:
            return None
        names = ", ".join(self.names)
        return Line(f"The {piece.colour} marker at {piece.place} takes along: {names}.", "15.31")


class EscortPassed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-escort-passed"):
    """Captives go on with another marker: theirs has become one with it (7.8, 15.31).

    Attributes:
        before: the marker that had them.
        after: the one that is left.
    """

    before: PieceId
    after: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Whoever was with the one is with the other."""
        passed = tuple(
            (name, self.after if piece == self.before else piece) for name, piece in public.escorts
        )
        return _replace(public, escorts=passed)


class CaptiveGone(PublicEvent, frozen=True, kw_only=True, tag="fellowship-captive-gone"):
    """A captive is one no longer (15.31).

    Attributes:
        name: who.
        how: he got away, was freed in a fight, or was brought to a Garrisoned hex.
    """

    name: str
    how: CaptiveEnd

    def apply(self, public: PublicState) -> PublicState:
        """One captive fewer; who is delivered counts at the end of the game."""
        kept = list(public.captives)
        if self.name in kept:
            kept.remove(self.name)
        delivered = public.delivered or self.how == "delivered"
        escorts = list(public.escorts)
        own = next((pair for pair in escorts if pair[0] == self.name), None)
        if own is not None:
            escorts.remove(own)
        return _replace(public, captives=tuple(kept), escorts=tuple(escorts), delivered=delivered)

    def line(self, before: PublicState) -> Line | None:
        """What became of it."""
        return Line(f"{self.name} {CAPTIVE_WORDS[self.how]}.", "15.31")


class EscapesWork(Work, frozen=True, kw_only=True):
    """Captives that have still to roll in this status phase (15.31)."""

    left: tuple[str, ...] = ()


class EscapesNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-escapes"):
    """Who has still to roll."""

    left: tuple[str, ...]

    def apply(self, public: PublicState) -> PublicState:
        """Keep it."""
        return _replace(public, work={**public.work, _ESCAPES: EscapesWork(left=self.left)})


def escapes_left(public: PublicState) -> tuple[str, ...]:
    """The captives that have still to roll in this status phase."""
    found = public.work.get(_ESCAPES)
    return found.left if isinstance(found, EscapesWork) else ()


class StartsWork(Work, frozen=True, kw_only=True):
    """Where markers stood when their movement phase began (15.21)."""

    places: Mapping[PieceId, str] = {}


class StartsNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-starts-noted"):
    """A movement phase begins; where everybody stands is kept for its end (15.21)."""

    places: Mapping[PieceId, str]

    def apply(self, public: PublicState) -> PublicState:
        """Keep it."""
        return _replace(public, work={**public.work, _KEY: StartsWork(places=self.places)})


def starts_work(public: PublicState) -> StartsWork:
    """Where markers stood when the movement phase began; empty where nobody asks."""
    found = public.work.get(_KEY)
    return found if isinstance(found, StartsWork) else StartsWork()


EVENTS: Final[tuple[type[Event], ...]] = (
    HexTypeChanged,
    SiegeCounted,
    StartsNoted,
    HobbitsCaptured,
    EscortNamed,
    EscortPassed,
    CaptiveGone,
    EscapesNoted,
)
