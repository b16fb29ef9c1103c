"""What starts a fight, and who meets the group there (8.32, 9.0)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.combat.hand import FightForce
from companion.games.fellowship.events.ring import RingTaken
from companion.table.ids import PieceId
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import at_fight, battle, begun, cover, covered, now
from tests.support.fellowship_map import board_text
from tests.support.fellowship_moves import RED, at_step, searched


def force_of(play: Play) -> FightForce:
    (fight,) = play.state.public.fights
    assert fight.force is not None
    assert fight.piece == PieceId(1)
    return fight.force


@pytest.mark.rule("FOTR-157", "FOTR-145")
def test_a_random_group_fights_alone_and_minions_without_one() -> None:
    alone = searched()
    alone.die(10)
    alone.press(FP, "group")
    alone.press(FP, "fight")
    alone.die(2)
    assert force_of(alone) == FightForce(mix="M8", count=8, minions=False)
    minions = searched(markers=RED)
    minions.die(8)
    minions.press(FP, "group")
    minions.press(EP, "none")
    minions.press(FP, "fight")
    minions.press(EP, "minions")
    assert force_of(minions) == FightForce()


@pytest.mark.rule("FOTR-157", "FOTR-144")
def test_an_encounter_is_half_a_group_or_an_ambush_without_guardians() -> None:
    half = searched()
    half.die(6)
    half.press(FP, "group")
    half.press(FP, "fight")
    half.die(2)
    assert force_of(half) == FightForce(mix="M8", count=4, minions=False)
    ambush = searched(markers=RED)
    ambush.die(6)
    ambush.press(FP, "group")
    ambush.press(EP, "minion")
    assert force_of(ambush) == FightForce(ambush="minion", encounter=True)


@pytest.mark.rule("FOTR-146", "FOTR-168")
def test_an_assassin_ambushes() -> None:
    play = searched(markers=((1, "green", 4, "9,gh"),))
    play.die(10)
    play.press(FP, "group")
    assert force_of(play) == FightForce(minions=False, ambush="assassin")
    play.go_on(until="fp-fight")
    begun(play)
    assert covered(play, EP) == ["ambusher:Assassin"]


BATTLEFIELD = "6,g"


@pytest.mark.rule("FOTR-152", "FOTR-222")
def test_on_a_battlefield_a_wight_joins_where_no_other_guardian_fights() -> None:
    alone = begun(at_fight(("Frodo",), ("Bree agent",), place=BATTLEFIELD))
    assert {"front:Wight", "front:Bree agent"} <= set(covered(alone, EP))
    cover(alone, EP, "front:Wight")
    alone.press(EP, "ready")
    alone.press(FP, "ready")
    assert [one.card for one in battle(alone).front("enemy")] == ["Wight"]
    guarded = begun(at_fight(("Frodo",), ("Werewolf",), place=BATTLEFIELD))
    assert "front:Wight" not in covered(guarded, EP)
    elsewhere = begun(at_fight(("Frodo",), ("Bree agent",)))
    assert "front:Wight" not in covered(elsewhere, EP)


@pytest.mark.rule("FOTR-168")
def test_sleepers_fight_but_do_not_ambush_and_guardians_not_on_an_encounter() -> None:
    asleep = begun(at_fight(("Frodo",), ("Balrog",), faces=(3, 6)))
    assert "front:Balrog" in covered(asleep, EP)
    ambush = FightForce(ambush="minion")
    sleeper = begun(at_fight(("Frodo",), ("Balrog",), faces=(3, 6), force=ambush))
    assert covered(sleeper, EP) == []
    guardian = begun(at_fight(("Frodo",), ("Balrog",), faces=(3, 3), force=ambush))
    assert covered(guardian, EP) == ["ambusher:Balrog"]
    encounter = FightForce(ambush="minion", encounter=True)
    barred = begun(at_fight(("Frodo",), ("Balrog",), faces=(3, 3), force=encounter))
    assert covered(barred, EP) == []
    barred.press(EP, "nobody")
    assert not barred.state.public.fights


@pytest.mark.rule("FOTR-157", "FOTR-090")
def test_whoever_has_the_ring_openly_may_be_attacked_without_a_search() -> None:
    play = at_step("fp-activity", board_text(), ((1, "green", 3, "9,gh"), (9, "red", 3, "9,gh")))
    play.name(FP, 1, "A")
    play.name(EP, 9, "sauronic 1")
    play.lay(FP, "fellowship-A", "Aragorn")
    play.lay(EP, "sauronic-1", "Bree agent")
    taken = RingTaken(by="enemy", bearer="Bree agent", piece=PieceId(9), place="9,gh")
    play.state = GAME.evolve(play.state, taken)
    for _ in range(30):
        if play.step == "fp-ring-attack":
            break
        play.tap(FP, "step-on")
    play.press(FP, "attack", piece="1")
    (fight,) = play.state.public.fights
    assert (fight.place, fight.piece) == ("9,gh", PieceId(1))
    assert play.step == "fp-fight"
    begun(play)
    assert now(play).bearer == "Bree agent"
