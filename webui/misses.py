"""Counts wrong codes, so that nobody gets in by trying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MISSES: Final = 10
"""Wrong codes that one machine may try within the window."""

MISSES_OF_ALL: Final = 200
"""Wrong codes within the window after which nobody is let in: far too few to guess one of 31**8."""

WINDOW_S: Final = 60.0


class Misses:
    """The wrong codes of the last minute; for whoever holds a lock around it.

    Args:
        now_s: wall clock, seconds since 1970.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s: Final = now_s
        self._misses: list[tuple[float, str]] = []

    def are_too_many(self, address: str) -> bool:
        """Whether a machine has to wait before it may try again."""
        since_s = self._now_s() - WINDOW_S
        self._misses = [miss for miss in self._misses if miss[0] > since_s]
        own = sum(one == address for _, one in self._misses)
        return own >= MISSES or len(self._misses) >= MISSES_OF_ALL

    def add(self, address: str) -> None:
        """A machine has tried a code that is none."""
        self._misses.append((self._now_s(), address))
