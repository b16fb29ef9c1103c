"""The ends noted outside the database: what a cut or swapped journal lacks is reported."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from companion.journal.codec import EncodedEvent
from companion.journal.heads import HeadFile, NotedHead, heads_beside, noted_heads
from companion.journal.shortfall import shortfalls
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.ids import Seq
from tests.support.patience import PATIENCE_S

AT = "2026-01-02T03:04:05.000+00:00"


def record(game_id: str) -> GameRecord:
    return GameRecord(
        game_id=game_id, game="toy", rules="1", started_at=AT, ended_at=None, head=START
    )


def event(number: int) -> EncodedEvent:
    return EncodedEvent(type="counted", schema=1, payload=f'{{"n":{number}}}')


def noted(path: Path) -> dict[str, int]:
    return {head.game_id: head.seq for head in noted_heads(heads_beside(path)) if not head.is_lost}


def cut(path: Path, above: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM events WHERE seq > ?", (above,))
    connection.commit()
    connection.close()


def test_the_end_of_each_game_stands_beside_the_journal_after_each_commit(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalWriter(path) as writer, JournalWriter(path) as other:
        writer.start_game(record("one"), [event(1)], "x")
        assert noted(path) == {"one": 1}
        other.start_game(record("two"), [event(1), event(2)], "x")
        writer.append("one", Seq(1), [event(2)], at=AT, actor="x")
        other.append("two", Seq(2), [event(3)], at=AT, actor="x")
        writer.append("one", Seq(2), [event(3)], at=AT, actor="x")
        assert noted(path) == {"one": 3, "two": 3}
        heads = {head.game_id: head.hash for head in noted_heads(heads_beside(path))}
        assert heads == {name: writer.head(name)[1] for name in ("one", "two")}
        assert shortfalls(writer) == ()
    assert heads_beside(path).stat().st_mode & 0o777 == 0o600
    with JournalWriter(path) as again:
        again.append("one", Seq(3), [event(4)], at=AT, actor="x")
    assert noted(path) == {"one": 4, "two": 3}


def test_writers_that_note_their_first_ends_at_once_do_not_write_over_each_other(
    tmp_path: Path,
) -> None:
    path, games = tmp_path / "journal.db.head", [f"game-{number:02d}" for number in range(40)]
    together = threading.Barrier(len(games))

    def note(game_id: str) -> None:
        heads = HeadFile(path)
        together.wait(PATIENCE_S)
        heads.note(NotedHead(game_id=game_id, seq=Seq(1), hash=bytes(32)))
        heads.note(NotedHead(game_id=game_id, seq=Seq(2), hash=bytes(32)))
        heads.close()

    writers = [threading.Thread(target=note, args=(game_id,)) for game_id in games]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(PATIENCE_S)
    assert sorted((head.game_id, head.seq) for head in noted_heads(path)) == [
        (game_id, 2) for game_id in games
    ]


def test_a_journal_cut_short_is_reported_and_stays_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.db"
    with JournalWriter(path) as writer:
        writer.start_game(record("g"), [event(n) for n in range(5)], "x")
    cut(path, 3)
    with JournalReader(path) as reader:
        (short,) = shortfalls(reader)
    assert (short.noted.seq, short.found, short.missing) == (5, 3, 2)
    assert "2 missing" in short.sentence
    assert "backup" in short.sentence
    with JournalWriter(path) as writer:
        assert [lost.seq for lost in writer.has_lost] == [5]
        assert "has lost the end of game g. Run companion verify" in caplog.text
        writer.append("g", Seq(3), [event(7), event(8), event(9)], at=AT, actor="x")
    for _ in range(2):
        with JournalWriter(path) as writer:
            assert writer.has_lost == ()
            (short,) = shortfalls(writer)
            assert (short.noted.is_lost, short.missing) == (True, 0)
            assert "not the one that had been written" in short.sentence
    assert noted(path) == {"g": 6}


def test_an_older_copy_put_in_place_of_the_journal_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalWriter(path) as writer:
        writer.start_game(record("g"), [event(n) for n in range(5)], "x")
    shutil.copy(path, tmp_path / "older.db")
    with JournalWriter(path) as writer:
        writer.append("g", Seq(5), [event(6)], at=AT, actor="x")
    shutil.copy(tmp_path / "older.db", path)
    with JournalReader(path) as reader:
        (short,) = shortfalls(reader)
        assert (short.found, short.missing) == (5, 1)
    path.unlink()
    with JournalWriter(path) as writer:
        (short,) = shortfalls(writer)
        assert (short.found, short.missing) == (0, 6)


def test_a_line_that_was_torn_is_left_out_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with JournalWriter(path) as writer:
        writer.start_game(record("g"), [event(1)], "x")
    beside = heads_beside(path)
    beside.write_bytes(beside.read_bytes()[:-9])
    assert noted(path) == {}
    with JournalWriter(path) as writer:
        assert writer.has_lost == ()
        writer.append("g", Seq(1), [event(2)], at=AT, actor="x")
    assert noted(path) == {"g": 2}
    heads = HeadFile(tmp_path / "torn.head")
    (tmp_path / "torn.head").write_bytes(b"half a li")
    heads.note(NotedHead(game_id="h", seq=Seq(3), hash=bytes(32)))
    heads.close()
    assert [head.game_id for head in noted_heads(tmp_path / "torn.head")] == ["h"]


def test_an_event_on_disk_stays_accepted_when_its_note_cannot_be_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.db"
    heads_beside(path).mkdir()
    with caplog.at_level(logging.WARNING), JournalWriter(path) as writer:
        assert writer.start_game(record("g"), [event(1)], "x") == 1
    assert "not noted beside the journal" in caplog.text
