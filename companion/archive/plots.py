"""Bars as SVG: all that the standard report needs, by hand, so that no plotting library is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH_PX: Final = 720
ROW_PX: Final = 26
LABEL_PX: Final = 190
_NUMBER_PX: Final = 130
_COLUMN_HEIGHT_PX: Final = 180
_FOOT_PX: Final = 40
_LABELS_MOST: Final = 25
_DIGIT_PX: Final = 9


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


def rows_svg(bars: Sequence[Bar], title: str, most: float | None = None) -> str:
    """Bars that lie one below the other.

    Args:
        bars: the bars.
        title: what the plot shows, for whoever hears the page.
        most: value of the full width; the greatest of the bars without it.
    """
    scale = (WIDTH_PX - LABEL_PX - _NUMBER_PX) / (most or max((b.value for b in bars), default=1))
    height = ROW_PX * len(bars)
    return "".join((*_opening(title, height), *_rows(bars, scale), "</svg>"))


def columns_svg(bars: Sequence[Bar], title: str, expected: float | None = None) -> str:
    """Bars that stand side by side, such as the faces of a die.

    Args:
        bars: the bars; their texts stand on top as long as there is room.
        title: what the plot shows, for whoever hears the page.
        expected: height of a line across, such as what each face is due.
    """
    highest = max([*(bar.value for bar in bars), expected or 0.0, 1e-9])
    scale = (_COLUMN_HEIGHT_PX - 20) / highest
    height = _COLUMN_HEIGHT_PX + _FOOT_PX
    return "".join((*_opening(title, height), *_columns(bars, scale, expected), "</svg>"))


def _opening(title: str, height: int) -> Iterator[str]:
    yield f'<svg viewBox="0 0 {WIDTH_PX} {height}" role="img" aria-label="{escape(title)}">'


def _rows(bars: Sequence[Bar], scale: float) -> Iterator[str]:
    for index, bar in enumerate(bars):
        top, middle = index * ROW_PX, index * ROW_PX + ROW_PX / 2
        long = bar.value * scale
        yield (
            f'<text class="label" x="{LABEL_PX - 10}" y="{middle + 5:.1f}" text-anchor="end">'
            f"{escape(bar.label)}</text>"
        )
        yield f'<rect x="{LABEL_PX}" y="{top + 4}" width="{long:.1f}" height="{ROW_PX - 8}"/>'
        end = long
        if bar.low is not None and bar.high is not None:
            left, right = LABEL_PX + bar.low * scale, LABEL_PX + bar.high * scale
            yield f'<path class="whisker" d="M{left:.1f} {middle}H{right:.1f}"/>'
            end = max(long, bar.high * scale)
        yield f'<text x="{LABEL_PX + end + 8:.1f}" y="{middle + 5:.1f}">{escape(bar.text)}</text>'


def _columns(bars: Sequence[Bar], scale: float, expected: float | None) -> Iterator[str]:
    step = (WIDTH_PX - 20) / max(1, len(bars))
    every = -(-len(bars) // _LABELS_MOST)
    for index, bar in enumerate(bars):
        left, high = 10 + index * step, bar.value * scale
        top = _COLUMN_HEIGHT_PX - high
        wide = max(1.0, step * 0.8)
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'
        if bar.text and every == 1 and _DIGIT_PX * len(bar.text) < step:
            yield (
                f'<text x="{left + wide / 2:.1f}" y="{top - 4:.1f}" '
                f'text-anchor="middle">{escape(bar.text)}</text>'
            )
        if index % every == 0:
            yield (
                f'<text x="{left + wide / 2:.1f}" y="{_COLUMN_HEIGHT_PX + 20}" '
                f'text-anchor="middle">{escape(bar.label)}</text>'
            )
    if expected is not None:
        line = _COLUMN_HEIGHT_PX - expected * scale
        yield f'<path class="whisker" d="M5 {line:.1f}H{WIDTH_PX - 5}"/>'
