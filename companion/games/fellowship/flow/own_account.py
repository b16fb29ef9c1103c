"""What the Fellowship's own notes say about the level of victory, to begin the account with.

Read from the viewer's own notes alone; shown to that viewer only, who corrects and then shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import GOLLUM, find_force, forces_of
from companion.games.fellowship.flow.own_groups import OwnGroup, member_of, own_groups
from companion.games.fellowship.rules.feats import aragorn_has_done_it, gandalf_has_done_it
from companion.games.fellowship.rules.health import Condition
from companion.games.fellowship.rules.ring import RINGBEARER_AT_START, transfer_number
from companion.games.fellowship.rules.victory import Company, counts_as_character
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """What the notes of the Fellowship say.

    Attributes:
        ringbearer: who has the Ring.
        place: label of the hex where it is, empty where the notes do not say.
        ring_transfer: the bearer's number less its marks, None where it has none.
        facts: words of what is so, parted by commas.
        dead: names of the characters that were killed.
    """

    ringbearer: str = RINGBEARER_AT_START
    place: str = ""
    ring_transfer: int | None = None
    facts: str = ""
    dead: tuple[str, ...] = ()


def own_account(scene: Scene) -> OwnAccount:
    """The account as far as the viewer's own notes know it; empty for any other viewer."""
    hidden = scene.hidden
    if hidden is None or scene.seat != FELLOWSHIP_SEAT:
        return OwnAccount()
    bearer = ringbearer_of(scene)
    group = _group_of(scene, bearer)
    piece = group.piece if group is not None else None
    place = find_hex(piece.place) if piece is not None else None
    force = find_force(bearer)
    facts = []
    if force is not None and member_of(scene, force).damage.diseased:
        facts.append("diseased")
    if group is not None and GOLLUM in [one.force.name for one in group.members]:
        facts.append("gollum")
    if scene.public.delivered:
        facts.append("delivered")
    if gandalf_has_done_it(dict(hidden.enhanced)):
        facts.append("gandalf")
    if aragorn_has_done_it(hidden.enhanced):
        facts.append("paths")
    return OwnAccount(
        ringbearer=bearer,
        place="" if place is None else place.label,
        ring_transfer=transfer_number_of(scene, bearer),
        facts=",".join(facts),
        dead=own_dead(scene),
    )


def ringbearer_of(scene: Scene) -> str:
    """Who has the Ring by the viewer's notes; it begins with Frodo (6.41)."""
    noted = scene.hidden.ringbearer if scene.hidden is not None else ""
    return noted or RINGBEARER_AT_START


def transfer_number_of(scene: Scene, bearer: str) -> int | None:
    """The bearer's Ring transfer number now, less its marks (6.412)."""
    return None if scene.hidden is None else transfer_number(bearer, scene.hidden.ring_marks)


def own_dead(scene: Scene) -> tuple[str, ...]:
    """The characters that are dead by the viewer's notes, in the order of the record sheet."""
    return tuple(
        force.name
        for force in forces_of(FELLOWSHIP)
        if counts_as_character(force.name) and member_of(scene, force).condition is Condition.DEAD
    )


def own_companies(scene: Scene) -> tuple[Company, ...]:
    """The viewer's groups as a scenario's goal looks at them (13.1, 13.2)."""
    bearer = ringbearer_of(scene)
    found = []
    for group in own_groups(scene):
        place = find_hex(group.piece.place) if group.piece is not None else None
        if place is None:
            continue
        living = [one for one in group.members if one.condition is not Condition.DEAD]
        names = [one.force.name for one in living]
        found.append(
            Company(
                place=place.label,
                conscious=tuple(one.force.name for one in living if one.is_conscious),
                unconscious=tuple(one.force.name for one in living if not one.is_conscious),
                ringbearer=bearer if bearer in names else "",
            )
        )
    return tuple(found)


def _group_of(scene: Scene, card: str) -> OwnGroup | None:
    return next(
        (group for group in own_groups(scene) if card in [one.force.name for one in group.members]),
        None,
    )
