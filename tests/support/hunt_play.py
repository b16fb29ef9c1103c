"""Plays the Hunt through commands, as a table with two seats would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.border import DieRoll
from companion.games.hunt.deciding import prompt_of, stage_of
from companion.games.hunt.game import HuntGame
from companion.games.hunt.names import SEAT_IDS
from companion.games.hunt.stage import Ask
from companion.games.hunt.state import PublicState, State
from companion.table.commands import Act, Command, DieReported, RollEntered
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from companion.table.views import View

VIEWERS = (*SEAT_IDS, PUBLIC)


class HuntPlay:
    """One game; every event of it is kept.

    Args:
        companions: who sets out; all of them if None.
        guide: who guides from the start, where there are several.
        changes: fields of the public state that are set before play begins.
        box: text of the box file.
    """

    def __init__(
        self,
        companions: str | None = None,
        guide: str = "strider",
        changes: Mapping[str, Any] | None = None,
        box: str = "",
    ) -> None:
        self.game = HuntGame()
        options = {} if companions is None else {"companions": companions}
        first = self.game.start(options, box)
        assert not isinstance(first, Refusal)
        started, *rest = first
        assert isinstance(started, GameStarted)
        self.events: list[Event] = list(first)
        self.state: State = self.game.begin(started)
        for event in rest:
            self.state = self.game.evolve(self.state, event)
        if self.ask.key == "guide" and guide:
            self.press("appoint", guide=guide)
        if changes:
            public = msgspec.structs.replace(self.public, **changes)
            self.state = msgspec.structs.replace(self.state, public=public)

    @property
    def public(self) -> PublicState:
        return self.state.public

    def now(self) -> PublicState:
        """The public state as it is now, whatever was found of it before."""
        return self.public

    @property
    def ask(self) -> Ask:
        return stage_of(self.public).ask(self.public)

    def view(self, viewer: SeatId) -> View:
        return self.game.view(self.state, viewer)

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command; the answer."""
        answer = self.game.decide(self.state, command)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            self.state = self.game.evolve(self.state, event)
        self.events.extend(answer)
        return answer

    def must(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command that is not refused."""
        answer = self.send(command)
        assert not isinstance(answer, Refusal), answer.text
        return answer

    def press(self, action: str, **inputs: str | tuple[str, ...]) -> tuple[Event, ...]:
        """Answer what is asked."""
        ask = self.ask
        return self.must(
            Act(
                seat=ask.seat,
                prompt=prompt_of(self.public, ask),
                action=action,
                inputs=_pairs(inputs),
            )
        )

    def by_hand(
        self, seat: SeatId, action: str, **inputs: str | tuple[str, ...]
    ) -> tuple[Event, ...]:
        """Do something that may be done at any time."""
        return self.must(Act(seat=seat, action=action, inputs=_pairs(inputs)))

    def roll(self, *faces: int) -> None:
        """Type in dice of six sides."""
        for face in faces:
            seat = self.ask.seat
            self.must(RollEntered(seat=seat, face=face, sides=6, source="typed"))

    def die(self, face: int, number: int, sides: int = 20) -> tuple[Event, ...]:
        """The die on the table reports a roll."""
        return self.must(DieReported(roll=DieRoll(die="d", number=number, face=face, sides=sides)))

    def lot(self, number: int) -> tuple[Event, ...]:
        """The system draws a lot."""
        wanted = self.ask.roll
        assert wanted is not None
        assert wanted.lot
        return self.must(
            RollEntered(seat=self.ask.seat, face=number, sides=wanted.sides, source="generator")
        )

    def draw(self, tile: str) -> None:
        """The system draws a tile of that kind."""
        assert self.ask.key.startswith("draw"), self.ask.key
        self.lot(self.public.pool.index(tile) + 1)

    def set(self, **changes: Any) -> None:  # noqa: ANN401 - fields of many types
        """Change the public state."""
        public = msgspec.structs.replace(self.public, **changes)
        self.state = msgspec.structs.replace(self.state, public=public)

    def to_actions(self, allocated: int = 0, eyes: int = 0) -> None:
        """Go from the Fellowship phase to the actions."""
        self.press("go-on")
        self.press("count", count=str(allocated))
        self.press("count", count=str(eyes))

    def log(self) -> list[str]:
        return [line.text for line in self.public.log]


def in_mordor(**changes: Any) -> HuntPlay:  # noqa: ANN401 - fields of many types
    """A game on the first step of the Mordor Track in the actions."""
    play = HuntPlay(changes={"where": "morannon"})
    play.press("enter")
    play.to_actions(changes.pop("dice", 0))
    play.set(**changes)
    return play


def _pairs(inputs: Mapping[str, str | tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, text)
        for name, given in inputs.items()
        for text in ((given,) if isinstance(given, str) else given)
    )
