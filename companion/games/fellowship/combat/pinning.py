"""Reorganizing after the attacks (9.223): who is pinned, and how two lines become one."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.combat.reorganize import flanks, gaps
from companion.games.fellowship.facts.names import Seat

_replace = msgspec.structs.replace


def pin_choices(battle: Battle, target: Fighter, attackers: Collection[str]) -> tuple[str, ...]:
    """The attackers among whom a front card may choose the one that it faces.

    Args:
        battle: after the attacks.
        target: the card that was attacked.
        attackers: numbers of the cards that attacked it.

    Only cards in its own column count: an area attack pins nobody but the one opposite (9.13).
    """
    return tuple(one.id for one in battle.against(target) if one.id in attackers)


def pinned(battle: Battle, target: Fighter, chosen: str) -> Battle:
    """The battle with the chosen attacker in front of the target.

    It changes places with the front card before it; where none is left there, it just steps up.
    """
    wanted = battle.find(chosen)
    if wanted is None or wanted.line == "front":
        return battle
    front = battle.at(foe(target.side), target.column)
    moved = [_replace(wanted, line="front")]
    if front is not None:
        moved.append(_replace(front, line="second"))
    return battle.with_fighters(moved)


def combine_spots(battle: Battle, side: Seat) -> tuple[int, ...]:
    """Columns where a second-line card may join the front line: gaps, or the flanks."""
    if not battle.front(side):
        return tuple(sorted({one.column for one in battle.second(side)}))
    return (*gaps(battle, side), *flanks(battle, side))


def combined(battle: Battle, number: str, column: int) -> Battle:
    """The battle with a second-line card in the front line."""
    one = battle.find(number)
    if one is None:
        return battle
    return battle.with_fighters([_replace(one, line="front", column=column)])
