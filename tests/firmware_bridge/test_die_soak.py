"""Thousands of rolls with a fault every few rolls, on a real port: each arrives once, in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.border import DieRoll
from firmware_bridge.port import PortOwner
from firmware_bridge.virtual_die import MadeRoll
from tests.support.die_port import Heard
from tests.support.die_soak import FAULTS, DieSoak, soaking_die
from tests.support.patience import PATIENCE_S


class Listener:
    """A port owner alone; what it said outlives it."""

    def __init__(self) -> None:
        self.heard = Heard()
        self.name = ""
        self._owner: PortOwner | None = None

    def start(self, port: str) -> None:
        last = {self.name: self.heard.rolls[-1][0] if self.heard.rolls else 0}
        self._owner = PortOwner(port, self.heard, last if self.name else {})
        self._owner.start()
        if not self.name:
            self.name = self.heard.wait_for_state("ready").die

    def stop(self) -> None:
        if self._owner is not None:
            self._owner.stop()

    def wait_for_rolls(self, count: int, timeout_s: float = PATIENCE_S) -> None:
        self.heard.wait_for_rolls(count, timeout_s)


def _run(count: int, seed: int, memory: Path) -> dict[str, int]:
    """Make so many rolls with faults and check that all arrive; give the faults by kind."""
    host = Listener()
    with soaking_die(memory, seed) as die:
        soak = DieSoak(die, host, seed)
        soak.run(count)
    rolls = [said for said in host.heard.messages if isinstance(said, DieRoll)]
    assert [MadeRoll(roll.number, roll.face) for roll in rolls] == soak.made
    assert {roll.die for roll in rolls} == {host.name}
    return soak.faults


def test_hundreds_of_rolls_arrive_once_and_in_order_over_all_faults(tmp_path: Path) -> None:
    assert set(_run(500, 7, tmp_path / "memory")) == set(FAULTS)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_ten_thousand_rolls_arrive_once_and_in_order_over_all_faults(tmp_path: Path) -> None:
    faults = _run(10_000, 11, tmp_path / "memory")
    print("faults:", dict(sorted(faults.items())))  # noqa: T201 - figures of the soak
    assert set(faults) == set(FAULTS)
