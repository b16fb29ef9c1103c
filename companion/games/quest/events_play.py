"""Events of everything but cards: places, markers, tiles, shields, tokens, the end."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.quest.box import features_of, tile_pile, with_value
from companion.games.quest.events_base import (
    QuestEvent,
    replace,
    shuffle,
    with_hidden,
    with_player,
    with_public,
)
from companion.games.quest.names import TILE_WORDS, TOKENS, title_of
from companion.games.quest.state import Line, Outcome, State, Task
from companion.table.ids import SeatId


class CellFilled(QuestEvent, frozen=True, kw_only=True, tag="quest-cell-filled"):
    """The owner of the box has said what it says."""

    address: str
    value: str

    def apply(self, state: State) -> State:
        """The box knows it."""
        box = with_value(state.box, self.address, self.value)
        return replace(state, box=box, learned=True)


class AgendaSet(QuestEvent, frozen=True, kw_only=True, tag="quest-agenda-set"):
    """What is to be done from here on."""

    tasks: tuple[Task, ...]

    def apply(self, state: State) -> State:
        """The questions are others."""
        return with_public(state, agenda=self.tasks, asked=state.public.asked + 1)


class Said(QuestEvent, frozen=True, kw_only=True, tag="quest-said"):
    """A line of the log that no other event writes."""

    words: str

    def text(self) -> str:
        """Its line."""
        return self.words


class StageEntered(QuestEvent, frozen=True, kw_only=True, tag="quest-stage-entered"):
    """The Fellowship reaches a place; on a scenario board all markers and tiles are set up."""

    stage: str
    title: str
    lines: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        """All event tiles are shuffled anew."""
        state = with_public(
            state,
            stage=self.stage,
            markers=dict.fromkeys(self.lines, 0),
            event=0,
            ring_used=False,
            revealed=(),
            tile_top="",
            features=features_of(state.box, self.stage) if self.lines else (),
        )
        if self.lines:
            state, tiles = shuffle(state, tile_pile(state.box))
            state = with_hidden(state, tiles=tiles, used_tiles=())
            state = with_public(state, tiles_left=len(tiles), tiles_used=0)
        return state

    def text(self) -> str:
        """Its line."""
        return f"The Fellowship reaches {self.title}."


class HobbitMoved(QuestEvent, frozen=True, kw_only=True, tag="quest-hobbit-moved"):
    """A Hobbit stands elsewhere on the Corruption line."""

    seat: SeatId
    to: int

    def apply(self, state: State) -> State:
        """It stands there."""
        return with_player(state, self.seat, at=self.to)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} moves to {self.to} on the Corruption line."


class SauronMoved(QuestEvent, frozen=True, kw_only=True, tag="quest-sauron-moved"):
    """Sauron stands elsewhere on the Corruption line."""

    to: int

    def apply(self, state: State) -> State:
        """He stands there."""
        return with_public(state, sauron=self.to)

    def text(self) -> str:
        """Its line."""
        return f"Sauron moves to {self.to} on the Corruption line."


class ShieldsChanged(QuestEvent, frozen=True, kw_only=True, tag="quest-shields-changed"):
    """A player receives shields, or gives them back.

    Attributes:
        points: more or, below nought, fewer.
    """

    seat: SeatId
    points: int

    def apply(self, state: State) -> State:
        """The points are others."""
        points = max(0, state.hidden.shields.get(self.seat, 0) + self.points)
        return with_hidden(state, shields={**state.hidden.shields, self.seat: points})

    def text(self) -> str:
        """Its line."""
        who, points = title_of(self.seat), abs(self.points)
        if self.points > 0:
            return f"{who} receives shields worth {points}."
        return f"{who} gives back shields worth {points}."


class ShieldsHeld(QuestEvent, frozen=True, kw_only=True, tag="quest-shields-held"):
    """A player's shields are worth so much, as was put right by hand while that is a secret.

    No line says how much: it would tell which special shield lies there.
    """

    seat: SeatId
    points: int

    def apply(self, state: State) -> State:
        """The points are others."""
        return with_hidden(state, shields={**state.hidden.shields, self.seat: self.points})


class SpecialTaken(QuestEvent, frozen=True, kw_only=True, tag="quest-special-taken"):
    """A player takes one of the face-down shields; played competitively its value stays secret."""

    seat: SeatId

    def apply(self, state: State) -> State:
        """The points are more, if one is left."""
        if not state.hidden.specials:
            return state
        value, *rest = state.hidden.specials
        points = state.hidden.shields.get(self.seat, 0) + value
        state = with_hidden(
            state,
            specials=tuple(rest),
            shields={**state.hidden.shields, self.seat: points},
        )
        return with_public(state, specials_left=len(rest))

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} takes a special shield."


class TokenMoved(QuestEvent, frozen=True, kw_only=True, tag="quest-token-moved"):
    """A player receives a Life token, or gives one back."""

    seat: SeatId
    token: str
    count: int

    def apply(self, state: State) -> State:
        """It lies elsewhere."""
        player = state.public.player(self.seat)
        held = {**player.tokens, self.token: player.tokens[self.token] + self.count}
        pool = {**state.public.tokens}
        pool[self.token] = pool.get(self.token, 0) - self.count
        return with_player(with_public(state, tokens=pool), self.seat, tokens=held)

    def text(self) -> str:
        """Its line."""
        if self.count > 0:
            return f"{title_of(self.seat)} receives a {self.token} token."
        return f"{title_of(self.seat)} gives back a {self.token} token."


class TokensHeld(QuestEvent, frozen=True, kw_only=True, tag="quest-tokens-held"):
    """A player holds so many Life tokens of a kind, as was put right by hand."""

    seat: SeatId
    token: str
    number: int

    def apply(self, state: State) -> State:
        """The others lie beside the boards."""
        player = state.public.player(self.seat)
        more = self.number - player.tokens[self.token]
        pool = {**state.public.tokens, self.token: state.public.tokens.get(self.token, 0) - more}
        held = {**player.tokens, self.token: self.number}
        return with_player(with_public(state, tokens=pool), self.seat, tokens=held)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} holds {self.token} tokens: {self.number}."


class TokensReturned(QuestEvent, frozen=True, kw_only=True, tag="quest-tokens-returned"):
    """All Life tokens lie beside the boards again."""

    def apply(self, state: State) -> State:
        """Nobody has any."""
        players = tuple(
            replace(player, tokens=dict.fromkeys(TOKENS, 0)) for player in state.public.players
        )
        tokens = {token: state.box.number(f"token/{token}") for token in TOKENS}
        return with_public(state, players=players, tokens=tokens)


class TurnBegun(QuestEvent, frozen=True, kw_only=True, tag="quest-turn-begun"):
    """A player's turn begins; the tiles of the one before go to the open pile."""

    seat: SeatId

    def apply(self, state: State) -> State:
        """Another player is active."""
        log = tuple(Line(text=line.later or line.text) for line in state.public.log)
        return with_public(state, active=self.seat, revealed=(), log=log)


