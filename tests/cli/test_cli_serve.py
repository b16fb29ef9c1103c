"""``companion serve`` with bad input: a sentence and an exit status, never a traceback."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import companion.cli
from companion.service import games as game_registry
from tests.support.toy_table import ToyTable


@pytest.fixture(autouse=True)
def toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game_registry.GAMES, "toy", ("tests.support.toy_game", "ToyGame"))
    monkeypatch.delenv("PORT", raising=False)


def serve(home: Path, *options: str | Path, game: str = "toy") -> Result:
    arguments = ["serve", "--game", game, "--host", "127.0.0.1", *map(str, options)]
    environment = {"COMPANION_HOME": str(home)}
    result = CliRunner().invoke(companion.cli.main, arguments, env=environment)
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--camera", "97"), "there is no camera '97'"),
        (("--camera", "/dev/video98"), "there is no camera '/dev/video98'"),
        (("--camera", "no-such-folder"), "there is no camera 'no-such-folder'"),
        (("--camera", "virtual:/absent.json"), "there is no layout /absent.json"),
        (("--die", "/dev/nope"), "there is no port /dev/nope for the die"),
        (("--die", "http://x"), "socket://host:port"),
        (("--box", "absent.toml"), "there is no box file absent.toml"),
        (("--scheme", "absent.toml"), "absent.toml"),
        (("--lens", "absent.toml"), "absent.toml"),
        (("--port", "70000"), "a port from 1 to 65535"),
        (("--port", "many"), "not a valid integer"),
    ],
)
def test_what_is_not_there_is_named(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    assert sentence in serve(tmp_path, *options).output


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no game 'chess'" in serve(tmp_path, game="chess").output


def test_a_broken_scheme_or_box_file_is_named_with_its_line(tmp_path: Path) -> None:
    scheme = tmp_path / "scheme.toml"
    scheme.write_text('name = "x"\nfamily = \n')
    assert "line 2" in serve(tmp_path, "--scheme", scheme).output
    box = tmp_path / "box.toml"
    box.write_text("broken")
    output = serve(tmp_path, "--box", box).output
    assert f"{box}: line 1" in output


def test_a_broken_box_file_is_named_also_when_a_game_goes_on(tmp_path: Path) -> None:
    ToyTable(tmp_path / "journal.db").close()
    box = tmp_path / "box.toml"
    box.write_text("broken")
    assert "line 1" in serve(tmp_path, "--box", box).output


def test_a_journal_of_another_version(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("PRAGMA application_id=1952539242")
    connection.execute("PRAGMA user_version=9")
    connection.close()
    output = serve(tmp_path).output
    assert "journal of format 9" in output
    assert "newer program" in output


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        assert f"Port {port} is taken" in serve(tmp_path, "--port", str(port)).output


def test_a_user_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in serve(tmp_path / "file" / "home").output
