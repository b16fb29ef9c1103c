"""Cubes turned, exchanged and stacked on a rendered table: each is told, once, as what it was."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import LightLayout
from calibration.scheme import SchemeKind
from companion.border import Moved, Placed, Removed, Turned, Undecided
from tests.support.table_story import Story, begin, events
from vision.board_view import BoardView
from vision.change import grid_for
from vision.reading import MarkerSeen, PixelBox, Reading
from vision.support import at_height

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
GREEN, WHITE = 4, 6


def misjudge(story: Story, index: int, is_high: Callable[[int], bool]) -> list[int]:
    """Let the reader take the tag at a cube's spot for one that stands on another cube.

    Args:
        story: the story.
        index: the cube at whose present spot it happens.
        is_high: told how often the tag was read already.

    Returns:
        Grows by a number each time that the tag is read.
    """
    x_in, y_in = story.layout.cubes[index].x_in, story.layout.cubes[index].y_in
    read = story.reader.read
    count: list[int] = []

    def wrong(image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        reading = read(image, regions)
        board = story.reader.registration
        assert board is not None
        view = BoardView(board, grid_for(1920, 1080, board.pixels_per_inch()))
        markers: list[MarkerSeen] = []
        for marker in reading.markers:
            here = abs(marker.x_in - x_in) < 0.2 and abs(marker.y_in - y_in) < 0.2
            if here:
                count.append(len(count))
            high = here and is_high(count[-1])
            markers.append(at_height(marker, view, 1.0) if high else marker)
        return dataclasses.replace(reading, markers=tuple(markers))

    story.reader.read = wrong  # type: ignore[method-assign]  # a reader that errs
    return count


@BOTH
def test_a_cube_turned_in_place_between_two_pictures_is_turned(kind: SchemeKind) -> None:
    story = begin(kind)
    story.fps = 1.0
    for index in (0, 4, 5, 12, 15):
        story.messages.clear()
        before = story.layout.cubes[index]
        for step in range(1, 4):
            story.set(index, face=(before.face - 1 + step) % 6 + 1)
            told = story.show(2)
            assert [type(message) for message in told] == [Turned], (index, step)
            assert isinstance(told[0], Turned)
            assert told[0].marker.face == story.layout.cubes[index].face
    assert story.show(3) == []


@BOTH
def test_a_cube_turned_in_place_is_seen_in_little_light_and_much_noise(kind: SchemeKind) -> None:
    story = begin(kind, light=LightLayout(gain=0.4), noise=4.0)
    story.show(2)
    for index in (0, 6, 12, 15):
        story.messages.clear()
        story.set(index, face=story.layout.cubes[index].face % 6 + 1)
        story.show(3)
        assert [type(message) for message in events(story)] == [Turned]


def test_a_cube_exchanged_for_another_of_its_colour_is_seen() -> None:
    story = begin("serial")
    cube = story.layout.cubes[WHITE]
    assert cube.serial is not None
    story.set(WHITE, serial=cube.serial + 5)
    story.show(4)
    assert {type(message) for message in events(story)} == {Placed, Removed}


@BOTH
def test_two_cubes_of_a_colour_exchanged_between_two_pictures_are_told(kind: SchemeKind) -> None:
    story = begin(kind)
    one, other = story.layout.cubes[1], story.layout.cubes[2]
    story.set(1, x_in=other.x_in, y_in=other.y_in, yaw_deg=other.yaw_deg)
    story.set(2, x_in=one.x_in, y_in=one.y_in, yaw_deg=one.yaw_deg)
    story.show(4)
    if kind == "serial":
        assert [type(message) for message in events(story)] == [Moved, Moved]
    else:
        # Their faces differ, so both spots show a turned cube, or the two have changed places.
        assert [type(message) for message in events(story)] == [Undecided]


@BOTH
@pytest.mark.parametrize("wrong_reads", [1, 2, 3])
def test_an_odd_height_of_a_turned_cube_makes_no_second_cube(
    kind: SchemeKind, wrong_reads: int
) -> None:
    story = begin(kind)
    misjudge(story, GREEN, lambda count: count < wrong_reads)
    story.set(GREEN, face=5)
    story.show(8)
    assert [type(message) for message in events(story)] == [Turned]
    assert len(story.watcher.tracks.standing) == 20


@BOTH
def test_an_odd_height_of_a_cube_that_stands_alone_is_not_believed(kind: SchemeKind) -> None:
    story = begin(kind)
    story.show()
    story.set(GREEN, x_in=7.2, y_in=7.9)
    misjudge(story, GREEN, lambda _count: True)
    story.show(4)
    told = events(story)
    assert [type(message) for message in told] == [Moved]
    assert isinstance(told[0], Moved)
    assert told[0].marker.z_in == pytest.approx(0.5)
    assert told[0].marker.x_in == pytest.approx(7.2, abs=0.05)


@BOTH
def test_heights_that_flicker_lose_no_cube(kind: SchemeKind) -> None:
    story = begin(kind)
    misjudge(story, GREEN, lambda count: count % 2 == 0)
    story.set(GREEN, yaw_deg=story.layout.cubes[GREEN].yaw_deg + 40)
    story.show(10)
    assert events(story) == []
    assert len(story.watcher.tracks.standing) == 20


@BOTH
def test_a_cube_stacked_on_one_of_its_colour_has_moved_there(kind: SchemeKind) -> None:
    story = begin(kind)
    below = story.layout.cubes[3]
    story.carry(1, (below.x_in + 0.03, below.y_in - 0.02), z_in=1.0, yaw_deg=20.0)
    story.hand_away(3)
    assert [type(message) for message in events(story)] == [Moved]
    story.carry(1, (19.0, 12.0), z_in=0.5)
    story.hand_away(3)
    assert [type(message) for message in events(story)] == [Moved, Moved]


@BOTH
def test_a_new_cube_stacked_on_one_of_its_colour_is_placed(kind: SchemeKind) -> None:
    story = begin(kind)
    new = story.layout.cubes[1]
    below = story.layout.cubes[3]
    serial = None if new.serial is None else new.serial + 8
    story.hand_at(below.x_in, below.y_in)
    story.put(
        new, serial=serial, x_in=below.x_in + 0.02, y_in=below.y_in, z_in=1.0, yaw_deg=77.0, face=6
    )
    story.hand_at(below.x_in, below.y_in)
    story.hand_away(6)
    assert [type(message) for message in events(story)] == [Placed]
