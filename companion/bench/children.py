"""Child processes of a bench that speak in lines of JSON and end with their standard input."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

import msgspec

from companion.bench.figures import BenchError

Line = TypeVar("Line")
Found = TypeVar("Found")

_END_WITHIN_S: Final = 10.0


class Child(Generic[Line]):
    """A Python module in a process of its own; what it says is collected by a thread.

    Args:
        module: name of the module.
        arguments: its arguments.
        kind: type of its lines.
    """

    def __init__(self, module: str, arguments: Sequence[str], kind: object) -> None:
        self._module: Final = module
        self._decoder: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(kind)
        self._changed: Final = threading.Condition()
        self._said: list[Line] = []
        self._has_ended = False
        self._nonsense = ""
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # An interrupt typed at the terminal is for the bench, which ends this one in order.
            start_new_session=True,
        )
        self._complaints = b""
        self._threads: Final = (
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._gather_complaints, daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(_END_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for thread in self._threads:
            thread.join(_END_WITHIN_S)

    @property
    def said(self) -> list[Line]:
        """Every line so far."""
        with self._changed:
            return list(self._said)

    @property
    def count(self) -> int:
        """How many lines it has said so far."""
        with self._changed:
            return len(self._said)

    def wait_for(
        self, find: Callable[[list[Line]], Found | None], patience_s: float, what: str
    ) -> Found:
        """Wait until something is found in what was said.

        Args:
            find: gives it, or None as long as it is not there; is given the live list.
            patience_s: how long to wait.
            what: what is waited for, for the error.

        Raises:
            BenchError: it did not come in time, or the process has ended.
        """
        until_s = time.monotonic() + patience_s
        with self._changed:
            while (found := find(self._said)) is None:
                left_s = until_s - time.monotonic()
                if self._has_ended:
                    raise BenchError(f"{self._module} has ended while {what}: {self._last_words()}")
                if left_s <= 0:
                    raise BenchError(f"waited {patience_s:g} s in vain for {self._module}: {what}")
                self._changed.wait(left_s)
        return found

    def _last_words(self) -> str:
        if self._nonsense:
            return self._nonsense
        self._threads[1].join(1.0)
        lines = self._complaints.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def _listen(self) -> None:
        if self._process.stdout is None:
            return
        try:
            with self._process.stdout as lines:
                for line in lines:
                    said = self._decoder.decode(line)
                    with self._changed:
                        self._said.append(said)
                        self._changed.notify_all()
        except msgspec.DecodeError as error:
            self._nonsense = f"it said what is no line of its own ({error})"
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _gather_complaints(self) -> None:
        if self._process.stderr is not None:
            with self._process.stderr as complaints:
                self._complaints = complaints.read()
