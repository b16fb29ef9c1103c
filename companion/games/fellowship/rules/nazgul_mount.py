"""A Nazgul that loses its horse, is beaten or rides home comes back on a fell creature (6.261)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Cause = Literal["mount-killed", "over-endurance", "rode-home"]
"""Why it goes to Barad-dur: its mount was killed, it was beaten, or it rode there by itself."""

BARAD_DUR: Final = "24,m"
"""Where it stays dormant (6.261)."""

TURNS_AWAY: Final[dict[Cause, int]] = {"mount-killed": 5, "over-endurance": 8, "rode-home": 3}
"""Turns until it is mobilized again, by why it went (6.261)."""

CAUSE_WORDS: Final[dict[Cause, str]] = {
    "mount-killed": "its mount was killed",
    "over-endurance": "over its endurance",
    "rode-home": "rode to Barad-dur",
}
"""The causes in words, in the order in which they are offered."""


class NazgulReturn(msgspec.Struct, frozen=True):
    """That a Nazgul is at Barad-dur, and since when.

    Attributes:
        cause: why it went there.
        turn: turn in which it lost its mount, fought, or came to Barad-dur.
    """

    cause: Cause
    turn: int

    @property
    def due(self) -> int:
        """The turn in whose Enemy status phase it is mobilized, flying (6.261)."""
        return self.turn + TURNS_AWAY[self.cause]


def is_due(away: NazgulReturn, turn: int) -> bool:
    """Whether it comes back in this turn, or should have come back already."""
    return turn >= away.due
