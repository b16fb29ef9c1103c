"""Stacks that are built, carried, parted and remembered: every cube is told, hidden or not."""

from __future__ import annotations

import msgspec
import pytest

from calibration.scheme import SchemeKind
from companion.border import Moved, Removed, Undecided
from tests.support.table_story import Story, begin, events
from vision.watch import Watcher

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
BELOW, ABOVE, TOP = 4, 8, 13
"""A green, a white and a black cube."""


def with_stack(kind: SchemeKind, below: int, *above: int) -> Story:
    """A table on which cubes were put on another one, and nothing said since."""
    story = begin(kind)
    at = story.layout.cubes[below]
    for level, index in enumerate(above, start=1):
        shift = 0.02 * (-1) ** level
        story.carry(index, (at.x_in + shift, at.y_in + shift), z_in=0.5 + 0.5 * level)
        story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved] * len(above)
    story.messages.clear()
    return story


def carry_together(story: Story, *indices: int) -> None:
    story.grip(indices[0])
    for index in indices:
        story.set(index, x_in=15.5, y_in=15.0)
    story.hand_at(15.5, 15.0)
    story.hand_at(15.6, 20.0)
    story.hand_away(5)


@BOTH
def test_a_stack_carried_as_a_whole_has_moved_as_a_whole(kind: SchemeKind) -> None:
    story = with_stack(kind, BELOW, ABOVE, TOP)
    carry_together(story, BELOW, ABOVE, TOP)
    told = events(story)
    assert [type(message) for message in told] == [Moved] * 3
    places = {message.marker.place for message in told if isinstance(message, Moved)}
    assert len(places) == 1
    story.carry(TOP, (19.0, 12.0), z_in=0.5)
    story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved] * 4
    assert len(story.watcher.tracks.standing) == 20


@BOTH
def test_a_stack_parted_under_the_hand_is_two_moves(kind: SchemeKind) -> None:
    story = with_stack(kind, BELOW, ABOVE)
    story.grip(BELOW)
    story.set(ABOVE, x_in=15.5, y_in=15.0, z_in=0.5)
    story.hand_at(15.5, 15.0)
    story.set(BELOW, x_in=19.0, y_in=12.0)
    story.hand_at(19.0, 12.0)
    story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved, Moved]


@BOTH
def test_the_lower_one_taken_off_is_removed_though_the_upper_one_moved(kind: SchemeKind) -> None:
    story = with_stack(kind, BELOW, ABOVE)
    story.grip(BELOW)
    story.set(ABOVE, x_in=15.5, y_in=15.0, z_in=0.5)
    story.hand_at(15.5, 15.0)
    story.lift(BELOW)
    story.hand_away(5)
    assert {type(message) for message in events(story)} == {Moved, Removed}
    assert len(events(story)) == 2


@BOTH
@pytest.mark.parametrize("knows_heights", [True, False])
def test_a_stack_is_known_again_after_a_restart(kind: SchemeKind, *, knows_heights: bool) -> None:
    story = with_stack(kind, BELOW, ABOVE)
    known = [track.marker for track in story.watcher.tracks.standing.values()]
    if not knows_heights:  # put on another one of its own hex, so that nothing was said of it
        known = [msgspec.structs.replace(marker, z_in=0.5) for marker in known]
    story.watcher = Watcher(story.reader, known, 40)
    story.show(5)
    assert events(story) == []
    story.carry(ABOVE, (19.0, 12.0), z_in=0.5)
    story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_a_stack_of_three_like_cubes_is_taken_down_again(kind: SchemeKind) -> None:
    story = with_stack(kind, 1, 2)
    at = story.layout.cubes[1]
    for index, to, z_in in ((3, (at.x_in - 0.02, at.y_in), 1.5), (3, (19.0, 12.0), 0.5)):
        story.carry(index, to, z_in=z_in)
        story.hand_away(6)
    story.carry(2, (16.0, 16.0), z_in=0.5)
    story.hand_away(6)
    assert [type(message) for message in events(story)] == [Moved] * 3
    assert len(story.watcher.tracks.standing) == 20


@BOTH
def test_a_stack_of_four_is_built_and_taken_down_again(kind: SchemeKind) -> None:
    story = with_stack(kind, BELOW, ABOVE, TOP, 18)
    heights = sorted(track.marker.z_in for track in story.watcher.tracks.standing.values())
    assert heights[-4:] == [0.5, 1.0, 1.5, 2.0]
    story.carry(18, (19.0, 12.0), z_in=0.5)
    story.hand_away(6)
    assert [type(message) for message in events(story)] == [Moved]


def test_a_stack_of_like_cubes_carried_as_a_whole_is_undecided_and_complete() -> None:
    story = with_stack("anonymous", 1, 2)
    numbers = set(story.watcher.tracks.standing)
    carry_together(story, 1, 2)
    told = events(story)
    assert [type(message) for message in told] == [Undecided]
    assert isinstance(told[0], Undecided)
    assert len(told[0].tracks) == 2
    assert sorted(round(marker.z_in, 1) for marker in told[0].now) == [0.5, 1.0]
    assert {marker.track for marker in told[0].now} == set(told[0].tracks)
    story.carry(2, (19.0, 12.0), z_in=0.5)
    story.hand_away(6)
    assert [type(message) for message in events(story)[1:]] == [Moved]
    assert set(story.watcher.tracks.standing) == numbers


@pytest.mark.parametrize("uncovered_last", ["its old place", "its new place"])
@pytest.mark.parametrize("off_in", [0.0, 0.02])
def test_a_cube_laid_square_on_its_like_has_moved_there(off_in: float, uncovered_last: str) -> None:
    story = begin("anonymous")
    first, second = alike(story)
    old, under = story.layout.cubes[first], story.layout.cubes[second]
    at = (under.x_in + off_in, under.y_in - off_in)
    story.carry(first, at, z_in=1.0, face=under.face, yaw_deg=under.yaw_deg)
    if uncovered_last == "its old place":
        for _ in range(3):
            story.hand_at(old.x_in, old.y_in)
    story.hand_away(6)
    assert [type(message) for message in events(story)] == [Moved]
    assert len(story.watcher.tracks.standing) == 20


def alike(story: Story) -> tuple[int, int]:
    """Two cubes of a colour that show the same face, some way from each other."""
    cubes = list(enumerate(story.layout.cubes))
    return next(
        (one, other)
        for one, cube in cubes
        for other, like in cubes
        if one != other
        and (cube.colour, cube.face) == (like.colour, like.face)
        and abs(cube.y_in - like.y_in) + abs(cube.x_in - like.x_in) > 6
    )
