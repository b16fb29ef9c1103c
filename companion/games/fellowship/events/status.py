"""What happens in the two status phases (6.1, 6.2, 6.3). Everybody knows of it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.facts.names import HexType, Weather, place_words
from companion.games.fellowship.state import Activation, Attempt, Line, PublicState, WeatherCounter
from companion.table.events import Event
from companion.table.ids import PieceId, SeatId
from companion.table.wording import signed_text

_replace = msgspec.structs.replace


class EventCardsDrawn(PublicEvent, frozen=True, kw_only=True, tag="fellowship-cards-drawn"):
    """A seat draws event cards (6.3). Which ones is its secret."""

    seat: SeatId
    count: int

    def apply(self, public: PublicState) -> PublicState:
        """Everybody can count the cards in a hand."""
        held = public.hands.get(self.seat, 0)
        drew = public.drew_first
        return _replace(
            public,
            hands={**public.hands, self.seat: held + self.count},
            drew_first=drew if self.seat in drew else (*drew, self.seat),
        )

    def line(self, before: PublicState) -> Line | None:
        """How many."""
        cards = "one event card" if self.count == 1 else f"{self.count} event cards"
        return Line(f"The {self.seat.title()} draws {cards}.", "6.3")


class EventCardGone(PublicEvent, frozen=True, kw_only=True, tag="fellowship-card-gone"):
    """A seat plays or discards an event card.

    Attributes:
        seat: whose.
        played: what was announced when it was played; empty when it was discarded.
    """

    seat: SeatId
    played: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """One card fewer in hand."""
        held = max(public.hands.get(self.seat, 0) - 1, 0)
        return _replace(public, hands={**public.hands, self.seat: held})

    def line(self, before: PublicState) -> Line | None:
        """What was announced."""
        if self.played:
            return Line(f"The {self.seat.title()} plays an event card: {self.played}", "6.3")
        return Line(f"The {self.seat.title()} discards an event card.", "6.3")


class TransportTried(PublicEvent, frozen=True, kw_only=True, tag="fellowship-transport-tried"):
    """A marker has tried to get transport (6.121).

    Attributes:
        piece: the marker.
        turn: the turn.
        running: turns in a row that it has tried in vain, that one included.
        objective: what it tried to get.
    """

    piece: PieceId
    turn: int
    running: int
    objective: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Its turn's change of transport is used."""
        return _replace(
            public,
            attempts={
                **public.attempts,
                self.piece: Attempt(self.turn, self.running, self.objective),
            },
            transport_done=(*public.transport_done, self.piece),
        )


class TransportDisposed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-transport-off"):
    """A marker has gone back to its base mode, which uses its change of transport (6.12)."""

    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Its turn's change of transport is used."""
        return _replace(public, transport_done=(*public.transport_done, self.piece))


class GuardianTurned(PublicEvent, frozen=True, kw_only=True, tag="fellowship-guardian-turned"):
    """A black marker shows another mode; everybody sees it, so nothing is said of it (6.262).

    Attributes:
        piece: the marker.
        back_on_foot: it had ridden or flown and shows foot mode now.
    """

    piece: PieceId
    back_on_foot: bool

    def apply(self, public: PublicState) -> PublicState:
        """Remember which ones went back to foot."""
        kept = tuple(piece for piece in public.back_on_foot if piece != self.piece)
        noted = (*kept, self.piece) if self.back_on_foot else kept
        return _replace(public, back_on_foot=noted)


class MobilizationsGiven(PublicEvent, frozen=True, kw_only=True, tag="fellowship-mobilizations"):
    """How many minions the Enemy may mobilize this turn (6.22)."""

    count: int

    def apply(self, public: PublicState) -> PublicState:
        """Set the count."""
        return _replace(public, mobilizations_left=self.count)


class MinionMobilized(PublicEvent, frozen=True, kw_only=True, tag="fellowship-minion-mobilized"):
    """The Enemy mobilizes one minion; which one and where its card lies is secret (6.22).

    Attributes:
        on_board: it turns over a marker that stands on the board, or replaces it by two.
    """

    on_board: bool

    def apply(self, public: PublicState) -> PublicState:
        """One fewer left."""
        return _replace(public, mobilizations_left=max(public.mobilizations_left - 1, 0))

    def line(self, before: PublicState) -> Line | None:
        """Only that it happened."""
        where = "on the board" if self.on_board else "off the board"
        return Line(f"The Enemy mobilizes a minion {where}.", "6.22")


