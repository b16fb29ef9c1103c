"""The cooperative quest without a house: press, roll, set things up, play at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Final

import msgspec

from companion.games.quest.board import BOARD
from companion.games.quest.desk import Desk
from companion.games.quest.flow import ask_of, settle
from companion.games.quest.game import QuestGame
from companion.games.quest.names import ALL_SEATS, MORIA
from companion.games.quest.state import State, Task, scene_for
from companion.table.commands import Act, Command, RollEntered
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Refusal, RollSource
from companion.table.views import CardRow, Field, Form, Prompt, RollWanted, View
from tests.support.counter_sights import CounterSights

GAME: Final = QuestGame()
SAMPLE: Final = (resources.files("companion.games.quest") / "data/sample-box.toml").read_text(
    "utf-8"
)
SEED: Final = "20260102"
_replace = msgspec.structs.replace


class QuestPlay:
    """One game in memory.

    Args:
        players: how many seats.
        box: text of the box file.
        options: further options.
    """

    def __init__(self, players: int = 2, box: str = SAMPLE, **options: str) -> None:
        started = GAME.start({"players": str(players), **options}, box)
        assert not isinstance(started, Refusal), started
        first, *later = started
        assert isinstance(first, GameStarted)
        self.events: list[Event] = list(started)
        self.state: State = GAME.begin(first)
        for event in later:
            self.state = GAME.evolve(self.state, event)
        self.seats = [seat.id for seat in ALL_SEATS[:players]]

    # --- setting up ----------------------------------------------------------------------------

    def public(self, **changes: object) -> None:
        """Change public facts as if they had come about."""
        self.state = _replace(self.state, public=_replace(self.state.public, **changes))

    def hidden(self, **changes: object) -> None:
        """Change what lies face down."""
        self.state = _replace(self.state, hidden=_replace(self.state.hidden, **changes))

    def hold(self, seat: SeatId, *cards: str) -> None:
        """Give a seat exactly these cards."""
        self.hidden(hands={**self.state.hidden.hands, seat: cards})
        self.player(seat, cards=len(cards))

    def player(self, seat: SeatId, **changes: object) -> None:
        """Change what everybody sees of a player."""
        self.public(
            players=tuple(
                _replace(one, **changes) if one.seat == seat else one
                for one in self.state.public.players
            )
        )

    def shields(self, seat: SeatId, points: int) -> None:
        """Give a seat shields."""
        self.hidden(shields={**self.state.hidden.shields, seat: points})

    def tasks(self, *tasks: Task) -> None:
        """Let these tasks be next, before what is to be done anyway; run what runs by itself."""
        self.public(agenda=(*tasks, *self.state.public.agenda))
        desk = Desk(self.state)
        settle(desk)
        self._take(desk.written())
        if not desk.events:
            self.state = desk.state

    def on_board(self, stage: str = MORIA, *, tile: str = "") -> None:
        """Shuffle and go to a scenario board, with a tile on top of the pile."""
        if self.state.public.top.kind == "chance":
            self.draw(int(SEED))
        self.public(agenda=())
        self.tasks(Task(kind="stage", text=stage))
        if tile:
            self.next_tile(tile)

    def next_tile(self, tile: str) -> None:
        """Put a tile on top of the pile."""
        tiles = list(self.state.hidden.tiles)
        tiles.remove(tile)
        self.hidden(tiles=(tile, *tiles))

    # --- playing -------------------------------------------------------------------------------

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = GAME.evolve(self.state, event)
        self.events += events

    def do(self, command: Command) -> Refusal | None:
        """One command."""
        decided = GAME.decide(self.state, command)
        if isinstance(decided, Refusal):
            return decided
        self._take(decided)
        return None

    def view(self, viewer: SeatId = PUBLIC) -> View:
        """A viewer's screen."""
        return GAME.view(self.state, viewer)

    @property
    def prompt_id(self) -> PromptId:
        """Id of the open question."""
        return PromptId(f"q{self.state.public.asked}")

    @property
    def kind(self) -> str:
        """What is to be done next."""
        return self.state.public.top.kind

    def press(self, seat: SeatId, action: str, **inputs: str) -> None:
        """Answer the open question, which must be taken."""
        refusal = self.tried(seat, action, **inputs)
        assert refusal is None, refusal

    def tried(self, seat: SeatId, action: str, **inputs: str) -> Refusal | None:
        """Answer the open question."""
        act = Act(seat=seat, prompt=self.prompt_id, action=action, inputs=tuple(inputs.items()))
        return self.do(act)

    def give(self, seat: SeatId, *cards: str, action: str = "give") -> Refusal | None:
        """Tick cards under the cover and press a choice there."""
        stamp = "" if action == "discard" else f"@{self.state.public.asked}"
        seen: Counter[str] = Counter()
        inputs = []
        for card in cards:
            seen[card] += 1
            inputs.append(("cards", f"{card.replace(', ', '/').replace(' ', '-')}/{seen[card]}"))
        return self.do(Act(seat=seat, action=f"{action}{stamp}", inputs=tuple(inputs)))

    def play(self, seat: SeatId, card: str, line: str = "") -> Refusal | None:
        """Play a card from the hand."""
        key = f"{card.replace(', ', '/').replace(' ', '-')}/1"
        action = f"play:{key}@{self.state.public.asked}"
        inputs = (("line", line),) if line else ()
        return self.do(Act(seat=seat, action=action, inputs=inputs))

    def anytime(self, seat: SeatId, action: str, **inputs: str) -> Refusal | None:
        """Something that may be done while something else is asked."""
        return self.do(Act(seat=seat, action=action, inputs=tuple(inputs.items())))

    def draw(self, face: int) -> None:
        """Let the table draw the order of everything."""
        self._enter(face, self._roll().sides, "generator")

    def roll(self, face: int) -> None:
        """Roll the awaited die; the sample box has blank, 1, 2, 3 circles, cards, eye on 1 to 6."""
        self._enter(face, 6, "typed")

    def _roll(self) -> RollWanted:
        wanted = ask_of(scene_for(self.state, PUBLIC)).roll
        assert wanted is not None, f"no roll is asked at {self.kind}"
        return wanted

    def _enter(self, face: int, sides: int, source: RollSource) -> None:
        refusal = self.do(
            RollEntered(
                seat=self.state.public.top.seat,
                prompt=self.prompt_id,
                face=face,
                sides=sides,
                source=source,
            )
        )
        assert refusal is None, refusal

    @property
    def outcome(self) -> str:
        """How the game ended, empty while it goes on."""
        return self.state.public.outcome

    def at(self, seat: SeatId) -> int:
        """A Hobbit's space."""
        return self.state.public.player(seat).at

    def hand(self, seat: SeatId) -> tuple[str, ...]:
        """A seat's cards."""
        return self.state.hidden.hands[seat]

    def set_markers(self, **markers: int) -> None:
        """Put markers on spaces of the board."""
        self.public(markers={**self.state.public.markers, **markers})


