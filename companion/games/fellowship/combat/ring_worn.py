"""The Ring in a fight: worn for a round, and under the eyes of Nazgul (6.42)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import find_force

WORN_BONUS: Final = 4
"""Added to offensive rating, defensive rating and damage number."""

NAZGUL_PRESSURE: Final = 2
"""Taken from the Ringbearer's defensive rating against Nazgul."""

GANDALFS: Final = ("Gandalf the Grey", "Gandalf the White")


def is_nazgul(fighter: Fighter) -> bool:
    """Whether it is one of the nine; the Mouth of Sauron is none here (12.2)."""
    force = find_force(fighter.card)
    return force is not None and force.kind == "nazgul"


def nazgul_among(battle: Battle) -> bool:
    """Whether a Nazgul that everybody knows takes part still."""
    return any(is_nazgul(one) for one in battle.of("enemy"))


def powers_work(battle: Battle, bearer: Fighter) -> bool:
    """Whether the Ring would help who wears it.

    A Nazgul among the foes keeps the Fellowship's bearer from it, Gandalf any other bearer.
    """
    if bearer.side == FELLOWSHIP:
        return not nazgul_among(battle)
    return not any(one.card in GANDALFS for one in battle.of(foe(bearer.side)))


def worn_bonus(battle: Battle, fighter: Fighter) -> int:
    """What the Ring adds to three values of who wears it in this round."""
    worn = battle.worn == fighter.id and powers_work(battle, fighter)
    return WORN_BONUS if worn else 0


def pressure(battle: Battle, attacker: Fighter, target: Fighter) -> int:
    """What the Ringbearer's defensive rating loses against a Nazgul's attack."""
    burdened = target.id == battle.bearer and target.side == FELLOWSHIP
    return NAZGUL_PRESSURE if burdened and is_nazgul(attacker) else 0
