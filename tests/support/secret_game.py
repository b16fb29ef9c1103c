"""The real game behind the real app in one process: journal, table, screens, pairing, pages.

Time stands still unless a test moves it, streams are read as far as they go, and both seats are
held from the start. `tests/secrecy` looks at it from outside, as a tablet does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import State
from companion.hall.messages import topic
from companion.hall.outbox import Outbox
from companion.hall.voice import Retained, Voice
from companion.journal.store import JournalWriter
from companion.service.games import load_game, sample_box
from companion.service.hall import tell
from companion.service.keeper import GameKeeper, Standing, start_game
from companion.service.screens import Screens
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.taking_back import Takeable
from companion.table.views import View
from tests.support.web_client import FROM_PAGE
from webui.app import create_app
from webui.pairing import Pairing, PairingStore
from webui.settings import WebSettings
from webui.site import Services

PAUSE_S: Final = 5.0
"""Longer than two taps of the same finger are apart."""


def at_noon() -> datetime:
    """The moment at which everything in these games happens."""
    return datetime(2026, 1, 2, 12, tzinfo=UTC)


class StandingClock:
    """Time that a test moves; the same for everything that asks for it."""

    def __init__(self) -> None:
        self.now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self) -> None:
        """Let a moment pass."""
        self.now_s += PAUSE_S


class IdealCodes:
    """Codes that tell nothing at all: the first hash is shown as the first code, and so on.

    The real ones are hashes over salts of 32 bytes, each drawn once (`companion.service.points`),
    so that nobody can tell them from chance; they differ between any two games. What remains is
    when there is a code, how many there are and where they stand, and that is compared.
    """

    def __init__(self) -> None:
        self._seen: list[bytes] = []

    def __call__(self, head: bytes) -> str:
        """The code of a hash."""
        if head not in self._seen:
            self._seen.append(head)
        return f"code {self._seen.index(head) + 1}"


class OpenStream:
    """A stream that stays open; what has come is read whenever it is asked for."""

    def __init__(self, answer: TestResponse) -> None:
        assert answer.status_code == 200
        self._answer = answer
        self._chunks: Iterator[bytes] = iter(answer.iter_encoded())

    def heard(self) -> bytes:
        """Everything since the last time, to the first sign of silence."""
        text = b""
        for chunk in self._chunks:
            text += chunk
            if b"data: alive" in chunk:
                break
        return text

    def close(self) -> None:
        """Give it back."""
        self._answer.close()


class HeardHall:
    """A hall that hears one table; implements `companion.service.hall.Hall`.

    It takes what a table says as the publisher sends it to a broker: notes first, then what is
    kept. The series is the same for all, since it is drawn before anything is played.
    """

    def __init__(self) -> None:
        self._outbox: Final = Outbox(":memory:", series=lambda: "series")
        self._voice: Final = Voice(self._outbox)
        self._read = 0
        self._said: list[bytes] = []

    def start(self) -> None:
        """There is no line to open."""

    def opened(self, game_id: str, game: str, title: str) -> None:
        """A game is open."""
        self._voice.opened(game_id, game, title)

    def view(self, view: View) -> None:
        """Another public view."""
        kept = self._voice.take(view, at_noon())
        for number, payload in self._outbox.after(self._read, 1000):
            self._said.append(topic("one", "notes").encode() + b" " + payload)
            self._read = number
        self._keep(kept)

    def closed(self) -> None:
        """No game is open."""
        self._keep(self._voice.closed())

    def stop(self) -> None:
        """Close the notes."""
        self._outbox.close()

    def heard(self) -> bytes:
        """Every message since the last time, in order."""
        said, self._said = self._said, []
        return b"\n".join(said)

    def _keep(self, kept: tuple[Retained, ...]) -> None:
        self._said += [topic("one", one.kind).encode() + b" " + one.payload for one in kept]


class SecretGame:
    """One running table.

    Args:
        folder: where the journal lies.
        clock: the time.
        drawn: faces for rolls that a seat has drawn.
    """

    def __init__(
        self,
        folder: Path,
        clock: StandingClock | None = None,
        drawn: Callable[[int], int] = lambda sides: sides,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.clock = clock or StandingClock()
        path = folder / "journal.db"
        game = load_game("fellowship")
        writer = JournalWriter(path)
        # What the disk does is not looked at here, and waiting for it takes most of the time.
        writer._connection.execute("PRAGMA synchronous=OFF")
        record = start_game(game, writer, options={}, box=sample_box("fellowship"), clock=at_noon)
        self._keeper: GameKeeper[Any] = GameKeeper(game, writer, record, at_noon)
        self._timelines: Timelines[Any] = Timelines(game, path, record.game_id)
        self.screens: Screens[Any] = Screens(
            game.seats_of({}), self._timelines, draw_face=drawn, code=IdealCodes()
        )
        self.screens._hub._clock = self.clock
        self.hall = HeardHall()
        self.hall.opened(record.game_id, game.id, game.title)
        self.table: Table[Any] = Table(self._keeper, self._publish)
        self.screens.attach(self.table)
        self.pairing = Pairing(
            PairingStore(None), [seat.id for seat in game.seats_of({})], self.clock
        )
        self.settings = WebSettings(
            epoch="start",
            heartbeat_s=0.0,
            now_s=self.clock,
            steady_s=self.clock,
            replay_every_s=0.0,
        )
        self.app = create_app(Services(table=self.screens, pairing=self.pairing), self.settings)
        self.table.start()
        self.clients: dict[SeatId, FlaskClient] = {seat: self._tablet(seat) for seat in SEAT_IDS}
        self.clients[PUBLIC] = self.app.test_client()
        self._streams: dict[SeatId, OpenStream] = {}

    def _publish(self, standing: Standing[Any]) -> None:
        self.screens.publish(standing)
        tell(self.hall, standing.views)

    def _tablet(self, seat: SeatId) -> FlaskClient:
        client = self.app.test_client()
        code = self.pairing.code(seat)
        answer = client.post("/join", data={"code": code, "seat": seat}, headers=FROM_PAGE)
        assert answer.headers["HX-Redirect"] == f"/seat/{seat}"
        return client

    @property
    def state(self) -> State:
        """The whole game; what a tablet is not shown is for the test alone."""
        state = self.takeable.now
        assert isinstance(state, State)
        return state

    @property
    def takeable(self) -> Takeable[State]:
        """The whole game with what may be taken back of it."""
        state = self.table.standing.state
        assert isinstance(state, Takeable)
        return state

    def prompt_id(self, asked: PromptId | None) -> str:
        """A prompt of the game as screens name it."""
        times = self.takeable.times
        return "" if asked is None else f"{asked}~{times}" if times else asked

    def send(self, command: Command) -> bytes:
        """Carry out a command by the way it would come; returns what its sender reads."""
        match command:
            case Act():
                return self.post(command)
            case RollEntered():
                data = {
                    "prompt": self.prompt_id(command.prompt),
                    "sides": command.sides,
                    "face": command.face,
                }
                path = f"/seat/{command.seat}/roll"
                return whole(self.clients[command.seat].post(path, data=data, headers=FROM_PAGE))
            case DieReported() | EyeReported():
                self.table.report(command)
                self.table.caught_up()
                return b""

    def post(self, act: Act) -> bytes:
        """Press something on a seat's tablet; returns the whole answer."""
        path = f"/seat/{act.seat}/act"
        data = self.fields_of(act)
        return whole(self.clients[act.seat].post(path, data=data, headers=FROM_PAGE))

    def fields_of(self, act: Act) -> dict[str, list[str]]:
        """A wish as the fields of the form that a tablet sends."""
        fields: dict[str, list[str]] = {
            "action": [act.action],
            "prompt": [self.prompt_id(act.prompt)],
        }
        for name, text in act.inputs:
            fields.setdefault(f"f.{name}", []).append(text)
        return fields

    def get(self, viewer: SeatId, path: str) -> bytes:
        """A whole answer as a viewer's tablet gets it: status, headers and body."""
        return whole(self.clients[viewer].get(path))

    def heard(self, viewer: SeatId) -> bytes:
        """What a viewer's stream has said since the last time."""
        if viewer not in self._streams:
            path = "/stream" if viewer == PUBLIC else f"/seat/{viewer}/stream"
            self._streams[viewer] = OpenStream(self.clients[viewer].get(path))
        return self._streams[viewer].heard()

    def close(self) -> None:
        """End everything in order."""
        for stream in self._streams.values():
            stream.close()
        self.screens.close()
        self.table.stop()
        self.hall.stop()
        self._keeper.close()
        self._timelines.close()


def whole(answer: TestResponse) -> bytes:
    """An answer with all that a sniffing neighbour would see of it."""
    headers = "".join(f"{name}: {value}\n" for name, value in answer.headers)
    head = f"{answer.status}\n{headers}\n".encode()
    return head + bytes(answer.data)