class TilesShuffled(QuestEvent, frozen=True, kw_only=True, tag="quest-tiles-shuffled"):
    """No event tile was left: the used ones are shuffled."""

    def apply(self, state: State) -> State:
        """They lie face down again."""
        state, tiles = shuffle(state, state.hidden.used_tiles)
        state = with_hidden(state, tiles=tiles, used_tiles=())
        return with_public(state, tiles_left=len(tiles), tiles_used=0)

    def text(self) -> str:
        """Its line."""
        return "The event tiles are shuffled again."


class TileRevealed(QuestEvent, frozen=True, kw_only=True, tag="quest-tile-revealed"):
    """The top event tile is turned over."""

    tile: str

    def apply(self, state: State) -> State:
        """It lies open."""
        tiles, used = state.hidden.tiles, state.hidden.used_tiles
        state = with_hidden(state, tiles=tiles[1:], used_tiles=(*used, self.tile))
        return with_public(
            state,
            revealed=(*state.public.revealed, self.tile),
            tile_top=self.tile,
            tiles_left=len(tiles) - 1,
            tiles_used=len(used) + 1,
        )

    def text(self) -> str:
        """Its line."""
        return f"Event tile: {TILE_WORDS[self.tile]}."

    def later(self) -> str:
        """That there was one."""
        return "An event tile was revealed."


class PeekBegun(QuestEvent, frozen=True, kw_only=True, tag="quest-peek-begun"):
    """A player may look at the top three event tiles."""

    seat: SeatId

    def apply(self, state: State) -> State:
        """That seat alone sees them."""
        return with_hidden(state, peek=self.seat)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} looks at the top event tiles."


