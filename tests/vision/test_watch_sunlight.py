"""A marker moves while sunlight lies on a part of the map: where few markers stand, and where many.

Neither the light nor its edge is a hand, and what it washes out is held against what was known.
"""

from __future__ import annotations

import itertools

import pytest

from calibration.layout import LightLayout
from calibration.scheme import SchemeKind
from companion.border import Moved, Undecided
from tests.support.table_story import Story, begin, events, states

WHITE = 6
FAR = (20.0, 16.0)
PATCHES = {
    0: (10.5, -0.5, 3.0, 6.0),
    1: (8.0, 11.0, 3.2, 4.4),
    2: (5.5, 14.0, 7.5, 4.0),
    5: (10.0, 9.0, 12.0, 10.5),
}
"""Middle, width and height of a patch, by how many markers stand in it."""
CASES = list(
    itertools.product(
        ("anonymous", "serial"),
        PATCHES,
        (1.2, 1.5, 2.0, 3.0),
        ("in", "out", "within", "elsewhere"),
        ("seen", "carried"),
    )
)
QUICK = [
    ("anonymous", 0, 1.5, "out", "seen"),
    ("anonymous", 0, 3.0, "out", "carried"),
    ("anonymous", 1, 3.0, "in", "seen"),
    ("serial", 0, 3.0, "in", "carried"),
    ("anonymous", 5, 3.0, "elsewhere", "seen"),
]


def play(kind: SchemeKind, stand: int, gain: float, way: str, how: str) -> None:
    story = begin(kind)
    x_in, y_in, width_in, height_in = PATCHES[stand]
    lit = (x_in + 0.3, max(1.2, y_in - 0.2))
    to = {"in": lit, "within": (lit[0], lit[1] + 1.4)}.get(way, FAR)
    if way in ("out", "within"):
        story.carry(WHITE, lit)
        story.hand_away(3)
        story.messages.clear()
    sun = LightLayout(sun_in=(x_in, y_in, width_in, height_in), sun_gain=gain)
    story.change(light=sun)
    if how == "carried":
        story.show(2)
        story.carry(WHITE, to)
        story.hand_away(3)
    else:
        story.set(WHITE, x_in=to[0], y_in=to[1])
        story.show(3)
    story.show(2)
    assert [type(message) for message in events(story)] == [Moved]
    story.change(light=LightLayout())
    story.show(4)
    assert [type(message) for message in events(story)] == [Moved]
    assert states(story)[-1:] in ([], ["registered"])


@pytest.mark.parametrize(("kind", "stand", "gain", "way", "how"), QUICK)
def test_a_marker_moves_while_the_sun_shines(
    kind: SchemeKind, stand: int, gain: float, way: str, how: str
) -> None:
    play(kind, stand, gain, way, how)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "stand", "gain", "way", "how"), CASES)
def test_a_marker_moves_in_any_sunlight(
    kind: SchemeKind, stand: int, gain: float, way: str, how: str
) -> None:
    play(kind, stand, gain, way, how)


def two_like_ones_under_glare() -> Story:
    story = begin("anonymous")
    for index, at in ((5, (12.0, 11.0)), (6, (13.2, 11.0))):
        story.carry(index, at)
        story.hand_away(3)
    story.messages.clear()
    story.change(light=LightLayout(glare_in=(12.6, 11.0, 2.6), glare_strength=1.3))
    story.show(3)
    return story


def test_one_of_two_like_markers_under_glare_that_turns_up_elsewhere_is_left_undecided() -> None:
    story = two_like_ones_under_glare()
    story.set(WHITE, x_in=FAR[0], y_in=FAR[1])
    story.show(4)
    told = events(story)
    assert [type(message) for message in told] == [Undecided]
    assert isinstance(told[0], Undecided)
    assert len(told[0].tracks) == len(told[0].now) == 2
    assert len(story.watcher.tracks.standing) == 20


def test_glare_alone_is_no_news() -> None:
    story = two_like_ones_under_glare()
    story.show(8)
    story.change(light=LightLayout())
    story.show(5)
    assert events(story) == []
    assert len(story.watcher.tracks.standing) == 20
