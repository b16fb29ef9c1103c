"""Hit and damage, disengagement and small groups, by vectors (9.1, 9.24, 8.33)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.fellowship.combat.disengage import (
    Circumstances,
    Leaver,
    can_be_carried,
    enemy_may_leave,
    enemy_must_leave,
    gets_away,
    highest_roll,
    target_number,
)
from companion.games.fellowship.combat.strike import Hit, Strike, is_dead, is_down, strike
from companion.games.fellowship.facts.names import Mode, Race
from companion.games.fellowship.rules.health import Damage
from companion.games.fellowship.rules.ring import powers
from companion.games.fellowship.tables.small_group import look_up_small_group
from tests.support.vectors import load_vectors

_STRIKES = load_vectors("fellowship_strike")
_LEAVING = load_vectors("fellowship_disengagement")


@pytest.mark.rule("FOTR-158", "FOTR-160", "FOTR-248")
@pytest.mark.parametrize("case", _STRIKES["strikes"])
def test_a_strike_needs_hits_and_marks(case: dict[str, Any]) -> None:
    attack = Strike(
        offensive=case["or"],
        defensive=case["dr"],
        damage=int(case["dn"].rstrip("*")),
        diseased=case["dn"].endswith("*"),
        wide_double=case.get("wide", False),
    )
    hit = strike(attack, case["roll"])
    assert (attack.needed, hit.kind, hit.boxes) == (case["needed"], case["kind"], case["boxes"])
    assert hit.diseased == (case["dn"].endswith("*") and hit.kind != "miss")


@pytest.mark.rule("FOTR-159")
@pytest.mark.parametrize("case", _STRIKES["states"])
def test_over_the_number_is_unconscious_and_over_twice_dead(case: dict[str, Any]) -> None:
    assert is_down(case["boxes"], case["endurance"]) is case["down"]
    assert is_dead(case["boxes"], case["endurance"]) is case["dead"]


@pytest.mark.rule("FOTR-160", "FOTR-206")
def test_a_star_marks_diseased_boxes_but_for_gollum() -> None:
    hit = Hit("hit", 3, diseased=True)
    assert hit.added_to(Damage(1, 1)) == Damage(1, 4)
    assert hit.added_to(Damage(1, 1), all_normal=True) == Damage(4, 1)


def test_only_rolls_of_1_to_10_count() -> None:
    with pytest.raises(ValueError, match="1 to 10"):
        strike(Strike(offensive=4, defensive=2, damage=1), 0)
    with pytest.raises(ValueError, match="1 to 10"):
        gets_away([Leaver(offensive=4, defensive=2)], Circumstances(), 11)
    with pytest.raises(ValueError, match="at least one"):
        target_number([])


def _group(pairs: list[list[int]]) -> list[Leaver]:
    return [
        Leaver(offensive=pair[0], defensive=pair[1])
        if pair
        else Leaver(offensive=9, defensive=9, down=True)
        for pair in pairs
    ]


@pytest.mark.rule("FOTR-176", "FOTR-177", "FOTR-178")
@pytest.mark.parametrize("case", _LEAVING["cases"])
def test_the_highest_roll_that_gets_away(case: dict[str, Any]) -> None:
    around = Circumstances(**{k: v for k, v in case.items() if k not in ("group", "highest")})
    group = _group(case["group"])
    assert highest_roll(group, around) == case["highest"]
    assert not gets_away(group, around, 10)


@pytest.mark.rule("FOTR-177")
@pytest.mark.parametrize("case", _LEAVING["carrying"])
def test_who_is_awake_has_to_carry_who_is_not(case: dict[str, Any]) -> None:
    """The counterexample of 6.125, a Man who carries a Hobbit on foot, is among them."""
    group = [
        Leaver(offensive=4, defensive=2, down=down, race=Race(race))
        for down, races in ((False, case["awake"]), (True, case["carried"]))
        for race in races
    ]
    assert can_be_carried(group, Mode(case["mode"])) is case["allowed"]


@pytest.mark.rule("FOTR-151")
def test_small_groups_slip_away_by_size() -> None:
    highest = load_vectors("fellowship_small_groups")["highest_roll"]
    for halves, roll in highest.items():
        found = [look_up_small_group(int(halves), number).escapes for number in range(1, 11)]
        assert [escape is True for escape in found] == [number <= roll for number in range(1, 11)]


@pytest.mark.rule("FOTR-175", "FOTR-179", "FOTR-180")
def test_the_ring_and_the_enemy_leave_without_a_roll() -> None:
    assert powers("fellowship").disengages
    assert not powers("fellowship", nazgul_against=True).disengages
    assert not powers("enemy", gandalf_against=True).disengages
    assert not powers("fellowship", first_of_ambush=True).disengages
    assert enemy_may_leave(awake_foes=1)
    assert not enemy_may_leave(awake_foes=0)
    assert enemy_must_leave(first_wound_by_nazgul=True, near_mordor=False)
    assert not enemy_must_leave(first_wound_by_nazgul=True, near_mordor=True)
    assert not enemy_must_leave(first_wound_by_nazgul=False, near_mordor=False)
