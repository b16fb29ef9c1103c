"""What happens to the Ring (6.4). Who bears it is the Fellowship's secret until a rule tells it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent, SecretEvent
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.open_facts import RingPublic
from companion.games.fellowship.rules.ring import RingHolder
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState, Line, PublicState, Work
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.values import Roll

_replace = msgspec.structs.replace
_KEY: Final = "ring"
GOLLUMS_AMBUSH: Final = "ambush by Gollum"
"""Cause of a fight in which an event card has Gollum fall on the Ringbearer (6.415)."""

_PIECE_SIDE: Final = 1
"""The sticker side of a marker, turned up only where it carries the Ring openly (6.4)."""

RingStage = Literal[
    "",
    "roll",
    "rolled",
    "takers",
    "choose",
    "gollum-roll",
    "nazgul",
    "no-saruman",
    "agree",
    "agreed",
]
"""Where the business of the Ring stands; each stage asks one seat."""

RingClaim = Literal["", "deserts", "gollum", "turned"]
"""What the Fellowship says of the Ring that the other seat has to agree to."""


class RingWork(Work, frozen=True, kw_only=True):
    """What the steps of the Ring remember within a player-turn.

    Attributes:
        stage: what is asked now.
        marked: this status phase's mark has been made where one was due (6.412).
        tried: this status phase's transfer has been tried (6.412).
        rolled: the transfer roll, until its owner has said what it does.
        failed: a transfer failed in this player-turn: the bearer may be attacked (6.412).
        fought: places where a fight was due in this combat phase.
        lost_at: where a Ringbearer fell and was left (6.413).
        gollum: Gollum was in the group that lost it (6.415).
        captive: name of the captive who bore it, as everybody calls it (15.31).
        candidates: who may take it.
        chooser: who picks one of them.
        claim: what the Fellowship has said that waits for the other seat's word.
        denied: the other seat has said in this player-turn that it is not so.
    """

    stage: RingStage = ""
    marked: bool = False
    tried: bool = False
    rolled: Roll | None = None
    failed: bool = False
    fought: tuple[str, ...] = ()
    lost_at: str = ""
    gollum: bool = False
    captive: str = ""
    candidates: tuple[str, ...] = ()
    chooser: SeatId | None = None
    claim: RingClaim = ""
    denied: bool = False


def ring_work(public: PublicState) -> RingWork:
    """Where the business of the Ring stands in this player-turn."""
    found = public.work.get(_KEY)
    return found if isinstance(found, RingWork) else RingWork()


class RingNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-work"):
    """The business of the Ring goes on by one step."""

    work: RingWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        return _replace(public, work={**public.work, _KEY: self.work})


class RingTaken(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-taken"):
    """Who controls the Ring has changed, or where it is while its place is public (6.4, 6.41).

    Attributes:
        by: who controls it now.
        seat: who noted it by hand, None where it followed from play.
        bearer: who has it in hand, as far as it has to be told.
        piece: the marker that carries it openly.
        place: where it is, while the Fellowship does not control it.
        section: the rule.
    """

    by: RingHolder
    seat: SeatId | None = None
    bearer: str = ""
    piece: PieceId | None = None
    place: str = ""
    section: str = "6.41"

    def apply(self, public: PublicState) -> PublicState:
        """Remember what everybody knows now."""
        wounded, lost = public.ring_public.wounded, public.ring_public.lost
        if self.by == "fellowship":
            open_facts = RingPublic(bearer=self.bearer, lost=lost, wounded=wounded)
        else:
            piece = None if self.piece is None else public.table.find(self.piece)
            shown = 0 if piece is None or piece.face == _PIECE_SIDE else piece.face
            open_facts = RingPublic(
                bearer=self.bearer,
                piece=self.piece,
                place=self.place if piece is None else piece.place,
                face=shown,
                lost=True,
                wounded=wounded,
            )
        return _replace(public, ring=self.by, ring_public=open_facts)

    def line(self, before: PublicState) -> Line | None:
        """Who has it, and where it is where that is public."""
        who = HOLDER_WORDS[self.by]
        bearer = f" in the hands of {self.bearer}" if self.bearer else ""
        where = f" at {place_words(self.place)}" if self.place and self.by != "fellowship" else ""
        return Line(f"The Ring is {who}{bearer}{where}.", self.section)


HOLDER_WORDS: Final[dict[RingHolder, str]] = {
    "fellowship": "controlled by the Fellowship",
    "enemy": "controlled by the Enemy",
    "saruman": "held by Saruman's forces",
    "gollum": "held by Gollum",
    "balrog": "held by the Balrog",
    "nobody": "controlled by nobody",
}
"""Who controls the Ring, as it follows "The Ring is"."""


class BearerShown(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-bearer-shown"):
    """The Fellowship attacks its own Ringbearer, whom the Enemy plays: everybody sees who it is."""

    bearer: str

    def apply(self, public: PublicState) -> PublicState:
        """Whoever bears it is known."""
        return _replace(public, ring_public=_replace(public.ring_public, bearer=self.bearer))

    def line(self, before: PublicState) -> Line | None:
        """Who."""
        return Line(f"{self.bearer} bears the Ring and is played by the Enemy.", "6.412")


class BearerHidden(PublicEvent, frozen=True, tag="fellowship-ring-bearer-hidden"):
    """The Ring has gone to another of the Fellowship, and nobody is told to whom (6.412)."""

    def apply(self, public: PublicState) -> PublicState:
        """Nobody but the Fellowship knows the bearer from now on."""
        return _replace(public, ring_public=_replace(public.ring_public, bearer=""))


class RingWorn(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-worn"):
    """The Ring is worn in a combat round, which shows that it is there (6.42).

    Attributes:
        place: where the fight is.
        bearer: who wears it, where that has to be shown.
    """

    place: str
    bearer: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Whoever wears it is known."""
        if not self.bearer:
            return public
        return _replace(public, ring_public=_replace(public.ring_public, bearer=self.bearer))

    def line(self, before: PublicState) -> Line | None:
        """Where."""
        who = f" by {self.bearer}" if self.bearer else ""
        return Line(f"The Ring is worn{who} in the fight at {self.place}.", "6.42")


