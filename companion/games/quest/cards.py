"""Cards as values and what they can stand for. Pure.

A card is a short text: ``name, colour, symbols``, such as ``Gimli, white, 2 fighting``; a yellow
card is ``Mithril, yellow``. A Hobbit card has the name ``Hobbit``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.quest.names import (
    FRODO,
    GOLLUM,
    GREY,
    STAR,
    SYMBOLS,
    WHITE,
    YELLOW,
    YELLOW_CARDS,
)
from companion.games.quest.phrases import CARD, PhraseError
from companion.table.ids import SeatId

HOBBIT: Final = "Hobbit"


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card as it is printed.

    Attributes:
        name: its name.
        colour: ``white``, ``grey`` or ``yellow``.
        symbol: an activity or ``star``, empty on a yellow card.
        count: how many symbols.
    """

    name: str
    colour: str
    symbol: str = ""
    count: int = 0

    @property
    def is_hobbit(self) -> bool:
        """Whether it belongs to the deck of 60."""
        return self.name == HOBBIT


@lru_cache(maxsize=512)
def read_card(text: str) -> Card:
    """A card from its text.

    Raises:
        PhraseError: it is no card.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 2 and parts[1] == YELLOW:
        if parts[0] not in YELLOW_CARDS:
            raise PhraseError(f"no yellow card {parts[0]!r}; expected: {', '.join(YELLOW_CARDS)}")
        return Card(name=parts[0], colour=YELLOW)
    if len(parts) != 3 or not parts[0] or parts[1] not in (WHITE, GREY):
        raise PhraseError(
            f"expected a card such as 'Gimli, white, 2 fighting' or 'Mithril, yellow', got {text!r}"
        )
    count, _, symbol = parts[2].rpartition(" ")
    if symbol not in SYMBOLS or not (count == "" or (count.isdecimal() and 1 <= int(count) <= 4)):
        raise PhraseError(f"expected 1 to 4 symbols of {', '.join(SYMBOLS)}, got {parts[2]!r}")
    return Card(name=parts[0], colour=parts[1], symbol=symbol, count=int(count or "1"))


def hobbit_text(colour: str, symbol: str) -> str:
    """The text of a Hobbit card."""
    return f"{HOBBIT}, {colour}, 1 {symbol}"


def card_words(text: str) -> str:
    """A card for people."""
    card = read_card(text)
    if card.colour == YELLOW:
        return f"{card.name} (yellow)"
    many = f"{card.count} {card.symbol.capitalize()}"
    return f"{card.colour} {many}" if card.is_hobbit else f"{card.name} ({card.colour} {many})"


def is_joker(card: Card, seat: SeatId) -> bool:
    """Whether a card's symbols may stand for any: stars, and Frodo's white Hobbit cards."""
    wild = seat == FRODO and card.is_hobbit and card.colour == WHITE and card.count == 1
    return card.symbol == STAR or wild


def still_needed(
    needs: Sequence[str], cards: Iterable[str], seat: SeatId
) -> tuple[tuple[str, ...], bool]:
    """What is left to be paid once a seat has laid cards down.

    Cards that show what is needed serve first, then jokers; a card without symbols that serve may
    count as a card. Stars of one card may stand for different symbols.

    Returns:
        What is still needed, and whether every card was of use.
    """
    left = list(needs)
    used = True
    later: list[Card] = []
    for card in (read_card(text) for text in cards):
        if is_joker(card, seat):
            later.append(card)
            continue
        served = min(card.count, left.count(card.symbol))
        for _ in range(served):
            left.remove(card.symbol)
        if not served:
            used = _as_card(left) and used
    for card in later:
        symbols = [need for need in left if need in SYMBOLS]
        # Stars pay for what only stars can pay for before they pay for anything else.
        symbols.sort(key=lambda need: need != STAR)
        for need in symbols[: card.count]:
            left.remove(need)
        if not symbols:
            used = _as_card(left) and used
    return tuple(left), used


def _as_card(left: list[str]) -> bool:
    if CARD not in left:
        return False
    left.remove(CARD)
    return True


def can_pay(needs: Sequence[str], hand: Sequence[str], seat: SeatId) -> bool:
    """Whether a hand alone holds the symbols and cards that are needed."""
    symbols = [need for need in needs if need != CARD]
    left, _ = still_needed(symbols, (card for card in hand if read_card(card).symbol), seat)
    return not left and len(hand) >= list(needs).count(CARD)


def gollum_serves(cards: Iterable[str], needs: Sequence[str]) -> bool:
    """Whether Gollum is given for his stars, so that the die must be rolled."""
    names = [read_card(text).name for text in cards]
    return GOLLUM in names and any(need in SYMBOLS for need in needs)
