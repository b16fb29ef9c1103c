"""Starts the eye's process and hands on what it says."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from companion.border import Beat, EyeLine, EyeMessage, EyeState, EyeWish, ReportSaved, Sight
from vision.eye import EyeConfig

_STOP_PATIENCE_S: Final = 3.0
_REASON_LINES: Final = 3
_NO_USE_WAITING_S: Final = 5.0
"""Who has been silent for so long does not end by itself either."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""The matrices are small: further threads would only wait for each other, at full speed."""


class EyeProcess:
    """The eye in a process of its own.

    Nothing is restarted here. When the process ends other than by `stop`, one
    ``EyeState(state="closed")`` says so.

    Args:
        config: what to look at.
        on_message: called from a thread of its own for each message, in order.
        on_view: called from the same thread with what somebody has asked for (`ask`).
    """

    def __init__(
        self,
        config: EyeConfig,
        on_message: Callable[[EyeMessage], None],
        on_view: Callable[[Sight | ReportSaved], None] = lambda _: None,
    ) -> None:
        self._config = config
        self._on_message = on_message
        self._on_view = on_view
        self._asking = threading.Lock()
        self._heard_s: float | None = None
        self._busy_s = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        self._complaints: list[str] = []
        self._stopping = False
        self._last_s = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def process_id(self) -> int | None:
        """Number of the process, None before the start."""
        return None if self._process is None else self._process.pid

    @property
    def silent_s(self) -> float:
        """How long nothing was heard of it; 0 before its first word, which may take its time."""
        return 0.0 if self._heard_s is None else time.monotonic() - self._heard_s

    @property
    def busy_s(self) -> float:
        """How long it had been at the same picture when it last said so."""
        return self._busy_s

    def ask(self, wish: EyeWish) -> None:
        """Hand a wish to the process; lost if it does not run."""
        process = self._process
        if process is None or process.stdin is None:
            return
        with self._asking, suppress(OSError, ValueError):
            process.stdin.write(msgspec.json.encode(wish) + b"\n")
            process.stdin.flush()

    def start(self) -> None:
        """Start the process.

        Raises:
            RuntimeError: it was started before.
            OSError: the process cannot be started.
        """
        if self._process is not None:
            raise RuntimeError("this eye was started before; make a new one")
        process = subprocess.Popen(
            [sys.executable, "-m", "vision.eye"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD},
        )
        self._process = process
        if process.stdin is None:
            raise OSError("the eye's process has no standard input")
        with suppress(BrokenPipeError):
            # A process that ended at once is reported by the listener.
            process.stdin.write(msgspec.json.encode(self._config) + b"\n")
            process.stdin.flush()
        complaints = threading.Thread(
            target=self._gather_complaints, name="eye errors", daemon=True
        )
        complaints.start()
        self._listener = threading.Thread(
            target=self._listen, args=(complaints,), name="eye", daemon=True
        )
        self._listener.start()

    def stop(self) -> None:
        """End the process and wait for it; a second call does nothing."""
        self._stopping = True
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        if self.silent_s > _NO_USE_WAITING_S:
            process.kill()
        try:
            process.wait(_STOP_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        listener = self._listener
        if listener is not None and listener is not threading.current_thread():
            listener.join(_STOP_PATIENCE_S)

    def _gather_complaints(self) -> None:
        process = self._process
        if process is None or process.stderr is None:
            return
        with process.stderr as errors:
            for line in errors:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    self._complaints = [*self._complaints, text][-_REASON_LINES:]

    def _listen(self, complaints: threading.Thread) -> None:
        process = self._process
        if process is None or process.stdout is None:
            return
        decoder = msgspec.json.Decoder[EyeLine](EyeLine)
        closed = False
        with process.stdout as lines:
            for line in lines:
                try:
                    message = decoder.decode(line)
                except msgspec.MsgspecError:
                    # A half line is left behind when the process is killed.
                    continue
                self._heard_s = time.monotonic()
                match message:
                    case Beat(busy_s=busy_s):
                        self._busy_s = busy_s
                        continue
                    case Sight() | ReportSaved():
                        if not self._stopping:
                            self._on_view(message)
                        continue
                    case _:
                        pass
                self._last_s = message.t_s
                closed = isinstance(message, EyeState) and message.state == "closed"
                if not self._stopping:
                    self._on_message(message)
        status = process.wait()
        complaints.join(_STOP_PATIENCE_S)
        if not self._stopping and not closed:
            reason = self._complaints[-1] if self._complaints else ending_words(status)
            self._on_message(
                EyeState(t_s=self._last_s, state="closed", reason=f"The eye has stopped: {reason}")
            )


def ending_words(status: int) -> str:
    """Why a process has ended that said nothing, in words for people.

    Args:
        status: as `subprocess` gives it: below 0 the signal that ended it.
    """
    match -status:
        case signal.SIGKILL:
            return "the system has killed it, most likely for want of memory."
        case signal.SIGTERM | signal.SIGHUP | signal.SIGINT:
            return "somebody has ended it."
        case signal.SIGSEGV | signal.SIGBUS | signal.SIGILL | signal.SIGFPE | signal.SIGABRT:
            return "it has crashed, perhaps in the camera's driver."
        case 0:
            return "it ended by itself without a word."
        case number if number > 0:
            return f"it was ended from outside ({signal.Signals(number).name})."
        case _:
            return f"it failed without a word (status {status})."
