"""Colour as a witness against wrong readings, judged against the scene's own white and black.

Three facts are known in advance. A tag is printed in black, so all channels of the picture lose the
same share of their light in it, as they do in the corner tags; a red or green print does not. Its
paper is white like that of the corner tags, which a tinted map is not. And the cube around a
sticker has the colour that its tag says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray
from vision.codebook import CodeArt
from vision.decode import FittedTags
from vision.patches import PatchTaker
from vision.picture import WorkPicture

LEAST_NEUTRAL: Final = 0.65
"""Loss of light in the least against the most absorbed channel, for a print taken for black."""
CUT_OFF: Final = 252.0
"""Brightness in grey levels of paper that was cut off at full brightness."""
BEYOND_WHITE: Final = 1.5
"""How much brighter than it looks such paper may have been."""
LEAST_WHITE: Final = 0.6
"""Light of the darkest against the brightest channel, for a paper that may be white."""
PLAINLY_WHITE: Final = 0.82
"""The same for a paper that is white beyond doubt, as one light falls on all of the table."""
PLAIN_HUE: Final = 0.12
"""How far a channel lies above both others, over the sticker's white, in a rim of plain colour."""
DARKEST_WHITE_CUBE: Final = 0.3
"""Light of a rim over that of the sticker below which no cube under it is white."""
_RIM_SHARE: Final = 0.94
"""Where the rim of a top face is looked at: this far out from its middle to its edge."""
_RIM_POINTS: Final = 16


@dataclass(frozen=True, eq=False)
class TagColours:
    """Colours of n tags and their cubes, channels blue, green, red.

    Attributes:
        ink: (n, 3) share of the light that black modules take away.
        paper: (n, 3) brightness of white modules in grey levels.
        rims: (n, 3) light of the rim of the top face over that of the sticker's white.
    """

    ink: FloatArray
    paper: FloatArray
    rims: FloatArray


@dataclass(frozen=True, eq=False)
class PrintColours:
    """Black and white as the corner tags show them.

    Attributes:
        ink: (3,) share of the light that black print takes away.
        paper: (3,) brightness of the white around it in grey levels.
    """

    ink: FloatArray
    paper: FloatArray


def measure_colours(
    taker: PatchTaker, tags: FittedTags, code: CodeArt, cube_side_in: float
) -> TagColours | None:
    """Colours of tags at their places; None for a grey picture."""
    centre, frame = taker.pixel_frames(tags.poses)
    u, v = code.grid.points()
    module_in = tags.poses.sides_in / code.grid.modules
    seen = _take(taker.picture, centre, frame * module_in[:, None, None], np.stack([u, v]))
    if seen is None:
        return None
    art = code.art.values[tags.verdicts.codes].astype(np.float64)
    bright = art - art.mean(axis=1, keepdims=True)
    gain = np.einsum("nd,ndc->nc", bright, seen) / (bright**2).sum(axis=1)[:, None]
    white = np.maximum(seen.mean(axis=1) + gain * (1 - art.mean(axis=1))[:, None], 1.0)
    around = _take(taker.picture, centre, frame, _rim(cube_side_in))
    if around is None:
        return None
    return TagColours(gain / white, white, _middle(around) / white)


def _middle(colours: FloatArray) -> FloatArray:
    """The median of each channel: (n, d, 3) -> (n, 3). As `np.median` in a few times less time."""
    low, high = (colours.shape[1] - 1) // 2, colours.shape[1] // 2
    parted = np.partition(colours, (low, high), axis=1)
    return np.asarray((parted[:, low] + parted[:, high]) / 2, dtype=np.float64)


def corner_colours(
    picture: NDArray[np.uint8], quads_px: Iterable[FloatArray]
) -> PrintColours | None:
    """Black and white of the corner tags; None for a grey picture or without tags."""
    if picture.ndim != 3:
        return None
    inks, papers = [], []
    for quad in quads_px:
        middle = quad.mean(axis=0)
        edges = (quad + np.roll(quad, -1, axis=0)) / 2
        lit = np.maximum(_mean_colour(picture, middle + (edges - middle) * 1.1), 1.0)
        inks.append(1 - _mean_colour(picture, middle + (edges - middle) * 0.83) / lit)
        papers.append(lit)
    if not inks:
        return None
    return PrintColours(np.median(inks, axis=0), np.median(papers, axis=0))