class ForcesEnabled(PublicEvent, frozen=True, kw_only=True, tag="fellowship-forces-enabled"):
    """The Enemy enables forces that may not move otherwise (6.25).

    Attributes:
        kind: what was chosen.
        pieces: the markers that may move; two of them do not tell which is the rumor.
    """

    kind: Literal["guardian", "saruman", "fell-creature", "none"]
    pieces: tuple[PieceId, ...] = ()

    def apply(self, public: PublicState) -> PublicState:
        """They may move in this player-turn."""
        return _replace(public, enabling=self.kind, enabled=self.pieces)

    def line(self, before: PublicState) -> Line | None:
        """What was enabled, and where it stands."""
        if self.kind == "none":
            return None
        found = (before.table.find(piece) for piece in self.pieces)
        places = ", ".join(place_words(piece.place) for piece in found if piece is not None)
        words = {
            "guardian": "a Guardian and a Guardian rumor",
            "saruman": "Saruman's forces",
            "fell-creature": "a fell creature and a rumor for it",
        }[self.kind]
        return Line(f"The Enemy enables {words}" + (f": {places}." if places else "."), "6.25")


class ActivationsLapsed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-active-lapsed"):
    """Active hexes are active no longer.

    Attributes:
        source: only those that came from here; None for all.
        types_only: only whole hex types, which last for one player-turn (6.23).
    """

    source: Literal["enemy", "activity-roll"] | None = None
    types_only: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """Take them away."""
        return _replace(public, active=tuple(one for one in public.active if not self._lapses(one)))

    def _lapses(self, one: Activation) -> bool:
        from_here = self.source is None or one.source == self.source
        return from_here and (not self.types_only or one.hex_type is not None)


class HexesActivated(PublicEvent, frozen=True, kw_only=True, tag="fellowship-hexes-activated"):
    """Hexes become active for searches (6.23, 8.1)."""

    active: tuple[Activation, ...]

    def apply(self, public: PublicState) -> PublicState:
        """Add them."""
        return _replace(public, active=(*public.active, *self.active))

    def line(self, before: PublicState) -> Line | None:
        """Which; what an activity roll activates is in that roll's own line."""
        if all(one.source == "activity-roll" for one in self.active):
            return None
        words = ", ".join(activation_words(one) for one in self.active)
        return Line(f"Active for searches: {words or 'nothing'}.", "6.23, 8.1")


class WeatherPlaced(PublicEvent, frozen=True, kw_only=True, tag="fellowship-weather-placed"):
    """The weather counters that lie on the map now; earlier ones are taken away (6.24)."""

    counters: tuple[WeatherCounter, ...] = ()

    def apply(self, public: PublicState) -> PublicState:
        """Replace them."""
        return _replace(public, weather=self.counters)

    def line(self, before: PublicState) -> Line | None:
        """What is placed."""
        if not self.counters:
            return None
        words = {Weather.STORM: "storm", Weather.BAD: "bad weather", Weather.NORMAL: "normal"}
        named = ", ".join(f"{words[one.weather]} at {one.place}" for one in self.counters)
        return Line(f"The Enemy changes the weather: {named}.", "6.24")


class HarmSeen(PublicEvent, frozen=True, kw_only=True, tag="fellowship-harm-seen"):
    """Somebody may have died without a fight: a ship has been sunk (8.328)."""

    def apply(self, public: PublicState) -> PublicState:
        """From now on it may matter who has come to harm, which only owners know."""
        return _replace(public, harm=True)


class PlayerTurnCleared(PublicEvent, frozen=True, kw_only=True, tag="fellowship-turn-cleared"):
    """A player-turn is over: what holds for one player-turn only is gone (6.12, 6.25, 8.1)."""

    def apply(self, public: PublicState) -> PublicState:
        """Clear it."""
        return _replace(public, enabled=(), enabling="", transport_done=(), mobilizations_left=0)


def activation_words(one: Activation) -> str:
    """An activation in words, such as ``12,e (+2)``."""
    what = f"every {hex_type_words(one.hex_type)} hex" if one.hex_type else one.place
    bonus = f" ({signed_text(one.bonus)})" if one.bonus else ""
    return what + (" for ships" if one.ships_only else "") + bonus


def hex_type_words(hex_type: HexType) -> str:
    """A hex type as the rulebook writes it, such as ``Sauronic Activity``."""
    if hex_type.is_border or hex_type.is_wild:
        return hex_type.value.title()
    return hex_type.value.replace("-", " ").title()


EVENTS: Final[tuple[type[Event], ...]] = (
    EventCardsDrawn,
    EventCardGone,
    TransportTried,
    TransportDisposed,
    GuardianTurned,
    MobilizationsGiven,
    MinionMobilized,
    ForcesEnabled,
    ActivationsLapsed,
    HexesActivated,
    WeatherPlaced,
    HarmSeen,
    PlayerTurnCleared,
)