class BearerWounded(PublicEvent, frozen=True, tag="fellowship-ring-bearer-wounded"):
    """A Nazgul has wounded the Fellowship's Ringbearer, for the first time in the game (9.244)."""

    def apply(self, public: PublicState) -> PublicState:
        """It is the first time only once."""
        return _replace(public, ring_public=_replace(public.ring_public, wounded=True))


class RingJoined(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-joined"):
    """The marker that carried the Ring has become one with another (6.4, 7.8).

    Attributes:
        piece: the one that is left.
        face: the side of its mode.
    """

    piece: PieceId
    face: int

    def apply(self, public: PublicState) -> PublicState:
        """That one carries it now."""
        carried = _replace(public.ring_public, piece=self.piece, face=self.face)
        return _replace(public, ring_public=carried)


class RingSensed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-ring-sensed"):
    """With a Nazgul shown in its hex the Fellowship has said whether the Ring is there (6.4).

    Attributes:
        place: the hex.
        there: the Ringbearer is in it.
    """

    place: str
    there: bool

    def line(self, before: PublicState) -> Line | None:
        """What was said."""
        words = "is" if self.there else "is not"
        return Line(f"With a Nazgul at {self.place}: the Ring {words} there.", "6.4")


# --- What only the Fellowship knows -------------------------------------------------------------


class BearerNoted(SecretEvent, frozen=True, kw_only=True, tag="fellowship-ring-bearer"):
    """The Fellowship notes who has the Ring in hand; empty while it does not control it."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep it."""
        return _replace(hidden, ringbearer=self.card, ring_to="")

    def line(self, before: HiddenState) -> Line | None:
        """Who."""
        return Line(f"Ringbearer: {self.card or 'none'}.", "6.41")


class RingMarked(SecretEvent, frozen=True, kw_only=True, tag="fellowship-ring-marked"):
    """Marks beside a character's Ring transfer number (6.412).

    Attributes:
        card: the character.
        count: how many marks are added; below 0 takes some away, by hand.
        why: what they are for.
    """

    card: str
    count: int = 1
    why: str = ""

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Add them; there are never fewer than none."""
        marks = max(hidden.ring_marks.get(self.card, 0) + self.count, 0)
        return _replace(hidden, ring_marks={**hidden.ring_marks, self.card: marks})

    def line(self, before: HiddenState) -> Line | None:
        """Whose, how many, what for."""
        why = f", {self.why}" if self.why else ""
        return Line(f"Ring marks for {self.card}: {self.count:+d}{why}.", "6.412")


class TransferAimed(SecretEvent, frozen=True, kw_only=True, tag="fellowship-ring-aimed"):
    """To whom the transfer goes that is about to be rolled for; empty for none (6.412)."""

    card: str

    def apply(self, hidden: HiddenState) -> HiddenState:
        """Keep it until the roll."""
        return _replace(hidden, ring_to=self.card)


def worn(place: str, bearer: str) -> tuple[Event, ...]:
    """The events of one combat round in which the Fellowship's bearer wears the Ring (6.412, 6.42).

    Args:
        place: where the fight is.
        bearer: the Fellowship's bearer, who is shown by it.
    """
    return (
        RingWorn(place=place, bearer=bearer),
        RingMarked(seat=FELLOWSHIP_SEAT, card=bearer, why="worn in combat"),
    )


EVENTS: Final[tuple[type[Event], ...]] = (
    RingNoted,
    RingTaken,
    BearerShown,
    BearerHidden,
    RingWorn,
    BearerWounded,
    RingJoined,
    RingSensed,
    BearerNoted,
    RingMarked,
    TransferAimed,
)
