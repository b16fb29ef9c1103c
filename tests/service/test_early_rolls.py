"""A roll that the die kept from before a prompt asked for one does not serve it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.border import DieRoll
from companion.journal.codec import EventCodec
from companion.journal.replay import Replay
from companion.journal.store import JournalReader
from companion.service import keeper
from companion.service.awaited import Decision, RollWait, wait_in_journal
from companion.table.events import Event, RollKept, RollTaken
from companion.table.game import Game
from tests.support import toy_table
from tests.support.toy_game import LEFT, RIGHT, ToyGame, ToyState
from tests.support.toy_table import START_OF_TIME, ToyTable


class SetClock:
    """A clock that stands where a test has set it."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> datetime:
        return START_OF_TIME + timedelta(seconds=self.s)


class EarlyTable:
    """A toy table with a die that may have kept its rolls, and a clock that a test sets."""

    def __init__(self, path: Path) -> None:
        self.clock = SetClock()
        self._path = path
        self.toy = ToyTable(path, clock=self.clock)
        self._number = 0

    def roll(self, age_s: int | None, at_s: float) -> None:
        """A roll is heard at a time, made so long before."""
        self._number += 1
        self.clock.s = at_s
        roll = DieRoll(die="d", number=self._number, face=self._number, sides=20, age_s=age_s)
        self.toy.table.report_roll(roll, self.clock())
        self.toy.table.caught_up()

    def act(self, at_s: float, *args: str) -> None:
        self.clock.s = at_s
        seat = LEFT if args[0] == "score" else RIGHT
        assert self.toy.act(seat, *args) is None

    def start_again(self, at_s: float) -> None:
        self.toy.close()
        self.clock.s = at_s
        self.toy = ToyTable(self._path, clock=self.clock)

    def became(self) -> list[str]:
        """What became of each roll, in order."""
        codec = EventCodec(ToyGame.event_types)
        with JournalReader(self._path) as reader:
            stored = list(reader.events(reader.game().game_id))
        events = [codec.decode(one.event) for one in stored]
        rolls = [event for event in events if isinstance(event, RollTaken | RollKept)]
        assert [event.roll.number for event in rolls] == list(range(1, len(rolls) + 1))
        return ["taken" if isinstance(event, RollTaken) else "kept" for event in rolls]


@pytest.fixture
def early(tmp_path: Path) -> Iterator[EarlyTable]:
    """The left seat is asked for a roll from second 0 on."""
    table = EarlyTable(tmp_path / "journal.db")
    yield table
    table.toy.close()


@pytest.mark.parametrize(
    ("age_s", "became"),
    [(0, "taken"), (1, "taken"), (20, "taken"), (21, "taken"), (22, "kept"), (500, "kept")],
)
def test_a_roll_serves_the_prompt_if_it_was_made_after_it_opened(
    early: EarlyTable, age_s: int, became: str
) -> None:
    early.roll(0, 5)
    early.act(10, "score")
    early.roll(age_s, 30)
    assert early.became() == ["taken", became], "a die counts whole seconds"


def test_a_roll_whose_age_the_die_does_not_know_is_kept(early: EarlyTable) -> None:
    early.roll(None, 30)
    assert early.became() == ["kept"]
    assert early.toy.state.owes == LEFT, "the prompt still waits"
    early.roll(0, 40)
    assert early.became() == ["kept", "taken"]


def test_a_roll_of_any_age_is_kept_where_nothing_asks(early: EarlyTable) -> None:
    early.roll(0, 1)
    early.roll(0, 2)
    early.roll(7, 3)
    early.roll(None, 4)
    assert early.became() == ["taken", "kept", "kept", "kept"]


def test_what_a_seat_does_in_private_makes_no_roll_early(early: EarlyTable) -> None:
    early.act(20, "hide")
    early.roll(5, 22)
    assert early.became() == ["taken"], "made at 17, asked for at 0, a private edit at 20"


def test_a_die_that_is_heard_late_in_the_queue_is_not_early(early: EarlyTable) -> None:
    early.roll(0, 5)
    heard_at = early.clock()
    early.act(10, "score")
    roll = DieRoll(die="d", number=2, face=3, sides=20, age_s=0)
    early.toy.table.report_roll(roll, heard_at)
    early.toy.table.caught_up()
    assert early.became() == ["taken", "taken"]


@pytest.mark.parametrize(
    ("age_s", "became"), [(0, "taken"), (50, "taken"), (90, "taken"), (92, "kept"), (None, "kept")]
)
@pytest.mark.parametrize("edits", [0, 1, 40])
def test_a_roll_of_the_dead_time_serves_the_prompt_that_was_open_before(
    early: EarlyTable, edits: int, age_s: int | None, became: str
) -> None:
    early.roll(0, 5)
    early.act(10, "score")
    for edit in range(edits):
        early.act(11 + edit / 10, "hide")
    early.start_again(60)
    early.act(61, "hide")
    early.roll(age_s, 100)
    assert early.became() == ["taken", became]


def test_the_second_of_two_rolls_of_the_dead_time_is_no_answer_to_what_came_of_the_first(
    early: EarlyTable,
) -> None:
    early.start_again(100)
    early.roll(60, 101)
    early.act(102, "score")
    early.roll(59, 103)
    assert early.became() == ["taken", "kept"]


def test_a_prompt_of_several_rolls_takes_all_that_were_made_since_it_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TwoRolls(ToyGame):
        def evolve(self, state: ToyState, event: Event) -> ToyState:
            after = super().evolve(state, event)
            if isinstance(event, RollTaken) and len(after.rolls) % 2:
                return msgspec.structs.replace(after, owes=event.seat)
            return after

    monkeypatch.setattr(toy_table, "ToyGame", TwoRolls)
    early = EarlyTable(tmp_path / "journal.db")
    try:
        early.start_again(100)
        early.roll(60, 101)
        early.roll(59, 101)
        early.roll(58, 101)
        assert early.became() == ["taken", "taken", "kept"]
    finally:
        early.toy.close()


def test_a_journal_is_folded_once_more_only_where_a_roll_is_awaited(
    early: EarlyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[float] = []

    def look(game: Game[Any], replay: Replay[Any], decisions: Sequence[Decision]) -> RollWait:
        looked.append(early.clock.s)
        return wait_in_journal(game, replay, decisions)

    monkeypatch.setattr(keeper, "wait_in_journal", look)
    early.roll(0, 5)
    early.start_again(60)
    early.act(70, "score")
    early.start_again(80)
    assert looked == [80]
