"""What the play-turns of both sides have in common: movement, the Ring that lies, then fights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from companion.games.ringwar.events import StepLeft
from companion.games.ringwar.events_people import RingPassed
from companion.games.ringwar.flow import (
    Ask,
    Events,
    Inputs,
    Quiet,
    Scene,
    asked,
    choice,
    select,
)
from companion.games.ringwar.meeting import offer_fights
from companion.games.ringwar.names import SIDE_TITLES, PlayerSide
from companion.games.ringwar.state import Public
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form


class PlayTurn(Quiet, ABC):
    """The phase in which a side moves what is its own.

    Args:
        side: whose it is.
        sentence: what its seat is asked.
        section: the use case.
    """

    def __init__(self, side: PlayerSide, sentence: str, section: str) -> None:
        self._side: PlayerSide = side
        self._sentence = sentence
        self._section = section

    @abstractmethod
    def offers(self, scene: Scene) -> Iterable[Choice]:
        """What the side can do, but for taking the Ring and ending the phase."""

    @abstractmethod
    def takers(self, public: Public) -> tuple[str, ...]:
        """Who of the side stands where the Ring lies and may take it."""

    @abstractmethod
    def begin(self, scene: Scene, verb: str, what: str) -> Events:
        """What follows from one of the offers, its action parted at the colon."""

    @abstractmethod
    def after(self, scene: Scene) -> Events:
        """What follows when the side has finished and all fights were offered."""

    def detail(self, scene: Scene) -> tuple[str, ...]:
        """Further lines for all."""
        return ()

    def auto(self, scene: Scene) -> Events:
        """When the side has finished: fights, then what comes after."""
        if not scene.public.is_leaving:
            return ()
        return offer_fights(scene.public) or self.after(scene)

    def ask(self, scene: Scene) -> Ask:
        """What the side does next."""
        title = SIDE_TITLES[self._side]
        choices = [*self.offers(scene)]
        choices += [
            choice(f"ring:{name}", f"{name} takes the Ring") for name in self.takers(scene.public)
        ]
        choices.append(choice("done", f"End the {title}'s play-turn", weight="primary"))
        return Ask(
            seats=asked(scene, self._side),
            sentence=self._sentence,
            others=f"The {title} moves.",
            section=self._section,
            detail=self.detail(scene),
            form=Form(choices=tuple(choices)),
        )

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """A use case begins, the Ring is taken, or the play-turn ends."""
        verb, _, what = action.partition(":")
        match verb:
            case "done":
                return (StepLeft(),)
            case "ring":
                return (RingPassed(bearer=what, side=self._side),)
            case _:
                return self.begin(scene, verb, what)


def destination_field(places: Iterable[str] | None) -> Field:
    """Where to; None for a hex whose neighbours nobody knows, so that the next one is typed in."""
    if places is None:
        return Field(name="to", label="Next hex (its neighbours are not known)", kind="text")
    return select("to", "To", places)
