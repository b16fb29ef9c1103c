"""Bars as SVG: all that the standard report needs, by hand, so that no plotting library is.

Every plot has an axis with marks, words and a grid, so that it can be read without the text around
it. A length is always drawn from zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH_PX: Final = 720
ROW_PX: Final = 26
LABEL_PX: Final = 190
NUMBER_PX: Final = 130
_HEIGHT_PX: Final = 180
_TOP_PX: Final = 24
_SIDE_PX: Final = 76
_RIGHT_PX: Final = 10
_MARK_PX: Final = 20
_WORDS_PX: Final = 22
_LABELS_MOST: Final = 25
_SIGN_PX: Final = 9
_MARKS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar.

    Attributes:
        label: what it stands for.
        value: how long it is.
        text: what is written behind it.
        low, high: ends of its whisker; None for none.
    """

    label: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The axis along which bars are measured.

    Attributes:
        words: what is measured, with its unit.
        most: where it ends; the longest bar decides without it.
        says: how a mark on it is written.
    """

    words: str
    most: float | None = None
    says: Callable[[float], str] = lambda value: f"{value:,.0f}"


def in_percent(value: float) -> str:
    """A share as a mark on an axis."""
    return f"{value:.0%}"


def marks(most: float, least_step: float = 1.0) -> list[float]:
    """Round values from 0 up to the first that is not below `most`, some `_MARKS` of them.

    Args:
        most: the largest value that has to be shown.
        least_step: no two marks lie closer; 1 for what is counted.
    """
    rough = max(most / _MARKS, least_step)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)
    return [step * number for number in range(math.ceil(most / step - 1e-9) + 1)]


def rows_svg(bars: Sequence[Bar], title: str, axis: Axis) -> str:
    """Bars that lie one below the other.

    Args:
        bars: the bars.
        title: what the plot shows, for whoever hears the page.
        axis: what is measured; its marks stand below.
    """
    most = axis.most or max((bar.value for bar in bars), default=1)
    wide = WIDTH_PX - LABEL_PX - NUMBER_PX
    places = marks(most, 1.0 if axis.most is None else axis.most / 10)
    scale = wide / (axis.most or places[-1])
    foot = ROW_PX * len(bars)
    return "".join(
        (
            *_opening(title, foot + _MARK_PX + _WORDS_PX),
            *_grid_across(places, scale, foot, axis),
            *_rows(bars, scale),
            "</svg>",
        )
    )


def columns_svg(
    bars: Sequence[Bar], title: str, axis: Axis, words: str, due: float | None = None
) -> str:
    """Bars that stand side by side, such as the turns of games.

    Args:
        bars: the bars; their texts stand on top as long as there is room.
        title: what the plot shows, for whoever hears the page.
        axis: what is measured.
        words: what the labels below the bars are.
        due: height of a line across, such as what each face is due.
    """
    places = marks(max([*(bar.value for bar in bars), due or 0.0, 1.0]))
    frame = Columns(count=len(bars), low=0.0, high=places[-1])
    parts = [*_opening(title, frame.height_px), *frame.grid(places, axis.says, axis.words)]
    for index, bar in enumerate(bars):
        parts += frame.bar(index, bar.value)
        if bar.text and frame.has_room(bar.text):
            parts.append(
                _text(frame.middle_px(index), frame.y_px(bar.value) - 4, bar.text, "middle")
            )
    parts += frame.labels([bar.label for bar in bars], words)
    if due is not None:
        parts.append(frame.line(due))
    return "".join((*parts, "</svg>"))


def straying_svg(counts: Sequence[int], title: str) -> str:
    """How far each face of a die strays from what it is due, beside what chance alone does.

    Drawn from zero, the bars of many rolls would all look alike.

    Args:
        counts: how often each face came, face 1 first; some rolls in all.
        title: what the plot shows, for whoever hears the page.
    """
    due = sum(counts) / len(counts)
    strays = [count / due - 1 for count in counts]
    band = chance_band(sum(counts), len(counts))
    highest, lowest = max(band, *strays), min(-band, *strays)
    step = marks(max(highest, -lowest), 0.001)[1]
    places = [
        step * number for number in range(math.floor(lowest / step), math.ceil(highest / step) + 1)
    ]
    frame = Columns(count=len(counts), low=places[0], high=places[-1])
    parts = [*_opening(title, frame.height_px), frame.band(-band, band)]
    digits = max(0, -math.floor(math.log10(step * 100)))
    parts += frame.grid(
        places, lambda value: f"{value * 100:+.{digits}f}%" if value else "due", "strays by"
    )
    for index, stray in enumerate(strays):
        parts += frame.bar(index, stray)
    parts += frame.labels([str(face) for face in range(1, len(counts) + 1)], "face")
    return "".join((*parts, frame.line(0.0), "</svg>"))


def chance_band(rolls: int, sides: int) -> float:
    """Within which share of what it is due a face of a fair die stays, 19 times of 20."""
    return 1.96 * math.sqrt((sides - 1) / rolls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where columns stand.

    Attributes:
        count: how many.
        low, high: the values at the foot and at the top of the plot; one is 0 or both enclose it.
    """

    count: int
    low: float
    high: float

    @property
    def height_px(self) -> int:
        """Height of the whole plot."""
        return _TOP_PX + _HEIGHT_PX + _MARK_PX + _WORDS_PX

    @property
    def _step_px(self) -> float:
        return (WIDTH_PX - _SIDE_PX - _RIGHT_PX) / max(1, self.count)

    def y_px(self, value: float) -> float:
        """Where a value lies."""
        return _TOP_PX + _HEIGHT_PX * (self.high - value) / (self.high - self.low)

    def middle_px(self, index: int) -> float:
        """Middle of a column."""
        return _SIDE_PX + (index + 0.5) * self._step_px

    def has_room(self, text: str) -> bool:
        """Whether a text fits over a column beside those of its neighbours."""
        return _SIGN_PX * len(text) < self._step_px

    def bar(self, index: int, value: float) -> Iterator[str]:
        """A column from zero to its value."""
        top, foot = sorted((self.y_px(value), self.y_px(0.0)))
        wide = max(1.0, min(self._step_px * 0.8, 90.0))
        left = self.middle_px(index) - wide / 2
        yield (
            f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" '
            f'height="{foot - top:.1f}"/>'
        )

    def band(self, low: float, high: float) -> str:
        """A field across the plot."""
        top, foot = self.y_px(high), self.y_px(low)
        return (
            f'<rect class="band" x="{_SIDE_PX}" y="{top:.1f}" '
            f'width="{WIDTH_PX - _SIDE_PX - _RIGHT_PX}" height="{foot - top:.1f}"/>'
        )

    def line(self, value: float) -> str:
        """A line across the plot."""
        return (
            f'<path class="whisker" d="M{_SIDE_PX} {self.y_px(value):.1f}H{WIDTH_PX - _RIGHT_PX}"/>'
        )

    def grid(
        self, places: Sequence[float], says: Callable[[float], str], words: str
    ) -> Iterator[str]:
        """Lines across the plot with their marks, and over them what is measured."""
        for value in places:
            y = self.y_px(value)
            yield f'<path class="grid" d="M{_SIDE_PX} {y:.1f}H{WIDTH_PX - _RIGHT_PX}"/>'
            yield _text(_SIDE_PX - 8, y + 5, says(value), "end")
        yield _text(0, 12, words, "start", "words")

    def labels(self, labels: Sequence[str], words: str) -> Iterator[str]:
        """What stands below the columns."""
        every = -(-self.count // _LABELS_MOST)
        foot = _TOP_PX + _HEIGHT_PX
        for index, label in enumerate(labels):
            if index % every == 0:
                yield _text(self.middle_px(index), foot + _MARK_PX, label, "middle")
        middle = (_SIDE_PX + WIDTH_PX - _RIGHT_PX) / 2
        yield _text(middle, foot + _MARK_PX + _WORDS_PX - 3, words, "middle", "words")


def _opening(title: str, height: int) -> Iterator[str]:
    yield f'<svg viewBox="0 0 {WIDTH_PX} {height}" role="img" aria-label="{escape(title)}">'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _grid_across(places: Sequence[float], scale: float, foot: int, axis: Axis) -> Iterator[str]:
    for value in places:
        x = LABEL_PX + value * scale
        yield f'<path class="grid" d="M{x:.1f} 0V{foot + 4}"/>'
        yield _text(x, foot + _MARK_PX, axis.says(value), "middle")
    middle = LABEL_PX + places[-1] * scale / 2
    yield _text(middle, foot + _MARK_PX + _WORDS_PX - 3, axis.words, "middle", "words")


def _rows(bars: Sequence[Bar], scale: float) -> Iterator[str]:
    for index, bar in enumerate(bars):
        top, middle = index * ROW_PX, index * ROW_PX + ROW_PX / 2
        end = bar.value * scale
        yield _text(LABEL_PX - 10, middle + 5, bar.label, "end")
        yield (
            f'<rect class="bar" x="{LABEL_PX}" y="{top + 4}" width="{end:.1f}" '
            f'height="{ROW_PX - 8}"/>'
        )
        if bar.low is not None and bar.high is not None:
            left, right = LABEL_PX + bar.low * scale, LABEL_PX + bar.high * scale
            # Half of it lies on the bar, half beside it: the edge keeps it in sight on both.
            way = f"M{left:.1f} {middle}H{right:.1f}"
            ends = "".join(f"M{x:.1f} {middle - 5}V{middle + 5}" for x in (left, right))
            yield f'<path class="edge" d="{way}{ends}"/>'
            yield f'<path class="whisker" d="{way}{ends}"/>'
            end = max(end, bar.high * scale)
        yield _text(LABEL_PX + end + 8, middle + 5, bar.text, "start")
