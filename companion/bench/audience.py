"""Many screens in one process: each listens to a real stream and fetches what has changed.

``python -m companion.bench.audience JSON`` opens the screens of an `Audience`, prints `Ready` once
every stream is open, and a `Shown` whenever a screen has fetched all regions of a change. It does
what a tablet's page does, without drawing, and ends with its standard input.
"""

from __future__ import annotations

import re
import selectors
import socket
import sys
import time
from collections import deque
from typing import Final

import msgspec

from companion.bench.http_reader import Answer, AnswerReader
from companion.bench.served import LOOPBACK

_REGION: Final = re.compile(r'hx-get="([^"]*/region/([a-z0-9-]+)[^"]*)"')
_STREAM_ID: Final = re.compile(r'data-stream-id="([^"]*)"')


class ScreenWanted(msgspec.Struct, frozen=True, kw_only=True):
    """One screen.

    Attributes:
        base: what its addresses begin with, empty for the public.
        cookie: of the tablet that holds the seat, empty for the public.
    """

    base: str = ""
    cookie: str = ""


class Audience(msgspec.Struct, frozen=True, kw_only=True):
    """All screens of a table.

    Attributes:
        port: where the table is served on loopback.
        screens: the screens.
    """

    port: int
    screens: tuple[ScreenWanted, ...]


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag="ready"):
    """Every stream is open."""

    screens: int


class Shown(msgspec.Struct, frozen=True, kw_only=True, tag="shown"):
    """A screen has fetched what a change made new.

    Attributes:
        screen: number of the screen.
        at_s: the monotonic clock when the last byte had come.
        regions: how many regions it fetched.
        transferred_bytes: everything that came for it, headers included.
    """

    screen: int
    at_s: float
    regions: int
    transferred_bytes: int


Line = Ready | Shown


class _Screen:
    """One screen: its stream, a connection that fetches, and what is still to be fetched."""

    def __init__(self, number: int, wanted: ScreenWanted, hall: _Hall) -> None:
        self._number = number
        self._wanted = wanted
        self._hall = hall
        self._fetch = socket.create_connection((LOOPBACK, hall.port))
        self._reader = AnswerReader()
        page = self._fetched(wanted.base or "/").text
        self._addresses = {
            name: address.replace("&amp;", "&") for address, name in _REGION.findall(page)
        }
        since = _STREAM_ID.search(page)
        self._stream = socket.create_connection((LOOPBACK, hall.port))
        self._unread = b""
        self.is_open = False
        self._ask(self._stream, f"{wanted.base}/stream?since={'' if since is None else since[1]}")
        self._queue: deque[str] = deque()
        self._regions = self._bytes = 0
        for connection, heard in ((self._stream, self._hear), (self._fetch, self._take)):
            hall.selector.register(connection, selectors.EVENT_READ, heard)

    def _ask(self, connection: socket.socket, path: str) -> None:
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {LOOPBACK}:{self._hall.port}\r\n"
            f"Accept-Encoding: gzip\r\nHX-Request: true\r\nCookie: {self._wanted.cookie}\r\n\r\n"
        )
        connection.sendall(request.encode())

    def _fetched(self, path: str) -> Answer:
        """Fetch and wait; only before the screen listens."""
        self._ask(self._fetch, path)
        while (answer := self._reader.feed(self._fetch.recv(65536))) is None:
            pass
        return answer

    def _hear(self) -> None:
        data = self._stream.recv(65536)
        if not data:
            raise ConnectionError(f"the stream of screen {self._number} was closed")
        self._unread += data
        *lines, self._unread = self._unread.split(b"\n")
        kind = ""
        for line in lines:
            word, _, rest = line.decode().rstrip("\r").partition(": ")
            if word == "event":
                kind = rest
                if not self.is_open:
                    self.is_open = True
                    self._hall.opened()
            elif word == "data" and kind == "changed":
                self._wish_for(rest.split())
            elif word == "data" and kind == "reload":
                self._wish_for(list(self._addresses))

    def _wish_for(self, names: list[str]) -> None:
        is_idle = not self._queue
        # One that waits to be fetched anyway is not fetched twice; the first is under way.
        waiting = list(self._queue)[1:]
        self._queue.extend(name for name in names if name not in waiting)
        if is_idle:
            self._fetch_next()

    def _fetch_next(self) -> None:
        name = self._queue[0]
        address = self._addresses.get(name, f"{self._wanted.base}/region/{name}")
        self._ask(self._fetch, address)

    def _take(self) -> None:
        data = self._fetch.recv(262144)
        if not data:
            raise ConnectionError(f"screen {self._number} was cut off while it fetched")
        answer = self._reader.feed(data)
        if answer is None:
            return
        self._queue.popleft()
        self._regions += 1
        self._bytes += answer.transferred_bytes
        if self._queue:
            self._fetch_next()
            return
        shown = Shown(
            screen=self._number,
            at_s=time.monotonic(),
            regions=self._regions,
            transferred_bytes=self._bytes,
        )
        self._regions = self._bytes = 0
        _say(shown)


class _Hall:
    """All screens and what they wait for."""

    def __init__(self, audience: Audience) -> None:
        self.port: Final = audience.port
        self.selector: Final = selectors.DefaultSelector()
        self._waiting = len(audience.screens)
        self._count: Final = len(audience.screens)
        for number, wanted in enumerate(audience.screens):
            _Screen(number, wanted, self)

    def opened(self) -> None:
        """One more stream is open."""
        self._waiting -= 1
        if not self._waiting:
            _say(Ready(screens=self._count))

    def run(self) -> None:
        """Serve all screens until standard input ends."""
        self.selector.register(sys.stdin.fileno(), selectors.EVENT_READ, None)
        while True:
            for key, _ in self.selector.select():
                if key.data is None:
                    return
                key.data()


def _say(line: Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Open the screens that are wanted and keep them up to date."""
    _Hall(msgspec.json.decode(sys.argv[1], type=Audience)).run()


if __name__ == "__main__":
    main()
