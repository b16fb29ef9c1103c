"""Where a marker that stands on the map may retreat to, however it may travel from there (8.5)."""

from __future__ import annotations

from collections.abc import Callable

from companion.board.places import Place, parse_place
from companion.games.fellowship.facts.names import Travel
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_path import Rules
from companion.games.fellowship.rules.movement_rules import rules_for, travels_of
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.state import PublicState
from companion.table.values import Piece


def retreat_labels(
    public: PublicState,
    handbook: Handbook,
    piece: Piece,
    options: Callable[[Rules, Place], tuple[Place, ...]],
) -> tuple[str, ...]:
    """Labels of the places to which a marker may retreat, each once.

    Args:
        public: what everybody knows.
        handbook: tables and map.
        piece: the marker, where it stands.
        options: which places a way of travelling leaves open (`rules.retreat`).
    """
    shown = in_mode(public, piece)
    simple = public.switches.simple_movement
    found: list[str] = []
    for travel in travels_of(handbook, shown, piece.place, simple=simple) or (Travel.FOOT,):
        rules = rules_for(public, handbook, shown, travel)
        found += [option.label for option in options(rules, parse_place(piece.place))]
    return tuple(dict.fromkeys(found))
