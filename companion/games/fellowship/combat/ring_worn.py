"""The Ring in a fight, by what lies open: worn for a round, and before Nazgul (6.42)."""

from __future__ import annotations

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.facts.roster import GANDALFS, find_force
from companion.games.fellowship.rules.ring import Powers, RingHolder, holder_of, powers


def is_nazgul(fighter: Fighter) -> bool:
    """Whether it is one of the nine; the Mouth of Sauron is none here (12.2)."""
    force = find_force(fighter.card)
    return force is not None and force.kind == "nazgul"


def nazgul_among(battle: Battle) -> bool:
    """Whether a Nazgul that everybody knows takes part still."""
    return any(is_nazgul(one) for one in battle.of("enemy"))


def powers_of(battle: Battle, bearer: Fighter, *, first_of_ambush: bool = False) -> Powers:
    """What the Ring gives its bearer now: before whom it works is a rule of the Ring (6.42)."""
    return powers(
        _holder(bearer),
        nazgul_against=any(is_nazgul(one) for one in battle.of(foe(bearer.side))),
        gandalf_against=any(one.card in GANDALFS for one in battle.of(foe(bearer.side))),
        first_of_ambush=first_of_ambush,
    )


def _holder(bearer: Fighter) -> RingHolder:
    """For whom a fighter has the Ring, by where it stands: a deserter is the Enemy's (6.412)."""
    found = holder_of(bearer.card)
    if found in ("saruman", "gollum", "balrog"):
        return found
    return "fellowship" if bearer.side == FELLOWSHIP else "enemy"


def worn_bonus(battle: Battle, fighter: Fighter) -> int:
    """What the Ring adds to three values of who wears it in this round."""
    return powers_of(battle, fighter).bonus if battle.worn == fighter.id else 0


def pressure(battle: Battle, attacker: Fighter, target: Fighter) -> int:
    """What the Ringbearer's defensive rating loses against a Nazgul's attack."""
    if target.id != battle.bearer or target.side != FELLOWSHIP or not is_nazgul(attacker):
        return 0
    return powers_of(battle, target).nazgul_penalty
