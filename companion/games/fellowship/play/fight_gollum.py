"""Gollum ambushes the Ringbearer by an event card, and may get away with the Ring (6.415)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.events.combat import FighterShown, FightWork
from companion.games.fellowship.events.ring import RingNoted, ring_work
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.facts.roster import GOLLUM
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_ambush import ambush
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    wrong,
)
from companion.games.fellowship.play.fight_end import conclude
from companion.games.fellowship.play.ring_word import claimed, needs_word
from companion.games.fellowship.rules.health import UNHURT
from companion.games.fellowship.seats import ENEMY_SEAT
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace


class GollumStrikes(SeatStage):
    """The Fellowship, which knows who it is, lays Gollum opposite the Ringbearer (6.415)."""

    section = "6.415"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For Gollum."""
        return "The Fellowship lays Gollum opposite the Ringbearer."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Which card it is stands in its own notes."""
        choice = Choice(
            action="strikes",
            label="Gollum strikes the Ringbearer",
            detail="The card that he strikes is seen, its hidden side is not.",
            weight="grave",
        )
        return asking(work, "Lay Gollum opposite the Ringbearer.", self.section, (choice,))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """The Enemy rolls for him."""
        hidden, battle = flow.hidden, flow.battle
        card = "" if hidden is None else hidden.ringbearer
        number = next((n for n, name in flow.hand.tokens.items() if card and name == card), "")
        victim = battle.find(number)
        if hidden is None or victim is None:
            return wrong(
                "By your notes the Ringbearer is not in this group.", self.section, private=True
            )
        gollum = Fighter(
            id=battle.next_id(ENEMY),
            side=ENEMY,
            card=GOLLUM,
            damage=hidden.damage.get(GOLLUM, UNHURT),
        )
        ambush(flow, gollum, victim, self.section)
        flow.tell(FighterShown(seat=ENEMY_SEAT, number=gollum.id, card=GOLLUM))
        return None


def gollum_is_away(flow: FightFlow) -> None:
    """The ambush is all: who is struck down loses the Ring if he gets away with it (6.415)."""
    work = flow.work
    struck = {target for _, target in work.struck}
    fallen = [one for one in work.battle.fighters if one.id in struck]
    gone = [_replace(one, line="gone") for one in work.battle.of(ENEMY)]
    flow.change(battle=work.battle.with_fighters(gone), enemy_left=True)
    if any(one.down or one.line == "dead" for one in fallen):
        tries = _replace(ring_work(flow.public), stage="gollum-roll", lost_at=work.place)
        # The Fellowship alone can have begun this ambush and fought it out.
        if needs_word(flow.public):
            flow.add(*claimed(tries, "gollum"))
        else:
            flow.add(RingNoted(work=tries))
    conclude(flow)
