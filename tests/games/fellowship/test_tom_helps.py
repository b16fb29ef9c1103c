"""Tom Bombadil comes into fights near the Old Forest, after the first round (7.9, 12.1)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.events.secret import HealthUpdated
from companion.games.fellowship.rules.health import Damage
from tests.support.fellowship import EP, FP, GAME, Play, RefusedError
from tests.support.fellowship_fights import (
    at_fight,
    at_the_end,
    battle,
    begun,
    cover,
    lined_up,
    log,
    now,
    offered,
)

NEAR = "6,h"
"""Two hexes from the Old Forest."""


def in_round_two(
    place: str = NEAR, minion: str = "Bree agent", options: dict[str, str] | None = None
) -> Play:
    """A fight in which the Fellowship begins the second round."""
    play = begun(at_fight(("Frodo",), (minion,), place=place, options=options))
    cover(play, EP, f"front:{minion}")
    play.press(EP, "ready")
    cover(play, FP, "front:Frodo")
    play.press(FP, "ready")
    assert "tom" not in offered(play, FP)
    quiet = ("not-here", "go", "foot", "enough", "none", "fight-on", "stay", "stays")
    for _ in range(30):
        if battle(play).round == 2 and now(play).stage in ("reorganize", "assign"):
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
def test_he_comes_too_where_there_is_nothing_else_to_choose() -> None:
    play = in_round_two(minion="Khamul")
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    assert offered(play, FP) == ["go", "turn:f1", "tom"]


@pytest.mark.rule("FOTR-134", "FOTR-235")
def test_with_simple_combat_he_stands_at_the_end_of_the_row() -> None:
    play = in_round_two(options={"simpler": "simple-combat"})
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    play.press(FP, "tom")
    assert [one.card for one in battle(play).front("fellowship")] == ["Hobbit", "Tom Bombadil"]
    assert "assign:f2:e1" in offered(play, FP)


@pytest.mark.rule("FOTR-134")
def test_he_comes_to_no_fight_farther_away() -> None:
    play = in_round_two("10,h")
    play.lay(FP, "fellowship-B", "Tom Bombadil")
    assert "tom" not in offered(play, FP)


@pytest.mark.rule("FOTR-134")
def test_he_does_not_come_a_second_time_who_waits_in_the_reserve() -> None:
    play = at_fight(("Frodo", "Tom Bombadil"), ("Bree agent",), place="5,fg")
    lined_up(play, ("Bree agent",), ("Frodo",), reserves=((), ("Tom Bombadil",)))
    at_the_end(play)
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert battle(play).round == 2
    with pytest.raises(RefusedError, match="is in this fight already"):
        play.press(FP, "tom")
