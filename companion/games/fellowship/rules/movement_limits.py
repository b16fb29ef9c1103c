"""How far certain characters may go (7.9, 12.2), for their owner's eyes only."""

from __future__ import annotations

from typing import Final

from companion.board.hexes import BoardError, Hex, parse_hex
from companion.games.fellowship.box.board_map import BARROW_DOWNS, BoardMap
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import Forest
from companion.games.fellowship.facts.roster import MovementLimit, find_display_box, find_force
from companion.games.fellowship.flow.choosing import marker_name
from companion.games.fellowship.rules.abilities import war_hexes
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell

_AREA = "area:"


def allowed_hexes(board: BoardMap, limit: MovementLimit) -> tuple[Hex, ...]:
    """The hexes that a limit counts from; empty while the map does not know them."""
    if not limit.of.startswith(_AREA):
        try:
            return (parse_hex(limit.of),)
        except BoardError:
            return ()
    name = limit.of.removeprefix(_AREA)
    forest = next((forest for forest in Forest if forest.value == name), None)
    if forest is not None and forest is not Forest.NONE:
        return board.forest_hexes(forest)
    found = board.area(name)
    return () if isinstance(found, UnknownCell) else found


def is_beyond(board: BoardMap, limit: MovementLimit, place: Hex) -> bool:
    """Whether a hex is farther away than a limit allows (7.9).

    Distance is counted in hexes, whatever the terrain. Without known hexes to count from nothing
    is beyond.
    """
    centres = allowed_hexes(board, limit)
    return bool(centres) and min(place.distance(centre) for centre in centres) > limit.distance


def limit_warnings(scene: Scene) -> tuple[str, ...]:
    """What the viewer's own notes say against 7.9, one line for each character too far out."""
    hidden = scene.hidden
    if hidden is None:
        return ()
    places = {name: scene.public.table.find(piece) for piece, name in hidden.names.items()}
    found: list[str] = []
    for card, box_id in sorted(hidden.boxes.items()):
        force, box = find_force(card), find_display_box(box_id)
        piece = places.get(marker_name(box)) if box is not None else None
        place = find_hex(piece.place) if piece is not None else None
        if force is None or force.limit is None or place is None:
            continue
        if is_free_of_limit(scene.public, scene.handbook.map, card, place):
            continue
        if is_beyond(scene.handbook.map, force.limit, place):
            centre = force.limit.of.removeprefix(_AREA)
            found.append(
                f"{card} is at {place}, more than {force.limit.distance} from {centre} (7.9)."
            )
    return tuple(found)


LIFTED: Final = ("Glorfindel", "Grimbeorn", "Treebeard", "Radagast")
"""Whom 15.16 lets go anywhere while the Ring is lost."""


def is_free_of_limit(public: PublicState, board: BoardMap, card: str, place: Hex) -> bool:
    """Whether an optional rule lifts a limit here: the Ring is lost, or Treebeard goes to war.

    Once the Ring is back the limits hold again, and the characters go back (15.16, 15.22).
    """
    if public.switches.lifted_limits and public.ring != "fellowship" and card in LIFTED:
        return True
    war = public.switches.treebeard and card == "Treebeard"
    return war and place.label in war_hexes(board)


OLD_FOREST: Final = "5,fg"
TOMS_REACH: Final = 2
"""Tom Bombadil helps in fights this near to the Old Forest or the Barrow Downs (7.9)."""


def tom_may_come(board: BoardMap, place: Hex, round_number: int, *, has_come: bool) -> bool:
    """Whether Tom Bombadil may appear in a fight (7.9).

    The hex of the Barrow Downs is the map's own; while no box names it, only the Old Forest counts.

    Args:
        board: the map.
        place: where the fight is.
        round_number: the round that begins; he comes after the first.
        has_come: whether he has helped in this player-turn already; once is the most.
    """
    if has_come or round_number < 2:
        return False
    downs = board.area(BARROW_DOWNS)
    centres = (parse_hex(OLD_FOREST), *(() if isinstance(downs, UnknownCell) else downs))
    return min(place.distance(centre) for centre in centres) <= TOMS_REACH
