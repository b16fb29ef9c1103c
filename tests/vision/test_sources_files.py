from __future__ import annotations

import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.layout import (
    CubeLayout,
    LayoutError,
    TableLayout,
    load_layout,
    sample_layout,
    save_layout,
)
from calibration.scheme import default_scheme
from tests.support.clocks import FakeClock
from vision.sources.decoding import NotAPictureError, decode_picture, to_bgr
from vision.sources.folder import FollowedFolder, PlayedFolder
from vision.sources.frames import (
    Frame,
    FrameSource,
    Pace,
    Picture,
    SourceEndedError,
    SourceError,
    SourceStalledError,
)
from vision.sources.opening import open_source


def picture(level: int, size: tuple[int, int] = (48, 64)) -> Picture:
    image = np.full((*size, 3), level, dtype=np.uint8)
    image[::8] = 255 - level
    return image


def jpeg(image: Picture) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def all_frames(source: FrameSource) -> list[Frame]:
    frames = []
    while True:
        try:
            frames.append(source.read())
        except SourceEndedError:
            return frames


def ignore(_: str) -> None:
    """Take a complaint and do nothing."""


def test_a_folder_is_played_in_name_order_and_its_last_picture_is_held_a_second(
    tmp_path: Path,
) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("c.JPG", 30), ("notes.txt", 0)):
        data = jpeg(picture(level)) if name.endswith("JPG") else b"no picture"
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), picture(level))
        else:
            (tmp_path / name).write_bytes(data)
    clock = FakeClock()
    frames = all_frames(open_source(str(tmp_path), fps=2, clock=clock))
    assert [frame.number for frame in frames] == [0, 1, 2, 2, 2]
    assert [frame.time_s for frame in frames] == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert [int(frame.image[4, 4, 0]) for frame in frames[:2]] == [10, 20]
    assert clock.naps_s == []


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no pictures"):
        open_source(str(tmp_path), fps=2, clock=FakeClock())


def test_a_broken_picture_is_reported_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(picture(10)))
    (tmp_path / "b.jpg").write_bytes(jpeg(picture(20))[:-40])
    (tmp_path / "c.jpg").write_bytes(jpeg(picture(30)))
    complaints: list[str] = []
    frames = all_frames(PlayedFolder(tmp_path, 2, FakeClock(), complaints.append))
    assert [frame.time_s for frame in frames] == [0.0, 1.0, 1.5, 2.0]
    assert len(complaints) == 1
    assert "b.jpg" in complaints[0]


def test_a_folder_of_nothing_but_rubbish_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"rubbish")
    with pytest.raises(SourceError, match="no file in the folder"):
        PlayedFolder(tmp_path, 2, FakeClock(), ignore).read()


def test_a_followed_folder_takes_new_pictures_and_holds_the_last(tmp_path: Path) -> None:
    source = FollowedFolder(tmp_path, 4, FakeClock())
    with pytest.raises(SourceStalledError, match="no pictures yet"):
        source.read()
    (tmp_path / "1.jpg").write_bytes(jpeg(picture(10)))
    first = source.read()
    assert (first.number, source.read().number) == (0, 0)
    (tmp_path / "3.jpg").write_bytes(jpeg(picture(30)))
    (tmp_path / "2.jpg").write_bytes(jpeg(picture(20)))
    levels = [int(source.read().image[4, 4, 0]) for _ in range(3)]
    assert levels == pytest.approx([20, 30, 30], abs=3)


def test_a_followed_folder_begins_with_the_last_picture_there(tmp_path: Path) -> None:
    for level in (10, 20, 30):
        (tmp_path / f"{level}.jpg").write_bytes(jpeg(picture(level)))
    source = FollowedFolder(tmp_path, 4, FakeClock())
    (tmp_path / "40.jpg").write_bytes(jpeg(picture(40)))
    levels = [int(source.read().image[4, 4, 0]) for _ in range(3)]
    assert levels == pytest.approx([30, 40, 40], abs=3)


