"""What helps each side to play well (16.0): for newcomers and for whoever plays by program."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat


class Hint(msgspec.Struct, frozen=True):
    """One piece of advice.

    Attributes:
        text: in the second person.
        section: the rule that makes it good advice.
    """

    text: str
    section: str


HINTS: Final = MappingProxyType(
    {
        FELLOWSHIP: (
            Hint("Secrecy is your strength: keep many rumors about and do nothing twice.", "7.2"),
            Hint("Keep two groups on the move that could each have the Ring.", "3.4"),
            Hint("The sea hides best: ships go far, and few searches reach them.", "7.4, 8.31"),
            Hint("Keep your best event cards for moves that nobody expects.", "6.3"),
            Hint("Nazgul come back in five turns, creatures without end: avoid them.", "6.261"),
            Hint("Every character that dies costs you, whoever it is.", "11.0"),
        ),
        ENEMY: (
            Hint("Set Guardians and Nazgul up so that they block features.", "7.33, 10.1"),
            Hint("A marker that leaves a feature makes no terrain roll.", "7.33, T.2"),
            Hint("If you know where the Ring is, search there whenever you may.", "7.34, 8.3"),
            Hint("Take rumors off the map: any result but a dash does.", "8.32"),
            Hint("You enable one force a turn: most of yours stand still.", "6.25"),
            Hint("You need not have the Ring: to slow and to kill is enough.", "11.0"),
        ),
    }
)
"""Advice for each side, in our own words."""


def hints_for(seat: Seat) -> tuple[Hint, ...]:
    """The advice for one side."""
    return HINTS[seat]
