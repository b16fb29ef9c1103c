"""Carrying, horses, sneaking, Nazgul and Guardian modes (6.122, 6.125, 6.261, 6.262)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fellowship.facts.names import Mode, Race
from companion.games.fellowship.facts.roster import forces
from companion.games.fellowship.rules.carrying import Load, can_carry
from companion.games.fellowship.rules.group_mode import (
    NAZGUL_MODES,
    guardian_modes,
    may_ride,
    must_sneak,
)
from companion.games.fellowship.rules.nazgul_mount import TURNS_AWAY, NazgulReturn, is_due

_LEAST = {
    (Mode.SHIP_BOAT, 12): 1,
    (Mode.HORSE, 4): 4,
    (Mode.HORSE, 3): 3,
    (Mode.FLYING, 5): 5,
    (Mode.FOOT, 1): 2,
    (Mode.FOOT, 3): 6,
    (Mode.SNEAK, 2): 3,
    (Mode.SNEAK, 3): 5,
    (Mode.SNEAK, 1): 2,
    (Mode.SNEAK, 4): 6,
}
"""Least halves of bearers by mode and halves carried (6.125)."""


@pytest.mark.rule("FOTR-043")
@pytest.mark.parametrize(("case", "least"), _LEAST.items(), ids=str)
def test_how_many_bearers_each_mode_needs(case: tuple[Mode, int], least: int) -> None:
    mode, carried = case
    assert can_carry(mode, Load(least, carried))
    assert not can_carry(mode, Load(least - 1, carried))


@pytest.mark.rule("FOTR-043")
def test_a_man_on_foot_carries_one_hobbit() -> None:
    assert can_carry(Mode.FOOT, Load(bearers=2, carried=1))
    assert not can_carry(Mode.FOOT, Load(bearers=2, carried=2))


@pytest.mark.rule("FOTR-044")
@given(st.sampled_from(Mode), st.integers(1, 20))
def test_nobody_carries_where_nobody_is_conscious(mode: Mode, carried: int) -> None:
    assert not can_carry(mode, Load(0, carried))
    assert can_carry(mode, Load(carried, 0))


@given(st.sampled_from(Mode), st.integers(0, 20), st.integers(0, 20))
def test_one_bearer_more_or_one_carried_less_never_hurts(
    mode: Mode, bearers: int, carried: int
) -> None:
    if can_carry(mode, Load(bearers, carried)):
        assert can_carry(mode, Load(bearers + 1, carried))
        assert can_carry(mode, Load(bearers, max(carried - 1, 0)))


@pytest.mark.rule("FOTR-040")
def test_hobbits_and_dwarves_may_not_outnumber_the_others_on_horses() -> None:
    assert may_ride((Race.HOBBIT, Race.MAN))
    assert may_ride((Race.HOBBIT, Race.DWARF, Race.ELF, Race.ISTARI))
    assert not may_ride((Race.HOBBIT, Race.HOBBIT, Race.MAN))
    assert not may_ride((Race.HOBBIT, Race.DWARF, Race.OTHER))
    assert not may_ride((Race.DWARF,))


@pytest.mark.rule("FOTR-041")
def test_hobbits_alone_sneak() -> None:
    assert must_sneak((Race.HOBBIT,))
    assert must_sneak((Race.HOBBIT,) * 4)
    assert not must_sneak((Race.HOBBIT, Race.DWARF))
    assert not must_sneak(())


@pytest.mark.rule("FOTR-067")
def test_nazgul_start_mounted_and_ride_or_fly_only() -> None:
    nazgul = [force for force in forces() if force.kind == "nazgul"]
    assert len(nazgul) == 9
    assert {force.start_mode for force in nazgul} == {Mode.HORSE}
    assert set(NAZGUL_MODES) == {Mode.HORSE, Mode.FLYING}


@pytest.mark.rule("FOTR-068", "FOTR-069", "FOTR-070")
def test_turns_until_a_nazgul_is_back() -> None:
    assert NazgulReturn("mount-killed", 6).due == 11
    assert NazgulReturn("over-endurance", 6).due == 14
    assert NazgulReturn("rode-home", 6).due == 9
    for cause, turns in TURNS_AWAY.items():
        assert not is_due(NazgulReturn(cause, 1), turns)
        assert is_due(NazgulReturn(cause, 1), turns + 1)
        assert is_due(NazgulReturn(cause, 1), turns + 2)


@pytest.mark.rule("FOTR-071", "FOTR-072")
def test_modes_that_guardians_may_stand_in() -> None:
    modes = {f.name: set(guardian_modes(f)) for f in forces() if f.kind == "guardian"}
    for name in ("Balrog", "Vampire", "Fire Drake"):
        assert modes[name] == {Mode.FLYING, Mode.FOOT}
    for name in ("Werewolf", "Cold Drake"):
        assert modes[name] == {Mode.HORSE, Mode.FOOT}
    assert modes["Giant Spider"] == {Mode.FOOT}
    for name in ("Kraken 1", "Kraken 2", "Corsair Fleet"):
        assert modes[name] == {Mode.SHIP_BOAT}
