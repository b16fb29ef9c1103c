"""Pictures of a game's board on the command line: read, watched, and read again from a report."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.layout import CubeLayout, TableLayout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.cli import main
from companion.games.hunt.board import BOARD
from companion.service.doctor import looks
from companion.service.games import sample_box
from companion.service.settings import Settings
from vision.field_report import PICTURES, FieldReport, open_report
from vision.reader import Reader

SCHEME = default_scheme().on(BOARD)
PLACES = ("@Corruption 3", "@Hunt Box", "@Progress 7")


def invoked(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture(scope="module")
def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    cubes = (
        CubeLayout(colour="red", face=1, x_in=3.1, y_in=0.9),
        CubeLayout(colour="green", face=2, x_in=6.3, y_in=2.2),
        CubeLayout(colour="black", face=5, x_in=8.0, y_in=4.0),
    )
    return render_table(TableLayout(cubes=cubes), SCHEME).copy()


@pytest.fixture
def file(tmp_path: Path, picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Path:
    path = tmp_path / "table.png"
    assert cv2.imwrite(str(path), picture)
    return path


def test_a_picture_of_a_games_board_is_read_with_its_places(file: Path) -> None:
    result = invoked("read", str(file), "--game", "hunt", "--json")
    assert result.exit_code == 0, result.output
    markers = json.loads(result.output)["markers"]
    assert sorted(marker["place"] for marker in markers) == sorted(PLACES)


def test_a_report_of_such_a_table_is_read_with_the_board_it_was_saved_with(
    tmp_path: Path, picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
) -> None:
    reader = Reader(SCHEME)
    report = FieldReport(tmp_path / "report", SCHEME, {"scheme": "anonymous"})
    for _ in range(PICTURES):
        reading = reader.read(picture)
        report.add(picture, reader.registration, reading)
    assert report.write() == ""
    assert open_report(report.folder).board == BOARD
    result = invoked("read", str(report.folder), "--json")
    assert result.exit_code == 0, result.output
    for line in result.output.splitlines():
        places = [marker["place"] for marker in json.loads(line)["markers"]]
        assert sorted(places) == sorted(PLACES)


def test_a_board_that_nobody_described_is_said_and_not_guessed(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    result = invoked("read", str(file), "--game", "ringwar")
    assert result.exit_code == 1
    assert "does not say where the places of the map lie" in result.output
    result = invoked("watch", str(file), "--game", "ringwar", "--box", "absent.toml")
    assert result.exit_code == 1
    assert "there is no box file absent.toml" in result.output
    out = str(tmp_path / "map.pdf")
    assert invoked("sheet", "board", out, "--game", "ringwar", "--box", "sample").exit_code == 0


def test_the_doctor_looks_for_the_board_of_the_game_that_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    (look,) = [one for one in looks(_settings(file, "hunt")) if one.words == "the camera"]
    assert [finding.level for finding in look.findings()] == ["well"] * 4
    box = tmp_path / "box.toml"
    text = sample_box("ringwar").replace('width = "304"', 'width = "30"')
    box.write_text(text, "utf-8")
    (look,) = [one for one in looks(_settings(file, "ringwar", box)) if one.words == "the camera"]
    (finding,) = look.findings()
    assert finding.level == "trouble"
    assert "it lies beside the board" in finding.text


def _settings(file: Path, game: str, box: Path | None = None) -> Settings:
    return Settings(home=file.parent, game=game, camera=str(file.parent), box=box)
