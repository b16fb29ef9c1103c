"""Whom the book names in fights, and numbers of it whose next neighbour has to fail (9, 12, 15)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.box.board_map import BoardMap
from companion.games.fellowship.box.file import HexEntry
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.combat.battle import Battle
from companion.games.fellowship.combat.cards import AreaAttack, Ratings, area_of, ratings_of
from companion.games.fellowship.combat.mounts import could_ride
from companion.games.fellowship.events.ring import BearerWounded
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Forest
from companion.games.fellowship.facts.roster import forces, forces_of
from companion.games.fellowship.play.fight_ground import fight_place, is_south, near_mordor
from companion.games.fellowship.rules.health import Damage
from tests.support.fellowship import EP, FP, GAME, Play
from tests.support.fellowship_fights import (
    GREEN,
    at_fight,
    at_the_end,
    battle,
    lined_up,
    log,
    now,
    offered,
    pass_segment,
    strike,
)
from tests.support.fellowship_map import MOUNTAIN, map_box
from tests.support.fighters import ep, fp

CARDS = sample_box().cards
NOBODY = Battle()


@pytest.mark.rule("FOTR-162")
def test_who_rides_with_a_group_on_horses_and_has_one_more_for_it() -> None:
    riding = Battle(horse_mode=True)
    riders = {one.name for one in forces_of(FELLOWSHIP) if could_ride(riding, fp(one.name))}
    assert riders == {"Aragorn", "Legolas", "Boromir", "Gandalf the Grey", "Gandalf the White"}
    for name in riders:
        walking, mounted = (ratings_of(CARDS, riding, fp(name, mounted=up)) for up in (False, True))
        assert isinstance(walking, Ratings)
        assert isinstance(mounted, Ratings)
        assert mounted.offensive == walking.offensive + 1
        assert (mounted.damage, mounted.defensive, mounted.endurance) == (
            walking.damage,
            walking.defensive,
            walking.endurance,
        )


@pytest.mark.rule("FOTR-167", "FOTR-216", "FOTR-209")
def test_who_has_an_area_attack_and_whose_is_diseased_or_passes() -> None:
    found = {
        one.name: attack
        for one in forces()
        if (attack := area_of(CARDS, (fp if one.seat == FELLOWSHIP else ep)(one.name)))
    }
    assert set(found) == {
        "Gandalf the Grey",
        "Gandalf the White",
        "Radagast",
        "Mouth of Sauron",
        "Saruman",
        "Cold Drake",
        "Fire Drake",
        "Giant Spider",
        "Kraken 1",
        "Kraken 2",
        "Wight",
    }
    attacks = {name: one for name, one in found.items() if isinstance(one, AreaAttack)}
    assert set(attacks) == set(found)
    assert {name for name, one in attacks.items() if one.diseased} == {"Mouth of Sauron"}
    assert {name for name, one in attacks.items() if one.vanishing} == {"Giant Spider", "Wight"}


@pytest.mark.rule("FOTR-210", "FOTR-221", "FOTR-222")
def test_whose_normal_attack_is_diseased() -> None:
    found = set()
    for one in forces_of(ENEMY):
        ratings = ratings_of(CARDS, NOBODY, ep(one.name))
        if isinstance(ratings, Ratings) and ratings.diseased:
            found.add(one.name)
    nazgul = {one.name for one in forces_of(ENEMY) if one.kind == "nazgul"}
    assert found == nazgul | {"Giant Spider", "Werewolf", "Wight"}


@pytest.mark.rule("FOTR-180")
def test_near_mordor_is_within_four_hexes_of_it() -> None:
    board = BoardMap(sample_box())
    # The sample's Mordor begins with 22,l in the west: four columns and five.
    assert near_mordor(board, "18,l") is True
    assert near_mordor(board, "17,kl") is False
    # A fight on a hexside is in both of its hexes.
    assert near_mordor(board, "17,kl/18,l") is True


@pytest.mark.rule("FOTR-180")
@pytest.mark.parametrize("before", [False, True])
def test_only_the_first_wound_of_the_game_makes_the_enemy_leave(*, before: bool) -> None:
    play = at_fight(("Frodo", "Aragorn"), ("Khamul",))
    if before:
        play.state = GAME.evolve(play.state, BearerWounded())
    lined_up(play, ("Khamul",), ("Frodo", "Aragorn"))
    play.press(FP, "here")
    pass_segment(play)
    strike(play, EP, "hit:e1:f1:normal:body", 6)
    play.press(FP, "stay")
    assert offered(play, EP) == (["stay", "off"] if before else ["off"])


def _duel(gandalf: int, balrog: int) -> Play:
    """Gandalf, 9 boxes, holds the Balrog, 16; both have wounds from before."""
    play = at_fight(
        ("Gandalf the Grey", "Frodo"), ("Balrog",), options={"optional": "gandalf-duel"}
    )
    play.tap(FP, "wound:Gandalf the Grey", normal=str(gandalf))
    play.tap(EP, "wound:Balrog", normal=str(balrog))
    lined_up(play, ("Balrog",), ("Gandalf the Grey", "Frodo"))
    play.press(FP, "turn:f1")
    at_the_end(play)
    play.press(FP, "duel:e1")
    return play


@pytest.mark.rule("FOTR-251")
def test_where_gandalf_and_the_guardian_both_fall_both_are_dead() -> None:
    play = _duel(3, 12)
    play.die(3)  # 5 boxes and 12: over 16, not over 32
    play.die(5)  # 7 boxes and 3: over 9, not over 18
    assert log(play)[-1] == "Dead: Balrog e1, Gandalf the Grey f1."
    assert "Gandalf the Grey" not in play.state.hidden[FP].boxes
    assert "Balrog" not in play.state.hidden[EP].boxes


@pytest.mark.rule("FOTR-251")
def test_where_only_one_of_the_two_falls_the_other_strikes_on() -> None:
    play = _duel(0, 12)
    play.die(3)
    play.die(10)
    assert now(play).stage == "duel"
    fallen, standing = battle(play).find("e1"), battle(play).find("f1")
    assert fallen is not None
    assert standing is not None
    assert (fallen.damage, fallen.down, fallen.line) == (Damage(normal=17), True, "front")
    assert (standing.damage, standing.down) == (Damage(normal=0), False)


@pytest.mark.rule("FOTR-154", "FOTR-182")
def test_the_example_of_8_5_leaves_three_hexes_for_the_group_and_two_rumors() -> None:
    play = lined_up(at_fight(("Frodo",), ("Bree agent",)), ("Bree agent",), ("Frodo",))
    at_the_end(play)
    play.press(FP, "try", group="f1")
    play.die(1)
    options = [option.value for option in play.prompts(EP)[0].form.fields[0].options]
    assert sorted(options) == ["7,gh", "7,hi", "8,g", "8,h", "8,i", "9,gh", "9,hi"]
    play.press(EP, "deny", denied=["8,h", "7,gh", "8,g", "9,gh"])
    # Into no hex that was denied, the present one among them.
    assert play.refusal(play.act(FP, "there")).section == "8.5"
    play.go(GREEN, "8,i")
    for number, label in ((7, "7,hi"), (8, "9,hi")):
        play.put(number, "green", 3, label)
    play.press(FP, "there")
    assert not play.state.public.flags
    assert not play.state.public.fights


@pytest.mark.rule("FOTR-220", "FOTR-221", "FOTR-215")
def test_how_near_a_fight_has_to_be_for_a_guardians_company() -> None:
    """Three hexes from a hex with a mountain hexside; in or beside Moria; in Mirkwood (12.2)."""
    woods = {"20,f": HexEntry(forest=Forest.MIRKWOOD), "20,m": HexEntry(forest=Forest.FANGORN)}
    board = BoardMap(map_box({"12,h/12,i": MOUNTAIN}, hexes=woods))

    def places(*labels: str) -> list[tuple[bool, bool, bool]]:
        found = [fight_place(board, label, land=True) for label in labels]
        return [(one.mountains, one.moria, one.mirkwood) for one in found]

    # 12,h and 12,i have the hexside: 12,e and 12,l are three hexes off, 12,d and 12,m four.
    assert places("12,e", "12,l") == [(True, False, False)] * 2
    assert places("12,d", "12,m") == [(False, False, False)] * 2
    assert places("12,d/12,e") == [(True, False, False)]
    # Moria is 14,h.
    beside = ("14,g", "14,i", "13,gh", "13,hi", "15,gh", "15,hi")
    assert all(moria for _, moria, _ in places("14,h", *beside))
    assert not any(moria for _, moria, _ in places("14,f", "14,j", "12,h", "16,h"))
    assert places("20,f", "20,e", "20,m") == [
        (False, False, True),
        (False, False, False),
        (False, False, False),
    ]


@pytest.mark.rule("FOTR-183")
def test_the_elephant_comes_south_of_minas_tirith_alone() -> None:
    assert [is_south(label) for label in ("19,no", "18,n", "20,n", "1,pq")] == [True] * 4
    assert [is_south(label) for label in ("19,mn", "17,mn", "18,m", "20,m", "1,ab")] == [False] * 5


def _duels_at_the_end(play: Play) -> list[str]:
    at_the_end(play)
    return [action for action in offered(play, FP) if action.startswith("duel")]


@pytest.mark.rule("FOTR-251")
def test_gandalf_holds_a_guardian_in_the_first_round_alone_and_once_he_is_shown() -> None:
    agreed = {"optional": "gandalf-duel"}

    def met(options: dict[str, str] | None, *minions: str) -> Play:
        play = at_fight(("Gandalf the Grey", "Frodo"), minions, options=options)
        return lined_up(play, minions, ("Gandalf the Grey", "Frodo"))

    play = met(agreed, "Balrog")
    assert _duels_at_the_end(play) == []
    play.press(FP, "turn:f1")
    assert [action for action in offered(play, FP) if action.startswith("duel")] == ["duel:e1"]
    play.press(FP, "stay")
    play.press(EP, "stay")
    assert battle(play).round == 2
    assert _duels_at_the_end(play) == []
    for options, minion in ((None, "Balrog"), (agreed, "Bree agent")):
        other = met(options, minion)
        other.press(FP, "turn:f1")
        assert _duels_at_the_end(other) == []
