"""Which markers show another tag than they did, told for all of them at once.

A cube that is turned over, or changed for another of its colour, keeps its edges, its white paper
and the black frame of its tag. Cell by cell it looks as it did in other light, so the tags
themselves are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.border import MarkerReading
from vision.board_view import TAG_RADIUS_IN, WASHED_OUT, WASHED_SHARE, BoardView
from vision.change import Cells, Samples

_SAME_TAG: Final = 0.95
"""Thinned tags of two faces of a cube correlate up to 0.91, whichever way it lies, and a tag with
itself 0.998 and more (900 pairs of each default scheme, 48 pixels an inch)."""
_PLAIN_IN_NOISE: Final = 2.0
"""A tag that shows less than so many times the noise is lost in it."""


class TagLooks:
    """Compares the tags of markers in two thinned pictures of one registered board."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._markers: tuple[MarkerReading, ...] = ()
        self._kept: tuple[MarkerReading, ...] = ()
        self._indices: NDArray[np.intp] = np.zeros((0, 1), dtype=np.intp)

    def altered(
        self,
        before: Samples,
        now: Samples,
        noise: float,
        markers: Sequence[MarkerReading],
    ) -> Cells:
        """Cells of the markers whose tags look otherwise, light and contrast left aside.

        Args:
            before: samples in which the markers were seen as they stood.
            now: samples to compare.
            noise: standard deviation of a sample's noise.
            markers: where tags are to be seen.
        """
        self._prepare(tuple(markers), now.shape)
        cells = np.zeros(self._view.grid.shape, dtype=np.bool_)
        if not self._kept:
            return cells
        likeness, contrast = self._compare(before, now, noise)
        unlike = (likeness < _SAME_TAG) & (contrast > _PLAIN_IN_NOISE * noise)
        for index in np.flatnonzero(unlike):
            marker = self._kept[index]
            cells[self._view.spot(marker.x_in, marker.y_in, marker.z_in)] = True
        return cells

    def washed_out(self, now: Samples, markers: Mapping[int, MarkerReading]) -> frozenset[int]:
        """Numbers of the markers whose spots are too bright to show whether they stand there.

        Args:
            now: samples of a picture.
            markers: where tags are to be seen, by number.
        """
        self._prepare(tuple(markers.values()), now.shape)
        if not self._kept or int(now.max()) < WASHED_OUT:
            return frozenset()
        shares = (now.ravel()[self._indices] >= WASHED_OUT).mean(axis=1)
        washed = {id(self._kept[index]) for index in np.flatnonzero(shares > WASHED_SHARE)}
        return frozenset(number for number, marker in markers.items() if id(marker) in washed)

    def _compare(
        self, before: Samples, now: Samples, noise: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Correlation of each tag with itself, and the lesser contrast: (n,) each."""
        first = before.ravel()[self._indices].astype(np.float32)
        second = now.ravel()[self._indices].astype(np.float32)
        first -= first.mean(axis=1, keepdims=True)
        second -= second.mean(axis=1, keepdims=True)
        count = first.shape[1]
        shown_first = np.einsum("ij,ij->i", first, first) / count
        shown_second = np.einsum("ij,ij->i", second, second) / count
        both = np.einsum("ij,ij->i", first, second) / count
        quiet = noise * noise
        signal_first = np.maximum(shown_first - quiet, np.maximum(shown_first / 2, 1.0))
        signal_second = np.maximum(shown_second - quiet, np.maximum(shown_second / 2, 1.0))
        likeness = both / np.sqrt(signal_first * signal_second)
        contrast = np.sqrt(np.minimum(shown_first, shown_second))
        return np.asarray(likeness, dtype=np.float32), np.asarray(contrast, dtype=np.float32)

    def _prepare(self, markers: tuple[MarkerReading, ...], shape: tuple[int, ...]) -> None:
        """Find the samples that show each tag; those cut off by the picture's edge are left out."""
        if markers == self._markers:
            return
        view = self._view
        stride = view.grid.stride_px
        radius = max(2, round(TAG_RADIUS_IN * view.pixels_per_inch / stride))
        steps = np.arange(-radius, radius + 1)
        around = (steps[:, None] * shape[1] + steps[None, :]).ravel()
        kept, middles = [], []
        for marker in markers:
            x_px, y_px = view.pixel(marker.x_in, marker.y_in, marker.z_in)
            column, row = round((x_px - stride // 2) / stride), round((y_px - stride // 2) / stride)
            if radius <= row < shape[0] - radius and radius <= column < shape[1] - radius:
                kept.append(marker)
                middles.append(row * shape[1] + column)
        self._markers, self._kept = markers, tuple(kept)
        self._indices = np.array(middles, dtype=np.intp)[:, None] + around[None, :]
