"""Declaring attacks, rolling for them, turning cards before damage counts (9.12, 9.13, 9.222)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import (
    Cards,
    is_over_endurance,
)
from companion.games.fellowship.combat.strike import Hit, Strike, strike
from companion.games.fellowship.events.combat import (
    Aim,
    FightWork,
)
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.facts.names import FELLOWSHIP, Seat
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    shown_name,
)
from companion.games.fellowship.play.fight_conditions import is_gollums_ambush
from companion.games.fellowship.play.fight_course import (
    end_attacks,
    fainting,
    need_numbers,
    next_attack,
)
from companion.games.fellowship.play.fight_damage import hit_words, mark_hit
from companion.games.fellowship.play.fight_gollum import gollum_is_away
from companion.games.fellowship.play.fight_options import (
    attack_options,
    strike_for,
)
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal, Roll
from companion.table.views import Choice, Explained, Part

_replace = msgspec.structs.replace
_KINDS = {"normal": "", "area": "area attack, ", "ambush": "ambush, ", "fell": "its mount, "}


def action_of(aim: Aim) -> str:
    """A declared attack as the choice that declares it."""
    targets = "+".join(aim.targets)
    return f"hit:{aim.attacker}:{targets}:{aim.kind}:{aim.part}"


def aim_words(cards: Cards, battle: Battle, aim: Aim) -> str:
    """An attack in words, with the roll that it needs."""
    attacker = battle.find(aim.attacker)
    names = [shown_name(one) for target in aim.targets if (one := battle.find(target))]
    needs = []
    for target in aim.targets:
        found = strike_for(cards, battle, _replace(aim, targets=(target,)))
        needs.append(str(found.needed) if isinstance(found, Strike) else "?")
    mount = "the mount of " if aim.part == "mount" else ""
    who = "" if attacker is None else shown_name(attacker)
    needed = ", ".join(needs)
    return f"{who} against {mount}{' and '.join(names)} ({_KINDS[aim.kind]}{needed} or less)"


class Attack(SeatStage):
    """The attacker declares its attacks one by one, area attacks first (9.222)."""

    section = "9.222"

    def asked(self, work: FightWork) -> Seat:
        """Whose segment it is."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the attacker."""
        return f"Round {work.battle.round}: the {self.asked(work).title()} attacks."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Every attack that is open, with what it needs."""
        cards = scene.handbook.box.cards
        choices = [
            Choice(action=action_of(aim), label=aim_words(cards, work.battle, aim))
            for aim in attack_options(cards, work)
        ]
        choices.append(Choice(action="enough", label="No more attacks"))
        if self.asked(work) == FELLOWSHIP:
            choices += turn_choices(work.battle.of(FELLOWSHIP))
        return asking(
            work,
            f"Round {work.battle.round}: pick an attack, here or at the card.",
            self.section,
            tuple(choices),
            "" if work.normal_begun else "Area attacks come before all others.",
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Declare it, turn a card, or end the segment."""
        if answer.action.startswith("turn:"):
            turned(flow, answer.action.partition(":")[2])
            need_numbers(flow, "attacks")
            return None
        aims = {action_of(aim): aim for aim in attack_options(flow.cards, flow.work)}
        aim = aims.get(answer.action)
        if aim is None:
            end_attacks(flow)
            return None
        flow.change(
            aim=aim, stage="roll", normal_begun=flow.work.normal_begun or aim.kind != "area"
        )
        return None


class StrikeRoll(SeatStage):
    """The roll of an attack (9.1)."""

    section = "9.1"

    def asked(self, work: FightWork) -> Seat:
        """The attacker."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the roll."""
        return f"The {self.asked(work).title()} rolls for an attack."

    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """Everybody reads what is needed."""
        ask = super().ask(scene, work)
        return _replace(ask, sentence=self._words(scene, work))

    def _words(self, scene: Scene, work: FightWork) -> str:
        aim = work.aim
        cards = scene.handbook.box.cards
        if aim is None:
            return "Roll."
        found = strike_for(cards, work.battle, aim)
        needed = found.needed if isinstance(found, Strike) else 1
        words = aim_words(cards, work.battle, _replace(aim, targets=aim.targets[:1]))
        return f"Roll {needed} or less: {words.rpartition(' (')[0]}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The roll."""
        ask = asking(work, "", self.section, ())
        return _replace(ask, roll=GAME_ROLL, purpose="attack")

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """A generic character who is part of it may still be turned (9.12)."""
        flow.change(rolled=roll)
        if _concerned(flow.work):
            flow.change(stage="answer")
        else:
            resolve(flow)


