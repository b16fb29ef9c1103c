import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.read import read

FRAMES = Path(__file__).parent.parent / "frames"
SCHEME = ("--scheme", str(FRAMES / "scheme.toml"))
EASY = str(FRAMES / "easy_06_v3hd.jpg")
KEYS = {
    "tag_id",
    "colour",
    "face",
    "serial",
    "x_in",
    "y_in",
    "z_in",
    "yaw_deg",
    "place",
    "confidence",
}


def test_one_line_of_json_for_each_picture(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((200, 300), 90, dtype=np.uint8))
    result = CliRunner().invoke(read, [EASY, str(grey), *SCHEME, "--lens", str(FRAMES), "--json"])
    assert result.exit_code == 1, "the map is not found in one of them"
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert set(first) == {"image", "registered", "reason", "tilt_deg", "markers", "ms"}
    assert first["image"] == EASY
    assert first["registered"] is True
    assert first["reason"] == ""
    assert first["tilt_deg"] == pytest.approx(4.37, abs=0.2)
    assert first["ms"]["total"] > 0
    assert len(first["markers"]) == 65
    for marker in first["markers"]:
        assert set(marker) == KEYS
        assert 1 <= marker["face"] <= 6
        assert marker["tag_id"] == 6 * marker["serial"] + marker["face"] - 1
        assert 0 <= marker["confidence"] <= 1
    assert second["registered"] is False
    assert second["tilt_deg"] is None
    assert second["markers"] == []
    assert "corner tag" in second["reason"]


def test_without_a_lens_it_says_that_the_lens_is_estimated() -> None:
    result = CliRunner().invoke(read, [EASY, *SCHEME, "--json"])
    assert result.exit_code == 0
    assert "estimated" in json.loads(result.output)["reason"]


def test_a_picture_that_cannot_be_read_comes_with_an_error_after_which_the_others_go_on(
    tmp_path: Path,
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    missing = tmp_path / "missing.jpg"
    good = tmp_path / "good.jpg"
    shutil.copy(EASY, good)
    result = CliRunner().invoke(read, [str(broken), str(missing), str(good), *SCHEME, "--json"])
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert [set(line) for line in lines[:2]] == [{"image", "error"}, {"image", "error"}]
    assert "no picture" in lines[0]["error"]
    assert "cannot be read" in lines[1]["error"]
    assert len(lines[2]["markers"]) == 65


def test_people_get_a_list() -> None:
    result = CliRunner().invoke(read, [EASY, *SCHEME, "--lens", str(FRAMES)])
    assert result.exit_code == 0
    assert "65 markers" in result.output
    assert "green no." in result.output


def test_people_see_errors_and_why_nothing_was_read(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((1080, 1920), 90, dtype=np.uint8))
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.full((200, 300), 90, dtype=np.uint8))
    result = CliRunner().invoke(read, [str(grey), str(small), str(tmp_path / "none.png")])
    assert result.exit_code == 1
    assert f"Error: {grey}: No corner tag is seen" in result.stderr
    assert f"Error: {small}: The picture of 300 x 200 pixels" in result.stderr
    assert "cannot be read" in result.stderr


def test_a_broken_scheme_or_lens_is_told_with_its_line(tmp_path: Path) -> None:
    scheme = tmp_path / "scheme.toml"
    text = (FRAMES / "scheme.toml").read_text("utf-8")
    scheme.write_text(text.replace('kind = "serial"', 'kind = "odd"'), "utf-8")
    result = CliRunner().invoke(read, [EASY, "--scheme", str(scheme), "--json"])
    assert result.exit_code == 1
    assert f"{scheme}, line 4" in result.stderr
    result = CliRunner().invoke(read, [EASY, *SCHEME, "--lens", str(tmp_path / "no.toml")])
    assert result.exit_code == 1
    assert "cannot be read" in result.stderr
    (tmp_path / "easy_06_v3hd.lens.toml").write_text("image_width_px = 3\n", "utf-8")
    result = CliRunner().invoke(read, [EASY, *SCHEME, "--lens", str(tmp_path), "--json"])
    assert result.exit_code == 1
    assert "image_height_px" in json.loads(result.output)["error"]


def test_a_lens_of_another_shape_is_not_used(tmp_path: Path) -> None:
    lens = tmp_path / "lens.toml"
    text = (FRAMES / "easy_06_v3hd.lens.toml").read_text("utf-8")
    lens.write_text(text.replace("1080", "1440"), "utf-8")
    result = CliRunner().invoke(read, [EASY, *SCHEME, "--lens", str(lens), "--json"])
    assert result.exit_code == 0
    line = json.loads(result.output)
    assert "1920x1440" in line["reason"]
    assert len(line["markers"]) == 65
