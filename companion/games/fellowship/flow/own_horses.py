"""Whether a viewer's own group may take to horse where its scenario has no horses (13.2)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.facts.roster import GANDALFS
from companion.games.fellowship.facts.scenarios import scenario_named
from companion.games.fellowship.flow.own_groups import own_groups
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import Scene
from companion.table.values import Piece, Refusal

_RIDERS: Final = (*GANDALFS, "Glorfindel")
"""Who takes to horse where the scenario has no horses for others (13.2)."""


def no_horses_here(scene: Scene, piece: Piece, objective: str) -> Refusal | None:
    """Why a group of the Fellowship gets no horses in a place of the scenario, by its own notes.

    Only its owner knows who is in it, and reads this.
    """
    scenario = scenario_named(scene.public.scenario)
    place = find_hex(piece.place)
    green = marker_type_of(piece) is MarkerType.FELLOWSHIP
    if objective != "horses" or not green or place is None:
        return None
    if place.label not in scenario.no_horses:
        return None
    groups = [one for one in own_groups(scene) if one.piece is not None and one.piece == piece]
    members = [one.force.name for group in groups for one in group.members]
    if members and set(members) <= set(_RIDERS):
        return None
    text = (
        f"In {place} only Gandalf and Glorfindel take to horse, by themselves. If they are this "
        "group, lay their cards into its box first."
    )
    return Refusal(code="rule", text=text, section=scenario.section, private=True)
