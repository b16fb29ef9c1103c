"""What a search remembers while it is worked through (8.3). Everybody knows of it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.state import PublicState, Work
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Roll

StageId = Literal[
    "which",
    "roll",
    "look",
    "declare",
    "spot",
    "ringbearer",
    "draw",
    "show",
    "sense",
    "ring-there",
    "soften",
    "unsoften",
    "ambush",
    "stand",
    "small",
    "small-roll",
    "force",
    "random",
    "random-look",
    "spare",
    "shadow",
    "loose",
    "deny",
    "withdraw",
    "denied-all",
    "wreck",
    "sunk",
    "raft",
    "shore",
]
"""Where a search stands; each asks one seat, and most ask only after a group is revealed."""

PassingOutcome = Literal["", "on", "stopped", "gone"]
"""What a search on the way meant for the move (7.34)."""


class Probe(msgspec.Struct, frozen=True, kw_only=True):
    """One search of one Fellowship marker.

    Attributes:
        number: counts searches; part of what tells one question from another.
        piece: the marker.
        place: where it stands or passes.
        hex: label of the hex that counts.
        stage: what is asked.
        passing: made on the way (7.34), not in a search phase.
        corsair_fleet, kraken, ship: shown by their owners before the roll (8.31).
        used_feature: a sneaking marker that used a feature (6.124).
        rolled: the roll.
        letter: the result that counts now, as T.5 prints it.
        declaring: markers whose owner has yet to say what they are (8.32).
        unseen: a sighting that means nothing to the ship that was searched (8.33).
        nazgul: the Enemy has shown a Nazgul at a spotting (8.322).
        drawn: places of cards that were drawn by rolls (8.322).
        sensed: the Enemy has been asked whether it shows a Nazgul to sense the Ring (6.4).
        hard: the encounter stays one: it was not or could not be softened (8.33).
        halves: size of the group in halves, once it is revealed (8.33).
        half_group: only half a random group fights (8.4).
        with_minions: minions fight beside the random group.
        raft: who rolls together to leave a sunk ship, by number (8.328).
        raft_needs: the highest roll that brings the raft ashore.
        rafts: how many have been rolled for.
        options, denied: hexes of a retreat (8.5).
        alone: it retreats from sleepers alone, freely and without rumors (8.5).
        stood: markers that stood in those hexes before the retreat.
    """

    number: int
    piece: PieceId
    place: str
    hex: str
    stage: StageId
    passing: bool = False
    corsair_fleet: bool = False
    kraken: bool = False
    ship: bool = False
    used_feature: bool = False
    rolled: Roll | None = None
    letter: str = ""
    declaring: tuple[PieceId, ...] = ()
    unseen: bool = False
    nazgul: bool = False
    drawn: tuple[int, ...] = ()
    sensed: bool = False
    hard: bool = False
    halves: int = 0
    half_group: bool = False
    with_minions: bool = False
    raft: tuple[str, ...] = ()
    raft_needs: int = 0
    rafts: int = 0
    options: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    alone: bool = False
    stood: tuple[PieceId, ...] = ()


class SearchWork(Work, frozen=True, kw_only=True):
    """The searches of a player-turn.

    Attributes:
        listed: the markers to be searched in this search phase have been listed.
        waiting: markers whose roll is still to come, in order.
        probe: the search that is worked through.
        parked: results that wait until all rolls are made: retreats and fights (8.0).
        count: how many searches there have been.
        passing: what the last search on the way meant for the move.
    """

    listed: bool = False
    waiting: tuple[PieceId, ...] = ()
    probe: Probe | None = None
    parked: tuple[Probe, ...] = ()
    count: int = 0
    passing: PassingOutcome = ""


_KEY: Final = "search"


class SearchNoted(PublicEvent, frozen=True, kw_only=True, tag="fellowship-search"):
    """A search goes on by one step."""

    work: SearchWork

    def apply(self, public: PublicState) -> PublicState:
        """Remember where it stands."""
        return msgspec.structs.replace(public, work={**public.work, _KEY: self.work})


def search_work(public: PublicState) -> SearchWork:
    """Where the searches of this player-turn stand."""
    found = public.work.get(_KEY)
    return found if isinstance(found, SearchWork) else SearchWork()


EVENTS: Final[tuple[type[Event], ...]] = (SearchNoted,)
