"""What holds in a fight, by what everybody sees of it; nothing here changes anything."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.combat.battle import Battle, Creature, foe
from companion.games.fellowship.combat.cast import USUAL, tries_to_leave
from companion.games.fellowship.combat.creatures import MIXES
from companion.games.fellowship.combat.outcome import is_over
from companion.games.fellowship.combat.ring_worn import nazgul_among, powers_of
from companion.games.fellowship.combat.setup import first_attacker
from companion.games.fellowship.events.combat import Company, FightWork
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.tables.random_group import parse_random_group

_ALL_CREATURES: Final = tuple(Creature)


def is_gollums_ambush(work: FightWork) -> bool:
    """Whether an event card has Gollum fall on the Ringbearer (6.415)."""
    return work.cast.enemy == "gollum" and bool(work.force.ambush)


def companies_of(work: FightWork) -> tuple[Company, ...]:
    """The creatures that have to be drawn for a fight (8.324, 8.4)."""
    force = work.force
    found = []
    if force.count and force.mix:
        mix = parse_random_group(force.mix).mix
        found.append(Company(creatures=MIXES[mix], count=force.count, side=ENEMY, mix=mix.value))
    elif force.count:
        found.append(Company(creatures=_ALL_CREATURES, count=force.count, side=ENEMY))
    if force.assassin or force.ambush == "assassin":
        found.append(Company(creatures=(Creature.ASSASSIN,), count=1, side=ENEMY))
    return tuple(found)


def empty_side(battle: Battle) -> Seat | None:
    """A side that has cards, but none in its front line; it has to bring one forward."""
    sides = (battle.segment, foe(battle.segment))
    return next((s for s in sides if not battle.front(s) and battle.reserve_of(s)), None)


def must_show_bearer(ring: str, work: FightWork) -> bool:
    """Whether a Nazgul lies open, and nobody has said yet if the Ringbearer is here (9.12)."""
    own = ring == FELLOWSHIP and work.cast == USUAL
    return own and nazgul_among(work.battle) and not work.bearer_asked


def holder_chooses(ring: str, work: FightWork) -> bool:
    """Whether a holder of the Ring who is not the Fellowship's has to say if it wears it (6.42)."""
    bearer = work.battle.find(work.battle.bearer)
    if bearer is None or (ring == FELLOWSHIP and bearer.side == FELLOWSHIP):
        return False
    unasked = work.wear_asked != work.battle.round and not work.ambush_round
    return (
        unasked and bearer.in_row and not bearer.down and powers_of(work.battle, bearer).bonus > 0
    )


def may_wear(ring: str, work: FightWork) -> bool:
    """Whether somebody could put the Ring on before the own attacks, as far as everybody knows.

    It is chosen at the beginning of a round, not in the round of an ambush (6.42).
    """
    battle = work.battle
    return _round_begins(work) and battle.segment == FELLOWSHIP and _ring_works(ring, work)


def is_to_say_if_worn(ring: str, work: FightWork) -> bool:
    """Whether the Ring is to be put on, or not, before the Enemy attacks first (6.42, 15.42)."""
    battle = work.battle
    unasked = work.wear_asked != battle.round
    return unasked and _round_begins(work) and battle.segment == ENEMY and _ring_works(ring, work)


def _round_begins(work: FightWork) -> bool:
    """Whether the side that attacks first in this round is about to."""
    return work.battle.segment == first_attacker(
        blocked=work.blocked,
        reversed_order=work.battle.variants.reversed_order,
        round_number=work.battle.round,
    )


def _ring_works(ring: str, work: FightWork) -> bool:
    """Whether the Ring would give its own bearer anything, and is not on yet (6.42)."""
    own = ring == FELLOWSHIP and work.cast == USUAL
    is_free = not work.battle.worn and not work.ambush_round
    return own and is_free and not nazgul_among(work.battle)


def is_settled(work: FightWork) -> bool:
    """Whether a side has nobody awake, and none of the Enemy's lie there who may still be killed.

    A Ringbearer who is struck down, and Gollum, are not killed for it: the Ring is had (6.412).
    """
    battle = work.battle
    spared = work.cast.enemy in ("bearer", "gollum")
    foes_lie = bool(battle.awake(FELLOWSHIP)) and bool(battle.of(ENEMY)) and not spared
    return is_over(battle) and not foes_lie


def holder_keeps(work: FightWork) -> bool:
    """Whether the Enemy leads a third holder, who is awake: its side leaves with it alone."""
    holder = work.battle.find(work.battle.bearer)
    led = holder is not None and holder.side == ENEMY and holder.is_here and not holder.down
    return led and tries_to_leave(work.cast.enemy)
