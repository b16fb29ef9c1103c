"""A fight that is due: on the screens, or with cards on the table (9.0)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.combat import (
    FightWork,
)
from companion.games.fellowship.events.play import FightSaidOver
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    FightStage,
    key_of,
)
from companion.games.fellowship.play.fight_course import (
    begin,
)
from companion.games.fellowship.state import Scene
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_BY_HAND: Final = Choice(
    action="over", label="It is over", detail="You played it with cards on the table."
)


class Open(FightStage):
    """Both are asked whether they fight it out here or with cards on the table."""

    def waits(self, work: FightWork) -> str:
        """That a fight is due."""
        return f"A fight at {work.place} is due."

    def ask(self, scene: Scene, work: FightWork) -> Ask:
        """Begin, or say that it is over."""
        fight = scene.public.fights[0]
        more = len(scene.public.fights) - 1
        detail = (f"{more} more after this one.",) if more else ()
        where = f"the fight at {fight.place} ({fight.cause})"
        lit = () if work.piece is None else (work.piece,)
        if scene.seat == PUBLIC:
            sentence = f"Both begin {where}."
            return Ask(key=key_of(work), sentence=sentence, section="9.0", lit=lit)
        begin_here = Choice(
            action="begin", label="Fight it on the screens", weight="primary", section="9.2"
        )
        return Ask(
            key=key_of(work),
            sentence=f"Begin {where}, or play it with cards and say that it is over.",
            section="9.0",
            detail=detail,
            form=Form(choices=(begin_here, _BY_HAND)),
            asked=True,
            lit=lit,
        )

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """One press begins it; being over wants both."""
        if answer.action == "begin":
            begin(flow)
            return None
        flow.change(stage="hand")
        flow.add(FightSaidOver(number=flow.work.number, seat=flow.seat))
        return None
