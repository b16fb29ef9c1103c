"""What came up in many random games, counted against all that could; printed as a table."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, get_args

from companion.games.fellowship.events.combat import FightStage, fight_work
from companion.games.fellowship.events.movement import move_work
from companion.games.fellowship.events.play import ResultShown
from companion.games.fellowship.events.search import StageId, search_work
from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.flow.questions import Question
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.play.walk_matter import matter_of
from companion.games.fellowship.play.walk_questions import QUESTIONS
from companion.games.fellowship.rules.victory import Ending
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.switches import SWITCHES
from companion.games.fellowship.tables.search_result import SearchCode, parse_search_result
from companion.table.events import Event, SecretsBound
from tests.support.fellowship import GAME, Play
from tests.support.random_games import GamePlayer

NEVER_ASKED: Final = (StepId.FP_DRAW, StepId.EP_DRAW, StepId.FP_ENHANCE)
"""Steps that go by themselves: nobody is asked anything in them."""

OTHERS_EVENTS: Final = (SecretsBound,)
"""Events that the table's keeper adds between commands; the rules never decide them."""

_MADE_OF_STAGES: Final = (StepId.FP_SEARCH, StepId.EP_SEARCH, StepId.FP_FIGHT, StepId.EP_FIGHT)
"""Steps whose every prompt is a stage of a search or a fight."""

_KINDS: Final = ("step", "cell", "flag", "expected", "undecided", "proposal", "event")
_ASKED_ELSEWHERE: Final = ("values", "hand", "retreat", "look", "random-look")
"""Stages that wait for a value of the box, or whose question is counted under another name."""


def event_names() -> list[str]:
    """Every event type that the rules can decide on."""
    return [one.__name__ for one in GAME.event_types if one not in OTHERS_EVENTS]


def prompt_kinds() -> list[str]:
    """Every kind of prompt: beside a step, a step, a stage of a search, a walk and a fight."""
    fight = [stage for stage in get_args(FightStage) if stage not in _ASKED_ELSEWHERE]
    search = [stage for stage in get_args(StageId) if stage not in _ASKED_ELSEWHERE]
    steps = [step for step in StepId if step not in (*NEVER_ASKED, *_MADE_OF_STAGES)]
    return [
        *(f"beside: {kind}" for kind in _KINDS if kind != "step"),
        *(f"step: {step}" for step in steps),
        *(f"search: {stage}" for stage in search),
        *(f"walk: {kind}" for kind in QUESTIONS),
        *(f"fight: {stage}" for stage in fight),
        "fight: by hand",
    ]


@dataclass
class Tally:
    """Counts of many games.

    Attributes:
        games, commands, turns: how many.
        events: by event type.
        prompts: prompts that some seat was asked, by kind, each once however long it stood.
        letters: results of search rolls, by what T.5 prints.
        endings: by scenario and by why the game was over.
        switches: games in which each switch was on.
        pressed: choices, by action without what is behind a colon.
        refused: refusals by code.
        began_s: processor time when the counting began.
    """

    games: int = 0
    commands: int = 0
    turns: int = 0
    events: Counter[str] = field(default_factory=Counter)
    prompts: Counter[str] = field(default_factory=Counter)
    letters: Counter[str] = field(default_factory=Counter)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    switches: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    began_s: float = field(default_factory=time.process_time)

    def note_prompts(self, player: GamePlayer) -> None:
        """Count what is asked now and has not been seen in this game."""
        for seat in SEAT_IDS:
            for question in player.questions(seat):
                mark = f"{seat} {question.id}"
                if question.ask.asked and mark not in player.seen:
                    player.seen.add(mark)
                    self.prompts[kind_of(player.play, question)] += 1

    def note_game(self, play: Play) -> None:
        """Count a game that is over or has been left."""
        public = play.state.public
        self.games += 1
        self.events.update(type(event).__name__ for event in play.events)
        self.letters.update(_letters(play.events))
        self.endings[public.scenario, str(public.ending) or "left"] += 1
        on = (one.option for one in SWITCHES if getattr(public.switches, one.field))
        self.switches.update(on)

    def missing(self) -> dict[str, list[str]]:
        """What never came up, by what it is."""
        endings = {ending for _, ending in self.endings}
        scenarios = {scenario for scenario, _ in self.endings}
        found = {
            "events": [name for name in event_names() if not self.events[name]],
            "prompts": [kind for kind in prompt_kinds() if not self.prompts[kind]],
            "letters": [one.value for one in SearchCode if not self.letters[one.value]],
            "endings": [one.value for one in Ending if one.value not in endings],
            "switches": [one.option for one in SWITCHES if not self.switches[one.option]],
            "scenarios": [one for one in SCENARIOS if one not in scenarios],
        }
        return {what: names for what, names in found.items() if names}

    def table(self) -> str:
        """Everything as lines of text."""
        spent_s = time.process_time() - self.began_s
        events = sum(self.events.values())
        counted = f"{self.games} games, {self.turns} turns, {self.commands} commands"
        lines = [f"{counted}, {events} events, {spent_s:.0f} s of processor time"]
        lines += _rows("event", self.events)
        lines += _rows("prompt", self.prompts)
        lines += _rows("search result", self.letters)
        endings = Counter({f"{one}, {why}": count for (one, why), count in self.endings.items()})
        lines += _rows("ending", endings)
        lines += _rows("switch", self.switches)
        lines += _rows("pressed", self.pressed)
        lines += _rows("refused", self.refused)
        lines += [f"never: {what}: {', '.join(names)}" for what, names in self.missing().items()]
        return "\n".join(lines)


def kind_of(play: Play, question: Question) -> str:
    """What kind of prompt a question is."""
    if question.kind != "step":
        return f"beside: {question.kind}"
    public = play.state.public
    probe, walk, fight = search_work(public).probe, move_work(public).walk, fight_work(public)
    if probe is not None:
        return f"search: {probe.stage}"
    if walk is not None and "-move" in public.step:
        return f"walk: {matter_of(public, play.state.handbook, walk).kind}"
    if "-fight" in public.step:
        return f"fight: {fight.stage}" if fight and fight.stage != "hand" else "fight: by hand"
    return f"step: {public.step}"


def _letters(events: list[Event]) -> list[str]:
    """The result of every search roll that was looked up."""
    shown = [event.result for event in events if isinstance(event, ResultShown)]
    printed = [
        one.result for one in shown if one is not None and one.title.startswith("Search at ")
    ]
    # On a screen the dash of the table is said in a word.
    letters = [SearchCode.NONE.value if one == "nothing" else one for one in printed]
    return [parse_search_result(one, is_ship=True).code.value for one in letters]


def _rows(title: str, counts: Counter[str]) -> list[str]:
    names = sorted(counts, key=lambda name: (-counts[name], name))
    return [f"{title:14} {name:32} {counts[name]:9}" for name in names]
