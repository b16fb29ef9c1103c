from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.table.ids import SeatId
from companion.table.views import View
from tests.support.clocks import FakeClock
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import SEATS
from webui import even
from webui.even import evenly, left_s
from webui.ports import RollRecord, Timeline


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


class ReadJournal(FakeTable):
    """Notes whenever something is asked for which the journal has to be read."""

    def __init__(self, note: Callable[[], None]) -> None:
        super().__init__()
        self._note = note

    def timeline(self, viewer: SeatId) -> Timeline:
        self._note()
        return super().timeline(viewer)

    def view_at(self, viewer: SeatId, step: int) -> View:
        self._note()
        return super().view_at(viewer, step)

    def roll_record(self, *, of_all_games: bool) -> RollRecord:
        self._note()
        return super().roll_record(of_all_games=of_all_games)


def test_every_page_for_which_the_journal_is_read_answers_in_even_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    def waited(_taken_s: float, _every_s: float) -> float:
        told.append("even")
        return 0.0

    monkeypatch.setattr(even, "left_s", waited)
    hall = open_hall(ReadJournal(lambda: told.append("read")))
    seat = SEATS[0].id
    tablet = hall.tablet(seat)
    values = {"<name>": str(seat), "<int:step>": "0", "<region_name>": "log", "<code>": "wrong"}
    read = set()
    for rule in hall.app.url_map.iter_rules():
        path = rule.rule
        for part, value in values.items():
            path = path.replace(part, value)
        if "GET" not in (rule.methods or ()) or "<" in path or "stream" in path:
            continue
        told.clear()
        assert tablet.get(path).status_code < 500, path
        if "read" in told:
            read.add(rule.rule)
            assert told[-1] == "even", f"{path} tells by its time how much was written"
    assert {"/dice", "/replay", "/seat/<name>/replay/step/<int:step>"} <= read
