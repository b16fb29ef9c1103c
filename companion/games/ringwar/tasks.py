"""What is being done at the moment: use cases under way, the newest on top of the older ones."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.ringwar.names import PlayerSide

FightKind = Literal["normal", "interrupt", "servants", "citadel", "seize"]
"""Agreed on, on the way, forced by a servant or a fallen citadel, for the Ring."""

FightStage = Literal[
    "want-fellowship",
    "want-dark",
    "pick-fellowship",
    "pick-dark",
    "sorcery-fellowship",
    "sorcery-dark",
    "roll-fellowship",
    "roll-dark",
    "resolve",
    "again-fellowship",
    "again-dark",
    "over",
]


class Escape(msgspec.Struct, frozen=True, kw_only=True, tag="escape"):
    """A captive tries to get away; `face` is the roll once it has come."""

    name: str
    face: int | None = None


class RemoveRing(msgspec.Struct, frozen=True, kw_only=True, tag="remove-ring"):
    """The Ringbearer takes the Ring off."""

    face: int | None = None


class Search(msgspec.Struct, frozen=True, kw_only=True, tag="search"):
    """A search card is carried out.

    Attributes:
        card, regions, force, home: what the card says.
        stage: ``spend``, ``roll`` or ``place``.
        face: the roll once it has come.
        found: hexes in which somebody was spotted.
        placed: names of the Nazgul put there so far.
    """

    card: str
    regions: tuple[str, ...]
    force: str
    home: str = ""
    stage: Literal["spend", "roll", "place"] = "spend"
    face: int | None = None
    found: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()


class FreeSearch(msgspec.Struct, frozen=True, kw_only=True, tag="free-search"):
    """Movement through a hex of the Dark Power's is interrupted by a search without cost.

    Attributes:
        place: where.
        names: who moves.
        band: the Orcs that wait there; None for others, who fight.
        rolls: the Dark Power searches.
        face: the roll once it has come.
    """

    place: str
    names: tuple[str, ...]
    band: int | None = None
    rolls: bool = False
    face: int | None = None


class Capture(msgspec.Struct, frozen=True, kw_only=True, tag="capture"):
    """Orcs try to capture whoever is spotted in their hex.

    Attributes:
        band: the Orcs.
        rolls: the Dark Power tries.
        face: the roll once it has come.
        ring_asked: the Fellowship has been asked about the Ring.
    """

    band: int
    rolls: bool = False
    face: int | None = None
    ring_asked: bool = False


class Walk(msgspec.Struct, frozen=True, kw_only=True, tag="walk"):
    """Characters of the Fellowship move from a hex.

    Attributes:
        place: where they start.
        names: who moves; empty while that is planned.
        path: the hexes still before them.
        stops: the movement is interrupted.
        agreed: a place that is barred is entered all the same.
    """

    place: str
    names: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    stops: bool = False
    agreed: bool = False


class DarkMove(msgspec.Struct, frozen=True, kw_only=True, tag="dark-move"):
    """The Dark Power moves somebody.

    Attributes:
        mover: ``nazgul``, ``mouth``, ``orcs`` or ``bearer``.
        who: the name of a bearer, the number of the Orcs.
    """

    mover: Literal["nazgul", "mouth", "orcs", "bearer"]
    who: str = ""


class Reduce(msgspec.Struct, frozen=True, kw_only=True, tag="reduce"):
    """A citadel is reduced."""

    place: str
    face: int | None = None


class Fight(msgspec.Struct, frozen=True, kw_only=True, tag="fight"):
    """An individual combat.

    Attributes:
        kind: why it is fought.
        place: where.
        stage: what comes next.
        fellowship, dark: who fights for each side, empty while not chosen. For the Ring the sides
            are those of the players who control the two.
        faces: the two rolls of this round, the Fellowship's first, 0 while they have not come.
        sorcery: who uses sorcery in this round.
        wants: whether each side wishes to fight on, in the order of the sides.
        away: who has left the fight by the Ring or by flight.
        seizer, bearer: set for a fight for the Ring.
        to_death: it is repeated until somebody dies.
        has_begun: at least one round was fought.
    """

    kind: FightKind
    place: str
    stage: FightStage = "want-fellowship"
    fellowship: str = ""
    dark: str = ""
    faces: tuple[int, int] = (0, 0)
    sorcery: tuple[bool, bool] = (False, False)
    wants: tuple[bool, bool] = (False, False)
    away: tuple[str, ...] = ()
    seizer: str = ""
    bearer: str = ""
    to_death: bool = False
    has_begun: bool = False

    def fighter(self, side: PlayerSide) -> str:
        """Who fights for a side, empty while not chosen."""
        return self.fellowship if side == "fellowship" else self.dark


class MagicCards(msgspec.Struct, frozen=True, kw_only=True, tag="magic-cards"):
    """The Fellowship hands magic cards about in a hex."""

    place: str


class TooMuchMagic(msgspec.Struct, frozen=True, kw_only=True, tag="too-much-magic"):
    """A character has more magic cards than it may hold."""

    name: str


class ChooseBearer(msgspec.Struct, frozen=True, kw_only=True, tag="choose-bearer"):
    """The Ringbearer is dead: who takes the Ring?"""

    place: str


Task = (
    Escape
    | RemoveRing
    | Search
    | FreeSearch
    | Capture
    | Walk
    | DarkMove
    | Reduce
    | Fight
    | MagicCards
    | TooMuchMagic
    | ChooseBearer
)
