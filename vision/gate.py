"""The hand gate over time: which large change is a hand, and which only looks like one.

Where a hand lay when the board was first seen, the table looks changed once it has left. Two things
show that such a patch is no hand: the outline of a hand was there before and is not there now, or
markers are read deep inside it that were not seen there before (those seen before may be in the
hand's shadow). Where most markers that stand deep inside are read, it is the edge of sunlight or of
a lamp's light, since a hand hides what is below. What reaches over the edge and keeps still is a
hand at rest or was laid there: soon the table around it is read again, and after minutes it is part
of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.board_view import BoardView
from vision.change import Cells, Change
from vision.hand import NEAR_IN, Cover, find_cover, grow, without_scraps
from vision.reading import MarkerSeen, PixelBox
from vision.settle import split_agreed

RESTING_S: Final = 8.0
"""What has kept still for so long is read beside."""
STILL_HAND_S: Final = 150.0
"""No hand keeps still for so long."""
_SHADOW_IN: Final = 1.0
"""So far from what rests the table may be in its shadow, and nothing is concluded from its look."""
_LOOKS_BESIDE: Final = 3
"""So many pictures of what rests are read; two have to agree."""
_BESIDE_IN: Final = 0.5
"""Around a marker that is read at its edge so much of it is no hand."""
_DEEP_IN: Final = 0.7
"""Deep inside is what lies so far from the outline: a whole marker."""
_MARKERS_INSIDE: Final = 2
"""So many markers inside, not seen before, show that it is no hand."""
_SAME_PATCH_SHARE: Final = 0.7
"""A patch that has this share of an earlier one is the same."""

ReadBoxes = Callable[[list[PixelBox]], list[MarkerSeen]]
IsUncovered = Callable[[Cells], bool]


class HandGate:
    """Judges large changes of one registered board, picture after picture."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._still_pictures = 0
        self._still_since_s: float | None = None
        self._refuted: Cells = np.zeros(view.grid.shape, dtype=np.bool_)
        self._inside: list[MarkerSeen] = []
        self._uncovered: Cells = np.zeros(view.grid.shape, dtype=np.bool_)
        self._beside: Cells = np.zeros(view.grid.shape, dtype=np.bool_)
        self._looks_beside = 0

    def judge(
        self,
        change: Change,
        explained: Cells,
        t_s: float,
        read: ReadBoxes,
        is_uncovered: IsUncovered,
        is_seen_through: IsUncovered = lambda _: False,
    ) -> Cover:
        """What lies over the map in this picture.

        Args:
            change: how this picture differs.
            explained: cells that markers explain.
            t_s: time of the picture.
            read: reads parts of this picture and gives the markers that were not known there;
                called only when a large change has come to rest.
            is_uncovered: tells whether a patch shows the table where something lay before.
            is_seen_through: tells whether most markers that stand in a patch are read there, so
                that it is light or shade; called only when a large change has come to rest.
        """
        view = self._view
        objects, moving = change.objects, change.moving
        cover = find_cover(objects, change.foreign, explained, view.outside, view.cell_in)
        self._refuted &= (objects | cover.hand) & ~moving
        self._uncovered &= (objects | cover.hand) & ~moving
        self._look_at_outlines(cover, moving, is_uncovered)
        uncovered = self._patches_of(cover.hand | cover.thing, self._uncovered)
        thing = without_scraps(cover.thing, uncovered, objects, explained, view.cell_in)
        hand = cover.hand & ~uncovered
        hand &= ~self._patches_of(hand, self._refuted)
        none = np.zeros_like(hand)
        if not hand.any():
            self._still_since_s = None
            self._still_pictures = 0
            thing |= cover.hand & ~uncovered
            return Cover(none, none, thing, none, uncovered)
        if (moving & hand).any() or self._still_since_s is None:
            self._still_since_s = t_s
            self._still_pictures = 0
            self._looks_beside = 0
            self._beside[:] = False
        else:
            self._still_pictures += 1
            self._look_inside(hand, read, is_seen_through)
            if t_s - self._still_since_s > STILL_HAND_S:
                self._refuted |= hand
            seen_through = self._patches_of(hand, self._uncovered)
            uncovered |= seen_through
            hand &= ~seen_through & ~self._patches_of(hand, self._refuted)
            thing |= cover.hand & ~hand & ~uncovered
            if t_s - self._still_since_s > RESTING_S and hand.any():
                self._look_beside(hand, read)
                hand &= ~self._beside
                return Cover(
                    none, hand, thing | grow(hand, _SHADOW_IN / view.cell_in), hand, uncovered
                )
        thing |= cover.hand & ~hand & ~uncovered
        return Cover(hand, grow(hand, NEAR_IN / view.cell_in), thing, none, uncovered)

    def _look_at_outlines(self, cover: Cover, moving: Cells, is_uncovered: IsUncovered) -> None:
        """Find the patches at rest that show the table where something lay before."""
        large = (cover.hand | cover.thing) & ~self._uncovered
        if not large.any():
            return
        count, labels = cv2.connectedComponents(large.astype(np.uint8), connectivity=8)
        for label in range(1, count):
            patch = labels == label
            if not (patch & moving).any() and is_uncovered(patch):
                self._uncovered |= patch

    def _look_beside(self, hand: Cells, read: ReadBoxes) -> None:
        """Look, in two pictures, for markers that touch what rests there."""
        if self._looks_beside >= _LOOKS_BESIDE:
            return
        self._looks_beside += 1
        readings = [r for r in read(self._view.boxes(hand)) if hand[self._view.cell_of(r)]]
        for reading in split_agreed(self._inside, readings)[0]:
            at = (reading.x_in, reading.y_in, reading.z_in)
            self._beside[self._view.window(*at, _BESIDE_IN)] = True
        self._inside = readings

    def _look_inside(self, hand: Cells, read: ReadBoxes, is_seen_through: IsUncovered) -> None:
        """Look for markers inside, in the first two pictures of rest only."""
        if self._still_pictures > 2 or not hand.any():
            return
        depth = cv2.distanceTransform(np.pad(hand, 1).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
        deep = np.asarray(depth) * self._view.cell_in >= _DEEP_IN
        readings = []
        if deep.any():
            readings = [
                reading
                for reading in read(self._view.boxes(deep))
                if deep[self._view.cell_of(reading)]
            ]
        if self._still_pictures == 2:
            count, labels = cv2.connectedComponents(hand.astype(np.uint8), connectivity=8)
            for label in range(1, count):
                if is_seen_through(deep & (labels == label)):
                    self._uncovered |= labels == label
            patches = [
                labels[self._view.cell_of(reading)]
                for reading in split_agreed(self._inside, readings)[0]
            ]
            for label in set(patches):
                if patches.count(label) >= _MARKERS_INSIDE:
                    self._refuted |= labels == label
        self._inside = readings

    @staticmethod
    def _patches_of(cells: Cells, found: Cells) -> Cells:
        """The patches of some cells that are mostly what was found before."""
        patches = np.zeros_like(cells)
        if not found.any():
            return patches
        count, labels = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
        for label in range(1, count):
            patch = labels == label
            if (patch & found).sum() >= _SAME_PATCH_SHARE * patch.sum():
                patches |= patch
        return patches
