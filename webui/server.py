"""The web server, embedded: one process, a thread for every stream and a reserve for pages."""

from __future__ import annotations

import errno
import http.client
import logging
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

from waitress import wasyncore  # type: ignore[import-untyped]  # waitress has no types
from waitress.server import create_server  # type: ignore[import-untyped]  # waitress has no types

from webui.settings import BODY_LIMIT_BYTES, WebSettings
from webui.turnstile import Turnstile

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

RESERVE_THREADS: Final = 16
_LAST_ROUND_S: Final = 30.0
"""How long the thread that serves may take to see that it shall end; it is woken for that, and
nothing of its sockets may be closed before."""

HEADER_LIMIT_BYTES: Final = 16 * 1024
TURN_S: Final = 0.0005
"""How long a thread may keep the interpreter while another waits. A roll waits for it several times
between port and disk; with Python's own 5 ms fifty screens that draw held it up for tenths of a
second."""

REST_S: Final = 0.001
"""How long the thread that watches the sockets rests after each round. While another thread sends
an answer, a socket seems to want writing to, and rounds that find nothing to do follow each other
without end: beside fifty screens that draw they kept the interpreter from a roll for a fifth of a
second. What has come meanwhile is seen in one round instead of many."""

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - tablets are other machines


class PortTakenError(RuntimeError):
    """The port cannot be had; the text says why and what to do."""


class WebServer:
    """Serves an app until it is stopped.

    Args:
        app: what is served.
        settings: decides the number of threads.
        host: address to listen on, all of them by default.
        port: 0 takes a free one; see `port` afterwards.

    Raises:
        PortTakenError: another program has the port, or it may not be opened.
    """

    def __init__(
        self, app: WSGIApplication, settings: WebSettings, host: str = EVERYWHERE, port: int = 0
    ) -> None:
        self._host: Final = host
        threads = settings.stream_slots + RESERVE_THREADS
        # For a moment more screens fetch than there are threads; that needs no warning.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # Bound before waitress starts its threads, so that a taken port leaves none behind.
        listening = listening_socket(host, port)
        self._server = create_server(
            Turnstile(app, gate=settings.gate),
            sockets=[listening],
            threads=threads,
            connection_limit=4 * threads,
            channel_timeout=120,
            # Refused while it comes in, before anything of it is kept on the disk.
            max_request_body_size=BODY_LIMIT_BYTES,
            max_request_header_size=HEADER_LIMIT_BYTES,
            ident="",
            clear_untrusted_proxy_headers=True,
        )
        self._map = self._server._map  # noqa: SLF001 - waitress has no public name for its sockets
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.effective_port)

    def answers(self, within_s: float) -> bool:
        """Whether a request is answered, with whatever status, within so many seconds."""
        there = {EVERYWHERE: "127.0.0.1", "::": "::1"}.get(self._host, self._host)
        asking = http.client.HTTPConnection(there, self.port, timeout=within_s)
        try:
            asking.request("HEAD", "/")
            asking.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            asking.close()
        return True

    def start(self) -> None:
        """Begin to serve in a thread of its own.

        From then on all threads of this process take shorter turns (`TURN_S`).
        """
        sys.setswitchinterval(TURN_S)
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Let answers that are being written end, then close the port and every connection.

        Close the streams' hub first, else they are waited for until `timeout_s` has passed.
        """
        self._server.task_dispatcher.shutdown(timeout=timeout_s)
        self._stopping.set()
        if self._thread.is_alive():
            self._server.pull_trigger()
            self._thread.join(_LAST_ROUND_S)
        wasyncore.close_all(self._map, ignore_all=True)

    def _run(self) -> None:
        seen_s = time.time()
        while not self._stopping.is_set():
            wasyncore.loop(timeout=1.0, map=self._map, count=1, use_poll=True)
            time.sleep(REST_S)
            now_s = time.time()
            if now_s < seen_s:
                self._follow_clock_back(seen_s - now_s)
            seen_s = now_s

    def _follow_clock_back(self, by_s: float) -> None:
        """Let idle connections end as before, though the clock was put back.

        Waitress measures them by the wall clock. On a machine that has been hours ahead none of
        them would end for hours, and those of tablets that have left would use up what there is.
        """
        self._server.next_channel_cleanup -= by_s
        for channel in list(self._server.active_channels.values()):
            channel.last_activity -= by_s


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket of our own, so that nothing is left open where the port cannot be had.

    Raises:
        PortTakenError: another program has the port, or it may not be opened.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PortTakenError(_port_words(error, host, port)) from error
    return bound


def _port_words(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken by another program, perhaps by this one started before. "
            "End that one, or choose another with --port."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} may not be opened by this user. Choose one above 1023 with --port."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            f"Port {port} cannot be opened at {host}: no such address on this computer "
            f"({error.strerror}). Name one of its own with --host, or leave it out."
        )
    return f"Port {port} cannot be opened: {error.strerror}."
