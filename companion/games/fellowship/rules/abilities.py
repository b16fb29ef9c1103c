"""What single characters and minions can do outside a fight, each as a rule by name (12.1, 12.2).

What is a number stands in ``data/roster.toml``; what counts in a fight is in `combat`. Everything
here takes public facts or one owner's notes as arguments and knows no game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.board.hexes import Hex, parse_hex
from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.facts.names import Forest, HexType
from companion.games.fellowship.facts.roster import Force, find_force
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import PublicState
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.random_group import CreatureMix

SHADOW_HEXES: Final = ("24,m", "23,mn")
"""Barad-dur and Mount Doom: a fight result there destroys a group outright (12.2)."""

BEASTS: Final = (CreatureMix.ANIMALS, CreatureMix.BATS, CreatureMix.SPIDERS)
"""Results of T.6 that leave a group with Radagast alone (12.1)."""

RADAGASTS_REACH: Final = 2
BEARS_REACH: Final = 3
CARROCK: Final = "18,d"
EDORAS_AFTER_TURN: Final = 5
"""Gandalf's visit to Edoras counts only after this turn (12.1)."""

ISENGARD: Final = "11,jk"


def tied_may_be_anywhere(public: PublicState) -> bool:
    """Whether those whose limits 15.16 lifts could be anywhere: the Ring is or was once lost.

    Once it is back they go back, and are on their way for a while.
    """
    strayed = public.ring != "fellowship" or public.ring_public.lost
    return public.switches.lifted_limits and strayed


# --- Who is spared a random group (12.1) --------------------------------------------------------


def is_set_upon(mix: CreatureMix | None, *, radagast: bool, treebeard: bool) -> bool:
    """Whether a random group attacks at all: not beside Treebeard, no beasts beside Radagast.

    Args:
        mix: what T.6 gave; None where all creatures are one deck (14.3).
        radagast: he is with the group.
        treebeard: he is with the group.
    """
    return not treebeard and not (radagast and mix in BEASTS)


def may_be_spared(
    public: PublicState, handbook: Handbook, place: Hex, mix: CreatureMix | None
) -> bool:
    """Whether either of the two could be there by what everybody knows, so that one has to ask.

    A forest that the map does not know is none here: the players say it by hand.

    Args:
        public: what everybody knows.
        handbook: tables and map.
        place: where the random group appears.
        mix: what T.6 gave; None where it is not used (14.3).
    """
    free = tied_may_be_anywhere(public)
    fangorn = handbook.map.forest(place) is Forest.FANGORN
    war = public.switches.treebeard and _is_at_war(handbook.map, place)
    radagast = mix in BEASTS and (free or _near_mirkwood(handbook.map, place))
    return free or fangorn or war or radagast


def _near_mirkwood(board: BoardMap, place: Hex) -> bool:
    """Whether Radagast may be here (7.9)."""
    hexes = board.forest_hexes(Forest.MIRKWOOD)
    return any(place.distance(one) <= RADAGASTS_REACH for one in hexes)


def _is_at_war(board: BoardMap, place: Hex) -> bool:
    return place.label in war_hexes(board)


# --- Treebeard's war (15.22) --------------------------------------------------------------------


def war_hexes(board: BoardMap) -> tuple[str, ...]:
    """Isengard and Helm's Deep, as far as the map knows the latter (15.22)."""
    deep = board.area("Helm's Deep")
    found = () if isinstance(deep, UnknownCell) else tuple(one.label for one in deep)
    return (ISENGARD, *found)


# --- Modes, marks and feats (12.1) --------------------------------------------------------------


def bear_may_be_here(place: Hex, *, anywhere: bool = False) -> bool:
    """Whether Grimbeorn could stand here by what everybody knows: near the Carrock (7.9).

    Args:
        place: where somebody stands.
        anywhere: his limit may have been lifted, and he may not be back yet (15.16).
    """
    return anywhere or place.distance(parse_hex(CARROCK)) <= BEARS_REACH


def gandalf_has_roused_gondor(edoras_turns: Collection[int], *, minas_tirith: bool) -> bool:
    """Whether Gandalf's shift is earned: Edoras after turn 5, Minas Tirith at any time (12.1)."""
    return minas_tirith and any(turn > EDORAS_AFTER_TURN for turn in edoras_turns)


# --- Minions (12.2, 15.14, 15.15) ---------------------------------------------------------------


def needs_enabling(force: Force) -> bool:
    """Whether a minion moves only when it is enabled: all but Nazgul, Mouth and agents (6.22)."""
    return force.kind in ("guardian", "saruman", "saruman-agent", "fell-creature")


_WORSE: Final[dict[HexType, HexType]] = {
    HexType.CIVILIZED: HexType.BORDER_1,
    HexType.BORDER_1: HexType.WILD_1,
    HexType.BORDER_2: HexType.WILD_1,
    HexType.WILD_1: HexType.SAURONIC_ACTIVITY,
    HexType.WILD_2: HexType.SAURONIC_ACTIVITY,
    HexType.WILD_3: HexType.SAURONIC_ACTIVITY,
    HexType.SAURONIC_ACTIVITY: HexType.GARRISONED,
    HexType.HAVEN: HexType.CIVILIZED,
}


def worse_type(hex_type: HexType, around: Collection[HexType], *, nazgul: bool) -> HexType | None:
    """What a mobilization makes of a hex, or None where it may not change it (15.14, 15.15).

    The text says Border and Wild without a number; the first of each is taken.

    Args:
        hex_type: what it is.
        around: types of its neighbours.
        nazgul: a Nazgul in the hex is removed from the game for it.
    """
    garrisoned = HexType.GARRISONED in around
    if hex_type in (HexType.SAURONIC_ACTIVITY, HexType.HAVEN):
        return _WORSE[hex_type] if garrisoned and nazgul else None
    beside = garrisoned or HexType.SAURONIC_ACTIVITY in around
    return _WORSE.get(hex_type) if beside else None


# --- Captured Hobbits (15.31) -------------------------------------------------------------------


def hobbit_escapes(roll: int) -> bool:
    """Whether a captured Hobbit gets away in a status phase: on a 1 (15.31)."""
    return roll == 1


def captors_take_ring(captors: Collection[str]) -> bool:
    """Whether a captured Ringbearer loses the Ring: only to a Nazgul or to Saruman (15.31)."""
    forces = [force for name in captors if (force := find_force(name)) is not None]
    return any(force.kind in ("nazgul", "saruman") for force in forces)


def is_captured(captors: Collection[str]) -> bool:
    """Whether a beaten Hobbit is captured rather than killed (15.31).

    He is killed where only random creatures or Guardians other than the Balrog are left; random
    creatures have no card with a name.
    """
    forces = [force for name in captors if (force := find_force(name)) is not None]
    return any(force.kind != "guardian" or force.name == "Balrog" for force in forces)


# --- The Balrog's wish (15.17) ------------------------------------------------------------------


def balrog_ends_the_game(turns_in_moria: int) -> bool:
    """Whether the Balrog has held the Ring in Moria for a turn: both sides lose (15.17)."""
    return turns_in_moria >= 1
