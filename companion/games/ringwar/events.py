"""What happened, in words of this game. Each event folds itself and says its line of the log."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.ringwar.names import DARK, SIDE_TITLES, PlayerSide, other, points_words
from companion.games.ringwar.state import (
    CellQuestion,
    Deck,
    Hand,
    Public,
    Result,
    StepId,
)
from companion.games.ringwar.tasks import Task, Walk
from companion.table.events import Event
from companion.table.ids import SeatId

_replace = msgspec.structs.replace


class PublicEvent(Event, frozen=True, kw_only=True):
    """A fact that everybody knows."""

    def apply(self, public: Public) -> Public:
        """The public state after it: the same, for an event that is only written down."""
        return public

    def line(self, public: Public) -> str:
        """Its line of the log, from the state before it; empty for none."""
        return ""


class SecretEvent(Event, frozen=True, kw_only=True):
    """A fact about the event cards in hands and deck."""

    seat: SeatId

    def apply(self, hand: Hand, deck: Deck) -> tuple[Hand, Deck]:
        """The seat's hand and the deck after it: the same, for an event that is only written."""
        return hand, deck


def with_person(public: Public, name: str, **changes: Any) -> Public:  # noqa: ANN401 - fields of a person
    """The public state with one person changed; nobody of that name changes nothing."""
    person = public.people.get(name)
    if person is None:
        return public
    return _replace(public, people={**public.people, name: _replace(person, **changes)})


# --- the turn --------------------------------------------------------------------------------


class SidesChosen(PublicEvent, frozen=True, kw_only=True, tag="rw-sides-chosen"):
    """A seat has taken a side; the other seat has the other."""

    seat: SeatId
    side: PlayerSide
    opponent: SeatId

    def apply(self, public: Public) -> Public:
        """Both seats have their sides."""
        return _replace(public, seats={self.seat: self.side, self.opponent: other(self.side)})

    def line(self, public: Public) -> str:
        """Who plays what."""
        return f"The {self.seat} player takes the {SIDE_TITLES[self.side]}."


class StepEntered(PublicEvent, frozen=True, kw_only=True, tag="rw-step-entered"):
    """The next step begins; with a new turn all that lasts for a turn is over."""

    step: StepId
    turn: int

    def apply(self, public: Public) -> Public:
        """The step, and the new turn if it is one."""
        after = _replace(public, step=self.step, is_leaving=False, contested=())
        if self.turn == public.turn:
            return after
        people = {
            name: _replace(one, has_moved=False, has_tried=False, is_spotted=False)
            for name, one in public.people.items()
        }
        bands = tuple(
            _replace(band, has_moved=False)
            for band in public.bands
            if not band.is_leaving and public.captives(band.number)
        )
        return _replace(
            after, turn=self.turn, people=people, bands=bands, effects=(), drawn=(), results=()
        )

    def line(self, public: Public) -> str:
        """The turn, when it is a new one."""
        return f"Game turn {self.turn}" if self.turn != public.turn else ""


class TurnSupplied(PublicEvent, frozen=True, kw_only=True, tag="rw-turn-supplied"):
    """The Shadow Points and search cards of a game turn."""

    shadow: int
    searches: int

    def apply(self, public: Public) -> Public:
        """Both are there."""
        return _replace(public, shadow=self.shadow, searches=self.searches)

    def line(self, public: Public) -> str:
        """How many Shadow Points."""
        return f"The Dark Power has {points_words(self.shadow)}."


class StepLeft(PublicEvent, frozen=True, kw_only=True, tag="rw-step-left"):
    """Whoever's step it is has finished; what is left is settled."""

    def apply(self, public: Public) -> Public:
        """The step is being left."""
        return _replace(public, is_leaving=True)


class GameEnded(PublicEvent, frozen=True, kw_only=True, tag="rw-game-ended"):
    """The game is over."""

    winner: PlayerSide | None
    why: str

    def apply(self, public: Public) -> Public:
        """Nothing is asked any more."""
        return _replace(public, over=self.why, winner=self.winner, tasks=(), cell=None)

    def line(self, public: Public) -> str:
        """Why."""
        return self.why


# --- use cases under way -----------------------------------------------------------------------


