"""What makes an eye lie: two hands, a wide sleeve, sunlight, a lamp, a corner tag half covered."""

from __future__ import annotations

import msgspec
import pytest

from calibration.layout import CoverLayout, HandLayout, LightLayout
from calibration.scheme import SchemeKind
from companion.border import Moved, Removed
from tests.support.table_story import begin, events, states

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
WHITE, BLACK = 6, 12
TO = (14.2, 14.1)
LAMP = LightLayout(
    gain=1.35, warmth=0.5, falloff=0.3, glare_in=(8.0, 10.0, 2.5), glare_strength=0.7
)


def from_north(x_in: float, y_in: float) -> HandLayout:
    return HandLayout(x_in=x_in, y_in=y_in, from_deg=265.0)


@BOTH
def test_two_hands_that_move_a_marker_each_are_two_moves(kind: SchemeKind) -> None:
    story = begin(kind)
    black = story.layout.cubes[BLACK]
    story.change(other_hands=(from_north(black.x_in, black.y_in),))
    story.grip(WHITE)
    story.set(WHITE, x_in=TO[0], y_in=TO[1])
    story.set(BLACK, x_in=5.0, y_in=4.0)
    story.change(other_hands=(from_north(5.0, 4.0),))
    story.hand_at(*TO)
    story.hand_away(2)
    story.change(other_hands=())
    story.show(3)
    assert [type(message) for message in events(story)] == [Moved, Moved]


@BOTH
def test_a_sleeve_across_half_of_the_map_hides_markers_and_takes_none(kind: SchemeKind) -> None:
    story = begin(kind)
    for y_in in (20.0, 12.0, 7.0, 12.0):
        story.change(hand=HandLayout(x_in=12.0, y_in=y_in, width=3.5))
        story.show(2)
    story.set(WHITE, x_in=TO[0], y_in=TO[1])
    story.change(hand=HandLayout(x_in=13.0, y_in=20.0, width=3.5))
    story.show(2)
    story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
@pytest.mark.parametrize("sun_gain", [1.4, 1.6])
def test_sunlight_that_wanders_over_the_map_is_no_hand(kind: SchemeKind, sun_gain: float) -> None:
    story = begin(kind)

    def sun(x_in: float) -> None:
        patch = (x_in, 9.0, 6.0, 9.0)
        story.change(light=LightLayout(gain=0.75, sun_in=patch, sun_gain=sun_gain))
        story.show(2)

    for step in range(12):
        sun(2.0 + 2.0 * step)
    story.set(WHITE, x_in=TO[0], y_in=TO[1])
    story.show(3)
    sun(13.0)
    story.change(light=LightLayout())
    story.show(5)
    assert [type(message) for message in events(story)] == [Moved]
    assert states(story)[-1:] != ["hand"]


@BOTH
def test_a_lamp_switched_while_a_hand_carries_or_rests_is_no_news(kind: SchemeKind) -> None:
    story = begin(kind)
    story.grip(WHITE)
    story.set(WHITE, x_in=TO[0], y_in=TO[1])
    story.change(light=LAMP)
    story.hand_at(*TO)
    story.hand_away(3)
    assert [type(message) for message in events(story)] == [Moved]
    story.hand_moves((13.0, 20.0), (12.6, 9.5))
    story.change(light=LightLayout(gain=0.7, warmth=-0.4))
    story.show(3)
    story.change(light=LightLayout())
    story.hand_away(4)
    assert [type(message) for message in events(story)] == [Moved]


@BOTH
def test_where_a_hand_lay_while_a_lamp_went_off_is_table_once_it_has_left(kind: SchemeKind) -> None:
    story = begin(kind, noise=4.0, blur_px=0.9)
    story.change(hand=from_north(20.0, 9.0))
    story.show(2)
    story.change(light=LightLayout(gain=0.45))
    story.show(3)
    story.hand_at(14.0, 15.0)
    story.hand_away(4)
    assert events(story) == []
    assert states(story)[-1] == "registered"
    story.set(BLACK, x_in=20.0, y_in=9.0)
    assert [type(message) for message in story.show(3)] == [Moved]


@BOTH
def test_two_markers_moved_during_a_push_have_moved(kind: SchemeKind) -> None:
    story = begin(kind)
    pushed = msgspec.structs.replace(story.layout.camera, aim_x_in=0.5, roll_deg=1.9)
    story.change(camera=pushed)
    story.set(WHITE, x_in=TO[0], y_in=TO[1])
    story.set(BLACK, x_in=5.0, y_in=4.0)
    story.show(5)
    assert [type(message) for message in events(story)] == [Moved, Moved]


@BOTH
def test_a_camera_that_slowly_sinks_moves_nothing(kind: SchemeKind) -> None:
    story = begin(kind)
    for step in range(8):
        sunk = msgspec.structs.replace(
            story.layout.camera,
            aim_x_in=0.1 * step,
            aim_y_in=-0.06 * step,
            tilt_deg=4 + 0.3 * step,
        )
        story.change(camera=sunk)
        story.show()
    story.show(4)
    assert events(story) == []


@BOTH
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_corner_tag_covered_in_part_moves_nothing_even_in_a_push(
    kind: SchemeKind, share: float
) -> None:
    story = begin(kind)
    corner = story.scheme.corners[2]
    cover = CoverLayout(
        x_in=corner.x_in + corner.side_in * (1 - share),
        y_in=corner.y_in,
        width_in=corner.side_in * 1.1,
        height_in=corner.side_in * 1.2,
    )
    story.change(covers=(cover,))
    story.show(4)
    story.change(camera=msgspec.structs.replace(story.layout.camera, aim_x_in=0.3, roll_deg=1.2))
    story.show(4)
    story.change(covers=())
    story.show(3)
    assert events(story) == []


@BOTH
def test_markers_swept_off_together_are_removed(kind: SchemeKind) -> None:
    story = begin(kind)
    story.change(hand=HandLayout(x_in=10.0, y_in=8.0, width=2.0))
    story.show(2)
    swept = {1, 6, 11, 16}
    story.change(cubes=tuple(c for i, c in enumerate(story.layout.cubes) if i not in swept))
    story.show(2)
    story.hand_moves((10.0, 8.0), (10.0, 22.0))
    story.hand_away(5)
    assert [type(message) for message in events(story)] == [Removed] * 4
