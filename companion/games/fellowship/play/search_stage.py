"""What every stage of a search has in common: who is asked, what the others are told (8.3)."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from companion.games.fellowship.events.search import Probe
from companion.games.fellowship.flow.flow import Flow
from companion.games.fellowship.flow.steps import Answer, Ask
from companion.games.fellowship.state import PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal, Roll


class Stage(ABC):
    """One question of a search. A stage overrides what it needs.

    Attributes:
        section: the rule that everybody is told.
    """

    section = ""

    @abstractmethod
    def asked(self, public: PublicState, probe: Probe) -> SeatId:
        """Whose answer or roll is awaited."""

    @abstractmethod
    def waits(self, probe: Probe) -> str:
        """What everybody else reads; one sentence without anything hidden."""

    @abstractmethod
    def question(self, scene: Scene, probe: Probe) -> Ask:
        """What the seat that is asked reads."""

    def places(self, scene: Scene, probe: Probe) -> tuple[str, ...]:
        """Labels of the hexes it is about, which everybody knows."""
        return ()

    def aside(self, scene: Scene, probe: Probe) -> Ask:
        """What another viewer reads."""
        return Ask(
            key=key_of(probe),
            sentence=self.waits(probe),
            section=self.section,
            lit=(probe.piece,),
        )

    def ask(self, scene: Scene, probe: Probe) -> Ask:
        """What a viewer reads."""
        mine = scene.seat == self.asked(scene.public, probe)
        ask = self.question(scene, probe) if mine else self.aside(scene, probe)
        return msgspec.structs.replace(ask, places=self.places(scene, probe))

    def act(self, flow: Flow, probe: Probe, answer: Answer) -> Refusal | None:
        """What follows from a choice of `flow.seat`."""
        return None

    def roll(self, flow: Flow, probe: Probe, roll: Roll) -> None:
        """What follows from the roll that is awaited; nothing where none is."""
        return


def key_of(probe: Probe) -> str:
    """What tells one question of a search from every other."""
    waiting = len(probe.declaring)
    return f"search-{probe.number}-{probe.stage}" + (f"-{waiting}" if waiting else "")


def bad_input(text: str, section: str = "") -> Refusal:
    """A refusal for a field that cannot be used."""
    return Refusal(code="bad-input", text=text, section=section)
