"""Pushes of camera and map, and light that changes: no marker moves that did not move."""

from __future__ import annotations

import msgspec
import pytest

from calibration.layout import CameraLayout, LightLayout
from calibration.scheme import SchemeKind, default_scheme
from companion.border import EyeState, Moved
from tests.support.table_story import begin, events, states

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
WHITE = 6


def corners(kind: SchemeKind) -> tuple[int, ...]:
    return tuple(corner.tag_id for corner in default_scheme(kind).corners)


WIDE: dict[str, object] = {}
SQUARISH: dict[str, object] = {
    "width_px": 2028,
    "height_px": 1520,
    "camera": CameraLayout(distance_in=31.0),
}
"""A camera of 4 to 3, far enough for all corner tags to be in its picture."""


@BOTH
@pytest.mark.parametrize("missing", [1, 2])
@pytest.mark.parametrize("shape", [WIDE, SQUARISH], ids=["16 to 9", "4 to 3"])
def test_a_push_of_camera_and_map_with_three_corners_in_sight_moves_nothing(
    kind: SchemeKind, missing: int, shape: dict[str, object]
) -> None:
    story = begin(kind, **shape)
    pushed = msgspec.structs.replace(
        story.layout.camera, aim_x_in=0.25, aim_y_in=-0.1, roll_deg=1.2, tilt_deg=4.5
    )
    story.change(camera=pushed, missing_corners=(corners(kind)[missing],))
    story.show(5)
    assert events(story) == []
    assert states(story) == ["lost", "registered"]
    story.set(WHITE, x_in=14.2, y_in=14.1)
    story.show(3)
    assert [type(message) for message in events(story)] == [Moved]


@pytest.mark.parametrize("gone", [2, 3])
def test_a_push_with_fewer_than_three_corners_says_which_to_free(gone: int) -> None:
    story = begin("anonymous")
    pushed = msgspec.structs.replace(story.layout.camera, aim_x_in=0.9, roll_deg=3.0)
    story.change(camera=pushed, missing_corners=corners("anonymous")[:gone])
    story.show(3)
    assert set(states(story)) == {"lost"}
    said = [message for message in story.messages if isinstance(message, EyeState)][-1].reason
    assert "north-west" in said
    assert "corner" in said
    story.change(missing_corners=corners("anonymous")[:1])
    story.show(3)
    assert states(story)[-1] == "registered"
    assert events(story) == []


@BOTH
def test_dimming_auto_exposure_lamps_and_shadows_are_no_news(kind: SchemeKind) -> None:
    story = begin(kind)
    for gain in (0.97, 0.9, 0.82, 0.7, 0.55, 0.4, 0.8, 1.25, 1.0):
        story.change(light=LightLayout(gain=gain))
        story.show()
    for x_in in (-4.0, 4.0, 12.0, 20.0, 30.0):
        story.change(light=LightLayout(glare_in=(x_in, 10.0, 3.0), glare_strength=0.5))
        story.show()
    story.change(light=LightLayout(warmth=-0.5, falloff=0.5))
    story.show(2)
    assert events(story) == []
    assert "lost" not in states(story)
