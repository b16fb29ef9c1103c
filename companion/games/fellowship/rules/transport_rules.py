"""Where transport can be got, and what turning a marker may mean (6.12, 6.121, T.3)."""

from __future__ import annotations

from typing import Final

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import MarkerType, Mode, Water, place_words
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.movement_markers import may_rest_at_home
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import PublicState
from companion.table.ids import PieceId
from companion.table.values import Piece

EYRIE: Final = "15,cd"
"""Where the Eagles are (6.121)."""

_SNEAK_AND_FOOT: Final = (Mode.SNEAK, Mode.FOOT)


def turning_breach(public: PublicState, before: Piece, after: Piece) -> str:
    """What is against the rules in turning a marker, or nothing."""
    old, new = mode_of_piece(before), mode_of_piece(after)
    name = f"The {after.colour} marker at {place_words(after.place)}"
    if may_rest_at_home(after):
        return ""
    if new is None or new is Mode.DORMANT:
        return f"{name} shows side {after.face}, which is no mode for it."
    if old is Mode.DORMANT:
        return f"{name} was dormant and shows side {after.face} now; mobilizing comes before."
    if marker_type_of(after) is MarkerType.GUARDIAN:
        return ""
    if after.id in public.transport_done and not (old is Mode.FOOT and new is Mode.SNEAK):
        return f"{name} has already changed its transport in this phase."
    if new in _SNEAK_AND_FOOT:
        # Whoever gives up transport is on foot by that and may sneak at once.
        return ""
    wanted = new.value
    return f"{name} went to {wanted} without getting it by a roll or from a card."


def turns_spent(public: PublicState, piece: PieceId | None, objective: str) -> int:
    """Turns in a row that the marker has tried in vain to get the same before this one (T.3)."""
    attempt = None if piece is None else public.attempts.get(piece)
    if attempt is None or attempt.turn != public.turn - 1:
        return 0
    # A try that was written down before objectives were has none.
    return attempt.running if attempt.objective in ("", objective) else 0


def wrong_place(handbook: Handbook, piece: Piece, objective: str) -> str:
    """Why this cannot be had here, or nothing; what the map does not say forbids nothing."""
    place = find_hex(piece.place)
    if objective == "eagles" and marker_type_of(piece) is not MarkerType.FELLOWSHIP:
        return "The Eagles carry a group of the Fellowship only."
    if place is None:
        where = place_words(piece.place)
        return f"The marker stands at {where}, which is no hex: there is nothing to get."
    if objective == "eagles":
        return "" if place.label == EYRIE else f"The Eagles are in their Eyrie, {EYRIE}."
    return _wrong_ground(handbook, place, objective)


def _wrong_ground(handbook: Handbook, place: Hex, objective: str) -> str:
    water = handbook.map.water(place)
    if objective == "ships" and water in (Water.LAND, Water.SEA):
        return f"A ship is got in a coastal hex; {place} is {water}."
    if objective == "horses" and water is Water.SEA:
        return f"Horses are got in a land hex; {place} is sea."
    if objective == "boats" and not any(True for _ in handbook.map.rivers_at(place)):
        return f"Boats are got next to a river; the map shows none at {place}."
    return ""
