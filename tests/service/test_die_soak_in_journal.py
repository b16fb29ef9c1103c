"""Thousands of rolls with a fault every few rolls: each is in the journal once, in order.

The die is a process behind a pseudo-terminal; port owner, policy, table, rules and journal are
those of a real table, put together as `companion.service.run` does it. Nothing asks for the rolls,
so the game keeps them, and now and then the seats agree to drop one.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion.border import DieMessage, DieRoll, DieState
from companion.journal.codec import EventCodec
from companion.journal.store import JournalReader, JournalWriter
from companion.service.clock import now
from companion.service.dice import DiceMemory
from companion.service.games import load_game, sample_box
from companion.service.keeper import GameKeeper, Standing, start_game
from companion.service.table import Table
from companion.table.commands import Act
from companion.table.events import RollKept, RollTaken
from companion.table.ids import PromptId
from firmware_bridge.port import PortOwner
from firmware_bridge.virtual_die import MadeRoll
from tests.support.die_soak import FAULTS, DieSoak, soaking_die
from tests.support.patience import PATIENCE_S
from tests.support.toy_table import unfinished_game

GAME = "fellowship"


class TableOnDisk:
    """The table of a game and its die; only the files outlive a restart."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "journal.db"
        self._dice = folder / "dice.json"
        self._game = load_game(GAME)
        self._changed = threading.Condition()
        self._last_number = 0
        self._ready = threading.Event()

    def start(self, port: str) -> None:
        self._writer = JournalWriter(self.journal)
        record = unfinished_game(self._game, self._writer) or start_game(
            self._game, self._writer, options={}, box=sample_box(GAME), clock=now
        )
        self._keeper = GameKeeper(self._game, self._writer, record, now)
        self._table = Table(self._keeper, self._publish)
        self._table.start()
        memory = DiceMemory(self._dice, record.game_id)
        self._memory = memory
        rolls = self._game.last_roll(self._table.standing.state)
        self._owner = PortOwner(port, self._hear, memory.last_rolls(rolls))
        self._owner.start()
        if not rolls:
            # A die that was never met begins to count with what it says first.
            assert self._ready.wait(PATIENCE_S), "the die has not named itself"

    def stop(self) -> None:
        self._drop_all()
        self._owner.stop()
        self._table.stop()
        self._keeper.close()

    def wait_for_rolls(self, count: int, timeout_s: float = PATIENCE_S) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: self._last_number >= count, timeout_s)
            assert came, f"waited {timeout_s} s for roll {count}, have {self._last_number}"

    def _hear(self, message: DieMessage) -> None:
        match message:
            case DieRoll():
                self._table.report_roll(message, now())
            case DieState():
                self._memory.met(message.die, message.number)
                if message.state == "ready":
                    self._ready.set()

    def _publish(self, standing: Standing[Any]) -> None:
        numbers = self._game.last_roll(standing.state).values()
        with self._changed:
            self._last_number = max(numbers, default=0)
            self._changed.notify_all()

    def _drop_all(self) -> None:
        """The seats agree to drop what is kept, roll by roll, so that it does not pile up."""
        first, second = (seat.id for seat in self._game.seats_of({}))
        while self._table.ask(lambda: Act(seat=first, action="drop-kept")) is None:
            prompt = self._open_proposal()
            agreed = self._table.ask(lambda: Act(seat=second, prompt=prompt, action="agree"))  # noqa: B023 - asked at once
            assert agreed is None, agreed

    def _open_proposal(self) -> PromptId:
        number = self._table.standing.state.now.public.roll_proposal.number
        return PromptId(f"roll-proposal.{number}")


def rolls_in(journal: Path) -> list[tuple[str | None, MadeRoll]]:
    """Die, number and face of every roll event of the die, as they stand in the journal."""
    codec = EventCodec(load_game(GAME).event_types)
    with JournalReader(journal) as reader:
        events = [codec.decode(one.event) for one in reader.events(reader.game().game_id)]
    return [
        (event.roll.die, MadeRoll(event.roll.number or 0, event.roll.face))
        for event in events
        if isinstance(event, RollTaken | RollKept)
    ]


def _run(count: int, seed: int, folder: Path) -> dict[str, int]:
    """Make so many rolls with faults and check the journal; give the faults by kind."""
    host = TableOnDisk(folder)
    with soaking_die(folder / "memory", seed) as die:
        soak = DieSoak(die, host, seed)
        soak.run(count)
    written = rolls_in(host.journal)
    assert [roll for _, roll in written] == soak.made
    assert len({die for die, _ in written}) == 1
    return soak.faults


def test_two_hundred_rolls_are_in_the_journal_once_and_in_order(tmp_path: Path) -> None:
    faults = _run(200, 5, tmp_path)
    assert set(faults) == set(FAULTS)
    assert min(faults.values()) > 2


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_rolls_are_in_the_journal_once_and_in_order(tmp_path: Path) -> None:
    began_s = time.monotonic()
    faults = _run(10_000, 13, tmp_path)
    took_s = time.monotonic() - began_s
    print(f"faults in {took_s:.0f} s:", dict(sorted(faults.items())))  # noqa: T201 - figures of the soak
    assert set(faults) == set(FAULTS)
