"""Where a marker could end its move now, by public facts alone (7.31)."""

from __future__ import annotations

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_path import Rules
from companion.games.fellowship.rules.movement_rules import rules_for, travels_of
from companion.games.fellowship.rules.movement_steps import nodes_at
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.rules.ring_route import Journey
from companion.games.fellowship.state import PublicState
from companion.table.values import Piece


def reach_of(public: PublicState, handbook: Handbook, piece: Piece) -> tuple[str, ...]:
    """Labels of the hexes in which a marker may end this movement phase, if its rolls succeed.

    What it has crossed in this phase counts. What the map does not tell yet forbids nothing.
    """
    crossed = move_work(public).crossed.get(piece.id, ())
    shown = in_mode(public, piece)
    found: set[str] = set()
    for travel in travels_of(handbook, shown, piece.place):
        rules = rules_for(public, handbook, shown, travel, crossed=crossed)
        found |= _labels(rules, piece.place, crossed)
    return tuple(sorted(found))


def _labels(rules: Rules, place: str, crossed: tuple[bool, ...]) -> set[str]:
    journey = Journey(rules)
    nodes = nodes_at(rules.around.ground, parse_place(place))
    ends = (end for node in nodes for end in journey.within_phase(node, crossed))
    return {hexes_of(end)[0].label for end in ends if len(hexes_of(end)) == 1}
