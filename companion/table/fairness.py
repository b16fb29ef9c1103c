"""How fair the dice were: counts, the chi-square test, runs. Pure statistics over recorded rolls.

Rolls are public facts (`companion.table.events.RollTaken` and `RollKept`), and only the roll itself
is looked at here: neither what it was for nor whose it was.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.values import Roll, RollSource

FEWEST_EXPECTED = 5
"""Rolls that each face must be due before the chi-square distribution describes the sum (Cochran,
Some methods for strengthening the common chi-square tests, Biometrics 10, 1954)."""


class RollTally:
    """Collects the rolls of one game, each once: a kept roll that is claimed was rolled before."""

    def __init__(self) -> None:
        self._waiting: list[Roll] = []

    def made(self, events: Iterable[Event]) -> Iterator[Roll]:
        """The rolls that these events, which go on where the last ones ended, add."""
        for event in events:
            match event:
                case RollKept(roll=roll):
                    self._waiting.append(roll)
                    yield roll
                case RollTaken(roll=roll) if roll not in self._waiting:
                    yield roll
                case RollTaken(roll=roll) | RollDropped(roll=roll) if roll in self._waiting:
                    self._waiting.remove(roll)
                case _:
                    pass


@dataclass(frozen=True, slots=True)
class Run:
    """The longest row of like results.

    Attributes:
        what: the results, such as ``14`` or ``11 to 20``; empty where nothing was rolled.
        length: how many came in a row.
        chance: probability that so many fair rolls hold a row of such results at least so long.
    """

    what: str
    length: int
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """What a series of rolls of dice with one number of sides says.

    Attributes:
        sides: number of faces.
        counts: how often each face came, face 1 first.
        chi_square: sum over the faces of the squared distance from the expected count, divided by
            the expected count.
        p_value: probability that a fair die strays as far or farther.
        same: longest row of one face.
        high, low: longest row of faces of the upper and of the lower half.
    """

    sides: int
    counts: tuple[int, ...]
    chi_square: float
    p_value: float
    same: Run
    high: Run
    low: Run

    @property
    def rolls(self) -> int:
        """Number of rolls."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """Rolls that each face was due."""
        return self.rolls / self.sides

    @property
    def degrees(self) -> int:
        """Degrees of freedom of the chi-square sum."""
        return self.sides - 1

    @property
    def rolls_needed(self) -> int:
        """Rolls from which on the test says something."""
        return FEWEST_EXPECTED * self.sides

    @property
    def is_enough(self) -> bool:
        """Whether there are as many."""
        return self.rolls >= self.rolls_needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The rolls of one die, or all that came in one way.

    Attributes:
        source: how they came; None for all ways together.
        die: name of the die, empty where there was none.
        fairness: what they say.
    """

    source: RollSource | None
    die: str
    fairness: Fairness


_SOURCES: tuple[RollSource, ...] = ("die", "typed", "generator")


def series_of(rolls: Sequence[Roll]) -> tuple[Series, ...]:
    """Rolls sorted by number of sides, and among those by source and die.

    Where rolls of like dice came in several ways, all of them together stand first.

    Args:
        rolls: in the order in which they were made.
    """
    by_way: dict[tuple[int, int, str], list[int]] = {}
    by_sides: dict[int, list[int]] = {}
    for roll in rolls:
        way = (roll.sides, _SOURCES.index(roll.source), roll.die or "")
        by_way.setdefault(way, []).append(roll.face)
        by_sides.setdefault(roll.sides, []).append(roll.face)
    series = []
    for sides in sorted(by_sides, key=lambda sides: -len(by_sides[sides])):
        ways = sorted(way for way in by_way if way[0] == sides)
        if len(ways) > 1:
            series.append(Series(source=None, die="", fairness=fairness(by_sides[sides], sides)))
        for way in ways:
            judged = fairness(by_way[way], sides)
            series.append(Series(source=_SOURCES[way[1]], die=way[2], fairness=judged))
    return tuple(series)


