"""How the die is now is told behind the roll that it follows, never before it."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.border import DieRoll
from companion.table.commands import DieReported
from tests.support.patience import PATIENCE_S
from tests.support.toy_table import ToyTable


def test_what_is_handed_in_later_finds_the_roll_on_disk_and_on_the_screens(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    found: list[int] = []
    done = threading.Event()
    try:
        for number in (1, 2, 3):
            roll = DieRoll(die="d", number=number, face=5, sides=20)
            toy.table.report(DieReported(roll=roll))
            toy.table.in_turn(lambda: found.append(len(toy.state.rolls)))
        toy.table.in_turn(done.set)
        assert done.wait(PATIENCE_S)
        assert found == [1, 2, 3]
    finally:
        toy.close()
