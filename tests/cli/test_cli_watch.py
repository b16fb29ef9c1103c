"""``companion watch`` on folders of pictures: its lines, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.layout import CubeLayout, HandLayout, TableLayout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.cli.watch import watch

SHARED = Path(__file__).parents[3] / "shared" / "scenes"


def run(*arguments: str) -> tuple[list[dict[str, object]], str, int]:
    result = CliRunner().invoke(watch, [*arguments])
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return lines, result.output, result.exit_code


def write_story(folder: Path, kind: str = "serial") -> None:
    scheme = default_scheme("serial" if kind == "serial" else "anonymous")
    serial = scheme.colours[0].first_serial if kind == "serial" else None
    cube = CubeLayout(colour="green", face=2, serial=serial, x_in=7.64, y_in=4.31)
    there = msgspec.structs.replace(cube, x_in=12.51, y_in=8.25, yaw_deg=30.0)
    hand = HandLayout(x_in=10.0, y_in=6.5)
    for number, (where, hand_there) in enumerate(
        [(cube, None), (cube, None), (cube, hand), (there, hand), (there, None)]
    ):
        layout = TableLayout(cubes=(where,), hand=hand_there, seed=number)
        cv2.imwrite(str(folder / f"{number}.png"), render_table(layout, scheme))


@pytest.mark.parametrize("kind", ["serial", "anonymous"])
def test_a_move_is_one_line_of_json(tmp_path: Path, kind: str) -> None:
    write_story(tmp_path, kind)
    lines, _, status = run(str(tmp_path), "--scheme", kind, "--json")
    assert status == 0
    assert [line["event"] for line in lines] == ["registered", "placed", "moved"]
    move = lines[2]
    assert move["t_s"] == 2.5
    assert (move["tag_id"] is None) == (kind == "anonymous")
    assert (move["colour"], move["face"]) == ("green", 2)
    assert isinstance(move["from"], dict)
    assert isinstance(move["to"], dict)
    assert set(move["from"]) == set(move["to"]) == {"x_in", "y_in", "place"}
    assert move["to"]["x_in"] == pytest.approx(12.51, abs=0.05)


def test_without_json_a_line_is_for_people(tmp_path: Path) -> None:
    write_story(tmp_path)
    _, output, status = run(str(tmp_path), "--scheme", "serial")
    assert status == 0
    assert "moved" in output
    assert "from" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["987"], "no camera 987"),
        (["/no/such/place"], "expected a device number"),
        (["virtual:", "--scheme", "/no/such.toml"], "/no/such.toml"),
        (["virtual:", "--lens", "/no/such.toml"], "/no/such.toml"),
    ],
)
def test_bad_input_gets_a_sentence_and_a_status(arguments: list[str], words: str) -> None:
    _, output, status = run(*arguments, "--json")
    assert status == 1
    assert words in output
    assert "Traceback" not in output


def test_pictures_without_a_board_end_with_a_sentence(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 640, 3), 90, dtype=np.uint8))
    lines, output, status = run(str(tmp_path), "--json")
    assert status == 1
    assert [line["event"] for line in lines] == ["lost"]
    assert "never found" in output


def test_odd_pictures_between_good_ones_are_survived(tmp_path: Path) -> None:
    write_story(tmp_path)
    good = (tmp_path / "1.png").read_bytes()
    cv2.imwrite(str(tmp_path / "1a.png"), np.zeros((1080, 1920), dtype=np.uint8))
    cv2.imwrite(str(tmp_path / "1b.png"), np.full((300, 400), 40000, dtype=np.uint16))
    (tmp_path / "1c.jpg").write_bytes(good[:3000])
    (tmp_path / "1d.png").write_bytes(good)
    (tmp_path / "1e.png").write_bytes(good)
    lines, output, status = run(str(tmp_path), "--scheme", "serial", "--json")
    assert status == 0
    told = [line["event"] for line in lines if line["event"] not in ("registered", "lost")]
    assert told == ["placed", "moved"]
    assert "1c.jpg is passed over" in output


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the folder ../shared")
def test_the_real_sequence_shows_one_move() -> None:
    sequence = SHARED / "sequences" / "seq_move"
    lines, _, status = run(
        str(sequence),
        "--scheme",
        str(SHARED / "scheme.toml"),
        "--lens",
        str(sequence / "lens.toml"),
        "--json",
    )
    truth = json.loads((sequence / "frame_00.json").read_text())
    there = {cube["tag_id"]: cube for cube in truth["cubes"]}
    assert status == 0
    others = [line for line in lines if line["event"] not in ("placed", "registered")]
    assert [(line["event"], line["tag_id"]) for line in others] == [("moved", 142)]
    assert isinstance(others[0]["from"], dict)
    assert isinstance(others[0]["to"], dict)
    assert (others[0]["from"]["place"], others[0]["to"]["place"]) == ("14,ij", "12,ij")
    assert others[0]["t_s"] == 4.0
    placed = [line for line in lines if line["event"] == "placed"]
    assert len(placed) >= 60
    for line in placed:
        cube = there[line["tag_id"]]
        assert isinstance(line["to"], dict)
        assert line["to"]["x_in"] == pytest.approx(cube["x_in"], abs=0.1)
        assert line["to"]["y_in"] == pytest.approx(cube["y_in"], abs=0.1)
