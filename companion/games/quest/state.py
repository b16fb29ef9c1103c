"""The state, split by type: what everybody knows, and what lies face down or in a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.quest.box import BoxFile
from companion.games.quest.names import GANDALF_CARDS, SPECIAL_SHIELDS, TOKENS
from companion.table.counters import Spot
from companion.table.ids import SeatId
from companion.table.pieces import PieceTable
from companion.table.rolls import RollBook

Outcome = Literal["", "destroyed", "failed", "bearer", "eye"]
"""How the game ended: the Ring destroyed, all failed on the mountain, Ring-bearer out, Big Eye."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of one player.

    Attributes:
        seat: who.
        at: space on the Corruption line, 0 in the light.
        cards: how many cards are in the hand.
        tokens: how many Life tokens of each kind.
        out: eliminated.
    """

    seat: SeatId
    at: int = 0
    cards: int = 0
    tokens: Mapping[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    out: bool = False


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is still to be done; the first of the agenda is done next.

    Attributes:
        kind: which handler does it.
        seat: whose it is, empty for nobody's.
        count: a number that the kind gives its meaning.
        text: a word that the kind gives its meaning.
        items: texts that the kind gives their meaning.
    """

    kind: str
    seat: SeatId = SeatId("")
    count: int = 0
    text: str = ""
    items: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the public log.

    Attributes:
        text: what happened.
        later: what stays of it when the turn is over, empty if all does: nobody may look through
            the piles, and so not through a list of what went there.
    """

    text: str
    later: str = ""


class PublicState(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows.

    Attributes:
        variants: names of the chosen variants.
        players: in clockwise order.
        bearer, active: who has the Ring, whose turn it is.
        sauron: his space on the Corruption line.
        stage: the place where the Fellowship is.
        markers: space of each line's marker, 0 before the first.
        event: event box of the marker, 0 before the first.
        score: points of the main line's space reached last.
        ring_used: the Ring was put on in this scenario.
        revealed: tiles turned over in this turn.
        tiles_left, tiles_used, deck_left: how many lie in the piles.
        tile_top, card_top: what lies on top of the open piles.
        gandalf: Gandalf cards that can still be used.
        tokens: Life tokens beside the boards.
        specials_left: special shields beside the boards.
        agenda: what is to be done, the first first.
        asked: counts public steps; part of every prompt's id.
        at_doom: the top of Mount Doom is reached.
        outcome, scores: how it ended, with the points of each player.
        joined: who has joined Sauron.
        features: feature cards of the scenario that lie open beside the board.
        shown: open cards that are being shared out or looked up.
        log: what happened.
        markers_seen: the cubes on the sheet of lines, as the camera has them.
        last_spots: where each marker stood when the camera saw it last.
        rolls: which rolls have counted.
        last_face: what the die showed last.
    """

    variants: tuple[str, ...]
    players: tuple[Player, ...]
    bearer: SeatId
    active: SeatId
    sauron: int
    stage: str = ""
    markers: Mapping[str, int] = {}
    event: int = 0
    score: int = 0
    ring_used: bool = False
    revealed: tuple[str, ...] = ()
    tiles_left: int = 0
    tiles_used: int = 0
    deck_left: int = 0
    tile_top: str = ""
    card_top: str = ""
    gandalf: tuple[str, ...] = GANDALF_CARDS
    tokens: Mapping[str, int] = {}
    specials_left: int = len(SPECIAL_SHIELDS)
    agenda: tuple[Task, ...] = ()
    asked: int = 0
    at_doom: bool = False
    outcome: Outcome = ""
    scores: Mapping[str, int] = {}
    joined: SeatId | None = None
    features: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    log: tuple[Line, ...] = ()
    markers_seen: PieceTable = PieceTable()
    last_spots: Mapping[str, Spot] = {}
    rolls: RollBook = RollBook()
    last_face: str = ""

    def player(self, seat: SeatId) -> Player:
        """One player.

        Raises:
            KeyError: there is none of that seat.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    @property
    def alive(self) -> tuple[SeatId, ...]:
        """Who is still in the game, clockwise."""
        return tuple(player.seat for player in self.players if not player.out)

    def clockwise(self, seat: SeatId) -> tuple[SeatId, ...]:
        """Who is still in the game, clockwise from a seat, that seat first."""
        seats = [player.seat for player in self.players]
        at = seats.index(seat)
        return tuple(one for one in (*seats[at:], *seats[:at]) if not self.player(one).out)

    def after(self, seat: SeatId) -> SeatId | None:
        """The next player still in the game to the left of a seat, None if there is no other."""
        others = [one for one in self.clockwise(seat) if one != seat]
        return others[0] if others else None

    @property
    def top(self) -> Task:
        """What is to be done next."""
        return self.agenda[0] if self.agenda else _NOTHING


_NOTHING: Final = Task(kind="over")


class HiddenState(msgspec.Struct, frozen=True, kw_only=True):
    """What lies face down, and what each seat holds.

    Attributes:
        seed, shuffles: the drawn number, and how often was shuffled with it.
        hands: cards of each seat.
        shields: points of each seat's shields; everybody's to see unless played competitively.
        deck, discard: Hobbit cards face down, and everything discarded, the last on top.
        tiles: event tiles face down, the next one first.
        used_tiles: open event tiles.
        specials: special shields face down.
        peek: who looks at the top tiles.
    """

    seed: str = ""
    shuffles: int = 0
    hands: Mapping[SeatId, tuple[str, ...]] = {}
    shields: Mapping[SeatId, int] = {}
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    used_tiles: tuple[str, ...] = ()
    specials: tuple[int, ...] = SPECIAL_SHIELDS
    peek: SeatId | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything.

    Attributes:
        box: the owner's data with what was filled in during play.
        learned: whether anything was filled in.
        public: what everybody knows.
        hidden: what nobody or one seat alone knows.
    """

    box: BoxFile
    learned: bool = False
    public: PublicState
    hidden: HiddenState = HiddenState()


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer may know; views and questions are made of nothing else.

    Attributes:
        box: the owner's data.
        public: what everybody knows.
        seat: the viewer, None for the public.
        hand: the viewer's own cards, in a steady order.
        shields: points of the shields that the viewer may see.
        peek: the top tiles, for who may look at them.
    """

    box: BoxFile
    public: PublicState
    seat: SeatId | None = None
    hand: tuple[str, ...] = ()
    shields: Mapping[SeatId, int] = {}
    peek: tuple[str, ...] = ()


COMPETITIVE: Final = "competitive"
TRAITOR: Final = "traitor"
PREPARATIONS: Final = "preparations"
PASSING: Final = "passing"
CLOCKWISE: Final = "clockwise"


def hides_shields(public: PublicState) -> bool:
    """Whether what shields are worth is still each player's own secret."""
    return COMPETITIVE in public.variants and not public.outcome


def scene_for(state: State, viewer: SeatId) -> Scene:
    """The one door: what a viewer may know, built by adding."""
    public, hidden = state.public, state.hidden
    is_seat = any(player.seat == viewer for player in public.players)
    are_hidden = hides_shields(public)
    return Scene(
        box=state.box,
        public=public,
        seat=viewer if is_seat else None,
        hand=tuple(sorted(hidden.hands.get(viewer, ()))),
        shields={
            seat: points
            for seat, points in hidden.shields.items()
            if not are_hidden or seat == viewer
        },
        peek=hidden.tiles[:3] if hidden.peek == viewer else (),
    )
