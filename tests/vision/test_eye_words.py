"""Where the eye cannot read, it says so in plain words with what helps, and reads nothing wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from calibration.layout import CoverLayout, sample_layout
from calibration.render import render_table
from calibration.scheme import SchemeKind, default_scheme
from companion.border import EyeState, Moved
from tests.support.table_story import Picture, Story, begin, events, reasons
from vision.advice import MIRRORED, hard_to_read, too_small
from vision.change import Samples
from vision.covers import HIDES
from vision.flicker import FLICKERS, Flicker
from vision.reader import Reader
from webui.language.catalogue import phrasebook

SCHEME = default_scheme("serial")
WHITE = 6
PAPER = CoverLayout(x_in=9.0, y_in=11.0, width_in=6.0, height_in=4.0, colour=(225, 230, 232))


def picture(width_px: int, height_px: int) -> Picture:
    layout = msgspec.structs.replace(
        sample_layout(SCHEME), width_px=width_px, height_px=height_px, blur_px=0.6
    )
    return render_table(layout, SCHEME)


def mains(depth: float, bands: float) -> Callable[[Picture, int], Picture]:
    """What a camera with a rolling shutter sees of a mains lamp, at a chance moment each time."""
    source = random.Random(3)  # noqa: S311 - draws moments, guards nothing

    def see(seen: Picture, _: int) -> Picture:
        begin_at = source.uniform(0.0, 2.0 * math.pi)
        down = np.arange(seen.shape[0]) / seen.shape[0]
        light = 1.0 - depth / 2 + depth / 2 * np.sin(begin_at + 2.0 * math.pi * bands * down)
        return np.asarray(seen * light[:, None, None], dtype=np.uint8)

    return see


@pytest.mark.parametrize(("width_px", "height_px"), [(640, 480), (480, 360)])
def test_stickers_that_are_too_small_are_named_and_none_is_mistaken(
    width_px: int, height_px: int
) -> None:
    reader = Reader(SCHEME)
    reading = reader.read(picture(width_px, height_px))
    assert reading.registered
    assert "too small" in reading.reason
    assert "too small" in reader.hindrance
    cubes = sample_layout(SCHEME).cubes
    for marker in reading.markers:
        assert any(
            (cube.colour, cube.face, cube.serial) == (marker.colour, marker.face, marker.serial)
            and math.dist((cube.x_in, cube.y_in), (marker.x_in, marker.y_in)) < 0.3
            for cube in cubes
        )


def test_a_picture_too_small_for_any_tag_is_told_by_its_size() -> None:
    reading = Reader(SCHEME).read(picture(320, 240))
    assert not reading.registered
    assert reading.markers == ()
    assert reading.reason.startswith(too_small(SCHEME, 320, 240))
    assert too_small(SCHEME, 1920, 1080) == too_small(SCHEME, 1080, 1920) == ""


def test_a_picture_without_a_hindrance_has_none() -> None:
    reader = Reader(SCHEME)
    assert reader.read(picture(1280, 720)).reason == ""
    assert reader.hindrance == ""


def test_blur_that_keeps_tags_from_being_read_is_named() -> None:
    assert "blurred" in hard_to_read(SCHEME, 60.0, 4.0)
    assert hard_to_read(SCHEME, 60.0, 0.8) == ""


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mirrored_picture_is_called_so_and_nothing_is_read(axis: int) -> None:
    mirrored = np.ascontiguousarray(np.flip(picture(1280, 720), axis))
    reading = Reader(SCHEME).read(mirrored)
    assert not reading.registered
    assert reading.markers == ()
    assert reading.reason == MIRRORED


def samples(light: float, hand: bool = False) -> Samples:  # noqa: FBT001, FBT002 - one of two pictures
    seen = np.full((120, 200), 150.0 * light)
    if hand:
        seen[:, :80] = 20.0
    return seen.astype(np.uint8)


def test_only_light_that_goes_to_and_fro_flickers() -> None:
    flicker, lamp, hands = Flicker(), Flicker(), Flicker()
    for number in range(40):
        flicker.look(samples(1.0 if number % 2 else 0.9), number / 4)
        lamp.look(samples(1.0 if number > 20 else 0.5), number / 4)
        hands.look(samples(1.0, hand=number % 4 < 2), number / 4)
    assert flicker.words(10.0) == FLICKERS
    assert lamp.words(10.0) == hands.words(10.0) == ""
    flicker.rest()
    assert flicker.words(40.0) == ""


@pytest.mark.parametrize(("kind", "depth"), [("serial", 0.3), ("anonymous", 0.6)])
def test_a_mains_lamp_is_told_and_moves_nothing(kind: SchemeKind, depth: float) -> None:
    story = begin(kind)
    story.camera = mains(depth, 0.7)
    story.show(16)
    assert any(FLICKERS in reason for reason in reasons(story))
    assert events(story) == []
    story.set(WHITE, x_in=14.2, y_in=14.1)
    story.show(4)
    story.camera = lambda seen, _: seen
    story.show(6)
    assert [type(message) for message in events(story)] == [Moved]


def lay_paper(story: Story) -> None:
    story.hand_at(PAPER.x_in, PAPER.y_in + 8.0)
    story.change(covers=(PAPER,))
    story.hand_at(PAPER.x_in, PAPER.y_in + 2.0)
    story.hand_away(3)


def last_reason(story: Story) -> str:
    return [message.reason for message in story.messages if isinstance(message, EyeState)][-1]


@pytest.mark.parametrize("kind", ["serial", "anonymous"])
def test_paper_on_the_map_is_told_until_it_is_taken_away(kind: SchemeKind) -> None:
    story = begin(kind)
    lay_paper(story)
    assert last_reason(story) == HIDES
    story.hand_at(PAPER.x_in, PAPER.y_in + 2.0)
    story.change(covers=())
    story.hand_away(3)
    assert last_reason(story) == ""
    assert events(story) == []


@pytest.mark.parametrize("kind", ["serial", "anonymous"])
def test_a_marker_that_left_before_paper_came_has_moved_once_it_is_away(kind: SchemeKind) -> None:
    story = begin(kind)
    story.grip(WHITE)
    story.set(WHITE, x_in=14.2, y_in=15.1)
    lay_paper(story)
    # What nobody can tell from another may still stand below; a number cannot be in two places.
    assert [type(one) for one in events(story)] == ([Moved] if kind == "serial" else [])
    story.change(covers=())
    story.show(4)
    assert [type(message) for message in events(story)] == [Moved]
    assert last_reason(story) == ""


@pytest.mark.parametrize(
    "words",
    [MIRRORED, HIDES, FLICKERS, too_small(SCHEME, 320, 240)]
    + [hard_to_read(SCHEME, scale, blur) for scale, blur in ((20.0, 0.5), (60.0, 4.0))],
)
def test_the_words_are_said_in_german(words: str) -> None:
    book = phrasebook("de")
    assert book is not None
    german = book.say(words)
    assert german != words
    assert not {"the", "picture", "camera", "map"} & set(german.lower().split())
