"""Own cards as they are ticked and pressed: each has a name that stays while it is held."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.quest.cards import card_words
from companion.table.commands import Act
from companion.table.views import Field, Option

FIELD = "cards"


def keyed(hand: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each card of a hand with a key; like cards have keys that differ in a number."""
    seen: dict[str, int] = {}
    keys = []
    for card in sorted(hand):
        seen[card] = seen.get(card, 0) + 1
        keys.append((f"{card.replace(', ', '/').replace(' ', '-')}/{seen[card]}", card))
    return tuple(keys)


def tick_field(hand: Sequence[str], label: str, question: int) -> Field:
    """A field in which cards of a hand are ticked.

    It has another name for each question, so that no tick outlives the question it was for.
    """
    return Field(
        name=f"{FIELD}-{question}",
        label=label,
        kind="ticks",
        options=tuple(Option(value=key, label=card_words(card)) for key, card in keyed(hand)),
    )


def ticked_cards(hand: Sequence[str], act: Act) -> tuple[str, ...]:
    """The cards of a hand that were ticked, each once; keys of cards that are gone do not count."""
    ticked = {value for name, value in act.inputs if name.partition("-")[0] == FIELD}
    return tuple(card for key, card in keyed(hand) if key in ticked)


def picked(hand: Sequence[str], key: str) -> str | None:
    """The card with a key, None if it is not held any more."""
    return dict(keyed(hand)).get(key)
