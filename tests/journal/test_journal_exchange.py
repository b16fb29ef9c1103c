"""A game as a text file: the same chain on both sides, and every flipped bit named."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.chain import FIRST_HASH, StoredEvent, chained
from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalCorrupt, JournalError
from companion.journal.exchange import event_line, game_lines, heading, parsed_game
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.ids import Seq

AT = "2026-01-02T03:04:05.000+00:00"
ACTORS = ("left", "right", "eye")


def event(number: int) -> EncodedEvent:
    note = "naïve words, and blanks " * (number % 3)
    return EncodedEvent(type="counted", schema=1, payload=f'{{"n":{number},"note":"{note}"}}')


def written(path: Path, decisions: int, *, ended: bool = True) -> bytes:
    """A game in a journal, exported."""
    record = GameRecord(
        game_id="2026-01-02-ab12", game="toy", rules="1", started_at=AT, ended_at=None, head=START
    )
    with JournalWriter(path) as writer:
        head = writer.start_game(record, [event(0), event(1)], "service")
        for number in range(2, decisions):
            events = [event(number)] * (1 + number % 3)
            head = writer.append(
                record.game_id, head, events, at=AT, actor=ACTORS[number % len(ACTORS)]
            )
        if ended:
            writer.end_game(record.game_id, "2026-01-03T00:00:00.000+00:00")
        return b"".join(game_lines(writer, record.game_id))


def event_at(data: bytes, index: int) -> int:
    """The event in whose line a byte stands, 0 for the heading; a line feed ends its line."""
    heading_end = data.index(b"\n\n") + 2
    return 0 if index < heading_end else 1 + data.count(b"\n", heading_end, index)


@pytest.mark.parametrize("ended", [True, False])
def test_a_game_that_was_taken_in_is_exported_to_the_same_bytes(
    tmp_path: Path, *, ended: bool
) -> None:
    data = written(tmp_path / "one.db", 40, ended=ended)
    game = parsed_game(data)
    with JournalWriter(tmp_path / "other.db") as other:
        assert other.take_in(game.record, game.events)
        assert b"".join(game_lines(other, game.record.game_id)) == data
        assert not other.take_in(game.record, game.events)
        assert other.verify(game.record.game_id) == (game.record.head, game.head)
    with JournalReader(tmp_path / "one.db") as one, JournalReader(tmp_path / "other.db") as other:
        assert one.games() == other.games()
        assert list(one.events(game.record.game_id)) == list(other.events(game.record.game_id))


def test_one_event_is_one_line_that_can_be_read(tmp_path: Path) -> None:
    lines = written(tmp_path / "one.db", 3).decode().split("\n")
    assert lines[:7] == [
        "table-companion-game 1",
        "game_id 2026-01-02-ab12",
        "game toy",
        "rules 1",
        f"started_at {AT}",
        "ended_at 2026-01-03T00:00:00.000+00:00",
        "events 5",
    ]
    assert [line.split(" ")[0] for line in lines[7:9]] == ["head", "check"]
    assert lines[9] == ""
    first = lines[10].split(" ", 6)
    assert first[:5] == ["1", "1", AT, "service", "counted/1"]
    assert first[6] == event(0).payload
    assert lines[14].split(" ")[5] == lines[7].split(" ")[1]
    assert lines[15:] == [""]


def flips(data: bytes, bits: Iterator[int]) -> Iterator[tuple[int, bytes]]:
    for bit in bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit // 8, bytes(changed)


def check_flips(data: bytes, bits: Iterator[int]) -> int:
    count = 0
    for index, changed in flips(data, bits):
        with pytest.raises(JournalError) as caught:
            parsed_game(changed)
        if index >= len("table-co"):
            assert isinstance(caught.value, JournalCorrupt), index
            assert caught.value.seq == event_at(data, index), (index, str(caught.value))
        count += 1
    return count


def test_every_flipped_bit_of_a_small_game_is_reported_at_its_event(tmp_path: Path) -> None:
    data = written(tmp_path / "one.db", 6)
    assert check_flips(data, iter(range(len(data) * 8))) == len(data) * 8


def test_flipped_bits_of_a_large_game_are_reported_at_their_events(tmp_path: Path) -> None:
    data = written(tmp_path / "one.db", 300)
    source = random.Random(5)  # noqa: S311 - the same bits each time, no secret
    assert check_flips(data, (source.randrange(len(data) * 8) for _ in range(150))) == 150


def test_a_file_cut_anywhere_is_refused_at_the_event_that_is_missing(tmp_path: Path) -> None:
    data = written(tmp_path / "one.db", 6)
    first = data.index(b"\n\n") + 2
    for length in range(first, len(data)):
        with pytest.raises(JournalCorrupt) as caught:
            parsed_game(data[:length])
        assert caught.value.seq == event_at(data, length), length
    with pytest.raises(JournalCorrupt, match="follows event"):
        parsed_game(data + b"more\n")


def test_lines_that_were_swapped_or_taken_out_are_named(tmp_path: Path) -> None:
    lines = written(tmp_path / "one.db", 6).split(b"\n")
    swapped = [*lines[:11], lines[12], lines[11], *lines[13:]]
    with pytest.raises(JournalCorrupt) as caught:
        parsed_game(b"\n".join(swapped))
    assert caught.value.seq == 2
    with pytest.raises(JournalCorrupt) as caught:
        parsed_game(b"\n".join([*lines[:12], *lines[13:]]))
    assert caught.value.seq == 3


@pytest.mark.parametrize("data", [b"", b"\n", b"words\n" * 20, b"\xff\x00" * 90, b"SQLite format"])
def test_what_is_no_written_game_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(JournalError, match="was expected"):
        parsed_game(data)


def test_a_newer_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    head, _, rest = written(tmp_path / "one.db", 4).partition(b"check ")
    newer = head.replace(b"game 1\n", b"game 2\n", 1)
    check = hashlib.sha256(newer).hexdigest().encode()
    with pytest.raises(JournalError, match="text format 2, and this program reads format 1"):
        parsed_game(newer + b"check " + check + rest[64:])


def test_a_damaged_journal_is_not_exported(tmp_path: Path) -> None:
    written(tmp_path / "one.db", 6)
    with JournalWriter(tmp_path / "one.db") as writer:
        writer._connection.execute("UPDATE events SET actor = 'right' WHERE seq = 4")
        with pytest.raises(JournalCorrupt) as caught:
            list(game_lines(writer, "2026-01-02-ab12"))
        assert caught.value.seq == 4


def test_another_game_of_the_same_id_is_not_overwritten(tmp_path: Path) -> None:
    game = parsed_game(written(tmp_path / "one.db", 6))
    written(tmp_path / "other.db", 9)
    with JournalWriter(tmp_path / "other.db") as other:
        before = other.head(game.record.game_id)
        with pytest.raises(JournalError, match="goes another way"):
            other.take_in(game.record, game.events)
        assert other.head(game.record.game_id) == before
        assert before[0] > Seq(6)


def by_somebody(*, decision: int = 1, at: str = AT, started_at: str = AT) -> bytes:
    """A game of one event whose hashes fit, whatever it says."""
    record = GameRecord(
        game_id="odd", game="toy", rules="1", started_at=started_at, ended_at=None, head=Seq(1)
    )
    first = StoredEvent(
        game_id="odd",
        seq=Seq(1),
        decision=Seq(decision),
        at=at,
        actor="x",
        event=event(0),
        hash=b"",
    )
    first = replace(first, hash=chained(FIRST_HASH, first))
    return heading(record, first.hash) + event_line(first)


@pytest.mark.parametrize("decision", [0, 2, 10**30])
def test_a_decision_that_cannot_be_is_named_before_the_journal_is_touched(decision: int) -> None:
    with pytest.raises(JournalCorrupt, match="a decision or a time") as caught:
        parsed_game(by_somebody(decision=decision))
    assert caught.value.seq == 1


@pytest.mark.parametrize("moment", ["yesterday", "2026-01-02T03:04:05", "2026-13-02T03:04:05Z"])
def test_a_time_that_cannot_be_is_named(moment: str) -> None:
    with pytest.raises(JournalCorrupt) as caught:
        parsed_game(by_somebody(at=moment))
    assert caught.value.seq == 1
    with pytest.raises(JournalCorrupt, match="heading"):
        parsed_game(by_somebody(started_at=moment))


@pytest.mark.parametrize(
    ("written_so", "otherwise"),
    [(b"events 1\n", b"events 01\n"), (b"game toy\n", b"game toy \n"), (b"rules 1\n", b"rules \n")],
)
def test_a_heading_that_would_be_written_otherwise_is_not_read(
    written_so: bytes, otherwise: bytes
) -> None:
    data = by_somebody()
    signed, _, rest = data.partition(b"check ")
    assert parsed_game(data).record.game == "toy"
    assert written_so in signed
    changed = signed.replace(written_so, otherwise)
    check = hashlib.sha256(changed).hexdigest().encode()
    with pytest.raises(JournalCorrupt, match="heading"):
        parsed_game(changed + b"check " + check + rest[64:])


ODD_IDS = ("../out", "../../out", "/out", "..", ".hidden", "a/b", "a\\b", "x" * 101, "a\0b")


@pytest.mark.parametrize("game_id", ODD_IDS)
def test_an_id_that_leads_out_of_a_folder_is_not_taken_in(tmp_path: Path, game_id: str) -> None:
    record = GameRecord(
        game_id=game_id, game="toy", rules="1", started_at=AT, ended_at=AT, head=Seq(1)
    )
    first = StoredEvent(
        game_id=game_id, seq=Seq(1), decision=Seq(1), at=AT, actor="x", event=event(0), hash=b""
    )
    first = replace(first, hash=chained(FIRST_HASH, first))
    written_by_somebody = parsed_game(heading(record, first.hash) + event_line(first))
    with JournalWriter(tmp_path / "journal.db") as writer:
        with pytest.raises(JournalError, match="id of a game"):
            writer.take_in(written_by_somebody.record, written_by_somebody.events)
        with pytest.raises(JournalError, match="id of a game"):
            writer.start_game(record, [event(0)], "x")
        assert writer.games() == ()


def test_a_journal_with_such_an_id_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "journal.db", 3)
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("UPDATE games SET game_id = '../out'")
    connection.execute("UPDATE events SET game_id = '../out'")
    connection.commit()
    connection.close()
    with (
        JournalReader(tmp_path / "journal.db") as reader,
        pytest.raises(JournalCorrupt, match="no name"),
    ):
        reader.games()
