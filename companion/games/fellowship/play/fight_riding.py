"""Mounted or on foot, and what Shadowfax does (9.11, 12.1)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.combat.mounts import beside, could_ride, has_shadowfax
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.fight_common import (
    FightFlow,
    SeatStage,
    asking,
    shown_name,
)
from companion.games.fellowship.play.fight_course import need_numbers
from companion.games.fellowship.state import Scene
from companion.table.values import Refusal
from companion.table.views import Choice

_replace = msgspec.structs.replace
_MOUNTS = "Mounts may be attacked too."


class Riding(SeatStage):
    """Everybody of the attacker who can ride does, or nobody (9.11)."""

    section = "9.11"

    def asked(self, work: FightWork) -> Seat:
        """The attacker."""
        return work.battle.segment

    def waits(self, work: FightWork) -> str:
        """For the choice."""
        return f"The {self.asked(work).title()} fights mounted or on foot."

    def question(self, scene: Scene, work: FightWork) -> Ask:
        """Mounted or on foot, until the next own segment."""
        able = riders_of(work.battle, self.asked(work))
        gandalf = next((one for one in able if has_shadowfax(one)), None)
        choices = (
            [Choice(action="mounted", label="Mounted", detail=_MOUNTS)]
            if gandalf is None
            else _with_shadowfax(work.battle, gandalf)
        )
        choices.append(Choice(action="foot", label="On foot"))
        riders = ", ".join(shown_name(one) for one in able)
        sentence = f"Say how your riders fight: {riders}."
        return asking(work, sentence, self.section, tuple(choices))

    def act(self, flow: FightFlow, answer: Answer) -> Refusal | None:
        """It holds for defence too."""
        side = flow.battle.segment
        verb, _, about = answer.action.partition(":")
        battle = ridden(flow.battle, side, mounted=verb != "foot")
        text = f"The {side.title()} fights {'on foot' if verb == 'foot' else 'mounted'}."
        if verb in ("strike", "guard"):
            battle = _steed(battle, side, "strike" if verb == "strike" else "guard", about)
            does = "strikes with him" if verb == "strike" else "guards"
            text += f" Shadowfax {does}."
        flow.change(text, "9.11", battle=battle, ridden=(*flow.work.ridden, side))
        need_numbers(flow, "attack")
        return None


def riders_of(battle: Battle, side: Seat) -> tuple[Fighter, ...]:
    """Who of a side could fight mounted now."""
    return tuple(one for one in battle.of(side) if could_ride(battle, one))


def _with_shadowfax(battle: Battle, gandalf: Fighter) -> list[Choice]:
    """He helps Gandalf's attack, or guards him and one beside him (12.1)."""
    found = [
        Choice(
            action="strike", label="Mounted, Shadowfax strikes: Gandalf's OR +1", detail=_MOUNTS
        ),
        Choice(action="guard:", label="Mounted, Shadowfax guards Gandalf alone: DR +1"),
    ]
    found += [
        Choice(
            action=f"guard:{one.id}",
            label=f"Mounted, Shadowfax guards Gandalf and {shown_name(one)}: DR +1",
        )
        for one in beside(battle, gandalf)
    ]
    return found


def ridden(battle: Battle, side: Seat, *, mounted: bool) -> Battle:
    """The battle with every rider of a side in the saddle, or none; Shadowfax does nothing yet."""
    riders = [
        _replace(one, mounted=mounted and could_ride(battle, one), steed="", guarded=False)
        for one in battle.of(side)
    ]
    kept = tuple(one for one in battle.riding if one != side)
    riding = (*kept, side) if mounted else kept
    return _replace(battle.with_fighters(riders), riding=riding)


def _steed(battle: Battle, side: Seat, does: Literal["strike", "guard"], beside_him: str) -> Battle:
    """The battle with Shadowfax at his work."""
    changed = []
    for one in battle.of(side):
        if has_shadowfax(one):
            changed.append(_replace(one, steed=does))
        elif one.id == beside_him:
            changed.append(_replace(one, guarded=True))
    return battle.with_fighters(changed)
