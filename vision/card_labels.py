"""Reads the QR labels on card sleeves from a photograph: many at once, however they lie.

Two readers look at the picture, since each misses codes that the other finds; one that both find
counts once. What the codes say is text from outside: it is cut and cleaned, never believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from pyzbar import pyzbar

from calibration.survey_picture import decode_photo

LONGEST_TEXT: Final = 80
"""What a label may say, in characters; longer ones are none of ours."""

MOST_LABELS: Final = 120
"""So many labels of one photograph are taken; a table has fewer cards than that in one place."""

_SIDE_PX: Final = 2400
"""Pictures are looked at with their longer side at most as long as this."""

_SCALES: Final = (2.0, 1.0, 0.5)
"""Small codes are found better in a picture that was made larger, large ones in a smaller one."""

_APART: Final = 0.6
"""Two findings of the same text nearer than this, in sides of the code, are one label."""

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LabelSeen:
    """A label in a photograph.

    Attributes:
        text: what its code says.
        x_px, y_px: middle of the code, in pixels of the photograph.
        side_px: length of the code's side.
    """

    text: str
    x_px: float
    y_px: float
    side_px: float


def read_labels(photo: bytes) -> tuple[LabelSeen, ...]:
    """The labels in a photograph, from top to bottom.

    Args:
        photo: a JPEG file.

    Raises:
        SurveyPictureError: it is no JPEG, is damaged, or has too many pixels.
    """
    picture = cv2.cvtColor(decode_photo(photo), cv2.COLOR_BGR2GRAY)
    fit = min(1.0, _SIDE_PX / max(picture.shape))
    seen: list[LabelSeen] = []
    for scale in _SCALES:
        factor = fit * scale
        shrunk = _scaled(np.asarray(picture, dtype=np.uint8), factor)
        found = _by_zbar(shrunk) if scale > 1.0 else [*_by_zbar(shrunk), *_by_opencv(shrunk)]
        for label in found:
            full = LabelSeen(
                label.text, label.x_px / factor, label.y_px / factor, label.side_px / factor
            )
            if not any(_is_same(full, other) for other in seen):
                seen.append(full)
    return tuple(sorted(seen, key=lambda one: (one.y_px, one.x_px))[:MOST_LABELS])


def _scaled(grey: Grey, factor: float) -> Grey:
    way = cv2.INTER_AREA if factor < 1.0 else cv2.INTER_CUBIC
    scaled = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=way)
    return np.asarray(scaled, dtype=np.uint8)


def _is_same(one: LabelSeen, other: LabelSeen) -> bool:
    apart_px = _APART * max(one.side_px, other.side_px)
    return one.text == other.text and (
        np.hypot(one.x_px - other.x_px, one.y_px - other.y_px) < apart_px
    )


def _by_zbar(grey: Grey) -> list[LabelSeen]:
    found = []
    for code in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE]):
        corners = np.array([(point.x, point.y) for point in code.polygon], dtype=np.float64)
        found += _label(code.data.decode("utf-8", errors="replace"), corners)
    return found


def _by_opencv(grey: Grey) -> list[LabelSeen]:
    try:
        _, texts, quads, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    except cv2.error:
        # The detector gives up so on pictures in which it takes a crossing of lines for a code.
        return []
    if not texts:
        return []
    found = []
    for text, quad in zip(texts, quads, strict=True):
        found += _label(text, np.asarray(quad, dtype=np.float64).reshape(-1, 2))
    return found


def _label(text: str, corners: NDArray[np.float64]) -> list[LabelSeen]:
    """One label, none if it says nothing that can be shown."""
    clean = "".join(one for one in text if one.isprintable()).strip()
    if not clean or len(clean) > LONGEST_TEXT or len(corners) < 3:
        return []
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    middle = corners.mean(axis=0)
    return [LabelSeen(clean, float(middle[0]), float(middle[1]), float(sides.mean()))]
