"""The Ring in a fight: who puts it on, and a Nazgul that is shown against it (6.4, 6.42)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.ring_worn import nazgul_among
from companion.games.fellowship.events.combat import (
    FighterTurned,
    FightWork,
)
from companion.games.fellowship.events.ring import RingSensed, RingWorn, worn
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_cards import (
    open_fighter,
)
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    hand_of,
    with_bearer,
    wrong,
)
from companion.games.fellowship.play.fight_course import (
    reorganize,
)
from companion.games.fellowship.play.fight_reserve import reserve_card, show_from_reserve
from companion.games.fellowship.play.fight_turning import turned
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace


def wear(flow: FightFlow) -> Refusal | None:
    """The Ringbearer puts the Ring on for this round, and is known by it (6.42)."""
    card = "" if flow.hidden is None else flow.hidden.ringbearer
    number = next((n for n, name in flow.hand.tokens.items() if name == card), "")
    one = flow.battle.find(number)
    if not card or one is None or not one.is_here or one.down:
        return wrong("The Ringbearer is not in the line and awake.", "6.42", private=True)
    if one.generic:
        turned(flow, number)
    one = flow.battle.find(number) or one
    battle = _replace(flow.battle, worn=number)
    flow.change(
        battle=with_bearer(battle, one.card),
        bearer=one.card,
        rounds_worn=flow.work.rounds_worn + 1,
    )
    for event in worn(flow.work.place, card):
        flow.give(event)
    if battle.reserve.get(ENEMY, 0):
        flow.change(stage="deny-ring")
    return None


def is_nazgul_card(card: str) -> bool:
    """Whether a card is one of the nine."""
    force = find_force(card)
    return force is not None and force.kind == "nazgul"


def showing(card: str) -> Choice:
    """Showing a Nazgul that lies in the reserve."""
    return Choice(action=f"show:{card}", label="Show it: a Nazgul is here", section="6.4")


def show_nazgul(flow: FightFlow, card: str) -> None:
    """It lies open in the reserve from now on, and the Ring does not work before it (6.42)."""
    if is_nazgul_card(card):
        show_from_reserve(flow, card, "6.4")


class DenyRing(SeatStage):
    """Where the Ring is put on, the Enemy may show a Nazgul of its reserve against it (6.42)."""

    section = "6.42"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy, which has cards in its reserve."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """The same whatever lies there."""
        return "The Ring is worn: the Enemy may show a Nazgul of its reserve."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Show one under the cover, or let it be."""
        let = Choice(action="let", label="Show nobody", weight="primary")
        ask = asking(
            work,
            "The Ring is worn. Show a Nazgul of your reserve (tab Reserve), or nobody.",
            self.section,
            (let,),
        )
        hand = hand_of(scene.hidden, work.number)
        cards = tuple(
            reserve_card(name, (showing(name),)) for name in hand.reserve if is_nazgul_card(name)
        )
        return _replace(ask, covered=cards)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Before a Nazgul the Ring gives nothing."""
        verb, _, card = answer.action.partition(":")
        if verb == "show":
            show_nazgul(flow, card)
        if nazgul_among(flow.battle):
            flow.change(battle=_replace(flow.battle, worn=""), bearer_asked=True)
        reorganize(flow)
        return None


class OwnWear(SeatStage):
    """Where the Enemy attacks first, the own bearer wears the Ring before it or not (15.42)."""

    section = "6.42, 15.42"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship, wherever the Ringbearer is."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"Round {work.battle.round}: the Fellowship says whether the Ring is worn."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """For this round."""
        choices = (
            Choice(action="wear", label="The Ringbearer wears the Ring"),
            Choice(action="bare", label="The Ring is not worn", weight="primary"),
        )
        sentence = "The Enemy attacks first: say whether the Ring is worn in this round."
        return asking(work, sentence, self.section, choices)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Then the Enemy reorganizes."""
        if answer.action == "wear":
            refusal = wear(flow)
            if refusal is not None:
                return refusal
        flow.change(wear_asked=flow.battle.round)
        if flow.work.stage != "deny-ring":
            reorganize(flow)
        return None


class HolderWear(SeatStage):
    """A holder of the Ring who is not the Fellowship's wears it in this round, or not (6.42)."""

    section = "6.42"

    def asked(self, work: FightWork) -> Seat:
        """Who leads the holder."""
        holder = work.battle.find(work.battle.bearer)
        return ENEMY if holder is None else holder.side

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"Round {work.battle.round}: {work.bearer} wears the Ring or not."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """For this round."""
        choices = (
            Choice(action="wears", label="It wears the Ring"),
            Choice(action="bare", label="It does not", weight="primary"),
        )
        return asking(work, f"Say whether {work.bearer} wears the Ring.", self.section, choices)

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Then the round begins; where the Enemy has a hidden reserve it may answer."""
        battle, work = flow.battle, flow.work
        flow.change(wear_asked=battle.round)
        if answer.action != "wears":
            reorganize(flow)
            return None
        flow.change(battle=_replace(battle, worn=battle.bearer))
        if work.cast.enemy == "bearer":
            # It is the Fellowship's bearer still: each use costs a mark (6.412).
            for event in worn(work.place, work.bearer):
                flow.give(event)
        else:
            flow.add(RingWorn(place=work.place, bearer=work.bearer))
        if self.asked(work) == FELLOWSHIP and battle.reserve.get(ENEMY, 0):
            flow.change(stage="deny-ring")
        else:
            reorganize(flow)
        return None


class ShowBearer(SeatStage):
    """With a Nazgul shown the Fellowship says whether the Ringbearer is here (9.12)."""

    section = "9.12, 6.4"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the answer."""
        return f"A Nazgul is at {work.place}: the Fellowship says whether the Ring is there."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Yes or no; who it is turns over."""
        choices = (
            Choice(action="here", label="The Ringbearer is here", detail="The card is turned."),
            Choice(action="not-here", label="The Ringbearer is not here"),
        )
        return asking(
            work,
            "A Nazgul is in this fight: say whether the Ringbearer is in it too.",
            "9.12, 6.4",
            choices,
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Everybody hears it."""
        there = answer.action == "here"
        flow.change(bearer_asked=True)
        flow.add(RingSensed(place=flow.work.place, there=there))
        if there:
            _turn_bearer(flow)
        if flow.work.ambushing:
            flow.change(stage="roll")
        else:
            reorganize(flow)
        return None


def _turn_bearer(flow: FightFlow) -> None:
    """The bearer's hidden side is up for the rest of the fight, in the reserve as well."""
    card = "" if flow.hidden is None else flow.hidden.ringbearer
    if not card:
        return
    number = next((n for n, name in flow.hand.tokens.items() if name == card), "")
    flow.tell(FighterTurned(seat=FELLOWSHIP_SEAT, card=card))
    fighter = flow.battle.find(number)
    battle = flow.battle
    if fighter is not None:
        shown = open_fighter(flow.own_scene, flow.work, card, battle)
        known = _replace(fighter, card=shown.card, generic=False, level=shown.level)
        if fighter.generic:
            # One that lay open already may have lost its horse in this fight (9.11).
            known = _replace(known, mount=shown.mount, mount_card=shown.mount_card)
        battle = battle.with_fighters([known])
    flow.change(f"{card} bears the Ring.", "9.12", bearer=card, battle=with_bearer(battle, card))
