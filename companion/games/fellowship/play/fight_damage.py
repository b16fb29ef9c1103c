"""What a hit does: boxes, deaths, Nazgul that are driven off, mounts (9.1, 9.11, 6.261)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.combat.cards import endurance_number, mount_values
from companion.games.fellowship.combat.creatures import has_left
from companion.games.fellowship.combat.mounts import killed_horse
from companion.games.fellowship.combat.ring_worn import is_nazgul
from companion.games.fellowship.combat.strike import Hit, is_dead, is_down
from companion.games.fellowship.events.combat import (
    Aim,
)
from companion.games.fellowship.events.lent import LentFallen
from companion.games.fellowship.events.ring import BearerWounded
from companion.games.fellowship.events.secret import NazgulAway
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    bury,
    mark,
    shown_name,
)
from companion.games.fellowship.play.fight_options import (
    attack_for,
)
from companion.games.fellowship.rules.nazgul_mount import NazgulReturn
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.tables.cells import UnknownCell

_replace = msgspec.structs.replace


def hit_words(hit: Hit) -> str:
    """A result in words, such as ``hit, 3 boxes``."""
    if hit.kind == "miss":
        return "a miss"
    kind = "diseased boxes" if hit.diseased else "boxes"
    double = "double damage" if hit.kind == "double" else "a hit"
    return f"{double}, {hit.boxes} {kind}"


def mark_hit(flow: FightFlow, aim: Aim, target: Fighter, hit: Hit) -> None:
    """What a strike does to its target is marked, and who is killed or driven off goes (9.1)."""
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
        horse = killed_horse(target) if dead else ""
        if horse:
            # Its rider has it until it is killed, in this fight and in all others (9.11, 12.1).
            turn, place = flow.public.turn, flow.work.place
            flow.tell(LentFallen(seat=FELLOWSHIP_SEAT, cards=(horse,), turn=turn, place=place))
    flow.put(after, text=text, section="9.11")
