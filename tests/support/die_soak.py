"""A virtual die that is rolled thousands of times with a fault every few rolls, and its host."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final, Protocol

from firmware_bridge.firmware.memory import KEPT
from firmware_bridge.virtual_die import MadeRoll, VirtualDie
from tests.support.patience import PATIENCE_S

FAULTS: Final = (
    "noise",
    "cut",
    "badsum",
    "repeat",
    "restart",
    "stall",
    "vanish",
    "pickup",
    "cock",
    "burst",
    "host-restart",
)
_MOST_AT_ONCE: Final = 6 + 20
_SAFE_BACKLOG: Final = KEPT - _MOST_AT_ONCE
"""How many rolls may be under way before the next are made; a die keeps no more than its last."""


class Host(Protocol):
    """Who listens to the die, and remembers over a restart what it has heard."""

    def start(self, port: str) -> None:
        """Listen at a port from where the last roll that is remembered was."""

    def stop(self) -> None:
        """Listen no longer."""

    def wait_for_rolls(self, count: int, timeout_s: float = PATIENCE_S) -> None:
        """Wait until so many rolls have come."""


class DieSoak:
    """A die, whose rolls are noted as it makes them, and a host that hears of them over faults.

    Args:
        die: the die; it must run.
        host: who listens; it is started here.
        seed: of the faults and the pauses.
    """

    def __init__(self, die: VirtualDie, host: Host, seed: int) -> None:
        self._random: Final = random.Random(seed)  # noqa: S311 - is to be repeatable, not secret
        self._die: Final = die
        self._host: Final = host
        self.made: Final[list[MadeRoll]] = []
        self.faults: Final[dict[str, int]] = {}
        host.start(die.path)

    def run(self, count: int) -> None:
        """Make so many rolls with faults and wait until they have come; the host is stopped."""
        while len(self.made) < count:
            self._roll()
            self._spoil()
        self._host.wait_for_rolls(len(self.made))
        self._host.stop()

    def _roll(self) -> None:
        self._host.wait_for_rolls(len(self.made) - _SAFE_BACKLOG)
        if self._random.random() < 0.5:
            self.made.append(self._die.roll())
        else:
            self.made.extend(self._die.burst(self._random.randint(1, 6)))

    def _spoil(self) -> None:
        name = self._random.choice(FAULTS)
        self.faults[name] = self.faults.get(name, 0) + 1
        match name:
            case "noise":
                self._die.command(f"noise {self._random.randint(1, 300)}")
            case "stall":
                self._die.command(f"stall {self._random.uniform(0.01, 0.2)}")
            case "vanish":
                away_s = self._random.uniform(0.01, 0.2)
                self._die.command(f"vanish {away_s}")
                self.made.append(self._die.roll())
                self._die.command(f"wait {away_s}")
            case "burst":
                self.made.extend(self._die.burst(20))
            case "host-restart":
                self._host.stop()
                self.made.append(self._die.roll())
                self._host.start(self._die.path)
            case _:
                self._die.command(name)


def soaking_die(memory: Path, seed: int) -> VirtualDie:
    """A die for a soak: it rolls as fast as it is told to.

    Args:
        memory: the file that it remembers its rolls in.
        seed: of its faces.
    """
    return VirtualDie(rolling_s=0, seed=seed, memory=memory)
