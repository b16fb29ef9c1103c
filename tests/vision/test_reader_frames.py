import dataclasses
from pathlib import Path

import numpy as np
import pytest

from calibration.scheme import load_scheme
from tests.support.scene_truth import compare, lens_beside, load_truth, read_and_compare
from vision.pictures import load_picture
from vision.reader import Reader
from vision.reading import PixelBox

FRAMES = Path(__file__).parent.parent / "frames"
SCHEME = load_scheme(FRAMES / "scheme.toml")
EASY = FRAMES / "easy_06_v3hd.jpg"
MEDIUM = FRAMES / "med_02_v3hd.jpg"


@pytest.mark.parametrize(("picture", "largest_error_in"), [(EASY, 0.03), (MEDIUM, 0.04)])
def test_every_readable_cube_is_found_in_its_hex_and_nothing_else(
    picture: Path, largest_error_in: float
) -> None:
    result = read_and_compare(picture, SCHEME, lens_beside(picture))
    assert result.recall == 1.0
    assert result.wrong == []
    assert result.wrong_hexes == []
    assert result.error_in(95) <= largest_error_in


@pytest.mark.parametrize("picture", [EASY, MEDIUM])
def test_without_a_lens_the_reader_finds_one_from_the_corner_tags(picture: Path) -> None:
    result = read_and_compare(picture, SCHEME, None)
    assert result.recall >= 0.99
    assert result.wrong == []
    assert result.error_in(95) <= 0.10


@pytest.mark.parametrize("picture", [EASY, MEDIUM])
def test_tags_that_the_scheme_does_not_issue_are_never_reported(picture: Path) -> None:
    colours = tuple(
        dataclasses.replace(colour, first_tag=colour.first_tag + 396) for colour in SCHEME.colours
    )
    other = dataclasses.replace(SCHEME, colours=colours)
    reading = Reader(other, lens_beside(picture)).read(load_picture(picture))
    assert reading.registered
    assert reading.markers == ()


def test_a_grey_picture_is_read_like_one_in_colour() -> None:
    picture = load_picture(EASY)
    grey = np.asarray(picture.mean(axis=2), dtype=np.uint8)
    reading = Reader(SCHEME, lens_beside(EASY)).read(grey)
    result = compare(reading, load_truth(EASY), SCHEME)
    assert result.recall == 1.0
    assert result.wrong == []


def test_a_lens_of_a_larger_picture_size_is_scaled_down() -> None:
    picture = load_picture(EASY)
    lens = lens_beside(EASY).scaled_to(3840, 2160)
    result = compare(Reader(SCHEME, lens).read(picture), load_truth(EASY), SCHEME)
    assert result.recall == 1.0
    assert result.error_in(95) <= 0.03


def test_three_corner_tags_are_enough_and_the_reader_says_which_is_missing() -> None:
    picture = load_picture(EASY)
    reader = Reader(SCHEME, lens_beside(EASY))
    reader.read(picture)
    assert reader.registration is not None
    corner = np.array([[26.85, 20.25]])
    x_px, y_px = (int(value) for value in reader.registration.board_to_pixels(corner)[0])
    covered = picture.copy()
    covered[y_px - 30 : y_px + 30, x_px - 30 : x_px + 30] = (120, 90, 60)
    reading = Reader(SCHEME, lens_beside(EASY)).read(covered)
    result = compare(reading, load_truth(EASY), SCHEME)
    assert reading.registered
    assert "south-east" in reading.reason
    assert result.recall == 1.0
    assert result.wrong == []
    assert result.error_in(95) <= 0.06


def test_regions_give_the_same_markers_as_the_whole_picture() -> None:
    picture = load_picture(EASY)
    reader = Reader(SCHEME, lens_beside(EASY))
    whole = {marker.tag_id: marker for marker in reader.read(picture).markers}
    region = PixelBox(600, 300, 1100, 700)
    part = reader.read(picture, regions=[region]).markers
    assert reader.registration is not None
    inside = []
    for tag_id, marker in whole.items():
        place = np.array([[marker.x_in, marker.y_in]])
        x_px, y_px = reader.registration.board_to_pixels(place, marker.z_in)[0]
        if region.left + 20 < x_px < region.right - 20 and 320 < y_px < 680:
            inside.append(tag_id)
    assert len(inside) >= 5
    by_id = {marker.tag_id: marker for marker in part}
    for tag_id in inside:
        assert by_id[tag_id].place == whole[tag_id].place
        assert by_id[tag_id].x_in == pytest.approx(whole[tag_id].x_in, abs=0.01)
        assert by_id[tag_id].z_in == whole[tag_id].z_in
    assert set(by_id) <= set(whole)
