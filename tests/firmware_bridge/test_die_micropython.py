"""The die's program in a real MicroPython interpreter, talking to the real port owner."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware_bridge.firmware
from companion.border import DieRoll
from firmware_bridge.port import PortOwner
from tests.support.die_port import Heard
from tests.support.micropython_die import MicroPythonDie, why_not_here

pytestmark = pytest.mark.skipif(bool(why_not_here()), reason=why_not_here() or "here")


@pytest.fixture
def die() -> Iterator[MicroPythonDie]:
    with MicroPythonDie() as die:
        yield die


def test_it_runs_under_micropython_and_not_under_another_python(die: MicroPythonDie) -> None:
    assert die.command("name") == "micropython"


def test_all_of_the_program_compiles_there(die: MicroPythonDie) -> None:
    folder = Path(str(firmware_bridge.firmware.__file__)).parent
    assert die.command("compile") == str(len(list(folder.glob("*.py"))))


def test_every_face_is_felt_and_reported(die: MicroPythonDie) -> None:
    heard = Heard()
    with PortOwner(die.path, heard, {}):
        heard.wait_for_state("ready")
        made = [die.roll(face) for face in range(1, 21)]
        assert heard.wait_for_rolls(20) == made
    assert [face for _, face in made] == list(range(1, 21))


def _exchange(die: MicroPythonDie, count: int, seed: int) -> tuple[int, int]:
    """Roll with restarts of either side in between; give how many restarts of die and host."""
    chance = random.Random(seed)  # noqa: S311 - is to be repeatable, not secret
    heard = Heard()
    owner = PortOwner(die.path, heard, {})
    owner.start()
    name = heard.wait_for_state("ready").die
    made: list[tuple[int, int]] = []
    die_starts = host_starts = 0
    while len(made) < count:
        made += [die.roll(chance.randint(1, 20)) for _ in range(chance.randint(1, 6))]
        if chance.random() < 0.4:
            die.command("restart")
            die_starts += 1
        if chance.random() < 0.4:
            owner.stop()
            made.append(die.roll(chance.randint(1, 20)))
            owner = PortOwner(die.path, heard, {name: len(heard.rolls)})
            owner.start()
            host_starts += 1
        heard.wait_for_rolls(len(made) - 40)
    heard.wait_for_rolls(len(made))
    owner.stop()
    rolls = [said for said in heard.messages if isinstance(said, DieRoll)]
    assert [(roll.number, roll.face) for roll in rolls] == made
    assert {roll.die for roll in rolls} == {name}
    return die_starts, host_starts


def test_dozens_of_rolls_arrive_once_over_restarts_of_either_side(die: MicroPythonDie) -> None:
    die_starts, host_starts = _exchange(die, 50, 3)
    assert die_starts > 0
    assert host_starts > 0


@pytest.mark.soak
def test_a_thousand_rolls_arrive_once_over_restarts_of_either_side(die: MicroPythonDie) -> None:
    die_starts, host_starts = _exchange(die, 1000, 4)
    print(f"restarts: die {die_starts}, host {host_starts}")  # noqa: T201 - figures of the soak
    assert die_starts > 50
    assert host_starts > 50
