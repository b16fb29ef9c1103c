"""How a fight ends: who holds the field, and what that means for the Ring (9.24, 9.245, 6.41)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import find_force

Taker = Literal["fellowship", "Witch-king", "Saruman", "nazgul", "agent", "nobody"]
"""Who takes the Ring from a fallen bearer: one side, a single minion, or one of several."""


class FightOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows of a fight that is over; the Ring's rules go on from here.

    Attributes:
        number: the fight.
        place: label of the hex or hexside.
        winner: the side that holds the field, None where neither side does.
        bearer_down: how the known bearer of the Ring ended: ``dead``, ``unconscious`` or empty.
        bearer_carried: his body left with a group that disengaged.
        bearer_side: whose bearer it was.
        minions: names of the Enemy's minions that were left at the end, creatures not among them.
        killed: names of the killed as far as they were shown; a race where it was not.
        rounds_worn: rounds in which the Ring was worn (6.412).
    """

    number: int
    place: str
    winner: Seat | None = None
    bearer_down: Literal["", "dead", "unconscious"] = ""
    bearer_carried: bool = False
    bearer_side: Seat = FELLOWSHIP
    minions: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()
    rounds_worn: int = 0


def is_over(battle: Battle) -> bool:
    """Whether a side has nobody left who is awake (9.22, 9.24)."""
    return any(battle.awake(side) == 0 for side in (FELLOWSHIP, ENEMY))


def winner_of(battle: Battle) -> Seat | None:
    """The side that holds the field: some of it are awake and nobody of the other is."""
    awake = {side: battle.awake(side) for side in (FELLOWSHIP, ENEMY)}
    if awake[FELLOWSHIP] and not awake[ENEMY]:
        return FELLOWSHIP
    return ENEMY if awake[ENEMY] and not awake[FELLOWSHIP] else None


def ring_taker(winner: Seat | None, minions: Iterable[str]) -> Taker:
    """Who takes the Ring from the Fellowship's fallen bearer (6.411, 6.413).

    Args:
        winner: who holds the field.
        minions: names of the minions that are left.
    """
    if winner == FELLOWSHIP:
        return "fellowship"
    if winner is None:
        return "nobody"
    names = set(minions)
    kinds = {force.kind for name in names if (force := find_force(name)) is not None}
    if "Witch-king" in names:
        return "Witch-king"
    if "saruman" in kinds:
        return "Saruman"
    if kinds & {"nazgul", "mouth"}:
        return "nazgul"
    return "agent" if kinds & {"agent", "saruman-agent"} else "nobody"


def left_behind(battle: Battle) -> tuple[Fighter, ...]:
    """Unconscious characters that are killed because nobody awake is left beside them (9.24)."""
    if battle.awake(FELLOWSHIP):
        return ()
    return tuple(one for one in battle.of(FELLOWSHIP) if one.down)


def loser_of(winner: Seat | None) -> Seat | None:
    """The side that does not hold the field."""
    return None if winner is None else foe(winner)
