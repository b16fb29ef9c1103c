"""A real service process for tests: started, spoken to over HTTP, killed, started again."""

from __future__ import annotations

import http.client
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Final, Self
from urllib.parse import urlencode

from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
STARTED_WITHIN_S = PATIENCE_S
OPEN = "The table is open."


_HELD: Final[list[socket.socket]] = []
"""Bound and never listening: they keep ports from everybody who takes any that is free."""


def held_port() -> int:
    """A port for a server of ours, which nobody else is given as long as this process lives.

    Also between two servers on it, or while one is killed and started again. It is for servers that
    allow an address to be used again, as all of ours and mosquitto do.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _HELD.append(holder)
    port: int = holder.getsockname()[1]
    return port


class ServiceProcess:
    """``companion serve`` in a process of its own on loopback.

    Args:
        home: the user directory.
        options: further options of ``serve``.
        game: the game; the toy game unless another is named.
        port: where to listen; a held port unless one is named.
    """

    COMMAND: ClassVar[tuple[str, ...]] = (sys.executable, "-m", "tests.support.serve_toy")

    def __init__(
        self, home: Path, *options: str, game: str = "toy", port: int | None = None
    ) -> None:
        self.port = port or held_port()
        self._lines: list[str] = []
        self._opened = threading.Event()
        environment = {**os.environ, "COMPANION_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [
                *self.COMMAND,
                "serve",
                "--game",
                game,
                "--host",
                "127.0.0.1",
                "--port",
                str(self.port),
                *options,
            ],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        self.wait_until_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def wait_until_open(self) -> None:
        """Block until the addresses have been printed."""
        if not self._opened.wait(STARTED_WITHIN_S):
            raise AssertionError(f"the service did not open:\n{self.output}")

    @property
    def output(self) -> str:
        """Everything that was printed so far."""
        return "".join(self._lines)

    def code(self, seat: str) -> str:
        """The code that was printed for a seat."""
        found = re.search(rf"{seat} seat\n +http://\S+/join/(\w+)", self.output)
        assert found is not None, self.output
        return found[1]

    def children(self) -> dict[int, str]:
        """Number and command line of each child process."""
        found = {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdecimal():
                continue
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if int(parent) == self.process.pid:
                found[int(entry.name)] = command
        return found

    def kill(self) -> None:
        """End it like a power cut would: nothing can be tidied up."""
        self.process.kill()
        self._end()

    def terminate(self) -> int:
        """End it in order; returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        status = self.process.wait(STARTED_WITHIN_S)
        self._reader.join(STARTED_WITHIN_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status

    def _read(self) -> None:
        if self.process.stdout is None:
            return
        for line in self.process.stdout:
            self._lines.append(line)
            if OPEN in line:
                self._opened.set()
        self._opened.set()


class Tablet:
    """Holds one seat of a service over HTTP.

    Args:
        port: where the service listens on loopback.
        seat: id of the seat.
        cookie: the token of an earlier start, None to claim with a code.
    """

    def __init__(self, port: int, seat: str, cookie: str | None = None) -> None:
        self.seat = seat
        self.cookie = cookie
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)

    def claim(self, code: str) -> None:
        """Take the seat."""
        status, headers, _ = self._post("/join", {"code": code, "seat": self.seat})
        assert status == 200, status
        self.cookie = headers["Set-Cookie"].partition(";")[0]

    def act(self, action: str, **fields: str) -> int:
        """Press something; returns the HTTP status, 200 if it is on disk.

        Raises:
            OSError, http.client.HTTPException: the service is gone.
        """
        form = {"action": action, **{f"f.{name}": value for name, value in fields.items()}}
        return self._post(f"/seat/{self.seat}/act", form)[0]

    def _post(
        self, path: str, form: Mapping[str, str]
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "Cookie": self.cookie or "",
        }
        self._connection.request("POST", path, urlencode(form), headers)
        response = self._connection.getresponse()
        return response.status, response.headers, response.read()

    def get(self, path: str) -> str:
        """Text of a page that can be had."""
        self._connection.request("GET", path, headers={"Cookie": self.cookie or ""})
        response = self._connection.getresponse()
        text = response.read().decode()
        assert response.status == 200, (path, response.status, text)
        return text

    def post(self, path: str, **form: str) -> tuple[int, str]:
        """Status and text of the answer to a form."""
        status, _, body = self._post(path, form)
        return status, body.decode()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def ends_within(process_id: int, patience_s: float) -> bool:
    """Whether any process, also one that is not our child, ends in time."""
    try:
        handle = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        ready, _, _ = select.select([handle], [], [], patience_s)
        return bool(ready)
    finally:
        os.close(handle)


def wait_until(holds: Callable[[], bool], patience_s: float, what: str) -> None:
    """Ask again and again, for what another process does without telling us."""
    deadline_s = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > deadline_s:
            raise AssertionError(f"not within {patience_s} s: {what}")
        select.select([], [], [], 0.05)


def wait_for_children(service: ServiceProcess, words: tuple[str, ...]) -> dict[str, int]:
    """Process numbers of the children whose command lines hold these words, once all are there."""

    def found() -> dict[str, int]:
        children = service.children().items()
        return {word: number for number, command in children for word in words if word in command}

    # What was seen complete is what is handed back: a child may end, or be killed, a moment later.
    seen: dict[str, int] = {}

    def complete() -> bool:
        seen.clear()
        seen.update(found())
        return len(seen) == len(words)

    wait_until(complete, STARTED_WITHIN_S, f"children {words}")
    return seen