class TaskBegun(PublicEvent, frozen=True, kw_only=True, tag="rw-task-begun"):
    """A use case begins on top of what is under way."""

    task: Task

    def apply(self, public: Public) -> Public:
        """It is the one under way."""
        return _replace(public, tasks=(*public.tasks, self.task))


class TaskChanged(PublicEvent, frozen=True, kw_only=True, tag="rw-task-changed"):
    """The use case under way has gone on."""

    task: Task

    def apply(self, public: Public) -> Public:
        """It stands where it stands now."""
        return _replace(public, tasks=(*public.tasks[:-1], self.task))


class TaskEnded(PublicEvent, frozen=True, kw_only=True, tag="rw-task-ended"):
    """The use case under way is over."""

    said: str = ""

    def apply(self, public: Public) -> Public:
        """The one below goes on."""
        return _replace(public, tasks=public.tasks[:-1])

    def line(self, public: Public) -> str:
        """Why it is over, if there is something to say."""
        return self.said


class WalkInterrupted(PublicEvent, frozen=True, kw_only=True, tag="rw-walk-interrupted"):
    """The movement under way ends in the hex it has reached."""

    why: str

    def apply(self, public: Public) -> Public:
        """Every movement on the stack stops."""
        tasks = tuple(
            _replace(task, stops=True) if isinstance(task, Walk) else task for task in public.tasks
        )
        return _replace(public, tasks=tasks)

    def line(self, public: Public) -> str:
        """Why."""
        return self.why


class Settled(PublicEvent, frozen=True, kw_only=True, tag="rw-settled"):
    """A hex is done with for this step: its fight was offered."""

    place: str

    def apply(self, public: Public) -> Public:
        """It is not offered again."""
        return _replace(public, contested=(*public.contested, self.place))


class ResultShown(PublicEvent, frozen=True, kw_only=True, tag="rw-result-shown"):
    """A table was looked up."""

    result: Result

    def apply(self, public: Public) -> Public:
        """It stands with the others of the newest rolls."""
        return _replace(public, results=(*public.results, self.result))

    def line(self, public: Public) -> str:
        """The result in words."""
        return f"{self.result.title}: {self.result.total}, {self.result.outcome}."


class CellAsked(PublicEvent, frozen=True, kw_only=True, tag="rw-cell-asked"):
    """Play needs a value that the box lacks."""

    address: str
    side: PlayerSide

    def apply(self, public: Public) -> Public:
        """A side is asked for it."""
        return _replace(public, cell=CellQuestion(address=self.address, side=self.side))


class CellLearned(PublicEvent, frozen=True, kw_only=True, tag="rw-cell-learned"):
    """The owner has filled a value in."""

    address: str
    value: str

    def apply(self, public: Public) -> Public:
        """It is not asked any more."""
        asked = public.cell is not None and public.cell.address == self.address
        return _replace(public, cell=None) if asked else public

    def line(self, public: Public) -> str:
        """What was filled in."""
        return f"{', '.join(self.address.split('/'))}: {self.value} (by the owner)."


# --- cards -------------------------------------------------------------------------------------


class EventDrawn(PublicEvent, frozen=True, kw_only=True, tag="rw-event-drawn"):
    """A seat has drawn its event card of the turn, if the deck had one; which, is secret."""

    seat: SeatId
    from_deck: bool = True
    empty: bool = False

    def apply(self, public: Public) -> Public:
        """One card more in the hand."""
        drawn = (*public.drawn, self.seat)
        if self.empty:
            return _replace(public, drawn=drawn)
        hands = {**public.hands, self.seat: public.hands.get(self.seat, 0) + 1}
        deck = public.deck - 1 if self.from_deck else public.deck
        return _replace(public, drawn=drawn, hands=hands, deck=deck)

    def line(self, public: Public) -> str:
        """That a card was drawn."""
        who = SIDE_TITLES[public.seats[self.seat]]
        return (
            f"No event card is left for the {who}."
            if self.empty
            else f"The {who} draws an event card."
        )


class DeckRefilled(PublicEvent, frozen=True, kw_only=True, tag="rw-deck-refilled"):
    """What was played and discarded is the deck again."""

    def apply(self, public: Public) -> Public:
        """The counts; the cards themselves change hands in the deck."""
        return _replace(public, deck=public.discards, discards=0)

    def line(self, public: Public) -> str:
        """That it was."""
        return "The event cards that were played and discarded are the deck again."


