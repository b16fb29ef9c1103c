"""Tom Bombadil comes into a fight near the Old Forest or the Barrow Downs (7.9, 12.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.board.places import hexes_of, parse_place
from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.events.combat import FighterShown, FightWork
from companion.games.fellowship.events.play import Noted, PublicEvent
from companion.games.fellowship.facts.names import FELLOWSHIP
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.fight_common import FightFlow
from companion.games.fellowship.rules.health import UNHURT
from companion.games.fellowship.rules.movement_limits import OLD_FOREST, tom_may_come
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Line, PublicState, Work
from companion.table.events import Event
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace
_KEY: Final = "tom"
TOM: Final = "Tom Bombadil"
COME: Final = "tom"
"""Choice by which the Fellowship has him come."""


class TomWork(Work, frozen=True):
    """He has helped in this player-turn."""


class TomCame(PublicEvent, frozen=True, kw_only=True, tag="fellowship-tom-came"):
    """Tom Bombadil joins a fight; once a player-turn is the most (7.9)."""

    place: str

    def apply(self, public: PublicState) -> PublicState:
        """Not again in this player-turn."""
        return _replace(public, work={**public.work, _KEY: TomWork()})

    def line(self, before: PublicState) -> Line | None:
        """Where."""
        return Line(f"Tom Bombadil joins the fight at {self.place}.", "7.9")


EVENTS: Final[tuple[type[Event], ...]] = (TomCame,)


def help_choices(public: PublicState, handbook: Handbook, work: FightWork) -> tuple[Choice, ...]:
    """Having him come, where everybody sees that he may; whether he is mobilized is not said."""
    has_come = _KEY in public.work
    near = any(
        tom_may_come(handbook.map, place, work.battle.round, has_come=has_come)
        for place in hexes_of(parse_place(work.place))
    )
    if work.battle.segment != FELLOWSHIP or not near:
        return ()
    return (Choice(action=COME, label="Tom Bombadil comes", section="7.9"),)


def let_tom_come(flow: FightFlow) -> Refusal | None:
    """He lies open in the reserve of the Fellowship, with simple combat at the end of its row."""
    hidden = flow.acting.hidden
    if hidden is not None and TOM not in hidden.boxes:
        text = "By your notes he is not mobilized: lay his card into a box first."
        return Refusal(code="rule", text=text, section="7.9", private=True)
    hand = flow.hand
    waits = TOM in (*hand.reserve, *hand.row)
    if waits or any(one.card == TOM for one in flow.battle.fighters):
        return Refusal(code="rule", text="Tom Bombadil is in this fight already.", section="7.9")
    number = flow.battle.next_id(FELLOWSHIP)
    damage = UNHURT if hidden is None else hidden.damage.get(TOM, UNHURT)
    tom = Fighter(id=number, side=FELLOWSHIP, card=TOM, line="shown", damage=damage)
    if flow.battle.variants.simple:
        row = flow.battle.front(FELLOWSHIP)
        tom = _replace(tom, line="front", column=row[-1].column + 1 if row else 0)
    flow.put(tom)
    flow.tell(FighterShown(seat=FELLOWSHIP_SEAT, number=number, card=TOM))
    flow.add(TomCame(place=flow.work.place))
    return None


def tom_goes_home(flow: FightFlow) -> None:
    """After the fight he is back in the Old Forest, and may take along whom he helped (7.9)."""
    if any(one.card == TOM for one in flow.work.battle.fighters):
        text = (
            f"Tom Bombadil is back in the Old Forest ({OLD_FOREST}). Any or all of the group that "
            "he helped may go there with him: move their marker by hand."
        )
        flow.add(Noted(text=text, section="7.9"))
