"""What is due next on a walk, by public facts alone (7.3 to 7.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.events.movement import (
    Walk,
    move_work,
)
from companion.games.fellowship.events.search import search_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, MarkerType, Mode, Seat, Travel
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_need import Need
from companion.games.fellowship.rules.movement_path import (
    Rules,
    open_steps,
)
from companion.games.fellowship.rules.movement_rules import rules_for
from companion.games.fellowship.rules.movement_steps import Step
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.rules.search_where import may_be_searched_passing
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of, owner_of
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.tables.terrain import Way
from companion.table.values import Piece

_replace = msgspec.structs.replace

MatterKind = Literal[
    "bonus",
    "pass",
    "search",
    "blocked",
    "claim",
    "nazgul",
    "cell",
    "roll",
    "late-claim",
    "go",
    "closed",
    "lost",
    "end",
]
_NAZGUL_WAYS: Final = (Way.FORD, Way.FERRY)


@dataclass(frozen=True, slots=True)
class Matter:
    """What is due next on a walk.

    Attributes:
        kind: ``bonus`` (a card must be shown for so long a move), ``pass`` (the Enemy may search),
            ``search`` (that search is worked through), ``blocked``, ``claim`` (a card opens the
            way), ``nazgul``, ``cell`` (a value is missing), ``roll``, ``late-claim`` (a card could
            save a roll), ``go`` (nothing is asked), ``closed`` (it cannot be crossed now),
            ``lost`` (the map has changed under the way), ``end``.
        step: the step it is about, None at the end.
        need: what the step needs.
    """

    kind: MatterKind
    step: Step | None = None
    need: Need | None = None


def seat_word(piece: Piece) -> Seat:
    """The seat that a marker belongs to, in the words of the rules."""
    return FELLOWSHIP if owner_of(piece.colour) == FELLOWSHIP_SEAT else ENEMY


def rules_of_walk(public: PublicState, handbook: Handbook, walk: Walk, piece: Piece) -> Rules:
    """What the walk is judged by."""
    crossed = move_work(public).crossed.get(walk.piece, ())
    return rules_for(
        public, handbook, piece, Travel(walk.travel), claims=walk.claims, crossed=crossed
    )


def step_of_walk(public: PublicState, handbook: Handbook, walk: Walk) -> Step | None:
    """The step that is due, as the map and the blockers stand now; None if it is gone."""
    piece = public.standing(walk.piece)
    if piece is None or walk.is_over:
        return None
    rules = rules_of_walk(public, handbook, walk, piece)
    leg = walk.legs[walk.done]
    return next(
        (
            step
            for step in open_steps(rules, parse_place(walk.here))
            if step.end.label == leg.end and step.passage == leg.passage
        ),
        None,
    )


def matter_of(public: PublicState, handbook: Handbook, walk: Walk) -> Matter:
    """What is due next on a walk, by public facts alone."""
    piece = public.standing(walk.piece)
    probe = search_work(public).probe
    if probe is not None and probe.passing:
        return Matter("search")
    if piece is None or walk.is_over:
        return Matter("end")
    if walk.wants:
        return Matter("bonus")
    step = step_of_walk(public, handbook, walk)
    if step is None:
        return Matter("lost")
    if _passes_search(public, handbook, walk, piece):
        return Matter("pass", step)
    if step.blocked and walk.opened < walk.done:
        return Matter("blocked", step)
    need = rules_of_walk(public, handbook, walk, piece).need_of(step)
    if _asks_nazgul(public, walk, piece, step):
        return Matter("nazgul", step, need)
    return Matter("late-claim" if walk.waste_roll else _KINDS[need.kind], step, need)


_KINDS: Final[dict[str, MatterKind]] = {
    "automatic": "go",
    "roll": "roll",
    "forbidden": "closed",
    "unknown": "cell",
    "claim": "claim",
}


def _passes_search(public: PublicState, handbook: Handbook, walk: Walk, piece: Piece) -> bool:
    """Whether the Enemy may search before the marker goes on from here (7.34).

    Only where it came to by moving in this phase. A flyer is searched only if the Enemy shows one
    that flies, so only where an Enemy marker stands (7.6).
    """
    if seat_word(piece) != FELLOWSHIP or walk.passed >= walk.done:
        return False
    if not walk.done and not move_work(public).crossed.get(walk.piece):
        return False
    here = parse_place(walk.here)
    hexes = hexes_of(here)
    flying = walk.travel == Travel.FLYING
    return bool(hexes) and all(
        may_be_searched_passing(public, handbook, piece, place, flying=flying) for place in hexes
    )


def _asks_nazgul(public: PublicState, walk: Walk, piece: Piece, step: Step) -> bool:
    """A red rider at a ford or ferry may be a Nazgul, which needs a roll there (7.324).

    Which markers are asked about follows from colour and side, never from what they are. Without
    modes all of the Enemy rides, whatever its side shows (14.1).
    """
    mode = mode_of_piece(in_mode(public, piece))
    rides = public.switches.simple_movement or mode is Mode.HORSE
    return (
        marker_type_of(piece) is MarkerType.SAURONIC
        and rides
        and step.way in _NAZGUL_WAYS
        and not walk.claims.nazgul
        and walk.asked_nazgul < walk.done
    )
