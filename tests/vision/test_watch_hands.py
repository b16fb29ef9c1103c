"""Hands and things that lie still: what they hide is not gone, and what they leave is read soon."""

from __future__ import annotations

import msgspec
import pytest

from calibration.layout import CoverLayout, HandLayout, sample_layout
from calibration.scheme import SchemeKind, default_scheme
from companion.border import Moved, Placed, Removed
from tests.support.table_story import Story, begin, events, states

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
WHITE = 6
ACROSS_THE_EDGE = CoverLayout(x_in=20.0, y_in=20.0, width_in=5.0, height_in=3.0)


def sparse_with_hand(kind: SchemeKind) -> Story:
    """Three markers, and a hand from the first picture on."""
    scheme = default_scheme(kind)
    layout = sample_layout(scheme)
    story = Story(
        scheme,
        msgspec.structs.replace(
            layout, cubes=layout.cubes[:3], hand=HandLayout(x_in=14.0, y_in=14.0)
        ),
    )
    story.show(3)
    return story


@BOTH
def test_where_a_hand_lay_at_the_start_is_read_soon_after_it_leaves(kind: SchemeKind) -> None:
    story = sparse_with_hand(kind)
    story.hand_moves((14.0, 14.0), (14.5, 24.0))
    story.hand_away(4)
    assert states(story)[-1] == "registered"
    story.messages.clear()
    new = story.layout.cubes[1]
    story.put(new, x_in=14.1, y_in=13.9, serial=None if new.serial is None else new.serial + 4)
    story.show(3)
    assert [type(message) for message in events(story)] == [Placed]


@BOTH
def test_what_is_laid_across_the_edge_of_the_map_soon_counts_no_more_as_a_hand(
    kind: SchemeKind,
) -> None:
    story = begin(kind)
    story.hand_at(20.0, 18.0)
    story.change(covers=(ACROSS_THE_EDGE,))
    story.hand_away(20)
    assert events(story) == []
    assert states(story)[-1] == "registered"
    story.set(WHITE, x_in=16.6, y_in=18.6)
    story.show(20)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_a_thing_that_lies_for_minutes_hides_markers_and_takes_none_away(kind: SchemeKind) -> None:
    story = begin(kind)
    below = story.layout.cubes[18]
    story.hand_at(below.x_in, below.y_in)
    story.change(covers=(CoverLayout(x_in=below.x_in, y_in=below.y_in + 1, height_in=6.0),))
    hidden = story.lift(18)
    story.hand_away(2)
    story.fps = 0.05
    story.pictures = round(story.pictures / 40) + 1
    story.show(24)
    assert events(story) == []
    story.fps = 2.0
    story.pictures = 2000
    story.change(covers=())
    story.put(hidden)
    story.show(4)
    assert events(story) == []


@BOTH
def test_a_hand_at_rest_over_markers_for_minutes_changes_nothing(kind: SchemeKind) -> None:
    story = begin(kind)
    story.hand_moves((13.0, 20.0), (12.6, 9.5))
    story.fps = 0.25
    story.pictures = 4
    story.show(36)
    story.hand_away(3)
    assert events(story) == []


@BOTH
def test_a_hand_that_lies_over_a_marker_since_a_restart_takes_it_not_away(
    kind: SchemeKind,
) -> None:
    story = begin(kind)
    cube = story.layout.cubes[WHITE]
    story.restart()
    story.change(hand=HandLayout(x_in=cube.x_in, y_in=cube.y_in - 1.0))
    story.fps = 0.2
    story.show(29)
    assert events(story) == []
    story.hand_away(4)
    assert events(story) == []


@BOTH
def test_a_hand_that_lies_over_a_marker_since_a_push_takes_it_not_away(kind: SchemeKind) -> None:
    story = begin(kind)
    cube = story.layout.cubes[WHITE]
    story.hand_at(cube.x_in + 0.5, cube.y_in + 4.0)
    camera = msgspec.structs.replace(story.layout.camera, aim_x_in=0.4, roll_deg=1.4)
    story.change(camera=camera, hand=HandLayout(x_in=cube.x_in, y_in=cube.y_in - 1.0))
    story.show(4)
    story.fps = 0.2
    story.show(20)
    story.hand_away(4)
    assert events(story) == []


@BOTH
def test_a_marker_taken_off_during_a_restart_is_removed_when_its_spot_was_bared(
    kind: SchemeKind,
) -> None:
    story = begin(kind)
    cube = story.lift(WHITE)
    story.restart()
    story.show(3)
    story.hand_moves((cube.x_in, 20.0), (cube.x_in, cube.y_in - 1.0))
    story.hand_away(3)
    assert events(story) == []
    story.fps = 0.1
    story.show(14)
    assert [type(message) for message in events(story)] == [Removed]
