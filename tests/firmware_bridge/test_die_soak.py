"""Thousands of rolls with a fault every few rolls, on a real port: each arrives once, in order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.border import DieRoll
from firmware_bridge.firmware.memory import KEPT
from firmware_bridge.port import PortOwner
from firmware_bridge.virtual_die import MadeRoll, VirtualDie
from tests.support.die_port import Heard

BACK_WITHIN_S = 3.0
_MOST_AT_ONCE = 6 + 20
_SAFE_BACKLOG = KEPT - _MOST_AT_ONCE
"""How many rolls may be under way before the next are made; a die keeps no more than its last."""


class _Table:
    """A die, a host, and the journal that outlives the host."""

    def __init__(self, die: VirtualDie, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - is to be repeatable, not secret
        self.die = die
        self.made: list[MadeRoll] = []
        self.heard = Heard()
        self.faults: dict[str, int] = {}
        self.name = ""
        self.owner = self._start_host()
        self.name = self.heard.wait_for_state("ready").die

    def _start_host(self) -> PortOwner:
        last = {self.name: self.heard.rolls[-1][0]} if self.heard.rolls else {self.name: 0}
        owner = PortOwner(self.die.path, self.heard, last if self.name else {})
        owner.start()
        return owner

    def roll(self) -> None:
        self.heard.wait_for_rolls(len(self.made) - _SAFE_BACKLOG)
        if self.random.random() < 0.5:
            self.made.append(self.die.roll())
        else:
            self.made += self.die.burst(self.random.randint(1, 6))

    def spoil(self) -> None:
        name = self.random.choice(
            "noise cut badsum repeat restart stall vanish pickup cock burst host-restart".split()
        )
        self.faults[name] = self.faults.get(name, 0) + 1
        match name:
            case "noise":
                self.die.command(f"noise {self.random.randint(1, 300)}")
            case "stall":
                self.die.command(f"stall {self.random.uniform(0.01, 0.2)}")
            case "vanish":
                away_s = self.random.uniform(0.01, 0.2)
                self.die.command(f"vanish {away_s}")
                self.made.append(self.die.roll())
                self.die.command(f"wait {away_s}")
            case "burst":
                self.made += self.die.burst(20)
            case "host-restart":
                self.owner.stop()
                self.made.append(self.die.roll())
                self.owner = self._start_host()
            case _:
                self.die.command(name)


def _run(count: int, seed: int, memory: Path) -> dict[str, int]:
    """Make so many rolls with faults and check that all arrive; give the faults by kind."""
    with VirtualDie(rolling_s=0, seed=seed, memory=memory) as die:
        table = _Table(die, seed)
        while len(table.made) < count:
            table.roll()
            table.spoil()
        table.heard.wait_for_rolls(len(table.made), BACK_WITHIN_S)
        table.owner.stop()
    rolls = [said for said in table.heard.messages if isinstance(said, DieRoll)]
    assert [MadeRoll(roll.number, roll.face) for roll in rolls] == table.made
    assert {roll.die for roll in rolls} == {table.name}
    return table.faults


def test_hundreds_of_rolls_arrive_once_and_in_order_over_all_faults(tmp_path: Path) -> None:
    faults = _run(500, 7, tmp_path / "memory")
    assert len(faults) == 11


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_ten_thousand_rolls_arrive_once_and_in_order_over_all_faults(tmp_path: Path) -> None:
    faults = _run(10_000, 11, tmp_path / "memory")
    print("faults:", dict(sorted(faults.items())))  # noqa: T201 - figures of the soak
    assert len(faults) == 11
