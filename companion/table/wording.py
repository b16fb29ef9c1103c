"""How numbers and results are written, on screens and in logs alike."""

from __future__ import annotations

import re
from typing import Final

from companion.table.views import Explained

_MINUS: Final = "\N{MINUS SIGN}"
_OPEN: Final = "\N{FIRST STRONG ISOLATE}"
_CLOSE: Final = "\N{POP DIRECTIONAL ISOLATE}"
TYPED: Final = re.compile(f"{_OPEN}[^{_OPEN}{_CLOSE}]*{_CLOSE}")
"""A text that `typed` has marked."""


def typed(text: str) -> str:
    """A text that a person has typed, for use within a sentence of the program.

    It is put between the invisible signs that keep foreign text apart. Screens show it as it is in
    every language.
    """
    return f"{_OPEN}{text.replace(_OPEN, '').replace(_CLOSE, '')}{_CLOSE}" if text else ""


def number_text(value: int) -> str:
    """A number with a real minus sign."""
    return f"{_MINUS}{-value}" if value < 0 else str(value)


def signed_text(value: int) -> str:
    """A modifier with its sign."""
    return number_text(value) if value < 0 else f"+{value}"


def explained_line(explained: Explained) -> str:
    """A result in one line: ``Search at 12,e: 6 + 2 (horse) - 1 (bad weather) = 7 -> S3``.

    Modifiers of nothing are left out; the opened result lists them.
    """
    sums = []
    for index, part in enumerate(explained.parts):
        if index == 0:
            sums.append(number_text(part.value))
        elif part.value:
            sign = _MINUS if part.value < 0 else "+"
            sums.append(f"{sign} {abs(part.value)} ({part.label})")
    total = f" = {number_text(explained.total)}" if len(sums) > 1 else ""
    head = f"{explained.title}: {' '.join(sums)}{total}" if sums else explained.title
    return f"{head} \N{RIGHTWARDS ARROW} {explained.result}"
