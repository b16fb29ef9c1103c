"""The picture and the words of a series of rolls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from companion.table.fairness import Fairness, Series

PLOT_WIDTH: Final = 800.0
"""In units of the picture, shared by all faces."""

BAR_SHARE: Final = 0.75
"""Of the room for one face, what its bar takes."""

LEFT: Final = 64.0
RIGHT: Final = 12.0
TOP: Final = 30.0
PLOT_HEIGHT: Final = 220.0
BOTTOM: Final = 44.0
_BAND: Final = 2.0
"""The shaded band reaches so many standard deviations to either side of the expected count."""

_ODD: Final = 0.001
_NOTABLE: Final = 0.01
_SMALLEST: Final = 0.0001
_VIRTUAL: Final = "VIRTUAL-"
"""What the number of a die begins with that is a program."""
_WORDS: Final = {
    None: "All together",
    "typed": "Typed in by hand",
    "generator": "Drawn by the table",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One face: where its bar stands, how high it is, what it says."""

    face: int
    count: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    is_outside: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across at a count."""

    count: int
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A bar for each face, a line at the even share, a band where most bars of a fair die end.

    Attributes:
        width, height: size in units of the picture.
        left, right, base: where the plot begins, ends, and stands.
        expected_y: height of the line.
        band_y, band_height: the band.
        bars: one for each face.
        ticks: counts at the left edge.
    """

    width: float
    height: float
    left: float
    right: float
    base: float
    expected_y: float
    band_y: float
    band_height: float
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]


def picture_of(fairness: Fairness) -> Picture:
    """The picture of a series."""
    share = 1 / fairness.sides
    reach = _BAND * math.sqrt(fairness.rolls * share * (1 - share))
    low, high = max(0.0, fairness.expected - reach), fairness.expected + reach
    top = _round_up(max(1.0, high, *fairness.counts))
    base = TOP + PLOT_HEIGHT
    room = PLOT_WIDTH / fairness.sides

    def y_of(count: float) -> float:
        return round(base - PLOT_HEIGHT * count / top, 1)

    bars = tuple(
        Bar(
            face=face,
            count=count,
            x=round(LEFT + (face - 1 + (1 - BAR_SHARE) / 2) * room, 1),
            y=y_of(count),
            width=round(room * BAR_SHARE, 1),
            height=round(base - y_of(count), 1),
            middle=round(LEFT + (face - 0.5) * room, 1),
            is_outside=not low <= count <= high,
        )
        for face, count in enumerate(fairness.counts, start=1)
    )
    right = LEFT + PLOT_WIDTH
    step = max(1, round(top / 4))
    return Picture(
        width=right + RIGHT,
        height=base + BOTTOM,
        left=LEFT,
        right=right,
        base=base,
        expected_y=y_of(fairness.expected),
        band_y=y_of(high),
        band_height=round(y_of(low) - y_of(high), 1),
        bars=bars,
        ticks=tuple(Tick(count, y_of(count)) for count in range(0, int(top) + 1, step)),
    )


def series_title(series: Series) -> str:
    """Which rolls a series holds."""
    if series.source != "die":
        return _WORDS[series.source]
    if (series.die or "").startswith(_VIRTUAL):
        return "The virtual die"
    return f"The die {series.die}"


def verdict_of(fairness: Fairness) -> str:
    """What the chi-square test says, in one sentence."""
    if not fairness.is_enough:
        return (
            f"Too few rolls to judge: {fairness.rolls_needed} are needed for {fairness.sides} "
            f"sides, so that each face is due five times."
        )
    if fairness.p_value < _ODD:
        return "These rolls would be most unusual for a fair die: have a close look at it."
    if fairness.p_value < _NOTABLE:
        return "Unusual for a fair die, but it happens: roll on and look again."
    return "Nothing here speaks against a fair die."


def meaning_of(fairness: Fairness) -> str:
    """What chi-square and p-value mean here, in words."""
    return (
        f"Of series of {fairness.rolls} rolls of a fair die, {share_words(fairness.p_value)} "
        "stray as far from even counts as these, or farther."
    )


def p_value_text(fairness: Fairness) -> str:
    """The p-value with four places, as far as they say something."""
    return f"{fairness.p_value:.4f}" if fairness.p_value >= _SMALLEST else f"< {_SMALLEST}"


def share_words(share: float) -> str:
    """A probability as a count of cases: ``34 in 100``."""
    if share >= 0.995:
        return "nearly all"
    for of in (100, 1000, 10_000):
        if share * of >= 0.95:
            return f"about {round(share * of)} in {of:,}"
    return "fewer than 1 in 10,000"


def _round_up(count: float) -> float:
    """The next number that four even steps divide, or below ten the next whole one."""
    step = 1 if count <= 10 else 4 if count <= 40 else 20 if count <= 200 else 100
    return float(math.ceil(count / step) * step)
