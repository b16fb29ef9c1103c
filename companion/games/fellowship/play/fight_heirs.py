"""Who has the Ring after a fight that the Fellowship's side has won (6.411, 6.412)."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.events.ring import BearerHidden, BearerNoted
from companion.games.fellowship.facts.names import FELLOWSHIP, Seat
from companion.games.fellowship.flow.choosing import select
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_common import FightFlow, SeatStage, asking, wrong
from companion.games.fellowship.play.fight_end import conclude
from companion.games.fellowship.play.fight_ring_end import is_killed, taken_in
from companion.games.fellowship.play.ring_after import bearer_field, given_to
from companion.games.fellowship.rules.ring import successors
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice, Form


class NextBearer(SeatStage):
    """The Fellowship says who of its side has the Ring now."""

    section = "6.411, 6.412"

    def asked(self, work: FightWork) -> Seat:
        """The Fellowship."""
        return FELLOWSHIP

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"The Fellowship says who has the Ring after the fight at {work.place}."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Any character: which of them are there, its notes know."""
        field = bearer_field()
        if work.heirs:
            field = select("bearer", "Takes it", [(name, name) for name in work.heirs])
        choices = (Choice(action="takes", label="This one has it", weight="primary"),)
        ask = asking(
            work,
            f"Your side has won the Ring at {work.place}: say who has it now.",
            self.section,
            choices,
            "" if work.heirs else "A Hobbit of the group where there is one.",
        )
        return msgspec.structs.replace(ask, form=Form(fields=(field,), choices=choices))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """A new bearer after a death is told; to whom it is given else, is not (6.411, 6.412)."""
        work, name = flow.work, answer.text("bearer")
        if not name:
            return wrong("Expected who has the Ring now. Choose somebody.", "6.411")
        if work.heirs:
            flow.add(taken_in(work, name))
            conclude(flow)
            return None
        allowed = _heirs(flow)
        if allowed and name not in allowed:
            text = "By your notes another has to take it: a Hobbit of the group where there is one."
            return wrong(text, "6.411", private=True)
        fallen = work.battle.find(work.battle.bearer)
        if work.cast.enemy == "bearer" and fallen is not None and not is_killed(flow, fallen):
            flow.tell(BearerNoted(seat=FELLOWSHIP_SEAT, card=name))
            text = "The Ringbearer is struck down; another of the group has the Ring."
            flow.add(BearerHidden(), Noted(text=text, section="6.412"))
        else:
            for event in given_to(name):
                flow.give(event)
        conclude(flow)
        return None


def _heirs(flow: FightFlow) -> tuple[str, ...]:
    """Who of the Fellowship's cards in this fight may have the Ring, by its own notes."""
    hand, battle = flow.hand, flow.battle
    open_ones = [
        name
        for number, name in hand.tokens.items()
        if (one := battle.find(number)) is not None and one.line != "dead"
    ]
    return successors([*open_ones, *hand.reserve])
