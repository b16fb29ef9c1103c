"""What the movement phase remembers: markers on their way, and how far they have come (7.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.rules.movement_need import Claims
from companion.games.fellowship.state import Known, Line, PublicState, Work
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece

WantedCard = Literal["", "ship", "shadowfax", "radagast", "gollum"]
"""Who makes a move possible that the rules do not allow otherwise (6.126, 12.1)."""


class Leg(msgspec.Struct, frozen=True):
    """One step of a way, as it is written down.

    Attributes:
        end: label of the place after it.
        passage: how it goes (`movement_steps.Passage`).
    """

    end: str
    passage: str


class Walk(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was seen and is being walked, step by step.

    Attributes:
        number: counts walks; part of what tells one question from another.
        piece: the marker.
        start: where it stood.
        goal: where it was put down.
        travel: how it travels (`names.Travel`).
        legs: the way.
        done: how many legs are behind it.
        fixed: how many legs cannot be drawn anew: a roll, a search or an answer lies on them.
        claims: cards that its owner has shown.
        wants: a card without which the move is not possible, until it is shown.
        passed: the leg before which passing an active hex is settled (7.34).
        opened: the leg whose blocked feature is open to it (7.33).
        facing: how far the question about a blocked feature has come: the Fellowship, the Enemy, or
            the roll to bypass a dormant group.
        asked_nazgul: the leg for which the owner has said whether a Nazgul rides along (7.324).
        revision: how often its way or its cards have changed; part of what tells questions apart.
        waste_roll: a roll to leave the Northern Waste that a card could still save (7.72).
    """

    number: int
    piece: PieceId
    start: str
    goal: str
    travel: str
    legs: tuple[Leg, ...]
    done: int = 0
    fixed: int = 0
    claims: Claims = Claims()
    wants: WantedCard = ""
    passed: int = -1
    opened: int = -1
    facing: Literal["mover", "enemy", "bypass"] = "mover"
    asked_nazgul: int = -1
    revision: int = 0
    waste_roll: int = 0

    @property
    def here(self) -> str:
        """The place that it has reached."""
        return self.legs[self.done - 1].end if self.done else self.start

    @property
    def is_over(self) -> bool:
        """Every leg is behind it."""
        return self.done >= len(self.legs)


class MoveWork(Work, frozen=True, kw_only=True):
    """The movement phase so far.

    Attributes:
        walk: the marker on its way.
        queue: markers that were moved meanwhile, with the place each came from.
        crossed: for each marker the hexsides of this phase, in order: whether each was open.
        halted: markers that may move no further in this phase, with the reason.
        count: how many walks there have been.
        strayed: markers whose move was flagged, with the place they came from.
    """

    walk: Walk | None = None
    queue: tuple[tuple[PieceId, str], ...] = ()
    crossed: Mapping[PieceId, tuple[bool, ...]] = {}
    halted: Mapping[PieceId, str] = {}
    count: int = 0
    strayed: Mapping[PieceId, str] = {}


_KEY: Final = "movement"
_SPLIT: Final = "split"
_JOIN: Final = "join"


class MoveNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-movement"):
    """The movement phase goes on by one step."""

    work: MoveWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        return msgspec.structs.replace(public, work={**public.work, _KEY: self.work})


class SplitWork(Work, frozen=True, kw_only=True):
    """Splitting and making rumors so far (7.1, 7.2).

    Attributes:
        before: the seat's markers when it began.
        shown: markers that were revealed as groups meanwhile.
    """

    before: tuple[Piece, ...] = ()
    shown: tuple[PieceId, ...] = ()


class SplitNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-split"):
    """Splitting and making rumors goes on by one step."""

    work: SplitWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        return msgspec.structs.replace(public, work={**public.work, _SPLIT: self.work})


