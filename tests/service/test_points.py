"""At which points of a game the seats are bound, by what everybody sees."""

from __future__ import annotations

import pytest

from companion.service.points import label_of
from tests.support.fellowship import FP, GAME, SAMPLE_BOX, VIEWERS, Play


@pytest.mark.parametrize("scenario", ["full", "gathering"])
def test_a_game_that_is_over_stands_at_no_point_to_be_passed(scenario: str) -> None:
    """An end that was only pressed is taken back, and the turn that it left has one code."""
    play = Play(SAMPLE_BOX, {"scenario": scenario})
    play.put(1, "green", 3, "4,f")

    def label() -> str | None:
        return label_of([GAME.view(play.state, viewer) for viewer in VIEWERS])

    assert label() == "Set-up, Enemy"
    play.begin()
    play.go_on(until="fp-dissolve")
    assert label() == "Turn 1, Fellowship"
    play.press(FP, "dissolve")
    assert label() is None
