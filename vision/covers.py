"""What lies on the map and hides a part of it: paper, a book, a card."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.border import MarkerReading
from vision.board_view import BoardView
from vision.change import Cells, Samples, compare_structure_near

HIDES: Final = (
    "Something lies on the map and hides a part of it: take it away. What stood there is taken to "
    "stand there still."
)
_LEAST_IN2: Final = 4.4
"""Square inches of the map that are hidden, about four hexes, before anybody is told."""
_AROUND_IN: Final = 0.85
_MOSTLY: Final = 0.5
"""A spot is hidden where more than this share of the map so near is."""
_TOLD_S: Final = 150.0
"""What has lain there for so long is part of the table."""


class Covers:
    """Remembers which cells of a map something hides.

    Args:
        view: where the board lies.
        bare: samples of the board as first seen.
    """

    def __init__(self, view: BoardView, bare: Samples) -> None:
        self._view = view
        self._bare = bare
        self._cells: Cells = np.zeros(view.grid.shape, dtype=np.bool_)
        self._since_s = np.zeros(view.grid.shape)
        self._bared: Cells = ~view.outside

    def leave_out(self, cells: Cells) -> None:
        """Say nothing of cells that showed markers at first: without them they look otherwise."""
        self._bared &= ~cells

    def look(self, t_s: float, samples: Samples, noise: float, thing: Cells | None = None) -> None:
        """Take in a picture.

        Args:
            t_s: its time.
            samples: the picture, thinned.
            noise: standard deviation of a sample's noise.
            thing: cells where a large thing keeps still that is no hand, None for none.
        """
        asked = self._cells if thing is None else self._cells | thing
        if not asked.any():
            return
        structure = compare_structure_near(asked, self._bare, samples, noise)
        hidden = asked & structure.foreign & ~structure.washed_out & self._bared
        self._since_s[hidden & ~self._cells] = t_s
        self._cells = hidden

    def hides(self, marker: MarkerReading) -> bool:
        """Whether the spot of a marker is hidden, told by the map around it."""
        around = self._view.window(marker.x_in, marker.y_in, marker.z_in, _AROUND_IN)
        return bool(self._cells[around].sum() > _MOSTLY * max(1, self._bared[around].sum()))

    def is_large(self, t_s: float) -> bool:
        """Whether so much is hidden, and not for long yet, that people are told."""
        if not self._cells.any():
            return False
        cells = self._cells & (t_s - self._since_s < _TOLD_S)
        return float(cells.sum()) * self._view.cell_in**2 >= _LEAST_IN2
