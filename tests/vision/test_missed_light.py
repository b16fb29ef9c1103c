"""What a change of light costs, and what it costs where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import vision.watched
from calibration.layout import LightLayout
from companion.border import Turned
from tests.support.table_story import begin, events
from vision.change import Cells, light_around


@pytest.mark.parametrize(("gain", "spreads"), [(1.0, False), (0.6, True)])
def test_light_is_spread_only_where_it_has_changed(
    monkeypatch: pytest.MonkeyPatch, gain: float, *, spreads: bool
) -> None:
    """In even light nothing is to be spread, which would be a tenth of what a move costs."""
    story = begin("serial")
    story.show(2)
    spread: list[Cells] = []

    def counted(ratio: NDArray[np.float32], known: Cells) -> NDArray[np.float32]:
        spread.append(known)
        return light_around(ratio, known)

    monkeypatch.setattr(vision.watched, "light_around", counted)
    if gain != 1.0:
        story.change(light=LightLayout(gain=gain))
    story.set(0, face=story.layout.cubes[0].face % 6 + 1)
    story.show(4)
    assert [type(message) for message in events(story)] == [Turned]
    assert bool(spread) is spreads
