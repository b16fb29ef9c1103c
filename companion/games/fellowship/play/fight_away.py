"""Getting away from a fight: who needs what, the roll, and who is gone (9.241 to 9.244)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Creature, Fighter, foe
from companion.games.fellowship.combat.cards import Cards, ratings_of
from companion.games.fellowship.combat.cast import tries_to_leave
from companion.games.fellowship.combat.creatures import is_mounted_or_flies
from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    gets_away,
    highest_roll,
    modifiers,
    target_number,
)
from companion.games.fellowship.combat.ring_worn import powers_of
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Race, Seat
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.steps import GAME_ROLL, Ask, d10
from companion.games.fellowship.play.fight_common import FightFlow, asking, shown_name
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Roll
from companion.table.views import Explained, Part

_replace = msgspec.structs.replace


def leavers_of(
    cards: Cards, battle: Battle, group: tuple[str, ...]
) -> tuple[Leaver, ...] | UnknownCell:
    """A group with its numbers, or the number that is missing."""
    found = []
    for number in group:
        one = battle.find(number)
        if one is None:
            continue
        ratings = ratings_of(cards, battle, one)
        if isinstance(ratings, UnknownCell):
            return ratings
        found.append(
            Leaver(
                offensive=ratings.offensive,
                defensive=ratings.defensive,
                down=one.down,
                race=_race(one),
            )
        )
    return tuple(found)


def _race(one: Fighter) -> Race:
    force = find_force(one.card)
    if force is not None and force.race is not None:
        return force.race
    return next((race for race in Race if race.value == one.card.lower()), Race.MAN)


def circumstances_of(work: FightWork, side: Seat = FELLOWSHIP) -> Circumstances:
    """Everything open that changes the roll of somebody of a side (9.243, T.6)."""
    battle = work.battle
    foes = [one for one in battle.of(foe(side)) if not one.down]
    mixes = {company.mix for company in work.companies if company.side == foe(side)}
    kinds = {one.creature for one in foes}
    in_group = side == FELLOWSHIP or work.cast.enemy == "bearer"
    return Circumstances(
        holding=bool(work.holding),
        foes_mounted=any(is_mounted_or_flies(one, mountain=battle.ground.mountain) for one in foes),
        mounted=battle.horse_mode and in_group and not battle.ground.mountain,
        rough=battle.ground.mountain or battle.ground.woods,
        bats=Creature.CREBAIN in kinds and "A" not in mixes,
        cavalry="C" in mixes and Creature.MAN in kinds,
        wolves=Creature.WOLF in kinds and "A" not in mixes,
    )


def ask_away(scene: Scene, work: FightWork, side: Seat) -> Ask:
    """The roll of those of a side who try to get away, with what is needed."""
    leavers = leavers_of(scene.handbook.box.cards, work.battle, work.group)
    around = circumstances_of(work, side)
    need = 0 if isinstance(leavers, UnknownCell) else highest_roll(leavers, around)
    names = ", ".join(shown_name(one) for n in work.group if (one := work.battle.find(n)))
    added = [f"{part.label} {part.value:+d}" for part in modifiers(around)]
    ask = asking(
        work,
        f"Roll {need} or less to get away: {names}.",
        "9.242",
        (),
        f"Added to the roll: {', '.join(added)}." if added else "",
    )
    return _replace(ask, roll=GAME_ROLL, purpose="getting away")


def rolled_away(flow: FightFlow, side: Seat, roll: Roll) -> bool:
    """Whether those of a side who try get away by a roll; everybody sees why."""
    work = flow.work
    leavers = leavers_of(flow.cards, flow.battle, work.group)
    if isinstance(leavers, UnknownCell) or not leavers:
        return False
    around = circumstances_of(work, side)
    away = gets_away(leavers, around, d10(roll))
    flow.add(ResultShown(result=_explained(leavers, around, roll, away=away)))
    return away


def _explained(
    leavers: tuple[Leaver, ...], around: Circumstances, roll: Roll, *, away: bool
) -> Explained:
    number = d10(roll)
    added = tuple(
        Part(label=part.label, value=part.value, section=part.section) for part in modifiers(around)
    )
    average = float(target_number(leavers))
    return Explained(
        title="Getting away",
        parts=(Part(label="Roll", value=number, section="4.2"), *added),
        total=number + sum(part.value for part in added),
        result="away" if away else "held",
        meaning=f"Under {average:g} was needed, and no 10 on the die.",
        section="9.242",
        source="values of the cards",
        roll_source=roll.source,
    )


def go_away(flow: FightFlow, group: tuple[str, ...], words: str, section: str) -> None:
    """Those of the Fellowship's side who get away are out of the fight at once (9.245)."""
    gone = [
        _replace(one, line="gone", temporary=0)
        for number in group
        if (one := flow.battle.find(number)) is not None
    ]
    names = ", ".join(shown_name(one) for one in gone)
    left = (*flow.work.left, *(one.id for one in gone))
    battle = flow.battle.with_fighters(gone)
    flow.change(f"{names}: {words}.", section, battle=battle, left=left)


def enemy_goes_away(flow: FightFlow, text: str, section: str) -> None:
    """The Enemy's side leaves, all together (9.24)."""
    gone = [_replace(one, line="gone") for one in flow.battle.of(ENEMY)]
    reserve = {**flow.battle.reserve, ENEMY: 0}
    battle = _replace(flow.battle.with_fighters(gone), reserve=reserve)
    flow.change(text, section, battle=battle, enemy_left=True)


def ring_gets_away(work: FightWork, side: Seat) -> bool:
    """Whether somebody of a side who wears the Ring leaves without a roll (9.244)."""
    battle = work.battle
    wearer = battle.find(battle.worn) if battle.worn else None
    if wearer is None or not wearer.is_here or wearer.down or wearer.side != side:
        return False
    return powers_of(battle, wearer, first_of_ambush=work.ambush_round).disengages


def leaving_holder(work: FightWork) -> Fighter | None:
    """The third holder of the Ring who now tries to get away by itself (6.414, 6.415), or None."""
    holder = work.battle.find(work.battle.bearer)
    if holder is None or not holder.is_here or holder.down or holder.id in work.tried:
        return None
    return holder if tries_to_leave(work.cast.of(holder.side)) else None


def holder_away(flow: FightFlow, holder: Fighter, words: str, section: str) -> None:
    """It gets away: alone as a character does, with all others where the Enemy leads it."""
    if holder.side == FELLOWSHIP:
        go_away(flow, (holder.id,), words, section)
    else:
        enemy_goes_away(flow, f"{shown_name(holder)}: {words}.", section)
