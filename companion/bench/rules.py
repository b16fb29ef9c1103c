"""``companion bench rules``: how fast the rules decide and fold.

Games of the Fellowship on the sample box are played by chance to the end of turn 20, by what the
prompts offer and by markers that walk; that is not timed. Then each game is gone through again,
command by command: what is timed is `decide` and `evolve` of every event, on one core, without
views and without the choosing. The last turn is held against the first kind by kind (the same step
and the same sort of command), so that a turn with more moves in it counts for no more.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.bench.figures import Bench, BenchError, Figures, Say, at_least, at_most
from companion.board.hexes import Hex
from companion.border import DieRoll, MarkerReading, Moved, Placed
from companion.games.fellowship.box.board_map import GRID
from companion.games.fellowship.box.board_places import find_hex, middle_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import Question, open_questions
from companion.games.fellowship.game import FellowshipGame
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, SEAT_IDS
from companion.games.fellowship.state import OFF, State
from companion.service.games import sample_box
from companion.service.settings import DEFAULT_GAME
from companion.table.commands import Act, Command, DieReported, EyeReported
from companion.table.events import GameStarted
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal
from companion.table.views import Field

LAST_TURN: Final = 20
_MOST_COMMANDS: Final = 5_000
_GAMES: Final = (6, 1)
"""Games that are played, and as many with ``--quick``."""

_MARKERS: Final = (
    ("green", 2, "4,f"),
    ("green", 2, "5,ef"),
    ("green", 6, "11,jk"),
    ("red", 6, "6,h"),
    ("red", 6, "8,d"),
    ("red", 6, "10,f"),
    ("black", 6, "14,h"),
    ("black", 6, "12,d"),
)
_NAMES: Final = (
    (FELLOWSHIP_SEAT, 1, "A"),
    (FELLOWSHIP_SEAT, 2, "B"),
    (ENEMY_SEAT, 4, "sauronic 1"),
)
_CARDS: Final = (
    (FELLOWSHIP_SEAT, "fellowship-A", ("Frodo", "Sam", "Merry", "Pippin")),
    (FELLOWSHIP_SEAT, "fellowship-B", ("Bree Man",)),
    (ENEMY_SEAT, "sauronic-1", ("Witch-king", "Khamul")),
)
_ENDS_EARLY: Final = ("dissolve", "sink", "deaths", "nobody", "over", "goal")
"""Choices that end a game or a fight on purpose."""

_GAME: Final = FellowshipGame()


@dataclass(frozen=True, slots=True)
class Told:
    """One command of a game with where the game stood.

    Attributes:
        turn: number of the turn.
        kind: the step and the sort of command.
        command: the command.
    """

    turn: int
    kind: str
    command: Command


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game to be gone through again: where it begins and every command."""

    start: State
    told: tuple[Told, ...]


def measure(seconds: float, say: Say, games: int = _GAMES[0]) -> Figures:
    """Play some games, then go through them again and again for so many seconds.

    Raises:
        BenchError: no game came to its last turn.
    """
    say(f"playing {games} games to turn {LAST_TURN}")
    recorded = list(_games(games))
    say("going through them again")
    rates: list[float] = []
    spent = _Spent()
    until_s = time.perf_counter() + seconds
    while len(rates) < games or time.perf_counter() < until_s:
        game = recorded[len(rates) % games]
        before_s = spent.total_s
        _go_through(game, spent)
        rates.append(len(game.told) / (spent.total_s - before_s))
    return {
        "commands_per_s": round(statistics.median(rates)),
        "slowest_game_commands_per_s": round(min(rates)),
        "last_turn_over_first": round(spent.last_over_first(), 2),
        "games": games,
        "commands": sum(len(game.told) for game in recorded),
    }


class _Spent:
    """Processor time by turn and kind of command."""

    def __init__(self) -> None:
        self.total_s = 0.0
        self._of: dict[tuple[int, str], list[float]] = defaultdict(list)

    def add(self, told: Told, taken_s: float) -> None:
        """One command took so long."""
        self.total_s += taken_s
        if told.turn in (1, LAST_TURN):
            self._of[told.turn, told.kind].append(taken_s)

    def last_over_first(self) -> float:
        """Time for a command on the last turn over that on the first, for the same kinds."""
        both = [kind for turn, kind in self._of if turn == 1 and (LAST_TURN, kind) in self._of]
        weights = {k: min(len(self._of[1, k]), len(self._of[LAST_TURN, k])) for k in both}
        first, last = (
            sum(weights[kind] * statistics.mean(self._of[turn, kind]) for kind in both)
            for turn in (1, LAST_TURN)
        )
        return last / first


def _go_through(game: Recorded, spent: _Spent) -> None:
    state = game.start
    for told in game.told:
        began_s = time.thread_time()
        decided = _GAME.decide(state, told.command)
        if not isinstance(decided, Refusal):
            for event in decided:
                state = _GAME.evolve(state, event)
        spent.add(told, time.thread_time() - began_s)


# --- Playing -------------------------------------------------------------------------------------


def _games(count: int) -> Iterator[Recorded]:
    """Games that come to the end of their last turn; those that end before are left out."""
    found = 0
    for seed in range(20 * count):
        game = _Player(seed).played()
        if game is not None:
            found += 1
            yield game
        if found == count:
            return
    raise BenchError(f"only {found} of {count} games came to turn {LAST_TURN}")


