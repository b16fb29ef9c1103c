"""How a fight ends: who holds the field, and who is left behind (9.24, 9.245)."""

from __future__ import annotations

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Race, Seat
from companion.games.fellowship.rules.ring import is_hobbit


def is_over(battle: Battle) -> bool:
    """Whether a side has nobody left who is awake (9.22, 9.24)."""
    return any(battle.awake(side) == 0 for side in (FELLOWSHIP, ENEMY))


def winner_of(battle: Battle) -> Seat | None:
    """The side that holds the field: some of it are awake and nobody of the other is."""
    awake = {side: battle.awake(side) for side in (FELLOWSHIP, ENEMY)}
    if awake[FELLOWSHIP] and not awake[ENEMY]:
        return FELLOWSHIP
    return ENEMY if awake[ENEMY] and not awake[FELLOWSHIP] else None


def left_behind(battle: Battle) -> tuple[Fighter, ...]:
    """Unconscious characters that are killed because nobody awake is left beside them (9.24)."""
    if battle.awake(FELLOWSHIP):
        return ()
    return tuple(one for one in battle.of(FELLOWSHIP) if one.down)


def shows_hobbit(fighter: Fighter) -> bool:
    """Whether an open card is seen to be a Hobbit, by its generic side or by its name (15.31)."""
    return fighter.card == Race.HOBBIT.value.title() or is_hobbit(fighter.card)
