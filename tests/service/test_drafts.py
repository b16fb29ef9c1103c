"""Half-written files: a full disk keeps none of them, and a start clears what a kill has left."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.files import write_whole
from companion.service.drafts import clear_drafts
from companion.service.run import TableHouse
from companion.service.settings import Settings
from tests.support.service_process import held_port

LEFT_BEHIND = (
    ".open-game.new",
    ".dice.json.new",
    ".eye.json.4711",
    ".fellowship-map-photo.jpg.new",
    ".fellowship-map.jpg.new",
    ".packed-2026-11-30-12345678.new",
    ".pairing-2026-11-30-12345678.json.new",
    ".table.json.abcd1234.tmp",
    ".table-2026-11-30-12345678.json.new",
    ".box.toml.new",
    ".box-hunt.toml.before.new",
    "backups/.2026-11-30-12345678.txt.new",
    "snapshots/2026-11-30-12345678/.400.new",
    "timelines/.2026-11-30-12345678.json.new",
)
NOT_OURS = (
    ".notes.new",
    ".eye.json.old",
    ".open-game.new.bak",
    ".copy.db.new",
    "backups/.mine.db.new",
    "pairing-2026-11-30-12345678.json",
    "snapshots/2026-11-30-12345678/400.state",
)


def laid(folder: Path, names: tuple[str, ...]) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    return paths


def test_a_start_clears_what_a_kill_has_left_and_nothing_else(tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path, demo=True, camera="none", die="none", host="127.0.0.1", port=held_port()
    )
    ours = laid(settings.folder, LEFT_BEHIND)
    ours += laid(settings.certificates, (".table-key.pem.new", ".authority.pem.new"))
    others = laid(settings.folder, NOT_OURS)
    TableHouse(settings).stop()
    assert [path for path in ours if path.exists()] == []
    assert [path for path in others if not path.exists()] == []


def test_a_draft_that_cannot_be_deleted_keeps_no_table_from_starting(tmp_path: Path) -> None:
    (tmp_path / ".open-game.new").mkdir()
    clear_drafts(Settings(home=tmp_path))
    clear_drafts(Settings(home=tmp_path / "not-there"))


@pytest.mark.parametrize("fails", ["os.open", "os.fsync"])
def test_a_full_disk_keeps_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(*_args: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(fails, full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, b"new" * 9000)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_that_cannot_take_its_place_is_gone(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
