"""Does the light flicker in the pictures? A mains lamp does, where a camera exposes shortly."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.change import Samples

FLICKERS: Final = (
    "The light flickers in the pictures: let the camera expose longer (1/50 or 1/100 second, 1/60 "
    "or 1/120 where the mains has 60 Hz), or light the table with another lamp."
)
_BANDS: Final = 12
"""Rows of samples are taken together in so many bands: a rolling shutter shows flicker as bands."""
_EVERY: Final = 8
"""Of a band's samples one in so many columns is looked at..."""
_ROWS: Final = 8
"""...and about so many of its rows."""
_PICTURES: Final = 16
"""So many pictures in a row that all differ are looked at."""
_SWING: Final = 0.05
"""A band has grown brighter or darker where its brightness differs by so large a share..."""
_TURNS: Final = 5
"""...and flickers where it has turned so often from the one to the other."""
_BANDS_SHARE: Final = 0.25
"""From this share of bands on it is the light."""
_SAID_S: Final = 20.0
"""So long after the last flicker it is still told."""
_SHIFT: Final = 8.0
"""Grey levels added before brightness is compared, so that noise in the dark is none."""


class Flicker:
    """Watches the brightness of pictures that differ from the ones before.

    The middle brightness of each band counts, which a hand that covers less than half of it leaves
    alone. A lamp that is switched, a shadow and a slow drift turn once or not at all.
    """

    def __init__(self) -> None:
        self._bands: deque[NDArray[np.float64]] = deque(maxlen=_PICTURES)
        self._seen_s: float | None = None

    def look(self, samples: Samples, t_s: float) -> None:
        """Take in a picture that differs."""
        height = samples.shape[0] // _BANDS
        if not height:
            return
        bands = samples[: height * _BANDS, ::_EVERY].reshape(_BANDS, height, -1)
        thin = bands[:, :: max(1, height // _ROWS)].reshape(_BANDS, -1)
        middles = np.partition(thin, thin.shape[1] // 2, axis=1)[:, thin.shape[1] // 2]
        self._bands.append(np.log(middles + _SHIFT))
        if len(self._bands) == _PICTURES and self._is_flickering():
            self._seen_s = t_s

    def rest(self) -> None:
        """Take in that a picture did not differ."""
        self._bands.clear()

    def words(self, t_s: float) -> str:
        """What to tell people; empty while the light is steady."""
        return FLICKERS if self._seen_s is not None and t_s - self._seen_s < _SAID_S else ""

    def _is_flickering(self) -> bool:
        turning = [_turns([float(one[band]) for one in self._bands]) for band in range(_BANDS)]
        return sum(turns >= _TURNS for turns in turning) >= _BANDS_SHARE * _BANDS


def _turns(values: list[float]) -> int:
    """How often values turn from rising to falling or back, smaller swings left aside."""
    turns, direction, extreme = 0, 0, values[0]
    for value in values[1:]:
        step = value - extreme
        if direction and step * direction >= 0:
            extreme = value
        elif abs(step) >= _SWING:
            turns += direction != 0
            direction, extreme = (1 if step > 0 else -1), value
    return turns