class _Player:
    """Both seats, the eye and the die, from one random source."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)  # noqa: S311 - the same games each time, nothing secret
        first = _GAME.start({}, sample_box(DEFAULT_GAME))
        if isinstance(first, Refusal) or not isinstance(first[0], GameStarted):
            raise BenchError("the game does not start")
        self._state = _GAME.begin(first[0])
        for event in first[1:]:
            self._state = _GAME.evolve(self._state, event)
        self._told: list[Told] = []
        self._rolls = 0

    def played(self) -> Recorded | None:
        """The game, or None if it ended before its last turn was over."""
        self._set_up()
        start, self._told = self._state, []
        for _ in range(_MOST_COMMANDS):
            public = self._state.public
            if public.over:
                ended = public.turn == LAST_TURN
                return Recorded(start, tuple(self._told)) if ended else None
            self._send(self._next())
        return None

    def _set_up(self) -> None:
        for number, (colour, face, place) in enumerate(_MARKERS, start=1):
            put = Placed(t_s=0.0, marker=_reading(number, colour, face, place))
            self._send(EyeReported(message=put))
        for seat, number, name in _NAMES:
            self._send(Act(seat=seat, action=f"name:{number}", inputs=(("name", name),)))
        for seat, box, cards in _CARDS:
            for card in cards:
                self._send(Act(seat=seat, action=f"lay:{box}", inputs=(("card", card),)))
        for seat in (ENEMY_SEAT, FELLOWSHIP_SEAT):
            (question,) = (one for one in self._asked() if one[0] == seat)
            self._send(Act(seat=seat, prompt=question[1].id, action="done"))

    def _send(self, command: Command) -> None:
        public = self._state.public
        kind = f"{public.step.partition('-')[2]} {type(command).__name__}"
        self._told.append(Told(public.turn, kind, command))
        decided = _GAME.decide(self._state, command)
        if not isinstance(decided, Refusal):
            for event in decided:
                self._state = _GAME.evolve(self._state, event)

    def _asked(self) -> list[tuple[SeatId, Question]]:
        return [
            (seat, question)
            for seat in SEAT_IDS
            for question in open_questions(scene_for(self._state, seat))
            if question.ask.asked
        ]

    def _next(self) -> Command:
        step = self._state.public.step
        if "-move" in step and self._source.random() < 0.6:
            moved = self._walk(FELLOWSHIP_SEAT if step.startswith("fp") else ENEMY_SEAT)
            if moved is not None:
                return moved
        seat, question = self._source.choice(self._asked())
        ask = question.ask
        forms = [form for form in (ask.form, *(c.form for c in ask.covered)) if form.choices]
        if ask.roll is not None or not forms:
            self._rolls += 1
            face = self._source.randint(1, 20)
            return DieReported(roll=DieRoll(die="BENCH", number=self._rolls, face=face, sides=20))
        form = self._source.choice(forms)
        mild = [one for one in form.choices if one.action not in _ENDS_EARLY]
        choice = self._source.choice(mild or form.choices)
        inputs = tuple(pair for one in form.fields for pair in self._filled(one))
        return Act(seat=seat, prompt=question.id, action=choice.action, inputs=inputs)

    def _walk(self, seat: SeatId) -> Command | None:
        """A marker goes one or two hexes on."""
        there = [p for p in moved_by(self._state.public, seat) if p.place != OFF]
        movers = [(p, here) for p in there if (here := find_hex(p.place)) is not None]
        if not movers:
            return None
        piece, here = self._source.choice(movers)
        for _ in range(self._source.choice((1, 2))):
            here = self._source.choice(GRID.neighbours(here))
        return EyeReported(message=_moved(piece, here))

    def _filled(self, one: Field) -> list[tuple[str, str]]:
        values = [option.value for option in one.options]
        match one.kind:
            case "select":
                return [(one.name, self._source.choice(values))] if values else []
            case "ticks":
                return [(one.name, value) for value in values if self._source.random() < 0.5]
            case "number":
                low, high = one.minimum or 0, one.maximum if one.maximum is not None else 6
                return [(one.name, str(self._source.randint(low, high)))]
            case "place":
                return [(one.name, self._source.choice(list(self._state.public.table)).place)]
            case "text":
                return [(one.name, "-")]


def _reading(number: int, colour: str, face: int, place: str) -> MarkerReading:
    middle = middle_of(place)
    return MarkerReading(
        track=number, colour=colour, face=face, x_in=middle.x_in, y_in=middle.y_in, place=place
    )


def _moved(piece: Piece, there: Hex) -> Moved:
    before = _reading(piece.id, piece.colour, piece.face, piece.place)
    return Moved(
        t_s=0.0, marker=_reading(piece.id, piece.colour, piece.face, there.label), before=before
    )


def _quick(seconds: float, say: Say) -> Figures:
    return measure(seconds, say, _GAMES[1])


BENCH: Final = Bench(
    about="How many commands a second the rules decide and fold, on the first turn and the last.",
    measure=measure,
    quick=_quick,
    goals=(at_least("commands_per_s", 2_000), at_most("last_turn_over_first", 1.0)),
)
"""For ``companion bench``."""
