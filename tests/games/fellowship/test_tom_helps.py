"""Tom Bombadil comes into fights near the Old Forest, after the first round (7.9, 12.1)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.secret import HealthUpdated
from companion.games.fellowship.rules.health import Damage
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_fights import at_fight, battle, lined_up, log, now, offered

NEAR = "6,h"
"""Two hexes from the Old Forest."""


def in_round_two(place: str = NEAR) -> Play:
    """A fight in which the Fellowship begins the second round."""
    play = lined_up(at_fight(("Frodo",), ("Bree agent",), place=place), ("Bree agent",), ("Frodo",))
    assert "tom" not in offered(play, FP)
    quiet = ("go", "foot", "enough", "none", "fight-on", "stay", "stays")
    for _ in range(30):
        if battle(play).round == 2 and now(play).stage == "reorganize":
            return play
        for seat in (FP, EP):
            action = next((one for one in quiet if one in offered(play, seat)), "")
            if action:
                play.press(seat, action)
                break
    raise AssertionError(f"never a second round: {now(play).stage} {offered(play, FP)}")


@pytest.mark.rule("FOTR-134")
def test_he_joins_at_the_beginning_of_the_second_round_once_a_player_turn() -> None:
    play = in_round_two()
    with pytest.raises(RefusedError, match="not mobilized"):
        play.press(FP, "tom")
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    play.press(FP, "tom")
    (tom,) = [one for one in battle(play).fighters if one.card == "Tom Bombadil"]
    assert (tom.side, tom.line) == ("fellowship", "shown")
    assert any("Tom Bombadil joins the fight" in line for line in log(play))
    assert "tom" not in offered(play, FP)
    bring = next(action for action in offered(play, FP) if action.startswith(("bring", "second")))
    play.press(FP, bring)
    (tom,) = [one for one in battle(play).fighters if one.card == "Tom Bombadil"]
    assert tom.in_row


@pytest.mark.rule("FOTR-134", "FOTR-159")
def test_he_comes_with_the_wounds_of_earlier_fights() -> None:
    play = in_round_two()
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    wounds = Damage(normal=3)
    event = HealthUpdated(seat=FP, damage=(("Tom Bombadil", wounds),))
    play.state = GAME.evolve(play.state, event)
    play.press(FP, "tom")
    (tom,) = [one for one in battle(play).fighters if one.card == "Tom Bombadil"]
    assert tom.damage == wounds


@pytest.mark.rule("FOTR-134")
def test_he_comes_to_no_fight_farther_away() -> None:
    play = in_round_two("10,h")
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    assert "tom" not in offered(play, FP)
