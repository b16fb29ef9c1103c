"""The thread that owns the die's port: opens it, reads, writes, and opens it again.

The owner decides nothing about rolls (`firmware_bridge.policy`) and reads no lines
(`firmware_bridge.protocol`). It sees to it that there is a connection, and says in one sentence
what to do when there is none.
"""

from __future__ import annotations

import logging
import math
import os
import select
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

import serial

from companion.border import DieMessage, DieState
from firmware_bridge.connect import DieUri, PortProblem, ProblemState, open_port, parse_uri
from firmware_bridge.conversation import Conversation, DieConversation, Turn
from firmware_bridge.plain import PlainConversation
from firmware_bridge.search import DieSearch
from firmware_bridge.usb_ports import SerialPort, list_serial_ports, possible_dice
from firmware_bridge.virtual_die import VirtualDie, VirtualDieError

_LOG = logging.getLogger(__name__)
_READ_SIZE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class PortSettings:
    """How patient the owner is.

    Attributes:
        heartbeat_s: time between two questions who is there. A roll whose line was damaged is
            noticed within this time.
        silent_after_s: an open port on which nothing understandable comes for so long is closed
            and opened again. Longer than a board needs to start after its port was opened.
        first_retry_s: pause before the first new attempt; doubled from one to the next.
        last_retry_s: longest pause between two attempts.
        state_pause_s: a state waits so long behind the one before it, and the next takes its place
            meanwhile. A die whose sensor flickers, or a board with another program, changes its
            state more often than screens can follow.
    """

    heartbeat_s: float = 1.0
    silent_after_s: float = 3.5
    first_retry_s: float = 0.05
    last_retry_s: float = 1.0
    state_pause_s: float = 0.05


