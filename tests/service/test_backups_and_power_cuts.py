"""Backups on a machine whose power is cut and whose clock then stands far back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.journal.store import JournalReader
from companion.service.backups import FOLDER, KEPT, keep_backup
from tests.support.toy_game import LEFT
from tests.support.toy_table import ToyTable

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def test_the_copy_just_made_stays_where_the_clock_has_gone_back(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    for minute in range(KEPT):
        keep_backup(toy.path, NOON + timedelta(minutes=minute))
    years_back = NOON - timedelta(days=2000)
    for minute in range(2):
        toy.act(LEFT, "hide", word=f"{minute}")
        copy = keep_backup(toy.path, years_back + timedelta(minutes=minute))
        with JournalReader(copy) as reader:
            assert reader.head(toy.keeper.game_id)[0] == toy.table.standing.head
        assert len(list((tmp_path / FOLDER).glob("*.db"))) == KEPT
    toy.close()


def test_copies_made_while_the_clock_was_ahead_drive_no_later_ones_out(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    ahead = NOON + timedelta(hours=1)
    for minute in range(KEPT):
        keep_backup(toy.path, ahead + timedelta(minutes=minute))
    made = [keep_backup(toy.path, NOON + timedelta(minutes=minute)) for minute in range(KEPT)]
    toy.close()
    assert sorted((tmp_path / FOLDER).glob("*.db")) == made


def test_a_copy_that_was_cut_off_does_not_fill_the_disk_for_ever(tmp_path: Path) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    folder = tmp_path / FOLDER
    folder.mkdir()
    for name in (".auto-20260102T110000000000.db.new", ".auto-20260102T110000000000.db.new-wal"):
        (folder / name).write_bytes(b"half a copy")
    copy = keep_backup(toy.path, NOON)
    toy.close()
    assert list(folder.iterdir()) == [copy]
