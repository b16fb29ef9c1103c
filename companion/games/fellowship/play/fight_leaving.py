"""Breaking off at the end of a round (9.24)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Creature, Fighter
from companion.games.fellowship.combat.cards import Cards, ratings_of
from companion.games.fellowship.combat.creatures import is_mounted_or_flies
from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    can_be_carried,
    enemy_may_leave,
    enemy_must_leave,
    gets_away,
    highest_roll,
    modifiers,
    target_number,
)
from companion.games.fellowship.combat.ring_worn import powers_of
from companion.games.fellowship.events.combat import FighterShown, FightWork
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Mode, Race, Seat
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, d10
from companion.games.fellowship.play.fight_cards import open_fighter
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    FightStage,
    asking,
    hand_of,
    shown_name,
    with_bearer,
    wrong,
)
from companion.games.fellowship.play.fight_course import after_leaving, next_round
from companion.games.fellowship.play.fight_duel import begin_duel, duel_choices
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal, Roll
from companion.table.views import Card, Choice, Explained, Field, Form, Option, Part

_replace = msgspec.structs.replace


class Leave(FightStage):
    """The Fellowship tries to get away, singly or in groups, some of it holding the foe (9.24)."""

    section = "9.24"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the attempts."""
        return f"Round {work.battle.round} ends: the Fellowship may break off."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Tick a group, and who holds the foe; try; or go on."""
        battle = work.battle
        here = [one for one in battle.of(FELLOWSHIP) if one.id not in work.tried]
        fresh = [one for one in here if one.id not in work.holding]
        awake = [one for one in fresh if not one.down]
        options = tuple(
            Option(value=one.id, label=_words(scene.handbook.box.cards, battle, one))
            for one in fresh
        )
        holders = tuple(Option(value=one.id, label=shown_name(one)) for one in awake)
        fields = (
            Field(name="group", label="Get away together", kind="ticks", options=options),
            Field(name="hold", label="Hold the foe off for them", kind="ticks", options=holders),
        )
        choices = []
        if awake:
            choices.append(Choice(action="try", label="Try to get away", section="9.242"))
        if _ring_leaves(work):
            label = "The Ringbearer leaves by the Ring"
            choices.append(Choice(action="ring", label=label, section="6.42"))
        choices += duel_choices(work)
        if not battle.awake(ENEMY):
            label = "Leave the fallen lying: the fight is over"
            choices.append(Choice(action="end", label=label))
        choices.append(Choice(action="stay", label="Nobody else", weight="primary"))
        choices += turn_choices(here)
        ask = asking(
            work,
            f"Round {battle.round} ends: say who tries to get away.",
            self.section,
            tuple(choices),
        )
        form = _replace(ask.form, fields=fields if awake else ())
        return _replace(ask, form=form, covered=_hidden_cards(scene, work))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """One group at a time."""
        verb, _, about = answer.action.partition(":")
        match verb:
            case "show":
                return _show(flow, about)
            case "turn":
                turned(flow, about)
            case "ring":
                _away(flow, (flow.battle.worn,), "leaves by the power of the Ring", "6.42")
                _on_if_empty(flow)
            case "end":
                finish(flow)
            case "duel":
                begin_duel(flow, about)
            case "try":
                return _try(flow, answer.texts("group"), answer.texts("hold"))
            case _:
                after_leaving(flow)
        return None


def _words(cards: Cards, battle: Battle, one: Fighter) -> str:
    if one.down:
        return f"{shown_name(one)}, unconscious: 0"
    found = ratings_of(cards, battle, one)
    number = "?" if isinstance(found, UnknownCell) else found.offensive + found.defensive
    return f"{shown_name(one)}: {number}"


def _hidden_cards(scene: Scene, work: FightWork) -> tuple[Card, ...]:
    """Reserve cards that may be shown, so that they can try to get away."""
    hand = hand_of(scene.hidden, work.number)
    return tuple(
        Card(
            id=name,
            title=name,
            subtitle="reserve",
            form=Form(
                choices=(Choice(action=f"show:{name}", label="Show it, so that it may leave"),)
            ),
        )
        for name in hand.reserve
    )


def _show(flow: FightFlow, card: str) -> Refusal | None:
    if card not in flow.hand.reserve:
        return wrong("That card is not in the reserve any more.", "9.24")
    battle = flow.battle
    fighter = _replace(open_fighter(flow.own_scene, flow.work, card, battle), line="shown")
    reserve = {**battle.reserve, FELLOWSHIP: max(0, battle.reserve.get(FELLOWSHIP, 0) - 1)}
    battle = _replace(battle.with_fighters([fighter]), reserve=reserve)
    text = f"{shown_name(fighter)} is shown from the reserve."
    flow.change(text, "9.24", battle=with_bearer(battle, flow.work.bearer))
    flow.tell(FighterShown(seat=flow.seat, number=fighter.id, card=card))
    return None


def _ring_leaves(work: FightWork) -> bool:
    """Whether the Fellowship's bearer, who wears the Ring, leaves without a roll (9.244)."""
    battle = work.battle
    wearer = battle.find(battle.worn) if battle.worn else None
    if wearer is None or not wearer.is_here or wearer.down or wearer.side != FELLOWSHIP:
        return False
    return powers_of(battle, wearer, first_of_ambush=work.ambush_round).disengages


