"""The journey with the Ring that Saruman's forces and Gollum have to make (6.414, 6.415)."""

from __future__ import annotations

from typing import Final

from companion.board.places import parse_place
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.play.walk_plan import Plan
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.rules.movement_rules import rules_for
from companion.games.fellowship.rules.ring import GOALS, RingHolder
from companion.games.fellowship.rules.ring_place import in_mode, is_carrier
from companion.games.fellowship.rules.ring_route import journey_of, keeps_fastest
from companion.table.values import Piece

_SECTIONS: Final[dict[RingHolder, str]] = {
    "saruman": "6.414",
    "gollum": "6.415",
    "balrog": "15.17",
}


def strays_with_ring(flow: Flow, piece: Piece, start: str, plan: Plan) -> Breach | None:
    """Why a move of the marker with the Ring does not lie on a fastest route to its goal, or None.

    Args:
        flow: the events so far.
        piece: the marker where it stands now.
        start: label of where it stood.
        plan: the way that it takes.
    """
    goal = find_hex(GOALS.get(flow.public.ring, ""))
    if goal is None or not is_carrier(flow.public, piece):
        return None
    shown = in_mode(flow.public, piece)
    journey = journey_of(rules_for(flow.public, flow.handbook, shown, plan.travel))
    if keeps_fastest(journey, parse_place(start), parse_place(piece.place), goal):
        return None
    section = _SECTIONS[flow.public.ring]
    return Breach(f"With the Ring it goes to {goal} by the fastest route.", section)
