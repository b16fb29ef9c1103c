"""Statistics of rolls against published values, exact counts and simulated dice."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.fairness import (
    RollTally,
    chi_square_of,
    chi_square_survival,
    fairness,
    run_chance,
    series_of,
)
from companion.table.ids import SeatId
from companion.table.values import Roll, RollSource


def of_die(number: int, face: int = 7, die: str = "d20-1", sides: int = 20) -> Roll:
    return Roll(face=face, sides=sides, source="die", die=die, number=number)


def by_hand(face: int, source: RollSource = "typed", sides: int = 20) -> Roll:
    return Roll(face=face, sides=sides, source=source)


# Percentage points of the chi-square distribution as tables print them (Abramowitz and Stegun,
# table 26.8; Pearson and Hartley, Biometrika Tables for Statisticians I, table 8).
@pytest.mark.parametrize(
    ("degrees", "chi_square", "survival"),
    [
        (1, 3.84146, 0.05),
        (1, 6.63490, 0.01),
        (2, 5.99146, 0.05),
        (2, 13.8155, 0.001),
        (3, 7.81473, 0.05),
        (5, 11.0705, 0.05),
        (5, 1.14548, 0.95),
        (9, 16.9190, 0.05),
        (9, 21.6660, 0.01),
        (10, 23.2093, 0.01),
        (19, 30.1435, 0.05),
        (19, 36.1909, 0.01),
        (19, 10.1170, 0.95),
        (30, 43.7730, 0.05),
        (100, 124.342, 0.05),
    ],
)
def test_survival_agrees_with_printed_tables(
    degrees: int, chi_square: float, survival: float
) -> None:
    assert chi_square_survival(chi_square, degrees) == pytest.approx(survival, rel=2e-5)


@given(st.integers(1, 99), st.floats(0.01, 60))
def test_survival_agrees_with_the_area_under_the_density(degrees: int, chi_square: float) -> None:
    """The density, integrated by Simpson's rule from the sum on."""

    def density(x: float) -> float:
        log = (degrees / 2 - 1) * math.log(x) - x / 2 - degrees / 2 * math.log(2)
        return math.exp(log - math.lgamma(degrees / 2))

    # Substituting x = t^2 takes away the pole of one degree of freedom at 0.
    low, high, steps = math.sqrt(chi_square), math.sqrt(chi_square + 12 * degrees + 150), 2000
    step = (high - low) / steps
    weights = (1, *itertools.islice(itertools.cycle((4, 2)), steps - 1), 1)
    points = (low + step * i for i in range(steps + 1))
    area = sum(w * 2 * t * density(t * t) for w, t in zip(weights, points, strict=True)) * step / 3
    assert chi_square_survival(chi_square, degrees) == pytest.approx(area, abs=1e-8)


def test_survival_begins_at_one_falls_and_stands_huge_sums() -> None:
    values = [chi_square_survival(x, 19) for x in (0, 1, 10, 30, 100, 1000)]
    assert values[0] == 1
    assert values == sorted(values, reverse=True)
    assert chi_square_survival(1e6, 99) == 0
    assert chi_square_survival(1e6, 98) == 0
    for wrong in ((-1.0, 5), (math.nan, 5), (1.0, 0)):
        with pytest.raises(ValueError, match="expected"):
            chi_square_survival(*wrong)