class PortOwner:
    """Keeps the connection to one die and reports its rolls.

    Args:
        uri: device path, ``auto``, ``socket://host:port``, ``virtual:`` (with a file behind the
            colon the virtual die remembers its rolls there), ``none``, or ``plain:KIND@PORT``.
        on_message: called on the owner's thread with each roll that counts, in order, and with
            each change of state. Must not block for long and must not raise.
        last_rolls: number of the last recorded roll of each die, as the journal has it.
        clock: seconds that only ever increase.
        settings: how patient to be.
        list_ports: gives the serial ports that there are.

    Raises:
        DieUriError: the URI has none of the known forms.
    """

    def __init__(
        self,
        uri: str,
        on_message: Callable[[DieMessage], None],
        last_rolls: Mapping[str, int],
        *,
        clock: Callable[[], float] = time.monotonic,
        settings: PortSettings | None = None,
        list_ports: Callable[[], list[SerialPort]] = list_serial_ports,
    ) -> None:
        self._uri = parse_uri(uri)
        self._on_message = on_message
        self._clock = clock
        self._settings = settings or PortSettings()
        self._list_ports = list_ports
        self._conversation = _conversation_for(self._uri, last_rolls)
        self._said: DieState | None = None
        self._said_at_s = -math.inf
        self._unsaid: DieState | None = None
        self._search = DieSearch()
        self._is_stopping = False
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="die-port", daemon=True)
        self.virtual_die: VirtualDie | None = None
        """The virtual die that belongs to this owner, for ``virtual:`` only, once started."""

    def start(self) -> None:
        """Begin to look for the die.

        Raises:
            VirtualDieError: the virtual die did not start.
        """
        if self._uri.kind == "virtual":
            self.virtual_die = VirtualDie(memory=self._uri.target or None)
            self.virtual_die.start()
        self._thread.start()

    def stop(self) -> None:
        """End the thread, close the port and end the virtual die. Can be called again.

        Wakes the thread at once; a socket that is just being opened is waited for, at most five
        seconds.
        """
        if self._is_stopping:
            return
        self._is_stopping = True
        os.write(self._wake_write, b"x")
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)
        if self.virtual_die is not None:
            self.virtual_die.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self) -> None:
        if self._uri.kind == "none":
            self._report("missing", "No die is connected: type the rolls in.")
            return
        pause_s = self._settings.first_retry_s
        while not self._is_stopping:
            was_understood = False
            try:
                for target in self._targets():
                    if self._visit(target):
                        was_understood = True
                        break
            except PortProblem as problem:
                self._report(problem.state, problem.reason)
            if was_understood:
                pause_s = self._settings.first_retry_s
            self._wait(pause_s)
            pause_s = min(2 * pause_s, self._settings.last_retry_s)

    def _targets(self) -> list[str]:
        """Where the die may be now, the likeliest place first.

        Raises:
            PortProblem: there is no port that may belong to a die.
        """
        match self._uri.kind:
            case "virtual" if self.virtual_die is not None:
                try:
                    self.virtual_die.start_if_ended()
                except VirtualDieError as error:
                    raise PortProblem("absent", str(error)) from error
                return [self.virtual_die.path]
            case "auto":
                return self._possible_targets()
            case "device":
                return [self._search.follow(self._uri.target, self._list_ports())]
            case _:
                return [self._uri.target]

    def _possible_targets(self) -> list[str]:
        ports = self._list_ports()
        if not possible_dice(ports):
            raise PortProblem("absent", "No die is plugged in: plug it in, or type the rolls in.")
        return self._search.targets(ports, self._clock())

    def _visit(self, target: str) -> bool:
        """Talk with whoever is at a port until it ends.

        Returns:
            Whether a die was there.
        """
        was_understood = False
        try:
            with open_port(target, self._conversation.baud_rate) as port:
                for turn in self._turns(port, target):
                    if turn.is_understood and not was_understood:
                        was_understood = True
                        self._search.was_found(target, self._list_ports())
                    for message in turn.say:
                        self._tell(message)
                    if turn.send:
                        port.write(turn.send)
        except PortProblem as problem:
            self._report(problem.state, problem.reason)
            if not was_understood:
                self._search.was_silent(target, self._list_ports(), self._clock())
        except serial.SerialTimeoutException:
            self._report(
                "silent", f"The die at {target} takes nothing in: unplug it and plug it in."
            )
        except OSError as error:
            _LOG.info("port %s lost: %s", target, error)
            self._report(
                "missing", "The die was unplugged: plug it in, the game goes on from there."
            )
        return was_understood

    def _turns(self, port: serial.SerialBase, target: str) -> Iterator[Turn]:
        """What follows from each thing that happens at an open port, until the owner stops.

        Raises:
            PortProblem: nothing understandable has come for too long.
            OSError: the port is gone.
        """
        settings = self._settings
        yield self._conversation.opened()
        understood_at_s = beaten_at_s = self._clock()
        while not self._is_stopping:
            now_s = self._clock()
            if now_s >= self._unsaid_due_s:
                self._say_unsaid()
            if now_s >= beaten_at_s + settings.heartbeat_s:
                beaten_at_s = now_s
                yield self._conversation.heartbeat()
            deadline_s = min(beaten_at_s + settings.heartbeat_s, self._unsaid_due_s)
            if self._conversation.is_answering:
                silent_at_s = understood_at_s + settings.silent_after_s
                if now_s >= silent_at_s:
                    raise PortProblem("silent", _explain_silence(target))
                deadline_s = min(deadline_s, silent_at_s)
            sources = [port.fileno(), self._wake_read]
            ready, _, _ = select.select(sources, [], [], max(0, deadline_s - now_s))
            if sources[0] in ready:
                turn = self._conversation.receive(port.read(_READ_SIZE))
                if turn.is_understood:
                    understood_at_s = self._clock()
                yield turn

    def _wait(self, pause_s: float) -> None:
        """Let time pass, but wake at once when the owner is stopped."""
        select.select([self._wake_read], [], [], pause_s)

    def _report(self, state: ProblemState, reason: str) -> None:
        self._say_unsaid()
        self._unsaid = DieState(
            die=self._conversation.die,
            state=state,
            reason=reason,
            number=self._conversation.last_number,
        )
        self._say_unsaid()

    def _tell(self, message: DieMessage) -> None:
        """Hand a value to the table: a roll at once, a state when the last one is old enough."""
        if isinstance(message, DieState):
            self._unsaid = message
            if self._clock() >= self._unsaid_due_s:
                self._say_unsaid()
            return
        # What was before a roll is told before it: where a die stood must not be kept too high.
        self._say_unsaid()
        self._on_message(message)

    @property
    def _unsaid_due_s(self) -> float:
        """When the state that waits is to be told."""
        if self._unsaid is None:
            return math.inf
        return self._said_at_s + self._settings.state_pause_s

    def _say_unsaid(self) -> None:
        """Tell the state that waits, unless it is the one told last."""
        state, self._unsaid = self._unsaid, None
        if state is None or state == self._said:
            return
        self._said, self._said_at_s = state, self._clock()
        self._on_message(state)


def _conversation_for(uri: DieUri, last_rolls: Mapping[str, int]) -> Conversation:
    if uri.plain is not None:
        return PlainConversation(uri.plain, last_rolls)
    return DieConversation(last_rolls)


def _explain_silence(target: str) -> str:
    return (
        f"{target} is open and nothing that a die says comes from it: unplug the die and plug it "
        "in, or choose another port."
    )
