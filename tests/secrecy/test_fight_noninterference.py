"""Whatever a side hides in a fight, the other side and the public see the same (house law 3)."""

from __future__ import annotations

import pytest

from companion.games.fellowship.seats import SEAT_IDS
from tests.support.attacks_document import DOCUMENT
from tests.support.fellowship import EP
from tests.support.fight_pair import (
    FIGHT_DIFFERENCES,
    FightLeakError,
    FightPair,
    open_fights,
)
from tests.support.planted_fight_leaks import FIGHT_LEAKS, FightLeak
from tests.support.random_player import source_of

FULL_COUNT = 280
"""Pairs in the long run; the short one plays a twentieth of them, each difference on each side."""

SHORT, LONG = 50, 150
"""Most commands of a fight."""


def fought(seed: int, most: int) -> FightPair:
    """One pair: difference and hiding side go round with the seed."""
    difference = FIGHT_DIFFERENCES[seed % len(FIGHT_DIFFERENCES)]
    hides = SEAT_IDS[seed // len(FIGHT_DIFFERENCES) % 2]
    if hides == EP and difference in ("bearer", "who is who"):
        difference = "reserve"  # its cards show who they are, and it bears no Ring
    pair = open_fights(difference, hides, source_of(seed))
    pair.fight(most)
    return pair


@pytest.mark.parametrize("seed", range(FULL_COUNT // 20))
def test_nobody_can_tell_what_a_side_hides_in_a_fight(seed: int) -> None:
    pair = fought(seed, SHORT)
    assert pair.looks >= 10
    assert pair.sides[0] != pair.sides[1]


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_nobody_can_tell_in_many_fights() -> None:
    pairs = [fought(seed, LONG) for seed in range(FULL_COUNT // 20, FULL_COUNT)]
    stages = set().union(*(pair.stages for pair in pairs))
    assert {"bearer", "forced", "faint", "pin", "combine", "leave", "retreat", "riding"} <= stages
    assert sum(pair.commands for pair in pairs) > 40 * len(pairs)


@pytest.mark.parametrize("leak", FIGHT_LEAKS, ids=lambda leak: leak.name.replace(" ", "-"))
def test_a_fault_that_tells_is_found_by_the_same_comparison(
    monkeypatch: pytest.MonkeyPatch, leak: FightLeak
) -> None:
    leak.plant(monkeypatch)
    with pytest.raises(FightLeakError):
        _fight_some(leak)


def _fight_some(leak: FightLeak) -> None:
    for seed in range(6):
        open_fights(leak.difference, leak.hides, source_of(seed)).fight(40)


def test_the_document_says_how_many_fights_are_compared() -> None:
    text = " ".join(DOCUMENT.read_text("utf-8").split())
    assert (
        f"{FULL_COUNT // 20} pairs of fights in every test run, {FULL_COUNT} in `make soak`" in text
    )
    assert f"finds each of {len(FIGHT_LEAKS)} more faults" in text