class PeekEnded(QuestEvent, frozen=True, kw_only=True, tag="quest-peek-ended"):
    """The tiles lie back in an order that only who looked knows."""

    order: tuple[int, ...]

    def apply(self, state: State) -> State:
        """The pile has that order."""
        tiles = state.hidden.tiles
        top = tuple(tiles[index] for index in self.order)
        return with_hidden(state, tiles=(*top, *tiles[len(top) :]), peek=None)


class MarkerAdvanced(QuestEvent, frozen=True, kw_only=True, tag="quest-marker-advanced"):
    """The marker of an activity line stands on another space.

    Attributes:
        score: points of the main line's space, None on another line.
    """

    line: str
    to: int
    score: int | None = None

    def apply(self, state: State) -> State:
        """It stands there."""
        state = with_public(state, markers={**state.public.markers, self.line: self.to})
        return state if self.score is None else with_public(state, score=self.score)

    def text(self) -> str:
        """Its line."""
        return f"{self.line.capitalize()} advances to space {self.to}."


class EventReached(QuestEvent, frozen=True, kw_only=True, tag="quest-event-reached"):
    """The event marker goes to the next box down."""

    number: int

    def apply(self, state: State) -> State:
        """It stands there."""
        return with_public(state, event=self.number)

    def text(self) -> str:
        """Its line."""
        return f"Event {self.number} occurs."


class EventMarkerPut(QuestEvent, frozen=True, kw_only=True, tag="quest-event-marker-put"):
    """The event marker stands elsewhere on the table; nothing occurs by it."""

    number: int

    def apply(self, state: State) -> State:
        """It stands there."""
        return with_public(state, event=self.number)

    def text(self) -> str:
        """Its line."""
        return f"The event marker is put on box {self.number}."


class RingPutOn(QuestEvent, frozen=True, kw_only=True, tag="quest-ring-put-on"):
    """The Ring-bearer puts the Ring on, once in each scenario."""

    seat: SeatId

    def apply(self, state: State) -> State:
        """It lies around the Hobbit till the end of the scenario."""
        return with_public(state, ring_used=True)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} puts on the Ring."


class BearerChosen(QuestEvent, frozen=True, kw_only=True, tag="quest-bearer-chosen"):
    """A player has the Ring from now on."""

    seat: SeatId

    def apply(self, state: State) -> State:
        """That one is the Ring-bearer."""
        return with_public(state, bearer=self.seat)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} is the Ring-bearer."


class GandalfUsed(QuestEvent, frozen=True, kw_only=True, tag="quest-gandalf-used"):
    """A Gandalf card has served and is gone."""

    card: str

    def apply(self, state: State) -> State:
        """It cannot serve again."""
        left = tuple(card for card in state.public.gandalf if card != self.card)
        return with_public(state, gandalf=left)

    def text(self) -> str:
        """Its line."""
        return f"Gandalf helps: {self.card.capitalize()}."


class FaceSeen(QuestEvent, frozen=True, kw_only=True, tag="quest-face-seen"):
    """What the die shows, in the symbols of the box."""

    seat: SeatId
    face: str
    words: str

    def apply(self, state: State) -> State:
        """It is what the die showed last."""
        return with_public(state, last_face=self.face)

    def text(self) -> str:
        """Its line."""
        return f"{title_of(self.seat)} rolls: {self.words}."


class DoomReached(QuestEvent, frozen=True, kw_only=True, tag="quest-doom-reached"):
    """The Fellowship stands at the top of Mount Doom."""

    def apply(self, state: State) -> State:
        """The Ring can be destroyed."""
        return with_public(state, at_doom=True)

    def text(self) -> str:
        """Its line."""
        return "The Fellowship reaches the top of Mount Doom."


class GameEnded(QuestEvent, frozen=True, kw_only=True, tag="quest-game-ended"):
    """The game is over."""

    outcome: Outcome
    scores: Mapping[str, int]
    joined: SeatId | None = None
    words: str

    def apply(self, state: State) -> State:
        """Nothing is left to be done."""
        return with_public(state, outcome=self.outcome, scores=self.scores, joined=self.joined)

    def text(self) -> str:
        """Its line."""
        return self.words
