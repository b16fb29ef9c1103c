"""Which attacks are possible now, and what each needs (9.13, 9.222)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fellowship.combat.area import target_runs
from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.combat.cards import (
    Attack,
    Cards,
    ambush_of,
    area_of,
    attack_of,
    ratings_of,
    second_attack_of,
    strike_on,
)
from companion.games.fellowship.combat.mounts import attacks_in_segment, parts_of
from companion.games.fellowship.combat.outcome import shows_hobbit
from companion.games.fellowship.combat.strike import Strike
from companion.games.fellowship.events.combat import Aim, FightWork
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.tables.cells import UnknownCell


def attack_options(cards: Cards, work: FightWork) -> tuple[Aim, ...]:
    """Every attack that the side may declare now; numbers that are needed are known by then."""
    battle = work.battle
    found: list[Aim] = []
    for one in (*battle.front(battle.segment), *battle.second(battle.segment)):
        if one.down or (one.mount_card and one.card == one.mount_card):
            continue
        found += _options_of(cards, work, one)
    return tuple(found)


def _options_of(cards: Cards, work: FightWork, attacker: Fighter) -> Iterator[Aim]:
    made = work.used.count(attacker.id)
    if made >= attacks_in_segment(attacker):
        return
    target = _target(work, attacker)
    if not made and not work.normal_begun:
        area = area_of(cards, attacker)
        if area is not None and not isinstance(area, UnknownCell):
            for run in _runs(work, attacker, area.targets):
                yield Aim(attacker=attacker.id, targets=run, kind="area")
    if target is None or attacker.card.startswith("Kraken") or is_spared(work.battle, target):
        return
    if made and (attacker.id, target.id) not in work.struck:
        return
    for part in parts_of(target):
        yield Aim(
            attacker=attacker.id,
            targets=(target.id,),
            kind="fell" if made else "normal",
            part=part,
        )


def _target(work: FightWork, attacker: Fighter) -> Fighter | None:
    battle = work.battle
    if not battle.variants.simple:
        return battle.opposite(attacker)
    chosen = next((target for one, target in work.assigned if one == attacker.id), "")
    found = battle.find(chosen)
    return found if found is not None and found.in_row else None


def _runs(work: FightWork, attacker: Fighter, most: int) -> tuple[tuple[str, ...], ...]:
    battle = work.battle
    if not battle.variants.simple:
        runs = target_runs(battle, attacker, most)
    else:
        row = [one.id for one in battle.front(foe(attacker.side))]
        lengths = range(min(most, len(row)), 0, -1)
        runs = tuple(
            tuple(row[start : start + length])
            for length in lengths
            for start in range(len(row) - length + 1)
        )
    spared = {one.id for one in battle.fighters if is_spared(battle, one)}
    return tuple(run for run in runs if not spared & set(run))


def is_spared(battle: Battle, target: Fighter) -> bool:
    """Whether 15.31 keeps a fallen Hobbit from further attacks."""
    fallen = target.side == FELLOWSHIP and target.down
    return battle.variants.capture and fallen and shows_hobbit(target)


def attack_for(cards: Cards, battle: Battle, aim: Aim) -> Attack | UnknownCell | None:
    """What the attacker brings; None where it has left."""
    attacker = battle.find(aim.attacker)
    if attacker is None:
        return None
    match aim.kind:
        case "area":
            area = area_of(cards, attacker)
            if area is None or isinstance(area, UnknownCell):
                return area
            return Attack(
                offensive=area.offensive,
                damage=area.damage,
                diseased=area.diseased,
                vanishing=area.vanishing,
            )
        case "ambush":
            return ambush_of(cards, battle, attacker)
        case "fell":
            return second_attack_of(cards, attacker)
        case "normal":
            ratings = ratings_of(cards, battle, attacker)
            return ratings if isinstance(ratings, UnknownCell) else attack_of(ratings)


def strike_for(cards: Cards, battle: Battle, aim: Aim) -> Strike | UnknownCell | None:
    """The next strike of a declared attack; None where somebody has left."""
    attack = attack_for(cards, battle, aim)
    if attack is None or isinstance(attack, UnknownCell):
        return attack
    attacker = battle.find(aim.attacker)
    target = battle.find(aim.targets[0]) if aim.targets else None
    if attacker is None or target is None:
        return None
    return strike_on(cards, battle, attack, attacker, (target, aim.part))
