import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.layout import TableLayout
from calibration.render import render_table
from calibration.scheme import default_scheme
from tests.support.table_layouts import scattered, varied
from vision.reader import Reader
from vision.reading import PixelBox

SCHEME = default_scheme()


def test_a_picture_without_corner_tags_says_so() -> None:
    reading = Reader(SCHEME).read(np.full((480, 640, 3), 127, dtype=np.uint8))
    assert not reading.registered
    assert reading.tilt_deg is None
    assert reading.markers == ()
    assert "corner tag" in reading.reason


def test_with_one_corner_tag_the_reader_says_what_to_uncover() -> None:
    missing = tuple(corner.tag_id for corner in SCHEME.corners[1:])
    reading = Reader(SCHEME).read(render_table(TableLayout(missing_corners=missing), SCHEME))
    assert not reading.registered
    for name in ("north-east", "south-east", "south-west"):
        assert name in reading.reason


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1080, 1920, 3), dtype=np.uint8),
        np.full((600, 800), 255, dtype=np.uint8),
        np.zeros((1, 1, 3), dtype=np.uint8),
        np.zeros((7, 3), dtype=np.uint8),
        np.zeros((40, 60, 4), dtype=np.uint8),
        np.zeros((0, 0, 3), dtype=np.uint8),
        np.zeros((4, 4, 4, 3), dtype=np.uint8),
    ],
    ids=["black", "white", "one pixel", "tiny", "with alpha", "empty", "no picture"],
)
def test_useless_pictures_end_in_a_plain_reason(picture: np.ndarray) -> None:
    reading = Reader(SCHEME).read(picture)
    assert not reading.registered
    assert reading.markers == ()
    assert reading.reason.endswith(".")


def test_sixteen_bits_are_read_like_eight() -> None:
    layout = scattered(SCHEME, seed=2, markers=12)
    picture = render_table(layout, SCHEME)
    deep = picture.astype(np.uint16) * 257
    eight = Reader(SCHEME).read(picture)
    sixteen = Reader(SCHEME).read(deep)  # type: ignore[arg-type]  # what a camera may hand over
    assert len(eight.markers) == 12
    assert sixteen.markers == eight.markers


@given(
    width=st.integers(1, 200),
    height=st.integers(1, 200),
    channels=st.sampled_from([0, 1, 3, 4]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=25)
def test_no_picture_makes_the_reader_fail(
    width: int, height: int, channels: int, seed: int
) -> None:
    shape = (height, width) if channels == 0 else (height, width, channels)
    picture = np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)
    reading = Reader(SCHEME).read(picture)
    assert reading.markers == ()


def test_regions_before_any_whole_picture_are_refused() -> None:
    reading = Reader(SCHEME).read(
        np.zeros((480, 640, 3), dtype=np.uint8), regions=[PixelBox(0, 0, 100, 100)]
    )
    assert not reading.registered
    assert "whole picture" in reading.reason


def test_a_failed_picture_leaves_the_last_registration_and_regions_go_on() -> None:
    layout = scattered(SCHEME, seed=3, markers=10)
    picture = render_table(layout, SCHEME)
    reader = Reader(SCHEME)
    assert len(reader.read(picture).markers) == 10
    before = reader.registration
    assert not reader.read(np.zeros_like(picture)).registered
    assert reader.registration is before
    everywhere = PixelBox(-50, -50, 5000, 5000)
    assert len(reader.read(picture, regions=[everywhere]).markers) == 10
    beside = PixelBox(-500, -500, -400, -400)
    assert reader.read(picture, regions=[beside]).markers == ()


def test_regions_of_a_picture_of_another_size_are_refused() -> None:
    picture = render_table(scattered(SCHEME, seed=3, markers=4), SCHEME)
    reader = Reader(SCHEME)
    reader.read(picture)
    reading = reader.read(picture[:540, :960], regions=[PixelBox(0, 0, 100, 100)])
    assert not reading.registered
    assert "960x540" in reading.reason


def test_two_corner_tags_still_give_a_rough_reading() -> None:
    layout = varied(
        scattered(SCHEME, seed=5, markers=20),
        missing_corners=(SCHEME.corners[0].tag_id, SCHEME.corners[2].tag_id),
    )
    reading = Reader(SCHEME).read(render_table(layout, SCHEME))
    assert reading.registered
    assert "north-west" in reading.reason
    assert "south-east" in reading.reason
    assert len(reading.markers) >= 18


def test_a_mislaid_corner_tag_is_left_out() -> None:
    moved = SCHEME.corners[1]
    picture = render_table(scattered(SCHEME, seed=6, markers=20), SCHEME)
    reader = Reader(SCHEME)
    reader.read(picture)
    registration = reader.registration
    assert registration is not None
    ((x_px, y_px),) = registration.board_to_pixels(np.array([[moved.x_in, moved.y_in]]))
    x, y = int(x_px), int(y_px)
    tag = picture[y - 40 : y + 40, x - 40 : x + 40].copy()
    picture[y - 40 : y + 40, x - 40 : x + 40] = (60, 60, 60)
    picture[y + 40 : y + 120, x - 40 : x + 40] = tag
    reading = Reader(SCHEME).read(picture)
    assert reading.registered
    assert "north-east" in reading.reason
    assert len(reading.markers) == 20
