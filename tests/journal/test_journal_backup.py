"""Backups: whole and checked, also while the journal is being written, and never half."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from companion.journal.backup import back_up
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalCorrupt, JournalUnavailable
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from tests.support.patience import PATIENCE_S
from tests.support.sqlite_shim import FULL, READONLY, shim

AT = "2026-01-02T03:04:05.000+00:00"
EVENT = EncodedEvent(type="counted", schema=1, payload="{}")


def record(game_id: str) -> GameRecord:
    return GameRecord(
        game_id=game_id, game="toy", rules="1", started_at=AT, ended_at=None, head=START
    )


def test_a_copy_taken_while_the_game_goes_on_is_an_exact_beginning(tmp_path: Path) -> None:
    writer = JournalWriter(tmp_path / "journal.db")
    head = writer.start_game(record("g"), [EVENT] * 500, "x")
    stop = threading.Event()

    def write() -> None:
        seq = head
        while not stop.is_set():
            seq = writer.append("g", seq, [EVENT], at=AT, actor="x")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(3):
            copy = tmp_path / f"copy-{number}.db"
            games = back_up(tmp_path / "journal.db", copy)
            assert [game.game_id for game in games] == ["g"]
            assert games[0].head >= 500
            assert copy.stat().st_mode & 0o777 == 0o600
    finally:
        stop.set()
        writing.join(PATIENCE_S)
    whole = [stored.hash for stored in writer.events("g")]
    writer.close()
    for number in range(3):
        with JournalReader(tmp_path / f"copy-{number}.db") as reader:
            hashes = [stored.hash for stored in reader.events("g")]
            assert hashes == whole[: len(hashes)]
    assert not [name for name in tmp_path.iterdir() if name.name.startswith((".", "copy-0.db-"))]


def test_a_damaged_journal_replaces_no_good_copy(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    with JournalWriter(path) as writer:
        writer.start_game(record("g"), [EVENT] * 5, "x")
    back_up(path, copy)
    good = copy.read_bytes()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE events SET actor = 'y' WHERE seq = 3")
    connection.commit()
    connection.close()
    with pytest.raises(JournalCorrupt) as caught:
        back_up(path, copy)
    assert caught.value.seq == 3
    assert copy.read_bytes() == good
    assert not (tmp_path / ".copy.db.new").exists()


def test_what_cannot_be_copied_says_so(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable, match="there is no journal"):
        back_up(tmp_path / "absent.db", tmp_path / "copy.db")
    JournalWriter(tmp_path / "journal.db").close()
    with pytest.raises(JournalUnavailable, match="cannot be written"):
        back_up(tmp_path / "journal.db", tmp_path / "no-folder" / "copy.db")


@pytest.mark.parametrize("code", [FULL, READONLY])
@pytest.mark.parametrize("writes_before", range(0, 12, 3))
def test_a_disk_that_does_not_take_the_copy_is_named_and_holds_nothing_of_it(
    tmp_path: Path, code: int, writes_before: int
) -> None:
    (tmp_path / "stick").mkdir()
    with JournalWriter(tmp_path / "journal.db") as writer:
        writer.start_game(record("g"), [EVENT] * 200, "x")
    with shim() as disk:
        disk.writes_before, disk.fails_with = writes_before, code
        with pytest.raises(JournalUnavailable) as caught:
            back_up(tmp_path / "journal.db", tmp_path / "stick" / "copy.db")
        disk.fails_with = None
    assert str(tmp_path / "stick" / "copy.db") in str(caught.value)
    assert "journal.db" not in str(caught.value)
    assert list((tmp_path / "stick").iterdir()) == []
