"""Holders of the Ring who are no minions getting away from a fight (6.412, 6.414, 6.415)."""

from __future__ import annotations

from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_away import (
    ask_away,
    enemy_goes_away,
    holder_away,
    ring_gets_away,
    rolled_away,
)
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    shown_name,
)
from companion.games.fellowship.play.fight_course import after_holder, next_round
from companion.games.fellowship.play.fight_end import finish
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal, Roll
from companion.table.views import Choice


class HolderLeave(SeatStage):
    """Saruman's forces or Gollum with the Ring try to get away after each round (6.414, 6.415).

    An attacked Ringbearer whom the Enemy has try comes here as well (6.412).
    """

    section = "6.414, 6.415"

    def asked(self, work: FightWork) -> Seat:
        """Who leads the holder."""
        holder = work.battle.find(work.battle.bearer)
        return FELLOWSHIP if holder is None else holder.side

    def waits(self, work: FightWork) -> str:
        """For the roll."""
        return f"The {self.asked(work).title()} rolls whether {work.bearer} gets away."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """The roll and what it needs."""
        return ask_away(scene, work, self.asked(work))

    def roll(self, flow: FightFlow, roll: Roll) -> None:
        """Away, or held for this round."""
        work = flow.work
        holder = work.battle.find(work.battle.bearer)
        away = rolled_away(flow, self.asked(work), roll)
        flow.change(group=(), tried=(*work.tried, *work.group))
        if away and holder is not None:
            holder_away(flow, holder, "gets away", "9.241")
        if work.cast.enemy == "bearer" and not away:
            next_round(flow)
        else:
            after_holder(flow)


class BearerLeave(SeatStage):
    """The Enemy has an attacked Ringbearer stay or try to get away (6.412).

    It is no minion yet: it leaves by a roll as a character does, or by the Ring.
    """

    section = "6.412"

    def asked(self, work: FightWork) -> Seat:
        """The Enemy."""
        return ENEMY

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"Round {work.battle.round} ends: the Enemy has {work.bearer} stay or leave."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Stay, try, or leave by the Ring."""
        choices = [Choice(action="stay", label="Stay"), Choice(action="try", label="Try to leave")]
        if ring_gets_away(work, ENEMY):
            label = f"{work.bearer} leaves by the Ring"
            choices[1:] = [Choice(action="ring", label=label, section="9.244", weight="primary")]
        return asking(
            work,
            f"Round {work.battle.round} ends: say whether {work.bearer} tries to get away.",
            self.section,
            tuple(choices),
            "Who gets away serves you with the Ring from then on.",
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """Another round, a roll, or away."""
        bearer = flow.battle.find(flow.battle.bearer)
        if answer.action == "stay" or bearer is None:
            next_round(flow)
        elif answer.action == "ring":
            text = f"{shown_name(bearer)} leaves by the power of the Ring."
            enemy_goes_away(flow, text, "9.244")
            finish(flow)
        else:
            flow.change(stage="holder-leave", group=(bearer.id,), rolled=None)
        return None
