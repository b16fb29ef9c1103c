"""Plays a game as somebody does who knows nothing but the screens, within what the table takes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from companion.service.games import load_game
from companion.service.screens import LOTS, SIDES
from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal
from companion.table.views import CardRow, Field, Form, Prompt, Region, Widget

MOST_STEPS: Final = 20_000
_STUCK: Final = 400
"""After so many refusals one after the other nothing leads on any more."""


class ScreenPlayer:
    """Whatever some screen offers is pressed; rolls are given and lots drawn as the table does.

    Args:
        game: its id.
        options: as chosen at the start.
        box: text of the box file.
        seed: of every choice.
        by_hand: how often something is done that is not asked for, from 0 to 1.
    """

    def __init__(
        self, game: str, options: Mapping[str, str], box: str, seed: int, by_hand: float = 0.02
    ) -> None:
        self.source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
        self.by_hand = by_hand
        self.game: Any = load_game(game)
        self.seats: tuple[SeatId, ...] = tuple(seat.id for seat in self.game.seats_of(options))
        first = self.game.start(options, box)
        assert not isinstance(first, Refusal), first
        self.events: list[Event] = list(first)
        started = first[0]
        assert isinstance(started, GameStarted)
        self.state: Any = self.game.begin(started)
        for event in first[1:]:
            self.state = self.game.evolve(self.state, event)

    def send(self, command: Command) -> Refusal | None:
        """Carry a command out."""
        answer = self.game.decide(self.state, command)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            self.state = self.game.evolve(self.state, event)
        self.events += answer
        return None

    def run(self) -> Iterator[Command]:
        """Play until no screen asks anything; yields each command that was carried out."""
        refusals = 0
        for _ in range(MOST_STEPS):
            command = self.command()
            if command is None:
                return
            refusal = self.send(command)
            if refusal is None:
                refusals = 0
                yield command
                continue
            refusals += 1
            assert refusals < _STUCK, f"no screen leads on: {self.questions()}, {refusal}"
        raise AssertionError(f"the game does not end: {self.questions()}")

    def questions(self) -> list[str]:
        """What the screens ask at the moment."""
        asked = {prompt.sentence for _, prompt in self._asked()}
        return sorted(asked)

    def command(self) -> Command | None:
        """The next thing that somebody does, None when the game is over."""
        asked = self._asked()
        if not asked:
            return None
        found: list[Command] = []
        for seat, prompt in asked:
            roll = prompt.roll
            if roll is not None and roll.may_give:
                limits = LOTS if roll.lot else SIDES
                assert roll.sides in limits, f"the table draws no lot of {roll.sides}: {prompt}"
                face = self.source.randint(1, roll.sides)
                found.append(
                    RollEntered(
                        seat=seat,
                        prompt=prompt.id,
                        face=face,
                        sides=roll.sides,
                        source="generator" if roll.lot else "typed",
                    )
                )
            found += self._presses(seat, prompt.id, prompt.form)
        beside = [one for seat in self.seats for one in self._beside(seat)]
        covered = [one for seat, _ in asked for one in self._under_cover(seat)]
        if beside and self.source.random() < self.by_hand:
            return self.source.choice(beside)
        if covered and (not found or self.source.random() < 0.4):
            return self.source.choice(covered)
        assert found or beside, f"nothing can be answered: {self.questions()}"
        return self.source.choice(found or beside)

    def _asked(self) -> list[tuple[SeatId, Prompt]]:
        return [
            (seat, widget)
            for seat in self.seats
            for region in self.regions(seat)
            for widget in region.widgets
            if isinstance(widget, Prompt) and widget.asked
        ]

    def regions(self, seat: SeatId) -> tuple[Region, ...]:
        """The regions of a seat's screen."""
        regions: tuple[Region, ...] = self.game.view(self.state, seat).regions
        return regions

    def _under_cover(self, seat: SeatId) -> list[Command]:
        secret = [region for region in self.regions(seat) if region.secret]
        forms = [form for region in secret for one in region.widgets for form in _forms(one)]
        return [act for form in forms for act in self._presses(seat, None, form)]

    def _beside(self, seat: SeatId) -> list[Command]:
        forms = [
            form
            for region in self.regions(seat)
            for one in region.widgets
            if not (isinstance(one, Prompt) and one.asked)
            for form in _forms(one)
        ]
        return [act for form in forms for act in self._presses(seat, None, form)]

    def _presses(self, seat: SeatId, prompt: PromptId | None, form: Form) -> list[Command]:
        return [
            Act(
                seat=seat,
                prompt=prompt,
                action=choice.action,
                inputs=tuple(pair for field in form.fields for pair in self._fill(field)),
            )
            for choice in form.choices
        ]

    def _fill(self, field: Field) -> list[tuple[str, str]]:
        entries = [option.value for option in field.options]
        match field.kind:
            case "select":
                return [(field.name, self.source.choice(entries))] if entries else []
            case "ticks":
                return [(field.name, one) for one in entries if self.source.random() < 0.4]
            case "number":
                low = 0 if field.minimum is None else field.minimum
                high = 9 if field.maximum is None else field.maximum
                return [(field.name, str(self.source.randint(low, min(high, low + 9))))]
            case _:
                return [(field.name, self.source.choice(("Bree", "north", "Nowhere", "1-2")))]


def compare_screens(
    one: ScreenPlayer, other: ScreenPlayer, viewers: Iterable[SeatId], command: Command
) -> int:
    """See that viewers have the same screens in two games after a command; how many there are."""
    compared = 0
    for viewer in viewers:
        screens = [player.game.view(player.state, viewer) for player in (one, other)]
        first, second = map(msgspec.json.encode, screens)
        assert first == second, f"{viewer} sees a difference after {command}"
        compared += 1
    return compared


def _forms(widget: Widget) -> list[Form]:
    if isinstance(widget, Prompt):
        return [widget.form]
    if isinstance(widget, CardRow):
        return [widget.form, *(card.form for card in widget.cards)]
    return []
