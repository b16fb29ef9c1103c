"""A disk that is full, read-only, failing or damaged: a clear state, and play goes on after it."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.border import DieRoll, MarkerReading, Placed
from companion.journal.backup import back_up
from companion.journal.errors import JournalCorrupt, JournalUnavailable
from companion.journal.store import JournalReader, JournalWriter
from companion.service.instance import InstanceLock
from companion.table.commands import DieReported, EyeReported
from companion.table.ids import PUBLIC, PromptId
from tests.support.patience import PATIENCE_S
from tests.support.service_process import wait_until
from tests.support.sqlite_shim import FULL, IO_ERROR, READONLY, Shim, shim
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable

WORDS = {
    FULL: "no room to write",
    READONLY: "may not be written",
    IO_ERROR: "the disk failed on",
}


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shim]:
    monkeypatch.setattr("companion.service.table.RETRY_S", 0.01)
    with shim() as made:
        yield made


def placed(track: int) -> EyeReported:
    marker = MarkerReading(track=track, colour="red", face=1, x_in=1.0, y_in=2.0, place="off")
    return EyeReported(message=Placed(t_s=0.0, marker=marker))


def verified(path: Path) -> int:
    with JournalReader(path) as reader:
        return reader.verify(reader.game().game_id)[0]


@pytest.mark.parametrize("code", WORDS)
@pytest.mark.parametrize("writes_before", [0, 1, 2, 3])
def test_a_seat_is_told_in_words_and_goes_on_when_the_disk_is_mended(
    tmp_path: Path, disk: Shim, code: int, writes_before: int
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    try:
        assert toy.act(LEFT, "hide", word="ash") is None
        before = toy.table.standing
        disk.writes_before, disk.fails_with = writes_before, code
        refusal = toy.act(LEFT, "score", note="x" * 9000)
        assert refusal is not None
        assert refusal.code == "not-now"
        assert "Nothing was changed" in refusal.text
        assert WORDS[code] in refusal.text
        assert toy.table.standing is before
        disk.fails_with = None
        assert toy.act(LEFT, "score", note="again") is None
        assert toy.state.notes == ("again",)
    finally:
        disk.fails_with = None
        toy.close()
    assert verified(toy.path) == toy.table.standing.head


@pytest.mark.parametrize("code", WORDS)
def test_all_screens_say_that_the_disk_holds_up_camera_and_die_until_it_no_longer_does(
    tmp_path: Path, disk: Shim, code: int
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    try:
        disk.fails_with = code
        watching = toy.screens.subscribe(PUBLIC, toy.screens.screen(PUBLIC).counter)
        toy.table.report(placed(1))
        toy.table.report(DieReported(roll=DieRoll(die="d", number=1, face=5, sides=20)))
        change = watching.wait(PATIENCE_S)
        assert change is not None
        assert change.regions == ("devices",)
        assert toy.screens.devices().disk_waits
        refusal = toy.act(RIGHT, "score")
        assert refusal is not None
        assert "the table tries again by itself" in refusal.text
        disk.fails_with = None
        wait_until(
            lambda: not toy.screens.devices().disk_waits, PATIENCE_S, "the disk takes it again"
        )
        toy.table.caught_up()
        assert [piece.id for piece in toy.state.pieces] == [1]
        assert [roll.face for roll in toy.state.rolls] == [5]
        assert toy.act(RIGHT, "score") is None
    finally:
        disk.fails_with = None
        toy.close()
    assert verified(toy.path) == toy.table.standing.head


def test_what_a_seat_does_in_private_never_shows_as_a_disk_that_waits(
    tmp_path: Path, disk: Shim
) -> None:
    toy = ToyTable(tmp_path / "journal.db")
    try:
        disk.fails_with = FULL
        counter = toy.screens.screen(PUBLIC).counter
        assert toy.act(LEFT, "hide", word="ash") is not None
        assert not toy.screens.devices().disk_waits
        assert toy.screens.screen(PUBLIC).counter == counter
    finally:
        disk.fails_with = None
        toy.close()


def test_a_point_whose_code_cannot_be_read_back_is_passed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = ToyTable(tmp_path / "journal.db")

    def fails(*_: object) -> None:
        raise JournalUnavailable("the disk failed")

    try:
        with monkeypatch.context() as patched:
            patched.setattr(JournalWriter, "hash_at", fails)
            assert toy.screens.enter_roll(LEFT, PromptId("toy-1"), 3, 20) is None
        assert not toy.table.points
        # What is on disk counts: else every later decision would find a journal that has gone on.
        assert toy.act(LEFT, "score", note="after") is None
        assert verified(toy.path) == toy.table.standing.head
        assert toy.table.points[0].label == "Roll 0, left"
    finally:
        toy.close()
    again = ToyTable(tmp_path / "journal.db")
    assert again.table.points == toy.table.points
    again.close()


def fill(path: Path) -> None:
    """Write a file until there is no room for another page."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017 - any other is a fault of the test


def mounted(folder: Path, options: str) -> bool:
    ended = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    return ended.returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system with room for little."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() != 0 or not mounted(folder, "size=400k"):
        pytest.skip("a small file system needs the rights to mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_real_disk_that_is_full_and_then_read_only(small_disk: Path) -> None:
    toy = ToyTable(small_disk / "journal.db")
    try:
        filler = small_disk / "filler"
        fill(filler)
        refusals = [toy.act(LEFT, "score", note="y" * 5000) for _ in range(20)]
        last = refusals[-1]
        assert last is not None
        assert "no room to write" in last.text
        filler.unlink()
        assert toy.act(LEFT, "score", note="room") is None
    finally:
        toy.close()
    noted = [note for note in toy.state.notes if note != "room"]
    assert len(noted) == sum(refusal is None for refusal in refusals)
    assert verified(toy.path) == toy.table.standing.head
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert verified(toy.path) == toy.table.standing.head


@pytest.mark.parametrize("room_bytes", [8192, 40960])
def test_a_start_on_a_disk_without_room_says_so(small_disk: Path, room_bytes: int) -> None:
    """One has no room for the tables, the other none for the memory that SQLite shares."""
    room = small_disk / "room"
    room.write_bytes(b"x" * room_bytes)
    fill(small_disk / "filler")
    lock = InstanceLock(small_disk / "lock")
    room.unlink()
    with pytest.raises(JournalUnavailable, match="no room to write"):
        JournalWriter(small_disk / "journal.db")
    lock.release()


def test_a_damaged_game_is_not_gone_on_with_and_the_backup_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    toy = ToyTable(path)
    toy.act(LEFT, "score", note="one")
    toy.act(LEFT, "score", note="two")
    back_up(path, tmp_path / "backup.db")
    toy.close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE events SET payload = replace(payload, 'one', 'ten') WHERE seq = 3")
    connection.commit()
    connection.close()
    with pytest.raises(JournalCorrupt, match=r"event 3 of game \S+ is not what was written"):
        ToyTable(path)
    (tmp_path / "backup.db").replace(path)
    again = ToyTable(path)
    assert again.state.notes == ("one", "two")
    assert again.act(LEFT, "score", note="three") is None
    again.close()
