"""Mobilizations and Treebeard change what a hex is (15.14, 15.15, 15.22)."""

from __future__ import annotations

from typing import Final

from companion.board.hexes import Hex
from companion.games.fellowship.box.board_map import GRID, BoardMap
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.agreed import HexTypeChanged, SiegeCounted
from companion.games.fellowship.events.lent import LentFallen
from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.facts.names import ENEMY, HexType, MarkerType
from companion.games.fellowship.facts.roster import forces_of
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.rules.abilities import ISENGARD, worse_type
from companion.games.fellowship.rules.search_where import enemies_in, hexes_at
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal
from companion.table.views import Choice, Field

CHANGE_CHOICES: Final = (
    Choice(action="worsen", label="Make the hex worse", section="15.14"),
    Choice(
        action="worsen-nazgul",
        label="The same, and remove a Nazgul there for good",
        detail="For a Haven, or to garrison a Sauronic Activity hex.",
        section="15.15",
        weight="grave",
    ),
)
"""What a mobilization may be used for where the players agreed on 15.14."""

WHOLE_TURNS: Final = 3
"""Turns that Treebeard stays in Isengard: he was there when they began and when they ended."""


def worsened(scene: Scene, answer: Answer) -> Events | Refusal:
    """A mobilization makes a hex worse, or why it cannot (15.14).

    Args:
        scene: the Enemy's.
        answer: ``worsen``, or ``worsen-nazgul`` where a Nazgul is given up; field ``hex``.
    """
    place, board = find_hex(answer.text("hex")), scene.handbook.map
    if place is None:
        text = "Expected a hex of the map, such as 22,l. Tap one."
        return Refusal(code="bad-input", text=text, section="15.14")
    nazgul = answer.action == "worsen-nazgul"
    if nazgul and not _red_there(scene.public, place):
        return _refused(f"No red marker stands at {place}: the Nazgul has to be there.")
    refusal = _not_that_nazgul(scene, place, answer.text("nazgul")) if nazgul else None
    if refusal is not None:
        return refusal
    hex_type = board.hex_type(place)
    if isinstance(hex_type, UnknownCell):
        text = f"The map does not say what {place} is. Fill it in in the box first."
        return _refused(text)
    after = worse_type(hex_type, types_around(board, place), nazgul=nazgul)
    if after is None:
        return _refused(
            f"{place} cannot be made worse so: it takes a Sauronic Activity or Garrisoned hex "
            "beside it; a Haven or a garrison takes a Garrisoned one and a Nazgul."
        )
    changed = HexTypeChanged(place=place.label, hex_type=after, mobilization=True)
    if not nazgul:
        return (changed,)
    gone = Noted(text=f"A Nazgul at {place} leaves the game for good.", section="15.15")
    card, turn = answer.text("nazgul"), scene.public.turn
    return (changed, gone, LentFallen(seat=scene.seat, cards=(card,), turn=turn, place=place.label))


def nazgul_field() -> Field:
    """Which Nazgul is given up: all nine, which says nothing of where they are (15.15)."""
    names = [(one.name, one.name) for one in forces_of(ENEMY) if one.kind == "nazgul"]
    return select("nazgul", "Nazgul to remove", [("", "none"), *names])


def _not_that_nazgul(scene: Scene, place: Hex, name: str) -> Refusal | None:
    """What the Enemy's own notes say against giving up that one there; nobody else reads it."""
    if not name:
        text = "Expected which Nazgul leaves the game. Choose it."
        return Refusal(code="bad-input", text=text, section="15.15")
    for group in own_groups(scene):
        if group.piece is not None and name in [one.force.name for one in group.members]:
            if place in hexes_at(group.piece):
                return None
            return _refused(
                f"By your notes {name} is not at {place}. Choose one that is.", private=True
            )
    gone = scene.hidden is not None and name in scene.hidden.dead
    return _refused(f"By your notes {name} has left the game.", private=True) if gone else None


def types_around(board: BoardMap, place: Hex) -> tuple[HexType, ...]:
    """The types of the hexes beside a hex, as far as the map knows them."""
    found = (board.hex_type(other) for other in GRID.neighbours(place))
    return tuple(one for one in found if not isinstance(one, UnknownCell))


def _red_there(public: PublicState, place: Hex) -> bool:
    return any(marker_type_of(one) is MarkerType.SAURONIC for one in enemies_in(public, place))


def _refused(text: str, *, private: bool = False) -> Refusal:
    return Refusal(code="rule", text=text, section="15.14", private=private)


def may_bring_isengard_down(scene: Scene) -> bool:
    """Whether Treebeard could be about to, by what everybody sees (15.22)."""
    public = scene.public
    place = find_hex(ISENGARD)
    garrisoned = place is not None and scene.handbook.map.hex_type(place) is HexType.GARRISONED
    return _besieged(public) and garrisoned and public.siege > WHOLE_TURNS


def siege_counted(public: PublicState) -> Events:
    """What a turn that ends adds to Treebeard's stay; who is with the marker counts nothing."""
    if public.held:
        # The end of this turn was counted before somebody went back to it.
        return ()
    turns = public.siege + 1 if _besieged(public) else 0
    return (SiegeCounted(turns=turns),) if turns != public.siege else ()


def _besieged(public: PublicState) -> bool:
    """A green marker stands in Isengard, and Treebeard may go there."""
    place = find_hex(ISENGARD)
    return public.switches.treebeard and any(
        find_hex(piece.place) == place for piece in public.pieces_of(FELLOWSHIP_SEAT)
    )


def isengard_down() -> Events:
    """Isengard is no stronghold any more (15.22)."""
    fallen = HexType.SAURONIC_ACTIVITY
    return (HexTypeChanged(place=ISENGARD, hex_type=fallen, section="15.22"),)
