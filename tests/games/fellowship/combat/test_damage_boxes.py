"""Boxes as on the record sheets (T.7, T.8)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.rules.health import UNHURT, Damage
from companion.games.fellowship.views.damage_boxes import damage_boxes
from tests.support.fellowship import FP, SAMPLE_BOX, Play


@pytest.mark.rule("FOTR-159", "FOTR-160")
def test_twice_the_endurance_number_of_boxes_with_slashes_and_crosses() -> None:
    assert damage_boxes(UNHURT, 3) == "··· | ···"
    assert damage_boxes(Damage(normal=2, diseased=1), 3) == "X// | ···"
    assert damage_boxes(Damage(normal=4, diseased=1), 3) == "X// | //·"
    assert damage_boxes(Damage(normal=1), 2, temporary=2) == "/~ | ~·"
    assert damage_boxes(Damage(normal=9), 2) == "// | ///////"
    assert damage_boxes(Damage(normal=2, diseased=1), None) == "X//"


def test_the_tab_wounds_shows_them_too() -> None:
    play = Play(SAMPLE_BOX)
    play.tap(FP, "wound:Frodo", normal="2", diseased="1")
    assert "X// | ···" in str(play.view(FP).region("wounds"))
