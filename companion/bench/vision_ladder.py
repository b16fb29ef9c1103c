"""The torture ladder: painted tables with ever worse faults, read by all detectors alike."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec
import numpy as np

from calibration.scheme import StickerScheme
from companion.bench.figures import Figures, Say
from companion.bench.vision_rivals import READER, detectors
from companion.bench.vision_tables import paint, size_for
from companion.bench.vision_wear import Fault, everyday

FAMILY: Final = "DICT_APRILTAG_36h11"
"""A family that the reader, OpenCV and AprilTag 3 all know."""
BASE_PIXELS_PER_MODULE: Final = 2.1
"""As a camera with 1080 lines shows the whole map."""
MODULES_PX: Final = (6.0, 5.0, 4.0, 3.5, 3.0, 2.5, 2.25, 2.0, 1.75, 1.5, 1.25, 1.0)
BLURS_PX: Final = (0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4)
NOISES: Final = (10, 20, 30, 45, 60, 80, 120)
JPEG_QUALITIES: Final = (50, 30, 20, 10, 5, 3)
EXPOSURES: Final = (0.02, 0.05, 0.1, 0.25, 1.5, 2.0, 3.0, 4.0)
GLARES: Final = (0.3, 0.6, 0.8, 1.0, 1.3)
_FIRST_SEED: Final = 500
_PERCENTILE: Final = 95


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung of the ladder.

    Attributes:
        name: fault and its size, such as ``blur_px 1.4``.
        pixels_per_module: size of the picture.
        fault: what it suffers from.
    """

    name: str
    pixels_per_module: float
    fault: Fault


def rungs() -> tuple[Rung, ...]:
    """The whole ladder, each fault from slight to where the reader itself finds little."""
    base = BASE_PIXELS_PER_MODULE
    faults = {
        **{f"blur_px {blur:g}": _fault(blur_px=blur) for blur in BLURS_PX},
        **{f"noise {noise:g}": _fault(noise=noise) for noise in NOISES},
        **{f"jpeg {quality}": _fault(jpeg_quality=quality) for quality in JPEG_QUALITIES},
        **{f"exposure {exposure:g}": _fault(exposure=exposure) for exposure in EXPOSURES},
        **{f"glare {glare:g}": _fault(glare=glare) for glare in GLARES},
    }
    return (
        *(Rung(f"pixels_per_module {size:g}", size, _fault()) for size in MODULES_PX),
        *(Rung(name, base, fault) for name, fault in faults.items()),
    )


def _fault(**kinds: float) -> Fault:
    """A fault that comes on top of what an everyday picture has."""
    return msgspec.convert({"blur_px": 0.0, "noise": 0.0, **kinds}, Fault)


@dataclass
class _Tally:
    """What one detector found on one rung."""

    found: int = 0
    false: int = 0
    off_px: list[float] = field(default_factory=list)

    @property
    def p95_px(self) -> float:
        """95th percentile of how far the middles of found tags were off, NaN without any."""
        return float(np.percentile(self.off_px, _PERCENTILE)) if self.off_px else math.nan


@dataclass
class _Score:
    """What all detectors found on one rung."""

    markers: int = 0
    tallies: dict[str, _Tally] = field(default_factory=dict)

    def recall(self, detector: str) -> float:
        """Share of the markers that it found."""
        return self.tallies[detector].found / self.markers


def climb(
    scheme: StickerScheme, ladder: tuple[Rung, ...], tables: int, most_s: float, say: Say
) -> Figures:
    """Climb the ladder with one table after another, the first one at any rate to the top.

    Args:
        scheme: what the tags mean.
        ladder: the rungs.
        tables: how many tables are shown on each rung.
        most_s: no further table is begun that would probably end later than this.
        say: is told how far it is.

    Returns:
        Figures of each rung and detector, and the summary.
    """
    rivals = detectors(scheme)
    scores = {rung.name: _Score() for rung in ladder}
    until_s = time.monotonic() + most_s
    took_s, rounds = 0.0, 0
    while not rounds or (rounds < tables and time.monotonic() + took_s < until_s):
        began_s = time.monotonic()
        for number, rung in enumerate(ladder):
            if number % 5 == 0:
                say(f"ladder, table {rounds + 1} of {tables}: {rung.name}")
            size_px = size_for(scheme, rung.pixels_per_module)
            seed = _FIRST_SEED + rounds
            table = paint(scheme, size_px, rung.fault, seed, everyday(seed))
            score = scores[rung.name]
            score.markers += table.readable
            for name, detect in rivals.items():
                outcome = table.compare(detect(table.picture))
                tally = score.tallies.setdefault(name, _Tally())
                tally.found += outcome.found
                tally.false += outcome.false
                tally.off_px += outcome.off_px
        took_s = time.monotonic() - began_s
        rounds += 1
    figures = dict(_figures(scores))
    figures["ladder_rungs_behind"] = sum(_is_behind(score) for score in scores.values())
    figures["ladder_rungs_with_more_false_ids"] = sum(_has_more(score) for score in scores.values())
    level = [score for score in scores.values() if _is_level(score)]
    figures["ladder_rungs_level"] = len(level)
    figures["ladder_rungs_level_less_exact"] = sum(_is_less_exact(score) for score in level)
    figures["ladder_rivals"] = len(rivals) - 1
    figures["ladder_tables"] = rounds
    return figures


def _figures(scores: Mapping[str, _Score]) -> Iterator[tuple[str, float]]:
    for name, score in scores.items():
        for detector, tally in score.tallies.items():
            yield f"ladder/{name}/{detector}_recall", round(score.recall(detector), 4)
            yield f"ladder/{name}/{detector}_false", tally.false
            if tally.off_px:
                yield f"ladder/{name}/{detector}_p95_px", round(tally.p95_px, 3)


def _is_behind(score: _Score) -> bool:
    """Whether a rival found more, or as much as the reader where that is not all."""
    mine = score.recall(READER)
    others = max(score.recall(name) for name in score.tallies if name != READER)
    return mine < others or (mine == others and 0 < mine < 1)


def _is_level(score: _Score) -> bool:
    """Whether a rival finds all as the reader does, so that recall alone tells nothing."""
    return score.recall(READER) == 1.0 and bool(_equals(score))


def _is_less_exact(score: _Score) -> bool:
    """Whether a rival that finds as much finds it nearer to where it is."""
    return min(tally.p95_px for tally in _equals(score)) < score.tallies[READER].p95_px


def _equals(score: _Score) -> list[_Tally]:
    """The rivals that find as much as the reader."""
    mine = score.tallies[READER].found
    return [one for name, one in score.tallies.items() if name != READER and one.found == mine]


def _has_more(score: _Score) -> bool:
    """Whether a rival reported fewer ids that are not there."""
    least = min(tally.false for name, tally in score.tallies.items() if name != READER)
    return score.tallies[READER].false > least
