"""The table as the web UI uses it: views, answers, devices, news, timelines."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

import msgspec

from companion.border import DieState, EyeState
from companion.service.keeper import Standing
from companion.service.points import code_of
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import Act, RollEntered
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.values import Refusal, Seat
from companion.table.views import View
from webui.hub import ViewHub
from webui.ports import Demo, Devices, FixedPoint, RollRecord, Screen, Subscription, Timeline

State = TypeVar("State")

SIDES: Final = range(2, 101)
"""Dice that can be drawn or typed in."""

LOTS: Final = range(2, 2**62 + 1)
"""What can be drawn alone: also the order of a whole deck, which nobody may guess."""


def draw(sides: int) -> int:
    """A face from 1 to `sides` by the system's secure generator."""
    return secrets.randbelow(sides) + 1


class Screens(Generic[State]):
    """Implements `webui.ports.TableService`; called from many threads.

    Args:
        seats: the seats of the game.
        timelines: replays of the game.
        demo: the virtual table in demo mode.
        draw_face: draws a face from 1 to a number of sides.
        code: what people note of the hash at a fixed public point.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        timelines: Timelines[State],
        demo: Demo | None = None,
        draw_face: Callable[[int], int] = draw,
        code: Callable[[bytes], str] = code_of,
    ) -> None:
        self._seats: Final = seats
        self._viewers: Final = {*(seat.id for seat in seats), PUBLIC}
        self._timelines: Final = timelines
        self._demo: Final = demo
        self._draw_face: Final = draw_face
        self._code_of: Final = code
        self._hub: Final = ViewHub()
        self._devices_lock: Final = threading.Lock()
        self._devices = Devices()
        self._table: Table[State] | None = None

    def attach(self, table: Table[State]) -> None:
        """Say which table answers; before that every command is refused."""
        self._table = table

    def publish(self, standing: Standing[State]) -> None:
        """Take the views of a new standing; tells each screen what changed on it."""
        for view in standing.views:
            self._hub.publish(view)
        self._timelines.follow(standing)

    def device_changed(self, state: EyeState | DieState) -> None:
        """Take the newest state of the eye or the die; tells the screens if it is another."""
        with self._devices_lock:
            before = self._devices
            match state:
                case EyeState():
                    shown = msgspec.structs.replace(state, t_s=0.0)
                    self._devices = msgspec.structs.replace(before, eye=shown)
                case DieState():
                    self._devices = msgspec.structs.replace(before, die=state)
            changed = self._devices != before
        if changed:
            self._hub.devices_changed()

    def packed_away(self, *, is_packed: bool) -> None:
        """Tell the screens whether the game is still to be laid out again before it goes on."""
        with self._devices_lock:
            changed = self._devices.is_packed != is_packed
            self._devices = msgspec.structs.replace(self._devices, is_packed=is_packed)
        if changed:
            self._hub.devices_changed()

    def disk_held_up(self, waiting: bool) -> None:  # noqa: FBT001 - all that there is to know
        """Tell the screens that reports of camera and die wait for the disk, or no longer do."""
        with self._devices_lock:
            changed = self._devices.disk_waits != waiting
            self._devices = msgspec.structs.replace(self._devices, disk_waits=waiting)
        if changed:
            self._hub.devices_changed()

    def close(self) -> None:
        """End all subscriptions."""
        self._hub.close()

    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return self._seats

    def screen(self, viewer: SeatId) -> Screen:
        """What a viewer sees now.

        Raises:
            KeyError: no such seat.
        """
        return self._hub.screen(viewer)

    def act(self, act: Act) -> Refusal | None:
        """Carry out what a seat pressed; returns when the effect is on disk and in the views."""
        if self._table is None:
            return _NOT_OPEN
        return self._table.ask(lambda: act)

    def enter_roll(
        self, seat: SeatId, prompt: PromptId | None, face: int | None, sides: int
    ) -> Refusal | None:
        """Give a roll by hand, or have one drawn when its turn has come."""
        if self._table is None:
            return _NOT_OPEN
        if sides not in (LOTS if face is None else SIDES):
            return Refusal(
                code="bad-input",
                text=f"A die of 2 to 100 sides was expected, not of {sides}. Load the page again.",
            )
        if face is not None and not 1 <= face <= sides:
            return Refusal(
                code="bad-input",
                text=f"A face from 1 to {sides} was expected, not {face}. Type what the die shows.",
            )

        def command() -> RollEntered:
            return RollEntered(
                seat=seat,
                prompt=prompt,
                face=self._draw_face(sides) if face is None else face,
                sides=sides,
                source="generator" if face is None else "typed",
            )

        return self._table.ask(command)

    def devices(self) -> Devices:
        """How the eye and the die are now."""
        return self._devices

    def subscribe(self, viewer: SeatId, since: int | None) -> Subscription:
        """Queue of news for one screen.

        Raises:
            KeyError: no such seat.
        """
        return self._hub.subscribe(viewer, since)

    def timeline(self, viewer: SeatId) -> Timeline:
        """How far a viewer can step back.

        Raises:
            KeyError: no such seat.
        """
        self._check(viewer)
        return self._timelines.timeline(viewer)

    def view_at(self, viewer: SeatId, step: int) -> View:
        """A viewer's view at a step of its own timeline.

        Raises:
            KeyError: no such seat.
            IndexError: no such step.
        """
        self._check(viewer)
        return self._timelines.view_at(viewer, step)

    def roll_record(self, *, of_all_games: bool) -> RollRecord:
        """The rolls of this game, or of all games of the journal."""
        history = self._timelines.rolls
        return history.of_all_games() if of_all_games else history.of_this_game()

    def fixed_points(self) -> tuple[FixedPoint, ...]:
        """The fixed public points passed so far, the oldest first."""
        points = () if self._table is None else self._table.points
        return tuple(
            FixedPoint(label=point.label, code=self._code_of(point.hash)) for point in points
        )

    def demo(self) -> Demo | None:
        """The virtual table, None outside demo mode."""
        return self._demo

    def _check(self, viewer: SeatId) -> None:
        if viewer not in self._viewers:
            raise KeyError(viewer)


_NOT_OPEN: Final = Refusal(code="not-now", text="The table is not open yet. Try again in a moment.")
