"""What a port owner says, collected so that a test can wait for it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.border import DieMessage, DieRoll, DieState
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.port import PortSettings
from tests.support.patience import PATIENCE_S

IMPATIENT = PortSettings(heartbeat_s=0.1, silent_after_s=0.4, last_retry_s=0.2)
"""Settings for tests in which something is waited for that a table waits seconds for."""


class Heard:
    """Collects the messages of a port owner; give the object itself as ``on_message``."""

    def __init__(self) -> None:
        self._messages: list[DieMessage] = []
        self._changed = threading.Condition()

    def __call__(self, message: DieMessage) -> None:
        with self._changed:
            self._messages.append(message)
            self._changed.notify_all()

    @property
    def messages(self) -> list[DieMessage]:
        """All messages so far."""
        with self._changed:
            return list(self._messages)

    @property
    def rolls(self) -> list[tuple[int, int]]:
        """Number and face of all rolls so far."""
        return [(said.number, said.face) for said in self.messages if isinstance(said, DieRoll)]

    @property
    def states(self) -> list[DieState]:
        """All states so far."""
        return [said for said in self.messages if isinstance(said, DieState)]

    def wait_until(
        self, is_reached: Callable[[], bool], what: str, timeout_s: float = PATIENCE_S
    ) -> None:
        """Wait for messages until something holds; fail the test when it does not in time."""
        with self._changed:
            if not self._changed.wait_for(is_reached, timeout_s):
                last = self._messages[-10:]
                raise AssertionError(f"waited {timeout_s} s for {what}; heard at last {last}")

    def wait_for_rolls(self, count: int, timeout_s: float = PATIENCE_S) -> list[tuple[int, int]]:
        """Wait until so many rolls have come and give all that have."""
        self.wait_until(lambda: len(self.rolls) >= count, f"{count} rolls", timeout_s)
        return self.rolls

    def wait_for_state(self, state: str, count: int = 1, timeout_s: float = PATIENCE_S) -> DieState:
        """Wait until a state has been said so many times and give the last of them."""

        def found() -> list[DieState]:
            return [said for said in self.states if said.state == state]

        self.wait_until(lambda: len(found()) >= count, f"state {state}, {count} times", timeout_s)
        return found()[-1]


@contextmanager
def socket_die(talker: Talker) -> Iterator[tuple[str, Callable[[bytes], None]]]:
    """A die behind a socket, one host at a time.

    Yields:
        Its address, and a function that sends bytes to the host or, given none, hangs up.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    hosts: list[socket.socket] = []
    met = threading.Condition()

    def serve() -> None:
        while True:
            try:
                host, _ = listener.accept()
            except OSError:
                return
            with met:
                hosts.append(host)
                met.notify_all()
            with host:
                while data := _receive(host):
                    host.sendall(talker.receive(data, 0))

    def say(data: bytes) -> None:
        with met:
            met.wait_for(lambda: bool(hosts), PATIENCE_S)
            host = hosts[-1]
        if data:
            host.sendall(data)
        else:
            host.shutdown(socket.SHUT_RDWR)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"socket://127.0.0.1:{listener.getsockname()[1]}", say
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for host in hosts:
            _hang_up(host)
        thread.join()


def _receive(host: socket.socket) -> bytes:
    try:
        return host.recv(4096)
    except OSError:
        return b""


def _hang_up(host: socket.socket) -> None:
    if host.fileno() >= 0:
        host.shutdown(socket.SHUT_RDWR)
