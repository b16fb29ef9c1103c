"""Tells a second tap of the same finger from a second wish."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from companion.table.commands import Act
from companion.table.values import Refusal

SAME_TAP_S: Final = 0.8
"""Two equal acts of one seat within this time are one wish."""

REMEMBERED: Final = 64
"""So many numbers of taps are remembered for each seat."""

_LONGEST_NUMBER: Final = 64


class Taps:
    """Remembers the last act of each seat for a moment. Safe to use from many threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last: dict[str, tuple[Act, float]] = {}
        self._answers: dict[str, dict[str, Refusal | None]] = {}

    def is_new(self, act: Act) -> bool:
        """Whether the act is a wish of its own; it is remembered either way."""
        now_s = self._clock()
        with self._lock:
            before = self._last.get(act.seat)
            self._last[act.seat] = (act, now_s)
        return before is None or before[0] != act or now_s - before[1] > SAME_TAP_S

    def once(
        self, seat: str, number: str | None, do: Callable[[], Refusal | None]
    ) -> Refusal | None:
        """Carry a tap out, or give the answer again if one of that number came before.

        A screen numbers its taps, and sends one again whose answer it did not get.

        Args:
            seat: who taps.
            number: the number, None for a screen that numbers nothing.
            do: carries it out.
        """
        if not number or len(number) > _LONGEST_NUMBER:
            return do()
        with self._lock:
            answers = self._answers.setdefault(seat, {})
            if number in answers:
                return answers[number]
            answers[number] = _UNDER_WAY
            while len(answers) > REMEMBERED:
                del answers[next(iter(answers))]
        answer: Refusal | None = _FAILED
        try:
            answer = do()
        finally:
            with self._lock:
                answers[number] = answer
        return answer


_UNDER_WAY: Final = Refusal(
    code="not-now", text="The table is still at this tap. Look again before you retry."
)
_FAILED: Final = Refusal(
    code="not-now", text="The table could not do this. Look again before you retry."
)