def fairness(faces: Sequence[int], sides: int) -> Fairness:
    """Judge a series of faces.

    Args:
        faces: 1 to `sides` each, in the order in which they came.
        sides: number of faces of the die.

    Raises:
        ValueError: a face is none of the die's, or the die has fewer than two.
    """
    if sides < 2 or any(not 1 <= face <= sides for face in faces):
        raise ValueError(f"expected faces of a die with 2 or more sides, 1 to {sides}")
    counts = [0] * sides
    for face in faces:
        counts[face - 1] += 1
    chi_square = chi_square_of(counts)
    middle = sides // 2
    high_share = (sides - middle) / sides
    return Fairness(
        sides=sides,
        counts=tuple(counts),
        chi_square=chi_square,
        p_value=chi_square_survival(chi_square, sides - 1),
        same=_longest_same(faces, sides),
        high=_longest([face > middle for face in faces], f"{middle + 1} to {sides}", high_share),
        low=_longest([face <= middle for face in faces], f"1 to {middle}", 1 - high_share),
    )


def chi_square_of(counts: Sequence[int]) -> float:
    """The chi-square sum of counts that are all expected to be alike; 0 where all are 0."""
    total = sum(counts)
    if not total:
        return 0.0
    expected = total / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def chi_square_survival(chi_square: float, degrees: int) -> float:
    """Probability that a chi-square variable is at least so large.

    It is the regularised upper incomplete gamma function Q(degrees / 2, chi_square / 2), which for
    whole and half first arguments is a finite sum: Q(a + 1, y) = Q(a, y) + y^a e^-y / Gamma(a + 1),
    begun at Q(1, y) = e^-y or Q(1/2, y) = erfc(sqrt(y)).

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 6.5.22, 26.4.4-5.

    Args:
        chi_square: 0 or more.
        degrees: degrees of freedom, 1 or more.

    Raises:
        ValueError: an argument is out of range.
    """
    if degrees < 1 or not chi_square >= 0:
        raise ValueError(
            f"expected a sum of 0 or more and 1 or more degrees, got {chi_square} and {degrees}"
        )
    if chi_square == 0:
        return 1.0
    y = chi_square / 2
    a, survival = (1.0, math.exp(-y)) if degrees % 2 == 0 else (0.5, math.erfc(math.sqrt(y)))
    while a < degrees / 2:
        # By logarithms: the power alone would overflow where the whole term is tiny.
        survival += math.exp(a * math.log(y) - y - math.lgamma(a + 1))
        a += 1
    return min(1.0, survival)


def run_chance(rolls: int, length: int, share: float) -> float:
    """Probability that among independent rolls a result comes so many times in a row.

    By the first row that is complete at roll n: nothing complete before, the roll before it not of
    the kind, then the row. Source: Feller, An Introduction to Probability Theory, volume I, XIII.7.

    Args:
        rolls: number of rolls.
        length: length of the row, 0 or more.
        share: probability of the result in one roll.
    """
    if length <= 0:
        return 1.0
    whole_row = share**length
    without = [1.0] * (rolls + 1)
    for number in range(length, rolls + 1):
        before = without[number - length - 1] * (1 - share) if number > length else 1.0
        without[number] = without[number - 1] - before * whole_row
    return min(1.0, max(0.0, 1 - without[rolls]))


def _longest_same(faces: Sequence[int], sides: int) -> Run:
    face, length = _longest_row(faces)
    if face is None:
        return Run("", 0, 1.0)
    # A row of n like faces is a row of n - 1 rolls that repeat the one before.
    return Run(str(face), length, run_chance(len(faces) - 1, length - 1, 1 / sides))


def _longest(hits: Sequence[bool], what: str, share: float) -> Run:
    best = length = 0
    for hit in hits:
        length = length + 1 if hit else 0
        best = max(best, length)
    return Run(what if best else "", best, run_chance(len(hits), best, share))


def _longest_row(faces: Sequence[int]) -> tuple[int | None, int]:
    """Face and length of the longest row of one face, the first of several."""
    best: tuple[int | None, int] = (None, 0)
    before, length = None, 0
    for face in faces:
        length = length + 1 if face == before else 1
        before = face
        if length > best[1]:
            best = (face, length)
    return best