def test_a_half_written_picture_is_tried_again(tmp_path: Path) -> None:
    source = FollowedFolder(tmp_path, 4, FakeClock())
    (tmp_path / "1.jpg").write_bytes(jpeg(picture(10)))
    source.read()
    whole = jpeg(picture(90))
    (tmp_path / "2.jpg").write_bytes(whole[: len(whole) // 2])
    assert source.read().number == 0
    (tmp_path / "2.jpg").write_bytes(whole)
    frame = source.read()
    assert frame.number == 1
    assert int(frame.image[4, 4, 0]) == pytest.approx(90, abs=3)


def test_a_picture_that_stays_broken_does_not_stop_the_next(tmp_path: Path) -> None:
    clock = FakeClock()
    source = FollowedFolder(tmp_path, 4, clock)
    (tmp_path / "1.jpg").write_bytes(jpeg(picture(10)))
    source.read()
    (tmp_path / "2.jpg").write_bytes(jpeg(picture(20))[:-9])
    (tmp_path / "3.jpg").write_bytes(jpeg(picture(30)))
    assert source.read().number == 0
    clock.time_s += 3
    assert int(source.read().image[4, 4, 0]) == pytest.approx(30, abs=3)


def test_a_picture_written_anew_counts_as_new(tmp_path: Path) -> None:
    source = FollowedFolder(tmp_path, 4, FakeClock())
    target = tmp_path / "table.jpg"
    target.write_bytes(jpeg(picture(10)))
    source.read()
    fresh = tmp_path / ".table.tmp"
    fresh.write_bytes(jpeg(picture(200)))
    fresh.replace(target)
    assert source.read().number == 1


def test_a_folder_that_vanishes_counts_as_stalled(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    source = FollowedFolder(folder, 4, FakeClock())
    folder.rmdir()
    with pytest.raises(SourceStalledError, match="cannot be listed"):
        source.read()


@pytest.mark.parametrize("is_mount", [False, True])
def test_a_folder_that_comes_back_is_not_lived_through_twice(
    tmp_path: Path, *, is_mount: bool
) -> None:
    """A stick or a share that is plugged in again has other inodes, and at times other clocks."""
    folder, stick = tmp_path / "pictures", tmp_path / "stick"
    folder.mkdir()
    source = FollowedFolder(folder, 4, FakeClock())
    for level in (10, 60, 110):
        (folder / f"{level:03}.jpg").write_bytes(jpeg(picture(level)))
        assert int(source.read().image[4, 4, 0]) == pytest.approx(level, abs=3)
    shutil.copytree(folder, stick)
    (stick / "160.jpg").write_bytes(jpeg(picture(160)))
    shutil.rmtree(folder)
    if is_mount:
        folder.mkdir()
        assert int(source.read().image[4, 4, 0]) == pytest.approx(110, abs=3)
        folder.rmdir()
    else:
        folder.write_bytes(b"a file in its place")
        with pytest.raises(SourceStalledError, match="cannot be listed"):
            source.read()
        folder.unlink()
    for number, path in enumerate(stick.iterdir()):
        os.utime(path, (number, number))
    stick.rename(folder)
    levels = [int(source.read().image[4, 4, 0]) for _ in range(3)]
    assert levels == pytest.approx([160, 160, 160], abs=3)


def test_a_film_is_thinned_to_the_wanted_rate(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in range(10):
        writer.write(picture(20 * level))
    writer.release()
    frames = all_frames(open_source(str(path), fps=5, clock=FakeClock()))
    assert [round(frame.time_s, 2) for frame in frames] == [0.0, 0.2, 0.4, 0.6, 0.8]
    assert [int(frame.image[4, 4, 0]) for frame in frames] == pytest.approx(
        [0, 40, 80, 120, 160], abs=6
    )


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("987", "no camera 987"),
        ("/dev/video987", "no camera /dev/video987"),
        ("/no/such/place", "expected a device number"),
        ("virtual:/no/such/layout.json", "cannot be read"),
        ("http://127.0.0.1:9/video", "cannot be reached"),
    ],
)
def test_an_address_without_a_source_is_refused_with_a_sentence(address: str, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        open_source(address, fps=2, clock=FakeClock())


def test_a_file_that_is_no_film_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"this is no film")
    with pytest.raises(SourceError, match="cannot be opened as a video"):
        open_source(str(path), fps=2, clock=FakeClock())


def test_a_rate_of_zero_is_refused() -> None:
    with pytest.raises(SourceError, match="above 0"):
        open_source("virtual:", fps=0, clock=FakeClock())


def test_the_pi_camera_without_its_package_is_refused_with_the_remedy() -> None:
    with pytest.raises(SourceError, match="python3-picamera2"):
        open_source("picamera:", fps=2, clock=FakeClock())


def test_the_virtual_camera_renders_its_file_again_when_it_changes(tmp_path: Path) -> None:
    scheme = default_scheme()
    path = tmp_path / "table.json"
    layout = TableLayout(width_px=320, height_px=180)
    save_layout(layout, path)
    source = open_source(f"virtual:{path}", fps=4, clock=FakeClock(), scheme=scheme)
    first = source.read()
    assert first.image.shape == (180, 320, 3)
    assert source.read().image is first.image
    colour = scheme.colours[0]
    cube = CubeLayout(colour=colour.name, face=1, serial=colour.first_serial, x_in=13.0, y_in=10.0)
    save_layout(TableLayout(width_px=320, height_px=180, cubes=(cube,)), path)
    changed = source.read()
    assert changed.number == 1
    assert np.abs(changed.image.astype(int) - first.image).max() > 60


def test_the_virtual_camera_bears_a_broken_file_for_a_moment_only(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_layout(TableLayout(width_px=320, height_px=180), path)
    clock = FakeClock()
    source = open_source(f"virtual:{path}", fps=4, clock=clock)
    source.read()
    path.write_text("{", encoding="utf-8")
    assert source.read().number == 0
    clock.time_s += 3
    with pytest.raises(SourceStalledError, match="cannot be used"):
        source.read()


def test_a_virtual_camera_refuses_a_cube_that_its_scheme_has_not(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    cube = CubeLayout(colour="mauve", face=1, x_in=13.0, y_in=10.0)
    save_layout(TableLayout(width_px=320, height_px=180, cubes=(cube,)), path)
    with pytest.raises(SourceError, match="does not fit the sticker scheme"):
        open_source(f"virtual:{path}", fps=4, clock=FakeClock())


def test_a_layout_survives_saving(tmp_path: Path) -> None:
    layout = sample_layout(default_scheme("serial"))
    save_layout(layout, tmp_path / "table.json")
    assert load_layout(tmp_path / "table.json") == layout
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"width_px": 3}', '{"cubes": [{"colour": 3}]}'])
def test_a_layout_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LayoutError, match=r"table\.json"):
        load_layout(path)


def test_a_layout_is_on_disk_before_it_takes_the_place_of_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.json"
    path.write_text("old")
    forced: list[tuple[bytes, str]] = []

    def fsync(descriptor: int) -> None:
        forced.append((os.pread(descriptor, 1 << 20, 0), path.read_text()))

    monkeypatch.setattr("os.fsync", fsync)
    save_layout(sample_layout(default_scheme()), path)
    assert forced == [(path.read_bytes(), "old")]


def test_a_layout_cannot_be_saved_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="cannot be written"):
        save_layout(TableLayout(), tmp_path / "none" / "table.json")


@pytest.mark.parametrize(
    ("image", "level"),
    [
        (np.full((40, 50), 77, dtype=np.uint8), 77),
        (np.full((40, 50, 1), 77, dtype=np.uint8), 77),
        (np.full((40, 50, 4), 77, dtype=np.uint8), 77),
        (np.full((40, 50, 3), 77 * 256, dtype=np.uint16), 77),
        (np.full((40, 50), 0.5, dtype=np.float32), 127),
        (np.full((40, 50), -3, dtype=np.int32), 0),
    ],
)
def test_any_camera_array_becomes_bgr(image: np.ndarray, level: int) -> None:
    made = to_bgr(image)
    assert made.shape == (40, 50, 3)
    assert made.dtype == np.uint8
    assert int(made.max()) == level


@pytest.mark.parametrize("shape", [(40,), (40, 50, 2), (3, 3), (2, 40, 50, 3)])
def test_an_array_that_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(NotAPictureError):
        to_bgr(np.zeros(shape, dtype=np.uint8))


@given(cut=st.integers(min_value=0, max_value=2000))
def test_a_picture_cut_short_is_never_taken_for_one(cut: int) -> None:
    generator = np.random.default_rng(3)
    noisy = generator.integers(0, 255, (64, 64, 3)).astype(np.uint8)
    data = jpeg(noisy)
    with pytest.raises(NotAPictureError):
        decode_picture(data[: min(cut, len(data) - 2)])


@given(data=st.binary(max_size=300))
def test_rubbish_is_refused_and_never_crashes(data: bytes) -> None:
    with pytest.raises(NotAPictureError):
        decode_picture(b"x" + data)


def test_the_pace_does_not_pile_up_missed_beats() -> None:
    clock = FakeClock()
    pace = Pace(clock, 2)
    assert pace.wait() == 0.0
    assert pace.wait() == 0.5
    clock.time_s += 5
    assert pace.wait() == 5.5
    assert pace.wait() == 6.0
