"""A retreat from dormant minions alone goes where it likes, without rumors (8.5)."""

from __future__ import annotations

import pytest

from tests.support.fellowship import EP, FP, Play, RefusedError
from tests.support.fellowship_fights import GREEN, at_fight, battle, lined_up, now

DORMANT, AWAKE = 6, 3


def got_away(face: int) -> Play:
    """Frodo has got away from an agent whose marker shows this side."""
    fight = at_fight(("Frodo",), ("Bree agent",), faces=(2, face))
    play = lined_up(fight, ("Bree agent",), ("Frodo",))
    while now(play).stage != "leave":
        seat = {"fellowship": FP, "enemy": EP}[battle(play).segment]
        action = {"reorganize": "go", "riding": "foot", "attack": "enough"}[now(play).stage]
        play.press(seat, action)
    play.press(FP, "try", group="f1")
    play.die(1)
    return play


@pytest.mark.rule("FOTR-155")
def test_from_sleepers_alone_any_adjacent_hex_will_do_and_nothing_is_denied() -> None:
    play = got_away(DORMANT)
    play.press(FP, "freely")
    (prompt, *_) = play.prompts(FP)
    # Every hex beside 8,h; it may not stay.
    around = "7,gh, 7,hi, 8,g, 8,i, 9,gh, 9,hi"
    assert prompt.sentence == f"Put your group into one of {around}; without rumors."
    play.go(GREEN, "9,hi")
    play.press(FP, "there")
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-155")
def test_going_freely_takes_no_rumors_along() -> None:
    play = got_away(DORMANT)
    play.press(FP, "freely")
    play.go(GREEN, "9,hi")
    play.put(9, "green", 2, "8,g")
    with pytest.raises(RefusedError, match="takes no rumors"):
        play.press(FP, "there")


@pytest.mark.rule("FOTR-155", "FOTR-154")
def test_with_rumors_it_is_the_usual_retreat_and_awake_minions_allow_no_other() -> None:
    play = got_away(DORMANT)
    play.press(FP, "usual")
    assert "deny up to" in play.prompts(EP)[0].sentence
    awake = got_away(AWAKE)
    assert "deny up to" in awake.prompts(EP)[0].sentence


@pytest.mark.rule("FOTR-043")
def test_what_a_group_can_carry_is_to_be_looked_up_before_a_retreat_too() -> None:
    play = got_away(DORMANT)
    play.press(FP, "freely")
    assert any("stands in the tab Boxes" in line for line in play.prompts(FP)[0].detail)
