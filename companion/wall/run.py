"""A wall from start to stop: listener, pages, web server."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from companion.hall.broker import Broker
from companion.service.addresses import base_urls, own_address
from companion.wall.listener import HallListener
from companion.wall.pages import WallPages
from companion.wall.store import WallStore
from webui.server import WebServer
from webui.settings import WebSettings


class Wall:
    """Everything that runs for a wall; `start` and `stop` once each.

    Args:
        broker: where to listen.
        state: file for results and how far the wall has come.
        host, port: where the page is served; port 0 takes a free one.

    Raises:
        BrokerError: the broker's address cannot be used.
        PortTakenError: the port cannot be had.
        WallStoreError: the file cannot be used.

    Attributes:
        listener: hears the tables.
    """

    def __init__(self, broker: Broker, state: Path, host: str, port: int) -> None:
        with ExitStack() as opening:
            store = WallStore(state)
            opening.callback(store.close)
            self.listener: Final = HallListener(broker, store)
            settings = WebSettings(base_urls=base_urls(host, port, own_address()))
            pages = WallPages(self.listener, store, settings)
            self._web: Final = WebServer(pages.app(), settings, host, port)
            self._closing: Final = opening.pop_all()
            self._closing.callback(self._web.stop)
            self._closing.callback(pages.close)
        self.addresses: Final = settings.base_urls

    @property
    def port(self) -> int:
        """The port that the page is served on."""
        return self._web.port

    def start(self) -> None:
        """Start listening and serving."""
        self.listener.start()
        # Stopped before the web server and the file.
        self._closing.callback(self.listener.stop)
        self._web.start()

    def stop(self) -> None:
        """Stop everything; the file is closed last."""
        self._closing.close()


def run_until_stopped(wall: Wall, say: Callable[[str], None]) -> None:
    """Run a wall until the process is told to end."""
    stopping = threading.Event()

    def stop(_number: int, _frame: object) -> None:
        stopping.set()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        wall.start()
        for address in wall.addresses:
            say(address)
        say("The wall is open. Ctrl+C closes it.")
        stopping.wait()
    finally:
        wall.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
