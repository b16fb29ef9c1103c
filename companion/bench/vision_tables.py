"""Tables whose truth is known, painted for the vision bench in any size and with any fault."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from calibration.families import find_family
from calibration.layout import CubeLayout, TableLayout, layout_registration
from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.render import light_at, render_table
from calibration.scheme import StickerScheme, default_scheme
from companion.bench.figures import BenchError
from companion.bench.vision_wear import Fault, Picture, Wear, light_of, taken

MARKERS: Final = 60
SAME_IN: Final = 0.5625
"""A reading counts for a marker within half a hex of it."""
LEAST_CONTRAST: Final = 0.12
"""White less black of a tag, over full brightness, below which nobody can read it."""
_TAG_WHITE, _TAG_BLACK = 240.0, 26.0
_APART_IN: Final = 0.75
_ASPECT: Final = 16 / 9
PLAIN: Final = Wear()


@dataclass(frozen=True, slots=True)
class Sight:
    """One tag that a detector reports.

    Attributes:
        tag_id: its id.
        x_px, y_px: its middle in the picture.
    """

    tag_id: int
    x_px: float
    y_px: float


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """The top face of a marker.

    Attributes:
        tag_id: its tag.
        x_in, y_in: its middle on the board.
        tag_px: middle of its tag in the picture, (2,); a crooked sticker's is not the cube's.
        is_readable: glare leaves at least `LEAST_CONTRAST` between its black and its white.
    """

    tag_id: int
    x_in: float
    y_in: float
    tag_px: FloatArray
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How what a detector reports compares with the truth.

    Attributes:
        found: readable markers that it found.
        false: ids reported that are not there.
        off_px: how far the middle of each found tag was reported from where it is.
    """

    found: int
    false: int
    off_px: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class PaintedTable:
    """A table and the truth about it.

    Attributes:
        picture: BGR.
        registration: where the board lies in it, exactly.
        tops: the markers.
        scheme: what the tags mean.
    """

    picture: Picture
    registration: Registration
    tops: Sequence[Top]
    scheme: StickerScheme

    @property
    def readable(self) -> int:
        """How many markers can be read."""
        return sum(top.is_readable for top in self.tops)

    def count(self, sights: Sequence[Sight]) -> tuple[int, int]:
        """How many readable markers were found, and how many ids reported that are not there."""
        outcome = self.compare(sights)
        return outcome.found, outcome.false

    def compare(self, sights: Sequence[Sight]) -> Outcome:
        """What of it is there, what is not, and how far off it is.

        Corner tags, ids that no marker bears and what lies beside the map are left out, as any
        program that uses a detector would leave them out.
        """
        wanted = [sight for sight in sights if sight.tag_id in self.scheme.issued]
        left = list(self.tops)
        false = 0
        off_px = []
        if not wanted:
            return Outcome(0, 0, ())
        pixels = np.array([[sight.x_px, sight.y_px] for sight in wanted])
        places: FloatArray = self.registration.pixels_to_board(pixels, self.scheme.cube_side_in)
        board = self.scheme.board
        for sight, (x_in, y_in) in zip(wanted, places, strict=True):
            if not (-0.3 < x_in < board.width_in + 0.3 and -0.3 < y_in < board.height_in + 0.3):
                continue
            near = [
                top
                for top in left
                if top.tag_id == sight.tag_id
                and math.dist((top.x_in, top.y_in), (x_in, y_in)) <= SAME_IN
            ]
            if near:
                left.remove(near[0])
                if near[0].is_readable:
                    off_px.append(math.dist(near[0].tag_px, (sight.x_px, sight.y_px)))
            else:
                false += 1
        return Outcome(len(off_px), false, tuple(off_px))


def serial_scheme(family_name: str) -> StickerScheme:
    """The default serial scheme in another tag family, its corner tags behind the markers'.

    Raises:
        BenchError: the family is unknown or too small.
    """
    scheme = default_scheme("serial")
    family = find_family(family_name)
    first = max(scheme.issued) + 1
    if family is None or len(family.codes) < first + len(scheme.corners):
        raise BenchError(f"the tag family {family_name} is unknown or has too few tags")
    corners = tuple(
        dataclasses.replace(corner, tag_id=first + index)
        for index, corner in enumerate(scheme.corners)
    )
    return dataclasses.replace(scheme, family=family, corners=corners)


