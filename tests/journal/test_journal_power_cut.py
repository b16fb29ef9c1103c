"""An acknowledged event survives a power cut, whatever happened to writes after the last sync."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.journal.codec import EncodedEvent
from companion.journal.errors import JournalError
from companion.journal.heads import heads_beside
from companion.journal.shortfall import shortfalls
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.ids import Seq
from tests.support.power_cut import Disk, Fate, files_after, write_files
from tests.support.sqlite_shim import Op, shim

AT = "2026-01-02T03:04:05.000+00:00"
Prepare = Callable[[JournalWriter], object]


@dataclass(frozen=True)
class Recorded:
    """A game and everything that reached the files while it was written.

    Attributes:
        ops: the operations; a mark is the end noted beside the journal, after an acknowledgement.
        hashes: of all events.
        acknowledged: for each number of operations the last event that had been acknowledged.
    """

    ops: list[Op]
    hashes: list[bytes]
    acknowledged: list[int]


def event(source: random.Random, number: int) -> EncodedEvent:
    note = "x" * source.choice((0, 40, 900, 5000))
    return EncodedEvent(type="counted", schema=1, payload=f'{{"n":{number},"note":"{note}"}}')


def recorded(folder: Path, decisions: int, prepare: Prepare, seed: int = 1) -> Recorded:
    source = random.Random(seed)  # noqa: S311 - the same game each time, nothing secret
    path = folder / "journal.db"
    record = GameRecord(
        game_id="g", game="toy", rules="1", started_at=AT, ended_at=None, head=START
    )
    with shim() as recorder:
        writer = JournalWriter(path)
        prepare(writer)
        seq = writer.start_game(record, [event(source, 0)], "x")
        recorder.mark((seq, heads_beside(path).read_bytes()))
        for number in range(1, decisions):
            events = [event(source, number)] * source.randint(1, 3)
            seq = writer.append("g", seq, events, at=AT, actor="x")
            recorder.mark((seq, heads_beside(path).read_bytes()))
        hashes = [stored.hash for stored in writer.events("g")]
        writer.close()
        acknowledged, last = [], 0
        for op in recorder.ops:
            if op.kind == "mark" and isinstance(op.mark, tuple):
                last = op.mark[0]
            acknowledged.append(last)
        return Recorded(recorder.ops, hashes, acknowledged)


def found(path: Path) -> list[bytes] | None:
    """Hashes of the events that can be read, the chain checked; None if it does not open."""
    try:
        with JournalWriter(path) as writer:
            assert shortfalls(writer) == (), "what was acknowledged is missing"
            if not writer.games():
                return []
            writer.verify("g")
            return [stored.hash for stored in writer.events("g")]
    except JournalError:
        return None


def check(game: Recorded, folder: Path, after: int, files: dict[str, bytes]) -> None:
    """Look at what is there when the power was cut after so many operations."""
    write_files(folder, files)
    hashes = found(folder / "journal.db")
    acknowledged = game.acknowledged[after - 1] if after else 0
    if hashes is None:
        assert not acknowledged, f"after {after}: {acknowledged} events are lost"
        return
    assert hashes == game.hashes[: len(hashes)], f"after {after}: not an exact prefix"
    assert len(hashes) >= acknowledged, f"after {after}: {acknowledged} were acknowledged"


def check_all(game: Recorded, folder: Path, mixes: int, every: int = 1) -> int:
    """Cut the power after each so many operations, in several ways; returns how many states."""
    source = random.Random(7)  # noqa: S311 - the same mixes each time
    folder.mkdir()
    fates: list[Fate] = ["all", "none", *(["some"] * mixes)]  # type: ignore[list-item]  # a list of literals is widened
    disk, noted, states = Disk(), b"", 0
    for after in range(len(game.ops) + 1):
        if after:
            op = game.ops[after - 1]
            disk.take(op)
            if isinstance(op.mark, tuple):
                noted = op.mark[1]
        for fate in fates if after % every == 0 else ():
            files = disk.after(fate, source)
            if noted:
                # What was handed to the system unforced may have arrived all the same.
                files["journal.db.head"] = noted
            check(game, folder, after, files)
            states += 1
    return states


def checkpoint_often(writer: JournalWriter) -> None:
    """Fold the log into the file every few pages, so that cuts hit that too."""
    writer._connection.execute("PRAGMA wal_autocheckpoint=12")


def test_no_acknowledged_event_is_lost_in_a_power_cut(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    game = recorded(tmp_path / "game", 14, checkpoint_often)
    assert sum(op.kind == "write" and op.path == "journal.db" for op in game.ops) > 15
    assert check_all(game, tmp_path / "cut", mixes=2, every=2) > 300


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 8))
def test_no_acknowledged_event_is_lost_in_many_power_cuts(tmp_path: Path, seed: int) -> None:
    (tmp_path / "game").mkdir()
    game = recorded(tmp_path / "game", 60, checkpoint_often, seed)
    assert check_all(game, tmp_path / "cut", mixes=8) > 6000


@pytest.mark.parametrize("level", ["NORMAL", "OFF"])
def test_a_journal_that_forces_less_to_the_disk_is_found_out(tmp_path: Path, level: str) -> None:
    (tmp_path / "game").mkdir()
    game = recorded(
        tmp_path / "game",
        8,
        lambda writer: writer._connection.execute(f"PRAGMA synchronous={level}"),
    )
    with pytest.raises(AssertionError, match="what was acknowledged is missing"):
        check_all(game, tmp_path / "cut", mixes=1)


def test_the_shim_records_what_the_files_hold(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    game = recorded(tmp_path / "game", 9, checkpoint_often)
    files = files_after(game.ops, "all", random.Random(1))  # noqa: S311 - not used by this fate
    assert files.pop("journal.db") == (tmp_path / "game" / "journal.db").read_bytes()
    with JournalReader(tmp_path / "game" / "journal.db") as reader:
        assert reader.head("g") == (Seq(len(game.hashes)), game.hashes[-1])
