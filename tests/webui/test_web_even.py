from __future__ import annotations

import pytest

from tests.support.clocks import FakeClock
from webui.even import evenly, left_s


@pytest.mark.parametrize(
    ("taken_s", "every_s", "left"),
    [(0.0, 0.1, 0.0), (0.01, 0.1, 0.09), (0.1, 0.1, 0.0), (0.11, 0.1, 0.09), (3.0, 0.0, 0.0)],
)
def test_what_is_left_to_the_next_step(taken_s: float, every_s: float, left: float) -> None:
    assert left_s(taken_s, every_s) == pytest.approx(left)


@pytest.mark.parametrize("work_s", [0.001, 0.02, 0.099])
def test_quick_and_slow_work_take_the_same_time(work_s: float) -> None:
    clock = FakeClock()
    began_s = clock.now_s()
    with evenly(0.1, clock.now_s, clock.sleep_s):
        clock.sleep_s(work_s)
    assert clock.now_s() - began_s == pytest.approx(0.1)


def test_work_that_fails_takes_as_long() -> None:
    clock = FakeClock()
    began_s = clock.now_s()

    def fail() -> None:
        clock.sleep_s(0.01)
        raise IndexError

    with pytest.raises(IndexError), evenly(0.1, clock.now_s, clock.sleep_s):
        fail()
    assert clock.now_s() - began_s == pytest.approx(0.1)
