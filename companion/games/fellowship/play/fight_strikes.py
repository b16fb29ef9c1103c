"""Declaring attacks, rolling for them, turning cards before damage counts (9.12, 9.13, 9.222)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import (
    GOLLUM,
    Cards,
    endurance_number,
    is_over_endurance,
    mount_values,
)
from companion.games.fellowship.combat.creatures import has_left
from companion.games.fellowship.combat.ring_worn import is_nazgul
from companion.games.fellowship.combat.strike import Hit, Strike, is_dead, is_down, strike
from companion.games.fellowship.events.combat import (
    Aim,
    FightWork,
)
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.events.ring import BearerWounded
from companion.games.fellowship.events.secret import NazgulAway
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    bury,
    mark,
    shown_name,
)
from companion.games.fellowship.play.fight_course import (
    begin_segment,
    end_attacks,
    end_segment,
    fainting,
    fall,
    is_gollums_ambush,
    need_numbers,
    next_attack,
)
from companion.games.fellowship.play.fight_gollum import gollum_is_away
from companion.games.fellowship.play.fight_options import (
    attack_for,
    attack_options,
    strike_for,
)
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.rules.nazgul_mount import NazgulReturn
from companion.games.fellowship.state import ENEMY_SEAT, Scene
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


def hit_words(hit: Hit) -> str:
    """A result in words, such as ``hit, 3 boxes``."""
    if hit.kind == "miss":
        return "a miss"
    kind = "diseased boxes" if hit.diseased else "boxes"
    double = "double damage" if hit.kind == "double" else "a hit"
    return f"{double}, {hit.boxes} {kind}"


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
        _mark(flow, aim, target, hit)
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
        _after_ambush(flow)
    else:
        next_attack(flow)


def _after_ambush(flow: FightFlow) -> None:
    """Who was ambushed falls before the ambusher leaves or stays (9.14)."""
    battle = flow.battle
    down = [
        _replace(one, down=True)
        for one in battle.of(FELLOWSHIP)
        if is_over_endurance(flow.cards, one)
    ]
    flow.change(battle=battle.with_fighters(down), stage="stay")
    if is_gollums_ambush(flow.work):
        gollum_is_away(flow)


# --- What a hit does ------------------------------------------------------------------------------


def _mark(flow: FightFlow, aim: Aim, target: Fighter, hit: Hit) -> None:
    if hit.kind == "miss":
        flow.change(f"{shown_name(target)} is missed.", "9.1")
        return
    if aim.part == "mount":
        _mark_mount(flow, target, hit)
        return
    attack = attack_for(flow.cards, flow.battle, aim)
    vanishing = bool(getattr(attack, "vanishing", False))
    if vanishing:
        after = _replace(target, temporary=target.temporary + hit.boxes)
    else:
        gollum = target.card == GOLLUM
        after = _replace(target, damage=hit.added_to(target.damage, all_normal=gollum))
    after = _replace(after, round_boxes=target.round_boxes + hit.boxes)
    flow.put(after, text=f"{shown_name(target)}: {hit_words(hit)}.", section="9.1")
    if not vanishing:
        mark(flow, after)
    _wounded_bearer(flow, aim, after)
    _fate(flow, after)


def _wounded_bearer(flow: FightFlow, aim: Aim, target: Fighter) -> None:
    """The first wound of the Ringbearer by a Nazgul in the game makes the Enemy leave (9.244)."""
    attacker = flow.battle.find(aim.attacker)
    is_bearer = target.id == flow.battle.bearer and target.side == FELLOWSHIP
    held = flow.public.ring == FELLOWSHIP and not flow.public.ring_public.wounded
    if held and is_bearer and attacker is not None and is_nazgul(attacker):
        flow.add(BearerWounded())
        flow.change("A Nazgul has wounded the Ringbearer.", "9.244", wounded=True)


def _fate(flow: FightFlow, one: Fighter) -> None:
    """Who is killed or driven off is removed at once (9.222)."""
    endurance = endurance_number(flow.cards, one)
    if isinstance(endurance, UnknownCell):
        return
    name = shown_name(one)
    if is_nazgul(one) and is_down(one.boxes, endurance):
        _nazgul_leaves(flow, one, endurance)
    elif one.card == GOLLUM and is_down(one.boxes, endurance):
        flow.put(_replace(one, line="gone"), text="Gollum slips away.", section="12.1")
        bury(flow, one.side, one.id)
    elif is_dead(one.damage.total, endurance):
        # Webs and sleep knock out, but only lasting damage kills (12.2).
        flow.put(_replace(one, line="dead"), text=f"{name} is dead.", section="9.1")
        bury(flow, one.side, one.id)
    elif has_left(one, endurance):
        flow.put(_replace(one, line="gone"), text=f"{name} runs away.", section="T.6")


def _nazgul_leaves(flow: FightFlow, one: Fighter, endurance: int) -> None:
    """Over its endurance a Nazgul goes home at once (6.261); 15.43 may destroy it."""
    name = shown_name(one)
    if flow.battle.variants.nazgul_die and one.round_boxes > 2 * endurance:
        flow.put(_replace(one, line="dead"), text=f"{name} is destroyed.", section="15.43")
        bury(flow, ENEMY, one.id)
        return
    flow.put(_replace(one, line="gone"), text=f"{name} is driven off.", section="6.261")
    away = NazgulReturn("over-endurance", flow.public.turn)
    flow.tell(NazgulAway(seat=ENEMY_SEAT, card=one.card, away=away))


def _mark_mount(flow: FightFlow, target: Fighter, hit: Hit) -> None:
    """A mount over its endurance carries nobody; over twice that it is dead (9.11)."""
    values = mount_values(flow.cards, target)
    damage = hit.added_to(target.mount_damage)
    after = _replace(target, mount_damage=damage)
    text = f"The mount of {shown_name(target)}: {hit_words(hit)}."
    if not isinstance(values, UnknownCell) and is_down(damage.total, values[1]):
        after = _replace(after, mounted=False, mount="")
        dead = is_dead(damage.total, values[1])
        text += " It is dead." if dead else " It carries nobody any more."
        if dead and is_nazgul(target):
            # It fights on, and goes home when the fight is over (6.261).
            away = NazgulReturn("mount-killed", flow.public.turn)
            flow.tell(NazgulAway(seat=ENEMY_SEAT, card=target.card, away=away))
    flow.put(after, text=text, section="9.11")


# --- After the attacks ----------------------------------------------------------------------------


class Faint(SeatStage):
    """Generic characters over the number of their race fall, unless they are turned (9.12)."""

    section = "9.12"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the answer."""
        return "The Fellowship lets somebody fall, or shows who it is."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Let them fall, or turn."""
        falling = fainting(scene.handbook.box.cards, work.battle)
        names = ", ".join(shown_name(one) for one in falling)
        choices = (
            Choice(action="fall", label="Let them fall", weight="primary"),
            *turn_choices(falling),
        )
        return asking(work, f"Over the endurance of their race: {names}.", self.section, choices)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Turned ones have numbers of their own."""
        if answer.action == "fall":
            fall(flow)
            return None
        turned(flow, answer.action.partition(":")[2])
        cell = endurance_number_of_all(flow)
        if cell is None:
            end_attacks(flow)
        return None


def endurance_number_of_all(flow: FightFlow) -> UnknownCell | None:
    """Ask for an endurance number that is missing after a card was turned."""
    for one in flow.battle.fighters:
        found = endurance_number(flow.cards, one)
        if one.is_here and isinstance(found, UnknownCell):
            flow.ask_cell(found, FELLOWSHIP)
            return found
    return None


class Stay(SeatStage):
    """After its segment an ambusher leaves or stays for normal combat (9.14)."""

    section = "9.14"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return "The Enemy's ambusher leaves or stays."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Leave or stay."""
        choices = (
            Choice(action="off", label="It leaves", weight="primary"),
            Choice(action="stays", label="It stays", detail="It pins its victim."),
        )
        return asking(work, "Say whether the ambusher leaves.", self.section, choices)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """A normal segment of the Enemy follows, or nothing."""
        battle = flow.battle
        if answer.action == "stays":
            begin_segment(flow, _replace(battle, segment=ENEMY))
            return None
        gone = [_replace(one, line="gone") for one in battle.of(ENEMY)]
        flow.change(
            "The ambusher is away.",
            "9.14",
            battle=battle.with_fighters(gone),
            enemy_left=True,
        )
        end_segment(flow)
        return None
