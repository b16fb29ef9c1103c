"""What the next status phase does to a viewer's own wounds (6.13, 6.27)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fellowship.facts.names import FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.choosing import own_forces
from companion.games.fellowship.flow.own_groups import (
    Member,
    OwnGroup,
    member_of,
    own_groups,
    surroundings,
)
from companion.games.fellowship.rules.health import (
    Condition,
    Damage,
    Surroundings,
    character_after,
    minion_after,
)
from companion.games.fellowship.state import Scene


@dataclass(frozen=True, slots=True)
class Outlook:
    """One card and what the next update makes of its damage.

    Attributes:
        member: the card as it is.
        after: its damage afterwards; as it is where the place is not known, and for the dead.
        is_placed: its owner has said which marker it is with.
    """

    member: Member
    after: Damage
    is_placed: bool

    @property
    def changes(self) -> bool:
        """Whether the update does anything to it."""
        return self.after != self.member.damage


def outlooks(scene: Scene) -> tuple[Outlook, ...]:
    """Every own card that has damage or is about to take some, in the order of the sheet."""
    if scene.hidden is None:
        return ()
    groups = {one.force.name: group for group in own_groups(scene) for one in group.members}
    found = (
        _outlook(scene, member_of(scene, force), groups.get(force.name))
        for force in own_forces(scene)
        if force.kind != "thing"
        and (force.name in scene.hidden.boxes or force.name in scene.hidden.damage)
    )
    return tuple(one for one in found if one.changes or one.member.damage.total)


def _outlook(scene: Scene, member: Member, group: OwnGroup | None) -> Outlook:
    name = member.force.name
    captured = scene.hidden is not None and name in scene.hidden.captured
    # A captive is a wounded character like others, in no Haven (6.13, 15.31); so is Gollum where
    # he has slipped away to (12.1).
    abroad = captured or (name == GOLLUM and not _lies_in_a_box(scene, name))
    where = Surroundings() if abroad else surroundings(scene, group, name)
    if where is None or member.condition is Condition.DEAD:
        return Outlook(member, member.damage, where is not None)
    sheet = member.force.seat if group is None else group.box.seat
    return Outlook(member, _after(member, where, sheet), is_placed=True)


def _lies_in_a_box(scene: Scene, card: str) -> bool:
    return scene.hidden is not None and card in scene.hidden.boxes


def _after(member: Member, where: Surroundings, sheet: Seat) -> Damage:
    """What the update makes of it: as a character or, in a minion's box, as a minion (6.412)."""
    force = member.force
    if sheet == FELLOWSHIP:
        is_gollum = force.name == GOLLUM
        return character_after(member.damage, member.race, where, is_gollum=is_gollum)
    is_agent = force.kind in ("agent", "saruman-agent")
    return minion_after(member.damage, where, is_agent=is_agent)
