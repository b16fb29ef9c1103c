"""Colour as a witness against wrong readings, judged against the scene's own white and black.

Two facts are known in advance. A tag is printed in black, so all channels of the picture lose the
same share of their light in it, as they do in the corner tags; a red or green print does not. And
the cube around a sticker has the colour that its tag says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
_RIM_SHARE: Final = 0.94
"""Where the rim of a top face is looked at: this far out from its middle to its edge."""
_RIM_POINTS: Final = 16


@dataclass(frozen=True, eq=False)
class TagColours:
    """Colours of n tags and their cubes, channels blue, green, red.

    Attributes:
        ink: (n, 3) share of the light that black modules take away.
        rims: (n, 3) light of the rim of the top face over that of the sticker's white.
    """

    ink: FloatArray
    rims: FloatArray


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
    return TagColours(gain / white, np.median(around, axis=1) / white)


def corner_ink(picture: NDArray[np.uint8], quads_px: Iterable[FloatArray]) -> FloatArray | None:
    """Share of the light that black print takes away in the corner tags: (3,); None if grey."""
    if picture.ndim != 3:
        return None
    shares = []
    for quad in quads_px:
        middle = quad.mean(axis=0)
        edges = (quad + np.roll(quad, -1, axis=0)) / 2
        lit = _mean_colour(picture, middle + (edges - middle) * 1.1)
        dark = _mean_colour(picture, middle + (edges - middle) * 0.83)
        shares.append(1 - dark / np.maximum(lit, 1.0))
    return np.asarray(np.median(shares, axis=0), dtype=np.float64) if shares else None


def are_black_prints(colours: TagColours, reference: FloatArray | None) -> NDArray[np.bool_]:
    """Which tags are printed in black, as far as colour can tell: (n,)."""
    usual = np.ones(3) if reference is None else np.maximum(reference, 0.05)
    share = colours.ink / usual
    return np.asarray(share.min(axis=1) >= LEAST_NEUTRAL * share.max(axis=1), dtype=np.bool_)


def is_clearly_not(colour: str, rim: FloatArray) -> bool:
    """Whether a rim cannot be of a colour; False for colours that nothing is known about.

    Args:
        colour: name of the colour.
        rim: (3,) blue, green, red over the sticker's white.
    """
    blue, green, red = (float(value) for value in rim)
    match colour:
        case "red":
            return red - max(green, blue) < -0.1
        case "green":
            return green - red < -0.12
        case "blue":
            return blue - red < -0.12
        case "black":
            return min(blue, green, red) > 0.85
        case "white":
            return max(blue, green, red) < 0.45
        case _:
            return False


def _take(
    picture: WorkPicture, centre: FloatArray, frame: FloatArray, at: FloatArray
) -> FloatArray | None:
    """Colours at points (2, d) of n frames: (n, d, 3)."""
    x = (frame[:, 0] @ at + centre[:, :1]).astype(np.float32)
    y = (frame[:, 1] @ at + centre[:, 1:]).astype(np.float32)
    seen = picture.take_colour(x, y)
    return None if seen is None else seen.astype(np.float64)


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
