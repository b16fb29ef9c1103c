"""Ambushes, played (9.14)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.rules.health import Damage
from companion.table.ids import PUBLIC
from tests.support.fellowship import EP, FP
from tests.support.fellowship_fights import (
    RED,
    at_fight,
    battle,
    begun,
    cover,
    covered,
    now,
    offered,
)


@pytest.mark.rule("FOTR-168", "FOTR-214")
def test_an_ambusher_strikes_alone_and_leaves() -> None:
    play = begun(at_fight(("Frodo", "Aragorn"), ("Bree agent",), force=FightForce(ambush="minion")))
    assert covered(play, EP) == ["ambusher:Bree agent"]
    cover(play, EP, "ambusher:Bree agent")
    cover(play, FP, "front:Aragorn")
    play.press(FP, "ready")
    assert "1 Hobbit, 1 Man" in play.prompts(EP)[0].sentence
    assert offered(play, EP) == ["victim:f1", "victim:f2"]
    play.press(EP, "victim:f1")
    assert play.prompts(PUBLIC)[0].sentence == "Roll 5 or less: Bree agent e1 against Man f1."
    play.die(5)
    play.press(FP, "stand")
    assert play.state.hidden[FP].damage == {"Aragorn": Damage(diseased=3)}
    assert offered(play, EP) == ["off", "stays"]
    play.press(EP, "off")
    play.go(RED, "8,g")
    play.press(EP, "there")
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-168", "FOTR-164")
@pytest.mark.parametrize(("answer", "falls"), [("fall", True), ("turn:f1", False)])
def test_whoever_was_ambushed_may_show_who_it_is_before_it_falls(answer: str, falls: bool) -> None:  # noqa: FBT001 - a parameter of a table
    play = at_fight(("Frodo", "Aragorn"), ("Bree agent",), force=FightForce(ambush="minion"))
    play.tap(FP, "wound:Aragorn", normal="3")
    begun(play)
    cover(play, EP, "ambusher:Bree agent")
    cover(play, FP, "front:Aragorn")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    play.die(5)
    play.press(FP, "stand")
    assert offered(play, FP) == ["fall", "turn:f1"]
    play.press(FP, answer)
    aragorn = battle(play).find("f1")
    assert aragorn is not None
    assert aragorn.down is falls
    assert offered(play, EP) == ["off", "stays"]


@pytest.mark.rule("FOTR-168")
def test_an_ambusher_that_stays_fights_with_normal_values_in_the_second_segment() -> None:
    play = begun(at_fight(("Frodo", "Aragorn"), ("Bree agent",), force=FightForce(ambush="minion")))
    cover(play, EP, "ambusher:Bree agent")
    play.press(FP, "ready")
    play.press(EP, "victim:f2")
    play.die(9)
    play.press(FP, "stand")
    play.press(EP, "stays")
    assert (battle(play).segment, battle(play).round) == ("enemy", 1)
    assert [one.id for one in battle(play).front("enemy")] == ["e1"]
    assert offered(play, EP)[0] == "hit:e1:f2:normal:body"
    play.press(EP, "enough")
    assert now(play).stage == "leave"
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert battle(play).segment == "fellowship"
    assert "back:f1" in offered(play, FP)  # AMB-44: from round two on as always


@pytest.mark.rule("FOTR-168", "FOTR-224")
def test_an_assassin_is_drawn_to_ambush() -> None:
    force = FightForce(ambush="assassin", minions=False)
    play = begun(at_fight(("Frodo",), force=force))
    assert covered(play, EP) == ["ambusher:Assassin"]
    cover(play, EP, "ambusher:Assassin")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    assert "Roll 6 or less" in play.prompts(EP)[0].sentence


@pytest.mark.rule("FOTR-168", "FOTR-219")
def test_a_kraken_ambushes_with_one_of_its_arms_for_it_has_no_other_attack() -> None:
    play = begun(at_fight(("Frodo", "Sam"), ("Kraken 1",), force=FightForce(ambush="minion")))
    cover(play, EP, "ambusher:Kraken 1")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    assert "Roll 5 or less: Kraken 1" in play.prompts(EP)[0].sentence
    play.die(5)
    play.press(FP, "stand")
    assert [one.damage.total for one in battle(play).of("fellowship")] == [4, 0]
    play.press(FP, "fall")
    assert offered(play, EP) == ["off", "stays"]


@pytest.mark.rule("FOTR-165", "FOTR-180", "FOTR-168")
@pytest.mark.parametrize(
    ("answer", "needed", "wounded"), [("here", 6, True), ("not-here", 4, False)]
)
def test_before_an_ambush_by_a_nazgul_the_ringbearer_is_shown(
    answer: str, needed: int, *, wounded: bool
) -> None:
    play = begun(at_fight(("Frodo", "Sam"), ("Khamul",), force=FightForce(ambush="minion")))
    play.tap(FP, "ring-bearer", bearer="Frodo")
    cover(play, EP, "ambusher:Khamul")
    cover(play, FP, "front:Frodo")
    play.press(FP, "ready")
    play.press(EP, "victim:f1")
    assert offered(play, FP) == ["here", "not-here"]
    play.press(FP, answer)
    assert f"Roll {needed} or less: Khamul" in play.prompts(EP)[0].sentence
    play.die(1)
    if now(play).stage == "answer":
        play.press(FP, "stand")
    assert play.state.public.ring_public.wounded is wounded


@pytest.mark.rule("FOTR-159", "FOTR-168", "FOTR-219")
@pytest.mark.parametrize(("card", "boxes"), [("Bree agent", 6), ("Kraken 1", 20)])
def test_who_has_no_attack_left_is_not_offered_for_an_ambush(card: str, boxes: int) -> None:
    def offered_to(wounds: int) -> list[str]:
        minions = (card, "Edoras agent")
        play = at_fight(("Frodo",), minions, force=FightForce(ambush="minion"))
        if wounds:
            play.tap(EP, f"wound:{card}", normal=str(wounds))
        return covered(begun(play), EP)

    assert set(offered_to(0)) == {f"ambusher:{card}", "ambusher:Edoras agent"}
    assert offered_to(boxes) == ["ambusher:Edoras agent"]
