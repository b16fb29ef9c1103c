"""Breaking off at the end of a round (9.24)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import Cards, ratings_of
from companion.games.fellowship.combat.disengage import (
    can_be_carried,
    enemy_may_leave,
    enemy_must_leave,
)
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Mode, Seat
from companion.games.fellowship.flow.choosing import mode_of_piece
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_away import (
    ask_away,
    enemy_goes_away,
    go_away,
    leavers_of,
    ring_gets_away,
    rolled_away,
)
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    hand_of,
    shown_name,
    wrong,
)
from companion.games.fellowship.play.fight_course import after_leaving, next_round
from companion.games.fellowship.play.fight_duel import begin_duel, duel_choices
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.play.fight_reserve import reserve_card, show_from_reserve
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.rules.ring_place import in_mode
from companion.games.fellowship.state import PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal, Roll
from companion.table.views import Card, Choice, Field, Option

_replace = msgspec.structs.replace


class Leave(SeatStage):
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
        if ring_gets_away(work, FELLOWSHIP):
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
                go_away(flow, (flow.battle.worn,), "leaves by the power of the Ring", "6.42")
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
    label = "Show it, so that it may leave"
    return tuple(
        reserve_card(name, (Choice(action=f"show:{name}", label=label),)) for name in hand.reserve
    )


def _show(flow: FightFlow, card: str) -> Refusal | None:
    if show_from_reserve(flow, card, "9.24") is None:
        return wrong("That card is not in the reserve any more.", "9.24")
    return None


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
    """How the group travels, for what it can carry; without modes it walks (14.1)."""
    if public.switches.simple_movement:
        return Mode.FOOT
    piece = None if work.piece is None else public.standing(work.piece)
    return (None if piece is None else mode_of_piece(in_mode(public, piece))) or Mode.FOOT


class LeaveRoll(SeatStage):
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
        return ask_away(scene, work, FELLOWSHIP)

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """Away, or not in this round."""
        group = flow.work.group
        gone = rolled_away(flow, FELLOWSHIP, roll)
        flow.change(stage="leave", group=(), tried=(*flow.work.tried, *group))
        if gone:
            go_away(flow, group, "get away", "9.242")
        _on_if_empty(flow)


def _on_if_empty(flow: FightFlow) -> None:
    """With nobody left who could try, the round ends."""
    if not flow.battle.awake(FELLOWSHIP):
        after_leaving(flow)


class EnemyLeave(SeatStage):
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
        enemy_goes_away(flow, "The Enemy breaks off.", "9.24")
        finish(flow)
        return None
