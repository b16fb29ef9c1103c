"""All events of this game, and the fold."""

from __future__ import annotations

from typing import Final

from companion.games.quest.board import TRACKS
from companion.games.quest.events_base import QuestEvent, with_public
from companion.games.quest.events_cards import (
    CardPassed,
    CardsDrawn,
    CardsLaid,
    CardsShared,
    CardsShown,
    CardTaken,
    ChanceDrawn,
    Eliminated,
    FeaturesDealt,
)
from companion.games.quest.events_play import (
    AgendaSet,
    BearerChosen,
    CellFilled,
    DoomReached,
    EventMarkerPut,
    EventReached,
    FaceSeen,
    GameEnded,
    GandalfUsed,
    HobbitMoved,
    MarkerAdvanced,
    PeekBegun,
    PeekEnded,
    RingPutOn,
    Said,
    SauronMoved,
    ShieldsChanged,
    ShieldsHeld,
    SpecialTaken,
    StageEntered,
    TileRevealed,
    TilesShuffled,
    TokenMoved,
    TokensHeld,
    TokensReturned,
    TurnBegun,
)
from companion.games.quest.state import Line, State
from companion.table.counters import last_spots
from companion.table.events import Event
from companion.table.pieces import MARKER_EVENTS, fold_pieces
from companion.table.rolls import fold_rolls
from companion.table.taking_back import Reach

EVENTS: tuple[type[Event], ...] = (
    ChanceDrawn,
    FeaturesDealt,
    CardsDrawn,
    CardsShown,
    CardsShared,
    CardTaken,
    CardPassed,
    CardsLaid,
    Eliminated,
    CellFilled,
    AgendaSet,
    Said,
    StageEntered,
    HobbitMoved,
    SauronMoved,
    ShieldsChanged,
    ShieldsHeld,
    SpecialTaken,
    TokenMoved,
    TokensHeld,
    TokensReturned,
    TurnBegun,
    TileRevealed,
    TilesShuffled,
    PeekBegun,
    PeekEnded,
    MarkerAdvanced,
    EventReached,
    EventMarkerPut,
    RingPutOn,
    BearerChosen,
    GandalfUsed,
    FaceSeen,
    DoomReached,
    GameEnded,
)

_FREE: Final = (
    AgendaSet,
    BearerChosen,
    CardTaken,
    EventMarkerPut,
    EventReached,
    HobbitMoved,
    MarkerAdvanced,
    Said,
    SauronMoved,
    ShieldsChanged,
    ShieldsHeld,
    TokenMoved,
    TokensHeld,
    TurnBegun,
)
"""Open events by which nobody learns anything hidden. Rolls, draws, tiles that are turned over and
cards that are laid open are not among them."""


def reach_of(event: Event) -> Reach:
    """Whether a decision with this event may be taken back; cubes stay where they stand."""
    if isinstance(event, MARKER_EVENTS):
        return "table"
    return "free" if isinstance(event, _FREE) else "fixed"


def evolve(state: State, event: Event) -> State:
    """The state after one more event; the table's own rolls and markers are noted."""
    if isinstance(event, QuestEvent):
        state = event.apply(state)
        words = event.text()
        if words:
            state = with_public(
                state, log=(*state.public.log, Line(text=words, later=event.later()))
            )
        return state
    seen = fold_pieces(state.public.markers_seen, event)
    if seen is not state.public.markers_seen:
        spots = last_spots(state.public.last_spots, seen, TRACKS)
        return with_public(state, markers_seen=seen, last_spots=spots)
    rolls = fold_rolls(state.public.rolls, event)
    return state if rolls is state.public.rolls else with_public(state, rolls=rolls)
