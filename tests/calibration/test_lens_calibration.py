import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from calibration.lens import Lens, load_lens
from calibration.lens_calibration import LensCalibrationError, calibrate_lens
from companion.cli import main
from tests.support.lens_views import target_view, varied_views

WIDE = Lens(1280, 720, 930.0, 932.0, 646.0, 352.0, (-0.16, 0.05, 0.0004, -0.0005, 0.0))
PLAIN = Lens(1280, 720, 1150.0, 1150.0, 640.0, 360.0, (-0.03, 0.01, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def views() -> list[NDArray[np.uint8]]:
    return varied_views(WIDE)


def largest_shift_px(found: Lens, true: Lens) -> float:
    """How far pictures of the two lenses differ at most, the better of all turns allowed."""
    x_px, y_px = np.meshgrid(np.linspace(0, 1279, 17), np.linspace(0, 719, 11))
    points = np.stack([x_px.ravel(), y_px.ravel()], axis=1)
    rays = true.rays(points)
    # A turn of the camera is no fault of a lens, so directions are laid upon each other first.
    mine, theirs = found.rays(points), rays
    mine = mine / np.linalg.norm(mine, axis=1, keepdims=True)
    theirs = theirs / np.linalg.norm(theirs, axis=1, keepdims=True)
    left, _, right = np.linalg.svd(mine.T @ theirs)
    turned = theirs @ (left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right).T
    return float(np.hypot(*(found.project(turned) - points).T).max())


def test_a_known_lens_is_found_again(views: list[NDArray[np.uint8]]) -> None:
    calibration = calibrate_lens(views)
    lens = calibration.lens
    assert lens.focal_x_px == pytest.approx(WIDE.focal_x_px, rel=0.005)
    assert lens.focal_y_px == pytest.approx(WIDE.focal_y_px, rel=0.005)
    assert largest_shift_px(lens, WIDE) < 0.5
    assert calibration.rms_px < 0.3
    assert calibration.used == len(views)
    assert calibration.coverage > 0.7
    assert calibration.focal_doubt < 0.005
    assert calibration.grade == "good"
    assert "well known" in calibration.verdict
    assert all(view.error_px is not None and view.error_px < 0.5 for view in calibration.views)


def test_colour_pictures_serve_as_well_as_grey_ones(views: list[NDArray[np.uint8]]) -> None:
    colour = [np.asarray(cv2.cvtColor(view, cv2.COLOR_GRAY2BGR), dtype=np.uint8) for view in views]
    found = calibrate_lens(colour).lens
    assert found.matrix() == pytest.approx(calibrate_lens(views).lens.matrix(), rel=1e-6)


def test_pictures_from_straight_above_do_not_tell_the_focal_length() -> None:
    flat = [
        target_view(PLAIN, (0.0, 0.0), (640 + 60.0 * step, 360.0), 800.0 + 2 * step)
        for step in range(-2, 4)
    ]
    calibration = calibrate_lens(flat)
    assert calibration.grade == "poor"
    assert "Tilt the target" in calibration.verdict
    assert "corners of the picture" in calibration.verdict


def test_a_blurred_an_empty_and_a_smaller_picture_are_named(
    views: list[NDArray[np.uint8]],
) -> None:
    soft = np.asarray(cv2.GaussianBlur(views[0], (0, 0), 5), dtype=np.uint8)
    empty = np.full_like(views[0], 120)
    small = np.asarray(cv2.resize(views[1], (640, 360)), dtype=np.uint8)
    names = [*(f"good {number}" for number in range(len(views))), "soft", "empty", "small"]
    calibration = calibrate_lens([*views, soft, empty, small], names)
    told = {view.name: view.left_out for view in calibration.views if view.left_out}
    assert set(told) == {"soft", "empty", "small"}
    assert "blurred" in told["soft"] or "does not show" in told["soft"]
    assert "does not show" in told["empty"]
    assert "640x360" in told["small"]
    assert calibration.used == len(views)


def test_a_picture_with_a_bent_target_is_left_out(views: list[NDArray[np.uint8]]) -> None:
    y_px, x_px = np.mgrid[0:720, 0:1280].astype(np.float32)
    waves = (x_px + 6 * np.sin(y_px / 60)).astype(np.float32)
    bent = np.asarray(cv2.remap(views[0], waves, y_px, cv2.INTER_LINEAR), dtype=np.uint8)
    calibration = calibrate_lens([*views[1:], bent])
    assert calibration.views[-1].error_px is None
    assert "does not agree" in calibration.views[-1].left_out
    assert largest_shift_px(calibration.lens, WIDE) < 0.5


@pytest.mark.parametrize("count", [0, 1, 4])
def test_too_few_pictures_are_refused(views: list[NDArray[np.uint8]], count: int) -> None:
    with pytest.raises(LensCalibrationError, match=f"at least 5 sharp pictures.* got {count}"):
        calibrate_lens(views[:count])


def test_pictures_without_a_target_are_refused_by_name() -> None:
    grey = np.full((480, 640), 90, dtype=np.uint8)
    with pytest.raises(LensCalibrationError) as caught:
        calibrate_lens([grey] * 6, ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"])
    assert "a.jpg does not show" in str(caught.value)
    assert "Take 10 to 15" in str(caught.value)


def test_the_command_writes_a_lens_file(tmp_path: Path, views: list[NDArray[np.uint8]]) -> None:
    names = [str(tmp_path / f"view{number}.png") for number in range(len(views))]
    for name, view in zip(names, views, strict=True):
        cv2.imwrite(name, view)
    out = tmp_path / "camera.lens.toml"
    result = CliRunner().invoke(main, ["lens", *names, "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    said = json.loads(result.output)
    assert said["grade"] == "good"
    assert len(said["views"]) == len(views)
    assert load_lens(out).focal_x_px == pytest.approx(WIDE.focal_x_px, rel=0.005)
    words = CliRunner().invoke(main, ["lens", *names[:9], "--out", str(out)])
    assert words.exit_code == 0
    assert "view0.png: " in words.output
    assert "Written to" in words.output


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("no picture", "utf-8")
    result = CliRunner().invoke(main, ["lens", str(text)])
    assert result.exit_code == 1
    assert "holds no picture" in result.output
    flat = [str(tmp_path / f"flat{step}.png") for step in range(5)]
    for step, name in enumerate(flat):
        cv2.imwrite(name, target_view(PLAIN, (0.0, 0.0), (600 + 20.0 * step, 360.0), 800.0))
    result = CliRunner().invoke(main, ["lens", *flat, "--out", str(tmp_path / "flat.toml")])
    assert result.exit_code == 1
    assert "focal length not known" in result.output
    assert not (tmp_path / "flat.toml").exists()
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((100, 100), 90, dtype=np.uint8))
    out = tmp_path / "camera.lens.toml"
    result = CliRunner().invoke(main, ["lens", str(empty), "--out", str(out)])
    assert result.exit_code == 1
    assert "expected at least 5 sharp pictures" in result.output
    assert not out.exists()
