"""Finds and reads all marker tags in a part of a picture, in one plane over the board."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.registration import Registration
from vision.codebook import Codebook
from vision.colour import (
    LEAST_WHITE,
    PLAINLY_WHITE,
    PrintColours,
    are_black_prints,
    are_on_white,
    is_clearly_not,
    measure_colours,
)
from vision.decode import (
    FittedTags,
    are_strangers,
    have_wrong_modules,
    lack_white_edges,
    read_tags,
)
from vision.heights import FEWEST_FOR_SIZE
from vision.patches import PatchTaker, Poses
from vision.picture import WorkPicture
from vision.rectify import Plane, rectify_map
from vision.ring import ANY_SIZE, KNOWN_SIZE, PIXELS_PER_MODULE, find_rings

SPOTS_PER_SQUARE_INCH: Final = 1.6
FEWEST_SPOTS: Final = 40
LARGEST_SKEW: Final = 0.045
"""Tags that look less square than this lie on the side of a cube."""
SIZE_RANGE: Final = (0.85, 1.2)
"""Tags may be this much smaller or larger than expected."""

WIDEST_BLUR: Final = 1.0
"""Widest blur of a picture in which tags are read, standard deviation in modules."""


@dataclass(frozen=True, eq=False)
class PrintLook:
    """How a camera shows prints in the light of the moment, told from the corner tags.

    Attributes:
        blur_px: blur of edges in the full picture.
        corners: black and white of the corner tags, None in grey pictures.
        cube_side_in: side of the cubes that bear the tags.
        knows_size: whether the size of the prints is known from an earlier picture.
        is_noisy: whether noise is strong beside the contrast of prints.
    """

    blur_px: float
    corners: PrintColours | None
    cube_side_in: float
    knows_size: bool = False
    is_noisy: bool = False


class Stopwatch:
    """Milliseconds spent by step."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Add the time of a block to a step."""
        start = time.perf_counter()
        yield
        spent = (time.perf_counter() - start) * 1000
        self.ms[name] = round(self.ms.get(name, 0.0) + spent, 2)


def pixels_per_inch_wanted(modules: int, side_in: float) -> float:
    """Scale of the drawing that tags are looked for in."""
    return PIXELS_PER_MODULE * modules / side_in


def detect_tags(
    picture: WorkPicture,
    registration: Registration,
    plane: Plane,
    look: PrintLook,
    codebook: Codebook,
    watch: Stopwatch,
) -> tuple[FittedTags, PatchTaker]:
    """Read the tags of issued ids; those on cube sides and coloured prints are left out.

    Args:
        picture: holds what the plane shows.
        registration: where the board lies in the picture.
        plane: where tags are looked for; its height is taken for that of all tags.
        look: how the camera shows prints.
        codebook: the issued tags.
        watch: takes the times.

    Returns:
        The tags, and what takes further looks at their picture.
    """
    modules = codebook.modules
    side_in = PIXELS_PER_MODULE * modules / plane.pixels_per_inch
    with watch.step("rectify"):
        drawing = picture.take(*rectify_map(registration, plane), smooth=False)
    area = plane.width_px * plane.height_px / plane.pixels_per_inch**2
    with watch.step("find"):
        most = max(FEWEST_SPOTS, int(SPOTS_PER_SQUARE_INCH * area))
        rings = find_rings(drawing, modules, most, KNOWN_SIZE if look.knows_size else ANY_SIZE)
    poses = Poses(plane.to_board(rings.centres_px), rings.yaws_rad, rings.sizes * side_in)
    module_px = registration.pixels_per_inch(plane.z_in) * side_in / modules
    with watch.step("decode"):
        sigma = picture.blur_of(look.blur_px) / module_px
        if sigma > WIDEST_BLUR:
            # What is left of the modules is about as much like a wrong code as like the right one.
            poses = poses.pick(np.arange(0))
        code = codebook.at(sigma)
        taker = PatchTaker(picture, registration, plane.z_in)
        tags = read_tags(taker, poses, code)
        sizes = tags.poses.sides_in / side_in
        good = (
            tags.verdicts.are_likely()
            & (tags.skews <= LARGEST_SKEW)
            & (sizes >= SIZE_RANGE[0])
            & (sizes <= SIZE_RANGE[1])
        )
        tags = tags.pick(np.flatnonzero(good))
        speaks_alone = (
            not look.knows_size and int(tags.verdicts.are_clear().sum()) < FEWEST_FOR_SIZE
        )
        seen = taker.take(tags.poses, code.grid)
        wrong = have_wrong_modules(seen, tags, code, may_bend=not speaks_alone)
        wrong |= lack_white_edges(seen, tags, code) | are_strangers(seen, tags, code)
        tags = tags.pick(np.flatnonzero(~wrong))
    with watch.step("colour"):
        colours = measure_colours(taker, tags, code, look.cube_side_in)
        if colours is None:
            return tags, taker
        printed = are_black_prints(colours, look.corners) & np.where(
            tags.verdicts.are_clear(),
            are_on_white(colours, look.corners, LEAST_WHITE),
            are_on_white(colours, look.corners, PLAINLY_WHITE),
        )
        fitting = [
            not is_clearly_not(codebook.colours[index], rim, paper)
            for index, rim, paper in zip(
                tags.verdicts.codes, colours.rims, colours.paper, strict=True
            )
        ]
        return tags.pick(np.flatnonzero(printed & np.array(fitting, dtype=np.bool_))), taker
