"""Events of cards: drawing, dealing, laying open, passing, giving up.

An event names cards only where they lie open from then on, or, in `CardPassed`, where it goes from
one hand into another. What is drawn face down follows from the drawn number and the order of
events.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.quest.box import features_of, hobbit_deck
from companion.games.quest.cards import card_words, read_card
from companion.games.quest.events_base import (
    QuestEvent,
    shuffle,
    with_hand,
    with_hidden,
    with_player,
    with_public,
    without,
)
from companion.games.quest.names import TOKENS, title_of
from companion.games.quest.state import State
from companion.table.ids import SeatId


class ChanceDrawn(QuestEvent, frozen=True, kw_only=True, tag="quest-chance-drawn"):
    """The table has drawn the number from which every shuffle follows; nobody sees it."""

    seed: str

    def apply(self, state: State) -> State:
        """Deck and special shields are shuffled."""
        state = with_hidden(state, seed=self.seed)
        state, deck = shuffle(state, hobbit_deck(state.box))
        state, specials = shuffle(state, state.hidden.specials)
        state = with_hidden(state, deck=deck, specials=specials)
        tokens = {token: state.box.number(f"token/{token}") for token in TOKENS}
        return with_public(state, deck_left=len(deck), tokens=tokens)

    def text(self) -> str:
        """Its line."""
        return "The Hobbit cards and the special shields are shuffled."


class FeaturesDealt(QuestEvent, frozen=True, kw_only=True, tag="quest-features-dealt"):
    """The feature cards of a safe haven are shuffled and dealt face down."""

    stage: str
    counts: Mapping[SeatId, int]

    def apply(self, state: State) -> State:
        """Each hand grows."""
        state, cards = shuffle(state, features_of(state.box, self.stage))
        for seat, count in self.counts.items():
            state = with_hand(state, seat, (*state.hidden.hands.get(seat, ()), *cards[:count]))
            cards = cards[count:]
        return state

    def text(self) -> str:
        """Its line."""
        shares = ", ".join(f"{title_of(seat)} {count}" for seat, count in self.counts.items())
        return f"Feature cards are dealt: {shares}."


class CardsDrawn(QuestEvent, frozen=True, kw_only=True, tag="quest-cards-drawn"):
    """A player draws Hobbit cards; a deck that is empty is made anew of the discards."""

    seat: SeatId
    count: int

    def apply(self, state: State) -> State:
        """The hand grows by what there is."""
        for _ in range(self.count):
            state, card = _next_card(state)
            if card:
                hand = (*state.hidden.hands.get(self.seat, ()), card)
                state = with_hand(state, self.seat, hand)
        return state

    def text(self) -> str:
        """Its line."""
        cards = f"{self.count} {'Hobbit card' if self.count == 1 else 'Hobbit cards'}"
        return f"{title_of(self.seat)} draws {cards}."


def _next_card(state: State) -> tuple[State, str]:
    """The top card of the deck, empty where no card is left at all."""
    if not state.hidden.deck:
        hobbits = tuple(card for card in state.hidden.discard if read_card(card).is_hobbit)
        state, deck = shuffle(state, hobbits)
        state = with_hidden(state, deck=deck, discard=())
        state = with_public(state, card_top="")
    if not state.hidden.deck:
        return state, ""
    card, *rest = state.hidden.deck
    state = with_hidden(state, deck=tuple(rest))
    return with_public(state, deck_left=len(rest)), card


class CardsShown(QuestEvent, frozen=True, kw_only=True, tag="quest-cards-shown"):
    """Hobbit cards are turned over from the deck.

    Attributes:
        count: how many.
        discarded: they go to the open pile at once; else they are shared out.
    """

    count: int
    discarded: bool

    def apply(self, state: State) -> State:
        """They lie open."""
        cards: list[str] = []
        for _ in range(self.count):
            state, card = _next_card(state)
            cards += [card] if card else []
        if self.discarded and cards:
            state = with_hidden(state, discard=(*state.hidden.discard, *cards))
            state = with_public(state, card_top=cards[-1])
        return with_public(state, shown=tuple(cards))


class CardsShared(QuestEvent, frozen=True, kw_only=True, tag="quest-cards-shared"):
    """The open cards go into hands."""

    shares: tuple[tuple[SeatId, str], ...]

    def apply(self, state: State) -> State:
        """Each hand grows."""
        for seat, card in self.shares:
            state = with_hand(state, seat, (*state.hidden.hands.get(seat, ()), card))
        return with_public(state, shown=())

    def text(self) -> str:
        """Its line."""
        return "; ".join(f"{title_of(seat)} takes {card_words(card)}" for seat, card in self.shares)


class CardTaken(QuestEvent, frozen=True, kw_only=True, tag="quest-card-taken"):
    """A player takes a feature card that lay open."""

    seat: SeatId
    card: str

    def apply(self, state: State) -> State:
        """The hand grows."""
        hand = (*state.hidden.hands.get(self.seat, ()), self.card)
        left = without(state.public.features, (self.card,))
        return with_hand(with_public(state, features=left), self.seat, hand)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} takes {card_words(self.card)}."


class CardPassed(QuestEvent, frozen=True, kw_only=True, tag="quest-card-passed"):
    """A card goes face down from one hand into another; only the two know which."""

    giver: SeatId
    taker: SeatId
    card: str

    def apply(self, state: State) -> State:
        """One hand shrinks, the other grows."""
        hands = state.hidden.hands
        state = with_hand(state, self.giver, without(hands.get(self.giver, ()), (self.card,)))
        taken = (*state.hidden.hands.get(self.taker, ()), self.card)
        return with_hand(state, self.taker, taken)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.giver)} passes a card to {title_of(self.taker)}."


class CardsLaid(QuestEvent, frozen=True, kw_only=True, tag="quest-cards-laid"):
    """A player lays cards open on the discard pile.

    Attributes:
        played: they were played; else they were discarded.
    """

    seat: SeatId
    cards: tuple[str, ...]
    played: bool = False

    def apply(self, state: State) -> State:
        """The hand shrinks."""
        hand = without(state.hidden.hands.get(self.seat, ()), self.cards)
        state = with_hand(state, self.seat, hand)
        state = with_hidden(state, discard=(*state.hidden.discard, *self.cards))
        return with_public(state, card_top=self.cards[-1]) if self.cards else state

    def text(self) -> str:
        """Its line."""
        who, cards = title_of(self.seat), ", ".join(map(card_words, self.cards))
        return f"{who} plays {cards}." if self.played else f"{who} discards {cards}."

    def later(self) -> str:
        """How many, not which."""
        who = title_of(self.seat)
        many = "a card" if len(self.cards) == 1 else f"{len(self.cards)} cards"
        return f"{who} plays {many}." if self.played else f"{who} discards {many}."


class Eliminated(QuestEvent, frozen=True, kw_only=True, tag="quest-eliminated"):
    """A player is out: cards discarded, tokens returned, shields kept for the score."""

    seat: SeatId
    cards: tuple[str, ...]

    def apply(self, state: State) -> State:
        """That player does nothing more."""
        state = with_hand(state, self.seat, ())
        state = with_hidden(state, discard=(*state.hidden.discard, *self.cards))
        player = state.public.player(self.seat)
        pool = {token: state.public.tokens.get(token, 0) + player.tokens[token] for token in TOKENS}
        state = with_public(state, tokens=pool)
        if self.cards:
            state = with_public(state, card_top=self.cards[-1])
        return with_player(state, self.seat, out=True, tokens=dict.fromkeys(TOKENS, 0))

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} is eliminated from the game."
