"""Names, disks and pipes that no command can use, numbers that are none, and a hand on Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import companion.cli.watch
from companion.cli import main

FRAMES = Path(__file__).resolve().parents[1] / "frames"
PICTURE = str(FRAMES / "easy_06_v3hd.jpg")
NOTHING_PLUGGED_IN = ("doctor", "--camera", "none", "--die", "none", "--host", "127.0.0.1")
START = "from companion.cli import main; main()"
ENOUGH_OF_A_NAME = "x" * 300


def run(home: Path, *arguments: str | Path) -> Result:
    """A command; it may end with a status but never with an error of Python."""
    known = {"COMPANION_HOME": str(home), "PORT": ""}
    result = CliRunner().invoke(main, [str(one) for one in arguments], env=known)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# --- Names that cannot be those of a file -------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ("read", "{}"),
        ("read", PICTURE, "--scheme", "{}"),
        ("read", PICTURE, "--lens", "{}"),
        ("watch", "{}"),
        ("replay", "{}"),
        ("verify", "{}"),
        ("export", "{}", "-"),
        ("import", "{}"),
        ("backup", "--journal", "{}"),
        ("games", "{}"),
        ("lens", "{}"),
        ("lookup", "T.5", "--box", "{}"),
        ("box", "--box", "{}", "check"),
        ("box", "import", "{}"),
        ("box", "merge", "{}"),
        ("sheet", "cards", "-", "--names", "{}"),
        ("sheet", "stickers", "{}"),
        ("archive", "load", "{}", "archive"),
        ("archive", "report", "{}"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["too long", "in a circle", "folder"])
def test_a_name_that_is_no_files(tmp_path: Path, command: tuple[str, ...], kind: str) -> None:
    place = tmp_path / (ENOUGH_OF_A_NAME if kind == "too long" else "it")
    if kind == "in a circle":
        place.symlink_to(place)
    elif kind == "folder":
        place.mkdir()
    result = run(tmp_path / "home", *(one.replace("{}", str(place)) for one in command))
    assert result.exit_code in {1, 2}
    assert "Error: " in result.stderr
    if kind == "too long":
        assert str(place) in result.stderr


def test_nothing_is_made_beside_a_journal_that_is_none(tmp_path: Path) -> None:
    run(tmp_path / "home", "backup", "--journal", tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["watch", "read", "verify", "lens", "games"])
def test_a_name_that_is_no_text(tmp_path: Path, command: str) -> None:
    place = tmp_path / os.fsdecode(b"\xff.mp4")
    place.write_bytes(b"no film")
    result = run(tmp_path / "home", command, place)
    assert result.exit_code == 1
    assert "Error: " in result.stderr


def test_a_folder_is_not_said_to_be_away(tmp_path: Path) -> None:
    said = run(tmp_path, "verify", tmp_path).stderr
    assert f"{tmp_path} is a folder. Name the journal in it" in said


@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("backup",),
        ("box", "check"),
        ("sheet", "cards", "x.pdf"),
        ("import", PICTURE),
        NOTHING_PLUGGED_IN,
        ("serve", "--port", "18972"),
        ("wall", "--broker", "mqtt://127.0.0.1"),
    ],
    ids=" ".join,
)
def test_a_home_of_nobody_is_told(tmp_path: Path, command: tuple[str, ...]) -> None:
    result = run(Path("~nobody-of-this-name") / tmp_path.name, *command)
    assert result.exit_code == 1
    if command[0] != "import":  # which looks at its file first
        assert "Set COMPANION_HOME" in result.stderr


def test_the_first_wall_makes_a_user_directory_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    port = ("--port", "0")  # refused once the folder is there
    result = run(home, "wall", "--broker", "mqtt://127.0.0.1", *port)
    assert result.exit_code == 1
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_file_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("table-companion-game 1\n")
    assert f"{file}: " in run(tmp_path, "verify", file).stderr
    file.write_text("Dear Frodo")
    said = run(tmp_path, "import", file).stderr
    assert f"{file}: a file that begins with" in said


@pytest.mark.parametrize("below", ["", "games"])
def test_a_user_directory_that_is_a_file(tmp_path: Path, below: str) -> None:
    home = tmp_path / "file" / below
    (tmp_path / "file").write_text("mine")
    result = run(home, *NOTHING_PLUGGED_IN)
    assert result.exit_code == 1
    assert f"{tmp_path}/file is no folder" in " ".join(result.stdout.split())
    assert "There is no user directory" not in result.stdout


def test_a_lens_file_is_looked_at_without_a_camera(tmp_path: Path) -> None:
    result = run(tmp_path, *NOTHING_PLUGGED_IN, "--lens", tmp_path / "none.toml")
    assert result.exit_code == 1
    assert "none.toml" in result.stdout


def test_an_address_of_another_computer_is_named(tmp_path: Path) -> None:
    devices = ("--camera", "none", "--die", "none", "--port", "18971")
    said = run(tmp_path, "serve", *devices, "--host", "192.0.2.77").stderr
    assert "192.0.2.77" in said
    assert "--host" in said


def test_an_error_that_no_file_has_is_not_made_up_into_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreachable = OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))

    def fail(_environment: object) -> Path:
        raise unreachable

    monkeypatch.setattr("companion.cli.games.home_directory", fail)
    result = CliRunner().invoke(main, ["games"], env={"COMPANION_HOME": str(tmp_path)})
    assert result.exception is unreachable
    assert unreachable.__cause__ is None


# --- Full disks and pipes that nobody reads -----------------------------------------------------


def started(home: Path, *arguments: str | Path, output: int) -> tuple[int, str]:
    """Status and errors of a command with another standard output."""
    done = subprocess.run(
        [sys.executable, "-c", START, *(str(one) for one in arguments)],
        env={**os.environ, "COMPANION_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


# Linux alone has a device that is always full; a real full disk needs root to make.
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_takes_no_more_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        status, said = started(tmp_path, "lookup", "T.4", output=full.fileno())
    assert status == 1
    assert "Traceback" not in said
    assert "the output could not be written: No space left on device" in said


def test_a_sheet_into_a_pipe_that_nobody_reads_ends_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        status, said = started(tmp_path, "sheet", "corners", "/dev/stdout", output=writing)
    finally:
        os.close(writing)
    assert status == 1
    assert said == ""


# --- Numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [("watch", str(FRAMES), "--fps"), ("bench", "journal", "--seconds")]
)
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e400", "many", ""])
def test_a_number_that_is_none(tmp_path: Path, command: tuple[str, ...], number: str) -> None:
    result = run(tmp_path, *command, number)
    assert result.exit_code == 2
    assert command[-1] in result.stderr


# --- Ctrl-C -------------------------------------------------------------------------------------


def test_watching_broken_off_before_the_board_is_found_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def __init__(self, *_: object, **__: object) -> None: ...

        def step(self, _frame: object) -> None:
            signal.raise_signal(signal.SIGINT)

    assert threading.current_thread() is threading.main_thread()
    monkeypatch.setattr(companion.cli.watch, "Watcher", Interrupted)
    before = signal.getsignal(signal.SIGTERM)
    try:
        result = run(tmp_path, "watch", FRAMES)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert result.exit_code == 0
    assert result.stderr == ""
