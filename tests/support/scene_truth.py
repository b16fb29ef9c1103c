"""Truth of the photo-like pictures, and how a reading compares with it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.lens import Lens, load_lens
from calibration.scheme import StickerScheme
from companion.board.grid import BoardPoint
from vision.pictures import load_picture
from vision.reader import Reader
from vision.reading import Reading

HALF_HEX_IN = 0.5625


@dataclass(frozen=True)
class TrueCube:
    """One cube of a picture as it really stands."""

    tag_id: int
    x_in: float
    y_in: float
    z_in: float
    pose: str
    is_readable: bool


@dataclass(frozen=True)
class Comparison:
    """A reading against the truth.

    Attributes:
        readable, found: readable cubes, and how many of them were read within half a hex.
        wrong: ids read that are on no cube there, a second reading of one included.
        errors_in: distance from the truth of each readable cube that was found.
        wrong_hexes: labels of cubes read into another hex, those on hexsides left out.
        wrong_heights: ids of cubes read at another height.
    """

    readable: int
    found: int
    wrong: list[int]
    errors_in: list[float]
    wrong_hexes: list[str]
    wrong_heights: list[int]

    @property
    def recall(self) -> float:
        """Share of the readable cubes that were found."""
        return self.found / self.readable

    def error_in(self, percentile: float) -> float:
        """Percentile of the position errors in inches."""
        return float(np.percentile(self.errors_in, percentile))


def load_truth(picture: Path) -> list[TrueCube]:
    """The cubes of a picture, from the truth file beside it."""
    truth = json.loads(picture.with_suffix(".json").read_text("utf-8"))
    return [
        TrueCube(
            cube["tag_id"],
            cube["x_in"],
            cube["y_in"],
            cube["z_in"],
            cube["pose"],
            cube["visible_fraction"] >= 0.9
            and cube["in_frame"]
            and (cube["module_contrast"] or 0) >= 0.12,
        )
        for cube in truth["cubes"]
    ]


def lens_beside(picture: Path) -> Lens:
    """The lens of a picture, from the file beside it."""
    return load_lens(picture.with_suffix(".lens.toml"))


def read_and_compare(picture: Path, scheme: StickerScheme, lens: Lens | None) -> Comparison:
    """Read a picture with a fresh reader and hold it against its truth."""
    return compare(Reader(scheme, lens).read(load_picture(picture)), load_truth(picture), scheme)


def compare(reading: Reading, truth: list[TrueCube], scheme: StickerScheme) -> Comparison:
    """Hold a reading against the truth."""
    by_id = {cube.tag_id: cube for cube in truth}
    found: set[int] = set()
    result = Comparison(sum(cube.is_readable for cube in truth), 0, [], [], [], [])
    for marker in reading.markers:
        cube = by_id.get(-1 if marker.tag_id is None else marker.tag_id)
        if cube is None or cube.tag_id in found:
            result.wrong.append(-1 if marker.tag_id is None else marker.tag_id)
            continue
        error = math.hypot(marker.x_in - cube.x_in, marker.y_in - cube.y_in)
        if error > HALF_HEX_IN:
            result.wrong.append(cube.tag_id)
            continue
        found.add(cube.tag_id)
        if cube.is_readable:
            result.errors_in.append(error)
        here = scheme.board.place_at(BoardPoint(marker.x_in, marker.y_in))
        there = scheme.board.place_at(BoardPoint(cube.x_in, cube.y_in))
        if cube.pose != "hexside" and here != there:
            result.wrong_hexes.append(f"{there} read as {here}")
        if abs(marker.z_in - cube.z_in) > 0.25:
            result.wrong_heights.append(cube.tag_id)
    readable = sum(by_id[tag_id].is_readable for tag_id in found)
    return Comparison(
        result.readable,
        readable,
        result.wrong,
        result.errors_in,
        result.wrong_hexes,
        result.wrong_heights,
    )
