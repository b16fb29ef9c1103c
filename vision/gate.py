"""The hand gate over time: which large change is a hand, and which only looks like one.

Where a hand lay when the board was first seen, the table looks changed once it has left. Two things
show that such a patch is no hand: markers are read deep inside it that were not seen there before
(those seen before may be in the hand's shadow), or it keeps still for longer than any hand does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.board_view import BoardView
from vision.change import Cells, Change
from vision.hand import NEAR_IN, Cover, find_cover, grow
from vision.reading import MarkerSeen, PixelBox
from vision.settle import split_agreed

STILL_HAND_S: Final = 150.0
_DEEP_IN: Final = 0.7
_MARKERS_INSIDE: Final = 2
_SAME_PATCH_SHARE: Final = 0.7

ReadBoxes = Callable[[list[PixelBox]], list[MarkerSeen]]


class HandGate:
    """Judges large changes of one registered board, picture after picture."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._still_pictures = 0
        self._still_since_s: float | None = None
        self._refuted: Cells = np.zeros(view.grid.shape, dtype=np.bool_)
        self._inside: list[MarkerSeen] = []

    def judge(self, change: Change, explained: Cells, t_s: float, read: ReadBoxes) -> Cover:
        """What lies over the map in this picture.

        Args:
            change: how this picture differs.
            explained: cells that markers explain.
            t_s: time of the picture.
            read: reads parts of this picture and gives the markers that were not known there;
                called only when a large change has come to rest.
        """
        view = self._view
        objects, moving = change.objects, change.moving
        cover = find_cover(objects, change.foreign, explained, view.outside, view.cell_in)
        self._refuted &= objects & ~moving
        if not cover.has_hand:
            self._still_since_s = None
            self._still_pictures = 0
            return cover
        hand = cover.hand & ~self._refuted_patches(cover.hand)
        if (moving & hand).any() or self._still_since_s is None:
            self._still_since_s = t_s
            self._still_pictures = 0
        else:
            self._still_pictures += 1
            self._look_inside(hand, read)
            if t_s - self._still_since_s > STILL_HAND_S:
                self._refuted |= hand
            hand &= ~self._refuted_patches(hand)
        thing = cover.thing | (cover.hand & ~hand)
        return Cover(hand, grow(hand, NEAR_IN / view.cell_in), thing)

    def _look_inside(self, hand: Cells, read: ReadBoxes) -> None:
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
            _, labels = cv2.connectedComponents(hand.astype(np.uint8), connectivity=8)
            patches = [
                labels[self._view.cell_of(reading)]
                for reading in split_agreed(self._inside, readings)[0]
            ]
            for label in set(patches):
                if patches.count(label) >= _MARKERS_INSIDE:
                    self._refuted |= labels == label
        self._inside = readings

    def _refuted_patches(self, hand: Cells) -> Cells:
        """The patches of a hand's cells that were found to be none."""
        refuted = np.zeros_like(hand)
        if not self._refuted.any():
            return refuted
        count, labels = cv2.connectedComponents(hand.astype(np.uint8), connectivity=8)
        for label in range(1, count):
            patch = labels == label
            if (patch & self._refuted).sum() >= _SAME_PATCH_SHARE * patch.sum():
                refuted |= patch
        return refuted
