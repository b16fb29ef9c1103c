"""``companion serve`` with bad input: a sentence and an exit status, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from tests.support.commands import run
from tests.support.toy_table import ToyTable

pytestmark = pytest.mark.usefixtures("toy_is_a_game")


@pytest.fixture(autouse=True)
def no_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORT", raising=False)


def serve(home: Path, *options: str | Path, game: str = "toy") -> Result:
    result = run("serve", "--game", game, "--host", "127.0.0.1", *options, home=home)
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--die", "/dev/nope"), "there is no port /dev/nope for the die"),
        (("--die", "http://x"), "socket://host:port"),
        (("--die", "plain:d7@/dev/null"), "no kind of plain die called 'd7'"),
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


@pytest.mark.parametrize("own", ["anonymous", "serial"])
def test_the_schemes_of_the_program_are_known_by_name(tmp_path: Path, own: str) -> None:
    said = serve(tmp_path, "--scheme", own, "--die", "/dev/nope").output
    assert "there is no port /dev/nope for the die" in said


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


def test_a_user_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in serve(tmp_path / "file" / "home").output
