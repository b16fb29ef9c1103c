"""What play waits for: a stage asks one seat and says what follows from its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from companion.games.hunt.events import PublicEvent
from companion.games.hunt.names import MOST_PROGRESS, WHERE_WORDS, Where
from companion.games.hunt.state import PublicState
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form, Option, RollWanted

Events = tuple[PublicEvent, ...]


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question to one seat. Everything in it derives from public facts.

    Attributes:
        key: tells one question from the next.
        seat: who is asked.
        sentence: what that seat reads.
        waiting: what all others read.
        detail: further lines that everybody reads.
        section: section of the rules.
        form: what may be pressed.
        roll: set where a roll or a lot is due.
        purpose: what the roll is for.
    """

    key: str
    seat: SeatId
    sentence: str
    waiting: str
    detail: tuple[str, ...] = ()
    section: str = ""
    form: Form = Form()
    roll: RollWanted | None = None
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice that was offered and pressed, its fields checked against the form."""

    action: str
    inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Text of one field, empty if it was left empty."""
        return next(iter(self.inputs.get(name, ())), "")

    def texts(self, name: str) -> tuple[str, ...]:
        """Texts of a field that may be ticked several times."""
        return self.inputs.get(name, ())

    def number(self, name: str, otherwise: int = 0) -> int:
        """Number of a field, or another where it was left empty."""
        text = self.text(name)
        return int(text) if text else otherwise


class Stage(ABC):
    """Something that play can wait for."""

    @abstractmethod
    def ask(self, public: PublicState) -> Ask:
        """The question."""

    def act(self, public: PublicState, answer: Answer) -> Events | Refusal:
        """What follows from a choice."""
        return ()

    def roll(self, public: PublicState, face: int) -> Events:
        """What follows from a roll of 1 to 6."""
        return ()

    def lot(self, public: PublicState, number: int) -> Events:
        """What follows from a lot of 1 to the number of things it is drawn from."""
        return ()


D6: Final = "1-6"


def die_wanted(count: int = 1, done: int = 0) -> RollWanted:
    """A roll of six-sided dice."""
    return RollWanted(die=D6, sides=6, count=count, done=done)


def select(
    name: str, label: str, entries: tuple[tuple[str, str], ...], value: str | None = None
) -> Field:
    """A field with a list, its first entry chosen unless another is named."""
    options = tuple(Option(value=key, label=words) for key, words in entries)
    first = entries[0][0] if entries else ""
    return Field(name=name, label=label, kind="select", options=options, value=value or first)


def number(name: str, label: str, limits: tuple[int, int], value: int | None = None) -> Field:
    """A field for a number."""
    low, high = limits
    text = "" if value is None else str(value)
    return Field(name=name, label=label, kind="number", minimum=low, maximum=high, value=text)


def one(action: str, label: str, detail: str = "") -> Form:
    """A form with a single choice."""
    return Form(choices=(Choice(action=action, label=label, detail=detail, weight="primary"),))


def place_fields(public: PublicState, *, filled: bool = False) -> tuple[Field, ...]:
    """Where the Ring-bearers are, as it is asked everywhere.

    Args:
        public: what everybody knows.
        filled: the region and the counter stand there as they are, to be put right.
    """
    region = public.region if filled else ""
    progress = public.progress if filled else 0
    return (
        Field(name="region", label="Region (name)", kind="text", value=region),
        select("where", "It is", tuple(WHERE_WORDS.items()), public.where),
        number("progress", "Progress counter afterwards", (0, MOST_PROGRESS), progress),
    )


def place_of(answer: Answer) -> tuple[str, Where, int]:
    """Region, kind of region and Progress counter, as they were filled in."""
    where: Where = next((key for key in WHERE_WORDS if key == answer.text("where")), "elsewhere")
    return answer.text("region"), where, answer.number("progress")
