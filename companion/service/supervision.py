"""Tells systemd that the table is open, and that it still answers.

systemd names a datagram socket in ``NOTIFY_SOCKET`` and the watchdog's interval in
``WATCHDOG_USEC``; a service says ``READY=1`` once and ``WATCHDOG=1`` at least that often, or it is
killed and started again (sd_notify(3), sd_watchdog_enabled(3)). Without these variables nothing is
said to anybody.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Final

LOG: Final = logging.getLogger("companion.supervision")

_MICROSECONDS: Final = 1_000_000


class ServiceManager:
    """The line to systemd; silent where there is none.

    Args:
        address: path of the socket, an abstract name if it begins with ``@``; empty for none.
        watchdog_s: how long systemd waits for a sign of life; None where it does not.
    """

    def __init__(self, address: str, watchdog_s: float | None) -> None:
        self._address: Final = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_s: Final = watchdog_s if address else None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> ServiceManager:
        """The service manager that started this process, if one did."""
        meant_for = environment.get("WATCHDOG_PID", "")
        interval = environment.get("WATCHDOG_USEC", "")
        mine = meant_for in ("", str(os.getpid()))
        watchdog_s = int(interval) / _MICROSECONDS if interval.isdecimal() and mine else None
        return cls(environment.get("NOTIFY_SOCKET", ""), watchdog_s)

    def ready(self) -> None:
        """Say that the screens are served."""
        self._say("READY=1")

    def stopping(self) -> None:
        """Say that the table is being closed in order."""
        self._say("STOPPING=1")

    def alive(self) -> None:
        """Give a sign of life."""
        self._say("WATCHDOG=1")

    def _say(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.sendto(text.encode(), self._address)
        except OSError as error:
            # A table that plays is worth more than one that reports.
            LOG.warning("systemd cannot be told %s: %s", text, error.strerror)


class Watchdog:
    """Gives a sign of life as long as the table answers.

    Args:
        manager: whom to tell.
        answers: whether the table has answered within so many seconds.
    """

    def __init__(self, manager: ServiceManager, answers: Callable[[float], bool]) -> None:
        self._manager: Final = manager
        self._answers: Final = answers
        self._stopped: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin, where systemd waits for signs of life."""
        if self._manager.watchdog_s is not None:
            self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        # Twice in each interval, as sd_watchdog_enabled(3) advises; an answer that takes longer
        # than half of what is left is none.
        half_s = (self._manager.watchdog_s or 0.0) / 2
        while not self._stopped.is_set():
            if self._answers(half_s):
                self._manager.alive()
            else:
                LOG.error("the table has not answered within %.0f seconds", half_s)
            self._stopped.wait(half_s / 2)
