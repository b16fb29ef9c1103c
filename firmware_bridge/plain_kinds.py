"""The kinds of plain dice, which print only numbers, and how each of them speaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainKind:
    """How one kind of plain die speaks.

    Attributes:
        sides: number of faces.
        line: form of the line of a roll; its first group is the number printed. Other lines, such
            as a greeting, are left out.
        faces: numbers printed for a face that has another number, such as 0 for the face 10.
        baud_rate: bits a second on a serial line; of no meaning on USB.
        is_chatty: whether it prints each face it tumbles over. Then a number counts only when
            nothing else has come for a whole heartbeat; otherwise it counts at once.
    """

    sides: int
    line: re.Pattern[bytes] = re.compile(rb"\s*([0-9]{1,3})\s*")
    faces: Mapping[int, int] = field(default_factory=dict)
    baud_rate: int = 9600
    is_chatty: bool = False


PLAIN_KINDS: Mapping[str, PlainKind] = {
    "d6": PlainKind(sides=6),
    "d10": PlainKind(sides=10, faces={0: 10}),
    "d20": PlainKind(sides=20),
    "d6chatty": PlainKind(sides=6, is_chatty=True),
    "d20chatty": PlainKind(sides=20, is_chatty=True),
}
"""The kinds that can be named in ``plain:KIND@PORT``."""
