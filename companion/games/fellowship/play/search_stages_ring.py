"""A Nazgul in the hex of a search may sense the Ring (6.4). Spottings have a rule of their own."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import Noted
from companion.games.fellowship.events.ring import RingSensed
from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.play.search_stage import Stage, key_of
from companion.games.fellowship.play.searching import change_probe, follow
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class Sense(Stage):
    """The Enemy may show a Nazgul, which makes the Fellowship say if the Ring is there (6.4)."""

    section = "6.4"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Enemy."""
        return ENEMY_SEAT

    def waits(self, probe: Probe) -> str:
        """The same whatever its markers are."""
        return f"The Enemy may show a Nazgul at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Show one, or keep it to oneself."""
        show = Choice(
            action="show",
            label="Show a Nazgul here",
            detail="The Fellowship then says whether the Ring is in this hex.",
        )
        return Ask(
            key=key_of(probe),
            sentence=f"The search at {probe.hex} gave {probe.letter}: show a Nazgul there or not.",
            section=self.section,
            form=Form(choices=(show, Choice(action="hide", label="Show none"))),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """On with the result, or the Fellowship's answer first."""
        if answer.action == "show":
            flow.add(Noted(text=f"The Enemy shows a Nazgul at {probe.hex}.", section=self.section))
            change_probe(flow, _replace(probe, stage="ring-there", sensed=True))
        else:
            change_probe(flow, _replace(probe, sensed=True))
            follow(flow)
        return None


class RingThere(Stage):
    """Under the eyes of a Nazgul the Fellowship says whether the Ring is in the hex (6.4)."""

    section = "6.4"

    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """The Fellowship."""
        return FELLOWSHIP_SEAT

    def waits(self, probe: Probe) -> str:
        """For the answer."""
        return f"The Fellowship says whether the Ring is at {probe.hex}."

    def question(self, scene: Scene, probe: Probe) -> Ask:
        """Yes or no."""
        return Ask(
            key=key_of(probe),
            sentence=f"A Nazgul is at {probe.hex}: say whether the Ringbearer is in this hex.",
            section=self.section,
            form=Form(
                choices=(
                    Choice(action="yes", label="The Ring is there"),
                    Choice(action="no", label="The Ring is not there"),
                )
            ),
            asked=True,
            lit=(probe.piece,),
        )

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """Everybody hears it."""
        flow.add(RingSensed(place=probe.hex, there=answer.action == "yes"))
        follow(flow)
        return None


RING_STAGES: Final = {"sense": Sense(), "ring-there": RingThere()}
