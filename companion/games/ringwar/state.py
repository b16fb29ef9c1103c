"""The state of a game: what everybody knows, and apart from it the cards in hands and deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.games.ringwar.facts import Facts
from companion.games.ringwar.names import DARK, FELLOWSHIP, Kind, PlayerSide, Side
from companion.games.ringwar.tasks import Task
from companion.table.ids import SeatId
from companion.table.pieces import PieceTable
from companion.table.rolls import RollBook
from companion.table.views import LogLine

StepId = Literal["sides", "set-up", "escape", "ring", "events", "search", "fellowship", "dark"]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with a name on the map.

    Attributes:
        place: label of the hex, empty before set-up.
        side: who controls him.
        band: the Orcs whose captive he is, None while free.
        has_moved, has_tried: moved, tried to escape in this game turn.
        magic: magic cards in his possession.
    """

    name: str
    side: Side
    kind: Kind
    place: str = ""
    wounds: int = 0
    is_dead: bool = False
    is_spotted: bool = False
    band: int | None = None
    has_moved: bool = False
    has_tried: bool = False
    magic: tuple[str, ...] = ()

    @property
    def is_free(self) -> bool:
        """Alive, on the map and nobody's captive."""
        return not self.is_dead and self.band is None and self.place != ""


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A band of Orcs on the map.

    Attributes:
        number: counts the bands of a game from 1.
        home: where it carries captives, empty where the card names none.
        is_leaving: it goes off the map at the end of the game turn.
    """

    number: int
    place: str
    home: str
    is_leaving: bool = False
    has_moved: bool = False


class Ring(msgspec.Struct, frozen=True, kw_only=True):
    """Where the Ring is.

    Attributes:
        bearer: who has it, empty while it lies.
        place: where it lies, empty while somebody has it.
        is_worn: whether the bearer has it on.
    """

    bearer: str = ""
    place: str = ""
    is_worn: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A looked-up result.

    Attributes:
        parts: label and value of each number of the sum, the roll first.
        sheet, row, column: the cell that was looked up, empty where none was.
    """

    title: str
    parts: tuple[tuple[str, int], ...]
    total: int
    outcome: str
    meaning: str = ""
    section: str = ""
    sheet: str = ""
    row: str = ""
    column: str = ""


class CellQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A value that play has run into, and the side that is asked for it."""

    address: str
    side: PlayerSide


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows.

    Attributes:
        seats: the side of each seat, empty until one has chosen.
        last_turn: the game ends after it, as agreed.
        step: where the turn stands.
        is_leaving: the play-turn's mover has finished; what is left is settled.
        tasks: use cases under way, the newest last.
        shadow: Shadow Points left.
        searches: search cards that may still be drawn in this turn.
        search_deck: search cards that have not been drawn yet.
        band_count: how many bands there have been.
        fallen: citadels that the Dark Power owns.
        magic_at: magic cards that lie in a hex.
        hands: how many event cards each seat holds.
        has_event_deck: the box knows the event cards; otherwise those of the table are named.
        deck: how many event cards are still in the deck.
        drawn: seats that have drawn in this turn.
        effects: event cards in force until the end of the game turn: title and effect.
        contested: hexes whose fight has been settled in this step.
        results: what the newest roll or rolls have given.
        markers: the cubes on the map, as the camera has them.
        last_places: where the cube of each character and band stood when it was last seen.
        nazgul_lifted: places from which a cube of Nazgul was taken and put nowhere yet.
        count: counts public events; names prompts.
    """

    last_turn: int
    turn: int = 0
    step: StepId = "sides"
    is_leaving: bool = False
    seats: Mapping[SeatId, PlayerSide] = {}
    people: Mapping[str, Person] = {}
    bands: tuple[Band, ...] = ()
    band_count: int = 0
    ring: Ring = Ring()
    tasks: tuple[Task, ...] = ()
    shadow: int = 0
    searches: int = 0
    search_deck: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    magic_at: Mapping[str, tuple[str, ...]] = {}
    hands: Mapping[SeatId, int] = {}
    has_event_deck: bool = False
    deck: int = 0
    discards: int = 0
    drawn: tuple[SeatId, ...] = ()
    effects: tuple[tuple[str, str], ...] = ()
    contested: tuple[str, ...] = ()
    cell: CellQuestion | None = None
    winner: PlayerSide | None = None
    over: str = ""
    results: tuple[Result, ...] = ()
    markers: PieceTable = PieceTable()
    last_places: Mapping[str, str] = {}
    nazgul_lifted: tuple[str, ...] = ()
    rolls: RollBook = RollBook()
    log: tuple[LogLine, ...] = ()
    log_count: int = 0
    count: int = 0

    @property
    def task(self) -> Task | None:
        """The use case under way."""
        return self.tasks[-1] if self.tasks else None

    def seat_of(self, side: PlayerSide) -> SeatId:
        """The seat that plays a side."""
        return next(seat for seat, one in self.seats.items() if one == side)

    def bearer(self) -> Person | None:
        """Whoever has the Ring."""
        return self.people.get(self.ring.bearer)

    def band(self, number: int) -> Band | None:
        """The Orcs of that number, None when they are off the map."""
        return next((one for one in self.bands if one.number == number), None)

    def captives(self, number: int) -> tuple[Person, ...]:
        """Whoever a band carries."""
        return tuple(one for one in self.people.values() if one.band == number)

    def at(self, place: str, side: Side) -> tuple[Person, ...]:
        """Who of a side stands free in a hex, in the order of the roster."""
        return tuple(
            one
            for one in self.people.values()
            if one.is_free and one.place == place and one.side == side
        )

    def turn_of(self) -> PlayerSide:
        """Whose player-turn it is."""
        return DARK if self.step in ("search", "dark") else FELLOWSHIP

    def effect(self, word: str) -> int:
        """The sum of the numbers of a kind of effect in force, such as ``search``."""
        numbers = (text.split()[1] for _, text in self.effects if text.startswith(f"{word} "))
        return sum(int(number) for number in numbers)

    def may_wear_ring(self, place: str) -> bool:
        """Whether the Fellowship's Ringbearer at a place can put the Ring on to get away."""
        bearer = self.bearer()
        return (
            bearer is not None
            and not bearer.is_dead
            and bearer.side == FELLOWSHIP
            and bearer.place == place
            and not self.ring.is_worn
        )


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat alone knows: its event cards."""

    cards: tuple[str, ...] = ()


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """What nobody knows: the event cards still to be drawn, and those played or thrown away."""

    cards: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything. Rules are handed a `flow.Scene`, never this."""

    facts: Facts
    public: Public
    hands: Mapping[SeatId, Hand]
    deck: Deck
    learned: int = 0
