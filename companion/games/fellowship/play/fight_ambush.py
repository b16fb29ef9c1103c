"""Ambushes: who strikes, whom, and what the Enemy is shown before (9.14)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.ambush import composition, may_ambush
from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.cards import AreaAttack, area_of, is_over_endurance
from companion.games.fellowship.events.combat import (
    Aim,
    FighterShown,
    FightWork,
)
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Race, Seat
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_cards import (
    creature_kinds,
    open_fighter,
    own_cards,
)
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    shown_name,
    wrong,
)
from companion.games.fellowship.play.fight_conditions import must_show_bearer
from companion.games.fellowship.play.fight_end import not_fought
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Card, Choice, Form

_replace = msgspec.structs.replace


class PickAmbusher(SeatStage):
    """The Enemy picks, unseen, the minion or assassin that ambushes (9.14)."""

    section = "9.14"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"The Enemy picks who ambushes at {work.place}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Under the cover."""
        nobody = Choice(action="nobody", label="Nobody of mine can", weight="grave")
        ask = asking(work, "Pick who ambushes in the tab Reserve.", "9.14", (nobody,))
        cards = [
            Card(
                id=one.name,
                title=one.name,
                states=(one.words,) if one.words else (),
                form=Form(choices=(Choice(action=f"ambusher:{one.name}", label="It ambushes"),)),
            )
            for one in own_cards(scene, work)
            if may_ambush(
                guardian=one.guardian, dormant=one.dormant, encounter=work.force.encounter
            )
            and not _cannot_strike(scene, work, one.name)
        ]
        if work.force.ambush == "assassin":
            cards = [
                Card(
                    id=kind,
                    title=kind,
                    form=Form(choices=(Choice(action=f"ambusher:{kind}", label="It ambushes"),)),
                )
                for company in work.companies
                for kind in creature_kinds(scene.handbook.box.cards, company, work.place)
            ]
        return _replace(ask, covered=tuple(cards))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """The Fellowship then shows its races."""
        verb, _, card = answer.action.partition(":")
        if verb == "nobody":
            not_fought(flow)
            return None
        hand = flow.hand
        if flow.work.force.ambush == "assassin":
            card = f"{card} #1"
            hand = _replace(hand, creatures=(card,))
        flow.arrange(_replace(hand, ambusher=card))
        text = "An ambusher is picked; the Fellowship shows how many of each race it has."
        flow.change(text, "9.14", stage="setup", order=(FELLOWSHIP,), companies=())
        return None


class PickVictim(SeatStage):
    """The Enemy picks one character card to ambush (9.14)."""

    section = "9.14"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """What it was shown."""
        return f"The Enemy, shown {_races(work.battle)}, picks whom to ambush."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """One of the cards that lie there."""
        choices = tuple(
            Choice(action=f"victim:{one.id}", label=shown_name(one))
            for one in work.battle.front(FELLOWSHIP)
        )
        return asking(
            work,
            f"The group is {_races(work.battle)}: pick whom to ambush.",
            "9.14",
            choices,
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """The ambusher lies open opposite its victim and attacks."""
        victim = flow.battle.find(answer.action.partition(":")[2])
        card = flow.hand.ambusher
        if victim is None or not card:
            return wrong("Pick one of the cards.", "9.14")
        fighter = open_fighter(flow.own_scene, flow.work, card, flow.battle)
        ambush(flow, fighter, victim, "9.14")
        flow.tell(FighterShown(seat=flow.seat, number=fighter.id, card=card))
        if must_show_bearer(flow.public.ring, flow.work):
            # Before a Nazgul the Ringbearer is known, in an ambush as well (9.12).
            flow.change(stage="bearer")
        return None


def _cannot_strike(scene: Scene, work: FightWork, card: str) -> bool:
    """Whether it is unconscious (9.1), or a Kraken whose arms are all cut off (12.2)."""
    cards = scene.handbook.box.cards
    fighter = open_fighter(scene, work, card, work.battle)
    arms = area_of(cards, fighter) if card.startswith("Kraken") else None
    return is_over_endurance(cards, fighter) or (isinstance(arms, AreaAttack) and arms.targets == 0)


def ambush(flow: FightFlow, ambusher: Fighter, victim: Fighter, section: str) -> None:
    """An ambusher lies open opposite its victim, and the Enemy rolls for its attack (9.14)."""
    fighter = _replace(ambusher, column=victim.column)
    flow.change(
        f"{shown_name(fighter)} ambushes {shown_name(victim)}.",
        section,
        battle=_replace(flow.battle.with_fighters([fighter]), segment=ENEMY),
        aim=Aim(attacker=fighter.id, targets=(victim.id,), kind="ambush"),
        stage="roll",
        ambush_round=True,
        ambushing=True,
        normal_begun=True,
    )


def _races(battle: Battle) -> str:
    shown = []
    for one in battle.front(FELLOWSHIP):
        force = find_force(one.card)
        shown.append(force.race if force is not None else _race_of(one.card))
    counts = composition(shown)
    return ", ".join(f"{count} {race.value.title()}" for race, count in counts)


def _race_of(card: str) -> Race | None:
    return next((race for race in Race if race.value == card.lower()), None)
