"""A table service over the made-up game of `tests.support.web_views`, all in memory."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable

from companion.board.board import Board
from companion.border import DieState, EyeState
from companion.table.commands import Act
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Refusal, Roll, Seat
from companion.table.views import View
from tests.support.web_views import LAMP, OWL, SEATS, Crews, centre_of, searched, view_of
from webui.hub import ViewHub
from webui.pairing import Pairing, PairingStore
from webui.ports import (
    Demo,
    DemoCube,
    DemoSupply,
    Devices,
    FixedPoint,
    RollRecord,
    Screen,
    Subscription,
    Timeline,
    TimelineMark,
)
from webui.settings import WebSettings
from webui.site import Services


class FakeDemo:
    """A virtual table that nobody looks at."""

    def __init__(self) -> None:
        self._cubes = {
            1: DemoCube(id=1, colour="green", face=3, x_in=11.0, y_in=6.0),
            2: DemoCube(id=2, colour="red", face=2, x_in=14.0, y_in=9.0),
            3: DemoCube(id=3, colour="white", face=5, x_in=7.0, y_in=15.0),
        }
        self._left = {"green": 2, "red": 0, "black": 5, "white": 1}
        self.rolled: list[int | None] = []

    def cubes(self) -> tuple[DemoCube, ...]:
        return tuple(self._cubes.values())

    def board(self) -> Board | None:
        return None

    def supply(self) -> tuple[DemoSupply, ...]:
        return tuple(DemoSupply(colour=c, left=n) for c, n in self._left.items())

    def place(self, cube: DemoCube) -> str | None:
        if cube.id not in self._cubes:
            return "That cube is gone."
        self._cubes[cube.id] = cube
        return None

    def add(self, colour: str, x_in: float, y_in: float) -> str | None:
        if self._left.get(colour, 0) < 1:
            return f"No {colour} cube is left."
        self._left[colour] -= 1
        number = max(self._cubes, default=0) + 1
        self._cubes[number] = DemoCube(id=number, colour=colour, face=1, x_in=x_in, y_in=y_in)
        return None

    def remove(self, cube_id: int) -> str | None:
        cube = self._cubes.pop(cube_id, None)
        if cube is None:
            return "That cube is gone."
        self._left[cube.colour] += 1
        return None

    def roll(self, face: int | None) -> int | str:
        self.rolled.append(face)
        return "The die is gone." if face == 20 else face or 7


class FakeTable:
    """Implements `webui.ports.TableService`."""

    def __init__(
        self,
        crews: Crews | None = None,
        *,
        with_demo: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.crews = crews or Crews()
        self.acts: list[Act] = []
        self.rolls: list[tuple[SeatId, int | None]] = []
        self.rolls_made: tuple[Roll, ...] = ()
        self.disk_waits = False
        self.is_packed = False
        self.die: DieState | None = DieState(die="d20-1", state="ready")
        self.points_passed: tuple[FixedPoint, ...] = ()
        self.earlier_rolls: tuple[Roll, ...] = ()
        self.hub = ViewHub(clock)
        self.eye = EyeState(t_s=0.0, state="registered")
        self._lock = threading.Lock()
        self._history: dict[SeatId, list[View]] = {}
        self._demo = FakeDemo() if with_demo else None
        self.publish()

    def publish(self) -> None:
        """Tell every screen what is new."""
        for viewer in (PUBLIC, *(seat.id for seat in SEATS)):
            view = view_of(self.crews, viewer)
            if self.hub.publish(view):
                self._history.setdefault(viewer, []).append(copy.copy(view))

    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    def screen(self, viewer: SeatId) -> Screen:
        return self.hub.screen(viewer)

    def act(self, act: Act) -> Refusal | None:
        with self._lock:
            if act.prompt is not None and act.prompt != f"q{self.crews.asked}":
                return Refusal(code="stale", text="That question has been answered already.")
            if act.prompt is not None and act.seat != LAMP:
                return Refusal(code="not-yours", text="The Lamplighters are asked, not you.")
            if act.action == "search" and not act.input("where"):
                return Refusal(code="bad-input", text="Say where: a hex such as 12,e.")
            self.acts.append(act)
            self._carry_out(act)
            self.publish()
            return None

    def _carry_out(self, act: Act) -> None:
        crews = self.crews
        if act.action == "search":
            crews.kind, crews.asked = "roll", crews.asked + 1
            crews.lines.append(f"A search in {act.input('where')}")
        elif act.action == "done":
            crews.asked += 1
            crews.turn += 1
            crews.lines.append(f"Turn {crews.turn}")
        elif act.action.startswith("play-"):
            card = act.action.removeprefix("play-")
            crews.secrets[act.seat] = tuple(c for c in crews.secrets[act.seat] if c != card)

    def enter_roll(
        self, seat: SeatId, prompt: PromptId | None, face: int | None, sides: int
    ) -> Refusal | None:
        with self._lock:
            if self.crews.kind != "roll" or prompt != f"q{self.crews.asked}":
                return Refusal(code="stale", text="No roll is wanted any more.")
            self.rolls.append((seat, face))
            shown = 7 if face is None else face
            self.crews.result = searched(min(shown, 10))
            self.crews.kind = "move"
            self.crews.asked += 1
            self.crews.lines.append(f"The die showed {shown} of {sides}")
            self.publish()
            return None

    def devices(self) -> Devices:
        return Devices(
            eye=self.eye, die=self.die, disk_waits=self.disk_waits, is_packed=self.is_packed
        )

    def trouble(self, reason: str) -> None:
        """The eye does not see the board."""
        self.eye = EyeState(t_s=1.0, state="lost", reason=reason)
        self.hub.devices_changed()

    def move(self, number: int, place: str) -> None:
        """A marker is put down elsewhere."""
        with self._lock:
            start, end = centre_of(self.crews.spots[number]), centre_of(place)
            self.crews.trail = ((start.x_in, start.y_in), (end.x_in, end.y_in))
            self.crews.spots[number] = place
            self.publish()

    def subscribe(self, viewer: SeatId, since: int | None) -> Subscription:
        return self.hub.subscribe(viewer, since)

    def timeline(self, viewer: SeatId) -> Timeline:
        steps = len(self._history[viewer])
        marks = [TimelineMark(step=0, label="Turn 3", kind="turn")]
        marks += [TimelineMark(step=n, label=f"Change {n}") for n in range(1, steps)]
        return Timeline(steps=steps, marks=tuple(marks))

    def view_at(self, viewer: SeatId, step: int) -> View:
        if step < 0:
            raise IndexError(step)
        return self._history[viewer][step]

    def roll_record(self, *, of_all_games: bool) -> RollRecord:
        earlier = self.earlier_rolls if of_all_games else ()
        games = 3 if of_all_games else 1
        return RollRecord(games=games, rolls=(*earlier, *self.rolls_made))

    def fixed_points(self) -> tuple[FixedPoint, ...]:
        return self.points_passed

    def demo(self) -> Demo | None:
        return self._demo


def fake_services(
    table: FakeTable, settings: WebSettings, store: PairingStore | None = None
) -> Services:
    """The made-up table with pairing that is kept nowhere, or in a store."""
    pairing = Pairing(
        store or PairingStore(None), (LAMP, OWL), settings.now_s, settings.token_life_s
    )
    return Services(table=table, pairing=pairing)
