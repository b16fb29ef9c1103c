"""Which number of which card counts, value by value and at the bounds (9.1 to 9.14, 12.1, 12.2)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box.file import AttackValues, CardValues, CombatValues
from companion.games.fellowship.combat.battle import (
    Battle,
    Creature,
    Fighter,
    Ground,
    Part,
    Variants,
)
from companion.games.fellowship.combat.cards import (
    AREA_ATTACKERS,
    AreaAttack,
    Attack,
    Ratings,
    ambush_of,
    area_of,
    attack_of,
    defensive_rating,
    endurance_number,
    has_enhanced_values,
    is_over_endurance,
    mount_values,
    ratings_of,
    second_attack_of,
    strike_on,
)
from companion.games.fellowship.combat.mounts import (
    RIDERS_WITH_THE_GROUP,
    attacks_in_segment,
    could_ride,
    guard_bonus,
    has_shadowfax,
    is_character,
    must_choose,
    strike_bonus,
)
from companion.games.fellowship.combat.ring_worn import (
    is_nazgul,
    nazgul_among,
    powers_of,
    pressure,
    worn_bonus,
)
from companion.games.fellowship.combat.strike import Hit, Strike, strike
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.tables.cells import UnknownCell
from tests.support.fighters import ep, fp

MAN = CardValues(offensive=5, damage=3, defensive=2, endurance=4)
CARDS = {
    "Man": MAN,
    "Hobbit": CardValues(offensive=3, damage=1, defensive=1, endurance=2),
    "Aragorn": msgspec.structs.replace(MAN, endurance=8, enhanced=CombatValues(offensive=8)),
    "Boromir": MAN,
    "Frodo": msgspec.structs.replace(
        MAN,
        enhanced=CombatValues(offensive=6),
        best=CombatValues(offensive=7),
    ),
    "Sam": msgspec.structs.replace(MAN, enhanced=CombatValues(offensive=6)),
    "Radagast": msgspec.structs.replace(MAN, enhanced=CombatValues(offensive=9)),
    "Gandalf the Grey": msgspec.structs.replace(
        MAN, mount=CombatValues(defensive=3, endurance=5), mounted=CombatValues(offensive=9)
    ),
    "Glorfindel": msgspec.structs.replace(
        MAN,
        mounted=CombatValues(offensive=7),
        mount=CombatValues(defensive=2, endurance=3),
    ),
    "Khamul": msgspec.structs.replace(
        MAN,
        mounted=CombatValues(offensive=8),
        mount=CombatValues(defensive=2, endurance=3),
    ),
    "Witch-king": msgspec.structs.replace(MAN, plain_horse=True),
    "Saruman": msgspec.structs.replace(
        MAN, area=AttackValues(targets=3, offensive=7, damage=4, diseased=True)
    ),
    "Wight": msgspec.structs.replace(MAN, area=AttackValues(targets=2, offensive=6, damage=3)),
    "Kraken 1": msgspec.structs.replace(MAN, area=AttackValues(targets=4, offensive=6, damage=3)),
    "Kraken 2": msgspec.structs.replace(MAN, area=AttackValues(targets=4, offensive=6, damage=3)),
    "Mouth of Sauron": msgspec.structs.replace(
        MAN, area=AttackValues(targets=2, offensive=6, damage=3)
    ),
    "Pelargir agent": msgspec.structs.replace(MAN, ambush=AttackValues(offensive=7, damage=3)),
    "Saruman agent, Bree": MAN,
    "Dagger": msgspec.structs.replace(
        MAN, ambush=AttackValues(offensive=6, damage=4, diseased=True)
    ),
    "Knife": msgspec.structs.replace(MAN, ambush=AttackValues(offensive=6, damage=4)),
    "Werewolf": msgspec.structs.replace(MAN, diseased=True),
    "Fell creature 1": CardValues(
        defensive=4, endurance=9, ridden=AttackValues(offensive=5, damage=2)
    ),
}
NOBODY = Battle()


def rated(fighter: Fighter, battle: Battle = NOBODY) -> Ratings:
    found = ratings_of(CARDS, battle, fighter)
    assert isinstance(found, Ratings)
    return found


def asked(found: object) -> tuple[str, str, str]:
    assert isinstance(found, UnknownCell)
    return found.row, found.column, found.asked_of(FELLOWSHIP)


# --- Sets of values -----------------------------------------------------------------------------


@pytest.mark.rule("FOTR-164", "FOTR-166")
def test_which_of_a_cards_sets_counts() -> None:
    offensive = {
        "generic": rated(fp("Man", generic=True, level=2)).offensive,
        "starting": rated(fp("Frodo")).offensive,
        "enhanced": rated(fp("Frodo", level=1)).offensive,
        "best": rated(fp("Frodo", level=2)).offensive,
        "no second set": rated(fp("Sam", level=2)).offensive,
        "not in the list": rated(fp("Radagast", level=1)).offensive,
        "a creature": rated(ep("Man", level=1, creature=Creature.MAN, mounted=True)).offensive,
    }
    assert offensive == {
        "generic": 5,
        "starting": 5,
        "enhanced": 6,
        "best": 7,
        "no second set": 6,
        "not in the list": 5,
        "a creature": 5,
    }
    names = ("Aragorn", "Legolas", "Gimli", "Boromir", "Frodo", "Sam", "Merry", "Pippin")
    assert all(has_enhanced_values(name) for name in names)
    assert not has_enhanced_values("Gandalf the Grey")


@pytest.mark.rule("FOTR-161", "FOTR-162")
def test_who_rides_gets_one_more_or_the_numbers_of_the_saddle() -> None:
    assert rated(fp("Aragorn", mounted=True)).offensive == 6
    assert rated(fp("Aragorn", mounted=True, level=1)).offensive == 9
    assert rated(fp("Glorfindel", mounted=True)).offensive == 7
    assert rated(fp("Glorfindel", mounted=True, level=1)).offensive == 7
    # Values in the saddle are the Nazgul's and Glorfindel's; a rider of the group has the bonus.
    assert rated(fp("Gandalf the Grey", mounted=True)).offensive == 6
    assert rated(ep("Khamul", mounted=True)).offensive == 8
    assert rated(ep("Khamul")).offensive == 5
    assert rated(ep("Man", mounted=True, creature=Creature.MAN)).offensive == 5
    assert rated(fp("Aragorn", bonus=2)).offensive == 7


@pytest.mark.rule("FOTR-208")
def test_shadowfax_helps_gandalfs_strike_or_guards_him_and_one_beside() -> None:
    grey = fp("Gandalf the Grey", mounted=True, mount="horse")
    strikes = msgspec.structs.replace(grey, steed="strike")
    guards = msgspec.structs.replace(grey, steed="guard")
    assert [strike_bonus(one) for one in (grey, strikes, guards)] == [0, 1, 0]
    assert [guard_bonus(one) for one in (grey, strikes, guards)] == [0, 0, 1]
    assert [rated(one).offensive for one in (grey, strikes, guards)] == [6, 7, 6]
    assert [rated(one).defensive for one in (grey, strikes, guards)] == [2, 2, 3]
    for steed in ("strike", "guard"):
        afoot = msgspec.structs.replace(strikes, mounted=False, steed=steed)
        assert (strike_bonus(afoot), guard_bonus(afoot)) == (0, 0)
    assert guard_bonus(fp("Sam", guarded=True)) == 1
    assert rated(fp("Sam", guarded=True)).defensive == 3
    assert has_shadowfax(grey)
    assert not has_shadowfax(fp("Gandalf the Grey"))
    assert not has_shadowfax(fp("Glorfindel", mount="horse"))


@pytest.mark.rule("FOTR-100", "FOTR-102")
def test_the_ring_adds_to_three_values_of_its_wearer_alone() -> None:
    frodo, sam = fp("Frodo"), fp("Sam", id="f2")
    battle = Battle(fighters=(frodo, sam), worn="f1", bearer="f1")
    ratings = rated(frodo, battle)
    assert (ratings.offensive, ratings.damage, ratings.defensive) == (9, 7, 6)
    assert ratings.endurance == 4
    other = rated(sam, battle)
    assert (other.offensive, other.damage, other.defensive) == (5, 3, 2)
    assert (worn_bonus(battle, frodo), worn_bonus(battle, sam)) == (4, 0)
    assert defensive_rating(CARDS, battle, frodo) == 6
    assert defensive_rating(CARDS, battle, msgspec.structs.replace(sam, guarded=True)) == 3
    assert defensive_rating(CARDS, NOBODY, fp("Frodo", level=2)) == 2


@pytest.mark.rule("FOTR-160", "FOTR-210")
def test_whose_damage_is_diseased() -> None:
    found = {card: rated(ep(card)).diseased for card in ("Khamul", "Werewolf", "Man", "Saruman")}
    assert found == {"Khamul": True, "Werewolf": True, "Man": False, "Saruman": False}
    assert attack_of(rated(ep("Werewolf"))) == Attack(offensive=5, damage=3, diseased=True)
    plain = Ratings(offensive=1, damage=2, defensive=3, endurance=4)
    assert attack_of(plain) == Attack(offensive=1, damage=2, diseased=False, vanishing=False)
    attack = AreaAttack(targets=1, offensive=1, damage=1)
    assert (attack.diseased, attack.vanishing) == (False, False)


# --- Endurance ----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-159", "FOTR-206")
def test_over_the_endurance_number_somebody_is_down() -> None:
    assert endurance_number(CARDS, fp("Aragorn")) == 8
    assert endurance_number({}, fp("Gollum")) == 12
    for boxes, down in ((4, False), (5, True)):
        assert is_over_endurance(CARDS, fp("Man", damage=Damage(boxes, 0))) is down
        assert is_over_endurance(CARDS, fp("Man", temporary=boxes)) is down
        assert not is_over_endurance({}, fp("Man", damage=Damage(boxes, 0)))
    assert asked(endurance_number({}, fp("Aragorn"))) == ("Aragorn", "endurance", FELLOWSHIP)


# --- Special attacks ----------------------------------------------------------------------------


@pytest.mark.rule("FOTR-167", "FOTR-211", "FOTR-222")
def test_whose_area_attack_is_diseased_or_vanishes() -> None:
    found = {
        card: area_of(CARDS, ep(card)) for card in ("Saruman", "Wight", "Mouth of Sauron", "Man")
    }
    assert found == {
        "Saruman": AreaAttack(targets=3, offensive=7, damage=4, diseased=True),
        "Wight": AreaAttack(targets=2, offensive=6, damage=3, vanishing=True),
        "Mouth of Sauron": AreaAttack(targets=2, offensive=6, damage=3),
        "Man": None,
    }
    assert len(AREA_ATTACKERS) == 11
    assert area_of(CARDS, ep("Saruman", generic=True)) is None
    assert asked(area_of({}, ep("Saruman"))) == ("Saruman", "area.targets", ENEMY)
    assert asked(area_of({"Saruman": MAN}, ep("Saruman"))) == ("Saruman", "area.targets", ENEMY)


@pytest.mark.rule("FOTR-219")
def test_a_kraken_loses_a_target_for_each_full_five_boxes() -> None:
    for card in ("Kraken 1", "Kraken 2"):
        targets = []
        for boxes in (0, 4, 5, 10, 20, 25):
            found = area_of(CARDS, ep(card, damage=Damage(boxes, 0)))
            assert isinstance(found, AreaAttack)
            targets.append(found.targets)
        assert targets == [4, 4, 3, 2, 0, 0]
    wight = area_of(CARDS, ep("Wight", damage=Damage(10, 0)))
    assert isinstance(wight, AreaAttack)
    assert wight.targets == 2


@pytest.mark.rule("FOTR-168", "FOTR-214")
def test_what_somebody_ambushes_with() -> None:
    found = {
        card: ambush_of(CARDS, NOBODY, ep(card))
        for card in ("Pelargir agent", "Dagger", "Knife", "Man", "Khamul", "Nobody")
    }
    assert found.pop("Nobody") == ratings_of(CARDS, NOBODY, ep("Nobody"))
    assert found == {
        "Pelargir agent": Attack(offensive=7, damage=3, diseased=True),
        "Dagger": Attack(offensive=6, damage=4, diseased=True),
        "Knife": Attack(offensive=6, damage=4, diseased=False),
        "Man": Attack(offensive=5, damage=3, diseased=False),
        "Khamul": Attack(offensive=5, damage=3, diseased=True),
    }
    for cards in (CARDS, {}):
        agent = ambush_of(cards, NOBODY, ep("Saruman agent, Bree"))
        assert asked(agent) == ("Saruman agent, Bree", "ambush.offensive", ENEMY)


@pytest.mark.rule("FOTR-161", "FOTR-213")
def test_what_a_rider_sits_on() -> None:
    fell = ep("Khamul", mount="fell", mount_card="Fell creature 1", mounted=True)
    found = {
        "own horse": mount_values(CARDS, ep("Khamul", mount="horse")),
        "Glorfindel": mount_values(CARDS, fp("Glorfindel", mount="horse")),
        "plain for a character": mount_values(CARDS, fp("Gandalf the Grey", mount="horse")),
        "plain by the box": mount_values(CARDS, ep("Witch-king", mount="horse")),
        "fell creature": mount_values(CARDS, fell),
    }
    assert found == {
        "own horse": (2, 3),
        "Glorfindel": (2, 3),
        "plain for a character": (1, 2),
        "plain by the box": (1, 2),
        "fell creature": (4, 9),
    }
    assert asked(mount_values({}, ep("Khamul", mount="horse")))[1] == "mount.defensive"
    assert asked(mount_values({}, fell))[:2] == ("Fell creature 1", "defensive")
    assert second_attack_of(CARDS, fell) == Attack(offensive=5, damage=2)
    assert asked(second_attack_of({}, fell))[1] == "ridden.offensive"
    assert [
        attacks_in_segment(one)
        for one in (fell, msgspec.structs.replace(fell, mounted=False), ep("Khamul"))
    ] == [2, 1, 1]
    horse = ep("Khamul", mount="horse", mounted=True)
    assert attacks_in_segment(horse) == 1


# --- Strikes ------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-101", "FOTR-158", "FOTR-159")
def test_what_stands_against_a_strike() -> None:
    attack = Attack(offensive=8, damage=4, diseased=True)
    frodo, nazgul = fp("Frodo"), ep("Khamul")
    hunted = Battle(fighters=(frodo, nazgul), bearer="f1")

    def against(battle: Battle, attacker: Fighter, target: Fighter, part: Part = "body") -> Strike:
        found = strike_on(CARDS, battle, attack, attacker, (target, part))
        assert isinstance(found, Strike)
        return found

    assert against(hunted, nazgul, frodo).defensive == 0
    assert against(hunted, ep("Man"), frodo).defensive == 2
    assert against(hunted, nazgul, fp("Sam", id="f2")).defensive == 2
    weak = fp("Hobbit", generic=True)
    assert against(Battle(fighters=(weak, nazgul), bearer="f1"), nazgul, weak).defensive == 0
    assert against(NOBODY, nazgul, fp("Aragorn", down=True)).defensive == 0
    rider = fp("Glorfindel", mount="horse", mounted=True, down=True)
    assert against(NOBODY, nazgul, rider, "mount").defensive == 2
    plain = against(NOBODY, nazgul, frodo)
    assert (plain.offensive, plain.damage, plain.diseased, plain.wide_double) == (8, 4, True, False)
    assert against(Battle(variants=Variants(wide_double=True)), nazgul, frodo).wide_double
    targets: tuple[tuple[Fighter, Part], ...] = (
        (fp("Legolas"), "body"),
        (ep("Khamul", mount="horse"), "mount"),
    )
    for target, part in targets:
        missing = strike_on({}, NOBODY, attack, nazgul, (target, part))
        assert isinstance(missing, UnknownCell)


@pytest.mark.rule("FOTR-101")
def test_a_nazgul_presses_the_bearer_of_the_fellowship_alone() -> None:
    frodo, nazgul, thief = fp("Frodo"), ep("Khamul"), ep("Pelargir agent", id="e2")
    battle = Battle(fighters=(frodo, nazgul, thief), bearer="f1")
    assert pressure(battle, nazgul, frodo) == 2
    assert pressure(battle, thief, frodo) == 0
    assert pressure(battle, nazgul, fp("Sam", id="f2")) == 0
    assert pressure(msgspec.structs.replace(battle, bearer="e2"), nazgul, thief) == 0
    assert [is_nazgul(ep(card)) for card in ("Khamul", "Mouth of Sauron", "x")] == [
        True,
        False,
        False,
    ]
    assert nazgul_among(battle)
    assert not nazgul_among(Battle(fighters=(frodo, thief)))
    gone = msgspec.structs.replace(nazgul, line="gone")
    assert not nazgul_among(Battle(fighters=(frodo, gone)))
    first = powers_of(Battle(fighters=(frodo, thief)), frodo, first_of_ambush=True)
    assert (first.bonus, first.disengages) == (0, False)


@pytest.mark.rule("FOTR-158", "FOTR-248")
@pytest.mark.parametrize(
    ("needed", "wide", "kinds"),
    [
        (1, False, "hit miss miss miss miss"),
        (2, False, "double hit miss miss miss"),
        (4, True, "double hit hit hit miss"),
        (5, True, "double double hit hit hit"),
        (1, True, "hit miss miss miss miss"),
    ],
)
def test_a_one_hits_and_doubles_where_more_would_have_hit(
    needed: int, kinds: str, *, wide: bool
) -> None:
    attack = Strike(offensive=needed + 2, defensive=2, damage=3, wide_double=wide)
    assert attack.needed == needed
    assert [strike(attack, roll).kind for roll in range(1, 6)] == kinds.split()
    boxes = {"miss": 0, "hit": 3, "double": 6}
    assert [strike(attack, roll).boxes for roll in range(1, 6)] == [
        boxes[kind] for kind in kinds.split()
    ]
    assert Strike(offensive=2, defensive=9, damage=3).needed == 1
    assert Hit("miss") == Hit("miss", 0, diseased=False)
    assert Hit("hit", 2).added_to(Damage(1, 1)) == Damage(3, 1)
    assert strike(attack, 10).kind == "miss"
    for roll in (0, 11):
        with pytest.raises(ValueError, match="1 to 10"):
            strike(attack, roll)


# --- Who is asked -------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-205")
def test_a_decoy_has_the_numbers_of_its_race_and_gaps_are_asked_of_the_cards_side() -> None:
    assert rated(fp("Bree Man")).offensive == 5
    assert rated(fp("Shire Hobbit")).offensive == 3
    assert asked(ratings_of({}, NOBODY, fp("Shire Hobbit")))[0] == "Hobbit"
    legolas = ratings_of({}, NOBODY, fp("Legolas", side=ENEMY))
    assert asked(legolas) == ("Legolas", "endurance", FELLOWSHIP)
    assert asked(ratings_of({}, NOBODY, ep("Elf")))[2] == ENEMY
    assert asked(ratings_of({}, NOBODY, fp("Elf")))[2] == FELLOWSHIP
    level = ratings_of({"Aragorn": MAN}, NOBODY, fp("Aragorn", level=1))
    assert asked(level) == ("Aragorn", "enhanced.endurance", FELLOWSHIP)
    assert isinstance(level, UnknownCell)
    assert level.question == "What is the endurance number (EN) of Aragorn (enhanced)?"
    plain = ratings_of({}, NOBODY, fp("Elf"))
    assert isinstance(plain, UnknownCell)
    assert plain.question == "What is the endurance number (EN) of Elf?"
    assert asked(defensive_rating({}, NOBODY, fp("Elf")))[1] == "defensive"
    gap = {"Man": msgspec.structs.replace(MAN, offensive=None)}
    assert asked(ratings_of(gap, NOBODY, fp("Man")))[1] == "offensive"


# --- Mounts -------------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-161", "FOTR-162", "FOTR-163")
def test_who_could_ride() -> None:
    group, hills = Battle(horse_mode=True), Battle(horse_mode=True, ground=Ground(mountain=True))
    assert all(could_ride(group, fp(name)) for name in RIDERS_WITH_THE_GROUP)
    assert not any(could_ride(hills, fp(name)) for name in RIDERS_WITH_THE_GROUP)
    assert not any(could_ride(NOBODY, fp(name)) for name in RIDERS_WITH_THE_GROUP)
    assert could_ride(NOBODY, fp("Sam", mount="horse"))
    for given in ({"generic": True}, {"down": True}):
        assert not could_ride(group, fp("Aragorn", **given))
        assert not could_ride(group, ep("Khamul", mount="horse", **given))
    assert not could_ride(group, ep("Khamul"))
    waiting = Battle(fighters=(ep("Khamul", mount="horse", line="shown"),))
    assert not must_choose(waiting, ENEMY)
    second = Battle(fighters=(ep("Khamul", mount="horse", line="second"), ep("Man", id="e2")))
    assert must_choose(second, ENEMY)
    assert not must_choose(second, FELLOWSHIP)
    assert [is_character(one) for one in (fp("Frodo"), ep("Frodo"), fp("x"), ep("x"))] == [
        True,
        True,
        True,
        False,
    ]
    assert not is_character(fp("Khamul"))
