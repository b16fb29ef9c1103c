"""Files that commands write: whole or not at all, and never beside a link or a pipe."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from companion.cli.errors import CommandFailed
from companion.cli.output import counted, write_out


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    out.write_bytes(b"old and longer")
    write_out(out, b"new")
    assert out.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [out]


def test_a_secret_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_out(tmp_path / "game.jsonl", b"{}", mode=0o600)
    assert (tmp_path / "game.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_out(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_pipe_gets_the_data(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_out, args=(pipe, b"data"))
    writer.start()
    assert pipe.read_bytes() == b"data"
    writer.join()
    assert pipe.is_fifo()


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandFailed, match=r"cannot be written: No such file.*you may write to"):
        write_out(tmp_path / "none" / "sheet.pdf", b"")


def test_one_is_not_many() -> None:
    assert [counted(n, "game", "games") for n in (0, 1, 2000)] == [
        "0 games",
        "1 game",
        "2,000 games",
    ]
