"""Tells a second tap of the same finger from a second wish."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from companion.table.commands import Act

SAME_TAP_S: Final = 0.8
"""Two equal acts of one seat within this time are one wish."""


class Taps:
    """Remembers the last act of each seat for a moment. Safe to use from many threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last: dict[str, tuple[Act, float]] = {}

    def is_new(self, act: Act) -> bool:
        """Whether the act is a wish of its own; it is remembered either way."""
        now_s = self._clock()
        with self._lock:
            before = self._last.get(act.seat)
            self._last[act.seat] = (act, now_s)
        return before is None or before[0] != act or now_s - before[1] > SAME_TAP_S