def _concerned(work: FightWork) -> tuple[Fighter, ...]:
    """Generic characters of the attack that is being made."""
    aim = work.aim
    if aim is None:
        return ()
    numbers = (aim.attacker, *aim.targets[:1])
    found = (work.battle.find(number) for number in numbers)
    return tuple(one for one in found if one is not None and one.generic)


class AnswerRoll(SeatStage):
    """Before damage is marked the Fellowship may turn a card that is part of it (9.12)."""

    section = "9.12"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """The roll, which everybody has seen."""
        rolled = 0 if work.rolled is None else d10(work.rolled)
        return f"{rolled} is rolled; the Fellowship lets it stand or shows who somebody is."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Let it stand, or turn."""
        rolled = 0 if work.rolled is None else d10(work.rolled)
        cards = scene.handbook.box.cards
        found = None if work.aim is None else strike_for(cards, work.battle, work.aim)
        words = ""
        if isinstance(found, Strike) and rolled:
            hit = strike(found, rolled)
            words = f"{found.needed} or less was needed: {hit_words(hit)}."
        choices = (
            Choice(action="stand", label="Let it stand", weight="primary"),
            *turn_choices(_concerned(work)),
        )
        return asking(work, f"{rolled} is rolled. {words}", self.section, choices)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """What was rolled stays; what it needs may change."""
        if answer.action == "stand":
            resolve(flow)
            return None
        turned(flow, answer.action.partition(":")[2])
        need_numbers(flow, "answer")
        return None


def resolve(flow: FightFlow) -> None:
    """The strike counts now (9.1)."""
    work, battle, aim = flow.work, flow.battle, flow.work.aim
    if aim is None or work.rolled is None:
        next_attack(flow)
        return
    found = strike_for(flow.cards, battle, aim)
    if isinstance(found, UnknownCell):
        flow.change(stage="values", then="answer")
        flow.ask_cell(found, FELLOWSHIP)
        return
    target = battle.find(aim.targets[0]) if aim.targets else None
    if found is not None and target is not None:
        hit = strike(found, d10(work.rolled))
        flow.add(ResultShown(result=_explained(flow, aim, found, hit)))
        mark_hit(flow, aim, target, hit)
        flow.change(struck=(*flow.work.struck, (aim.attacker, target.id)))
    _after_strike(flow, aim)


def _explained(flow: FightFlow, aim: Aim, needed: Strike, hit: Hit) -> Explained:
    rolled = flow.work.rolled
    number = d10(rolled) if rolled is not None else 0
    words = aim_words(flow.cards, flow.battle, _replace(aim, targets=aim.targets[:1]))
    return Explained(
        title=words.rpartition(" (")[0],
        parts=(Part(label="Roll", value=number, section="4.2"),),
        total=number,
        result=hit_words(hit),
        meaning=f"Offensive rating {needed.offensive}, defensive rating {needed.defensive}: "
        f"{needed.needed} or less was needed.",
        section="9.1",
        source="values of the cards",
        roll_source="" if rolled is None else rolled.source,
    )


def _after_strike(flow: FightFlow, aim: Aim) -> None:
    """The next target of an area attack, or the next attack."""
    alive = tuple(
        number
        for number in aim.targets[1:]
        if (one := flow.battle.find(number)) is not None and one.in_row
    )
    attacker = flow.battle.find(aim.attacker)
    if alive and attacker is not None and attacker.in_row:
        flow.change(aim=_replace(aim, targets=alive), rolled=None, stage="roll")
        return
    flow.change(aim=None, rolled=None, used=(*flow.work.used, aim.attacker))
    if aim.kind == "ambush":
        after_ambush(flow)
    else:
        next_attack(flow)


def after_ambush(flow: FightFlow) -> None:
    """Who was ambushed falls; a generic one may be turned first (9.12, 9.14)."""
    if fainting(flow.cards, flow.battle):
        flow.change(stage="faint", aim=None, rolled=None)
    else:
        fall_to_ambush(flow)


def fall_to_ambush(flow: FightFlow) -> None:
    """Who has taken too much falls before the ambusher leaves or stays (9.14)."""
    battle = flow.battle
    down = [
        _replace(one, down=True, mounted=False)
        for one in battle.of(FELLOWSHIP)
        if is_over_endurance(flow.cards, one)
    ]
    flow.change(battle=battle.with_fighters(down), stage="stay", ambushing=False)
    if is_gollums_ambush(flow.work):
        gollum_is_away(flow)
