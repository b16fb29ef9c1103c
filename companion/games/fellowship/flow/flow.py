"""Several events in a row, each decided on the state that the ones before it have made.

A handler often gives more than one event at a time. `Flow` folds them as they are made, so that the
next decision sees what has just happened, and hands them out in order.
"""

from __future__ import annotations

import msgspec

from companion.games.fellowship.events.play import (
    CellAsked,
    MoveFlagged,
    PublicEvent,
    SecretEvent,
    flag_for,
)
from companion.games.fellowship.facts.names import Seat
from companion.games.fellowship.flow.steps import Events
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import mover_of
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.state import CellQuestion, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.events import Event
from companion.table.ids import SeatId
from companion.table.values import Piece


class Flow:
    """Events made so far and the public state after them.

    Attributes:
        public: the public state after the events made so far.
        handbook: tables and map.
        seat: for whom the handler works.
        acting: the scene of the seat that acts, with its own notes where it answers something; for
            what it lets the companion read out of them, and nothing else.
    """

    def __init__(self, scene: Scene) -> None:
        self.public: PublicState = scene.public
        self.handbook: Handbook = scene.handbook
        self.seat: SeatId = scene.seat
        self.acting: Scene = scene
        self._made: list[Event] = []

    def add(self, *events: PublicEvent) -> None:
        """Make events happen, in order."""
        for event in events:
            self._made.append(event)
            self.public = event.apply(self.public)

    def tell(self, *events: SecretEvent) -> None:
        """Let one seat alone know something, in order with the rest."""
        self._made += events

    def ask_cell(self, cell: UnknownCell, mover: Seat) -> None:
        """Ask for a missing cell: the seat that the table names, or the one that moves."""
        self.add(CellAsked(question=CellQuestion(seat=SeatId(cell.asked_of(mover)), cell=cell)))

    @property
    def scene(self) -> Scene:
        """What may be looked at now; no secret is among it."""
        return Scene(public=self.public, handbook=self.handbook, seat=self.seat)

    @property
    def events(self) -> Events:
        """Everything that has happened, in order."""
        return tuple(self._made)


def is_waiting_for_cells(public: PublicState) -> bool:
    """Whether a question for a missing cell is open."""
    return bool(public.cells)


def flag(flow: Flow, piece: Piece, before: Piece | None, breach: Breach) -> None:
    """Flag what the table shows against a rule; its owner keeps it or takes it back.

    Args:
        flow: the events so far.
        piece: the marker as it stands.
        before: how it stood, None if it was not on the table.
        breach: the rule.
    """
    owner = mover_of(flow.public, piece)
    if owner is None or any(known.piece == piece.id for known in flow.public.flags):
        return
    made = flag_for(flow.public, piece, before, owner)
    flow.add(
        MoveFlagged(flag=msgspec.structs.replace(made, text=breach.text, section=breach.section))
    )
