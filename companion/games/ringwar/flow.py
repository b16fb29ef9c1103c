"""What a step and a use case under way have in common: a scene in, a question or events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

import msgspec

from companion.games.ringwar.events import PublicEvent, SecretEvent, TaskBegun, TaskChanged
from companion.games.ringwar.facts import Facts
from companion.games.ringwar.names import PlayerSide
from companion.games.ringwar.state import Person, Public
from companion.games.ringwar.tasks import Task
from companion.table.grid_box import row_fault
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, Option, Weight

Events = tuple[PublicEvent | SecretEvent, ...]
Inputs = Mapping[str, tuple[str, ...]]


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules get: what everybody knows, and the hand of at most one seat."""

    facts: Facts
    public: Public
    seat: SeatId | None = None
    hand: tuple[str, ...] = ()


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question.

    Attributes:
        seats: who is asked.
        sentence: to them, in the second person.
        others: the same to everybody else.
        section: the use case.
        detail: further lines for all.
        form: what may be pressed.
        roll: what a roll is for, empty where none is wanted.
        lot: of how many something is drawn, 0 where nothing is.
        covered: the answer is given at the cards under the cover.
    """

    seats: tuple[SeatId, ...]
    sentence: str
    others: str
    section: str
    detail: tuple[str, ...] = ()
    form: Form = Form()
    roll: str = ""
    lot: int = 0
    covered: bool = False


class Handler(Protocol):
    """A step of the turn, or a use case under way."""

    def auto(self, scene: Scene) -> Events:
        """What follows without anybody's doing; empty where somebody is asked."""

    def ask(self, scene: Scene) -> Ask:
        """The question where nothing follows by itself."""

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """What follows from a choice that was offered."""

    def rolled(self, scene: Scene, face: int) -> Events:
        """What follows from the roll or the lot that was asked for, 1 to its number of sides."""


class Quiet:
    """A handler that by itself does nothing; others override what they need."""

    def auto(self, scene: Scene) -> Events:
        """Nothing follows."""
        return ()

    def act(self, scene: Scene, action: str, inputs: Inputs) -> Events | Refusal:
        """Nothing can be pressed."""
        return NOT_NOW

    def rolled(self, scene: Scene, face: int) -> Events:
        """No roll is asked for."""
        return ()


def standing(people: Iterable[Person]) -> dict[str, str]:
    """Words that say of each where he stands."""
    return {person.name: f"{person.name} ({person.place})" for person in people}


NOT_NOW: Final = Refusal(code="not-now", text="This is not asked at the moment. Look again.")


def bad_place(name: str) -> Refusal:
    """A hex that was typed in and whose name no sheet of places could hold."""
    return Refusal(code="bad-input", text=f"The name of the hex: {row_fault(name)}.")


def rule(text: str, section: str) -> Refusal:
    """A refusal by a rule."""
    return Refusal(code="rule", text=text, section=section)


def asked(scene: Scene, side: PlayerSide) -> tuple[SeatId, ...]:
    """The seat that plays a side."""
    return (scene.public.seat_of(side),)


def choice(action: str, label: str, detail: str = "", weight: Weight = "plain") -> Choice:
    """Something to press."""
    return Choice(action=action, label=label, detail=detail, weight=weight)


def select(
    name: str, label: str, entries: Iterable[str], says: Mapping[str, str] | None = None
) -> Field:
    """A field with a list; the first entry stands there at first.

    Args:
        name: comes back in the inputs.
        label: what to fill in.
        entries: the values.
        says: words for a value, where they are others.
    """
    words = says or {}
    options = tuple(Option(value=entry, label=words.get(entry, entry)) for entry in entries)
    return Field(
        name=name,
        label=label,
        kind="select",
        options=options,
        value=options[0].value if options else "",
    )


def ticks(
    name: str, label: str, entries: Iterable[str], says: Mapping[str, str] | None = None
) -> Field:
    """A field of entries to tick, as `select` has them."""
    words = says or {}
    options = tuple(Option(value=entry, label=words.get(entry, entry)) for entry in entries)
    return Field(name=name, label=label, kind="ticks", options=options)


def begun(task: Task) -> Events:
    """A use case begins."""
    return (TaskBegun(task=task),)


def changed(task: Task) -> Events:
    """The use case under way goes on."""
    return (TaskChanged(task=task),)


def one(inputs: Inputs, name: str) -> str:
    """The first text of a field, empty if there is none."""
    return inputs.get(name, ("",))[0]
