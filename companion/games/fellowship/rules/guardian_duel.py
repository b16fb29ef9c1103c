"""Gandalf holds a Guardian alone, so that the rest get away (15.44)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.rules.health import Condition, Damage, condition

_GANDALFS: Final = ("Gandalf the Grey", "Gandalf the White")
_FALLEN: Final = (Condition.UNCONSCIOUS, Condition.DEAD)

Winner = Literal["gandalf", "guardian", "nobody", "open"]


class Duellist(msgspec.Struct, frozen=True):
    """One of the two.

    Attributes:
        damage: its marked boxes.
        endurance: its endurance number.
    """

    damage: Damage
    endurance: int

    @property
    def state(self) -> Condition:
        """What its damage makes of it."""
        return condition(self.damage, self.endurance)


def may_hold(round_number: int, ours: Collection[str], theirs: Collection[str]) -> bool:
    """Whether Gandalf may hold a Guardian: as the first round ends, if both take part (15.44).

    Args:
        round_number: the round whose disengagement segment it is.
        ours: names of the Fellowship's combatants.
        theirs: names of the Enemy's.
    """
    forces = (find_force(name) for name in theirs)
    guardian = any(force is not None and force.kind == "guardian" for force in forces)
    return round_number == 1 and guardian and any(name in ours for name in _GANDALFS)


def after_exchange(gandalf: Duellist, guardian: Duellist) -> Winner:
    """How the duel stands after both have struck: attacks are simultaneous (15.44).

    Nobody can get away. It goes on until one of the two is dead; if both have fallen, unconscious
    or dead, both are dead.

    Returns:
        Who has won; ``nobody`` where both are dead, ``open`` while it goes on.
    """
    ours, theirs = gandalf.state, guardian.state
    if ours in _FALLEN and theirs in _FALLEN:
        return "nobody"
    if theirs is Condition.DEAD:
        return "gandalf"
    return "guardian" if ours is Condition.DEAD else "open"
