"""Shuffling as a pure function of a drawn number: same number, same order, on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], seed: str, number: int) -> tuple[Item, ...]:
    """A random order of things, after Fisher and Yates.

    Args:
        items: what is shuffled.
        seed: drawn by the table once, secret.
        number: which shuffle of this game it is, so that no two are alike.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        drawn = hashlib.sha256(f"{seed}/{number}/{last}".encode()).digest()
        # 256 bits over at most some dozens: no place is favoured by anything that could be told.
        chosen = int.from_bytes(drawn, "big") % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