class JoinSet(msgspec.Struct, frozen=True, kw_only=True):
    """Markers that must become one (7.8).

    Attributes:
        place: label of the hex.
        pieces: the markers.
        face: the side that the one marker shows; 0 for any, where no modes are played (14.1).
        mode: the side of its mode, also where it lies sticker side up.
        carries: one of them carries the Ring openly, so the one that is left does (6.4).
        new_to: those of which nothing was known before.
    """

    place: str
    pieces: tuple[PieceId, ...]
    face: int
    mode: int = 0
    carries: bool = False
    new_to: tuple[PieceId, ...] = ()


class JoinWork(Work, frozen=True, kw_only=True):
    """Joining so far (7.8).

    Attributes:
        sets: what has to join.
        crowded: a marker of more than seven that has to leave; the Enemy names the hex.
    """

    sets: tuple[JoinSet, ...] = ()
    crowded: PieceId | None = None


class JoinNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-join"):
    """Joining goes on by one step."""

    work: JoinWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        return msgspec.structs.replace(public, work={**public.work, _JOIN: self.work})


class KnowledgeJoined(PublicEvent, frozen=True, kw_only=True, tag="fellowship-knowledge-joined"):
    """Markers that become one are known alike (7.8).

    Attributes:
        pieces: the markers.
        known: what everybody knows of the one that is left; None for nothing.
    """

    pieces: tuple[PieceId, ...]
    known: Known | None

    def apply(self, public: PublicState) -> PublicState:
        """Whichever of the cubes stays, it is known as this."""
        kept = {piece: known for piece, known in public.known.items() if piece not in self.pieces}
        joined = {} if self.known is None else dict.fromkeys(self.pieces, self.known)
        return msgspec.structs.replace(public, known={**kept, **joined})


class SneakSpoilt(PublicEvent, frozen=True, kw_only=True, tag="fellowship-sneak-spoilt"):
    """Which sneaking markers have used a feature and lost their -1 (6.124)."""

    pieces: tuple[PieceId, ...]

    def apply(self, public: PublicState) -> PublicState:
        """Remember it until they move again."""
        return msgspec.structs.replace(public, sneak_spoilt=self.pieces)


class WayWalked(PublicEvent, frozen=True, kw_only=True, tag="fellowship-way-walked"):
    """A marker has gone its way, or as far as it came.

    Attributes:
        piece: the marker.
        places: labels of the places, the first included.
        why: why it went no further, empty if it got where it was put.
        section: the rule that stopped it.
    """

    piece: PieceId
    places: tuple[str, ...]
    why: str = ""
    section: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """The way is drawn until the player-turn is over."""
        return msgspec.structs.replace(public, trails=(*public.trails, self.places))

    def line(self, before: PublicState) -> Line | None:
        """What the move itself has not said: where it came through, or why it went no farther."""
        piece = before.table.find(self.piece)
        colour = piece.colour if piece is not None else "other"
        way = [place.removeprefix("@") for place in self.places]
        through = f" by way of {', '.join(way[1:-1])}" if len(way) > 2 else ""
        if not self.why:
            if not through:
                return None
            text = f"The {colour} marker came to {way[-1]}{through}."
        else:
            text = f"The {colour} marker goes no farther than {way[-1]}{through}. {self.why}"
        return Line(text, self.section or "7.3")


def split_work(public: PublicState) -> SplitWork:
    """Where splitting and making rumors stands."""
    found = public.work.get(_SPLIT)
    return found if isinstance(found, SplitWork) else SplitWork()


def join_work(public: PublicState) -> JoinWork:
    """Where joining stands."""
    found = public.work.get(_JOIN)
    return found if isinstance(found, JoinWork) else JoinWork()


def move_work(public: PublicState) -> MoveWork:
    """Where the movement phase stands."""
    found = public.work.get(_KEY)
    return found if isinstance(found, MoveWork) else MoveWork()


EVENTS: Final[tuple[type[Event], ...]] = (
    MoveNoted,
    SplitNoted,
    JoinNoted,
    KnowledgeJoined,
    SneakSpoilt,
    WayWalked,
)
