"""A hex that plainly shows the map, and a marker that was taken off it while nobody looked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import HandLayout, TableLayout, layout_lens, sample_layout
from calibration.render import render_table
from calibration.scheme import SchemeKind, default_scheme
from companion.board.grid import BoardPoint
from companion.border import Removed
from tests.support.table_story import begin, events
from vision.bare_hex import is_bare_hex
from vision.reader import Reader
from vision.reading import PixelBox, Reading

BOTH = pytest.mark.parametrize("kind", ["serial", "anonymous"])
SCHEME = default_scheme("anonymous")
TABLE = sample_layout(SCHEME)


def painted(table: TableLayout) -> NDArray[np.uint8]:
    return render_table(table, SCHEME).copy()


def test_a_hex_with_a_marker_or_below_a_hand_is_not_bare_and_many_others_are() -> None:
    reader = Reader(SCHEME, layout_lens(TABLE))
    empty = painted(TABLE)
    reader.read(empty)
    registration = reader.registration
    assert registration is not None
    hexes = registration.board.hexes
    assert hexes is not None
    for cube in TABLE.cubes:
        at = BoardPoint(cube.x_in, cube.y_in)
        assert not is_bare_hex(empty, registration, SCHEME.corners, at)
    free = [
        centre
        for centre in map(hexes.centre, hexes)
        if all(centre.distance_in(BoardPoint(c.x_in, c.y_in)) > 0.9 for c in TABLE.cubes)
    ]
    bare = [at for at in free if is_bare_hex(empty, registration, SCHEME.corners, at)]
    assert len(bare) > len(free) / 3

    chance = random.Random(3)  # noqa: S311 - places of hands, not a secret
    covered = 0
    for _ in range(6):
        hand = HandLayout(x_in=chance.uniform(3, 23), y_in=chance.uniform(3, 18))
        hands = (hand, msgspec.structs.replace(hand, skin=(9, 9, 250), sleeve=(9, 250, 9)))
        picture, other = (painted(msgspec.structs.replace(TABLE, hand=hand)) for hand in hands)
        hidden = np.abs(picture.astype(np.int16) - other).max(axis=2) > 15
        for at in bare:
            x_px, y_px = registration.board_to_pixels(np.array([[at.x_in, at.y_in]]))[0].astype(int)
            if hidden[y_px - 9 : y_px + 10, x_px - 9 : x_px + 10].mean() > 0.3:
                covered += 1
                assert not is_bare_hex(picture, registration, SCHEME.corners, at)
    assert covered > 30


@BOTH
@pytest.mark.parametrize("index", [0, 6])
def test_a_marker_taken_off_during_a_restart_is_removed_within_seconds(
    kind: SchemeKind, index: int
) -> None:
    story = begin(kind)
    story.lift(index)
    story.restart()
    began_s = story.pictures / story.fps
    story.show(20)
    told = events(story)
    assert [type(message) for message in told] == [Removed]
    assert told[0].t_s - began_s <= 9.0


@BOTH
def test_a_marker_that_cannot_be_read_after_a_restart_is_not_removed(kind: SchemeKind) -> None:
    story = begin(kind)
    cube = story.layout.cubes[6]
    story.restart()
    read = story.reader.read

    def read_others(image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        found = read(image, regions)
        others = tuple(m for m in found.markers if abs(m.x_in - cube.x_in) > 0.5)
        return replace(found, markers=others)

    story.reader.read = read_others  # type: ignore[method-assign]  # one tag is too dirty to read
    story.show(24)
    assert events(story) == []
