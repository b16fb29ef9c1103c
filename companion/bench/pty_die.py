"""A die at a real pseudo-terminal whose last byte is sent at a moment that is known."""

from __future__ import annotations

import os
import secrets
import select
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from firmware_bridge.firmware.memory import Memory, Volatile
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.pseudo_terminal import PseudoTerminal

ROLLING_S: Final = 0.2
"""How long a roll takes, less than a hand's: the screens have heard that the die rolls before it
settles."""

_HELD_BACK_S: Final = 0.002
"""Between a line and its last byte: long enough for the line to have been read."""


class PtyDie:
    """Speaks the die's protocol and answers the host from a thread of its own.

    Args:
        link: name of its port.
        sides: number of faces.
    """

    def __init__(self, link: Path, sides: int = 20) -> None:
        self.name: Final = f"BENCH-{secrets.token_hex(4).upper()}"
        memory = Memory(Volatile(), self.name)
        self._talker: Final = Talker(memory, sides, secrets.token_hex(4).upper())
        self._memory: Final = memory
        self._terminal: Final = PseudoTerminal(link)
        self._lock: Final = threading.Lock()
        self._wake_read, self._wake_write = os.pipe()
        self._thread: Final = threading.Thread(target=self._answer, name="bench-die", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._wake_write)
        self._thread.join()
        os.close(self._wake_read)
        self._terminal.close()

    def roll(self, face: int) -> tuple[int, float]:
        """Roll it.

        Returns:
            Number of the roll, and the monotonic clock just before its last byte was written.
        """
        with self._lock:
            self._terminal.write(self._talker.picked() + self._talker.rolling())
        time.sleep(ROLLING_S)
        with self._lock:
            line = self._talker.settled(face, int(time.monotonic()))
            self._terminal.write(line[:-1])
            time.sleep(_HELD_BACK_S)
            sent_s = time.monotonic()
            self._terminal.write(line[-1:])
            return self._memory.number, sent_s

    def _answer(self) -> None:
        while True:
            ready, _, _ = select.select([self._terminal.fileno(), self._wake_read], [], [])
            if self._wake_read in ready:
                return
            with self._lock:
                answer = self._talker.receive(self._terminal.read(), int(time.monotonic()))
                if answer:
                    self._terminal.write(answer)
