"""A clock that a test moves."""

from __future__ import annotations


class FakeClock:
    """Time that passes only when something sleeps."""

    def __init__(self) -> None:
        self.time_s = 100.0
        self.naps_s: list[float] = []

    def now_s(self) -> float:
        return self.time_s

    def sleep_s(self, duration_s: float) -> None:
        if duration_s > 0:
            self.naps_s.append(duration_s)
            self.time_s += duration_s
