"""The first set-up: reserve and front line (9.21), and its order at a blocked feature (15.42)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat


def most_in_reserve(cards: int) -> int:
    """How many of a side's cards may lie in the reserve: half, rounded down."""
    return cards // 2


def setup_order(*, blocked: bool, reversed_order: bool) -> tuple[Seat, Seat]:
    """Who sets up first: the Enemy, but with 15.42 at a blocked feature the Fellowship."""
    return (FELLOWSHIP, ENEMY) if blocked and reversed_order else (ENEMY, FELLOWSHIP)


def first_attacker(*, blocked: bool, reversed_order: bool, round_number: int) -> Seat:
    """Who attacks first in a round: the Fellowship, but in round one of 15.42 the Enemy."""
    return ENEMY if blocked and reversed_order and round_number == 1 else FELLOWSHIP


def aligned_columns(cards: int, opposite: Sequence[int], shift: int = 0) -> tuple[int, ...]:
    """The columns of a row that is laid without gaps opposite another row (9.21).

    Args:
        cards: how many cards the row has.
        opposite: columns of the other row, from left to right.
        shift: how far to the right of the other row's first card it begins, or to the left.

    A shorter row stays within the other one, a longer one covers it: a card is opposite wherever
    there could be one.
    """
    if not opposite:
        return tuple(range(cards))
    spare = len(opposite) - cards
    low, high = min(0, spare), max(0, spare)
    start = opposite[0] + max(low, min(high, shift))
    return tuple(range(start, start + cards))
