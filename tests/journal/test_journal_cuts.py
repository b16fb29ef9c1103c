"""A journal or its log cut at any byte opens as an exact prefix or not at all, and says so."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalError
from companion.journal.exchange import game_lines, parsed_game
from companion.journal.heads import heads_beside
from companion.journal.shortfall import shortfalls
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.ids import Seq

AT = "2026-01-02T03:04:05.000+00:00"
PAGE = 4096


def event(number: int) -> EncodedEvent:
    return EncodedEvent(
        type="counted", schema=1, payload=f'{{"n":{number},"note":"{"x" * (number % 5 * 300)}"}}'
    )


class Journal:
    """A small journal in a folder of its own, some of it in the file and some in the log."""

    def __init__(self, folder: Path) -> None:
        source, self.kept = folder / "source", folder / "kept"
        for made in (source, self.kept, folder / "cut"):
            made.mkdir()
        self.path = folder / "cut" / "journal.db"
        record = GameRecord(
            game_id="g", game="toy", rules="1", started_at=AT, ended_at=None, head=START
        )
        with JournalWriter(source / "journal.db") as writer:
            writer.start_game(record, [event(n) for n in range(12)], "x")
        with JournalWriter(source / "journal.db") as writer:
            for number in range(12, 24):
                writer.append("g", Seq(number), [event(number)], at=AT, actor="x")
            self.hashes = [stored.hash for stored in writer.events("g")]
            for name in ("journal.db", "journal.db-wal", "journal.db.head"):
                shutil.copy(source / name, self.kept / name)

    def size(self, name: str) -> int:
        return (self.kept / name).stat().st_size

    def found_after_cut(self, name: str, length: int) -> int | None:
        """How many events a writer finds in a file cut to a length; None if it does not open."""
        self.put_back()
        os.truncate(self.path.parent / name, length)
        beside = heads_beside(self.path).read_bytes()
        try:
            with JournalWriter(self.path) as writer:
                return self._checked(writer)
        except JournalError:
            return None
        finally:
            assert beside in heads_beside(self.path).read_bytes()

    def found_at_cuts(self, name: str, lengths: Iterable[int]) -> Counter[int | None]:
        """What a reader finds in a file that is cut to shorter and shorter lengths, and how often.

        A reader changes neither the file nor its log, so that they are put there once.
        """
        self.put_back()
        found: Counter[int | None] = Counter()
        whole = {path: path.read_bytes() for path in self.kept.iterdir() if path.name != name}
        for length in sorted(lengths, reverse=True):
            os.truncate(self.path.parent / name, length)
            try:
                with JournalReader(self.path) as reader:
                    found[self._checked(reader)] += 1
            except JournalError:
                found[None] += 1
        assert (self.path.parent / name).stat().st_size == length
        for path, content in whole.items():
            assert (self.path.parent / path.name).read_bytes() == content
        return found

    def put_back(self) -> None:
        """The files as they were written, and no others."""
        for path in self.path.parent.iterdir():
            path.unlink()
        for path in self.kept.iterdir():
            shutil.copy(path, self.path.parent / path.name)

    def _checked(self, reader: JournalReader) -> int:
        count = 0
        if reader.games():
            reader.verify("g")
            hashes = [stored.hash for stored in reader.events("g")]
            assert hashes == self.hashes[: len(hashes)]
            count = len(hashes)
        missing = [short.missing for short in shortfalls(reader)]
        assert missing == ([len(self.hashes) - count] if count < len(self.hashes) else [])
        return count


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path)


def outcomes(journal: Journal, name: str, lengths: Iterable[int]) -> set[int | None]:
    return {journal.found_after_cut(name, length) for length in lengths}


def near_edges(size: int, step: int) -> set[int]:
    edges = {edge + near for edge in range(0, size + 1, step) for near in (-1, 0, 1)}
    return {length for length in edges if 0 <= length <= size}


def test_a_log_cut_at_any_byte_leaves_an_exact_prefix(journal: Journal) -> None:
    size = journal.size("journal.db-wal")
    source = random.Random(3)  # noqa: S311 - the same cuts each time
    edges = near_edges(size - 32, PAGE + 24) | {size, 0, 16, 32}
    cuts = journal.found_at_cuts(
        "journal.db-wal", {*edges, *(source.randrange(size) for _ in range(120))}
    )
    found = set(cuts) | outcomes(journal, "journal.db-wal", source.sample(sorted(edges), 40))
    # Nothing of the log is torn, so it always opens; what is in the file itself stays.
    assert None not in found
    assert {12, 23, 24} <= found


def test_a_file_cut_at_any_byte_opens_whole_or_not_at_all(journal: Journal) -> None:
    size = journal.size("journal.db")
    source = random.Random(4)  # noqa: S311 - the same cuts each time
    edges = near_edges(size, PAGE) | {100, 99, 512}
    cuts = journal.found_at_cuts(
        "journal.db", {*edges, *(source.randrange(size) for _ in range(120))}
    )
    found = set(cuts) | outcomes(journal, "journal.db", edges)
    assert len(journal.hashes) in found
    assert None in found


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_log_cut_at_every_byte_leaves_an_exact_prefix(journal: Journal) -> None:
    found = journal.found_at_cuts("journal.db-wal", range(journal.size("journal.db-wal") + 1))
    assert found.total() == journal.size("journal.db-wal") + 1
    assert set(found) == set(range(12, 25))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_file_cut_at_every_byte_opens_whole_or_not_at_all(journal: Journal) -> None:
    found = journal.found_at_cuts("journal.db", range(journal.size("journal.db") + 1))
    assert found.total() == journal.size("journal.db") + 1
    assert set(found) == {len(journal.hashes), None}


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_file_without_a_log_cut_at_every_byte_opens_whole_or_not_at_all(journal: Journal) -> None:
    """As it lies there after a table was closed in order."""
    journal.put_back()
    with JournalWriter(journal.path):
        pass
    (journal.kept / "journal.db-wal").unlink()
    shutil.copy(journal.path, journal.kept / "journal.db")
    found = journal.found_at_cuts("journal.db", range(journal.size("journal.db") + 1))
    assert set(found) == {len(journal.hashes), None}
    # Less than the whole is never taken for a game, not even where a page ends.
    assert found[len(journal.hashes)] <= PAGE


def check_export_cuts(journal: Journal, events: int) -> None:
    """An exported game cut at any byte is refused, and only the whole of it is taken."""
    with JournalWriter(journal.path) as writer:
        record = GameRecord(
            game_id="e", game="toy", rules="1", started_at=AT, ended_at=None, head=START
        )
        writer.start_game(record, [event(number) for number in range(events)], "x")
        text = b"".join(game_lines(writer, "e"))
    assert len(parsed_game(text).events) == events
    for length in range(len(text)):
        with pytest.raises(JournalError):
            parsed_game(text[:length])


def test_an_exported_game_cut_at_any_byte_is_refused(journal: Journal) -> None:
    check_export_cuts(journal, events=4)


@pytest.mark.soak
def test_a_longer_exported_game_cut_at_any_byte_is_refused(journal: Journal) -> None:
    check_export_cuts(journal, events=60)
