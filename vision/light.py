"""What is wrong with the light, in words for people."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.change import Samples

_DARK: Final = 25.0
"""Grey level that 95 samples of 100 are below where it is too dark."""
_BRIGHT: Final = 240.0
"""Grey level that 95 samples of 100 are above where it is too bright."""


def is_too_dark(samples: Samples) -> bool:
    """Whether a thinned picture is black but for a few spots."""
    return float(np.percentile(samples, 95)) < _DARK


def light_trouble(samples: Samples) -> str:
    """What is wrong with the light and what helps; empty where it is bearable."""
    if is_too_dark(samples):
        return "It is too dark to see the table; switch on a lamp or uncover the camera."
    if float(np.percentile(samples, 5)) > _BRIGHT:
        return "The picture is too bright to show anything; dim the light or turn the camera."
    return ""
