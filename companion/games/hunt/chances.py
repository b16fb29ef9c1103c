"""Chances of the Hunt as exact fractions.

A die succeeds if its face plus the bonus is 6 or more and the face is no 1, so with the share
``p = min(5, 1 + bonus) / 6``. A failed die may be rolled again once. With ``n`` dice and ``r``
re-rolls, of which ``k = min(r, n)`` can count, all fail with ``(1 - p) ** (n + k)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import msgspec

from companion.games.hunt.tiles import TILES, Bag

MOST_DICE: Final = 5
"""A Level in excess of this adds no dice (HUNT-010)."""

_NEEDED: Final = 6
_KEPT: Final = 1024
"""So many computed chances are kept: every screen shows tables of them, again after each change."""
_DIE_MEAN: Final = Fraction(7, 2)


def dice_for(level: int) -> int:
    """How many dice the Shadow player rolls at a Hunt Level."""
    return min(level, MOST_DICE)


def is_success(face: int, bonus: int) -> bool:
    """Whether a die's face is a success with a bonus; a 1 never is (HUNT-011)."""
    return face != 1 and face + bonus >= _NEEDED


def success_share(bonus: int) -> Fraction:
    """Chance that one die succeeds."""
    return Fraction(sum(is_success(face, bonus) for face in range(1, 7)), 6)


class Dice(msgspec.Struct, frozen=True, kw_only=True):
    """How far a Hunt roll has come.

    Attributes:
        bonus: Free Peoples dice in the Hunt Box.
        left: dice still to be rolled.
        successes, failed: dice that succeeded, and that failed and may be rolled again.
        rerolls: re-rolls that may be made.
    """

    bonus: int
    left: int
    successes: int = 0
    failed: int = 0
    rerolls: int = 0


@lru_cache(maxsize=_KEPT)
def chance_from(dice: Dice) -> Fraction:
    """Chance of at least one success, with every re-roll that can be made."""
    if dice.successes:
        return Fraction(1)
    again = min(dice.rerolls, dice.failed + dice.left)
    return 1 - (1 - success_share(dice.bonus)) ** (dice.left + again)


@lru_cache(maxsize=_KEPT)
def successes_from(dice: Dice) -> Fraction:
    """Mean number of successes at the end, with every re-roll that can be made."""
    left, share = dice.left, success_share(dice.bonus)
    again = sum(
        (
            min(dice.rerolls, dice.failed + failed)
            * comb(left, failed)
            * (1 - share) ** failed
            * share ** (left - failed)
            for failed in range(left + 1)
        ),
        Fraction(0),
    )
    return dice.successes + (left + again) * share


def hunt_chance(level: int, bonus: int, rerolls: int = 0) -> Fraction:
    """Chance that a Hunt of which no die is rolled yet is successful.

    Args:
        level: Hunt Level.
        bonus: Free Peoples dice in the Hunt Box.
        rerolls: conditions that give one, 0 to 3.
    """
    return chance_from(Dice(bonus=bonus, left=dice_for(level), rerolls=rerolls))


def _share(bag: Bag, values: Iterable[Fraction | int]) -> Fraction:
    whole = sum((Fraction(value) for value in values), Fraction(0))
    return whole / len(bag) if bag else whole


@lru_cache(maxsize=_KEPT)
def mean_damage(bag: Bag, eye: int | Fraction) -> Fraction:
    """Mean Hunt damage of one tile out of a bag, 0 for an empty one.

    Args:
        bag: the tiles.
        eye: what an Eye counts.
    """
    return _share(bag, (_damage(tile, eye) for tile in bag))


def _damage(tile: str, eye: int | Fraction) -> Fraction:
    value = TILES[tile].value
    if value == "eye":
        return Fraction(eye)
    return _DIE_MEAN if value == "die" else Fraction(max(value, 0))


def mean_relief(bag: Bag) -> Fraction:
    """Mean Corruption that one tile out of a bag takes away."""
    values = (TILES[tile].value for tile in bag)
    return _share(bag, (-value for value in values if isinstance(value, int) and value < 0))


def reveal_share(bag: Bag) -> Fraction:
    """Chance that one tile out of a bag shows the Reveal icon."""
    return _share(bag, (TILES[tile].reveal for tile in bag))


def stop_share(bag: Bag) -> Fraction:
    """Chance that one tile out of a bag shows the Stop icon."""
    return _share(bag, (TILES[tile].stop for tile in bag))


def expected_damage(bag: Bag, dice: Dice) -> Fraction:
    """Mean Hunt damage of a Hunt, before cards, Guide and casualty.

    The tile does not depend on the dice, so that an Eye brings the mean number of successes (none
    when the Hunt fails) and every other tile its value times the chance that the Hunt succeeds.
    """
    eye_share = mean_damage(bag, 1) - mean_damage(bag, 0)
    return mean_damage(bag, 0) * chance_from(dice) + eye_share * successes_from(dice)


def percent(share: Fraction) -> str:
    """A chance in words: ``42.1 %``."""
    return f"{float(share) * 100:.1f} %"
