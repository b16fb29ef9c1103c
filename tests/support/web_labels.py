"""Photographs of card labels that lie at every angle, as the sheet prints them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheets.cards import CODE_MM, QUIET_MODULES, CardLabel, code_modules

CELL_MM = 34.0
"""Cards laid side by side so that the labels are about so far apart; sleeves are wider."""


def photograph(
    names: tuple[str, ...], pixels_per_mm: float, *, tilt: float = 0.0, seed: int = 1
) -> bytes:
    """A JPEG of labels that lie at every angle, upside down too, under a tilted camera."""
    source = np.random.default_rng(seed)
    cell = round(CELL_MM * pixels_per_mm)
    columns = 4
    height, width = cell * -(-len(names) // columns), cell * columns
    picture = np.full((height, width), 150, np.uint8)
    for index, name in enumerate(names):
        row, column = divmod(index, columns)
        middle = ((column + 0.5) * cell, (row + 0.5) * cell)
        _lay(picture, name, middle, source.uniform(0, 360), pixels_per_mm)
    if tilt:
        picture = _tilted(picture, tilt)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.float64)
    noisy = np.clip(soft + source.normal(0, 6, soft.shape), 0, 255).astype(np.uint8)
    done, data = cv2.imencode(".jpg", cv2.cvtColor(noisy, cv2.COLOR_GRAY2BGR))
    assert done
    return bytes(data)


def _lay(
    picture: NDArray[np.uint8],
    name: str,
    middle: tuple[float, float],
    angle_deg: float,
    pixels_per_mm: float,
) -> None:
    dark = np.pad(code_modules(CardLabel(name, name)), QUIET_MODULES)
    fine = np.kron(dark, np.ones((8, 8), dtype=bool))
    tile = np.where(fine, 25, 235).astype(np.uint8)
    side = len(tile)
    scale = CODE_MM * pixels_per_mm / side
    turn = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), angle_deg, scale), np.float64)
    turn[:, 2] += np.array(middle) - side / 2
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpAffine(tile, turn, size, flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full_like(tile, 255), turn, size)
    picture[mask > 128] = laid[mask > 128]


def _tilted(picture: NDArray[np.uint8], tilt: float) -> NDArray[np.uint8]:
    height, width = picture.shape
    inset = tilt * width
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    after = np.array(
        [[inset, 0], [width - inset, inset / 2], [width, height], [0, height - inset / 2]],
        dtype=np.float32,
    )
    warp = cv2.getPerspectiveTransform(before, after)
    return np.asarray(cv2.warpPerspective(picture, warp, (width, height), borderValue=(150,)))
