"""Reorganizing before the attacks (9.221): who may go back, who may come, and where to.

Every function looks at one battle and the side whose attack segment it is. The defender's one duty,
to bring a reserve card forward, is `must_advance`.
"""

from __future__ import annotations

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.facts.names import Seat

MOST_ON_FLANK = 4
MOST_ELSEWHERE = 3
"""Attacks on one front card, area attacks not counted (9.221)."""


def withdrawable(battle: Battle, side: Seat) -> tuple[Fighter, ...]:
    """Front cards that may go back to the reserve: nobody stands opposite them."""
    return tuple(
        one for one in battle.front(side) if not one.fresh and battle.opposite(one) is None
    )


def gaps(battle: Battle, side: Seat) -> tuple[int, ...]:
    """Columns between front cards of a side where none stands."""
    taken = [one.column for one in battle.front(side)]
    if not taken:
        return ()
    return tuple(column for column in range(min(taken), max(taken)) if column not in taken)


def flanks(battle: Battle, side: Seat) -> tuple[int, ...]:
    """The columns just beside both ends of a row."""
    taken = [one.column for one in battle.front(side)]
    return (min(taken) - 1, max(taken) + 1) if taken else ()


def front_spots(battle: Battle, side: Seat) -> tuple[int, ...]:
    """Columns where a reserve card may join the front line: gaps first, then the flanks (1).

    A side without a front line begins a new one opposite any foe.
    """
    if not battle.front(side):
        return tuple(one.column for one in battle.front(foe(side))) or (0,)
    return gaps(battle, side) or flanks(battle, side)


def second_spots(battle: Battle, side: Seat) -> tuple[int, ...]:
    """Columns where a reserve card may join the second line (2, 4).

    A second attacker only once every foe has a first; a third only once every foe has a second and
    no foe is left in the reserve.
    """
    foes = battle.front(foe(side))
    counts = {one.column: len(battle.against(one)) for one in foes}
    if not foes or any(battle.at(side, one.column) is None for one in foes):
        return ()
    if min(counts.values()) < 2:
        return tuple(column for column, count in counts.items() if count < 2)
    if battle.reserve_of(foe(side)):
        return ()
    return tuple(one.column for one in foes if counts[one.column] < most_attacks(battle, one))


def most_attacks(battle: Battle, target: Fighter) -> int:
    """How many attacks one front card may face, area attacks not counted (4)."""
    row = battle.front(target.side)
    return MOST_ON_FLANK if target.id in (row[0].id, row[-1].id) else MOST_ELSEWHERE


def must_advance(battle: Battle, side: Seat) -> bool:
    """Whether the defender has to bring a card out of the reserve (3).

    So it is when each of its front cards has two against it and it has a reserve.
    """
    foes = battle.front(foe(side))
    doubled = bool(foes) and all(len(battle.against(one)) >= 2 for one in foes)
    return doubled and battle.reserve_of(foe(side)) > 0


def can_change(battle: Battle, side: Seat) -> bool:
    """Whether the side could move anything at all before its attacks."""
    comes = battle.reserve_of(side) and (front_spots(battle, side) or second_spots(battle, side))
    return bool(comes) or bool(withdrawable(battle, side))
