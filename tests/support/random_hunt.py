"""Presses whatever the Hunt offers, through its views alone, until a rule ends the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from companion.games.hunt.board import BOARD
from companion.games.hunt.names import FREE, SEAT_IDS
from companion.games.hunt.state import State
from companion.service.games import load_game
from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.taking_back import Takeable
from companion.table.values import Refusal
from companion.table.views import CardRow, Field, Form, Prompt, View
from tests.support.counter_sights import CounterSights

VIEWERS = (*SEAT_IDS, PUBLIC)
MOST_STEPS = 4_000
"""No game of a random player comes near to it."""


class RandomHunt:
    """One game from the list of games, taken back decisions and all.

    Args:
        seed: of every choice, roll and lot.
        by_hand: how often something is done that was not asked for, from 0 to 1.
        hands: how often a cube is moved on the sheet of tracks, from 0 to 1.
    """

    def __init__(self, seed: int, by_hand: float = 0.1, hands: float = 0.0) -> None:
        self.source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
        self.by_hand = by_hand
        self.hands = hands
        self.sheet = CounterSights(BOARD)
        self.game = load_game("hunt")
        chosen = [one for one in _FELLOWSHIP if self.source.random() < 0.8]
        first = self.game.start({"companions": ",".join(chosen)}, "")
        assert not isinstance(first, Refusal)
        started = first[0]
        assert isinstance(started, GameStarted)
        self.events: list[Event] = [started]
        self.state: Takeable[State] = self.game.begin(started)
        self._fold(first[1:])
        self.pressed: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        return bool(self.state.now.public.winner)

    def view(self, viewer: SeatId) -> View:
        return self.game.view(self.state, viewer)

    def replayed(self) -> Takeable[State]:
        """The state as a fold of all events anew."""
        started, *rest = self.events
        assert isinstance(started, GameStarted)
        state: Takeable[State] = self.game.begin(started)
        for event in rest:
            state = self.game.evolve(state, event)
        return state

    def send(self, command: Command) -> Refusal | None:
        answer = self.game.decide(self.state, command)
        if isinstance(answer, Refusal):
            self.refused[answer.code] += 1
            return answer
        self._fold(answer)
        return None

    def run(self) -> Iterator[Command]:
        """Play to the end; yields each command that was carried out."""
        for _ in range(MOST_STEPS):
            if self.over:
                return
            command = self.next_command()
            if self.send(command) is None:
                yield command
        raise AssertionError(f"no end after {MOST_STEPS} steps: {self.state.now.public}")

    def next_command(self) -> Command:
        """Something that is offered to somebody, or done on the table."""
        if self.hands and self.source.random() < self.hands:
            return self.sheet.anything(self.source)
        if self.source.random() < self.by_hand:
            seat = self.source.choice(SEAT_IDS)
            forms = list(_forms_beside(self.view(seat)))
            if forms:
                return self._pressed(seat, None, self.source.choice(forms))
        for seat in SEAT_IDS:
            region = self.view(seat).region("prompt")
            assert region is not None
            prompt = region.widgets[0]
            assert isinstance(prompt, Prompt)
            if prompt.asked:
                return self._answered(seat, prompt)
        raise AssertionError("nobody is asked for anything")

    def _answered(self, seat: SeatId, prompt: Prompt) -> Command:
        wanted = prompt.roll
        if wanted is not None and (not prompt.form.choices or self.source.random() < 0.8):
            self.pressed["lot" if wanted.lot else "roll"] += 1
            face = self.source.randint(1, wanted.sides)
            return RollEntered(
                seat=seat, prompt=prompt.id, face=face, sides=wanted.sides, source="generator"
            )
        return self._pressed(seat, prompt.id, prompt.form)

    def _pressed(self, seat: SeatId, prompt: PromptId | None, form: Form) -> Act:
        choice = self.source.choice(form.choices)
        self.pressed[choice.action.partition(":")[0]] += 1
        inputs = tuple(pair for field in form.fields for pair in self._filled(field))
        return Act(seat=seat, prompt=prompt, action=choice.action, inputs=inputs)

    def _filled(self, field: Field) -> Iterator[tuple[str, str]]:
        match field.kind:
            case "number":
                low, high = field.minimum or 0, field.maximum or 0
                # Near the small end, as at a table: few dice, few tiles, little Corruption.
                yield field.name, str(min(self.source.randint(low, high) for _ in range(3)))
            case "select" if field.options:
                yield field.name, self.source.choice(field.options).value
            case "ticks":
                for option in field.options:
                    if self.source.random() < 0.3:
                        yield field.name, option.value
            case _:
                yield field.name, self.source.choice(("", "Moria", "Fangorn"))

    def _fold(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.events.extend(events)


_FELLOWSHIP = ("gandalf", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def _forms_beside(view: View) -> Iterator[Form]:
    """Forms of the tabs: by hand, own cards, taking back."""
    for region in view.regions:
        for widget in region.widgets if region.role == "tab" else ():
            match widget:
                case CardRow(cards=cards, form=form):
                    yield from (one for one in (form, *(c.form for c in cards)) if one.choices)
                case Prompt(form=form) if form.choices:
                    yield form
                case _:
                    pass


def hidden_note(hunt: RandomHunt, seat: SeatId, cards: tuple[str, ...]) -> None:
    """A seat notes cards of its own in private."""
    inputs = tuple(("cards", card) for card in cards)
    assert hunt.send(Act(seat=seat, action="note-cards", inputs=inputs)) is None


OWN_CARDS = {
    FREE: ("cloaks", "rope", "phial", "smeagol"),
    SEAT_IDS[1]: ("lair", "mine", "went", "uss"),
}
