"""Hit and damage (9.1, 15.41)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.fellowship.rules.health import Damage


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """One attack on one target, before it is rolled.

    Attributes:
        offensive: the attacker's offensive rating.
        defensive: the target's defensive rating, 0 for an unconscious one.
        damage: the attacker's damage number.
        diseased: the damage is diseased: the number bears a star.
        wide_double: double damage below half of the needed number as well (15.41).
    """

    offensive: int
    defensive: int
    damage: int
    diseased: bool = False
    wide_double: bool = False

    @property
    def needed(self) -> int:
        """The highest roll that hits: the difference of the ratings, at least 1 (9.1)."""
        return max(1, self.offensive - self.defensive)


class Hit(msgspec.Struct, frozen=True):
    """What a roll does.

    Attributes:
        kind: ``miss``, ``hit`` or ``double``.
        boxes: boxes to mark off.
        diseased: with what mark.
    """

    kind: Literal["miss", "hit", "double"]
    boxes: int = 0
    diseased: bool = False

    def added_to(self, before: Damage, *, all_normal: bool = False) -> Damage:
        """The damage afterwards; Gollum marks everything as normal (12.1)."""
        if self.diseased and not all_normal:
            return Damage(before.normal, before.diseased + self.boxes)
        return Damage(before.normal + self.boxes, before.diseased)


def strike(attack: Strike, roll: int) -> Hit:
    """What a roll of 1 to 10 does.

    A 1 always hits, and does double damage where more than a 1 would have hit.

    Raises:
        ValueError: no roll of 1 to 10.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"an attack is rolled with 1 to 10, got {roll}")
    if roll > attack.needed:
        return Hit("miss")
    low = roll == 1 and attack.needed > 1
    wide = attack.wide_double and 2 * roll < attack.needed
    if low or wide:
        return Hit("double", 2 * attack.damage, attack.diseased)
    return Hit("hit", attack.damage, attack.diseased)


def is_down(boxes: int, endurance: int) -> bool:
    """Over its endurance number somebody is unconscious (9.1)."""
    return boxes > endurance


def is_dead(boxes: int, endurance: int) -> bool:
    """Over twice its endurance number somebody is dead (9.1)."""
    return boxes > 2 * endurance
