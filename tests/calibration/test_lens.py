from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.lens import Lens, LensError, find_lens_file, lens_text, load_lens

LENS = Lens(1920, 1080, 1400.0, 1401.0, 957.0, 537.0, (-0.08, 0.01, 0.0002, -0.0003, 0.0))


def test_a_written_lens_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "a.lens.toml"
    file.write_text(lens_text(LENS, "a test"), "utf-8")
    assert load_lens(file) == LENS


@given(x_px=st.floats(0, 1919), y_px=st.floats(0, 1079))
def test_a_ray_of_a_pixel_meets_the_pixel_again(x_px: float, y_px: float) -> None:
    point = np.array([[x_px, y_px]])
    assert LENS.project(LENS.rays(point)) == pytest.approx(point, abs=0.01)


def test_far_outside_the_view_rays_stay_finite() -> None:
    lens = Lens(1920, 1080, 1400.0, 1400.0, 960.0, 540.0, (-0.3, 0.0, 0.0, 0.0, 0.0))
    assert np.isfinite(lens.rays(np.array([[1e7, -1e7]]))).all()


def test_a_lens_is_scaled_to_another_size_of_the_same_shape() -> None:
    half = LENS.scaled_to(960, 540)
    ray = np.array([[0.1, -0.2, 1.0]])
    assert (half.project(ray) + 0.5) * 2 - 0.5 == pytest.approx(LENS.project(ray))
    with pytest.raises(LensError, match="another shape"):
        LENS.scaled_to(1640, 1232)


def test_a_folder_gives_the_lens_of_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "table.lens.toml"
    file.write_text("", "utf-8")
    assert find_lens_file(tmp_path, "/somewhere/table.jpg") == file
    assert find_lens_file(tmp_path, "/somewhere/other.jpg") is None
    assert find_lens_file(file, "/somewhere/other.jpg") == file


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("image_width_px = 1920", "image_width_px = 0", "line 2: expected image_width_px"),
        ("image_width_px = 1920\n", "", "line 1: image_width_px is missing"),
        ("distortion = [", "distortion = [1.0, ", "line 5: expected distortion as 5"),
        ("1400.0000", "-1400.0", "line 4: expected focal"),
        ("1400.0000", '"x"', "line 4: expected camera_matrix as 3 x 3"),
    ],
)
def test_faults_of_a_lens_file_are_told_with_their_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    text = lens_text(LENS, "a test")
    assert old in text
    file = tmp_path / "a.lens.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(LensError) as caught:
        load_lens(file)
    assert says in str(caught.value)
