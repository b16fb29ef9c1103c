"""Gandalf holds a Guardian alone, while everybody else gets away (15.44)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import AreaAttack, area_of, endurance_number
from companion.games.fellowship.combat.strike import Hit, Strike, is_dead, is_down, strike
from companion.games.fellowship.events.combat import (
    Aim,
    FightWork,
)
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import GANDALFS, find_force
from companion.games.fellowship.flow.steps import GAME_ROLL, Ask, d10
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    bury,
    mark,
    shown_name,
)
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.play.fight_options import strike_for
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Roll
from companion.table.views import Choice

_replace = msgspec.structs.replace


def duel_choices(work: FightWork) -> list[Choice]:
    """With 15.44, at the end of round one: which Guardian Gandalf may hold."""
    battle = work.battle
    if not battle.variants.hold_guardian or battle.round != 1 or gandalf_of(battle) is None:
        return []
    return [
        Choice(
            action=f"duel:{one.id}",
            label=f"Gandalf holds {shown_name(one)}, the rest gets away",
            section="15.44",
        )
        for one in battle.of(ENEMY)
        if _is_guardian(one) and not one.down
    ]


def gandalf_of(battle: Battle) -> Fighter | None:
    """Gandalf, if he lies open and is awake."""
    return next(
        (one for one in battle.of(FELLOWSHIP) if one.card in GANDALFS and not one.down), None
    )


def _is_guardian(one: Fighter) -> bool:
    force = find_force(one.card)
    return force is not None and force.kind == "guardian"


def begin_duel(flow: FightFlow, guardian: str) -> None:
    """Everybody but the two is out of it; the Fellowship's others have got away."""
    battle = flow.battle
    gandalf = gandalf_of(battle)
    if gandalf is None:
        return
    two = (gandalf.id, guardian)
    out = [
        _replace(one, line="gone")
        for side in (FELLOWSHIP, ENEMY)
        for one in battle.of(side)
        if one.id not in two
    ]
    away = [one.id for one in out if one.side == FELLOWSHIP]
    hidden = battle.reserve.get(FELLOWSHIP, 0)
    battle = _replace(battle.with_fighters(out), reserve={})
    left = (*flow.work.left, *away, *(f"reserve {n + 1}" for n in range(hidden)))
    aim = Aim(attacker=gandalf.id, targets=(guardian,))
    flow.change(
        "Gandalf holds the Guardian; everybody else is out of the fight.",
        "15.44",
        battle=_replace(battle, segment=FELLOWSHIP),
        left=left,
        aim=aim,
        rolled=None,
        stage="duel",
        dueled=True,
    )


class Duel(SeatStage):
    """Both attack at the same time; Gandalf's roll comes first (15.44)."""

    section = "15.44"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship, then the Enemy."""
        return FELLOWSHIP if work.rolled is None else ENEMY

    def waits(self, work: FightWork) -> str:
        """For the roll."""
        return f"The {self.asked(work).title()} rolls; both attacks count at the same time."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The roll and what it needs."""
        aim = work.aim
        if aim is not None and work.rolled is not None:
            aim = _aim(aim.targets[0], aim.attacker, work.battle)
        found = None if aim is None else strike_for(scene.handbook.box.cards, work.battle, aim)
        needed = found.needed if isinstance(found, Strike) else 1
        attacker = None if aim is None else work.battle.find(aim.attacker)
        name = "" if attacker is None else shown_name(attacker)
        rests = " It is unconscious and misses." if attacker is not None and attacker.down else ""
        ask = asking(work, f"Roll {needed} or less for {name}.{rests}", self.section, ())
        return _replace(ask, roll=GAME_ROLL, purpose="attack")

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """The second roll settles both."""
        work = flow.work
        if work.rolled is None:
            flow.change(rolled=roll)
            return
        _exchange(flow, d10(work.rolled), d10(roll))


def _exchange(flow: FightFlow, first: int, second: int) -> None:
    aim = flow.work.aim
    if aim is None:
        return
    gandalf, guardian = flow.battle.find(aim.attacker), flow.battle.find(aim.targets[0])
    if gandalf is None or guardian is None:
        return
    on_guardian = _hit(flow, gandalf, guardian, first)
    on_gandalf = _hit(flow, guardian, gandalf, second)
    after = [_marked(guardian, on_guardian), _marked(gandalf, on_gandalf)]
    flow.put(*after, text=f"{shown_name(gandalf)} and {shown_name(guardian)} strike.")
    for one in after:
        mark(flow, one)
    _judge(flow, after)


def _hit(flow: FightFlow, attacker: Fighter, target: Fighter, roll: int) -> Hit:
    """What one of the two does; who is unconscious does nothing."""
    aim = _aim(attacker.id, target.id, flow.battle)
    found = strike_for(flow.cards, flow.battle, aim)
    arms = area_of(flow.cards, attacker) if aim.kind == "area" else None
    armless = isinstance(arms, AreaAttack) and arms.targets < 1
    if attacker.down or armless or not isinstance(found, Strike):
        return Hit("miss")
    return strike(found, roll)


def _aim(attacker: str, target: str, battle: Battle) -> Aim:
    """An attack of one of the two: a Kraken has none but that of its arms (12.2)."""
    one = battle.find(attacker)
    kraken = one is not None and one.card.startswith("Kraken")
    return Aim(attacker=attacker, targets=(target,), kind="area" if kraken else "normal")


def _marked(target: Fighter, hit: Hit) -> Fighter:
    if hit.kind == "miss":
        return target
    return _replace(target, damage=hit.added_to(target.damage))


def _judge(flow: FightFlow, two: list[Fighter]) -> None:
    """Who falls; if both lie there, both are dead (15.44)."""
    fallen = []
    for one in two:
        endurance = endurance_number(flow.cards, one)
        if isinstance(endurance, UnknownCell):
            fallen.append(one)
            continue
        dead = is_dead(one.damage.total, endurance)
        # Sleep and webs of the round before knock out still, though they do not kill (12.2).
        down = is_down(one.boxes, endurance)
        fallen.append(_replace(one, down=down, line="dead" if dead else one.line))
    if all(one.down for one in fallen):
        fallen = [_replace(one, line="dead") for one in fallen]
    flow.put(*fallen)
    dead_ones = [one for one in fallen if one.line == "dead"]
    if not dead_ones:
        flow.change(stage="duel", rolled=None)
        return
    for one in dead_ones:
        bury(flow, one.side, one.id)
    names = ", ".join(shown_name(one) for one in dead_ones)
    flow.change(f"Dead: {names}.", "15.44", aim=None, rolled=None)
    finish(flow)
