"""Patterns of square modules as one area each, without seams between neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.sheets.shapes import BLACK, Area, Ink, Point

_Corner = tuple[int, int]


def module_area(
    dark: NDArray[np.bool_], corner_mm: Point, module_mm: float, ink: Ink = BLACK
) -> Area:
    """The dark modules of a pattern.

    Args:
        dark: (rows, columns), row 0 on top.
        corner_mm: top left corner of the pattern.
        module_mm: side of a module.
        ink: colour of the dark modules.
    """
    left, top = corner_mm
    return Area(
        tuple(
            tuple((left + column * module_mm, top + row * module_mm) for row, column in loop)
            for loop in outlines(dark)
        ),
        ink,
    )


def outlines(dark: NDArray[np.bool_]) -> tuple[tuple[_Corner, ...], ...]:
    """The loops around the dark modules, as (row, column) of their corners.

    Drawn as one area they leave no hairline between modules, as rows of rectangles would.
    """
    following = _edges(dark)
    loops = []
    while following:
        start = min(following)
        loop = [start]
        here = start
        while True:
            there = following[here].pop()
            if not following[here]:
                del following[here]
            if there == start:
                break
            loop.append(there)
            here = there
        loops.append(_without_straight(loop))
    return tuple(loops)


def _edges(dark: NDArray[np.bool_]) -> dict[_Corner, list[_Corner]]:
    """Sides between dark and light, the dark to the right of each: start -> ends."""
    ringed = np.pad(dark, 1)
    following: dict[_Corner, list[_Corner]] = {}
    for row, column in np.argwhere(dark).tolist():
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        for side, (down, across) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if not ringed[row + 1 + down, column + 1 + across]:
                following.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    return following


def _without_straight(loop: list[_Corner]) -> tuple[_Corner, ...]:
    """The loop without the points where it goes straight on."""
    kept = []
    for index, here in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            kept.append(here)
    return tuple(kept)
