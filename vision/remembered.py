"""Where the board lay when it was last found whole, kept over a restart.

At a start a hand may lie on the corners, or a box stand on one. If each corner tag that is in sight
shows at the very pixels where it showed then, neither camera nor map was moved, and the board lies
where it lay. Nothing is believed without at least one tag.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from calibration.lens import FloatArray, Lens
from calibration.registration import LensSource, Registration
from calibration.scheme import StickerScheme

SAME_PX: Final = 1.5
"""How far a tag's corners may show from where they showed; a nudge of the table is more."""


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    source: str
    corners: dict[str, tuple[float, float, float]]
    lens: Lens
    lens_source: LensSource
    rotation: list[list[float]]
    translation: list[float]
    residual_px: float
    quads_px: dict[str, list[list[float]]]


class Remembered:
    """A registration of before, with the corner tags as they showed in its picture.

    Attributes:
        registration: where the board lay.
        quads_px: for each corner tag (4, 2) pixels.
    """

    def __init__(self, registration: Registration, quads_px: Mapping[int, FloatArray]) -> None:
        self.registration: Final = registration
        self.quads_px: Final = dict(quads_px)

    def confirmed_by(
        self, quads_px: Mapping[int, FloatArray], size_px: tuple[int, int]
    ) -> Registration | None:
        """The same registration if every corner tag that is seen shows where it showed then.

        Args:
            quads_px: corner tags of a picture; of none nothing follows.
            size_px: width and height of the picture.
        """
        lens = self.registration.lens
        if not quads_px or size_px != (lens.width_px, lens.height_px):
            return None
        for tag_id, quad in quads_px.items():
            then = self.quads_px.get(tag_id)
            if then is None or float(np.abs(quad - then).max()) > SAME_PX:
                return None
        seen = tuple(sorted(quads_px))
        missing = tuple(sorted(set(self.quads_px) - set(seen)))
        return replace(self.registration, corners_seen=seen, corners_missing=missing)


def keep(remembered: Remembered, path: Path, source: str, scheme: StickerScheme) -> None:
    """Write a registration down in one step.

    Args:
        remembered: the registration.
        path: the file.
        source: what the eye looks through; another source looks from elsewhere.
        scheme: the stickers.

    Raises:
        OSError: it cannot be written.
    """
    registration = remembered.registration
    kept = _Kept(
        source=source,
        corners=_corners(scheme),
        lens=registration.lens,
        lens_source=registration.lens_source,
        rotation=registration.rotation.tolist(),
        translation=registration.translation.tolist(),
        residual_px=registration.residual_px,
        quads_px={str(tag): quad.tolist() for tag, quad in remembered.quads_px.items()},
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(msgspec.json.encode(kept))
        draft.replace(path)
    except OSError:
        # Each eye has a name of its own for it: on a full disk they would pile up.
        with suppress(OSError):
            draft.unlink()
        raise


def recall(path: Path, source: str, scheme: StickerScheme) -> Remembered | None:
    """The registration that was written down, None if it is of another source or scheme, or none.

    Args:
        path: the file; one that is damaged is as good as none.
        source: what the eye looks through.
        scheme: the stickers.
    """
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return None
    rotation, translation = np.array(kept.rotation), np.array(kept.translation)
    quads = {int(tag): np.array(quad) for tag, quad in kept.quads_px.items() if tag.isdecimal()}
    fits = kept.source == source and kept.corners == _corners(scheme)
    shapes = {rotation.shape, translation.shape, *(quad.shape for quad in quads.values())}
    if not fits or shapes != {(3, 3), (3,), (4, 2)}:
        return None
    registration = Registration(
        lens=kept.lens,
        lens_source=kept.lens_source,
        rotation=rotation,
        translation=translation,
        board=scheme.board,
        corners_seen=tuple(sorted(quads)),
        corners_missing=(),
        residual_px=kept.residual_px,
    )
    return Remembered(registration, quads)


def _corners(scheme: StickerScheme) -> dict[str, tuple[float, float, float]]:
    return {str(one.tag_id): (one.x_in, one.y_in, one.side_in) for one in scheme.corners}
