"""Endurance numbers that owners have read from their cards in play, kept when the game is over.

While it is played a number in the box would tell who is in play and hurt; afterwards it tells
nothing, and the next game need not ask again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.fellowship.box.file import BoxFile, CardValues


def with_endurance(box: BoxFile, numbers: Mapping[str, int]) -> BoxFile:
    """The box with the numbers that it lacks; the same box where it lacks none of them.

    Args:
        box: the box file.
        numbers: endurance numbers by card, as owners have typed them.
    """
    missing = {
        card: number
        for card, number in numbers.items()
        if box.cards.get(card, CardValues()).endurance is None
    }
    if not missing:
        return box
    cards = {
        card: msgspec.structs.replace(box.cards.get(card, CardValues()), endurance=number)
        for card, number in sorted(missing.items())
    }
    return msgspec.structs.replace(box, cards={**box.cards, **cards})
