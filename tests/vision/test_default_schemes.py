"""Both default schemes in photo-like and painted pictures, held to what the reader promises."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.scheme import SchemeKind, default_scheme, load_scheme
from companion.bench.vision_rivals import reader_detector
from companion.bench.vision_tables import paint
from companion.bench.vision_wear import Fault, everyday
from tests.support.scene_truth import lens_beside
from tests.support.swapped_tags import SwappedScene, count, swap
from vision.reader import Reader

FRAMES = Path(__file__).parent.parent / "frames"
BOTH = pytest.mark.parametrize("kind", ["anonymous", "serial"])
LENS = pytest.mark.parametrize("has_lens", [True, False], ids=["with lens", "without lens"])
LEVELS = {"easy": (1.0, 0.03), "med": (0.99, 0.04), "hard": (0.975, 0.08)}
"""Least readable recall and largest 95th percentile of the position error, in inches."""
LARGEST_WITHOUT_LENS_IN = 0.10


@cache
def swapped(picture: Path, kind: SchemeKind) -> SwappedScene:
    printed = load_scheme(FRAMES / "scheme.toml")
    return swap(picture, printed, kind)


def expect_level(pictures: list[Path], kind: SchemeKind, level: str, *, has_lens: bool) -> None:
    readable = found = wrong = 0
    errors_in: list[float] = []
    for picture in pictures:
        scene = swapped(picture, kind)
        lens = lens_beside(picture) if has_lens else None
        here, false, errors = count(Reader(scene.scheme, lens).read(scene.picture), scene)
        readable += sum(cube.is_readable for cube in scene.cubes)
        found += here
        wrong += false
        errors_in += errors
    least_recall, largest_in = LEVELS[level]
    assert readable >= 40 * len(pictures)
    assert wrong == 0
    assert found / readable >= least_recall - (0.0 if has_lens else 0.01)
    assert np.percentile(errors_in, 95) <= (largest_in if has_lens else LARGEST_WITHOUT_LENS_IN)


@BOTH
@LENS
@pytest.mark.parametrize("level", ["easy", "med"])
def test_stickers_in_photo_like_pictures_are_read(
    kind: SchemeKind, level: str, *, has_lens: bool
) -> None:
    expect_level(sorted(FRAMES.glob(f"{level}_*.jpg")), kind, level, has_lens=has_lens)


@pytest.mark.shared
@BOTH
@LENS
@pytest.mark.parametrize("level", LEVELS)
def test_stickers_in_all_photo_like_pictures_are_read(
    shared_folder: Path, kind: SchemeKind, level: str, *, has_lens: bool
) -> None:
    pictures = sorted((shared_folder / "scenes" / "scenes").glob(f"{level}_*.jpg"))
    expect_level(pictures, kind, level, has_lens=has_lens)


@BOTH
def test_nothing_of_the_old_stickers_is_left_to_be_read(kind: SchemeKind) -> None:
    picture = FRAMES / "easy_06_v3hd.jpg"
    reading = Reader(load_scheme(FRAMES / "scheme.toml")).read(swapped(picture, kind).picture)
    assert reading.markers == ()


@BOTH
def test_stickers_on_everyday_tables_are_read(kind: SchemeKind) -> None:
    scheme = default_scheme(kind)
    read = reader_detector(scheme)
    readable = found = wrong = 0
    for seed in range(40, 44):
        fault = Fault(blur_px=0.0, noise=0.0)
        table = paint(scheme, (1920, 1080), fault, seed, everyday(seed))
        here, false = table.count(read(table.picture))
        readable += table.readable
        found += here
        wrong += false
    assert wrong == 0
    assert found == readable == 240