def _try(flow: FightFlow, group: tuple[str, ...], hold: tuple[str, ...]) -> Refusal | None:
    if not group:
        return wrong("Tick who tries to get away.", "9.24")
    if set(group) & set(hold):
        return wrong("Who holds the foe off does not leave in this round.", "9.243")
    leavers = leavers_of(flow.cards, flow.battle, group)
    if isinstance(leavers, UnknownCell):
        flow.ask_cell(leavers, FELLOWSHIP)
        return None
    mode = _mode(flow.public, flow.work)
    if not can_be_carried(leavers, mode):
        return wrong(
            f"In {mode} mode so few cannot carry the unconscious among them.", "6.125, 9.242"
        )
    holding = tuple(dict.fromkeys((*flow.work.holding, *hold)))
    flow.change(stage="leave-roll", group=group, holding=holding)
    return None


def _mode(public: PublicState, work: FightWork) -> Mode:
    piece = None if work.piece is None else public.table.find(work.piece)
    return (None if piece is None else mode_of_piece(piece)) or Mode.FOOT


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


def circumstances_of(work: FightWork) -> Circumstances:
    """Everything open that changes the roll (9.243, T.6)."""
    battle = work.battle
    foes = [one for one in battle.of(ENEMY) if not one.down]
    mixes = {company.mix for company in work.companies if company.side == ENEMY}
    kinds = {one.creature for one in foes}
    return Circumstances(
        holding=bool(work.holding),
        foes_mounted=any(is_mounted_or_flies(one) for one in foes),
        mounted=battle.horse_mode and not battle.ground.mountain,
        rough=battle.ground.mountain or battle.ground.woods,
        bats=Creature.CREBAIN in kinds and "A" not in mixes,
        cavalry="C" in mixes and Creature.MAN in kinds,
        wolves=Creature.WOLF in kinds and "A" not in mixes,
    )


class LeaveRoll(FightStage):
    """The roll of a group that tries to get away (9.241, 9.242)."""

    section = "9.242"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the roll."""
        return "The Fellowship rolls to get away."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """What is needed."""
        leavers = leavers_of(scene.handbook.box.cards, work.battle, work.group)
        around = circumstances_of(work)
        need = 0 if isinstance(leavers, UnknownCell) else highest_roll(leavers, around)
        names = ", ".join(
            shown_name(one) for number in work.group if (one := work.battle.find(number))
        )
        added = [f"{part.label} {part.value:+d}" for part in modifiers(around)]
        ask = asking(
            work,
            f"Roll {need} or less to get away: {names}.",
            self.section,
            (),
            f"Added to the roll: {', '.join(added)}." if added else "",
        )
        return _replace(ask, roll=GAME_ROLL, purpose="getting away")

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """Away, or not in this round."""
        work = flow.work
        leavers = leavers_of(flow.cards, flow.battle, work.group)
        if isinstance(leavers, UnknownCell) or not leavers:
            flow.change(stage="leave", group=())
            return
        around = circumstances_of(work)
        away = gets_away(leavers, around, d10(roll))
        flow.add(ResultShown(result=_explained(leavers, around, roll, away=away)))
        group = work.group
        flow.change(stage="leave", group=(), tried=(*work.tried, *group))
        if away:
            _away(flow, group, "get away", "9.242")
        _on_if_empty(flow)


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


def _away(flow: FightFlow, group: tuple[str, ...], words: str, section: str) -> None:
    gone = [
        _replace(one, line="gone", temporary=0)
        for number in group
        if (one := flow.battle.find(number)) is not None
    ]
    names = ", ".join(shown_name(one) for one in gone)
    left = (*flow.work.left, *(one.id for one in gone))
    battle = flow.battle.with_fighters(gone)
    flow.change(f"{names}: {words}.", section, battle=battle, left=left)


def _on_if_empty(flow: FightFlow) -> None:
    """With nobody left who could try, the round ends."""
    if not flow.battle.awake(FELLOWSHIP):
        after_leaving(flow)


class EnemyLeave(FightStage):
    """The Enemy stays or breaks off, all together (9.24, 9.244)."""

    section = "9.24"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"Round {work.battle.round} ends: the Enemy stays or breaks off."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Stay or leave; a first wound of the Ringbearer by a Nazgul leaves no choice."""
        battle = work.battle
        must = enemy_must_leave(
            first_wound_by_nazgul=work.wounded, near_mordor=battle.ground.near_mordor
        )
        choices = [] if must else [Choice(action="stay", label="Stay", weight="primary")]
        if enemy_may_leave(awake_foes=battle.awake(FELLOWSHIP)):
            choices.append(Choice(action="off", label="Break off with everybody"))
        return asking(
            work,
            f"Round {battle.round} ends: stay or break off.",
            "9.244" if must else self.section,
            tuple(choices),
            "A Nazgul has wounded the Ringbearer for the first time: you have to." if must else "",
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Another round, or the end."""
        if answer.action == "stay":
            next_round(flow)
            return None
        battle = flow.battle
        gone = [_replace(one, line="gone") for one in battle.of(ENEMY)]
        reserve = {**battle.reserve, ENEMY: 0}
        battle = _replace(battle.with_fighters(gone), reserve=reserve)
        flow.change("The Enemy breaks off.", "9.24", battle=battle, enemy_left=True)
        finish(flow)
        return None
