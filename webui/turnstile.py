"""Lets only a few of the watchers' parts be drawn at the same time.

When a marker moves, every watcher asks for the same parts in the same moment. Threads that want the
interpreter all at once make the table wait for it behind each of them; those that wait here want
nothing. What a seat asks for, and every stream, goes past.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AT_ONCE: Final = 1
PUBLIC_PARTS: Final = "/region/"
"""What the addresses of the public screen's parts begin with."""

LONGEST_HOLD_S: Final = 0.25
"""How long whoever wants to draw stands aside at most."""


class Gate:
    """Keeps those who want to draw aside while a roll is on its way to the disk.

    Only for what everybody may know of: how long a part takes tells that the gate was shut.
    """

    def __init__(self) -> None:
        self._is_open: Final = threading.Event()
        self._is_open.set()

    def shut(self) -> None:
        """Let nobody new begin to draw."""
        self._is_open.clear()

    def open(self) -> None:
        """Let everybody draw again."""
        self._is_open.set()

    def wait(self) -> None:
        """Return once the gate is open, or has been shut for too long."""
        self._is_open.wait(LONGEST_HOLD_S)


class Turnstile:
    """Wraps a WSGI application.

    Args:
        app: what answers.
        at_once: how many requests for parts of the public screen it answers at a time.
        gate: stands before those; one of its own that is always open if None.
    """

    def __init__(
        self, app: WSGIApplication, at_once: int = AT_ONCE, gate: Gate | None = None
    ) -> None:
        self._app: Final = app
        self._gate: Final = gate or Gate()
        self._places: Final = threading.BoundedSemaphore(at_once)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, after those before it where it is one of the public screen's parts."""
        if not environ.get("PATH_INFO", "").startswith(PUBLIC_PARTS):
            return self._app(environ, start_response)
        with self._places:
            self._gate.wait()
            return self._app(environ, start_response)
