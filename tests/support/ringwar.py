"""The game of the Ringbearer's road played through commands, and a player that presses anything."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

import msgspec

from companion.games.ringwar.engine import prompt_id, question, scene_for
from companion.games.ringwar.flow import Ask
from companion.games.ringwar.game import RingwarGame
from companion.games.ringwar.names import FIRST, SEAT_IDS
from companion.games.ringwar.rules import steps_to
from companion.games.ringwar.state import Hand, Person, Public, State
from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from companion.table.views import CardRow, Field, Form

GAME: Final = RingwarGame()
SAMPLE: Final = (
    resources.files("companion.games.ringwar")
    .joinpath("data", "sample-box.toml")
    .read_text("utf-8")
)
VIEWERS: Final = (*SEAT_IDS, PUBLIC)
replace = msgspec.structs.replace


class Play:
    """One game: commands in, state kept; the first seat is the Fellowship unless it is changed."""

    def __init__(self, box: str = SAMPLE, turns: int = 20) -> None:
        started = GAME.start({"turns": str(turns)}, box)
        assert not isinstance(started, Refusal), started
        first = started[0]
        assert isinstance(first, GameStarted)
        self.state: State = GAME.begin(first)
        self.events: list[Event] = list(started)

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def step(self) -> str:
        return self.public.step

    def person(self, name: str) -> Person:
        return self.public.people[name]

    def send(self, command: Command) -> Refusal | None:
        """Carry a command out."""
        decided = GAME.decide(self.state, command)
        if isinstance(decided, Refusal):
            return decided
        for event in decided:
            self.state = GAME.evolve(self.state, event)
        self.events += decided
        return None

    def ask(self) -> Ask:
        """The question at the moment, as whoever is asked has it."""
        asked = question(scene_for(self.state, PUBLIC))
        assert asked is not None, "the game is over"
        return asked

    def press(self, action: str, *, seat: SeatId | None = None, **inputs: str | list[str]) -> None:
        """Answer the question; it is taken."""
        refusal = self.try_press(action, seat=seat, **inputs)
        assert refusal is None, refusal

    def try_press(
        self, action: str, *, seat: SeatId | None = None, **inputs: str | list[str]
    ) -> Refusal | None:
        """Answer the question."""
        pairs = tuple(
            (name, one)
            for name, given in inputs.items()
            for one in ([given] if isinstance(given, str) else given)
        )
        who = seat if seat is not None else self.ask().seats[0]
        prompt = prompt_id(self.public)
        return self.send(Act(seat=who, prompt=prompt, action=action, inputs=pairs))

    def roll(self, *faces: int) -> None:
        """The awaited rolls, typed in."""
        for face in faces:
            seat = self.ask().seats[0]
            command = RollEntered(seat=seat, face=face, sides=6, source="typed")
            refusal = self.send(command)
            assert refusal is None, refusal

    def lot(self, card: str = "") -> None:
        """The awaited card: a named one where the deck has it, else the first."""
        asked = self.ask()
        deck = self.public.search_deck if self.public.step == "search" else self.state.deck.cards
        face = deck.index(card) + 1 if card else 1
        command = RollEntered(seat=asked.seats[0], face=face, sides=asked.lot, source="generator")
        refusal = self.send(command)
        assert refusal is None, refusal

    def anytime(self, seat: SeatId, action: str) -> Refusal | None:
        """Something that is not asked."""
        return self.send(Act(seat=seat, action=action))

    def put(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the public state
        """The public state as a test wants it."""
        self.state = replace(self.state, public=replace(self.public, **changes))

    def put_person(self, name: str, **changes: Any) -> None:  # noqa: ANN401 - fields of a person
        """One person as a test wants it."""
        person = replace(self.public.people[name], **changes)
        self.put(people={**self.public.people, name: person})

    def give(self, seat: SeatId, *cards: str) -> None:
        """Event cards for a hand, out of the deck."""
        deck = tuple(card for card in self.state.deck.cards if card not in cards)
        hands = {**self.state.hands, seat: Hand(cards=cards)}
        self.state = replace(self.state, hands=hands, deck=replace(self.state.deck, cards=deck))
        self.put(hands={**self.public.hands, seat: len(cards)}, deck=len(deck))

    def lines(self) -> list[str]:
        """The log."""
        return [line.text for line in self.public.log]


def begun(step: str = "events", box: str = SAMPLE, turns: int = 20) -> Play:
    """A game in its first turn, at the head of a phase; the first seat has the Fellowship."""
    play = Play(box, turns)
    play.press("take-fellowship", seat=FIRST)
    if step == "events":
        return play
    play.lot()
    play.lot()
    if step in ("fellowship", "dark"):
        play.press("done")
    if step == "dark":
        play.press("done")
    assert play.public.step == step, play.public.step
    return play


@dataclass
class RandomPlayer:
    """Both seats from one random source: presses whatever is offered.

    Attributes:
        play: the game.
        source: where every choice comes from.
        pressed: choices pressed, by action without what is behind a colon.
        refused: refusals by code.
        drive: how often a destination is chosen that brings the Ring nearer to its end.
    """

    play: Play
    source: random.Random
    drive: float = 0.0
    pressed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def step(self) -> None:
        """One command; a refusal is counted and changes nothing."""
        refusal = self.play.send(self.command())
        if refusal is not None:
            self.refused[refusal.code] += 1

    def command(self) -> Command:
        """The next thing that somebody does."""
        asked = self.play.ask()
        if asked.covered or self.source.random() < 0.02:
            seat = asked.seats[0] if asked.covered else self.source.choice(SEAT_IDS)
            forms = [one for one in self._card_forms(seat) if one.choices]
            if forms:
                return self._press(seat, None, self.source.choice(forms))
        seat = self.source.choice(asked.seats)
        wants = asked.roll or asked.lot
        if wants and (not asked.form.choices or self.source.random() < 0.8):
            sides = asked.lot or 6
            face = self.source.randint(1, sides)
            return RollEntered(seat=seat, face=face, sides=sides, source="generator")
        assert asked.form.choices, f"nothing can be answered: {asked}"
        return self._press(seat, prompt_id(self.play.public), asked.form)

    def _card_forms(self, seat: SeatId) -> list[Form]:
        region = GAME.view(self.play.state, seat).region("cards")
        assert region is not None
        rows = [one for one in region.widgets if isinstance(one, CardRow)]
        return [card.form for row in rows for card in row.cards]

    def _press(self, seat: SeatId, prompt: Any, form: Form) -> Act:  # noqa: ANN401 - a prompt or none
        choice = self.source.choice(form.choices)
        self.pressed[choice.action.partition(":")[0]] += 1
        inputs = tuple(pair for one in form.fields for pair in self._fill(one))
        return Act(seat=seat, prompt=prompt, action=choice.action, inputs=inputs)

    def _fill(self, one: Field) -> list[tuple[str, str]]:
        entries = [option.value for option in one.options]
        match one.kind:
            case "select":
                if one.name == "to" and entries and self.source.random() < self.drive:
                    return [(one.name, min(entries, key=self._from_goal))]
                return [(one.name, self.source.choice(entries))] if entries else []
            case "ticks":
                return [(one.name, entry) for entry in entries if self.source.random() < 0.6]
            case "number":
                return [(one.name, str(self.source.randint(1, 5)))]
            case _:
                return [(one.name, self._text(one))]

    def _from_goal(self, place: str) -> int:
        goal = "Orodruin" if self.play.public.step == "fellowship" else "Barad-dur"
        return steps_to(self.play.state.facts, goal).get(place, 99)

    def _text(self, one: Field) -> str:
        if "range" in one.label.lower():
            return self.source.choice(("1-2", "5-6", "-", "4"))
        if "regions" in one.label.lower() or "region" in one.label.lower():
            return self.source.choice(("north", "south"))
        return f"Hex {self.source.randint(1, 12)}"
