"""Parts of the public state that several chapters share: the Ring in the open, events that run."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.fellowship.rules.ring import RINGBEARER_AT_START
from companion.table.ids import PieceId, SeatId


class RingPublic(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows of the Ring beside who controls it (6.4).

    Attributes:
        bearer: name of the card that has it in hand, as far as it has been told; else empty.
        piece: the marker that carries it sticker side up, while the Fellowship does not control it.
        place: where it lies or was taken, while the Fellowship does not control it.
        face: the side that would be up on that marker: its mode.
        lost: the Fellowship has lost it once in this game (15.16).
        wounded: a Nazgul has wounded the Fellowship's bearer once in this game (9.244).
        moria_turn: the last turn at whose end the Balrog had it in Moria, 0 for none (15.17).
    """

    bearer: str = RINGBEARER_AT_START
    piece: PieceId | None = None
    place: str = ""
    face: int = 0
    lost: bool = False
    wounded: bool = False
    moria_turn: int = 0


Until = Literal["instant", "phase", "player-turn", "turn", "hand"]
"""When an event ends: at once, with the phase, the player-turn or the turn, or by hand (6.3)."""


class EventEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An event that was played and has not ended (6.3). What it does is done by hand.

    Attributes:
        number: counts the events played in a game.
        seat: who played it.
        card: id of the card, as far as it is one that the box or its owner knows; else empty.
        title, text: of the event.
        ends: the ENDS line as it stands on the card.
        until: when that is, as far as the program can tell; ``hand``: somebody says so.
        answered: the other seat has said that it lets the event be.
    """

    number: int
    seat: SeatId
    card: str = ""
    title: str
    text: str = ""
    ends: str = ""
    until: Until = "hand"
    answered: bool = False
