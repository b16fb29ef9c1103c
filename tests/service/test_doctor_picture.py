"""Pictures with planted faults: no light, too much light, no corners, no focus, too small."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import sample_layout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.service.doctor_camera import examine_camera
from companion.service.doctor_finding import Finding
from companion.service.doctor_picture import examine_picture, sharpness

SCHEME = default_scheme()
Picture = NDArray[np.uint8]


@pytest.fixture(scope="module")
def table() -> Picture:
    return np.asarray(render_table(sample_layout(SCHEME), SCHEME), dtype=np.uint8)


def levels(findings: Iterator[Finding]) -> list[str]:
    found = list(findings)
    assert all(one.mend for one in found if one.level != "well"), found
    return [one.level for one in found]


def look(picture: Picture) -> list[Finding]:
    return list(examine_picture(picture, SCHEME, None))


def test_a_picture_in_order(table: Picture) -> None:
    assert levels(iter(look(table))) == ["well", "well", "well"]


def test_a_black_picture(table: Picture) -> None:
    (finding,) = look(np.zeros_like(table))
    assert finding.level == "trouble"
    assert "black" in finding.text
    assert "cap" in finding.mend


def test_a_dark_and_a_dazzled_picture(table: Picture) -> None:
    (dark,) = look((table * 0.12).astype(np.uint8))
    assert dark.level == "trouble"
    assert "light" in dark.mend
    dazzled = table.copy()
    dazzled[:, : table.shape[1] // 8] = 255
    assert look(dazzled)[0].level == "note"


def test_a_picture_without_corners(table: Picture) -> None:
    blank = np.full_like(table, 180)
    light, corners = look(blank)
    assert light.level == "well"
    assert corners.level == "trouble"
    assert "0 of 4" in corners.text
    assert "Lay the corner tags" in corners.mend


def test_a_corner_that_is_covered_is_named(table: Picture) -> None:
    covered = table.copy()
    height, width = table.shape[:2]
    covered[: height // 3, : width // 2] = 160
    found = look(covered)[1]
    assert found.level in ("note", "trouble")
    assert "3 of 4" in found.text
    assert "north-west" in found.mend


def test_a_picture_out_of_focus(table: Picture) -> None:
    soft = np.asarray(cv2.GaussianBlur(table, (0, 0), 2.2), dtype=np.uint8)
    found = look(soft)[-1]
    assert found.level == "trouble"
    assert "blurred" in found.text
    assert "Focus" in found.mend


def test_sharpness_falls_with_blur_and_with_distance() -> None:
    assert sharpness(0.5, 4.0).level == "well"
    assert sharpness(1.8, 4.0).level == "note"
    assert sharpness(3.0, 4.0).level == "trouble"
    assert sharpness(0.8, 1.2).level == "trouble"


def test_cameras_that_are_not_there_and_files_that_are_none(tmp_path: Path) -> None:
    for uri in ("99", "/dev/video99", str(tmp_path / "nothing"), str(tmp_path)):
        found = list(examine_camera(uri, SCHEME, None))
        assert levels(iter(found)) == ["trouble"]
    assert levels(examine_camera("none", SCHEME, None)) == ["note"]


def test_a_camera_that_this_user_may_not_use() -> None:
    # Any device that is closed to who asks stands for a camera.
    devices = [str(path) for path in sorted(Path("/dev").iterdir()) if path.is_char_device()]
    ask = (
        "import json, os, sys\n"
        "from calibration.scheme import default_scheme\n"
        "from companion.service.doctor_camera import examine_camera\n"
        "scheme = default_scheme('anonymous')\n"
        "if os.geteuid() == 0: os.setgroups([]), os.setgid(65534), os.setuid(65534)\n"
        "closed = [one for one in sys.argv[1:] if not os.access(one, os.R_OK | os.W_OK)]\n"
        "found = [one for name in closed[:1] for one in examine_camera(name, scheme, None)]\n"
        "print(json.dumps([[one.level, one.text, one.mend] for one in found]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask, *devices], check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)
    if not found:
        pytest.skip("every device of this machine is open to everybody")
    ((level, text, mend),) = found
    assert (level, "may not use" in text) == ("trouble", True)
    assert "usermod -aG video" in mend


def test_a_folder_of_pictures_and_a_lens_that_is_none(tmp_path: Path, table: Picture) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), table)
    assert levels(examine_camera(str(tmp_path), SCHEME, None)) == ["well"] * 4
    lens = tmp_path / "lens.toml"
    lens.write_text("nonsense")
    assert levels(examine_camera(str(tmp_path), SCHEME, lens))[0] == "trouble"


def test_the_virtual_camera_is_looked_at_like_any_other() -> None:
    assert levels(examine_camera("virtual:", SCHEME, None)) == ["well"] * 4
