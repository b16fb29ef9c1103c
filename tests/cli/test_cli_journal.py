"""``companion replay``, ``verify``, ``games``: what they print and how they refuse."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import companion.cli
from tests.support.commands import run
from tests.support.toy_game import LEFT, RIGHT
from tests.support.toy_table import ToyTable

pytestmark = pytest.mark.usefixtures("toy_is_a_game")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    toy = ToyTable(tmp_path / "journal.db")
    toy.act(LEFT, "hide", word="ash")
    toy.act(RIGHT, "score")
    toy.close()
    return toy.path


def test_replay_shows_a_seat_what_it_saw(journal: Path) -> None:
    shown = json.loads(run("replay", journal, "--seat", "left", "--json").output)
    assert (shown["head"], shown["at"], shown["seat"]) == (4, 4, "left")
    assert "'ash'" in json.dumps(shown["view"])
    earlier = json.loads(run("replay", journal, "--seat", "left", "--at", "2", "--json").output)
    assert "'ash'" not in json.dumps(earlier["view"])
    assert "'ash'" not in run("replay", journal, "--json").output
    text = run("replay", journal, "--seat", "left").output
    assert "event 4 of 4" in text
    assert "Your word is 'ash'." in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seat", "nobody"), "Choose one of: left, right, public"),
        (("--at", "0"), "events 1 to 4, not 0"),
        (("--at", "5"), "events 1 to 4, not 5"),
        (("--game-id", "absent"), "holds no game 'absent'"),
    ],
)
def test_replay_says_what_is_wrong(
    journal: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    result = run("replay", journal, *arguments)
    assert result.exit_code == 1
    assert sentence in result.output


def test_verify_gives_the_head_and_checks_one(journal: Path) -> None:
    result = run("verify", journal)
    assert result.exit_code == 0
    assert "4 events, all as written" in result.output
    head = result.output.split()[-1]
    assert run("verify", journal, "--head", head).exit_code == 0
    other = run("verify", journal, "--head", "0" * 64)
    assert other.exit_code == 1
    assert "does not end with" in other.output


def test_verify_names_the_first_event_that_does_not_fit(journal: Path) -> None:
    connection = sqlite3.connect(journal)
    connection.execute("UPDATE events SET payload = replace(payload, 'ash', 'elm') WHERE seq = 3")
    connection.commit()
    connection.close()
    result = run("verify", journal)
    assert result.exit_code == 1
    assert "event 3" in result.output


@pytest.mark.parametrize("command", ["replay", "verify", "games"])
def test_files_that_are_no_journal_or_of_another_version(
    journal: Path, tmp_path: Path, command: str
) -> None:
    connection = sqlite3.connect(journal)
    connection.execute("PRAGMA user_version=2")
    connection.close()
    newer = run(command, journal)
    assert newer.exit_code == 1
    assert "format 2" in newer.output
    assert "newer program" in newer.output
    absent = run(command, tmp_path / "absent.db")
    assert absent.exit_code == 1
    assert "there is no journal" in absent.output
    text = tmp_path / "text.db"
    text.write_text("words " * 500)
    assert "not a journal" in run(command, text).output


def test_games_lists_what_the_user_directory_holds(tmp_path: Path) -> None:
    assert "No game has been written" in run("games", home=tmp_path).output
    (tmp_path / "demo").mkdir()
    for folder in (tmp_path, tmp_path / "demo"):
        toy = ToyTable(folder / "journal.db")
        toy.close()
    lines = run("games", home=tmp_path).output.splitlines()
    assert [line.split()[-2:] for line in lines if "toy" in line] == [["2", "events"]] * 2


def test_help_imports_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_import(name: str) -> None:
        raise AssertionError(name)

    monkeypatch.setattr("companion.cli.importlib.import_module", no_import)
    result = run("--help")
    assert result.exit_code == 0
    assert "replay" in result.output
    assert isinstance(run("replay").exception, AssertionError), "a command itself is imported"


def test_a_command_that_is_not_there_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(companion.cli.COMMANDS, "absent", "Not there.")
    assert "absent" not in run("--help").output
    assert run("absent").exit_code == 2


def test_a_lookup_waits_for_no_camera_and_no_server() -> None:
    script = (
        "import sys\n"
        "from companion.cli import main\n"
        "main(['lookup', 'T.5'], standalone_mode=False)\n"
        "slow = {'cv2', 'numpy', 'flask', 'serial', 'companion.journal.store'}\n"
        "sys.exit(' '.join(slow & set(sys.modules)) or 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "T.5" in ended.stdout
