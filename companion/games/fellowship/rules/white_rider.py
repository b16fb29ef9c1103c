"""Gandalf the White: three turns after the Grey one's death, in the nearest Haven (6.11, 12.1)."""

from __future__ import annotations

from typing import Final

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.facts.roster import WHITE
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import HiddenState, PublicState

TURNS_AWAY: Final = 3
"""From the turn of his death to the status phase in which he is back (6.11)."""


def havens(handbook: Handbook) -> tuple[Hex, ...]:
    """The Havens, as far as the map knows them."""
    return tuple(place for place in GRID if handbook.map.hex_type(place) is HexType.HAVEN)


def nearest_havens(handbook: Handbook, place: Hex) -> tuple[Hex, ...]:
    """The Havens nearest to a hex, terrain ignored; the Fellowship picks among them (6.11)."""
    found = havens(handbook)
    if not found:
        return ()
    least = min(place.distance(haven) for haven in found)
    return tuple(haven for haven in found if place.distance(haven) == least)


def white_is_due(hidden: HiddenState | None, turn: int) -> bool:
    """Whether the Fellowship's notes bring him back this turn, or have done so already."""
    if hidden is None or hidden.gandalf_fell is None or WHITE in hidden.boxes:
        return False
    return turn >= hidden.gandalf_fell[0] + TURNS_AWAY and WHITE not in hidden.spent


def could_come(public: PublicState) -> bool:
    """Whether he could come by what everybody knows: somebody may have died three turns ago.

    In a fight, by an event or in a sunk ship. Whether Gandalf has died is told to nobody, so this
    is all that may count.
    """
    return public.harm_is_possible and public.turn > TURNS_AWAY


def where_he_comes(hidden: HiddenState, handbook: Handbook) -> tuple[Hex, ...]:
    """The hexes in which he may appear by the notes on the Grey one's death."""
    place = None if hidden.gandalf_fell is None else find_hex(hidden.gandalf_fell[1])
    return () if place is None else nearest_havens(handbook, place)
