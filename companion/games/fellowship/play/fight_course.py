"""How a fight goes on by itself: from set-up to segments, rounds and the end (9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter, foe
from companion.games.fellowship.combat.cards import (
    Cards,
    area_of,
    defensive_rating,
    endurance_number,
    is_over_endurance,
    mount_values,
    ratings_of,
    second_attack_of,
)
from companion.games.fellowship.combat.mounts import must_choose
from companion.games.fellowship.combat.pinning import pin_choices
from companion.games.fellowship.combat.reorganize import can_change
from companion.games.fellowship.combat.setup import first_attacker, setup_order
from companion.games.fellowship.events.combat import FightStage, Next
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.play.fight_away import (
    holder_away,
    leaving_holder,
    ring_gets_away,
)
from companion.games.fellowship.play.fight_common import FightFlow, variants_of
from companion.games.fellowship.play.fight_conditions import (
    companies_of,
    empty_side,
    holder_chooses,
    holder_keeps,
    is_gollums_ambush,
    is_settled,
    is_to_say_if_worn,
    may_wear,
    must_show_bearer,
)
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.play.fight_ground import ground_of, near_mordor
from companion.games.fellowship.play.fight_help import help_choices
from companion.games.fellowship.play.fight_options import attack_options
from companion.games.fellowship.rules.ring import BALROG
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.tables.cells import UnknownCell

_replace = msgspec.structs.replace

# --- The numbers that are needed ------------------------------------------------------------------


def need_numbers(flow: FightFlow, then: Next) -> None:
    """Ask for the first number that is missing, or go on."""
    cell = next(_missing(flow.cards, flow.battle), None)
    if cell is None:
        go_to(flow, then)
        return
    flow.change(stage="values", then=then)
    flow.ask_cell(cell, FELLOWSHIP)


def _missing(cards: Cards, battle: Battle) -> Iterator[UnknownCell]:
    """Numbers of open cards that the box lacks; all of them are about cards that lie open."""
    for one in battle.fighters:
        if not one.is_here:
            continue
        found: list[object] = []
        if one.card.startswith("Kraken"):
            found.append(defensive_rating(cards, battle, one))
        else:
            found.append(ratings_of(cards, battle, one))
        found += [endurance_number(cards, one), area_of(cards, one)]
        if one.mounted:
            found.append(mount_values(cards, one))
        if one.mounted and one.mount == "fell":
            found.append(second_attack_of(cards, one))
        yield from (cell for cell in found if isinstance(cell, UnknownCell))


def go_to(flow: FightFlow, then: Next) -> None:
    """Go on where a fight waited for numbers."""
    match then:
        case "begin":
            begin(flow)
        case "placed":
            placed(flow)
        case "attacks":
            begin_attacks(flow)
        case "attack":
            next_attack(flow)
        case "answer":
            flow.change(stage="answer")
        case "enemy-leave":
            ask_enemy_to_leave(flow)


# --- Beginning ------------------------------------------------------------------------------------


def begin(flow: FightFlow) -> None:
    """Look at the ground, then let the sides set up (9.21)."""
    work = flow.work
    ground = ground_of(flow.handbook.map, work.place)
    if isinstance(ground, UnknownCell):
        flow.change(stage="values", then="begin")
        flow.ask_cell(ground, FELLOWSHIP)
        return
    variants = variants_of(flow.public.switches)
    order: tuple[Seat, ...] = setup_order(
        blocked=work.blocked, reversed_order=variants.reversed_order
    )
    piece = None if work.piece is None else flow.public.standing(work.piece)
    # Without modes the group is on foot, whatever its marker shows (14.1).
    modes = not flow.public.switches.simple_movement
    rides = piece is not None and in_mode(flow.public, piece).face == _HORSE_FACE
    battle = Battle(ground=ground, variants=variants, horse_mode=modes and rides)
    bearer = flow.public.ring_public.bearer if flow.public.ring != "nobody" else ""
    bearer = {"gollum": GOLLUM, "balrog": BALROG}.get(flow.public.ring, bearer)
    usual: FightStage = "ambusher" if work.force.ambush else "setup"
    if is_gollums_ambush(work):
        # Nothing is to be picked: he strikes the Ringbearer (6.415).
        usual, order = "setup", (FELLOWSHIP,)
    flow.change(
        stage="lend" if work.lent and not work.force.ambush else usual,
        order=order,
        battle=battle,
        companies=companies_of(work),
        bearer=bearer,
    )


_HORSE_FACE: Final = 4


def placed(flow: FightFlow) -> None:
    """Both sides have set up: the first round begins."""
    if flow.work.force.ambush:
        flow.change(stage="gollum" if is_gollums_ambush(flow.work) else "victim")
        return
    begin_round(flow)


def begin_round(flow: FightFlow) -> None:
    """The side that attacks first in this round begins (9.2, 15.42)."""
    battle = flow.battle
    first = first_attacker(
        blocked=flow.work.blocked,
        reversed_order=battle.variants.reversed_order,
        round_number=battle.round,
    )
    rested = tuple(_replace(one, round_boxes=0, fresh=False) for one in battle.fighters)
    begin_segment(flow, _replace(battle, fighters=rested, segment=first, worn=""))


def begin_segment(flow: FightFlow, battle: Battle) -> None:
    """A side may reorganize, then it attacks (9.221)."""
    flow.change(
        battle=battle,
        used=(),
        struck=(),
        normal_begun=False,
        ridden=(),
        assigned=(),
        aim=None,
    )
    reorganize(flow)


def reorganize(flow: FightFlow) -> None:
    """What is asked before the attacks: the Ringbearer, empty lines, then moving cards."""
    work, battle = flow.work, flow.battle
    if must_show_bearer(flow.public.ring, work):
        flow.change(stage="bearer")
        return
    if holder_chooses(flow.public.ring, work):
        flow.change(stage="enemy-wear")
        return
    if is_to_say_if_worn(flow.public.ring, work):
        flow.change(stage="own-wear")
        return
    empty = empty_side(battle)
    if empty is not None:
        flow.change(stage="forced", forced=empty)
        return
    if battle.variants.simple:
        flow.change(stage="assign")
    elif (
        can_change(battle, battle.segment)
        or may_wear(flow.public.ring, work)
        or help_choices(flow.public, flow.handbook, work)
    ):
        flow.change(stage="reorganize")
    else:
        need_numbers(flow, "attacks")


# --- Attacks --------------------------------------------------------------------------------------


def begin_attacks(flow: FightFlow) -> None:
    """Riders say how they fight, then the attacks come one by one (9.11, 9.222)."""
    battle = flow.battle
    side = battle.segment
    if must_choose(battle, side) and side not in flow.work.ridden:
        flow.change(stage="riding")
    else:
        next_attack(flow)


def next_attack(flow: FightFlow) -> None:
    """The next attack of the segment, or its end."""
    if attack_options(flow.cards, flow.work):
        flow.change(stage="attack", aim=None, rolled=None)
    else:
        end_attacks(flow)


def end_attacks(flow: FightFlow) -> None:
    """Who has taken too much falls now; a generic one may be turned first (9.1, 9.12)."""
    if fainting(flow.cards, flow.battle):
        flow.change(stage="faint", aim=None, rolled=None)
    else:
        fall(flow)


def fainting(cards: Cards, battle: Battle) -> tuple[Fighter, ...]:
    """Generic characters who are over the number of their race and could be turned."""
    return tuple(one for one in battle.of(FELLOWSHIP) if one.generic and _falls(cards, one))


def _falls(cards: Cards, fighter: Fighter) -> bool:
    return not fighter.down and is_over_endurance(cards, fighter)


def fall(flow: FightFlow) -> None:
    """What the boxes of this segment mean counts from now on (9.1)."""
    battle = flow.battle
    down = [
        _replace(one, down=True, mounted=False)
        for one in battle.fighters
        if one.is_here and _falls(flow.cards, one)
    ]
    names = ", ".join(f"{one.card} {one.id}" for one in down)
    text = f"Unconscious: {names}." if down else ""
    flow.change(text, "9.1", battle=battle.with_fighters(down), aim=None, rolled=None)
    if battle.variants.simple:
        end_segment(flow)
    else:
        begin_pins(flow)


def begin_pins(flow: FightFlow) -> None:
    """Attacked cards choose whom they face, where there is a choice (9.223)."""
    battle, work = flow.battle, flow.work
    attackers = {attacker for attacker, _ in work.struck}
    struck = {target for _, target in work.struck}
    pins = tuple(
        one.id
        for one in battle.front(foe(battle.segment))
        if one.id in struck and _may_pick(battle, one, attackers)
    )
    flow.change(pins=pins)
    next_pin(flow)


def _may_pick(battle: Battle, target: Fighter, attackers: set[str]) -> bool:
    """Whether a card could face another attacker than the one that it faces anyway."""
    front = battle.opposite(target)
    options = pin_choices(battle, target, attackers)
    return any(front is None or number != front.id for number in options)


def next_pin(flow: FightFlow) -> None:
    """The next card that chooses, or merging the lines."""
    if flow.work.pins:
        flow.change(stage="pin")
    else:
        next_merge(flow)


def next_merge(flow: FightFlow) -> None:
    """The next second-line card that joins the front line, or the end of the segment."""
    if flow.battle.second(flow.battle.segment):
        flow.change(stage="combine")
    else:
        end_segment(flow)


def end_segment(flow: FightFlow) -> None:
    """The other side attacks, or the round ends with disengagement (9.2)."""
    battle, work = flow.battle, flow.work
    if is_settled(work):
        finish(flow)
        return
    first = first_attacker(
        blocked=work.blocked,
        reversed_order=battle.variants.reversed_order,
        round_number=battle.round,
    )
    if battle.segment == first and battle.awake(foe(first)):
        begin_segment(flow, _replace(battle, segment=foe(first)))
    else:
        begin_leaving(flow)


def begin_leaving(flow: FightFlow) -> None:
    """The end of a round: a third holder of the Ring tries to get away, then the sides (9.24)."""
    holder = leaving_holder(flow.work)
    if holder is not None and not ring_gets_away(flow.work, holder.side):
        flow.change(stage="holder-leave", aim=None, rolled=None, group=(holder.id,))
        return
    if holder is not None:
        holder_away(flow, holder, "leaves by the power of the Ring", "9.244")
    after_holder(flow)


def after_holder(flow: FightFlow) -> None:
    """The Fellowship's side may break off, then the Enemy's (9.24)."""
    if is_settled(flow.work):
        finish(flow)
    else:
        flow.change(stage="leave", aim=None, rolled=None, group=())


def after_leaving(flow: FightFlow) -> None:
    """The Fellowship has tried what it wanted."""
    work = flow.work
    if is_settled(work):
        finish(flow)
    elif not work.battle.awake(ENEMY) or holder_keeps(work):
        next_round(flow)
    elif work.cast.enemy == "bearer":
        flow.change(stage="bearer-leave")
    else:
        ask_enemy_to_leave(flow)


def ask_enemy_to_leave(flow: FightFlow) -> None:
    """The Enemy stays or breaks off; where Mordor lies is asked only if it decides (9.244)."""
    if flow.work.wounded:
        near = near_mordor(flow.handbook.map, flow.work.place)
        if isinstance(near, UnknownCell):
            flow.change(stage="values", then="enemy-leave")
            flow.ask_cell(near, FELLOWSHIP)
            return
        ground = _replace(flow.battle.ground, near_mordor=near)
        flow.change(battle=_replace(flow.battle, ground=ground))
    flow.change(stage="enemy-leave")


def next_round(flow: FightFlow) -> None:
    """Another round (9.0)."""
    battle = _replace(flow.battle, round=flow.battle.round + 1)
    flow.change(
        f"Round {battle.round} begins.",
        "9.2",
        battle=battle,
        holding=(),
        tried=(),
        ambush_round=False,
        wounded=False,
    )
    begin_round(flow)
