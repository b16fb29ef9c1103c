"""How wounds heal, grow and knock out in a status phase (6.13, 6.27, 7.72).

Damage is counted in endurance boxes of the record sheets T.7 and T.8, normal and diseased ones
apart. Everything here is arithmetic; who is where is `flow.own_groups`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.fellowship.facts.names import Race

HEALED: Final = 1
"""Normal boxes that recover in a turn (6.131)."""

HEALED_IN_HAVEN: Final = 4
"""Most normal boxes that recover in a turn in a Haven (6.131)."""

WASTES_DAMAGE: Final = 2
"""Normal boxes that a turn in the Northern Wastes costs (6.133, 7.72)."""

MINION_HEALED_AT_HOME: Final = 3
"""Boxes that a minion recovers in a Garrisoned hex or in Mordor (6.27)."""


class Damage(msgspec.Struct, frozen=True):
    """Endurance boxes marked off on one card.

    Attributes:
        normal: boxes with a normal mark.
        diseased: boxes with a diseased mark.
    """

    normal: int = 0
    diseased: int = 0

    @property
    def total(self) -> int:
        """All marked boxes, which is what is compared with the endurance number (6.132)."""
        return self.normal + self.diseased

    @property
    def words(self) -> str:
        """For a screen, such as ``2 normal, 1 diseased``."""
        parts = []
        if self.normal:
            parts.append(f"{self.normal} normal")
        if self.diseased:
            parts.append(f"{self.diseased} diseased")
        return ", ".join(parts) or "none"


UNHURT: Final = Damage()


class Condition(enum.StrEnum):
    """What damage means for a combatant (6.132, 9.1)."""

    UNHURT = "unhurt"
    WOUNDED = "wounded"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"
    LEAVES = "leaves"
    """Over its endurance a Nazgul goes home and Gollum goes away; neither dies (6.261, 12.1)."""
    OPEN = "open"
    """It has damage and its endurance number is not known."""


def condition(damage: Damage, endurance: int | None, *, leaves: bool = False) -> Condition:
    """What so much damage means.

    Args:
        damage: marked boxes.
        endurance: the endurance number, None while nobody has read it from the box.
        leaves: it leaves over its endurance instead of falling.
    """
    if not damage.total:
        return Condition.UNHURT
    if endurance is None:
        return Condition.OPEN
    if damage.total <= endurance:
        return Condition.WOUNDED
    if leaves:
        return Condition.LEAVES
    return Condition.DEAD if damage.total > 2 * endurance else Condition.UNCONSCIOUS


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody spends the turn, as far as wounds care.

    Attributes:
        haven: in a Haven; for a minion, in a Garrisoned hex or in Mordor.
        wastes: in a region of the Northern Wastes.
        gandalf: a Gandalf is in the group.
        athelas: Aragorn is in the group, and has been in an Elf Haven (15.12).
    """

    haven: bool = False
    wastes: bool = False
    gandalf: bool = False
    athelas: bool = False


def character_after(
    before: Damage, race: Race, where: Surroundings, *, is_gollum: bool = False
) -> Damage:
    """A living character's damage after its status phase (6.131 to 6.134).

    Disease grows in the Wastes like anywhere outside a Haven. Gollum heals twice as fast, and all
    his damage is normal (12.1).

    Args:
        before: its damage.
        race: its race.
        where: where it is and with whom.
        is_gollum: it is Gollum.
    """
    if is_gollum:
        before = Damage(normal=before.total)
    normal, diseased = before.normal, before.diseased
    suffers = where.wastes and race not in (Race.ELF, Race.ISTARI) and not where.gandalf
    if suffers:
        normal += WASTES_DAMAGE
    else:
        most = HEALED_IN_HAVEN if where.haven else HEALED
        normal = max(normal - most * (2 if is_gollum else 1), 0)
    if diseased and where.haven:
        diseased = max(diseased - (3 if race is Race.HOBBIT else 2), 0)
    elif diseased:
        growth = 1 if race is Race.HOBBIT else 2
        diseased += growth - 1 if where.athelas else growth
    return Damage(normal=normal, diseased=diseased)


def minion_after(before: Damage, where: Surroundings, *, is_agent: bool) -> Damage:
    """A minion's damage after the Enemy's status phase (6.27).

    Random creatures and those that fight beside Guardians carry no damage from fight to fight, so
    they never come here. Minions deal disease and do not suffer from it: what is noted as diseased
    heals like the rest.

    Args:
        before: its damage.
        where: where it is.
        is_agent: one of Sauron's or Saruman's agents, who alone suffer in the Wastes.
    """
    if where.wastes and is_agent:
        return Damage(normal=before.normal + WASTES_DAMAGE, diseased=before.diseased)
    heals = MINION_HEALED_AT_HOME if where.haven else HEALED
    normal = max(before.normal - heals, 0)
    left = heals - (before.normal - normal)
    return Damage(normal=normal, diseased=max(before.diseased - left, 0))


class Change(msgspec.Struct, frozen=True):
    """What a status phase does to one character."""

    race: Race
    before: Damage
    after: Damage


def told(changes: Iterable[Change]) -> tuple[str, ...]:
    """What the opponent is told of the changes: race and boxes, no name and no place (6.13).

    In the order of races and then of what happened, so that the order tells nothing; who has not
    changed is not told of.
    """
    order = list(Race)
    found = [
        (order.index(change.race), f"{_race_word(change.race)}: {_change_words(change)}")
        for change in changes
        if change.before != change.after
    ]
    return tuple(words for _, words in sorted(found))


def _race_word(race: Race) -> str:
    return "No named race" if race is Race.OTHER else race.value.title()


_CHANGE_WORDS: Final = MappingProxyType(
    {
        ("normal", True): ("normal box marked", "normal boxes marked"),
        ("normal", False): ("normal box recovered", "normal boxes recovered"),
        ("diseased", True): ("diseased box marked", "diseased boxes marked"),
        ("diseased", False): ("diseased box recovered", "diseased boxes recovered"),
    }
)
"""What has become of one box and of several, by kind and whether there are more now."""


def _change_words(change: Change) -> str:
    parts = []
    for kind, by in (
        ("normal", change.after.normal - change.before.normal),
        ("diseased", change.after.diseased - change.before.diseased),
    ):
        if by:
            one, several = _CHANGE_WORDS[kind, by > 0]
            parts.append(f"{abs(by)} {one if abs(by) == 1 else several}")
    return ", ".join(parts)
