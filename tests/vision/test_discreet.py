"""What the eye shows to people holds nothing that a seat may hide."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import TableLayout, sample_layout
from calibration.registration import Registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from vision.discreet import discreet_picture, map_from_above
from vision.reader import Reader
from vision.reading import MarkerSeen, PixelBox

Picture = NDArray[np.uint8]
SCHEME = default_scheme()


class Read:
    """A rendered table and what is read of it."""

    def __init__(self, layout: TableLayout) -> None:
        self.image: Picture = render_table(layout, SCHEME)
        reader = Reader(SCHEME)
        self.markers = reader.read(self.image).markers
        assert len(self.markers) == len(layout.cubes)
        assert reader.registration is not None
        self.registration: Registration = reader.registration

    def shown(self, image: Picture | None = None, hidden: tuple[PixelBox, ...] = ()) -> Picture:
        picture = self.image if image is None else image
        return discreet_picture(picture, self.registration, SCHEME, self.markers, hidden)


@pytest.fixture(scope="module")
def read() -> Read:
    return Read(sample_layout(SCHEME))


def wall_points(read: Read, marker: MarkerSeen) -> list[tuple[int, int]]:
    """Pixels on the walls of a cube that the camera sees."""
    angles = np.radians(marker.yaw_deg) + np.arange(4) * np.pi / 2
    points = []
    for angle in angles:
        outward = np.array([np.cos(angle), np.sin(angle)])
        foot = np.array([marker.x_in, marker.y_in]) + outward * SCHEME.cube_side_in / 2
        if outward @ (read.registration.camera_in[:2] - foot) <= 0:
            continue
        for z_in in (0.08, 0.2, 0.32):
            x, y = read.registration.board_to_pixels(foot[None], z_in)[0]
            points.append((round(float(x)), round(float(y))))
    return points


def test_letters_on_the_sides_of_cubes_change_nothing(read: Read) -> None:
    scribbled = read.image.copy()
    points = [point for marker in read.markers for point in wall_points(read, marker)]
    assert len(points) >= 3 * len(read.markers), "the camera is tilted and sees walls"
    for number, (x, y) in enumerate(points):
        scribbled[y, x] = (0, 0, 255) if number % 2 else (255, 255, 255)
    assert not np.array_equal(scribbled, read.image)
    assert np.array_equal(read.shown(scribbled), read.shown())


def test_what_lies_beside_the_map_changes_nothing(read: Read) -> None:
    cards = read.image.copy()
    outside = np.zeros(cards.shape[:2], dtype=np.uint8)
    cv2.fillPoly(outside, [np.round(read.registration.outline_px(0.05)).astype(np.int32)], 255)
    for corner in SCHEME.corners:
        reach = corner.side_in
        middle = np.array([corner.x_in, corner.y_in])
        square = middle + reach * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        pixels = np.round(read.registration.board_to_pixels(square)).astype(np.int32)
        cv2.fillConvexPoly(outside, pixels, 255)
    cards[outside == 0] = (7, 200, 30)
    assert np.array_equal(read.shown(cards), read.shown())


def test_a_hand_is_painted_over_before_the_mosaic_is_laid(read: Read) -> None:
    box = PixelBox(600, 300, 900, 600)
    held = read.image.copy()
    held[300:600, 600:900] = np.random.default_rng(3).integers(0, 255, (300, 300, 3))
    assert np.array_equal(read.shown(held, (box,)), read.shown(hidden=(box,)))
    assert not np.array_equal(read.shown(hidden=(box,)), read.shown())


def test_print_that_was_not_read_cannot_be_read_by_others(read: Read) -> None:
    """Of a pattern as fine as a letter's strokes nothing is left but its mean."""
    printed = read.image.copy()
    x, y = np.round(read.registration.board_to_pixels(np.array([[5.0, 12.0]]))[0]).astype(int)
    stroke_px = max(1, round(read.registration.pixels_per_inch() * 0.03))
    rows, columns = np.mgrid[0:60, 0:60]
    stripes = ((rows // stroke_px + columns // stroke_px) % 2 * 255).astype(np.uint8)
    printed[y : y + 60, x : x + 60] = stripes[:, :, None]
    assert printed[y : y + 60, x : x + 60].std() > 120
    left = read.shown(printed)[y + 10 : y + 50, x + 10 : x + 50]
    assert left.std() < 45


def test_a_reader_reads_the_same_markers_as_in_the_whole_picture(read: Read) -> None:
    again = Reader(SCHEME).read(read.shown()).markers
    assert {(m.colour, m.face, m.place) for m in again} == {
        (m.colour, m.face, m.place) for m in read.markers
    }
    apart = [
        np.hypot(a.x_in - b.x_in, a.y_in - b.y_in) for a, b in zip(again, read.markers, strict=True)
    ]
    assert max(apart) < 0.02


def test_the_map_is_seen_from_above_with_everything_in_its_place(read: Read) -> None:
    scale = 40
    above = map_from_above(read.image, read.registration, scale)
    board = SCHEME.board
    assert above.shape == (round(board.height_in * scale), round(board.width_in * scale), 3)
    spots = np.random.default_rng(5).uniform(1, 19, (200, 2))
    columns, rows = np.round(spots * scale).astype(int).T
    pixels = read.registration.board_to_pixels((np.stack([columns, rows], axis=1) + 0.5) / scale)
    there = cv2.remap(
        read.image,
        pixels[None, :, 0].astype(np.float32),
        pixels[None, :, 1].astype(np.float32),
        cv2.INTER_LINEAR,
    )[0]
    assert np.abs(above[rows, columns].astype(int) - there).max() <= 6
