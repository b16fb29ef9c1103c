"""Captured Hobbits: each may get away in the Fellowship's status phase, on a 1 (15.31)."""

from __future__ import annotations

from companion.games.fellowship.events.agreed import (
    CaptiveGone,
    EscapesNoted,
    escapes_left,
)
from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.flow.steps import GAME_ROLL, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.abilities import hobbit_escapes
from companion.games.fellowship.state import FELLOWSHIP_SEAT, PublicState, Scene
from companion.table.values import Roll
from companion.table.views import RollWanted


class Captives(Handler):
    """One roll for each captured Hobbit; everybody knows who has been captured."""

    def enter(self, scene: Scene) -> Events:
        """Who may try now."""
        return (EscapesNoted(left=scene.public.captives),) if scene.public.captives else ()

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Everybody has tried."""
        return public.closed or not escapes_left(public)

    def ask(self, scene: Scene) -> Ask | None:
        """The next roll."""
        left = escapes_left(scene.public)
        if not left:
            return None
        mine = scene.seat == FELLOWSHIP_SEAT
        number = len(left)
        return Ask(
            key=f"captive-{number}",
            sentence=f"Roll for {left[0]}, who is a captive: on a 1 it gets away."
            if mine
            else f"The Fellowship rolls for {left[0]}, who is a captive.",
            section="15.31",
            roll=GAME_ROLL if mine else RollWanted(die="1-10", sides=20, may_give=False),
            purpose=f"{left[0]} gets away",
            asked=mine,
        )

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Away, or a captive still."""
        name, *rest = escapes_left(scene.public)
        tried = EscapesNoted(left=tuple(rest))
        if hobbit_escapes(d10(roll)):
            return (tried, CaptiveGone(name=name, how="escaped"))
        return (tried, Noted(text=f"{name} stays a captive.", section="15.31"))
