"""A mosquitto of a test's own, on a held port, that can be cut off, killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pytest

from companion.hall.broker import Broker
from tests.support.patience import PATIENCE_S
from tests.support.service_process import held_port, wait_until

_PLACES: Final = ("/usr/sbin/mosquitto", "/usr/bin/mosquitto")


def mosquitto_path() -> str:
    """The program; a test that needs it is skipped where it is not installed."""
    for place in (*_PLACES, shutil.which("mosquitto") or ""):
        if place and Path(place).exists():
            return place
    pytest.skip("mosquitto is not installed: apt-get install mosquitto")


class Mosquitto:
    """A broker, started at once and ended with the block.

    Args:
        folder: for its files.
        lines: further lines of its configuration.
        persists: whether it keeps what it was given over an orderly end.
    """

    def __init__(self, folder: Path, lines: tuple[str, ...] = (), *, persists: bool = True) -> None:
        self._path: Final = mosquitto_path()
        self.port: Final = held_port()
        self._configuration: Final = folder / "mosquitto.conf"
        text = [f"listener {self.port} 127.0.0.1", "max_queued_messages 0", *lines]
        if not any(line.startswith("allow_anonymous") for line in lines):
            text.append("allow_anonymous true")
        if persists:
            text += ["persistence true", f"persistence_location {folder}/"]
        if os.getuid() == 0:
            text.append("user root")
        self._configuration.write_text("\n".join(text) + "\n")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> Broker:
        """Where it is."""
        return Broker(host="127.0.0.1", port=self.port)

    def start(self) -> None:
        """Start it, again on the same port; returns when it listens."""
        self._process = subprocess.Popen(
            [self._path, "-c", str(self._configuration)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._listens, PATIENCE_S, "the broker listens")

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it, by default in order."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE_S)
            self._process = None

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop(signal.SIGKILL)
