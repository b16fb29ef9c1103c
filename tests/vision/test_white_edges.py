"""A tag has white paper along its sides; the corner of a dark thing on a light map has not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from calibration.scheme import StickerScheme, default_scheme, load_scheme
from vision.art import PatternStack, SampleGrid
from vision.codebook import CodeArt, Codebook
from vision.decode import FittedTags, Verdicts, lack_white_edges
from vision.patches import PatchTaker, Poses

FRAMES = Path(__file__).parent.parent / "frames"
SHARP = 0.25
BLURS = pytest.mark.parametrize("blur", [SHARP, 0.4, 0.6, 1.0])


@dataclass(frozen=True)
class Shown:
    """Stands in for a picture: gives the samples that it was made with."""

    samples: PatternStack

    def take(self, poses: Poses, grid: SampleGrid) -> PatternStack:
        assert self.samples.shape == (len(poses), grid.side**2)
        return self.samples


@pytest.fixture(params=["anonymous", "serial", "small"])
def scheme(request: pytest.FixtureRequest) -> StickerScheme:
    match request.param:
        case "anonymous" | "serial":
            return default_scheme(request.param)
        case _:
            return load_scheme(FRAMES / "scheme.toml")


def lacking(code: CodeArt, look: PatternStack) -> list[bool]:
    """Which of the tags, looking like this from black (0) to white (1), lack their edges."""
    count = len(look)
    each, ones = np.arange(count), np.ones(count)
    tags = FittedTags(
        Poses(np.zeros((count, 2)), np.zeros(count), np.full(count, 0.35)),
        Verdicts(each, each * 0, ones, each, ones / 2),
        gains=ones,
        widened=ones * 0,
        skews=ones * 0,
    )
    taker = cast("PatchTaker", Shown((look * 150 + 40).astype(np.float32)))
    return [bool(one) for one in lack_white_edges(taker.take(tags.poses, code.grid), tags, code)]


def without(code: CodeArt, *towards: tuple[int, int]) -> PatternStack:
    """All tags, with black instead of paper beyond some of their sides."""
    u, v = code.grid.points()
    reach = code.grid.modules / 2
    blackened = np.zeros_like(u)
    for right, down in towards:
        blackened = np.maximum(blackened, u * right + v * down > reach)
    return np.asarray(code.art.values * (1 - blackened), dtype=np.float32)


@BLURS
def test_tags_in_slanting_light_have_their_edges(scheme: StickerScheme, blur: float) -> None:
    code = Codebook(scheme).at(blur)
    u, v = code.grid.points()
    light = 1 + 0.5 * (u + v) / code.grid.modules
    for look in (code.art.values, code.art.values * light, code.art.values + light):
        assert not any(lacking(code, np.asarray(look, dtype=np.float32)))


@BLURS
def test_tags_with_narrow_edges_on_black_cubes_have_them(
    scheme: StickerScheme, blur: float
) -> None:
    code = Codebook(scheme).at(blur)
    assert not any(lacking(code, np.asarray(code.art.values - code.beyond, dtype=np.float32)))


def test_one_edge_may_be_hidden(scheme: StickerScheme) -> None:
    code = Codebook(scheme).at(SHARP)
    for side in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert not any(lacking(code, without(code, side)))


@pytest.mark.parametrize("blur", [SHARP, 0.4])
@pytest.mark.parametrize("sides", [((1, 0), (0, 1)), ((-1, 0), (0, 1)), ((-1, 0), (1, 0))])
def test_what_has_no_edge_along_two_sides_is_no_tag(
    scheme: StickerScheme, sides: tuple[tuple[int, int], ...], blur: float
) -> None:
    code = Codebook(scheme).at(blur)
    assert all(lacking(code, without(code, *sides)))


def test_nothing_is_asked_of_no_tags(scheme: StickerScheme) -> None:
    code = Codebook(scheme).at(SHARP)
    assert lacking(code, code.art.values[:0]) == []
