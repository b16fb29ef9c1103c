"""Breaking off a fight (9.24): who gets away, with what roll, and when the Enemy may or must go."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from companion.games.fellowship.facts.names import Mode, Race
from companion.games.fellowship.rules.carrying import Load, can_carry
from companion.games.fellowship.tables.cells import Part

SURE_FAILURE = 10
"""This roll fails whatever is added to it (9.241)."""


class Leaver(msgspec.Struct, frozen=True, kw_only=True):
    """One character of a group that tries to get away.

    Attributes:
        offensive, defensive: its ratings; they count as 0 for an unconscious one (9.242).
        down: it is unconscious and has to be carried.
        race: for the limits of carrying.
    """

    offensive: int
    defensive: int
    down: bool = False
    race: Race = Race.MAN


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that changes the roll (9.243, T.6).

    Attributes:
        holding: another character holds the foe off.
        foes_mounted: a minion is mounted or flies.
        mounted: the characters are mounted.
        rough: a mountain or woods hexside is beside the fight.
        bats, cavalry, wolves: how the creatures of T.6 hinder it.
    """

    holding: bool = False
    foes_mounted: bool = False
    mounted: bool = False
    rough: bool = False
    bats: bool = False
    cavalry: bool = False
    wolves: bool = False


def target_number(group: Sequence[Leaver]) -> Fraction:
    """What the roll has to stay under: the average of offensive plus defensive, not rounded.

    Raises:
        ValueError: nobody leaves.
    """
    if not group:
        raise ValueError("expected at least one character who leaves")
    total = sum(0 if one.down else one.offensive + one.defensive for one in group)
    return Fraction(total, len(group))


def modifiers(around: Circumstances) -> tuple[Part, ...]:
    """What is added to the roll, in the order of the rulebook."""
    found = (
        (around.holding, "Holding action", -2, "9.243"),
        (around.foes_mounted, "Minions mounted or flying", 1, "9.243"),
        (around.mounted, "Characters mounted", -1, "9.243"),
        (around.rough, "Mountain or woods hexside", -1, "9.243"),
        (around.bats, "Bats, crebain or crows", 1, "T.6"),
        (around.cavalry, "Cavalry", 2, "T.6"),
        (around.wolves, "Wolves or wargs", 1, "T.6"),
    )
    return tuple(
        Part(label, value, "", section) for counts, label, value, section in found if counts
    )


def highest_roll(group: Sequence[Leaver], around: Circumstances) -> int:
    """The highest unmodified roll that gets the group away; 0 where none does."""
    return max((roll for roll in range(1, 11) if gets_away(group, around, roll)), default=0)


def gets_away(group: Sequence[Leaver], around: Circumstances, roll: int) -> bool:
    """Whether a roll of 1 to 10 gets the group away (9.241, 9.242).

    Raises:
        ValueError: nobody leaves, or no roll of 1 to 10.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"a disengagement is rolled with 1 to 10, got {roll}")
    modified = roll + sum(part.value for part in modifiers(around))
    return roll != SURE_FAILURE and modified < target_number(group)


def can_be_carried(group: Sequence[Leaver], mode: Mode) -> bool:
    """Whether those awake can carry those who are not (6.125, 9.242)."""

    def halves(*, down: bool) -> int:
        return sum(1 if one.race is Race.HOBBIT else 2 for one in group if one.down is down)

    return can_carry(mode, Load(bearers=halves(down=False), carried=halves(down=True)))


def enemy_may_leave(*, awake_foes: int) -> bool:
    """The Enemy may not leave where only unconscious characters are left; those die (9.24)."""
    return awake_foes > 0


def enemy_must_leave(*, first_wound_by_nazgul: bool, near_mordor: bool) -> bool:
    """A Nazgul has wounded the Ringbearer for the first time in the game (9.244)."""
    return first_wound_by_nazgul and not near_mordor