def test_chi_square_of_a_worked_example() -> None:
    # 60 throws of a d6, 10 expected of each: (25 + 4 + 1 + 4 + 0 + 100) / 10.
    assert chi_square_of([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert chi_square_of([0, 0, 0]) == 0


@pytest.mark.parametrize(("rolls", "length"), [(1, 1), (5, 2), (8, 3), (9, 1), (6, 6), (3, 4)])
def test_chance_of_a_row_is_the_share_of_all_sequences_that_hold_it(
    rolls: int, length: int
) -> None:
    sides = 3
    held = 0
    for sequence in itertools.product(range(sides), repeat=rolls):
        rows = (sum(1 for _ in group) for face, group in itertools.groupby(sequence) if face == 0)
        held += max(rows, default=0) >= length
    assert run_chance(rolls, length, 1 / sides) == pytest.approx(held / sides**rolls)


def test_the_longest_rows_and_how_likely_they_are() -> None:
    judged = fairness([2, 2, 2, 6, 5, 4, 6, 1], 6)
    assert (judged.same.what, judged.same.length) == ("2", 3)
    assert (judged.high.what, judged.high.length) == ("4 to 6", 4)
    assert (judged.low.what, judged.low.length) == ("1 to 3", 3)
    equal = sum(
        max(sum(1 for _ in group) for _, group in itertools.groupby(sequence)) >= 3
        for sequence in itertools.product(range(6), repeat=8)
    )
    assert judged.same.chance == pytest.approx(equal / 6**8)


def test_nothing_rolled_and_faces_that_no_die_has() -> None:
    empty = fairness([], 20)
    assert (empty.rolls, empty.chi_square, empty.p_value, empty.is_enough) == (0, 0, 1, False)
    assert (empty.same.length, empty.high.length, empty.low.length) == (0, 0, 0)
    for faces, sides in (([21], 20), ([0], 20), ([1], 1)):
        with pytest.raises(ValueError, match="expected faces"):
            fairness(faces, sides)


def test_the_test_says_something_from_five_expected_rolls_a_face_on() -> None:
    assert not fairness([1] * 99, 20).is_enough
    assert fairness([1] * 100, 20).is_enough
    assert fairness([1], 20).rolls_needed == 100
    assert not fairness([1] * 29, 6).is_enough
    assert fairness([1] * 30, 6).is_enough


def test_fair_dice_are_called_unfair_as_often_as_the_p_value_says() -> None:
    source = random.Random(5)  # noqa: S311 - repeatable, nothing secret
    p_values = [
        fairness([source.randint(1, 20) for _ in range(400)], 20).p_value for _ in range(1000)
    ]
    below = sum(p < 0.05 for p in p_values)
    # 50 are due; 1000 trials stray by 6.9 in the mean, four times that is allowed.
    assert 23 <= below <= 77


def test_a_loaded_die_is_found() -> None:
    source = random.Random(6)  # noqa: S311 - repeatable, nothing secret
    faces = [source.choice([*range(1, 21), 20, 20]) for _ in range(1000)]
    assert fairness(faces, 20).p_value < 1e-6


def test_series_are_kept_apart_by_sides_die_and_source() -> None:
    rolls = [of_die(1), of_die(1, die="other"), by_hand(3), by_hand(4, "generator"), by_hand(6)]
    rolls += [Roll(face=2, sides=6, source="typed")]
    shown = [(one.fairness.sides, one.source, one.die) for one in series_of(rolls)]
    assert shown == [
        (20, None, ""),
        (20, "die", "d20-1"),
        (20, "die", "other"),
        (20, "typed", ""),
        (20, "generator", ""),
        (6, "typed", ""),
    ]
    assert [one.fairness.rolls for one in series_of(rolls)] == [5, 1, 1, 2, 1, 1]
    assert series_of([]) == ()


def test_a_kept_roll_that_is_claimed_was_rolled_once() -> None:
    kept, other, typed = of_die(1), of_die(2), by_hand(9)
    events: list[Event] = [
        RollKept(roll=kept),
        RollTaken(roll=other, purpose="a test", seat=SeatId("a")),
        RollTaken(roll=kept, purpose="a test", seat=SeatId("a")),
        RollTaken(roll=typed, purpose="a test", seat=SeatId("b")),
        RollTaken(roll=typed, purpose="a test", seat=SeatId("b")),
        RollKept(roll=of_die(3)),
        RollDropped(roll=of_die(3)),
    ]
    expected = [kept, other, typed, typed, of_die(3)]
    assert list(RollTally().made(events)) == expected
    for cut in range(len(events) + 1):
        tally = RollTally()
        assert [*tally.made(events[:cut]), *tally.made(events[cut:])] == expected
