"""The state of the game: what everybody knows, and what one seat alone knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.games.hunt.companions import ability_of
from companion.games.hunt.names import SEAT_IDS, Cause, Condition, Phase, Where
from companion.games.hunt.tiles import STANDARD_BAG, TILES, Bag
from companion.table.counters import Spot
from companion.table.ids import SeatId
from companion.table.pieces import PieceTable
from companion.table.rolls import RollBook
from companion.table.views import Explained


class HuntRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The roll of one Hunt.

    Attributes:
        level: Shadow dice in the Hunt Box when it began.
        bonus: Free Peoples dice in the Hunt Box when it began.
        conditions: what gives re-rolls; None until the Shadow player has said.
        faces: dice rolled.
        rerolls: re-rolls that are made; None until the Shadow player has said.
        again: dice rolled again.
    """

    level: int
    bonus: int
    conditions: tuple[Condition, ...] | None = None
    faces: tuple[int, ...] = ()
    rerolls: int | None = None
    again: tuple[int, ...] = ()


class Pull(msgspec.Struct, frozen=True, kw_only=True):
    """One tile: drawn, then dealt with from the card to the reveal.

    Attributes:
        cause: why it is drawn.
        eye: what an Eye counts: successes, dice in the Hunt Box, or 0.
        tile: id of the tile, empty until it is drawn.
        face: the roll of a tile with a die, 0 until it is made.
        damage: Hunt damage that is left.
        card_asked: whether the table card was played or declined.
        asked_guides: Guides whose ability was used or declined.
        casualty: whether a casualty was taken or declined.
        blind: whether a random Companion is to be drawn.
        bared: whether Gollum's ability reveals the Fellowship.
    """

    cause: Cause
    eye: int = 0
    tile: str = ""
    face: int = 0
    damage: int = 0
    card_asked: bool = False
    asked_guides: tuple[str, ...] = ()
    casualty: bool = False
    blind: bool = False
    bared: bool = False


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a log."""

    text: str
    section: str = ""
    heading: bool = False


class PublicState(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody knows.

    Attributes:
        turn, phase: where the game stands.
        visit: counts what has moved play on; part of the prompts' ids.
        shadow_dice, free_dice: dice in the Hunt Box.
        corruption: of the Ring-bearers.
        progress: step of the Progress counter on the Fellowship Track.
        hidden: whether the counter shows its Hidden side.
        where, region: where the Ring-bearers are.
        around: conditions for re-rolls as they were said last.
        mordor: step on the Mordor Track, None off it.
        levels: of every Companion.
        own_levels: Companions whose Level the owner of the box has filled in.
        companions: in the Fellowship, in the order of their cards.
        gone: how each other Companion left.
        guide: who guides; empty until somebody is appointed.
        pool, drawn, aside, removed, unused: the tiles: in the pool, drawn, special ones that wait
            for Mordor, permanently removed, special ones not in play.
        moving: whether a movement of the Fellowship is being carried out.
        attempted: whether the Fellowship was moved or hidden in this turn, or it was tried.
        declared: whether it was declared in this turn.
        hunt: the roll that is being made.
        owed: tiles still to be drawn, in order.
        pull: the tile that is being dealt with.
        winner, ending: who has won and how; empty during the game.
        markers: the cubes on the sheet of tracks, as the camera has them.
        last_spots: where each counter stood when the camera saw it last.
        box_is_seen: whether the camera has ever seen dice in the Hunt Box.
        result: the last explained result.
    """

    turn: int = 1
    phase: Phase = "fellowship"
    visit: int = 0
    shadow_dice: int = 0
    free_dice: int = 0
    corruption: int = 0
    progress: int = 0
    hidden: bool = True
    where: Where = "elsewhere"
    region: str = ""
    around: tuple[Condition, ...] = ()
    mordor: int | None = None
    levels: Mapping[str, int] = {}
    own_levels: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    gone: Mapping[str, str] = {}
    guide: str = ""
    pool: Bag = STANDARD_BAG
    drawn: Bag = ()
    aside: Bag = ()
    removed: Bag = ()
    unused: Bag = ()
    moving: bool = False
    attempted: bool = False
    declared: bool = False
    hunt: HuntRoll | None = None
    owed: tuple[Cause, ...] = ()
    pull: Pull | None = None
    winner: SeatId | Literal[""] = ""
    ending: str = ""
    markers: PieceTable = PieceTable()
    last_spots: Mapping[str, Spot] = {}
    box_is_seen: bool = False
    rolls: RollBook = RollBook()
    log: tuple[Line, ...] = ()
    log_count: int = 0
    result: Explained | None = None

    @property
    def mordor_eye(self) -> int:
        """What an Eye counts for a move on the Mordor Track (HUNT-029)."""
        return self.shadow_dice + self.free_dice


class HiddenState(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat alone knows: the special event cards that it has noted as its own."""

    cards: tuple[str, ...] = ()
    log: tuple[Line, ...] = ()


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything."""

    public: PublicState
    hidden: Mapping[SeatId, HiddenState] = msgspec.field(
        default_factory=lambda: {seat: HiddenState() for seat in SEAT_IDS}
    )


def is_revealing(public: PublicState, pull: Pull) -> bool:
    """Whether a tile leads to the Fellowship being revealed.

    Not if it is revealed already, not on declaring where the Free Peoples are at home (HUNT-015),
    and not by a numbered tile while Gollum guides.
    """
    if not public.hidden:
        return False
    if pull.bared:
        return True
    tile = TILES[pull.tile]
    if not tile.reveal or (pull.cause == "declare" and public.where == "friendly"):
        return False
    return not (tile.is_numbered and ability_of(public.guide) == "gollum")
