"""Nothing is ever read where nothing is: tables full of clutter, corner tags in sight."""

from functools import cache
from pathlib import Path

import cv2
import pytest

from calibration.scheme import StickerScheme, default_scheme, load_scheme
from tests.support.clutter import ClutterMaker
from vision.reader import Reader

FRAMES = Path(__file__).parent.parent / "frames"
SOAK_FRAMES = 10_000
FEW_FRAMES = 30
SCHEMES = ("anonymous", "serial", "small")
ONCE_WRONG = (5613, 6374, 7827)
"""Frames in which something was read once, before a rule became stricter."""


@cache
def scheme_of(name: str) -> StickerScheme:
    match name:
        case "anonymous" | "serial":
            return default_scheme(name)
        case _:
            return load_scheme(FRAMES / "scheme.toml")


@cache
def maker(name: str) -> ClutterMaker:
    return ClutterMaker(scheme_of(name))


@cache
def reader(name: str) -> Reader:
    return Reader(scheme_of(name))


def false_ids(seed: int) -> tuple[bool, list[tuple[str, int | None]]]:
    """Whether the board was found in a frame, and what was read in it."""
    name = SCHEMES[seed % len(SCHEMES)]
    reading = reader(name).read(maker(name).frame(seed))
    return reading.registered, [(name, marker.tag_id) for marker in reading.markers]


def run(first: int, frames: int) -> None:
    cv2.setNumThreads(1)
    registered, wrong = 0, {}
    for seed in range(first, first + frames):
        found, ids = false_ids(seed)
        registered += found
        if ids:
            wrong[seed] = ids
    assert wrong == {}
    # Frames in which the board is not found would prove nothing.
    assert registered >= 0.9 * frames


def test_nothing_is_read_on_tables_full_of_clutter() -> None:
    run(0, FEW_FRAMES)


@pytest.mark.parametrize("seed", ONCE_WRONG)
def test_nothing_is_read_where_something_was_once(seed: int) -> None:
    assert false_ids(seed) == (True, [])


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nothing_is_read_in_ten_thousand_frames() -> None:
    run(FEW_FRAMES, SOAK_FRAMES)
