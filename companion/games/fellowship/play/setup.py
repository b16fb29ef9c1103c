"""Setting up before turn 1 (10.0): the Enemy first, then the Fellowship."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.games.fellowship.facts.roster import MARKER_SUPPLY
from companion.games.fellowship.flow.steps import Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.state import (
    ENEMY_SEAT,
    PublicState,
    Scene,
    marker_type_of,
)
from companion.table.ids import SeatId
from companion.table.values import Refusal

_HINTS: Final = {
    ENEMY_SEAT: (
        "Guardians and their rumors go where the cards say, side 6 up; the Balrog to Moria, 14,h.",
        "Nazgul: three groups of three and two rumors, side 6 up, no two in adjacent hexes.",
        "They start north of Isengard and west of the Misty Mountains.",
        "Tap each marker and say for yourself what it is; lay the cards into their boxes.",
        "Where markers may stand is not checked yet.",
    ),
}
_FELLOWSHIP_HINTS: Final = (
    "The five Hobbits start in sneak mode, side 2, in 4,f or 5,ef, as one group or two;",
    "with one group a rumor goes to the other hex.",
    "Gandalf starts flying, side 6, in Isengard, 11,jk.",
    "Tap each marker and say for yourself what it is; lay the cards into their boxes.",
    "Where markers may stand is not checked yet.",
)


class SetUp(Handler):
    """One side puts its markers down, names them for itself and lays its cards into boxes."""

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Setting up is a hidden choice: it waits for its seat."""
        return False

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Either side may put its markers down: the order matters to players, not to the table."""
        return True

    def ask(self, scene: Scene) -> Ask:
        """What to put where."""
        if scene.seat != self._seat:
            who = self._seat.title()
            return Ask(key="set-up", sentence=f"The {who} sets up.", section="10.0")
        hints = _HINTS.get(self._seat, _FELLOWSHIP_HINTS)
        return Ask(
            key="set-up",
            sentence="Set up your markers, then say that you are ready.",
            section="10.1" if self._seat == ENEMY_SEAT else "10.2",
            detail=(*hints, *over_supply(scene.public, self._seat), *_unnamed(scene)),
            done="Ready",
            asked=True,
        )

    def leave(self, scene: Scene) -> Events | Refusal:
        """Nobody is held up: what stands on the table stands there."""
        return ()


def _unnamed(scene: Scene) -> tuple[str, ...]:
    """A reminder for the seat alone: markers that it has not named for itself."""
    if scene.hidden is None:
        return ()
    names = scene.hidden.names
    left = [piece for piece in scene.public.pieces_of(scene.seat) if piece.id not in names]
    return (f"Not named by you yet: {len(left)}.",) if left else ()


def over_supply(public: PublicState, seat: SeatId) -> tuple[str, ...]:
    """What is said where more markers stand on the table than the game has (3.4)."""
    counts = Counter(marker_type_of(piece) for piece in public.pieces_of(seat))
    return tuple(
        f"{counts[kind]} {supply.colour} markers stand on the map; the game has {supply.total}."
        for kind, supply in MARKER_SUPPLY.items()
        if counts[kind] > supply.total
    )
