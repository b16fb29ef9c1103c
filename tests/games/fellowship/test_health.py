"""How wounds heal, grow and knock out (6.13, 6.27, 7.72)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fellowship.facts.names import Race
from companion.games.fellowship.rules.health import (
    UNHURT,
    Change,
    Condition,
    Damage,
    Surroundings,
    character_after,
    condition,
    minion_after,
    told,
)
from tests.support.vectors import load_vectors

_VECTORS = load_vectors("fellowship_healing")
_DAMAGE = st.builds(Damage, st.integers(0, 20), st.integers(0, 20))
_WHERE = st.builds(Surroundings, haven=st.booleans(), wastes=st.booleans(), gandalf=st.booleans())
_RACES = st.sampled_from(Race)


@pytest.mark.rule("FOTR-049", "FOTR-050", "FOTR-051")
@pytest.mark.parametrize("row", _VECTORS["characters"], ids=str)
def test_characters_heal_and_sicken_by_race_and_place(
    row: tuple[str, bool, bool, bool, int, int, int, int],
) -> None:
    race, haven, wastes, gandalf, *boxes = row
    where = Surroundings(haven=haven, wastes=wastes, gandalf=gandalf)
    after = character_after(Damage(*boxes[:2]), Race(race), where)
    assert after == Damage(*boxes[2:])


@pytest.mark.rule("FOTR-206")
@pytest.mark.parametrize("row", _VECTORS["gollum"], ids=str)
def test_gollum_heals_double_and_knows_no_disease(
    row: tuple[bool, bool, int, int, int, int],
) -> None:
    haven, wastes, *boxes = row
    where = Surroundings(haven=haven, wastes=wastes)
    after = character_after(Damage(*boxes[:2]), Race.OTHER, where, is_gollum=True)
    assert after == Damage(*boxes[2:])


@pytest.mark.rule("FOTR-073")
@pytest.mark.parametrize("row", _VECTORS["minions"], ids=str)
def test_minions_heal_one_box_three_at_home_and_agents_freeze(
    row: tuple[bool, bool, bool, int, int],
) -> None:
    haven, wastes, is_agent, before, after = row
    where = Surroundings(haven=haven, wastes=wastes)
    assert minion_after(Damage(before), where, is_agent=is_agent) == Damage(after)


def test_what_is_noted_as_diseased_on_a_minion_heals_after_the_rest() -> None:
    home = Surroundings(haven=True)
    assert minion_after(Damage(1, 4), home, is_agent=False) == Damage(0, 2)
    assert minion_after(Damage(0, 1), home, is_agent=True) == UNHURT


@pytest.mark.rule("FOTR-052")
@pytest.mark.parametrize("row", _VECTORS["conditions"], ids=str)
def test_over_the_endurance_unconscious_over_twice_dead(row: tuple[int, int, bool, str]) -> None:
    total, endurance, leaves, expected = row
    for diseased in range(total + 1):
        found = condition(Damage(total - diseased, diseased), endurance or None, leaves=leaves)
        assert found is Condition(expected)


@pytest.mark.rule("FOTR-053")
@given(_DAMAGE, _RACES)
def test_the_wastes_hurt_all_but_elves_istari_and_company_of_gandalf(
    before: Damage, race: Race
) -> None:
    wastes = Surroundings(wastes=True)
    after = character_after(before, race, wastes)
    beside = character_after(before, race, Surroundings(wastes=True, gandalf=True))
    spared = character_after(before, race, Surroundings())
    assert beside == spared
    if race in (Race.ELF, Race.ISTARI):
        assert after == spared
    else:
        assert after.normal == before.normal + 2


@given(before=_DAMAGE, race=_RACES, where=_WHERE, is_agent=st.booleans())
def test_damage_never_falls_below_nothing(
    before: Damage, race: Race, where: Surroundings, *, is_agent: bool
) -> None:
    for after in (
        character_after(before, race, where),
        character_after(before, race, where, is_gollum=True),
        minion_after(before, where, is_agent=is_agent),
    ):
        assert after.normal >= 0
        assert after.diseased >= 0


@given(_DAMAGE, _RACES)
def test_a_haven_heals_everybody_in_the_end(before: Damage, race: Race) -> None:
    after = before
    for _ in range(10):
        earlier, after = after, character_after(after, race, Surroundings(haven=True))
        assert after.total < earlier.total or not earlier.total
    assert after.total == 0


@given(damage=_DAMAGE, endurance=st.integers(1, 12), more=st.integers(0, 5), leaves=st.booleans())
def test_more_damage_is_never_a_better_condition(
    damage: Damage, endurance: int, more: int, *, leaves: bool
) -> None:
    order = list(Condition)
    worse = Damage(damage.normal, damage.diseased + more)
    found = condition(damage, endurance, leaves=leaves)
    assert order.index(condition(worse, endurance, leaves=leaves)) >= order.index(found)


@pytest.mark.rule("FOTR-048")
def test_the_opponent_is_told_race_and_boxes_in_an_order_that_tells_nothing() -> None:
    changes = [
        Change(Race.MAN, Damage(0, 2), Damage(0, 4)),
        Change(Race.HOBBIT, Damage(3, 1), Damage(2, 2)),
        Change(Race.ELF, Damage(0, 0), Damage(0, 0)),
        Change(Race.MAN, Damage(5, 0), Damage(1, 0)),
        Change(Race.OTHER, Damage(0, 0), Damage(2, 0)),
    ]
    lines = told(changes)
    assert lines == told(reversed(changes))
    assert lines == (
        "Hobbit: 1 normal box recovered, 1 diseased box marked",
        "Man: 2 diseased boxes marked",
        "Man: 4 normal boxes recovered",
        "No named race: 2 normal boxes marked",
    )


def test_damage_in_words() -> None:
    assert Damage(2, 1).words == "2 normal, 1 diseased"
    assert (Damage(0, 3).words, UNHURT.words) == ("3 diseased", "none")
