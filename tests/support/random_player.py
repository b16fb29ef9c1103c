"""A player that presses whatever is offered, moves markers about and rolls the die."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from companion.border import DieRoll, Moved, Placed, Removed, Turned, Undecided
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.play import FightStarted
from companion.games.fellowship.facts.names import OFF_BOARD_REGIONS
from companion.games.fellowship.facts.roster import MARKER_SUPPLY
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_questions
from companion.games.fellowship.seats import SEAT_IDS
from companion.table.commands import Act, Command, DieReported, EyeReported
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal
from companion.table.views import (
    BoxGrid,
    CardRow,
    Choice,
    Field,
    Form,
    Map,
    Prompt,
)
from tests.support.fellowship import EP, FP, GAME, Play, reading

_PLACES = [place.label for place in GRID] + [f"@{name}" for name in OFF_BOARD_REGIONS]
SET_UP = (
    ("green", 2, "4,f"),
    ("green", 2, "5,ef"),
    ("green", 6, "11,jk"),
    ("red", 6, "6,h"),
    ("red", 6, "8,d"),
    ("red", 6, "10,f"),
    ("red", 6, "7,gh"),
    ("black", 6, "14,h"),
    ("black", 6, "12,d"),
    ("black", 6, "13,gh"),
    ("black", 6, "15,ij"),
)
GROUPS = (
    (1, "fellowship-A", ("Frodo", "Sam", "Merry", "Pippin", "Bree Man")),
    (2, "fellowship-B", ("Aragorn", "Legolas", "Gimli")),
    (3, "fellowship-C", ("Gandalf the Grey",)),
    (4, "sauronic-1", ("Witch-king", "Nazgul 3", "Nazgul 4")),
    (5, "sauronic-2", ("Khamul", "Nazgul 5")),
    (6, "sauronic-3", ("Bree agent", "Edoras agent")),
    (8, "guardian-BR", ("Balrog",)),
)
_COLOURS = [supply.colour for supply in MARKER_SUPPLY.values()]


def source_of(seed: int) -> random.Random:
    """A random source that always gives the same game."""
    return random.Random(seed)  # noqa: S311 - repeatable play, nothing secret


@dataclass
class RandomPlayer:
    """Both seats, the eye and the die, from one random source.

    Attributes:
        play: the game.
        source: where every choice comes from.
        refused: refusals by code.
        pressed: choices pressed, by action without what is behind a colon.
        by_hand: how often anything is done by hand rather than asked, from 0 to 1.
        provoked: how often a search phase brings a fight beside what it brings by itself.
    """

    play: Play
    source: random.Random
    by_hand: float = 0.2
    provoked: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    rolls: int = 0

    def set_up(self) -> None:
        """Markers about as the rulebook has them, and both seats ready (10.1, 10.2)."""
        for number, (colour, face, place) in enumerate(SET_UP, start=1):
            self.play.put(number, colour, face, place)
        self.play.press(EP, "done")
        self.play.press(FP, "done")

    def step(self) -> None:
        """One command; a refusal is counted and changes nothing."""
        self._provoke()
        decided = self.play.attempt(self.command())
        if isinstance(decided, Refusal):
            self.refused[decided.code] += 1

    def _provoke(self) -> None:
        """A fight is due for some marker, as if its search had brought one."""
        public = self.play.state.public
        searching = "-search" in self.play.step and not public.fights
        pieces = [p for p in public.pieces_of(FP) if not p.place.startswith("@")]
        if not (self.provoked and searching and pieces) or self.source.random() > self.provoked:
            return
        piece = self.source.choice(pieces)
        mix = self.source.choice(("M4", "O6", "W3", "A5", "C4", "OW6"))
        count = int(mix.lstrip("MOWAC"))
        force = FightForce(mix=mix, count=count, minions=self.source.random() < 0.7)
        started = FightStarted(place=piece.place, cause="F", piece=piece.id, force=force)
        self.play.state = GAME.evolve(self.play.state, started)
        self.play.events.append(started)

    def command(self) -> Command:
        """The next thing that somebody does."""
        moving = "-move" in self.play.step and self.source.random() < 0.5
        if moving or self.source.random() < self.by_hand:
            by_eye = moving or self.source.random() < 0.5
            return (
                self._eye(moves_only=moving)
                if by_eye
                else self.anytime(self.source.choice(SEAT_IDS))
            )
        asked = [
            (seat, prompt)
            for seat in SEAT_IDS
            for prompt in self.play.prompts(seat)
            if prompt.asked
        ]
        if not asked:
            assert self.play.state.public.over, f"nobody is asked at {self.play.step}"
            return self._eye()
        seat, prompt = self.source.choice(asked)
        if prompt.roll is not None and self.source.random() < 0.8:
            return self._roll()
        covered = self._covered_forms(seat, prompt.id)
        # Who has only an end to choose in the open has something to do under the cover.
        usually = 0.98 if _only_ends(prompt.form) else 0.5
        if covered and (not prompt.form.choices or self.source.random() < usually):
            return self._press(seat, prompt.id, self.source.choice(covered))
        if not prompt.form.choices:
            assert prompt.roll is not None, f"nothing can be answered: {prompt}"
            return self._roll()
        return self._press(seat, prompt.id, prompt.form)

    def _covered_forms(self, seat: SeatId, prompt: PromptId | None) -> list[Form]:
        """What a seat may press under the cover to answer a prompt."""
        return [
            card.form
            for question in open_questions(scene_for(self.play.state, seat))
            if question.id == prompt
            for card in question.ask.covered
            if card.form.choices
        ]

    def lay_cards(self) -> None:
        """Groups with cards in their boxes, so that fights are fought by somebody."""
        for piece, box, cards in GROUPS:
            seat = FP if box.startswith("fellowship") else EP
            label = box.removeprefix("fellowship-") if seat == FP else box.replace("-", " ", 1)
            self.play.name(seat, piece, label)
            self.play.lay(seat, box, *cards)

    def _roll(self) -> Command:
        self.rolls += self.source.choice((1, 1, 1, 0))
        face = self.source.randint(1, 20)
        return DieReported(roll=DieRoll(die="d20", number=self.rolls, face=face, sides=20))

    def _press(self, seat: SeatId, prompt: PromptId | None, form: Form) -> Command:
        choice = self.source.choice(_expected_choices(form, self.source))
        self.pressed[choice.action.partition(":")[0]] += 1
        inputs = tuple(pair for one in form.fields for pair in self._fill(one))
        return Act(seat=seat, prompt=prompt, action=choice.action, inputs=inputs)

    def _fill(self, one: Field) -> list[tuple[str, str]]:
        match one.kind:
            case "select":
                entries = [option.value for option in one.options]
                return [(one.name, self.source.choice(entries))] if entries else []
            case "ticks":
                ticked = [o.value for o in one.options if self.source.random() < 0.5]
                return [(one.name, value) for value in ticked]
            case "number":
                low = one.minimum if one.minimum is not None else 0
                high = one.maximum if one.maximum is not None else 10
                return [(one.name, str(self.source.randint(low, high)))]
            case "place":
                if self.source.random() < 0.1:
                    return []
                return [(one.name, self.source.choice(_PLACES))]
            case "text":
                return [(one.name, self.source.choice(("X", "-", "5", "S3", "2,f; 2,g")))]

    def _eye(self, *, moves_only: bool = False) -> Command:
        pieces = list(self.play.state.public.table)
        kinds = ("placed", "moved", "moved", "turned", "removed", "undecided")
        kind = "moved" if moves_only else self.source.choice(kinds)
        if kind == "placed" or not pieces:
            number = self.source.randint(1, 60)
            face = self.source.randint(1, 6)
            place = self.source.choice(_PLACES)
            marker = reading(number, self.source.choice(_COLOURS), face, place)
            return EyeReported(message=Placed(t_s=0.0, marker=marker))
        before = self.play.reading(self.source.choice(pieces).id)
        where = self._near(before.place)
        moved = reading(before.track, before.colour, before.face, where)
        if kind == "moved":
            return EyeReported(message=Moved(t_s=0.0, marker=moved, before=before))
        if kind == "removed":
            return EyeReported(message=Removed(t_s=0.0, marker=before))
        if kind == "undecided":
            like = [piece for piece in pieces if piece.colour == before.colour][:3]
            now = [self.play.reading(piece.id) for piece in like]
            tracks = tuple(marker.track for marker in now)
            return EyeReported(message=Undecided(t_s=0.0, tracks=tracks, now=tuple(now)))
        face = self.source.randint(1, 6)
        turned = reading(before.track, before.colour, face, before.place)
        return EyeReported(message=Turned(t_s=0.0, marker=turned, before=before))

    def _near(self, place: str) -> str:
        """Mostly a neighbouring hex, sometimes one further on, rarely anywhere."""
        here = find_hex(place)
        if here is None or self.source.random() < 0.1:
            return self.source.choice(_PLACES)
        for _ in range(self.source.choice((1, 1, 1, 2))):
            here = self.source.choice(GRID.neighbours(here))
        return here.label

    def anytime(self, seat: SeatId) -> Command:
        """Something that a seat may do at any time."""
        forms = [
            form
            for form in _anytime_forms(self.play, seat)
            if form.choices and (not _only_ends(form) or self.source.random() < 0.02)
        ]
        return self._press(seat, None, self.source.choice(forms))


_RARE = ("dissolve", "deaths", "sink", "end-game", "nobody", "over")
"""Ends the game or a fight on purpose."""


def _only_ends(form: Form) -> bool:
    return all(choice.action in _RARE for choice in form.choices)


def _expected_choices(form: Form, source: random.Random) -> list[Choice]:
    """Seldom end the game or a fight on purpose, so that games get on."""
    mild = [choice for choice in form.choices if choice.action not in _RARE]
    return mild if mild and source.random() < 0.98 else list(form.choices)


def _anytime_forms(play: Play, seat: SeatId) -> list[Form]:
    forms: list[Form] = []
    for region in play.view(seat).regions:
        for widget in region.widgets:
            match widget:
                case Map(pieces=pieces):
                    forms += [piece.form for piece in pieces]
                case BoxGrid(boxes=boxes):
                    forms += [box.form for box in boxes]
                case CardRow(form=form, cards=cards):
                    forms += [form, *(card.form for card in cards)]
                case Prompt(form=form) if region.name == "by-hand":
                    forms.append(form)
                case _:
                    pass
    return forms
