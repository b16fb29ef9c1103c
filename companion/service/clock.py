"""The clocks of the service."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(tz=UTC)


def _wall_s() -> float:
    return now().timestamp()


class SteadyClock:
    """Seconds since 1970, as the wall clock had them once, gone on with evenly.

    A small computer without a battery starts with the time of its last end, or with 1970, and puts
    it right once it finds the network. How long a tablet holds its seat, or how long somebody waits
    who has typed wrong codes, must not jump with it.

    Args:
        wall_s: the wall clock, read once.
        monotonic_s: a clock that nobody sets.
    """

    def __init__(
        self,
        wall_s: Callable[[], float] = _wall_s,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic_s: Final = monotonic_s
        self._ahead_s: Final = wall_s() - monotonic_s()

    def __call__(self) -> float:
        """The seconds now."""
        return self._ahead_s + self._monotonic_s()


steady_s: Final = SteadyClock()
"""The one of this process, so that what was given out in one game counts in the next."""
