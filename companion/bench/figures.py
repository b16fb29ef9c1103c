"""What a bench gives: named figures, and goals to hold them against."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Figures = Mapping[str, float | int]
"""Figures by name, the unit in the name; a slash sets a group apart."""

Say = Callable[[str], None]
"""Tells whoever waits how far a bench is."""


class BenchError(RuntimeError):
    """A bench could not be carried out; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure is held against.

    Attributes:
        key: name of the figure.
        words: the goal for people, such as ``at most 5``.
        holds: whether a value reaches it.
    """

    key: str
    words: str
    holds: Callable[[float], bool]


def at_most(key: str, limit: float) -> Goal:
    """The figure shall not lie above a limit."""
    return Goal(key, f"at most {limit:g}", lambda value: value <= limit)


def at_least(key: str, limit: float) -> Goal:
    """The figure shall not lie below a limit."""
    return Goal(key, f"at least {limit:g}", lambda value: value >= limit)


@dataclass(frozen=True, slots=True)
class Bench:
    """One bench.

    Attributes:
        about: what it measures, in one sentence.
        measure: carries it out within about so many seconds.
        goals: what is promised.
        quick: the same in well below a minute, where `measure` takes longer; else None.
        lines: puts the figures in words for people.
        seconds: how long it measures where nobody says.

    Raises:
        BenchError: by `measure`, where it could not be carried out.
    """

    about: str
    measure: Callable[[float, Say], Figures]
    goals: tuple[Goal, ...] = ()
    quick: Callable[[float, Say], Figures] | None = None
    lines: Callable[[Figures, Iterable[Goal]], list[str]] | None = None
    seconds: float = 30.0


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is not below so large a share of all (nearest rank).

    Args:
        values: at least one.
        share: 0 to 1.
    """
    rank = max(1, math.ceil(share * len(values)))
    return sorted(values)[rank - 1]


def spread_ms(name: str, values_s: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile of durations as ``<name>_ms_median`` and ``<name>_ms_p99``."""
    return {
        f"{name}_ms_median": _rounded(statistics.median(values_s) * 1000),
        f"{name}_ms_p99": _rounded(percentile(values_s, 0.99) * 1000),
    }


def nested(figures: Figures) -> dict[str, object]:
    """Figures with their groups as objects: ``a/b`` becomes ``b`` inside ``a``."""
    tree: dict[str, object] = {}
    for key, value in figures.items():
        *groups, name = key.split("/")
        inside = tree
        for group in groups:
            found = inside.setdefault(group, {})
            if not isinstance(found, dict):
                raise TypeError(f"{group} is a figure and a group of figures")
            inside = found
        inside[name] = value
    return tree


def _rounded(value: float) -> float:
    return round(value, 3)


def report(figures: Figures, goals: Iterable[Goal]) -> list[str]:
    """The figures as lines for people, each goal beside the figure that it is for."""
    by_key = {goal.key: goal for goal in goals}
    width = max(len(key) for key in figures)
    lines = []
    for key, value in figures.items():
        goal = by_key.get(key)
        verdict = ""
        if goal is not None:
            verdict = f"   {'reached' if goal.holds(value) else 'NOT REACHED'}: {goal.words}"
        lines.append(f"{key:<{width}}  {value:>12,}{verdict}")
    return lines
