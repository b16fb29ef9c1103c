"""Which tag family the default schemes should use: ``python -m companion.bench.vision_schemes``.

All families are printed in one size, 9 mm, and seen by a camera with 1080 lines or fewer. Each is
read on the same tables under the same faults; then on tables whose tags are random modules that
belong to no scheme, so that anything read is false.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.families import TagFamily, find_family
from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from companion.bench.figures import BenchError
from companion.bench.vision_rivals import reader_detector
from companion.bench.vision_tables import paint
from companion.bench.vision_wear import Fault

HD: Final = (1920, 1080)
FAULTS: Final[dict[str, tuple[tuple[int, int], Fault]]] = {
    "plain": (HD, Fault()),
    "1440x810": ((1440, 810), Fault()),
    "1280x720": ((1280, 720), Fault()),
    "1120x630": ((1120, 630), Fault()),
    "blur 1.2": (HD, Fault(blur_px=1.2)),
    "blur 1.6": (HD, Fault(blur_px=1.6)),
    "blur 2.0": (HD, Fault(blur_px=2.0)),
    "blur 2.4": (HD, Fault(blur_px=2.4)),
    "noise 40": (HD, Fault(noise=40.0)),
    "noise 80": (HD, Fault(noise=80.0)),
    "jpeg 5": (HD, Fault(jpeg_quality=5)),
    "exposure 0.03": (HD, Fault(exposure=0.03)),
    "glare 0.8": (HD, Fault(glare=0.8)),
    "all of it": (HD, Fault(blur_px=1.5, noise=25.0, jpeg_quality=25, exposure=0.5, glare=0.5)),
}
_TABLES: Final = 2
_FIRST_SEED: Final = 900


@dataclass(frozen=True, slots=True)
class Candidate:
    """A family that a scheme might use.

    Attributes:
        kind: of the scheme.
        family: name of OpenCV's dictionary.
        is_picked: take the tags that lie farthest apart instead of the first ones.
    """

    kind: SchemeKind
    family: str
    is_picked: bool = False


CANDIDATES: Final = (
    Candidate("anonymous", "DICT_4X4_50"),
    Candidate("anonymous", "DICT_4X4_1000", is_picked=True),
    Candidate("anonymous", "DICT_APRILTAG_16h5"),
    Candidate("anonymous", "DICT_5X5_50"),
    Candidate("anonymous", "DICT_APRILTAG_25h9"),
    Candidate("anonymous", "DICT_6X6_50"),
    Candidate("anonymous", "DICT_APRILTAG_36h11"),
    Candidate("serial", "DICT_4X4_1000"),
    Candidate("serial", "DICT_5X5_1000"),
    Candidate("serial", "DICT_6X6_1000"),
    Candidate("serial", "DICT_APRILTAG_36h11"),
)


def distances(codes: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Modules in which each two tags differ in the turn in which they are most alike: (n, n).

    A tag is not compared with itself upright, but with itself turned.
    """
    flat = codes.reshape(len(codes), -1).astype(np.int64)
    size = flat.shape[1]
    least = np.full((len(codes), len(codes)), size, dtype=np.int64)
    for turns in range(4):
        other = np.rot90(codes, turns, axes=(1, 2)).reshape(len(codes), -1).astype(np.int64)
        apart = flat @ (1 - other).T + (1 - flat) @ other.T
        if turns == 0:
            np.fill_diagonal(apart, size)
        least = np.minimum(least, apart)
    return least


def farthest_apart(codes: NDArray[np.uint8], count: int) -> NDArray[np.intp]:
    """Indices of tags chosen one by one so that each lies as far as can be from those before."""
    apart = distances(codes)
    own = np.diag(apart)
    chosen = [int(own.argmax())]
    for _ in range(count - 1):
        least = np.minimum(apart[chosen].min(axis=0), own)
        least[chosen] = -1
        chosen.append(int(least.argmax()))
    return np.array(chosen, dtype=np.intp)


def schemes(candidate: Candidate) -> tuple[StickerScheme, StickerScheme]:
    """The scheme, and one whose markers bear none of its tags but the same corner tags.

    Raises:
        BenchError: the family is unknown or too small.
    """
    base = default_scheme(candidate.kind)
    family = find_family(candidate.family)
    wanted = max(base.issued) + 1 + len(base.corners)
    if family is None or len(family.codes) < wanted:
        raise BenchError(f"the tag family {candidate.family} is unknown or has too few tags")
    if candidate.is_picked:
        order = farthest_apart(family.codes, wanted)
        rest = np.setdiff1d(np.arange(len(family.codes)), order)
        family = TagFamily(family.name, family.codes[np.concatenate([order, rest])])
    first = max(base.issued) + 1
    corners = tuple(
        dataclasses.replace(corner, tag_id=first + index)
        for index, corner in enumerate(base.corners)
    )
    scheme = dataclasses.replace(base, family=family, corners=corners)
    # What another table prints: random modules, the corner tags kept.
    strange = np.random.default_rng(5).integers(0, 2, family.codes.shape).astype(np.uint8)
    strange[[corner.tag_id for corner in corners]] = family.codes[
        [corner.tag_id for corner in corners]
    ]
    return scheme, dataclasses.replace(scheme, family=TagFamily(family.name, strange))


def study(candidate: Candidate) -> Iterator[tuple[str, int, int, int, int]]:
    """For each fault: its name, markers, found, false ids, and false ids on random modules."""
    scheme, other = schemes(candidate)
    read = reader_detector(scheme)
    for name, (size_px, fault) in FAULTS.items():
        markers = found = false = strange = 0
        for seed in range(_FIRST_SEED, _FIRST_SEED + _TABLES):
            table = paint(scheme, size_px, fault, seed)
            here, wrong = table.count(read(table.picture))
            markers += table.readable
            found += here
            false += wrong
            strange += len(read(paint(other, size_px, fault, seed).picture))
        yield name, markers, found, false, strange


def main() -> None:
    """Print a table for each candidate."""
    cv2.setNumThreads(1)
    wanted = sys.argv[1:]
    for candidate in CANDIDATES:
        if wanted and candidate.kind not in wanted and candidate.family not in wanted:
            continue
        scheme, _ = schemes(candidate)
        used = sorted(scheme.issued | scheme.corner_ids)
        least = int(distances(scheme.family.codes[used]).min())
        chosen = " picked" if candidate.is_picked else ""
        sys.stdout.write(f"{candidate.kind} {candidate.family}{chosen}, distance {least}\n")
        total = np.zeros(4, dtype=np.int64)
        for name, *counts in study(candidate):
            total += counts
            sys.stdout.write(
                f"  {name:<14}{counts[1] / counts[0]:7.3f} +{counts[2]} +{counts[3]}\n"
            )
            sys.stdout.flush()
        sys.stdout.write(f"  {'all':<14}{total[1] / total[0]:7.4f} +{total[2]} +{total[3]}\n")


if __name__ == "__main__":
    main()
