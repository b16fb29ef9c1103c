"""Bad input through the real commands: cameras, ports, pictures and journals that are no use."""

from __future__ import annotations

import json
import socket
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.journal.store import JournalWriter
from companion.service.games import load_game, sample_box
from companion.service.keeper import start_game

NO_DEVICES = ("--camera", "none", "--die", "none", "--host", "127.0.0.1")


def failed(*arguments: str | Path, home: Path | None = None, **environment: str) -> Result:
    """A command that must end with status 1 and one line of error."""
    known = {"COMPANION_HOME": str(home or "/nowhere"), "PORT": "", **environment}
    result = CliRunner().invoke(main, [str(one) for one in arguments], env=known)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    return result


def sentence(*arguments: str | Path, home: Path | None = None, **environment: str) -> str:
    said = failed(*arguments, home=home, **environment).stderr
    assert said.startswith("Error: ")
    assert said.count("\n") == 1
    return said


# --- Cameras and dice ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("97", "there is no camera"),
        ("/dev/video98", "there is no camera"),
        ("no-such-folder", "there is no camera"),
        ("ftp://camera/video", "there is no camera"),
        ("virtual:/absent.json", "/absent.json"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "watch"])
def test_a_camera_that_is_not_there(tmp_path: Path, command: str, address: str, words: str) -> None:
    option = ("--die", "none", "--camera") if command == "serve" else ()
    said = sentence(command, *option, address, home=tmp_path / "home")
    assert words in said
    assert address.removeprefix("virtual:") in said


@pytest.mark.parametrize("address", ["http://", "https:", "http:///video", "http://[half"])
def test_an_address_of_a_camera_that_names_no_computer(tmp_path: Path, address: str) -> None:
    said = sentence("serve", "--die", "none", "--camera", address, home=tmp_path / "home")
    assert repr(address) in said
    sentence("watch", address)


def test_a_camera_in_the_network_that_does_not_answer() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/video"
        assert f"{address} cannot be reached" in sentence("watch", address)


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    assert "holds no pictures" in sentence("watch", tmp_path)


@pytest.mark.parametrize("address", ["/dev/nope", "socket://no-port", "socket://", "http://x"])
def test_a_die_that_is_not_there(tmp_path: Path, address: str) -> None:
    said = sentence("serve", "--camera", "none", "--die", address, home=tmp_path / "home")
    assert address in said


# --- The port of the screens --------------------------------------------------------------------


@pytest.mark.parametrize("port", ["many", "0", "-1", "65536", "8970.5", "1e3"])
def test_a_variable_port_that_is_none(tmp_path: Path, port: str) -> None:
    said = sentence("serve", *NO_DEVICES, home=tmp_path / "home", PORT=port)
    assert f"a port from 1 to 65535 was expected, not {port!r}" in said


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        said = sentence("serve", *NO_DEVICES, home=tmp_path / "home", PORT=port)
        assert f"Port {port} is taken" in said


def test_an_address_to_listen_on_that_is_none(tmp_path: Path) -> None:
    options = ("--camera", "none", "--die", "none", "--port", "18970", "--host", "127.0.0.1.9")
    assert "cannot be opened" in sentence("serve", *options, home=tmp_path / "home")


# --- Pictures -----------------------------------------------------------------------------------


def test_a_picture_without_corner_tags(tmp_path: Path) -> None:
    picture = tmp_path / "blank.png"
    cv2.imwrite(str(picture), np.full((1200, 1600, 3), 200, dtype=np.uint8))
    assert f"{picture}: No corner tag is seen" in sentence("read", picture)
    line = json.loads(failed("read", picture, "--json").stdout)
    assert line["registered"] is False
    assert "No corner tag is seen" in line["reason"]


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"])
def test_a_file_that_is_no_picture(tmp_path: Path, content: bytes) -> None:
    picture = tmp_path / "a.png"
    picture.write_bytes(content)
    assert str(picture) in sentence("read", picture)
    assert "error" in json.loads(failed("read", picture, "--json").stdout)


# --- Journals -----------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user directory with a game that has begun."""
    game = load_game("fellowship")
    writer = JournalWriter(tmp_path / "journal.db")
    box = sample_box("fellowship")
    start_game(game, writer, options={}, box=box, clock=lambda: datetime.now(UTC))
    writer.close()
    return tmp_path


def altered(*statements: str) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    return alter


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def scratched(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for index in range(5000, len(content) - 100, 37):
        content[index] ^= 0x5A
    path.write_bytes(content)


def overwritten(path: Path) -> None:
    path.write_text("this is no journal")


JOURNALS: dict[str, tuple[Callable[[Path], None], str]] = {
    "of a newer format": (altered("PRAGMA user_version=9"), "journal of format 9"),
    "cut off": (cut, "is damaged"),
    "scratched": (scratched, "is damaged"),
    "overwritten": (overwritten, "not a journal of this program"),
    "of another program": (altered("PRAGMA application_id=7"), "not a journal of this program"),
    "without its first event": (altered("DELETE FROM events WHERE seq=1"), "backup"),
    "with an empty first event": (
        altered("UPDATE events SET payload='{}' WHERE seq=1"),
        "'game-started' does not read as one",
    ),
    "with an event that is no JSON": (
        altered("UPDATE events SET payload='x' WHERE seq=2"),
        "does not read as one",
    ),
    "with an event of an unknown kind": (
        altered("UPDATE events SET type='dream' WHERE seq=2"),
        "'dream'",
    ),
    "with a time that is none": (
        altered("UPDATE events SET at='yesterday' WHERE seq=2"),
        "'yesterday' is none",
    ),
    "with a time of nowhere": (
        altered("UPDATE events SET at='2026-01-02T03:04:05' WHERE seq=2"),
        "'2026-01-02T03:04:05' is none",
    ),
}


@pytest.mark.parametrize("name", JOURNALS)
def test_a_table_with_a_journal_that_is_no_use(home: Path, name: str) -> None:
    alter, words = JOURNALS[name]
    alter(home / "journal.db")
    for _ in range(2):
        assert words in sentence("serve", *NO_DEVICES, home=home)


@pytest.mark.parametrize("name", [name for name in JOURNALS if "time" not in name])
def test_looking_at_a_journal_that_is_no_use(home: Path, name: str) -> None:
    journal = home / "journal.db"
    JOURNALS[name][0](journal)
    for command in ("replay", "verify"):
        sentence(command, journal)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_journal_that_is_not_there(tmp_path: Path, command: str) -> None:
    journal = tmp_path / "absent.db"
    assert f"there is no journal {journal}" in sentence(command, journal)
