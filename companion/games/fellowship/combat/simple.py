"""Simplified combat: one row, attackers dealt out evenly, no reserve (14.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

MOST_ON_FLANK = 4
MOST_ELSEWHERE = 3


def open_targets(
    row: Sequence[str], assigned: Sequence[str], *, spared: Sequence[str] = ()
) -> tuple[str, ...]:
    """The cards of the row that the next attacker may be assigned to.

    Args:
        row: numbers of the defender's cards from end to end.
        assigned: the target of every attack that has been assigned so far.
        spared: those of the row whom nobody may attack; they keep their place in it (15.31).

    A further attack on a card waits until every other card that can take as many has as many; a
    fourth is for the ends of the row alone.
    """
    ends = (row[0], row[-1]) if row else ()
    row = [card for card in row if card not in spared]
    if not row:
        return ()
    counts = Counter(target for target in assigned if target in row)
    most = {card: MOST_ON_FLANK if card in ends else MOST_ELSEWHERE for card in row}
    least = min(counts[card] for card in row)
    if least < MOST_ELSEWHERE:
        return tuple(card for card in row if counts[card] == least)
    return tuple(card for card in row if counts[card] < most[card])
