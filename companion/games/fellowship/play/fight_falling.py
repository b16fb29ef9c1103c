"""Who falls after the attacks, and an ambusher that leaves or stays (9.12, 9.14)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.cards import (
    endurance_number,
)
from companion.games.fellowship.events.combat import (
    FightWork,
)
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    shown_name,
)
from companion.games.fellowship.play.fight_course import (
    begin_segment,
    end_attacks,
    end_segment,
    fainting,
    fall,
)
from companion.games.fellowship.play.fight_strikes import after_ambush, fall_to_ambush
from companion.games.fellowship.play.fight_turning import turn_choices, turned
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace


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
        is_ambush = flow.work.ambushing
        if answer.action == "fall":
            (fall_to_ambush if is_ambush else fall)(flow)
            return None
        turned(flow, answer.action.partition(":")[2])
        after_turning(flow)
        return None


def after_turning(flow: FightFlow) -> None:
    """Ask for a number that a turned card lacks, or look again who falls."""
    if endurance_number_of_all(flow) is None:
        (after_ambush if flow.work.ambushing else end_attacks)(flow)


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
