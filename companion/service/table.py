"""The table: the thread that owns the game and is the only one to write.

Commands come in by a queue from seats, eye and die, and are carried out one after the other: what
follows is on disk before any screen hears of it.
"""

from __future__ import annotations

import logging
import queue
import threading
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar, assert_never

from companion.border import DieRoll
from companion.journal.binding import BoundPoint
from companion.journal.errors import JournalError, JournalUnavailable
from companion.service.keeper import GameKeeper, Standing, actor_of
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.values import Refusal

State = TypeVar("State")

LOG: Final = logging.getLogger("companion.table")

RETRY_S: Final = 1.0
"""How long the table waits before it tries again to write what a device reported."""

ANSWER_WITHIN_S: Final = 15.0
"""How long a seat waits for the table before it is told that the table is busy."""

FAULT: Final = Refusal(
    code="not-now", text="The program failed on this and changed nothing. Its log has the place."
)

_SEE_LOG: Final = "The screen where the table was started says why."

Reply = Refusal | None
Source = Callable[[], Command]
"""Makes the command when its turn comes; a drawn roll is drawn then."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    source: Source | None
    reply: Future[Reply]
    then: Callable[[], None] | None = None


class Table(Generic[State]):
    """The single writer.

    Args:
        keeper: the open game; nobody else may use it from now on.
        publish: called in the table's thread with each new standing, the first one included,
            before the command that caused it is answered.
        held_up: called in the table's thread when reports of camera and die begin to wait because
            the disk does not take them (True), and when all of them are written (False). What a
            seat enters makes no such call.
    """

    def __init__(
        self,
        keeper: GameKeeper[State],
        publish: Callable[[Standing[State]], None],
        held_up: Callable[[bool], None] = lambda _waiting: None,
    ) -> None:
        self._keeper: Final = keeper
        self._publish: Final = publish
        self._held_up: Final = held_up
        self._commands: Final[queue.SimpleQueue[_Waiting | None]] = queue.SimpleQueue()
        self._held: Final[deque[DieReported | EyeReported]] = deque()
        self._thread: Final = threading.Thread(target=self._run, name="table", daemon=True)
        self._stopping = threading.Event()

    @property
    def last_piece(self) -> int:
        """Highest number that the eye has given a marker in this game."""
        return self._keeper.last_piece

    @property
    def numbers_by_serial(self) -> dict[int, int]:
        """Number of every cube that the eye has told apart in this game, by the serial on it."""
        return dict(self._keeper.numbers_by_serial)

    @property
    def points(self) -> tuple[BoundPoint, ...]:
        """The fixed public points passed so far; safe to read from any thread."""
        return self._keeper.points

    @property
    def standing(self) -> Standing[State]:
        """The game as it stands on disk; safe to read from any thread."""
        return self._keeper.standing

    def start(self) -> None:
        """Publish the first standing and begin to take commands."""
        self._publish(self._keeper.standing)
        self._thread.start()

    def stop(self) -> None:
        """Carry out what has been handed in and return. The journal stays open."""
        self._stopping.set()
        self._commands.put(None)
        if self._thread.is_alive():
            self._thread.join()
        if self._held:
            LOG.error("%d reports of camera and die could not be written", len(self._held))

    def report(self, command: DieReported | EyeReported) -> None:
        """Hand in what a device says; returns at once. It is kept until it could be written."""
        self._commands.put(_Waiting(lambda: command, Future()))

    def report_roll(self, roll: DieRoll, heard_at: datetime) -> None:
        """Hand in what the die says; returns at once. It is kept until it could be written.

        Args:
            roll: the roll. Whether it was made too early for the prompt that is open then is judged
                when its turn comes.
            heard_at: when it was heard, by the clock of the keeper.
        """

        def reported() -> DieReported:
            return DieReported(roll=roll, is_early=self._keeper.is_early(roll, heard_at))

        self._commands.put(_Waiting(reported, Future()))

    def in_turn(self, do: Callable[[], None]) -> None:
        """Call something in the table's thread after everything handed in so far.

        Returns at once.

        Args:
            do: called once; must neither block nor raise.
        """
        self._commands.put(_Waiting(None, Future(), do))

    def ask(self, source: Source) -> Reply:
        """Hand in a seat's command and wait for the answer.

        Args:
            source: makes the command when its turn has come.

        Returns:
            None when the effect is on disk and published; else why it is not.
        """
        if self._stopping.is_set():
            return Refusal(code="not-now", text="The table is closing. Start it again to go on.")
        waiting = _Waiting(source, Future())
        self._commands.put(waiting)
        try:
            return waiting.reply.result(ANSWER_WITHIN_S)
        except TimeoutError:
            waiting.reply.cancel()
            return Refusal(code="not-now", text="The table is busy. Look again before you retry.")

    def caught_up(self) -> Standing[State]:
        """The standing after everything that was handed in so far."""
        waiting = _Waiting(None, Future())
        self._commands.put(waiting)
        try:
            waiting.reply.result(ANSWER_WITHIN_S)
        except TimeoutError:
            LOG.warning("the table is busy")
        return self.standing

    def _run(self) -> None:
        # Not at the sign to stop itself: somebody may hand something in behind it.
        while not (self._stopping.is_set() and self._commands.empty()):
            waiting = self._next()
            self._write_held()
            if waiting is None or not waiting.reply.set_running_or_notify_cancel():
                continue
            waiting.reply.set_result(self._answer(waiting.source))
            if waiting.then is not None:
                waiting.then()

    def _next(self) -> _Waiting | None:
        try:
            return self._commands.get(timeout=RETRY_S if self._held else None)
        except queue.Empty:
            return None

    def _write_held(self) -> None:
        while self._held:
            if not self._written(self._held[0]):
                return
            self._held.popleft()
            if not self._held:
                self._held_up(False)  # noqa: FBT003 - what the callback is told

    def _answer(self, source: Source | None) -> Reply:
        if source is None:
            return None
        command = source()
        match command:
            case DieReported() | EyeReported():
                if self._held or not self._written(command):
                    self._hold(command)
                return None
            case Act() | RollEntered():
                return self._answer_seat(command)
            case _:
                assert_never(command)

    def _hold(self, command: DieReported | EyeReported) -> None:
        self._held.append(command)
        if len(self._held) == 1:
            self._held_up(True)  # noqa: FBT003 - what the callback is told

    def _answer_seat(self, command: Act | RollEntered) -> Reply:
        if self._held:
            return Refusal(
                code="not-now",
                text="What camera and die reported is still to be written, and the disk does not "
                "take it. Free some space or check the disk; the table tries again by itself.",
            )
        try:
            return self._carry_out(command)
        except JournalError as error:
            LOG.error("not written: %s", error)  # noqa: TRY400 - the sentence says it all
            # Only the disk's own words: others count events, and with them private edits.
            why = error if isinstance(error, JournalUnavailable) else _SEE_LOG
            return Refusal(
                code="not-now", text=f"Nothing was changed: it could not be written down. {why}"
            )

    def _written(self, command: DieReported | EyeReported) -> bool:
        """Carry out a report; False if the disk did not take it and it must be tried again."""
        try:
            refusal = self._carry_out(command)
        except JournalUnavailable as error:
            LOG.error("kept to be written later: %s", error)  # noqa: TRY400 - the sentence says it all
            return False
        except JournalError as error:
            actor = actor_of(command)
            LOG.error("a report of the %s is lost: %s", actor, error)  # noqa: TRY400 - the sentence says it all
            return True
        if refusal is not None:
            LOG.warning("a report of the %s was refused: %s", actor_of(command), refusal.text)
        return True

    def _carry_out(self, command: Command) -> Reply:
        """Carry out a command and publish what came of it.

        Raises:
            JournalError: nothing was changed.
        """
        before = self._keeper.standing
        try:
            refusal = self._keeper.carry_out(command)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001 - a thread's top
            _log_fault(error)
            return FAULT
        if self._keeper.standing is not before:
            self._show(self._keeper.standing)
        return refusal

    def _show(self, standing: Standing[State]) -> None:
        try:
            self._publish(standing)
        except Exception as error:  # noqa: BLE001 - a thread's top; what happened is on disk already
            _log_fault(error)


def _log_fault(error: Exception) -> None:
    """Log where it happened but not what it says: the text may hold a seat's secret."""
    places = "".join(traceback.format_tb(error.__traceback__))
    LOG.error("a command failed with %s at\n%s", type(error).__name__, places)
