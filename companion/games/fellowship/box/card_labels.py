"""What the labels on card sleeves say: the words by which the program knows each card."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.facts.roster import forces

EVENT_COPIES: Final = 2
"""Each event card is twice in the deck (3.24)."""


def card_labels(box: BoxFile) -> tuple[tuple[str, str], ...]:
    """For each card what its code says and what is printed under it.

    The characters, things and minions are those of the rulebook's list; event cards come from the
    box, since the rulebook does not name them all.

    Args:
        box: the owner's box file.
    """
    cards = [(force.name, force.name) for force in forces()]
    for event in box.events:
        cards += [(event.id, f"Event {event.id}")] * EVENT_COPIES
    return tuple(cards)
