"""A board that has been found before: its corner tags, and prints of a known size."""

import dataclasses

import numpy as np
import pytest

from calibration.layout import CameraLayout, TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from tests.support.table_layouts import scattered
from vision.bump import shift_px
from vision.corners import CornerFinder
from vision.cv import ByteImage, TagFinder, to_grey
from vision.reader import Reader
from vision.reading import PixelBox

SCHEME = default_scheme("serial")
TABLE = TableLayout(noise=3.0)


def without_corner(picture: ByteImage, number: int) -> ByteImage:
    outline = SCHEME.corners[number].outline()
    where = layout_registration(TABLE, SCHEME.board).board_to_pixels(
        np.array([(at.x_in, at.y_in) for at in outline])
    )
    (left, top), (right, bottom) = where.min(axis=0).astype(int), where.max(axis=0).astype(int)
    bare = picture.copy()
    bare[top - 8 : bottom + 8, left - 8 : right + 8] = (110, 130, 150)
    return bare


def test_corner_tags_that_lie_as_they_lay_are_found_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grey = to_grey(render_table(TABLE, SCHEME))
    finder = CornerFinder(SCHEME)
    first = finder.find(grey)
    rough = {tag_id: np.add(seen.quad_px, (1.5, -1.0)) for tag_id, seen in first.items()}

    def refuse(*_: object) -> None:
        raise AssertionError("the whole picture was searched")

    monkeypatch.setattr(TagFinder, "find", refuse)
    again = finder.find(grey, rough)
    assert set(again) == set(first) == SCHEME.corner_ids
    for tag_id, seen in again.items():
        assert seen.quad_px == pytest.approx(first[tag_id].quad_px, abs=0.01)
        assert seen.blur_px == pytest.approx(first[tag_id].blur_px, abs=0.04)


@pytest.mark.parametrize(
    "camera",
    [
        CameraLayout(aim_x_in=0.03),
        CameraLayout(aim_x_in=0.15, aim_y_in=0.2),
        CameraLayout(aim_x_in=-0.6, roll_deg=3.0),
        CameraLayout(aim_y_in=1.5, tilt_deg=12.0),
        CameraLayout(roll_deg=180.6),
    ],
    ids=["two pixels", "eight pixels", "an inch", "another tilt", "upside down"],
)
def test_after_a_push_of_any_width_the_board_is_found_as_if_for_the_first_time(
    camera: CameraLayout,
) -> None:
    reader = Reader(SCHEME)
    reader.register(render_table(TABLE, SCHEME))
    pushed = render_table(TableLayout(noise=3.0, camera=camera), SCHEME)
    found, _ = reader.register(pushed)
    fresh, _ = Reader(SCHEME).register(pushed)
    assert found is not None
    assert fresh is not None
    assert set(found.corners_seen) == set(fresh.corners_seen)
    assert shift_px(fresh, found) < 0.05


def test_a_corner_tag_is_missed_while_it_is_covered_and_found_when_it_is_bare_again() -> None:
    whole = np.asarray(render_table(TABLE, SCHEME), dtype=np.uint8)
    one_less = without_corner(whole, 2)
    reader = Reader(SCHEME)
    counts = []
    for picture in (one_less, whole, one_less, without_corner(one_less, 0), whole):
        registration, _ = reader.register(picture)
        assert registration is not None
        counts.append(len(registration.corners_seen))
    assert counts == [3, 4, 3, 2, 4]


@pytest.mark.parametrize("seed", [3, 4])
def test_a_part_is_read_as_the_whole_picture_is(seed: int) -> None:
    picture = render_table(scattered(SCHEME, seed, stacked=6), SCHEME)
    reader = Reader(SCHEME)
    whole = reader.read(picture).markers
    assert len(whole) > 30
    registration = reader.registration
    assert registration is not None
    for marker in whole[::4]:
        ((x_px, y_px),) = registration.board_to_pixels(
            np.array([[marker.x_in, marker.y_in]]), marker.z_in
        ).astype(int)
        part = reader.read(picture, [PixelBox(x_px - 60, y_px - 60, x_px + 60, y_px + 60)])
        (again,) = [one for one in part.markers if one.tag_id == marker.tag_id]
        assert again.z_in == marker.z_in
        assert again.place == marker.place
        assert (again.x_in, again.y_in) == pytest.approx((marker.x_in, marker.y_in), abs=0.02)


@pytest.mark.parametrize("size", [0.95, 1.05, 1.1, 1.15])
def test_parts_show_prints_of_other_sizes_as_tall_stacks_do(size: float) -> None:
    layout = scattered(SCHEME, 5, markers=30)
    reader = Reader(SCHEME)
    assert len(reader.read(render_table(layout, SCHEME)).markers) == 30
    larger = dataclasses.replace(SCHEME, marker_tag_side_in=size * SCHEME.marker_tag_side_in)
    picture = render_table(layout, larger)
    height_px, width_px = picture.shape[:2]
    parts = [
        PixelBox(left - 40, top - 40, left + 360, top + 310)
        for left in range(0, width_px, 320)
        for top in range(0, height_px, 270)
    ]
    assert len({marker.tag_id for marker in reader.read(picture, parts).markers}) == 30
