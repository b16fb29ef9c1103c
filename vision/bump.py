"""Notices that the camera or the map was pushed, by looking at the corner tags alone."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.registration import Registration
from calibration.scheme import StickerScheme
from vision.board_view import BoardView, is_washed_out, likeness
from vision.change import Samples

_SAME_LOOK: Final = 0.94
"""Likeness of a corner tag with itself; below it the tag has moved or is covered."""
_SHIFT_IN: Final = 0.035
_LEAST_SHIFT_PX: Final = 0.8
"""The map was pushed where it lies farther off than both: finding it twice differs less."""


class CornerWatch:
    """Holds each visible corner tag against how it looked when the board was registered.

    Args:
        view: the board as registered.
        scheme: gives the corner tags.
        samples: the thinned picture in which it was registered.
    """

    def __init__(self, view: BoardView, scheme: StickerScheme, samples: Samples) -> None:
        self._view = view
        seen = set(view.registration.corners_seen)
        self._corners = [corner for corner in scheme.corners if not seen or corner.tag_id in seen]
        self._looks: dict[int, Samples] = {}
        self.accept(samples)

    def accept(self, samples: Samples) -> None:
        """Take the tags' present look as the right one."""
        for corner in self._corners:
            self._looks[corner.tag_id] = self._view.corner_patch(samples, corner).copy()

    def looks_pushed(self, samples: Samples) -> bool:
        """Whether the corner tags are no longer where they were.

        A hand may cover one of them or two, so this is a reason to register the board again rather
        than a proof; while two still look as they did, nothing was pushed.
        """
        changed = same = 0
        for corner in self._corners:
            patch = self._view.corner_patch(samples, corner)
            if not is_washed_out(patch):
                is_same = likeness(self._looks[corner.tag_id], patch) >= _SAME_LOOK
                same += is_same
                changed += not is_same
        return same < 2 and changed >= 2


def shift_px(before: Registration, now: Registration) -> float:
    """How far the map's corners have moved in the picture at most."""
    board = before.board
    corners = np.array(
        [
            [0.0, 0.0],
            [board.width_in, 0.0],
            [board.width_in, board.height_in],
            [0.0, board.height_in],
        ]
    )
    moved = before.board_to_pixels(corners) - now.board_to_pixels(corners)
    return float(np.hypot(moved[:, 0], moved[:, 1]).max())


def is_push(before: Registration, now: Registration) -> bool:
    """Whether two registrations differ by more than their own uncertainty."""
    return shift_px(before, now) > max(_LEAST_SHIFT_PX, _SHIFT_IN * now.pixels_per_inch())
