"""Rolls read from the journal: each once, of this game or of all, and nothing but rolls."""

from __future__ import annotations

import itertools
from pathlib import Path

from companion.border import DieRoll
from companion.journal.store import JournalReader
from companion.table.commands import DieReported
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable


def report(toy: ToyTable, *faces: int) -> None:
    for face in faces:
        number = len(toy.state.rolls) + 1
        roll = DieRoll(die="d", number=number, face=face, sides=20)
        toy.table.report(DieReported(roll=roll))
        toy.table.caught_up()


def faces(toy: ToyTable, *, of_all_games: bool = False) -> list[int]:
    return [roll.face for roll in toy.screens.roll_record(of_all_games=of_all_games).rolls]


def test_taken_and_kept_rolls_are_there_in_order(toy: ToyTable) -> None:
    assert faces(toy) == []
    report(toy, 7, 3)
    assert toy.screens.enter_roll(LEFT, None, 4, 20) is not None, "nothing asks for a roll"
    toy.act(LEFT, "score")
    assert toy.screens.enter_roll(LEFT, None, 4, 20) is None
    assert faces(toy) == [7, 3, 4]
    report(toy, 9)
    assert faces(toy) == [7, 3, 4, 9]
    sources = [roll.source for roll in toy.screens.roll_record(of_all_games=False).rolls]
    assert sources == ["die", "die", "typed", "die"]


def test_all_games_of_the_journal_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first = ToyTable(path)
    report(first, 1, 2)
    first.keeper.end()
    first.close()
    second = ToyTable(path)
    try:
        report(second, 5)
        assert faces(second) == [5]
        assert sorted(faces(second, of_all_games=True)) == [1, 2, 5]
        assert second.screens.roll_record(of_all_games=True).games == 2
        report(second, 6)
        assert sorted(faces(second, of_all_games=True)) == [1, 2, 5, 6]
    finally:
        second.close()


def test_games_that_hide_different_things_give_the_same_record(tmp_path: Path) -> None:
    numbers = itertools.count()
    records = []
    for words, edits in ((("ash",), 1), (("birch", "elm"), 3)):
        toy = ToyTable(tmp_path / f"{next(numbers)}.db")
        try:
            report(toy, 7)
            for word in words * edits:
                toy.act(RIGHT, "hide", word=word)
            report(toy, 8)
            records.append(toy.screens.roll_record(of_all_games=False))
            records.append(toy.screens.roll_record(of_all_games=True))
        finally:
            toy.close()
        with JournalReader(toy.path) as reader:
            assert reader.game().head > 3
    assert records[:2] == records[2:]
