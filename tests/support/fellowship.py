"""Playing the Fellowship game through commands, as tests and scripts do it.

A `Play` holds the state and every event so far. It presses only what the views offer: `press`
answers the prompt in which a choice stands, `tap` uses what may be done at any time. The eye and
the die are played by `put`, `go`, `turn`, `lift` and `die`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources

import msgspec

from companion.border import DieRoll, MarkerReading, Moved, Placed, Removed, Turned
from companion.games.fellowship.box.board_places import middle_of
from companion.games.fellowship.flow.engine import scene_for
from companion.games.fellowship.flow.questions import open_questions
from companion.games.fellowship.game import FellowshipGame
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import State
from companion.games.fellowship.views.prompts import private_region, prompt_region
from companion.table.commands import Act, Command, DieReported, EyeReported
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, PieceId, SeatId
from companion.table.values import Piece, Refusal
from companion.table.views import Explained, Map, MapHex, Prompt, Text, View

FP = FELLOWSHIP_SEAT
EP = ENEMY_SEAT
GAME = FellowshipGame()
SAMPLE_BOX = (
    resources.files("companion.games.fellowship").joinpath("data", "sample-box.toml").read_text()
)
VIEWERS = (FP, EP, PUBLIC)


_LEADING_ON = ("wave-away", "discard", "claim:none", "take", "done")
"""Choices that get a game on when a test does not care."""


class RefusedError(AssertionError):
    """A command was refused although the test counted on it."""


class Play:
    """One game, played by commands.

    Attributes:
        state: where it stands.
        events: every event so far.
    """

    def __init__(self, box: str = "", options: Mapping[str, str] | None = None) -> None:
        first = GAME.start(options or {}, box)
        assert not isinstance(first, Refusal), first
        started = first[0]
        assert isinstance(started, GameStarted)
        self.state: State = GAME.begin(started)
        self.events: list[Event] = list(first)
        self._rolls = 0
        for event in first[1:]:
            self.state = GAME.evolve(self.state, event)

    # --- commands ------------------------------------------------------------------------------

    def send(self, command: Command) -> tuple[Event, ...]:
        """Decide and fold; a refusal is an error."""
        decided = self.attempt(command)
        if isinstance(decided, Refusal):
            raise RefusedError(f"{decided.text} ({command})")
        return decided

    def attempt(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Decide and fold; a refusal changes nothing."""
        decided = GAME.decide(self.state, command)
        if isinstance(decided, Refusal):
            return decided
        for event in decided:
            self.state = GAME.evolve(self.state, event)
        self.events += decided
        return decided

    def refusal(self, command: Command) -> Refusal:
        """The refusal that a command gets; state stays as it is."""
        decided = GAME.decide(self.state, command)
        assert isinstance(decided, Refusal), decided
        return decided

    def press(self, seat: SeatId, action: str, **inputs: str | list[str]) -> tuple[Event, ...]:
        """Press a choice of the prompt that offers it."""
        return self.send(self.act(seat, action, **inputs))

    def act(self, seat: SeatId, action: str, **inputs: str | list[str]) -> Act:
        """The command for a choice of the prompt that offers it; a list ticks several entries."""
        prompt = self.prompt_with(seat, action)
        fields = [
            (name.replace("_", "-"), text)
            for name, given in inputs.items()
            for text in ([given] if isinstance(given, str) else given)
        ]
        return Act(seat=seat, prompt=prompt.id, action=action, inputs=tuple(fields))

    def tap(self, seat: SeatId, action: str, **inputs: str) -> tuple[Event, ...]:
        """Do what may be done at any time."""
        fields = tuple((name.replace("_", "-"), text) for name, text in inputs.items())
        return self.send(Act(seat=seat, action=action, inputs=fields))

    def begin(self) -> None:
        """Both sides have set up: the first player-turn is on."""
        assert self.step == "setup-enemy"
        self.press(EP, "done")
        self.press(FP, "done")

    def name(self, seat: SeatId, piece: int, name: str) -> None:
        """Say privately what a marker is."""
        self.tap(seat, f"name:{piece}", name=name)

    def lay(self, seat: SeatId, box: str, *cards: str) -> None:
        """Lay cards into a display box."""
        for card in cards:
            self.tap(seat, f"lay:{box}", card=card)

    def die(self, *numbers: int) -> None:
        """Rolls of 1 to 10 from the die on the table."""
        for number in numbers:
            self._rolls += 1
            roll = DieRoll(die="d20", number=self._rolls, face=number, sides=20)
            self.send(DieReported(roll=roll))

    def die_so_that(self, holds: Callable[[Play], bool]) -> None:
        """The lowest roll of 1 to 10 after which something holds, as the tables in use have it."""
        for number in range(1, 11):
            after = Play.__new__(Play)
            after.state, after.events, after._rolls = self.state, [], self._rolls
            after.die(number)
            if holds(after):
                self.die(number)
                return
        raise AssertionError(f"no roll of the sample tables does that at {self.step}")

    def die_giving(self, result: str) -> None:
        """The lowest roll that looks this result up in the tables in use."""
        self.die_so_that(lambda after: [one.result for one in after.shown_result()] == [result])

    def put(self, track: int, colour: str, face: int, place: str) -> tuple[Event, ...]:
        """The eye sees a marker that was not there."""
        marker = reading(track, colour, face, place)
        return self.send(EyeReported(message=Placed(t_s=0.0, marker=marker)))

    def go(self, track: int, place: str) -> tuple[Event, ...]:
        """The eye sees a marker that has moved."""
        before = self.reading(track)
        marker = reading(track, before.colour, before.face, place)
        return self.send(EyeReported(message=Moved(t_s=0.0, marker=marker, before=before)))

    def turn(self, track: int, face: int) -> tuple[Event, ...]:
        """The eye sees a marker that shows another side."""
        before = self.reading(track)
        marker = msgspec.structs.replace(before, face=face)
        return self.send(EyeReported(message=Turned(t_s=0.0, marker=marker, before=before)))

    def lift(self, track: int) -> tuple[Event, ...]:
        """The eye sees that a marker is gone."""
        return self.send(EyeReported(message=Removed(t_s=0.0, marker=self.reading(track))))

    def reading(self, track: int) -> MarkerReading:
        """The marker as the table has it."""
        piece = self.state.public.table.pieces[PieceId(track)]
        return MarkerReading(
            track=piece.id,
            colour=piece.colour,
            face=piece.face,
            x_in=piece.x_in,
            y_in=piece.y_in,
            place=piece.place,
        )

    # --- what is shown -------------------------------------------------------------------------

    def view(self, seat: SeatId) -> View:
        """A viewer's screen."""
        return GAME.view(self.state, seat)

    def prompts(self, seat: SeatId) -> tuple[Prompt, ...]:
        """Everything that is open for a viewer: ``prompt`` and ``private`` of its screen."""
        questions = open_questions(scene_for(self.state, seat))
        regions = (prompt_region(questions), private_region(questions))
        return tuple(
            widget
            for region in regions
            if region is not None
            for widget in region.widgets
            if isinstance(widget, Prompt)
        )

    def prompt_with(self, seat: SeatId, action: str) -> Prompt:
        """The prompt that offers a choice."""
        for prompt in self.prompts(seat):
            if prompt.asked and action in {choice.action for choice in prompt.form.choices}:
                return prompt
        offered = [(p.sentence, [c.action for c in p.form.choices]) for p in self.prompts(seat)]
        raise RefusedError(f"{seat} is not offered {action!r}, but {offered}")

    def warnings(self, seat: SeatId) -> tuple[str, ...]:
        """What a seat alone is told about its own groups, in its tab Boxes."""
        region = self.view(seat).region("boxes")
        if region is None:
            return ()
        assert region.secret
        return tuple(
            widget.text
            for widget in region.widgets
            if isinstance(widget, Text) and widget.style == "warning"
        )

    def shown_result(self) -> tuple[Explained, ...]:
        """The last looked-up result as the public sees it, if one is shown."""
        region = self.view(PUBLIC).region("result")
        assert region is not None
        return tuple(widget for widget in region.widgets if isinstance(widget, Explained))

    def map_hexes(self, seat: SeatId) -> tuple[MapHex, ...]:
        """The hexes of a viewer's map."""
        region = self.view(seat).region("map")
        assert region is not None
        (widget,) = region.widgets
        assert isinstance(widget, Map)
        return widget.hexes

    def go_on(self, until: str = "") -> None:
        """Press what leads on with as little as possible, to a step or once."""
        for _ in range(200):
            if until and self.step == until:
                return
            self._press_on()
            if not until:
                return
        raise AssertionError(f"never came to {until}, but to {self.step}")

    def _press_on(self) -> None:
        for action in _LEADING_ON:
            for seat in (FP, EP):
                offered = [
                    prompt
                    for prompt in self.prompts(seat)
                    if prompt.asked and action in {c.action for c in prompt.form.choices}
                ]
                if offered:
                    self.press(seat, action)
                    return
        if any(prompt.roll is not None for prompt in self.prompts(FP)):
            self.die(1)
            return
        raise RefusedError(f"nothing leads on from {self.step}: {self.prompts(FP)}")

    @property
    def step(self) -> str:
        """Where the game stands."""
        return self.state.public.step.value


def reading(track: int, colour: str, face: int, place: str) -> MarkerReading:
    """A marker as the eye reports it, in the middle of its place."""
    middle = middle_of(place)
    return MarkerReading(
        track=track, colour=colour, face=face, x_in=middle.x_in, y_in=middle.y_in, place=place
    )


def piece_at(number: int, colour: str, face: int, place: str) -> Piece:
    """A marker in the middle of its place."""
    middle = middle_of(place)
    return Piece(
        id=PieceId(number),
        colour=colour,
        face=face,
        x_in=middle.x_in,
        y_in=middle.y_in,
        place=place,
    )
