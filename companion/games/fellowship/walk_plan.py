"""The way of a move that was seen: the likeliest one, or one that its owner draws (7.3)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.board.places import Place, hexes_of, parse_place
from companion.games.fellowship.events_movement import (
    BonusCard,
    Leg,
    MoveNoted,
    Walk,
    move_work,
)
from companion.games.fellowship.flow import Flow
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.movement_need import Claims
from companion.games.fellowship.movement_path import (
    Breach,
    Path,
    breach_between,
    drawn_path,
    likeliest_path,
)
from companion.games.fellowship.movement_rules import rules_for, travels_of
from companion.games.fellowship.names import FELLOWSHIP, Travel
from companion.games.fellowship.state import (
    PublicState,
)
from companion.games.fellowship.walk_matter import rules_of_walk, seat_word
from companion.table.values import Piece

_replace = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Plan:
    """A way for a move, with how it travels and the card that it takes."""

    travel: Travel
    path: Path
    wants: BonusCard = ""


def plan_move(public: PublicState, handbook: Handbook, piece: Piece, start: str) -> Plan | Breach:
    """The likeliest way of a seen move, or the rule that it does not keep.

    Args:
        public: what everybody knows.
        handbook: tables and map.
        piece: the marker where it stands now.
        start: label of where it stood.
    """
    crossed = move_work(public).crossed.get(piece.id, ())
    origin, goal = parse_place(start), parse_place(piece.place)
    travels = travels_of(handbook, piece, start)
    if not travels:
        return Breach("It shows no mode in which it could move.", "3.4, 6.22")
    tries: list[tuple[Travel, Claims, BonusCard]] = [(travel, Claims(), "") for travel in travels]
    if seat_word(piece) == FELLOWSHIP:
        tries += [(Travel.SHIP, Claims(ship=True), "ship")] if Travel.SHIP in travels else []
        tries += (
            [(Travel.HORSE, Claims(shadowfax=True), "shadowfax")] if Travel.HORSE in travels else []
        )
    for travel, claims, wants in tries:
        rules = rules_for(public, handbook, piece, travel, claims=claims, crossed=crossed)
        path = likeliest_path(rules, origin, goal)
        if path is not None:
            return Plan(travel, path, wants)
    rules = rules_for(public, handbook, piece, travels[0], crossed=crossed)
    return breach_between(rules, origin, goal)


def begin_walk(flow: Flow, piece: Piece, start: str, plan: Plan) -> None:
    """A move that was seen is walked along a way."""
    work = move_work(flow.public)
    walk = Walk(
        number=work.count + 1,
        piece=piece.id,
        start=_first_place(plan.path, start),
        goal=piece.place,
        travel=plan.travel.value,
        legs=legs_of(plan.path),
        wants=plan.wants,
    )
    flow.add(MoveNoted(work=_replace(work, walk=walk, count=work.count + 1)))


def _first_place(path: Path, start: str) -> str:
    """Where the way begins; in a cut hex the half that the way picked."""
    return path.steps[0].start.label if path.steps else start


def legs_of(path: Path) -> tuple[Leg, ...]:
    """A way as it is written down."""
    return tuple(Leg(step.end.label, step.passage.value) for step in path.steps)


def redraw(flow: Flow, walk: Walk, places: tuple[Place, ...]) -> Breach | None:
    """Take another way from where the marker has got to; None if it is taken.

    Args:
        flow: the events so far.
        walk: the walk.
        places: every place of the new way, from where the marker is now.
    """
    piece = flow.public.table.find(walk.piece)
    if piece is None:
        return Breach("The marker is not on the table.", "7.3")
    rules = rules_of_walk(flow.public, flow.handbook, walk, piece)
    if not places or hexes_of(places[0]) != hexes_of(parse_place(walk.here)):
        return Breach(f"The way begins at {walk.here}, where the marker has got to.", "7.3")
    if places[-1] != parse_place(walk.goal):
        return Breach(f"The way ends at {walk.goal}, where the marker stands.", "7.3")
    found = drawn_path(rules, places)
    if isinstance(found, Breach):
        return found
    new_legs = (*walk.legs[: walk.done], *legs_of(found))
    change_walk(flow, _replace(walk, legs=new_legs, revision=walk.revision + 1))
    return None


def change_walk(flow: Flow, walk: Walk | None) -> None:
    """The walk goes on with other facts."""
    flow.add(MoveNoted(work=_replace(move_work(flow.public), walk=walk)))