class EventDiscarded(PublicEvent, frozen=True, kw_only=True, tag="rw-event-discarded"):
    """A seat has thrown an event card away, face down."""

    seat: SeatId

    def apply(self, public: Public) -> Public:
        """One card fewer."""
        hands = {**public.hands, self.seat: public.hands.get(self.seat, 0) - 1}
        return _replace(public, hands=hands, discards=public.discards + 1)

    def line(self, public: Public) -> str:
        """That one was."""
        return f"The {SIDE_TITLES[public.seats[self.seat]]} discards an event card."


class EventPlayed(PublicEvent, frozen=True, kw_only=True, tag="rw-event-played"):
    """A seat has played an event card; it is in force until the end of the game turn."""

    seat: SeatId
    card: str
    effect: str

    def apply(self, public: Public) -> Public:
        """One card fewer in the hand, one effect more."""
        hands = {**public.hands, self.seat: public.hands.get(self.seat, 0) - 1}
        word, _, number = self.effect.partition(" ")
        shadow = public.shadow + (int(number) if word == "shadow" else 0)
        effects = (*public.effects, (self.card, self.effect))
        return _replace(
            public, hands=hands, discards=public.discards + 1, effects=effects, shadow=shadow
        )

    def line(self, public: Public) -> str:
        """Which card."""
        return f"The {SIDE_TITLES[public.seats[self.seat]]} plays {self.card}."


class CardDrawn(SecretEvent, frozen=True, kw_only=True, tag="rw-card-drawn"):
    """Which event card it was."""

    card: str

    def apply(self, hand: Hand, deck: Deck) -> tuple[Hand, Deck]:
        """From the deck into the hand."""
        left = tuple(card for card in deck.cards if card != self.card)
        return Hand(cards=(*hand.cards, self.card)), _replace(deck, cards=left)


class CardLeft(SecretEvent, frozen=True, kw_only=True, tag="rw-card-left"):
    """Which event card was played or thrown away."""

    card: str

    def apply(self, hand: Hand, deck: Deck) -> tuple[Hand, Deck]:
        """From the hand to the discards."""
        index = hand.cards.index(self.card) if self.card in hand.cards else len(hand.cards)
        cards = hand.cards[:index] + hand.cards[index + 1 :]
        return Hand(cards=cards), _replace(deck, discards=(*deck.discards, self.card))


class SearchDrawn(PublicEvent, frozen=True, kw_only=True, tag="rw-search-drawn"):
    """The Dark Power has drawn a search card, face up."""

    card: str
    regions: tuple[str, ...]
    force: str

    def apply(self, public: Public) -> Public:
        """It is out of the deck; the last one makes the deck new."""
        left = tuple(card for card in public.search_deck if card != self.card)
        return _replace(public, search_deck=left, searches=public.searches - 1)

    def line(self, public: Public) -> str:
        """What it says."""
        force = "three Nazgul" if self.force == "nazgul" else "Orcs"
        return f"Search card {self.card}: {', '.join(self.regions)}, {force}."


class SearchDeckMade(PublicEvent, frozen=True, kw_only=True, tag="rw-search-deck-made"):
    """All search cards are in the deck."""

    cards: tuple[str, ...]

    def apply(self, public: Public) -> Public:
        """They can be drawn."""
        return _replace(public, search_deck=self.cards)


class ShadowSpent(PublicEvent, frozen=True, kw_only=True, tag="rw-shadow-spent"):
    """Shadow Points are spent."""

    points: int
    why: str

    def apply(self, public: Public) -> Public:
        """So many fewer."""
        return _replace(public, shadow=public.shadow - self.points)

    def line(self, public: Public) -> str:
        """For what."""
        return f"{points_words(self.points)}: {self.why}."


class CitadelFell(PublicEvent, frozen=True, kw_only=True, tag="rw-citadel-fell"):
    """A citadel has a new owner, the Dark Power."""

    place: str

    def apply(self, public: Public) -> Public:
        """It is the Dark Power's."""
        return _replace(public, fallen=(*public.fallen, self.place))

    def line(self, public: Public) -> str:
        """Which."""
        return f"{self.place} is the {SIDE_TITLES[DARK]}'s."
