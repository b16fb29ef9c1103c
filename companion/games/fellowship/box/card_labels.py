"""What the labels on card sleeves say: the words by which the program knows each card."""

from __future__ import annotations

from math import ceil
from typing import Final

from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.facts.roster import forces

EVENT_COPIES: Final = 2
"""Each event card is twice in the deck (3.24)."""
CREATURE_CARDS: Final = 72
"""Random creature cards of all kinds together (3.2)."""


def card_labels(box: BoxFile) -> tuple[tuple[str, str], ...]:
    """For each card what its code says and what is printed under it.

    The characters, things and minions are those of the rulebook's list; event cards and the kinds
    of creatures come from the box, since the rulebook does not name them all. How many cards there
    are of each kind it does not say either: each gets its share of the whole number.

    Args:
        box: the owner's box file.
    """
    cards = [(force.name, force.name) for force in forces()]
    for event in box.events:
        cards += [(event.id, f"Event {event.id}")] * EVENT_COPIES
    kinds = [name for name, values in box.cards.items() if values.creature]
    for kind in kinds:
        cards += [(kind, kind)] * ceil(CREATURE_CARDS / len(kinds))
    return tuple(cards)
