"""Where the board lay is remembered over a restart, and believed only if it still lies there."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import CameraLayout, TableLayout, layout_registration, sample_layout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.border import EyeState, Placed
from tests.support.eye_said import CUBES, EyeSaid
from vision.eye import EyeConfig
from vision.eye_client import EyeProcess
from vision.reader import Reader
from vision.remembered import SAME_PX, Remembered, keep, recall

Picture = NDArray[np.uint8]
SCHEME = default_scheme()
LAYOUT = msgspec.structs.replace(sample_layout(SCHEME), cubes=CUBES)


def covered(picture: Picture, *corners: int) -> Picture:
    """The picture with something flat on some corner tags."""
    hidden = picture.copy()
    truth = layout_registration(LAYOUT, SCHEME.board)
    for number in corners:
        corner = SCHEME.corners[number]
        x, y = truth.board_to_pixels(np.array([[corner.x_in, corner.y_in]]))[0]
        reach = round(truth.pixels_per_inch() * corner.side_in)
        top, left = max(0, round(y) - reach), max(0, round(x) - reach)
        hidden[top : round(y) + reach, left : round(x) + reach] = (60, 90, 120)
    return hidden


@pytest.fixture(scope="module")
def picture() -> Picture:
    return render_table(LAYOUT, SCHEME)


@pytest.fixture(scope="module")
def remembered(picture: Picture) -> Remembered:
    reader = Reader(SCHEME)
    reader.read(picture)
    assert reader.whole is not None
    return reader.whole


@pytest.mark.parametrize("corners", [(0, 1, 2), (1, 2, 3), (0, 3)])
def test_the_board_is_found_by_what_corner_tags_are_left(
    picture: Picture, remembered: Remembered, corners: tuple[int, ...]
) -> None:
    hidden = covered(picture, *corners)
    if len(corners) == 3:
        assert not Reader(SCHEME).read(hidden).registered, "one tag alone is not enough"
    reader = Reader(SCHEME)
    reader.remembered = remembered
    reading = reader.read(hidden)
    assert reading.registered
    assert "not seen" in reading.reason
    assert {(m.colour, m.face) for m in reading.markers} == {("green", 2), ("red", 3)}
    for marker, cube in zip(reading.markers, CUBES, strict=True):
        assert np.hypot(marker.x_in - cube.x_in, marker.y_in - cube.y_in) < 0.03
    assert reader.whole is None, "what was not seen whole is not remembered anew"


def test_without_any_tag_nothing_is_believed(picture: Picture, remembered: Remembered) -> None:
    reader = Reader(SCHEME)
    reader.remembered = remembered
    assert not reader.read(covered(picture, 0, 1, 2, 3)).registered


@pytest.mark.parametrize(("right_px", "down_px"), [(4, 0), (0, -3), (40, 25)])
def test_a_board_that_was_moved_is_not_taken_for_the_old_one(
    picture: Picture, remembered: Remembered, right_px: int, down_px: int
) -> None:
    assert max(abs(right_px), abs(down_px)) > SAME_PX
    moved = np.roll(covered(picture, 0, 1, 2), (down_px, right_px), axis=(0, 1))
    reader = Reader(SCHEME)
    reader.remembered = remembered
    assert not reader.read(moved).registered


def test_a_camera_that_was_turned_is_not_taken_for_the_old_one(remembered: Remembered) -> None:
    turned = msgspec.structs.replace(LAYOUT, camera=CameraLayout(roll_deg=2.6))
    reader = Reader(SCHEME)
    reader.remembered = remembered
    whole = render_table(turned, SCHEME)
    assert not reader.read(covered(whole, 0, 1, 2)).registered
    assert reader.read(whole).registered, "all tags in sight need no memory"


def test_it_is_kept_and_recalled_for_the_same_source_alone(
    tmp_path: Path, remembered: Remembered
) -> None:
    path = tmp_path / "eye.json"
    keep(remembered, path, "camera one", SCHEME)
    again = recall(path, "camera one", SCHEME)
    assert again is not None
    assert np.allclose(again.registration.rotation, remembered.registration.rotation)
    assert set(again.quads_px) == {corner.tag_id for corner in SCHEME.corners}
    assert recall(path, "camera two", SCHEME) is None
    assert recall(path, "camera one", default_scheme("serial")) is None
    path.write_bytes(path.read_bytes()[:-20])
    assert recall(path, "camera one", SCHEME) is None
    assert recall(tmp_path / "none", "camera one", SCHEME) is None


def test_a_disk_that_does_not_take_it_keeps_no_draft(
    tmp_path: Path, remembered: Remembered
) -> None:
    path = tmp_path / "eye.json"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        keep(remembered, path, "camera one", SCHEME)
    assert list(tmp_path.iterdir()) == [path]


def test_another_size_of_pictures_confirms_nothing(remembered: Remembered) -> None:
    assert remembered.confirmed_by(remembered.quads_px, (1280, 720)) is None
    assert remembered.confirmed_by({}, (1920, 1080)) is None
    assert remembered.confirmed_by(remembered.quads_px, (1920, 1080)) is not None


def test_a_real_eye_remembers_over_a_restart(tmp_path: Path) -> None:
    memory, layout = tmp_path / "eye.json", tmp_path / "table.json"
    layout.write_bytes(msgspec.json.encode(TableLayout(cubes=CUBES)))
    for _ in range(2):
        messages = EyeSaid()
        config = EyeConfig(source=f"virtual:{layout}", fps=10, memory=str(memory))
        eye = EyeProcess(config, messages.queue.put)
        eye.start()
        try:
            state = messages.wait_for(EyeState)
            assert state.state == "registered"
            messages.wait_for(Placed)
        finally:
            eye.stop()
        assert recall(memory, config.source, SCHEME) is not None
