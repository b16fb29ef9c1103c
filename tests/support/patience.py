"""How long a test waits for what is bound to come.

It waits for events, and goes on with them; so a long time costs nothing but where something is
broken, and a short one fails by chance on a machine that is busy with something else.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import Final

PATIENCE_S: Final = 60.0
PATIENCE_MS: Final = 60_000


class Stopwatch:
    """Seconds that a piece of work has taken, less those that it stood in line for a processor.

    For what is promised within a time: on a machine with nothing else to do it is the time by the
    clock, and on a busy one the other programs are not counted.

    Args:
        others: numbers of the processes that take part beside this one.
    """

    def __init__(self, *others: int) -> None:
        self._processes: Final = (os.getpid(), *others)
        self._in_line_s = self._delay_s()
        self._began_s = monotonic()

    def taken_s(self) -> float:
        """How long it took since the start."""
        return self.by_the_clock_s() - (self._delay_s() - self._in_line_s)

    def by_the_clock_s(self) -> float:
        """Everything since the start."""
        return monotonic() - self._began_s

    def _delay_s(self) -> float:
        """How long the threads of these processes have been ready without a processor to run on."""
        delay_ns = 0
        for process in self._processes:
            for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
                try:
                    _, waited_ns, _ = task.read_text().split()
                except OSError:
                    # A thread that has ended meanwhile.
                    continue
                delay_ns += int(waited_ns)
        return delay_ns / 1e9
