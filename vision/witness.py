"""What a picture itself says of a large change: a hand, light, or the table bared again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.border import MarkerReading
from vision.change import Cells, Samples
from vision.outline import is_uncovered
from vision.reading import MarkerSeen, PixelBox
from vision.settle import NEAR_SPOT_IN, split_agreed
from vision.spots import is_like, is_near
from vision.table_reader import TableReader
from vision.watched import WatchedBoard

_FEWEST_SEEN_THROUGH: Final = 3
_MOSTLY_SEEN: Final = 0.75
"""So many markers read inside a large change, and this share of those that should be there, show
that it is light or shade."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Witness:
    """One picture of a table, asked about its large changes.

    Attributes:
        reader: reads parts of the picture.
        image: the picture, BGR.
        samples: the same, thinned.
        board: what is remembered of the board.
        standing: the known markers by number.
        met: numbers of those that the settled table shows.
        noise: difference in grey levels up to which samples are alike.
    """

    reader: TableReader
    image: NDArray[np.uint8]
    samples: Samples
    board: WatchedBoard
    standing: Mapping[int, MarkerReading]
    met: frozenset[int]
    noise: float

    def unknown_in(self, boxes: list[PixelBox]) -> list[MarkerSeen]:
        """Markers read in parts of the picture that were not known there."""
        return [
            one
            for one in self.reader.read(self.image, boxes).markers
            if not any(_shows(marker, one) for marker in self.standing.values())
            and not split_agreed(self.board.firsts, [one])[0]
        ]

    def is_uncovered(self, patch: Cells) -> bool:
        """Whether a patch shows the table where something lay when the board was first seen."""
        # Where a marker was seen, the settled table shows the table.
        if self._met_in(patch):
            return False
        return is_uncovered(self.board.lit_reference(), self.samples, patch, self.noise)

    def is_seen_through(self, patch: Cells) -> bool:
        """Whether most markers that stand in a patch are read there, so that nothing covers it."""
        inside = self._met_in(patch)
        if len(inside) < _FEWEST_SEEN_THROUGH:
            return False
        found = self.reader.read(self.image, self.board.view.boxes(patch)).markers
        seen = sum(bool(patch[self.board.view.cell_of(one)]) for one in found)
        missed = sum(not any(_shows(marker, one) for one in found) for marker in inside)
        return seen >= max(_FEWEST_SEEN_THROUGH, _MOSTLY_SEEN * (seen + missed))

    def _met_in(self, patch: Cells) -> list[MarkerReading]:
        return [
            marker
            for number, marker in self.standing.items()
            if number in self.met and patch[self.board.view.cell_of(marker)]
        ]


def _shows(marker: MarkerReading, reading: MarkerSeen) -> bool:
    return is_like(marker, reading) and is_near(marker, reading, NEAR_SPOT_IN)
