"""Creatures, breaking off, rows and sides of a fight at their bounds (9.2, 9.24, T.6)."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.combat.ambush import generic_race, has_generic_side, may_ambush
from companion.games.fellowship.combat.area import target_runs
from companion.games.fellowship.combat.battle import (
    Battle,
    Creature,
    Fighter,
)
from companion.games.fellowship.combat.cast import USUAL, Cast, tries_to_leave
from companion.games.fellowship.combat.creatures import (
    FightPlace,
    attack_bonus,
    companions_of,
    has_left,
    is_flyer,
    is_mounted_or_flies,
    may_call,
)
from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    gets_away,
    modifiers,
    target_number,
)
from companion.games.fellowship.combat.hand import FightForce, FightHand, Lent, Marks, kind_of
from companion.games.fellowship.combat.mounts import (
    beside,
)
from companion.games.fellowship.combat.outcome import is_over, left_behind, winner_of
from companion.games.fellowship.combat.pinning import combine_spots, combined, pinned
from companion.games.fellowship.combat.reorganize import (
    can_change,
    flanks,
    front_spots,
    gaps,
    must_advance,
    second_spots,
)
from companion.games.fellowship.combat.setup import (
    aligned_columns,
    first_attacker,
)
from companion.games.fellowship.combat.simple import open_targets
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Race, Seat
from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.rules.abilities import is_set_upon
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.tables.random_group import CreatureMix
from tests.support.fighters import ep, fp

NOBODY = Battle()


# --- Creatures ----------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-183", "FOTR-202", "FOTR-245")
def test_creatures_and_their_letters() -> None:
    bonuses = {
        (mix, creature)
        for mix in (*CreatureMix, None)
        for creature in Creature
        if attack_bonus(mix, creature) == 1
    }
    assert bonuses == {
        (CreatureMix.CAVALRY, Creature.MAN),
        (CreatureMix.ORCS_WOLVES, Creature.ORC),
    }
    spared = {mix for mix in CreatureMix if not is_set_upon(mix, radagast=True, treebeard=False)}
    assert spared == {CreatureMix.ANIMALS, CreatureMix.BATS, CreatureMix.SPIDERS}
    assert all(is_set_upon(mix, radagast=False, treebeard=False) for mix in CreatureMix)
    assert not any(is_set_upon(mix, radagast=False, treebeard=True) for mix in CreatureMix)
    for boxes, endurance, left in ((2, 4, True), (1, 4, False), (2, 5, False), (3, 5, True)):
        timid = ep("Wolf", timid=True, damage=Damage(boxes, 0))
        assert has_left(timid, endurance) is left
        assert not has_left(ep("Wolf", damage=Damage(boxes, 0)), endurance)
    flyers = ("Balrog", "Fire Drake", "Vampire", "Fell creature 9", "Werewolf")
    assert [is_flyer(card) for card in flyers] == [True] * 4 + [False]
    rides = {
        "mounted": is_mounted_or_flies(ep("Khamul", mounted=True)),
        "beside its horse": is_mounted_or_flies(ep("Khamul", mount="horse")),
        "flies": is_mounted_or_flies(ep("Vampire")),
        "flies in the mountains": is_mounted_or_flies(ep("Vampire"), mountain=True),
        "rides to the mountains": is_mounted_or_flies(ep("Khamul", mount="horse"), mountain=True),
        "on foot": is_mounted_or_flies(ep("Khamul")),
        "a creature": is_mounted_or_flies(ep("Man", creature=Creature.MAN, mounted=True)),
        "a character": is_mounted_or_flies(fp("Aragorn", mounted=True, mount="horse")),
    }
    assert [name for name, yes in rides.items() if yes] == [
        "mounted",
        "beside its horse",
        "flies",
        "flies in the mountains",
    ]


@pytest.mark.rule("FOTR-211", "FOTR-217", "FOTR-245")
def test_who_comes_along_where() -> None:
    places = {
        "anywhere": FightPlace(land=False),
        "land": FightPlace(),
        "moria": FightPlace(moria=True, land=False),
        "mirkwood": FightPlace(mirkwood=True, land=False),
        "mountains": FightPlace(mountains=True, land=False),
        "huorns": FightPlace(huorns=True, land=False),
    }
    found = {
        card: [
            (name, met.creature.value, met.base)
            for name, place in places.items()
            if (met := companions_of(card, place)) is not None
        ]
        for card in (
            "Balrog",
            "Corsair Fleet",
            "Giant Spider",
            "Vampire",
            "Werewolf",
            "Treebeard",
            "Khamul",
        )
    }
    assert found == {
        "Balrog": [("moria", "orc", 2)],
        "Corsair Fleet": [("land", "man", 3)],
        "Giant Spider": [("mirkwood", "spider", 2)],
        "Vampire": [("mountains", "crebain", 3)],
        "Werewolf": [("mountains", "wolf", 2)],
        "Treebeard": [("huorns", "troll", 1)],
        "Khamul": [],
    }
    for card, base in (("Saruman", 3), ("Radagast", 2)):
        for place in places.values():
            met = companions_of(card, place)
            assert met is not None
            assert [met.count(roll) for roll in (1, 5)] == [base + 1, base + 5]
            with pytest.raises(ValueError, match="1 to 5"):
                met.count(0)
    assert may_call("Vampire")
    assert not may_call("Khamul")


# --- Breaking off -------------------------------------------------------------------------------


@pytest.mark.rule("FOTR-176", "FOTR-178", "FOTR-183")
def test_each_circumstance_changes_the_roll_by_its_own() -> None:
    names = ("holding", "foes_mounted", "mounted", "rough", "bats", "cavalry", "wolves")
    values = {
        name: [part.value for part in modifiers(Circumstances(**{name: True}))] for name in names
    }
    assert values == {
        "holding": [-2],
        "foes_mounted": [1],
        "mounted": [-1],
        "rough": [-1],
        "bats": [1],
        "cavalry": [2],
        "wolves": [1],
    }
    assert modifiers(Circumstances()) == ()
    assert sum(part.value for part in modifiers(Circumstances(**dict.fromkeys(names, True)))) == 1


@pytest.mark.rule("FOTR-176", "FOTR-177")
def test_the_roll_stays_under_the_average_which_is_not_rounded() -> None:
    two = [Leaver(offensive=4, defensive=2), Leaver(offensive=4, defensive=1)]
    assert target_number(two) * 2 == 11
    assert [roll for roll in range(1, 11) if gets_away(two, Circumstances(), roll)] == [
        1,
        2,
        3,
        4,
        5,
    ]
    strong = [Leaver(offensive=20, defensive=20)]
    assert [roll for roll in range(1, 11) if gets_away(strong, Circumstances(), roll)] == list(
        range(1, 10)
    )
    carried = [*two, Leaver(offensive=9, defensive=9, down=True)]
    assert target_number(carried) * 3 == 11
    one = Leaver(offensive=1, defensive=1)
    assert (one.down, one.race) == (False, Race.MAN)
    for roll in (0, 11):
        with pytest.raises(ValueError, match="1 to 10"):
            gets_away(two, Circumstances(), roll)


# --- Rows ---------------------------------------------------------------------------------------


def row(*places: tuple[str, int, str], **reserve: int) -> Battle:
    side: dict[str, Seat] = {"f": FELLOWSHIP, "e": ENEMY}
    return Battle(
        fighters=tuple(
            Fighter(id=name, side=side[name[0]], card="Man", column=column, line=line)  # type: ignore[arg-type]  # the name of a line
            for name, column, line in places
        ),
        reserve=reserve,  # type: ignore[arg-type]  # the keys are the two sides
    )


@pytest.mark.rule("FOTR-171", "FOTR-173")
def test_gaps_flanks_and_where_a_card_may_come() -> None:
    now = row(("f1", 1, "front"), ("f2", 4, "front"), ("e1", 1, "front"), ("e2", 2, "front"))
    assert gaps(now, FELLOWSHIP) == (2, 3)
    assert flanks(now, FELLOWSHIP) == (0, 5)
    assert gaps(now, ENEMY) == ()
    assert front_spots(now, ENEMY) == (0, 3)
    empty = row(("f1", 3, "front"))
    assert gaps(empty, ENEMY) == ()
    assert flanks(empty, ENEMY) == ()
    assert front_spots(empty, ENEMY) == (3,)
    assert front_spots(NOBODY, ENEMY) == (0,)
    assert second_spots(empty, FELLOWSHIP) == ()
    assert not must_advance(empty, FELLOWSHIP)
    left = row(("e1", 1, "front"), ("f1", 2, "second"), ("f2", 0, "second"), ("f3", 2, "second"))
    assert combine_spots(left, FELLOWSHIP) == (0, 2)
    stepped = pinned(left, left.fighters[0], "f1")
    assert [one.id for one in stepped.front(FELLOWSHIP)] == ["f1"]
    assert pinned(left, left.fighters[0], "f9") == left
    assert combined(left, "f9", 1) == left
    moved = combined(left, "f1", 7)
    assert [(one.id, one.column) for one in moved.front(FELLOWSHIP)] == [("f1", 7)]


@pytest.mark.rule("FOTR-170", "FOTR-171")
def test_whether_anything_could_be_changed_before_the_attacks() -> None:
    met = (("f1", 0, "front"), ("e1", 0, "front"))
    assert not can_change(row(*met), FELLOWSHIP)
    assert can_change(row(*met, fellowship=1), FELLOWSHIP)
    assert can_change(row(*met, ("f2", 1, "front")), FELLOWSHIP)
    doubled = row(*met, ("f2", 0, "second"), enemy=1)
    assert must_advance(doubled, FELLOWSHIP)
    assert not must_advance(row(*met, ("f2", 0, "second")), FELLOWSHIP)
    assert not must_advance(row(*met, enemy=1), FELLOWSHIP)
    assert second_spots(row(*met, ("f2", 0, "second")), FELLOWSHIP) == (0,)
    assert second_spots(doubled, FELLOWSHIP) == ()
    assert second_spots(row(*met), FELLOWSHIP) == (0,)


@pytest.mark.rule("FOTR-167")
def test_area_targets_at_the_end_of_a_row() -> None:
    now = row(("e1", 0, "front"), ("e2", 1, "front"), ("f1", 0, "front"), ("f2", 1, "front"))
    f1, f2 = now.fighters[2:]
    assert target_runs(now, f1, 3) == (("e1", "e2"), ("e1",))
    assert target_runs(now, f2, 2) == (("e1", "e2"), ("e2",))
    assert target_runs(now, f2, 1) == (("e2",),)
    assert target_runs(now, f2, 0) == ()
    found = beside(now, f1)
    assert [one.id for one in found] == ["f2"]


@pytest.mark.rule("FOTR-169", "FOTR-249")
def test_first_rows_and_who_attacks_first() -> None:
    assert aligned_columns(1, (2, 3), 1) == (3,)
    assert aligned_columns(3, (2, 3), -1) == (1, 2, 3)
    assert aligned_columns(3, (2, 3), 1) == (2, 3, 4)
    for blocked, turned, number, first in (
        (True, True, 1, ENEMY),
        (True, True, 2, FELLOWSHIP),
        (True, False, 1, FELLOWSHIP),
        (False, True, 1, FELLOWSHIP),
    ):
        found = first_attacker(blocked=blocked, reversed_order=turned, round_number=number)
        assert found == first


@pytest.mark.rule("FOTR-235")
def test_simple_attacks_are_dealt_out_evenly_to_the_end() -> None:
    assert open_targets(("e1",), ()) == ("e1",)
    assert open_targets(("e1",), ("e1",) * 3) == ("e1",)
    assert open_targets(("e1",), ("e1",) * 4) == ()
    assert open_targets(("e1", "e2"), ("e1", "gone", "gone")) == ("e2",)


# --- Sides and ends -----------------------------------------------------------------------------


@pytest.mark.rule("FOTR-168")
def test_which_cards_have_a_generic_side() -> None:
    named = {name: has_generic_side(find_force(name)) for name in ("Frodo", "Gollum", "Treebeard")}
    assert named == {"Frodo": True, "Gollum": False, "Treebeard": False}
    assert has_generic_side(None) is False
    assert not has_generic_side(find_force("Khamul"))
    assert [generic_race(race) for race in (None, Race.ISTARI, Race.ELF)] == [
        Race.MAN,
        Race.MAN,
        Race.ELF,
    ]
    assert may_ambush(guardian=True, dormant=False, encounter=False)
    assert not may_ambush(guardian=False, dormant=True, encounter=True)


@pytest.mark.rule("FOTR-089", "FOTR-097", "FOTR-099")
def test_who_leads_whom_and_how_they_leave() -> None:
    assert (USUAL.of(FELLOWSHIP), USUAL.of(ENEMY)) == ("fellowship", "enemy")
    lent = Cast(fellowship="saruman", enemy="bearer")
    assert (lent.of(FELLOWSHIP), lent.of(ENEMY)) == ("saruman", "bearer")
    troops = ("fellowship", "enemy", "bearer", "saruman", "gollum", "balrog")
    assert [tries_to_leave(troop) for troop in troops] == [False] * 3 + [True] * 3  # type: ignore[arg-type]  # words of the type


@pytest.mark.rule("FOTR-175")
def test_who_holds_the_field_when_nobody_is_left_awake() -> None:
    down = row(("f1", 0, "front"), ("e1", 0, "front"))
    asleep = msgspec.structs.replace(
        down, fighters=tuple(msgspec.structs.replace(one, down=True) for one in down.fighters)
    )
    assert winner_of(asleep) is None
    assert is_over(asleep)
    assert not is_over(down)
    assert winner_of(down) is None
    assert left_behind(down) == ()
    assert left_behind(asleep) == (asleep.fighters[0],)
    assert is_over(row(("f1", 0, "front")))
    assert winner_of(row(("e1", 0, "front"))) == ENEMY


def test_a_hand_says_nothing_until_something_is_known() -> None:
    force = msgspec.structs.asdict(FightForce())
    assert {key: value for key, value in force.items() if value} == {"minions": True}
    unhurt = {"damage": Damage(0, 0)}
    marks = {key: value for key, value in msgspec.structs.asdict(Marks()).items() if value}
    assert marks == unhurt | {"mount_damage": Damage(0, 0)}
    lent = {key: value for key, value in msgspec.structs.asdict(Lent()).items() if value}
    assert lent == unhurt
    hand = {
        key: value for key, value in msgspec.structs.asdict(FightHand(number=3)).items() if value
    }
    assert hand == {"number": 3}
    assert [kind_of(card) for card in ("Orc #3", "Orc", "Cave troll #1")] == [
        "Orc",
        "Orc",
        "Cave troll",
    ]
