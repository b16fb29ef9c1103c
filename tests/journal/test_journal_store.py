"""The store: durable appends, conflicts, versions, tampering."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from companion.journal.codec import EncodedEvent
from companion.journal.errors import (
    JournalConflict,
    JournalCorrupt,
    JournalError,
    JournalUnavailable,
    JournalVersion,
)
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.ids import Seq

AT = "2026-01-02T03:04:05Z"


def record(game_id: str, started_at: str = AT) -> GameRecord:
    return GameRecord(
        game_id=game_id, game="toy", rules="1", started_at=started_at, ended_at=None, head=START
    )


def event(number: int) -> EncodedEvent:
    return EncodedEvent(type="counted", schema=1, payload=f'{{"number":{number}}}')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with JournalWriter(path) as writer:
        writer.start_game(record("one"), [event(1), event(2)], "service")
        writer.append("one", Seq(2), [event(3), event(4), event(5)], at=AT, actor="left")
        writer.append("one", Seq(5), [event(6)], at=AT, actor="die")
    return path


def test_events_come_back_in_order_with_their_decision(path: Path) -> None:
    with JournalReader(path) as reader:
        stored = list(reader.events("one"))
    assert [event.seq for event in stored] == [1, 2, 3, 4, 5, 6]
    assert [event.decision for event in stored] == [1, 1, 3, 3, 3, 6]
    assert [event.actor for event in stored] == [
        "service",
        "service",
        "left",
        "left",
        "left",
        "die",
    ]
    assert stored[3].event == event(4)


def test_a_reader_sees_what_the_writer_has_just_appended(path: Path) -> None:
    with JournalWriter(path) as writer, JournalReader(path) as reader:
        assert writer.append("one", Seq(6), [event(7)], at=AT, actor="left") == 7
        assert reader.head("one")[0] == 7
        assert [stored.seq for stored in reader.events("one", Seq(4), Seq(6))] == [5, 6]


def test_a_new_journal_and_its_log_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with JournalWriter(tmp_path / "journal.db") as writer:
            writer.start_game(record("one"), [event(1)], "service")
            rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(rights) >= {"journal.db", "journal.db-wal", "journal.db.head"}
    assert set(rights.values()) == {0o600}


def test_a_log_whose_journal_is_gone_is_not_dropped(tmp_path: Path) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    log.write_bytes(b"what was played last")
    for opened in (JournalWriter, JournalReader):
        with pytest.raises(JournalError):
            opened(path)
    assert log.read_bytes() == b"what was played last"
    assert not path.exists()


def test_a_reader_cannot_write(path: Path) -> None:
    with JournalReader(path) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.execute("DELETE FROM events")


def test_an_append_from_an_old_head_is_a_conflict_and_changes_nothing(path: Path) -> None:
    with JournalWriter(path) as writer:
        with pytest.raises(JournalConflict, match=r"end at event 5 but ends at 6"):
            writer.append("one", Seq(5), [event(6)], at=AT, actor="left")
        assert writer.head("one")[0] == 6


def test_a_batch_that_fails_leaves_nothing(path: Path) -> None:
    bad = EncodedEvent(type="counted", schema=0, payload="{}")
    with JournalWriter(path) as writer:
        with pytest.raises(JournalUnavailable):
            writer.append("one", Seq(6), [event(7), bad], at=AT, actor="left")
        assert writer.head("one")[0] == 6
        assert writer.append("one", Seq(6), [event(7)], at=AT, actor="left") == 7


def test_games_are_listed_oldest_first_and_the_newest_is_taken(path: Path) -> None:
    with JournalWriter(path) as writer:
        writer.start_game(record("two", "2026-02-01T00:00:00Z"), [event(1)], "service")
        writer.end_game("one", AT)
        games = writer.games()
        assert [(game.game_id, game.head, game.ended_at) for game in games] == [
            ("one", 6, AT),
            ("two", 1, None),
        ]
        assert writer.game().game_id == "two"
        assert writer.game("one").game_id == "one"
        with pytest.raises(JournalError, match="It holds: one, two"):
            writer.game("three")


def test_the_chain_of_an_untouched_game_verifies(path: Path) -> None:
    with JournalReader(path) as reader:
        assert reader.verify("one") == reader.head("one")


@pytest.mark.parametrize("seq", [1, 4, 6])
@pytest.mark.parametrize(
    "change",
    [
        "payload = payload || ' '",
        "actor = 'right'",
        "at = '2026-01-02T03:04:06Z'",
        "schema = schema + 1",
        "type = 'other'",
        "hash = zeroblob(32)",
        "decision = CASE seq WHEN 1 THEN 1 ELSE decision - 1 END",
    ],
)
def test_the_first_altered_event_is_named(path: Path, change: str, seq: int) -> None:
    if seq == 1 and change.startswith("decision"):
        change = "at = ''"
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE events SET {change} WHERE seq = ?", (seq,))  # noqa: S608 - fixed words of this test
    connection.commit()
    connection.close()
    with JournalReader(path) as reader, pytest.raises(JournalCorrupt) as caught:
        reader.verify("one")
    assert caught.value.seq == seq


def test_a_removed_event_is_named(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM events WHERE seq = 3")
    connection.commit()
    connection.close()
    with JournalReader(path) as reader, pytest.raises(JournalCorrupt) as caught:
        list(reader.events("one"))
    assert caught.value.seq == 3


@pytest.mark.parametrize(("found", "advice"), [(99, "newer program"), (0, "export the game")])
def test_a_journal_of_another_version_is_refused(path: Path, found: int, advice: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={found}")
    connection.close()
    for opener in (JournalReader, JournalWriter):
        with pytest.raises(JournalVersion, match=rf"format {found}.*format 1.*{advice}"):
            opener(path)


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database at all, but long enough to look at" * 40)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE something (x)")
    connection.close()
    for path in (text, other):
        for opener in (JournalReader, JournalWriter):
            with pytest.raises(JournalCorrupt, match="not a journal"):
                opener(path)
    with pytest.raises(JournalUnavailable, match="there is no journal"):
        JournalReader(tmp_path / "absent.db")
    with pytest.raises(JournalUnavailable, match="cannot be opened"):
        JournalWriter(tmp_path / "no-folder" / "journal.db")


def test_a_locked_journal_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.schema.BUSY_TIMEOUT_S", 0.05)
    holder = sqlite3.connect(path, isolation_level=None)
    with JournalWriter(path) as writer:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalUnavailable, match="another program holds"):
            writer.append("one", Seq(6), [event(7)], at=AT, actor="left")
        holder.execute("ROLLBACK")
        assert writer.append("one", Seq(6), [event(7)], at=AT, actor="left") == 7
    holder.close()


def test_the_writer_forces_each_commit_to_disk(path: Path) -> None:
    with JournalWriter(path) as writer:
        pragma = writer._connection.execute
        assert pragma("PRAGMA synchronous").fetchone() == (2,)
        assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_orderly_close_leaves_the_journal_and_the_ends_beside_it(path: Path) -> None:
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.head"]


def test_a_file_that_has_lost_its_list_of_games_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM games")
    connection.commit()
    connection.close()
    for opener in (JournalReader, JournalWriter):
        with pytest.raises(JournalCorrupt, match="events of a game one that it does not list"):
            opener(path)


def test_a_log_is_not_dropped_because_the_file_is_empty(path: Path) -> None:
    writer = JournalWriter(path)
    writer.append("one", Seq(6), [event(7)], at=AT, actor="left")
    log = path.with_name("journal.db-wal")
    kept = log.read_bytes()
    writer.close()
    path.write_bytes(b"")
    log.write_bytes(kept)
    for opener in (JournalReader, JournalWriter):
        with pytest.raises(JournalCorrupt, match="its log is not"):
            opener(path)
    assert log.read_bytes() == kept
