"""What the web UI needs from whoever runs the table: the border to `companion.service`.

The service implements `TableService` (and `Demo` in demo mode) and hands both to
`webui.app.create_app` inside `Services`. `webui.hub.ViewHub` does the counting of changes and the
bounded queues for it, so that every implementation tells screens the same thing in the same way.

Everything here is called from many request threads at once.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

import msgspec

from companion.board.board import Board
from companion.border import DieState, EyeState
from companion.table.commands import Act
from companion.table.ids import PromptId, SeatId
from companion.table.values import Refusal, Roll, Seat
from companion.table.views import Form, View

DEVICES_REGION: Final = "devices"
"""Name under which a change of `Devices` is told to screens; no view may use it for a region."""


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer sees now.

    Attributes:
        view: the view.
        counter: how many times this viewer's own screen has changed since the service started.
            It counts nothing else, so it says nothing of what other seats did.
        waited_s: seconds since this viewer's prompt last changed, 0 where the view has none.
    """

    view: View
    counter: int
    waited_s: float = 0.0


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """News for one screen.

    Attributes:
        counter: `Screen.counter` after the change.
        regions: names of the regions that are new, `DEVICES_REGION` among them where it applies.
        reload: the queue was too short to know which: fetch everything.
    """

    counter: int
    regions: tuple[str, ...] = ()
    reload: bool = False


class SubscriptionEndedError(Exception):
    """The service is stopping; no more news will come from this subscription."""


class Subscription(Protocol):
    """One screen's bounded queue of news."""

    def wait(self, timeout_s: float) -> Change | None:
        """Next change, or None when `timeout_s` has passed without one.

        Raises:
            SubscriptionEndedError: the service is stopping or `close` was called.
        """

    def close(self) -> None:
        """Give the queue back; calling it again does nothing."""


class Devices(msgspec.Struct, frozen=True, kw_only=True):
    """How the eye and the die are. Public; None where the game goes on without that device.

    Attributes:
        eye: the camera over the map.
        die: the die that rolls.
        disk_waits: what they report is not written, since the disk does not take it.
        is_packed: the game was packed away and is not laid out again; the eye is not believed.
    """

    eye: EyeState | None = None
    die: DieState | None = None
    disk_waits: bool = False
    is_packed: bool = False