class RandomQuest:
    """All seats, pressing whatever their screens offer.

    Args:
        play: the game.
        seed: the same gives the same game.
        helps: how often something is done that nobody asked for, from 0 to 1.
        hands: how often a cube is moved on the sheet of lines, from 0 to 1.
        careful: give what is asked and keep Hobbits out of the darkness, so that games get far.
    """

    def __init__(
        self,
        play: QuestPlay,
        seed: int,
        helps: float = 0.1,
        hands: float = 0.0,
        *,
        careful: bool = False,
    ) -> None:
        self.play = play
        self.source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
        self.helps = 0.02 if careful else helps
        self.careful = careful
        self.hands = hands
        self.sheet = CounterSights(BOARD)
        self.refused: Counter[str] = Counter()
        self.pressed: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.play.state.public.outcome != ""

    def step(self) -> None:
        """One command of somebody."""
        refusal = self.play.do(self.command())
        if refusal is not None:
            self.refused[refusal.code] += 1

    def command(self) -> Command:
        """What somebody presses next, or does on the table."""
        if self.hands and self.source.random() < self.hands:
            return self.sheet.anything(self.source)
        public = self.play.state.public
        asked = ask_of(scene_for(self.play.state, PUBLIC))
        everybody = self.source.random() < self.helps
        seats = public.alive if everybody else (asked.seats or public.alive)
        seat = self.source.choice(seats)
        view = self.play.view(seat)
        forms: list[tuple[PromptId | None, Form]] = []
        for region in view.regions:
            if region.name == "by-hand":
                continue
            for widget in region.widgets:
                match widget:
                    case Prompt(asked=True, roll=RollWanted() as roll):
                        return self._rolled(seat, widget.id, roll)
                    case Prompt(form=form, id=prompt):
                        forms.append((prompt, form))
                    case CardRow(form=form, cards=cards):
                        forms += [(None, form), *((None, card.form) for card in cards)]
                    case _:
                        pass
        offered = [(prompt, form) for prompt, form in forms if form.choices]
        if not offered:
            return Act(seat=seat, action="nothing")
        prompt, form = self.source.choice(self._wise(offered))
        return self._press(seat, prompt, form, everybody=everybody)

    def _wise(
        self, offered: list[tuple[PromptId | None, Form]]
    ) -> list[tuple[PromptId | None, Form]]:
        """Of a careful player's forms those that go against the enemy, if there are any."""
        if not self.careful or self.source.random() < 0.05:
            return offered
        wise = [
            (prompt, Form(fields=form.fields, choices=choices))
            for prompt, form in offered
            if (choices := tuple(one for one in form.choices if not _foolish(one.action)))
        ]
        return wise or offered

    def _rolled(self, seat: SeatId, prompt: PromptId | None, roll: RollWanted) -> RollEntered:
        return RollEntered(
            seat=seat,
            prompt=prompt,
            face=self.source.randint(1, roll.sides),
            sides=roll.sides,
            source="generator",
        )

    def _press(self, seat: SeatId, prompt: PromptId | None, form: Form, *, everybody: bool) -> Act:
        choices = [one for one in form.choices if one.action != "discard" or everybody]
        choice = self.source.choice(choices or list(form.choices))
        self.pressed[choice.action.partition("@")[0].partition(":")[0]] += 1
        inputs = tuple(pair for field in form.fields for pair in self._fill(field))
        return Act(seat=seat, prompt=prompt, action=choice.action, inputs=inputs)

    def _fill(self, field: Field) -> list[tuple[str, str]]:
        values = [option.value for option in field.options]
        if field.kind == "ticks":
            count = min(len(values), self.source.choice((1, 1, 2, 2, 3)))
            return [(field.name, value) for value in self.source.sample(values, count)]
        return [(field.name, self.source.choice(values))] if values else []


_FOOLISH: Final = {"refuse", "done", "discard", "volunteer"}


def _foolish(action: str) -> bool:
    return action.partition("@")[0] in _FOOLISH


def encoded(state: State, viewer: SeatId) -> bytes:
    """A viewer's screen as bytes."""
    return msgspec.json.encode(GAME.view(state, viewer))


def options_of(number: int) -> Mapping[str, str]:
    """Options of a random game, so that all variants come up."""
    variants = ("", "preparations", "passing,clockwise", "competitive", "competitive,traitor")
    levels = ("introductory", "standard", "expert")
    return {
        "variants": variants[number % len(variants)],
        "level": levels[number % len(levels)],
    }
