"""The way of a move that was seen: the likeliest one, or one that its owner draws (7.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from companion.board.places import Place, hexes_of, parse_place
from companion.games.fellowship.events.movement import (
    Leg,
    MoveNoted,
    Walk,
    WantedCard,
    move_work,
)
from companion.games.fellowship.facts.names import FELLOWSHIP, Travel
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.walk_matter import rules_of_walk, seat_word
from companion.games.fellowship.rules.movement_need import Claims
from companion.games.fellowship.rules.movement_path import (
    Breach,
    Path,
    breach_between,
    drawn_path,
    likeliest_path,
    wrong_end,
)
from companion.games.fellowship.rules.movement_rules import rules_for, travels_of
from companion.games.fellowship.rules.movement_steps import Passage
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.state import PublicState
from companion.table.values import Piece

_replace = msgspec.structs.replace


@dataclass(frozen=True, slots=True)
class Plan:
    """A way for a move, with how it travels and the card that it takes."""

    travel: Travel
    path: Path
    wants: WantedCard = ""


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
    travels = travels_of(
        handbook, in_mode(public, piece), start, simple=public.switches.simple_movement
    )
    if not travels:
        return Breach("It shows no mode in which it could move.", "3.4, 6.22")
    tries: list[tuple[Travel, WantedCard]] = [(travel, "") for travel in travels]
    if seat_word(piece) == FELLOWSHIP:
        tries += [(Travel.SHIP, "ship")] if Travel.SHIP in travels else []
        tries += [(Travel.HORSE, "shadowfax")] if Travel.HORSE in travels else []
        tries += [(travel, "gollum") for travel in travels]
        # Who could not have found him yet is told at once that nobody passes there.
        tries += [(travel, "radagast") for travel in travels if public.radagast_came]
    for travel, wants in tries:
        claims = claims_with(Claims(), wants)
        rules = rules_for(public, handbook, piece, travel, claims=claims, crossed=crossed)
        path = likeliest_path(rules, origin, goal)
        if path is not None:
            return Plan(travel, path, wants)
    rules = rules_for(public, handbook, piece, travels[0], crossed=crossed)
    return wrong_end(rules, goal) or breach_between(rules, origin, goal)


def claims_with(claims: Claims, wanted: WantedCard) -> Claims:
    """The claims once the card that a move takes is shown (6.126, 12.1)."""
    match wanted:
        case "ship":
            return _replace(claims, ship=True)
        case "shadowfax":
            return _replace(claims, shadowfax=True)
        case "radagast":
            return _replace(claims, no_terrain_rolls=True)
        case "gollum":
            return _replace(claims, gollum=True)
        case "":
            return claims


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


def places_of(walk: Walk) -> tuple[str, ...]:
    """Every place of a walk, the first included."""
    return (walk.start, *(leg.end for leg in walk.legs))


def redrawable(walk: Walk) -> str:
    """The part of the way that can still be drawn anew, as a player would type it."""
    places = places_of(walk)[walk.fixed :]
    return ("; " if any(place.startswith("@") for place in places) else " ").join(places)


def redraw(flow: Flow, walk: Walk, places: tuple[Place, ...]) -> Breach | None:
    """Take another way; None if it is taken.

    It may begin at any place that the marker has come to since the last roll, search or answer:
    what lies behind those has happened.

    Args:
        flow: the events so far.
        walk: the walk.
        places: every place of the new way.
    """
    piece = flow.public.standing(walk.piece)
    if piece is None:
        return Breach("The marker is not on the table.", "7.3")
    begin = _index_of(walk, places[0]) if places else None
    if begin is None:
        return Breach(f"The way begins at {places_of(walk)[walk.fixed]}.", "7.3")
    if places[-1] != parse_place(walk.goal):
        return Breach(f"The way ends at {walk.goal}, where the marker stands.", "7.3")
    crossed = _crossed_before(flow.public, walk, begin)
    rules = replace(rules_of_walk(flow.public, flow.handbook, walk, piece), crossed=crossed)
    found = drawn_path(rules, places)
    if isinstance(found, Breach):
        return found
    work = move_work(flow.public)
    again = _replace(
        walk,
        legs=(*walk.legs[:begin], *legs_of(found)),
        done=begin,
        passed=min(walk.passed, begin),
        revision=walk.revision + 1,
    )
    flow.add(
        MoveNoted(work=_replace(work, walk=again, crossed={**work.crossed, walk.piece: crossed}))
    )
    return None


def _index_of(walk: Walk, place: Place) -> int | None:
    """How many legs lie before a place of the walk that can still be drawn from, last first."""
    places = places_of(walk)
    for index in range(walk.done, walk.fixed - 1, -1):
        known = parse_place(places[index])
        if known == place or (hexes_of(place) and hexes_of(known) == hexes_of(place)):
            return index
    return None


def _crossed_before(public: PublicState, walk: Walk, index: int) -> tuple[bool, ...]:
    """The hexsides crossed in this phase before a leg of the walk."""
    crossed = move_work(public).crossed.get(walk.piece, ())
    undone = sum(leg.passage != Passage.ASHORE for leg in walk.legs[index : walk.done])
    return crossed[: len(crossed) - undone]


def change_walk(flow: Flow, walk: Walk | None) -> None:
    """The walk goes on with other facts."""
    flow.add(MoveNoted(work=_replace(move_work(flow.public), walk=walk)))
