"""Set-up, reorganizing, area attacks, pins and simple combat as pure functions (9.13 to 9.223)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest

from companion.games.fellowship.combat.ambush import composition, may_ambush
from companion.games.fellowship.combat.area import kraken_targets, target_runs
from companion.games.fellowship.combat.battle import Battle, Fighter, Line
from companion.games.fellowship.combat.pinning import (
    combine_spots,
    combined,
    pin_choices,
    pinned,
)
from companion.games.fellowship.combat.reorganize import (
    front_spots,
    most_attacks,
    must_advance,
    second_spots,
    withdrawable,
)
from companion.games.fellowship.combat.setup import (
    aligned_columns,
    first_attacker,
    most_in_reserve,
    setup_order,
)
from companion.games.fellowship.combat.simple import open_targets
from companion.games.fellowship.facts.names import Race, Seat


def fighter(number: str, column: int, line: Line = "front") -> Fighter:
    side: Seat = "fellowship" if number.startswith("f") else "enemy"
    return Fighter(id=number, side=side, card="Man", column=column, line=line)


def battle(*rows: Fighter, **reserve: int) -> Battle:
    return Battle(fighters=rows, reserve={"enemy": 0, "fellowship": 0} | reserve)  # type: ignore[arg-type] # the keys are the two sides


@pytest.mark.rule("FOTR-169")
def test_half_rounded_down_may_lie_in_the_reserve() -> None:
    assert [most_in_reserve(cards) for cards in range(1, 10)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("FOTR-169")
def test_rows_are_aligned_so_that_whoever_can_has_a_foe_opposite() -> None:
    assert aligned_columns(3, (0, 1, 2)) == (0, 1, 2)
    assert aligned_columns(2, (0, 1, 2, 3)) == (0, 1)
    assert aligned_columns(2, (0, 1, 2, 3), 2) == (2, 3)
    assert aligned_columns(2, (0, 1, 2, 3), 9) == (2, 3)
    assert aligned_columns(5, (0, 1, 2)) == (0, 1, 2, 3, 4)
    assert aligned_columns(5, (0, 1, 2), -1) == (-1, 0, 1, 2, 3)
    assert aligned_columns(5, (0, 1, 2), -9) == (-2, -1, 0, 1, 2)
    assert aligned_columns(2, ()) == (0, 1)


@pytest.mark.rule("FOTR-249")
def test_the_order_is_turned_at_a_blocked_feature_for_one_round() -> None:
    assert setup_order(blocked=True, reversed_order=False) == ("enemy", "fellowship")
    assert setup_order(blocked=False, reversed_order=True) == ("enemy", "fellowship")
    assert setup_order(blocked=True, reversed_order=True) == ("fellowship", "enemy")
    turned = [
        first_attacker(blocked=True, reversed_order=True, round_number=number) for number in (1, 2)
    ]
    assert turned == ["enemy", "fellowship"]


@pytest.mark.rule("FOTR-170")
def test_only_unopposed_front_cards_may_go_back() -> None:
    now = battle(fighter("f1", 0), fighter("f2", 1), fighter("f3", 2), fighter("e1", 1))
    assert [one.id for one in withdrawable(now, "fellowship")] == ["f1", "f3"]
    assert withdrawable(now, "enemy") == ()
    fresh = msgspec.structs.replace(fighter("f4", 3), fresh=True)
    later = now.with_fighters([fresh])
    assert [one.id for one in withdrawable(later, "fellowship")] == ["f1", "f3"]


@pytest.mark.rule("FOTR-171")
def test_gaps_are_filled_before_the_flanks() -> None:
    row = [fighter("e1", 0), fighter("e2", 1), fighter("e3", 2)]
    gap = battle(*row, fighter("f1", 0), fighter("f2", 2), fellowship=2)
    assert front_spots(gap, "fellowship") == (1,)
    closed = gap.with_fighters([fighter("f3", 1)])
    assert front_spots(closed, "fellowship") == (-1, 3)
    assert front_spots(battle(*row, fellowship=1), "fellowship") == (0, 1, 2)


@pytest.mark.rule("FOTR-171")
def test_a_second_attacker_waits_until_every_foe_has_one() -> None:
    row = [fighter("e1", 0), fighter("e2", 1), fighter("e3", 2)]
    one_free = battle(*row, fighter("f1", 0), fighter("f2", 1), fellowship=3)
    assert second_spots(one_free, "fellowship") == ()
    all_met = one_free.with_fighters([fighter("f3", 2)])
    assert second_spots(all_met, "fellowship") == (0, 1, 2)
    some_doubled = all_met.with_fighters([fighter("f4", 1, "second")])
    assert second_spots(some_doubled, "fellowship") == (0, 2)


@pytest.mark.rule("FOTR-171")
def test_the_defender_has_to_advance_when_each_of_its_cards_has_two() -> None:
    row = [fighter("e1", 0), fighter("e2", 1), fighter("f1", 0), fighter("f2", 1)]
    second = [fighter("f3", 0, "second"), fighter("f4", 1, "second")]
    doubled = battle(*row, *second, enemy=1, fellowship=2)
    assert must_advance(doubled, "fellowship")
    assert second_spots(doubled, "fellowship") == ()
    assert not must_advance(battle(*row, *second, fellowship=2), "fellowship")
    assert not must_advance(battle(*row, second[0], enemy=1, fellowship=2), "fellowship")
    advanced = doubled.with_fighters([fighter("e3", 2)])
    assert not must_advance(advanced, "fellowship")
    assert front_spots(advanced, "fellowship") == (-1, 2)


@pytest.mark.rule("FOTR-171")
def test_four_attacks_on_a_flank_and_three_elsewhere() -> None:
    row = [fighter(f"e{n + 1}", n) for n in range(3)]
    front = [fighter(f"f{n + 1}", n) for n in range(3)]
    second = [fighter(f"f{n + 4}", n, "second") for n in range(3)]
    now = battle(*row, *front, *second, fellowship=5)
    assert second_spots(now, "fellowship") == (0, 1, 2)
    third = now.with_fighters([fighter(f"f{n + 7}", n, "second") for n in range(3)])
    assert second_spots(third, "fellowship") == (0, 2)
    fourth = third.with_fighters([fighter("f10", 0, "second"), fighter("f11", 2, "second")])
    assert second_spots(fourth, "fellowship") == ()
    assert [most_attacks(now, one) for one in row] == [4, 3, 4]


@pytest.mark.rule("FOTR-167")
def test_area_targets_follow_one_another_and_hold_the_one_opposite() -> None:
    row = [fighter(f"e{n + 1}", n) for n in range(4)]
    now = battle(*row, fighter("f1", 1), fighter("f2", 9))
    caster, idle = now.fighters[4], now.fighters[5]
    runs = target_runs(now, caster, 3)
    assert runs[0] == ("e1", "e2", "e3")
    assert set(runs) == {
        ("e1", "e2", "e3"),
        ("e2", "e3", "e4"),
        ("e1", "e2"),
        ("e2", "e3"),
        ("e2",),
    }
    assert target_runs(now, idle, 3) == ()
    assert target_runs(now, caster, 0) == ()


@pytest.mark.rule("FOTR-167", "FOTR-219")
def test_a_gap_does_not_part_neighbours_and_a_kraken_loses_arms() -> None:
    now = battle(fighter("e1", 0), fighter("e2", 3), fighter("f1", 0))
    assert target_runs(now, now.fighters[2], 2)[0] == ("e1", "e2")
    assert [kraken_targets(4, boxes) for boxes in (0, 4, 5, 9, 10, 19, 20, 25)] == [
        4,
        4,
        3,
        3,
        2,
        1,
        0,
        0,
    ]


@pytest.mark.rule("FOTR-173")
def test_the_defender_picks_whom_it_faces_and_the_lines_merge() -> None:
    now = battle(
        fighter("e1", 0),
        fighter("e2", 1),
        fighter("f1", 0),
        fighter("f2", 1),
        fighter("f3", 0, "second"),
        fighter("f4", 0, "second"),
    )
    target = now.fighters[0]
    assert pin_choices(now, target, {"f1", "f3", "f2"}) == ("f1", "f3")
    swapped = pinned(now, target, "f3")
    assert [(one.id, one.line) for one in swapped.against(target)] == [
        ("f3", "front"),
        ("f1", "second"),
        ("f4", "second"),
    ]
    assert pinned(now, target, "f1") == now
    assert combine_spots(swapped, "fellowship") == (-1, 2)
    merged = combined(combined(swapped, "f1", -1), "f4", 2)
    assert [one.id for one in merged.front("fellowship")] == ["f1", "f3", "f2", "f4"]
    assert merged.second("fellowship") == ()


@pytest.mark.rule("FOTR-173")
def test_merged_cards_may_also_fill_a_gap() -> None:
    now = battle(fighter("f1", 0), fighter("f2", 2), fighter("f3", 0, "second"))
    assert combine_spots(now, "fellowship") == (1, -1, 3)


@pytest.mark.rule("FOTR-168")
def test_an_ambusher_is_shown_how_many_of_each_race() -> None:
    races = [Race.HOBBIT, Race.ISTARI, Race.MAN, Race.HOBBIT, Race.ELF]
    assert composition(races) == ((Race.HOBBIT, 2), (Race.MAN, 2), (Race.ELF, 1))
    assert may_ambush(guardian=False, dormant=False, encounter=True)
    assert may_ambush(guardian=True, dormant=False, encounter=False)
    assert not may_ambush(guardian=True, dormant=False, encounter=True)
    assert not may_ambush(guardian=False, dormant=True, encounter=False)


@pytest.mark.rule("FOTR-235")
def test_simple_combat_deals_attacks_out_evenly() -> None:
    row = ("e1", "e2", "e3")
    assert open_targets(row, ()) == row
    assert open_targets(row, ("e1",)) == ("e2", "e3")
    assert open_targets(row, ("e1", "e2", "e3")) == row
    assert open_targets(row, ("e1", "e2", "e3", "e3")) == ("e1", "e2")
    three_each = row * 3
    assert open_targets(row, three_each) == ("e1", "e3")
    assert open_targets(row, (*three_each, "e1")) == ("e3",)
    assert open_targets(row, (*three_each, "e1", "e3")) == ()
    assert open_targets((), ()) == ()


@pytest.mark.rule("FOTR-235", "FOTR-246")
def test_those_whom_nobody_may_attack_keep_the_ends_of_the_row() -> None:
    row = ("f1", "f2", "f3", "f4")
    for picks in product((False, True), repeat=len(row)):
        spared = [card for card, left in zip(row, picks, strict=True) if left]
        taken: list[str] = []
        while targets := open_targets(row, taken, spared=spared):
            assert not set(targets) & set(spared)
            taken.append(targets[0])
        most = {"f1": 4, "f2": 3, "f3": 3, "f4": 4}
        assert Counter(taken) == {card: most[card] for card in row if card not in spared}