def scattered(scheme: StickerScheme, seed: int, markers: int = MARKERS) -> tuple[CubeLayout, ...]:
    """Markers at random places and turns, no two nearer than three quarters of an inch."""
    source = random.Random(seed)  # noqa: S311 - scatters cubes, guards nothing
    kinds = [
        (colour.name, colour.first_serial + index if scheme.kind == "serial" else None)
        for colour in scheme.colours
        for index in range(colour.markers)
    ]
    places: list[tuple[float, float]] = []
    cubes = []
    for colour_name, serial in source.sample(kinds, markers):
        while True:
            place = (
                source.uniform(0.5, scheme.board.width_in - 0.5),
                source.uniform(0.5, scheme.board.height_in - 0.5),
            )
            if all(math.dist(place, other) >= _APART_IN for other in places):
                break
        places.append(place)
        cubes.append(
            CubeLayout(
                colour=colour_name,
                serial=serial,
                face=source.randint(1, 6),
                x_in=place[0],
                y_in=place[1],
                yaw_deg=source.uniform(0, 360),
            )
        )
    return tuple(cubes)


def size_for(scheme: StickerScheme, pixels_per_module: float) -> tuple[int, int]:
    """Width and height of a wide picture of the map with so large modules on the cubes' tops."""
    module_in = scheme.marker_tag_side_in / scheme.family.modules
    trial = TableLayout(width_px=1920, height_px=1080)
    per_inch = layout_registration(trial, scheme.board).pixels_per_inch(scheme.cube_side_in)
    height_px = round(1080 * pixels_per_module / module_in / per_inch / 2) * 2
    return round(height_px * _ASPECT / 2) * 2, height_px


def paint(
    scheme: StickerScheme, size_px: tuple[int, int], fault: Fault, seed: int, wear: Wear = PLAIN
) -> PaintedTable:
    """Paint a table with a fault; the seed scatters the markers and starts the noise."""
    cubes = crooked(scattered(scheme, seed), wear, seed)
    layout = TableLayout(
        cubes=cubes,
        width_px=size_px[0],
        height_px=size_px[1],
        camera=wear.camera,
        blur_px=0.0,
        noise=0.0,
        seed=seed,
        light=light_of(wear, fault),
    )
    registration = layout_registration(layout, scheme.board)
    contrasts = _contrasts(layout, registration, scheme)
    stickers = np.array([cube.sticker_middle_in for cube in cubes])
    tags_px = registration.board_to_pixels(stickers, scheme.cube_side_in)
    return PaintedTable(
        picture=taken(render_table(layout, scheme), wear, fault, seed),
        registration=registration,
        tops=[
            Top(
                scheme.tag_of(cube.colour, cube.face, cube.serial),
                cube.x_in,
                cube.y_in,
                tag_px,
                bool(contrast >= LEAST_CONTRAST),
            )
            for cube, tag_px, contrast in zip(cubes, tags_px, contrasts, strict=True)
        ],
        scheme=scheme,
    )


def crooked(cubes: Sequence[CubeLayout], wear: Wear, seed: int) -> tuple[CubeLayout, ...]:
    """The cubes with stickers that sit as badly as the wear says."""
    source = random.Random(f"stickers {seed}")  # noqa: S311 - scatters stickers, guards nothing
    return tuple(
        msgspec.structs.replace(
            cube,
            sticker_x_in=source.gauss(0.0, wear.sticker_off_in),
            sticker_y_in=source.gauss(0.0, wear.sticker_off_in),
            sticker_deg=source.gauss(0.0, wear.sticker_turn_deg),
        )
        for cube in cubes
    )


def _contrasts(
    layout: TableLayout, registration: Registration, scheme: StickerScheme
) -> FloatArray:
    """Contrast that clipping at full brightness leaves to each tag, dim light left aside: (n,)."""
    places = np.array([[cube.x_in, cube.y_in] for cube in layout.cubes])
    pixels = registration.board_to_pixels(places, scheme.cube_side_in)
    x, y = pixels[:, 0] / layout.width_px, pixels[:, 1] / layout.height_px
    lit = light_at(layout.light, x, y)
    added = 0.0
    if layout.light.glare_in is not None:
        x_in, y_in, radius_in = layout.light.glare_in
        square = ((places - [x_in, y_in]) ** 2).sum(axis=1) / radius_in**2
        added = 255.0 * layout.light.glare_strength * np.exp(-square)
    white = np.minimum(255.0, _TAG_WHITE * lit + added)
    black = np.minimum(255.0, _TAG_BLACK * lit + added)
    return np.asarray((white - black) / 255.0 / np.minimum(lit, 1.0), dtype=np.float64)