class TimelineMark(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the replay's timeline.

    Attributes:
        step: the step it stands at.
        label: such as ``Turn 3`` or ``Search at 12,e``.
        kind: ``turn`` (a block), ``phase`` (a tick), ``event`` (a dot).
    """

    step: int
    label: str
    kind: Literal["turn", "phase", "event"] = "event"


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """How far a viewer can step through the game.

    Attributes:
        steps: number of steps; step 0 is the start, the last is `steps - 1`. A step is a change of
            this viewer's own view, never a number of the journal.
        marks: places to jump to, in order of their steps.
        heat: for each place how often a marker came to it, as this viewer saw it.
    """

    steps: int
    marks: tuple[TimelineMark, ...] = ()
    heat: tuple[tuple[str, int], ...] = ()


class RollRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The rolls of one or more games: public facts, and nothing of what they were for.

    Attributes:
        games: number of games.
        rolls: in the order in which they were made, each once.
    """

    games: int
    rolls: tuple[Roll, ...]


class FixedPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point of the game that all have passed, with the code that all may note.

    Attributes:
        label: the point, in the words of the public view.
        code: digits in groups; a hash over fresh salts, so that it tells nothing.
    """

    label: str
    code: str


class TableService(Protocol):
    """The table, as the web UI may use it."""

    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game, in the order of the sequence of play."""

    def screen(self, viewer: SeatId) -> Screen:
        """What a seat, or `PUBLIC`, may see now.

        Raises:
            KeyError: no such seat.
        """

    def act(self, act: Act) -> Refusal | None:
        """Carry out what a seat pressed; returns when the effect is on disk and in the views."""

    def enter_roll(
        self, seat: SeatId, prompt: PromptId | None, face: int | None, sides: int
    ) -> Refusal | None:
        """Give a roll by hand: `face` as typed, or None to have the system draw one.

        Like `act` it returns when the effect is on disk. A face outside 1 to `sides` is refused.
        """

    def devices(self) -> Devices:
        """How the eye and the die are now."""

    def subscribe(self, viewer: SeatId, since: int | None) -> Subscription:
        """Queue of news for one screen of a viewer.

        With `since`, the counter that the screen has, the first `wait` gives at once what has
        changed after it, or `Change(reload=True)` where that is no longer known.
        """

    def timeline(self, viewer: SeatId) -> Timeline:
        """How far this viewer can step back. During a game a seat sees what it knew at the time."""

    def view_at(self, viewer: SeatId, step: int) -> View:
        """This viewer's view as it was at a step of its own timeline.

        Raises:
            IndexError: the timeline has no such step.
        """

    def roll_record(self, *, of_all_games: bool) -> RollRecord:
        """The rolls of this game, or of all games that are written down."""

    def fixed_points(self) -> tuple[FixedPoint, ...]:
        """The fixed public points passed so far, the oldest first; the same for everybody."""

    def demo(self) -> Demo | None:
        """The virtual table, None outside demo mode."""


class MarkerToLay(msgspec.Struct, frozen=True, kw_only=True):
    """A marker of a table that is laid again: public facts.

    Attributes:
        place: label of its place.
        colour, face: what is seen from above.
        is_there: whether the eye has found it there.
    """

    place: str
    colour: str
    face: int
    is_there: bool


class SetUpStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How far a table is laid again.

    Attributes:
        markers: those that belong on it, by place.
        too_many: those that the eye sees beside them.
        has_eye: whether a camera looks; without one nothing is ever found.
    """

    markers: tuple[MarkerToLay, ...]
    too_many: tuple[MarkerToLay, ...] = ()
    has_eye: bool = True


class SetUp(Protocol):
    """A game that was packed away and is laid out again."""

    def standing(self) -> SetUpStanding | None:
        """How far it is, None once the table has been said to be laid."""

    def done(self) -> None:
        """The table is laid; calling it again does nothing."""


class CardPhotoError(ValueError):
    """A photograph that cannot be read; the text says what to do."""


class CardReader(Protocol):
    """Reads the labels on card sleeves. Nothing of a photograph is kept."""

    def read(self, photo: bytes, seat: SeatId) -> tuple[str, ...]:
        """What the labels in a JPEG file of a seat say, each as often as it is there.

        Raises:
            CardPhotoError: it is no picture, too large, or another one of this seat is being read.
                That another seat has one read must make no difference.
        """


class GameChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be begun.

    Attributes:
        id: stable word.
        title: name for people.
        summary: one line of what it is.
        form: the options that are chosen before it begins.
    """

    id: str
    title: str
    summary: str
    form: Form


class WrittenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was begun. Public: says nothing of what happened in it.

    Attributes:
        id: names it for `Games`.
        title: name of the game that is played.
        started_at, ended_at: ISO 8601 in UTC; `ended_at` is empty while it can be gone on with.
        seats: titles of its seats.
        is_open: whether it is the one at the table now.
        verdict: how the open one ended by its rules, empty while it is played.
    """

    id: str
    title: str
    started_at: str
    ended_at: str = ""
    seats: tuple[str, ...] = ()
    is_open: bool = False
    verdict: str = ""


ALL: Final = SeatId("all")
"""Who looks at an ended game with the knowledge of every seat."""


class ReplaySource(Protocol):
    """A game that can be stepped through."""

    def seats(self) -> tuple[Seat, ...]:
        """The seats that were played; `view_at` knows them, the public and `ALL`."""

    def timeline(self, viewer: SeatId) -> Timeline:
        """How far a viewer can step."""

    def view_at(self, viewer: SeatId, step: int) -> View:
        """A viewer's view as it was.

        Raises:
            IndexError: the timeline has no such step.
        """


class WrittenReplay(ReplaySource, Protocol):
    """The replay of a game that has ended."""

    def file(self) -> str:
        """The whole of it as one file of HTML."""

    def text(self) -> bytes:
        """The whole of it as a text file that can be taken in again, one line for each event."""


class Games(Protocol):
    """The games of a house. At most one of them is open; the others lie aside or have ended."""

    def choices(self) -> tuple[GameChoice, ...]:
        """What can be begun."""

    def written(self) -> tuple[WrittenGame, ...]:
        """What was begun, the newest first."""

    def begin(self, choice: str, inputs: tuple[tuple[str, str], ...], ends: str = "") -> str | None:
        """Lay the open game aside, begin another and open it. A sentence if it cannot be.

        Args:
            choice: which kind of game.
            inputs: the options as they were filled in.
            ends: the game of which whoever wishes it has read that it is over: it ends then.
        """

    def go_on(self, game_id: str, ends: str = "") -> str | None:
        """Lay the open game aside and open another; `ends` as of `begin`.

        Returns:
            A sentence if it cannot be.
        """

    def put_away(self) -> str | None:
        """Lay the open game aside. A sentence if it cannot be."""

    def end(self, game_id: str) -> str | None:
        """Mark a game as played to its end: its replay shows everything. A sentence if not."""

    def replay(self, game_id: str) -> WrittenReplay | None:
        """The replay of a game, None if there is no such game or it has not ended."""


class DemoCube(msgspec.Struct, frozen=True, kw_only=True):
    """A cube on the virtual table.

    Attributes:
        id: number of the cube on the virtual table; it has nothing to do with the eye's tracks.
        colour: colour of the cube.
        face: face on top, 1 to 6.
        x_in, y_in: board inches.
    """

    id: int
    colour: str
    face: int
    x_in: float
    y_in: float


class DemoSupply(msgspec.Struct, frozen=True, kw_only=True):
    """How many cubes of one colour lie beside the virtual table."""

    colour: str
    left: int


class Demo(Protocol):
    """The virtual table and die: stand-ins for hands, not a way around the eye."""

    def cubes(self) -> tuple[DemoCube, ...]:
        """The cubes on the virtual table."""

    def supply(self) -> tuple[DemoSupply, ...]:
        """The cubes beside it, by colour."""

    def board(self) -> Board | None:
        """The board of spaces under the cubes, None where the game's own map is drawn."""

    def place(self, cube: DemoCube) -> str | None:
        """Put a cube of the table where it says and turn it to that face.

        Returns a sentence if it cannot be done, such as for a cube that is gone.
        """

    def add(self, colour: str, x_in: float, y_in: float) -> str | None:
        """Take a cube of a colour from the supply and set it down. A sentence if none is left."""

    def remove(self, cube_id: int) -> str | None:
        """Take a cube off the table into the supply. A sentence if it is not there."""

    def roll(self, face: int | None) -> int | str:
        """Throw the virtual die, to a chosen face or by chance; returns when it has settled.

        The face on top, or a sentence if it cannot roll.
        """
