"""The table of `tests.support.secret_game` behind the real web server, on loopback.

Pages, parts of pages and wishes go over a socket and come back as the bytes that a neighbour on the
network would see. Only the line with the date is taken out, since that clock is the system's.
Streams are read at the app's own door, where they can be read as far as they go.
"""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from tests.support.patience import PATIENCE_S
from tests.support.secret_game import SecretGame
from tests.support.web_client import FROM_PAGE
from webui.server import WebServer
from webui.site import cookie_name

_HOST: Final = "127.0.0.1"
_DATE: Final = re.compile(rb"\r\nDate: [^\r]*")


class ServedSecretGame(SecretGame):
    """One running table that is asked over the network.

    Args:
        folder: where the journal lies.

    Attributes:
        answers: how many answers have come over the network.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.answers = 0
        self._server: Final = WebServer(self.app, self.settings, host=_HOST)
        self._server.start()

    def get(self, viewer: SeatId, path: str) -> bytes:
        """A whole answer as it comes over the network."""
        return self._asked(viewer, f"GET {_quoted(path)} HTTP/1.1", b"")

    def post(self, act: Act) -> bytes:
        """Press something on a seat's tablet; returns the whole answer."""
        body = urlencode(self.fields_of(act), doseq=True).encode()
        return self._asked(act.seat, f"POST /seat/{act.seat}/act HTTP/1.1", body)

    def close(self) -> None:
        """End everything in order."""
        self._server.stop()
        super().close()

    def _asked(self, viewer: SeatId, request: str, body: bytes) -> bytes:
        # Without the port, which differs between any two tables.
        lines = [request, "Host: localhost", "Connection: close"]
        if viewer != PUBLIC:
            name = cookie_name(viewer)
            cookie = self.clients[viewer].get_cookie(name)
            assert cookie is not None
            lines.append(f"Cookie: {name}={cookie.value}")
        if body:
            lines += [f"{name}: {value}" for name, value in FROM_PAGE.items()]
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        with socket.create_connection((_HOST, self._server.port), PATIENCE_S) as link:
            link.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            answer = b""
            while chunk := link.recv(65536):
                answer += chunk
        self.answers += 1
        head, _, content = answer.partition(b"\r\n\r\n")
        assert _DATE.search(head), "the real server dates its answers"
        return _DATE.sub(b"", head).removeprefix(b"HTTP/1.1 ") + b"\r\n\r\n" + content


def _quoted(path: str) -> str:
    """An address as a browser sends it."""
    return quote(path, safe="/?&=.,:@~")