def are_black_prints(colours: TagColours, reference: PrintColours | None) -> NDArray[np.bool_]:
    """Which tags are printed in black, as far as colour can tell: (n,)."""
    usual = np.ones(3) if reference is None else np.maximum(reference.ink, 0.05)
    # Paper cut off at full brightness may have been brighter, and black took more of it away then.
    beyond = np.where(colours.paper >= CUT_OFF, BEYOND_WHITE, 1.0)
    brighter = 1 - (1 - colours.ink) / beyond
    evenness = np.maximum(_evenness(colours.ink / usual), _evenness(brighter / usual))
    return np.asarray(evenness >= LEAST_NEUTRAL, dtype=np.bool_)


def are_on_white(
    colours: TagColours, reference: PrintColours | None, least: float
) -> NDArray[np.bool_]:
    """Which tags are printed on white paper, at least so white: (n,)."""
    usual = np.full(3, 255.0) if reference is None else reference.paper
    return _evenness(colours.paper / usual) >= least


def _evenness(channels: FloatArray) -> FloatArray:
    """Smallest over largest of the channels: (n, 3) -> (n,)."""
    largest = np.maximum(channels.max(axis=1), 1e-6)
    return np.asarray(channels.min(axis=1) / largest, dtype=np.float64)


def is_clearly_not(colour: str, rim: FloatArray, paper: FloatArray | None = None) -> bool:
    """Whether a rim cannot be of a colour; False for colours that nothing is known about.

    Only a rim that plainly has the hue of other cubes speaks against a tag, or one far too dark for
    a white cube. A white or pale rim says nothing, since stickers may cover the whole face, and no
    more does a dull one: edges get dirty, and a rim in shadow or beside the cube shows the table.

    Args:
        colour: name of the colour.
        rim: (3,) blue, green, red over the sticker's white.
        paper: (3,) that white in grey levels; a channel that alone is cut off at full brightness
            makes the rim look more of its hue than it is.
    """
    least = rim
    if paper is not None and not (paper >= CUT_OFF).all():
        least = np.where(paper >= CUT_OFF, rim / BEYOND_WHITE, rim)
    hue = _plain_hue(rim, least)
    match colour:
        case "red" | "green" | "blue":
            return hue is not None and hue != colour
        case "white":
            return hue is not None or float(rim.max()) < DARKEST_WHITE_CUBE
        case _:
            return False


def _plain_hue(rim: FloatArray, least: FloatArray) -> str | None:
    """Which of the three channels plainly outshines the others, None where none does.

    Args:
        rim: (3,) how bright the channels are, or seem where their white is cut off.
        least: (3,) how bright they are at least.
    """
    strongest = int(rim.argmax())
    others = float(np.delete(rim, strongest).max())
    return ("blue", "green", "red")[strongest] if least[strongest] - others > PLAIN_HUE else None


def _take(
    picture: WorkPicture, centre: FloatArray, frame: FloatArray, at: FloatArray
) -> FloatArray | None:
    """Colours at points (2, d) of n frames: (n, d, 3)."""
    x = (frame[:, 0] @ at + centre[:, :1]).astype(np.float32)
    y = (frame[:, 1] @ at + centre[:, 1:]).astype(np.float32)
    seen = picture.take_colour(x, y)
    return None if seen is None else seen.astype(np.float64)


@lru_cache(maxsize=4)
def _rim(cube_side_in: float) -> FloatArray:
    """Points along the rim of a top face, in inches from its middle: (2, 4 * _RIM_POINTS)."""
    reach = cube_side_in / 2 * _RIM_SHARE
    along = np.linspace(-reach, reach, _RIM_POINTS)
    edge = np.full(_RIM_POINTS, reach)
    return np.stack(
        [np.concatenate([along, edge, along, -edge]), np.concatenate([-edge, along, edge, along])]
    )


def _mean_colour(picture: NDArray[np.uint8], points_px: FloatArray) -> FloatArray:
    height, width = picture.shape[:2]
    x = np.clip(np.round(points_px[:, 0]), 0, width - 1).astype(np.intp)
    y = np.clip(np.round(points_px[:, 1]), 0, height - 1).astype(np.intp)
    return np.asarray(picture[y, x, :3].astype(np.float64).mean(axis=0), dtype=np.float64)
