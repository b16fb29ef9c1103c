"""The door over HTTPS: takes the encryption off and passes everything on to the plain server.

The plain server sees each of these connections come from its own machine, to which it grants more
than to others. So the door notes for each of them who is behind it, and the application that it
leads to (`BehindDoor`) puts that in; what is not noted counts as a stranger.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from webui.server import EVERYWHERE, WebServer, listening_socket
from webui.settings import WebSettings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOG: Final = logging.getLogger("webui")
MOST_CONNECTIONS: Final = 400
_WAITING: Final = 128
_FAREWELL_S: Final = 1.0
HANDSHAKE_S: Final = 10.0
STRANGER: Final = "0.0.0.0"  # noqa: S104 - no address that anybody has
_PIECE_BYTES: Final = 64 * 1024
_STOP_S: Final = 5.0
_LAST_ROUND_S: Final = 30.0
"""How long the loop may take to see that it shall end, and to say farewell to whoever is there; its
socket may not be closed before."""


class Callers:
    """Who is behind each connection that the door has to the plain server."""

    def __init__(self) -> None:
        self._lock: Final = threading.Lock()
        self._addresses: Final[dict[int, str]] = {}

    def add(self, port: int, address: str) -> None:
        """Note who is behind the connection from a port of this machine."""
        with self._lock:
            self._addresses[port] = address

    def drop(self, port: int) -> None:
        """Forget a connection that has ended."""
        with self._lock:
            self._addresses.pop(port, None)

    def behind(self, port: str) -> str:
        """The address behind a connection, `STRANGER` if none is noted."""
        with self._lock:
            return self._addresses.get(int(port) if port.isdecimal() else 0, STRANGER)


class BehindDoor:
    """A WSGI application as the door leads to it.

    Args:
        app: what answers.
        callers: who is behind which connection.
    """

    def __init__(self, app: WSGIApplication, callers: Callers) -> None:
        self._app: Final = app
        self._callers: Final = callers

    def __call__(self, asked: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request as the one who is behind it has sent it."""
        asked["REMOTE_ADDR"] = self._callers.behind(str(asked.get("REMOTE_PORT", "")))
        asked["wsgi.url_scheme"] = "https"
        return self._app(asked, start_response)


class TlsDoor:
    """Serves an app over HTTPS until it is stopped.

    Args:
        app: what is served.
        settings: as for `webui.server.WebServer`.
        chain, key: files with the certificate and its key.
        host: address to listen on.
        port: 0 takes a free one; see `port` afterwards.

    Raises:
        PortTakenError: another program has the port, or it may not be opened.
        OSError: a file cannot be read, or they do not belong together (`ssl.SSLError`).
    """

    def __init__(
        self,
        app: WSGIApplication,
        settings: WebSettings,
        chain: Path,
        key: Path,
        host: str = EVERYWHERE,
        port: int = 0,
    ) -> None:
        self._context: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(chain, key)
        self._listening: Final = listening_socket(host, port)
        self._listening.listen(_WAITING)
        self.port: Final[int] = self._listening.getsockname()[1]
        self._callers: Final = Callers()
        self._inner: Final = WebServer(BehindDoor(app, self._callers), settings, "127.0.0.1")
        self._loop: Final = asyncio.new_event_loop()
        self._ending: Final = asyncio.Event()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._thread: Final = threading.Thread(target=self._run, name="https", daemon=True)

    def start(self) -> None:
        """Begin to serve in threads of its own."""
        self._inner.start()
        self._thread.start()

    def stop(self, timeout_s: float = _STOP_S) -> None:
        """Close the port and every connection. Close the streams' hub first."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._ending.set)
            self._thread.join(_LAST_ROUND_S)
        else:
            self._loop.close()
        self._listening.close()
        self._inner.stop(timeout_s)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(
            self._met,
            sock=self._listening,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=_FAREWELL_S,
        )
        async with server:
            await self._ending.wait()
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None or len(self._tasks) >= MOST_CONNECTIONS:
            writer.close()
            return
        self._tasks.add(task)
        try:
            await self._pass_on(reader, writer)
        except (OSError, asyncio.CancelledError):
            LOG.debug("a connection over HTTPS broke off")
        finally:
            self._tasks.discard(task)
            await _close(writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass bytes on both ways until either side has ended."""
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._inner.port)
        port = inner_writer.get_extra_info("sockname")[1]
        # Noted before the first byte is passed on, so that no request comes without it.
        self._callers.add(port, writer.get_extra_info("peername")[0])
        ways = [
            asyncio.ensure_future(_pumped(reader, inner_writer)),
            asyncio.ensure_future(_pumped(inner_reader, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._callers.drop(port)
            await _close(inner_writer)


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE_BYTES):
        writer.write(piece)
        await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    """Take leave of a connection, for a moment at most."""
    writer.close()
    try:
        async with asyncio.timeout(_FAREWELL_S):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        writer.transport.abort()
