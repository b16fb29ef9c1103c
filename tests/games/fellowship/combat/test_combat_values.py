"""Which of a card's numbers count, and who comes along (9.11 to 9.14, 12.1, 12.2, T.6)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.box.answers import AnswerError, with_answer
from companion.games.fellowship.box.file import EMPTY_BOX, AttackValues, CardValues, CombatValues
from companion.games.fellowship.box.reader import parse_box
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.combat.battle import Battle, Creature, Fighter, Ground
from companion.games.fellowship.combat.cards import (
    Attack,
    Ratings,
    ambush_of,
    area_of,
    endurance_number,
    mount_values,
    ratings_of,
    second_attack_of,
    strike_on,
)
from companion.games.fellowship.combat.creatures import (
    MIXES,
    FightPlace,
    attack_bonus,
    comes_here,
    companions_of,
    has_left,
    is_mounted_or_flies,
    keeps_out_of_woods,
    leaves_at_half,
)
from companion.games.fellowship.combat.mounts import (
    attacks_in_segment,
    could_ride,
    must_choose,
    parts_of,
)
from companion.games.fellowship.combat.outcome import left_behind, winner_of
from companion.games.fellowship.combat.ring_worn import powers_of
from companion.games.fellowship.rules.abilities import is_set_upon
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.tables.cells import UnknownCell
from companion.games.fellowship.tables.random_group import CreatureMix
from tests.support.fighters import ep, fp

CARDS = {
    "Man": CardValues(offensive=5, damage=3, defensive=2, endurance=4),
    "Aragorn": CardValues(
        offensive=7,
        damage=4,
        defensive=3,
        endurance=8,
        enhanced=CombatValues(offensive=8, damage=6),
    ),
    "Frodo": CardValues(
        offensive=4,
        damage=2,
        defensive=2,
        endurance=3,
        enhanced=CombatValues(offensive=5),
        best=CombatValues(offensive=6, defensive=4),
    ),
    "Gandalf the Grey": CardValues(
        offensive=8,
        damage=5,
        defensive=4,
        endurance=9,
        area=AttackValues(targets=3, offensive=7, damage=4),
    ),
    "Glorfindel": CardValues(
        offensive=8,
        damage=5,
        defensive=4,
        endurance=9,
        mounted=CombatValues(offensive=9),
        mount=CombatValues(defensive=2, endurance=4),
    ),
    "Khamul": CardValues(
        offensive=6,
        damage=4,
        defensive=3,
        endurance=8,
        mounted=CombatValues(offensive=8, defensive=4),
        mount=CombatValues(defensive=2, endurance=4),
    ),
    "Bree agent": CardValues(
        offensive=5,
        damage=2,
        defensive=2,
        endurance=4,
        ambush=AttackValues(offensive=7, damage=3),
    ),
    "Fell creature 1": CardValues(
        offensive=6,
        damage=5,
        defensive=3,
        endurance=9,
        ridden=AttackValues(offensive=5, damage=3),
    ),
    "Giant Spider": CardValues(
        offensive=7,
        damage=4,
        diseased=True,
        defensive=3,
        endurance=12,
        area=AttackValues(targets=2, offensive=7, damage=4),
    ),
    "Kraken 1": CardValues(endurance=18, area=AttackValues(targets=4, offensive=7, damage=4)),
    "Orc": CardValues(offensive=5, damage=2, defensive=1, endurance=3, creature="orc"),
}
NOBODY = Battle()


def numbers(fighter: Fighter, battle: Battle = NOBODY) -> tuple[int, int, int, int]:
    found = ratings_of(CARDS, battle, fighter)
    assert isinstance(found, Ratings)
    return (found.offensive, found.damage, found.defensive, found.endurance)


@pytest.mark.rule("FOTR-164", "FOTR-205")
def test_the_generic_side_has_the_numbers_of_the_race_and_decoys_have_no_others() -> None:
    assert numbers(fp("Man", generic=True)) == (5, 3, 2, 4)
    assert numbers(fp("Bree Man")) == (5, 3, 2, 4)
    assert numbers(fp("Aragorn")) == (7, 4, 3, 8)


@pytest.mark.rule("FOTR-166")
def test_enhanced_numbers_take_the_place_of_the_first_as_far_as_they_differ() -> None:
    assert numbers(fp("Aragorn", level=1)) == (8, 6, 3, 8)
    assert numbers(fp("Frodo", level=1)) == (5, 2, 2, 3)
    assert numbers(fp("Frodo", level=2)) == (6, 2, 4, 3)


@pytest.mark.rule("FOTR-161", "FOTR-162")
def test_in_the_saddle_other_numbers_count() -> None:
    assert numbers(fp("Aragorn", mounted=True)) == (8, 4, 3, 8)
    assert numbers(fp("Glorfindel", mounted=True)) == (9, 5, 4, 9)
    assert numbers(ep("Khamul")) == (6, 4, 3, 8)
    assert numbers(ep("Khamul", mounted=True)) == (8, 4, 4, 8)


@pytest.mark.rule("FOTR-162")
def test_plain_horses_have_1_and_2_and_others_their_own() -> None:
    assert mount_values(CARDS, fp("Aragorn", mounted=True)) == (1, 2)
    assert mount_values(CARDS, fp("Glorfindel", mount="horse")) == (2, 4)
    assert mount_values(CARDS, ep("Khamul", mount="horse")) == (2, 4)
    fell = ep("Khamul", mount="fell", mount_card="Fell creature 1")
    assert mount_values(CARDS, fell) == (3, 9)


@pytest.mark.rule("FOTR-161", "FOTR-213")
def test_a_rider_may_be_hit_in_the_mount_and_a_fell_creature_strikes_too() -> None:
    fell = ep("Khamul", mount="fell", mount_card="Fell creature 1", mounted=True)
    assert parts_of(fell) == ("body", "mount")
    assert parts_of(ep("Khamul", mount="horse")) == ("body",)
    assert attacks_in_segment(fell) == 2
    assert attacks_in_segment(ep("Khamul", mount="horse", mounted=True)) == 1
    assert second_attack_of(CARDS, fell) == Attack(offensive=5, damage=3)
    against_mount = strike_on(
        CARDS, NOBODY, Attack(offensive=5, damage=3), fp("Aragorn"), (fell, "mount")
    )
    assert not isinstance(against_mount, UnknownCell)
    assert against_mount.needed == 2


@pytest.mark.rule("FOTR-162", "FOTR-163")
def test_who_may_ride_and_where() -> None:
    riding = Battle(horse_mode=True)
    assert could_ride(riding, fp("Aragorn"))
    assert not could_ride(riding, fp("Man", generic=True))
    assert not could_ride(riding, fp("Gimli"))
    assert not could_ride(Battle(), fp("Aragorn"))
    assert could_ride(Battle(), fp("Glorfindel", mount="horse"))
    assert could_ride(Battle(), ep("Khamul", mount="horse"))
    assert not could_ride(Battle(), ep("Khamul"))
    peaks = Battle(horse_mode=True, ground=Ground(mountain=True))
    for one in (fp("Aragorn"), fp("Glorfindel", mount="horse"), ep("Khamul", mount="horse")):
        assert not could_ride(peaks, one)
    assert must_choose(Battle(fighters=(ep("Khamul", mount="horse"),)), "enemy")
    assert not must_choose(Battle(fighters=(ep("Khamul", mount="horse"),)), "fellowship")


@pytest.mark.rule("FOTR-167", "FOTR-218", "FOTR-222")
def test_area_attacks_have_numbers_of_their_own() -> None:
    spell = area_of(CARDS, fp("Gandalf the Grey"))
    assert spell is not None
    assert not isinstance(spell, UnknownCell)
    assert (spell.targets, spell.offensive, spell.damage, spell.vanishing) == (3, 7, 4, False)
    webs = area_of(CARDS, ep("Giant Spider"))
    assert webs is not None
    assert not isinstance(webs, UnknownCell)
    assert (webs.vanishing, webs.diseased) == (True, False)
    assert area_of(CARDS, fp("Aragorn")) is None
    assert area_of(CARDS, fp("Man", generic=True)) is None
    hurt = area_of(CARDS, ep("Kraken 1", damage=Damage(normal=11)))
    assert hurt is not None
    assert not isinstance(hurt, UnknownCell)
    assert hurt.targets == 2


@pytest.mark.rule("FOTR-168", "FOTR-214")
def test_agents_ambush_with_special_diseased_values_and_others_with_their_own() -> None:
    agent = ambush_of(CARDS, NOBODY, ep("Bree agent"))
    assert agent == Attack(offensive=7, damage=3, diseased=True)
    assert ambush_of(CARDS, NOBODY, ep("Khamul")) == Attack(offensive=6, damage=4, diseased=True)


@pytest.mark.rule("FOTR-100", "FOTR-101", "FOTR-102")
def test_the_ring_adds_four_but_not_before_nazgul_or_gandalf() -> None:
    bearer = fp("Frodo")
    alone = Battle(fighters=(bearer,), worn="f1", bearer="f1")
    assert numbers(bearer, alone) == (8, 6, 6, 3)
    hunted = Battle(fighters=(bearer, ep("Khamul")), worn="f1", bearer="f1")
    assert numbers(bearer, hunted) == (4, 2, 2, 3)
    assert not powers_of(hunted, bearer).disengages
    attack = Attack(offensive=8, damage=4)
    by_nazgul = strike_on(CARDS, hunted, attack, ep("Khamul"), (bearer, "body"))
    by_agent = strike_on(CARDS, hunted, attack, ep("Bree agent"), (bearer, "body"))
    assert not isinstance(by_nazgul, UnknownCell)
    assert not isinstance(by_agent, UnknownCell)
    assert (by_nazgul.needed, by_agent.needed) == (8, 6)
    thief = ep("Bree agent")
    before_gandalf = Battle(fighters=(thief, fp("Gandalf the Grey")), worn="e1", bearer="e1")
    assert not powers_of(before_gandalf, thief).bonus
    assert powers_of(Battle(fighters=(thief, fp("Aragorn"))), thief).bonus == 4
    gone = Battle(fighters=(bearer, ep("Khamul", line="gone")), worn="f1", bearer="f1")
    assert numbers(bearer, gone) == (8, 6, 6, 3)


@pytest.mark.rule("FOTR-159")
def test_an_unconscious_target_has_no_defensive_rating() -> None:
    found = strike_on(
        CARDS, NOBODY, Attack(offensive=6, damage=2), ep("Orc"), (fp("Aragorn", down=True), "body")
    )
    assert not isinstance(found, UnknownCell)
    assert found.needed == 6


@pytest.mark.rule("FOTR-206")
def test_gollum_goes_over_12() -> None:
    assert endurance_number({}, fp("Gollum")) == 12


@pytest.mark.rule("FOTR-178", "FOTR-183")
def test_letters_of_t6_change_attacks_and_staying() -> None:
    assert attack_bonus(CreatureMix.CAVALRY, Creature.MAN) == 1
    assert attack_bonus(CreatureMix.ORCS_WOLVES, Creature.ORC) == 1
    assert attack_bonus(CreatureMix.ORCS_WOLVES, Creature.WOLF) == 0
    assert attack_bonus(CreatureMix.ORCS, Creature.ORC) == 0
    assert attack_bonus(CreatureMix.MEN, Creature.MAN) == 0
    assert numbers(ep("Orc", creature=Creature.ORC, bonus=1))[0] == 6
    assert leaves_at_half(CreatureMix.ANIMALS)
    assert not leaves_at_half(CreatureMix.WOLVES)
    assert not has_left(ep("Orc", timid=True, damage=Damage(normal=1)), 3)
    assert has_left(ep("Orc", timid=True, damage=Damage(normal=2)), 3)
    assert not has_left(ep("Orc", damage=Damage(normal=3)), 3)
    assert comes_here("Mumakil", south=True)
    assert not comes_here("Mumakil", south=False)
    assert comes_here("Brigand", south=False)
    assert is_mounted_or_flies(ep("Khamul", mount="horse", mounted=True))
    assert is_mounted_or_flies(ep("Balrog"))
    assert is_mounted_or_flies(ep("Fell creature 1"))
    assert not is_mounted_or_flies(ep("Bree agent"))
    assert not is_mounted_or_flies(ep("Bat", creature=Creature.CREBAIN))


@pytest.mark.rule("FOTR-224")
def test_every_letter_mixes_its_subgroups() -> None:
    assert set(MIXES) == set(CreatureMix)
    assert MIXES[CreatureMix.ANIMALS] == (Creature.WOLF, Creature.SPIDER, Creature.CREBAIN)
    assert MIXES[CreatureMix.TROLLS_ORCS] == (Creature.TROLL, Creature.ORC)
    assert MIXES[CreatureMix.CAVALRY] == MIXES[CreatureMix.MEN] == (Creature.MAN,)


@pytest.mark.rule("FOTR-211", "FOTR-215", "FOTR-217")
def test_companions_come_with_a_roll_of_five() -> None:
    plain, moria = FightPlace(), FightPlace(moria=True)
    orcs = companions_of("Saruman", plain)
    assert orcs is not None
    assert (orcs.creature, orcs.count(1), orcs.count(5)) == (Creature.ORC, 4, 8)
    assert companions_of("Balrog", plain) is None
    balrogs = companions_of("Balrog", moria)
    assert balrogs is not None
    assert (balrogs.count(1), balrogs.count(5)) == (3, 7)
    fleet = companions_of("Corsair Fleet", plain)
    assert fleet is not None
    assert (fleet.creature, fleet.count(2)) == (Creature.MAN, 5)
    assert companions_of("Corsair Fleet", FightPlace(land=False)) is None
    with pytest.raises(ValueError, match="1 to 5"):
        orcs.count(6)


@pytest.mark.rule("FOTR-218", "FOTR-220", "FOTR-221")
def test_companions_depend_on_the_place() -> None:
    plain = FightPlace()
    mountains, mirkwood = FightPlace(mountains=True), FightPlace(mirkwood=True)
    for card, place, creature, base in (
        ("Giant Spider", mirkwood, Creature.SPIDER, 2),
        ("Vampire", mountains, Creature.CREBAIN, 3),
        ("Werewolf", mountains, Creature.WOLF, 2),
    ):
        assert companions_of(card, plain) is None
        found = companions_of(card, place)
        assert found is not None
        assert (found.creature, found.base) == (creature, base)


@pytest.mark.rule("FOTR-202", "FOTR-204", "FOTR-247")
def test_radagast_treebeard_and_the_woods_keep_some_away() -> None:
    crows = companions_of("Radagast", FightPlace())
    assert crows is not None
    assert (crows.creature, crows.count(3)) == (Creature.CREBAIN, 5)
    assert not is_set_upon(CreatureMix.BATS, radagast=True, treebeard=False)
    assert is_set_upon(CreatureMix.WOLVES, radagast=True, treebeard=False)
    assert not is_set_upon(CreatureMix.MEN, radagast=False, treebeard=True)
    out = ["Fell creature 3", "Fire Drake", "Cold Drake", "Balrog", "Vampire"]
    assert [keeps_out_of_woods(card) for card in out] == [True, True, True, False, False]


@pytest.mark.rule("FOTR-175")
def test_who_holds_the_field() -> None:
    awake, down = fp("Frodo"), fp("Frodo", down=True)
    assert winner_of(Battle(fighters=(awake, ep("Orc")))) is None
    assert winner_of(Battle(fighters=(awake, ep("Orc", line="dead")))) == "fellowship"
    assert winner_of(Battle(fighters=(down, ep("Orc")))) == "enemy"
    assert left_behind(Battle(fighters=(down, ep("Orc")))) == (down,)
    assert left_behind(Battle(fighters=(down, ep("Orc")), reserve={"fellowship": 1})) == ()


@pytest.mark.rule("FOTR-164")
def test_a_number_that_the_box_lacks_is_asked_of_its_owner_and_kept() -> None:
    box = EMPTY_BOX
    man = fp("Man", generic=True)
    for answer in ("4", "5", "3*", "2"):
        found = ratings_of(box.cards, NOBODY, man)
        assert isinstance(found, UnknownCell)
        assert found.asked_of("enemy") == "fellowship"
        assert "Man" in found.question
        with pytest.raises(AnswerError, match="0 to 99"):
            with_answer(box, found, "many")
        box = with_answer(box, found, answer)
    assert parse_box(write_box(box)).cards == box.cards
    ratings = ratings_of(box.cards, NOBODY, man)
    assert isinstance(ratings, Ratings)
    assert sorted((ratings.offensive, ratings.damage, ratings.defensive, ratings.endurance)) == [
        2,
        3,
        4,
        5,
    ]
    assert ratings.diseased
    cell = area_of(box.cards, ep("Saruman"))
    assert isinstance(cell, UnknownCell)
    assert cell.asked_of("fellowship") == "enemy"
    box = with_answer(box, cell, "3")
    assert box.cards["Saruman"].area == AttackValues(targets=3)
    assert parse_box(write_box(box)).cards == box.cards
