"""A journal or its log cut at any byte opens as an exact prefix or not at all, and says so."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalError
from companion.journal.heads import heads_beside
from companion.journal.shortfall import shortfalls
from companion.journal.store import START, GameRecord, JournalWriter
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
        """How many events are left of the file cut to a length; None if it does not open."""
        for path in self.path.parent.iterdir():
            path.unlink()
        for path in self.kept.iterdir():
            shutil.copy(path, self.path.parent / path.name)
        with (self.path.parent / name).open("r+b") as file:
            file.truncate(length)
        beside = heads_beside(self.path).read_bytes()
        try:
            with JournalWriter(self.path) as writer:
                return self._checked(writer)
        except JournalError:
            return None
        finally:
            assert beside in heads_beside(self.path).read_bytes()

    def _checked(self, writer: JournalWriter) -> int:
        count = 0
        if writer.games():
            writer.verify("g")
            hashes = [stored.hash for stored in writer.events("g")]
            assert hashes == self.hashes[: len(hashes)]
            count = len(hashes)
        missing = [short.missing for short in shortfalls(writer)]
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
    lengths = near_edges(size - 32, PAGE + 24) | {size, 0, 16, 32}
    lengths |= {source.randrange(size) for _ in range(120)}
    found = outcomes(journal, "journal.db-wal", lengths)
    # Nothing of the log is torn, so it always opens; what is in the file itself stays.
    assert None not in found
    assert {12, 23, 24} <= found


def test_a_file_cut_at_any_byte_opens_whole_or_not_at_all(journal: Journal) -> None:
    size = journal.size("journal.db")
    source = random.Random(4)  # noqa: S311 - the same cuts each time
    lengths = near_edges(size, PAGE) | {100, 99, 512}
    lengths |= {source.randrange(size) for _ in range(120)}
    found = outcomes(journal, "journal.db", lengths)
    assert len(journal.hashes) in found
    assert None in found


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_cuts_at_every_byte(journal: Journal, name: str) -> None:
    assert outcomes(journal, name, range(journal.size(name) + 1))
