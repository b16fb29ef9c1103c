"""Backups by themselves: at fixed points, of ended games for ever, and never in the table's way."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal.exchange import parsed_game
from companion.journal.store import JournalReader
from companion.service.backups import FOLDER, KEPT, Backups, keep_backup
from companion.table.ids import PromptId
from tests.support.patience import PATIENCE_S
from tests.support.service_process import wait_until
from tests.support.toy_game import LEFT
from tests.support.toy_table import ToyTable

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def at(number: int) -> datetime:
    return NOON + timedelta(minutes=number)


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / FOLDER).glob("*.db"))


def test_the_newest_copies_are_kept_and_each_is_whole(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    for number in range(KEPT + 3):
        toy.act(LEFT, "hide", word=f"{number}")
        keep_backup(toy.path, at(number))
    toy.close()
    names = copies(tmp_path)
    assert len(names) == KEPT
    assert names[-1].startswith("auto-20260102T1207")
    heads = []
    for name in names:
        with JournalReader(tmp_path / FOLDER / name) as reader:
            heads.append(reader.verify(reader.game().game_id)[0])
    assert heads == sorted(heads)
    assert heads[-1] == toy.table.standing.head
    assert (tmp_path / FOLDER).stat().st_mode & 0o077 == 0


def test_a_game_that_has_ended_is_kept_as_text_for_ever(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    text = tmp_path / FOLDER / f"{toy.keeper.game_id}.txt"
    toy.act(LEFT, "hide", word="ash")
    keep_backup(toy.path, at(0))
    assert not text.exists()
    toy.keeper.end()
    toy.close()
    for number in range(1, KEPT + 2):
        keep_backup(toy.path, at(number))
    game = parsed_game(text.read_bytes())
    assert game.record.ended_at is not None
    assert game.record.head == toy.table.standing.head
    assert text.stat().st_mode & 0o777 == 0o600


def test_a_backup_is_made_at_the_start_and_at_each_fixed_point(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    times = iter(range(100))
    backups = Backups(toy.path, lambda: at(next(times)))
    backups.passed(len(toy.table.points))
    backups.start()
    wait_until(lambda: len(copies(tmp_path)) == 1, PATIENCE_S, "the first backup")
    for number in range(5):
        toy.act(LEFT, "hide", word=f"{number}")
        backups.passed(len(toy.table.points))
    assert toy.screens.enter_roll(LEFT, PromptId("toy-1"), 3, 20) is None
    backups.passed(len(toy.table.points))
    wait_until(lambda: len(copies(tmp_path)) == 2, PATIENCE_S, "the backup at the point")
    backups.stop()
    toy.close()
    assert len(copies(tmp_path)) <= 3


def test_a_backup_that_cannot_be_made_is_told_and_the_table_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    (tmp_path / FOLDER).write_text("in the way")
    backups = Backups(toy.path, lambda: NOON)
    with caplog.at_level(logging.WARNING):
        backups.start()
        backups.stop()
    assert "no backup was made" in caplog.text
    assert toy.act(LEFT, "score") is None
    toy.close()
