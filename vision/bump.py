"""Notices that the camera or the map was pushed, by looking at the corner tags alone."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.registration import Registration
from calibration.scheme import CornerTag, StickerScheme
from vision.board_view import BoardView, is_washed_out, likeness
from vision.change import Cells, Samples

_SAME_LOOK: Final = 0.94
_SHIFT_IN: Final = 0.035
_LEAST_SHIFT_PX: Final = 0.8


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

    def looks_pushed(self, samples: Samples, covered: Cells) -> bool:
        """Whether the visible corner tags are no longer where they were.

        Args:
            samples: the thinned picture.
            covered: cells where something hides the table.
        """
        visible = changed = 0
        for corner in self._corners:
            if covered[self._view.window(corner.x_in, corner.y_in, 0.0, corner.side_in)].any():
                continue
            patch = self._view.corner_patch(samples, corner)
            if is_washed_out(patch):
                continue
            visible += 1
            changed += self._has_changed(corner, patch)
        return changed >= 2 or (changed == 1 and visible == 1)

    def _has_changed(self, corner: CornerTag, patch: Samples) -> bool:
        return likeness(self._looks[corner.tag_id], patch) < _SAME_LOOK


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
