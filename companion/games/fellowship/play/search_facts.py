"""What everybody can say of a search: where it is, what changes its roll, what may come of it.

Nothing here looks at what is hidden or changes anything; the way of a search is in `searching`.
"""

from __future__ import annotations

from companion.board.hexes import Hex
from companion.board.places import parse_place
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.facts.names import MarkerType, Mode
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.rules.search_where import (
    Activity,
    activity_at,
    enemies_in,
    search_travel,
    weather_at,
)
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.search_result import SearchCode
from companion.games.fellowship.tables.search_roll import SearchCircumstances
from companion.table.values import Piece


def searched_hex(probe: Probe) -> Hex:
    """The hex that counts."""
    found = parse_place(probe.hex)
    if not isinstance(found, Hex):
        raise TypeError(f"a search is made in a hex, not at {probe.hex}")
    return found


def searched_piece(public: PublicState, probe: Probe) -> Piece | None:
    """The marker, or None if it has left the table meanwhile."""
    return public.standing(probe.piece)


def circumstances_of(
    public: PublicState, handbook: Handbook, probe: Probe
) -> SearchCircumstances | UnknownCell | None:
    """Everything public that changes the roll, or the cell to ask for; None without a marker."""
    piece = searched_piece(public, probe)
    if piece is None:
        return None
    place = searched_hex(probe)
    hex_type = handbook.map.hex_type(place)
    if isinstance(hex_type, UnknownCell):
        return hex_type
    travel = search_travel(public, handbook, in_mode(public, piece), place)
    if isinstance(travel, UnknownCell):
        return travel
    active = activity_at(public, handbook, piece, place)
    return SearchCircumstances(
        hex_type=hex_type,
        travel=travel,
        weather=weather_at(public, place),
        used_feature=probe.used_feature,
        corsair_fleet=probe.corsair_fleet,
        kraken=probe.kraken,
        grey_havens_ship=probe.ship,
        enemy_bonus=active.bonus if isinstance(active, Activity) else 0,
    )


def softened_letter(public: PublicState, probe: Probe) -> str | None:
    """What a fast marker may take instead of an encounter: S2 in flight, S4 on horse (8.33).

    Without modes every marker of the Fellowship is on foot, whatever its side shows (14.1).
    """
    if public.switches.simple_movement:
        return None
    piece = searched_piece(public, probe)
    mode = mode_of_piece(in_mode(public, piece)) if piece is not None else None
    if mode is Mode.FLYING:
        return "S2"
    return "S4" if mode is Mode.HORSE else None


def may_be_ambushed(public: PublicState, probe: Probe, code: SearchCode) -> bool:
    """Whether the Enemy could ambush, as far as everybody sees it (8.323, 8.324).

    An encounter wants a minion that is no Guardian, a fight any that is awake; with FA there is
    always an assassin.
    """
    if code is SearchCode.FIGHT_ALL:
        return True
    awake = [
        piece
        for piece in enemies_in(public, searched_hex(probe))
        if mode_of_piece(piece) is not Mode.DORMANT
    ]
    if code is SearchCode.ENCOUNTER:
        return any(marker_type_of(piece) is not MarkerType.GUARDIAN for piece in awake)
    return bool(awake)


def asks_ambush(public: PublicState, probe: Probe, code: SearchCode) -> bool:
    """Whether the Enemy is asked about an ambush, where it may show a Nazgul as well."""
    return code is not SearchCode.SIGHTING and may_be_ambushed(public, probe, code)


def may_be_sensed(public: PublicState, probe: Probe) -> bool:
    """Whether a Nazgul could be there, by what everybody sees, and the Ring too (6.4)."""
    if probe.sensed:
        return False
    red = (
        marker_type_of(piece) is MarkerType.SAURONIC
        for piece in enemies_in(public, searched_hex(probe))
    )
    return public.ring == "fellowship" and any(red)
