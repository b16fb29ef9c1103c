"""Area attacks on several foes in a row: spells, webs, breath (9.13)."""

from __future__ import annotations

from companion.games.fellowship.combat.battle import Battle, Fighter, foe

KRAKEN_BOXES_A_TENTACLE = 5
"""For so many boxes a Kraken loses one target (12.2)."""


def target_runs(battle: Battle, attacker: Fighter, most: int) -> tuple[tuple[str, ...], ...]:
    """Every set of foes that one area attack may take, the largest first.

    Foes follow one another in their row, and one of them is the one opposite (9.222). A pinned
    combatant faces the foe that pins it, so that one is always among them.

    Args:
        battle: before the attack.
        attacker: a card in a row.
        most: how many foes its area attack can take.
    """
    facing = battle.opposite(attacker)
    if facing is None or most < 1:
        return ()
    row = [one.id for one in battle.front(foe(attacker.side))]
    middle = row.index(facing.id)
    found = []
    for length in range(min(most, len(row)), 0, -1):
        first = max(0, middle - length + 1)
        last = min(middle, len(row) - length)
        found += [tuple(row[start : start + length]) for start in range(first, last + 1)]
    return tuple(found)


def kraken_targets(targets: int, boxes: int) -> int:
    """What is left of a Kraken's targets after so many boxes of damage (12.2)."""
    return max(0, targets - boxes // KRAKEN_BOXES_A_TENTACLE)
