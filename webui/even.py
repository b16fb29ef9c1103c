"""Answers that come in even steps of time.

Stepping back folds the events since the last kept state, and rolls are looked for among all that
was written since the last look, private edits included. A laptop could count them by the time it
takes; rounded up to the next tenth of a second there is nothing to count.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def left_s(taken_s: float, every_s: float) -> float:
    """How long is left to the next whole multiple of a span.

    Args:
        taken_s: what it has taken so far.
        every_s: the span; 0 leaves nothing.
    """
    if every_s <= 0:
        return 0.0
    return max(0.0, math.ceil(taken_s / every_s) * every_s - taken_s)


@contextmanager
def evenly(
    every_s: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[None]:
    """Let what is done inside take a whole multiple of a span, also where it fails.

    Args:
        every_s: the span; 0 for no waiting.
        clock: a clock that never jumps.
        sleep: waits so many seconds.
    """
    began_s = clock()
    try:
        yield
    finally:
        sleep(left_s(clock() - began_s, every_s))
