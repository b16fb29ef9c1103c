"""The Balrog with the Ring in Moria: one whole turn there ends the game (15.17)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import GameEnded, PublicEvent
from companion.games.fellowship.flow.ring_forms import BALROG
from companion.games.fellowship.play.fight_ground import MORIA
from companion.games.fellowship.rules.abilities import balrog_ends_the_game
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.rules.victory import ENDING_WORDS, Ending
from companion.games.fellowship.state import Line, PublicState
from companion.table.events import Event

_replace = msgspec.structs.replace


class BalrogAtHome(PublicEvent, frozen=True, kw_only=True, tag="fellowship-balrog-at-home"):
    """At the end of a turn the Balrog stands in Moria with the Ring (15.17)."""

    turn: int

    def apply(self, public: PublicState) -> PublicState:
        """Remember since when; whoever else gets the Ring makes it be forgotten."""
        return _replace(public, ring_public=_replace(public.ring_public, moria_turn=self.turn))

    def line(self, before: PublicState) -> Line | None:
        """That the other side has one turn left."""
        text = "The Balrog has the Ring in Moria: if he holds it for a turn, the game is over."
        return Line(text, "15.17")


EVENTS: Final[tuple[type[Event], ...]] = (BalrogAtHome,)


def held_in_moria(public: PublicState) -> tuple[Event, ...]:
    """What follows at the end of a turn from where the Balrog stands with the Ring.

    A turn is whole if he stood there at the end of this one and of the one before.
    """
    place = find_hex(ring_place(public))
    known = public.ring_public
    at_home = public.ring == "enemy" and known.bearer == BALROG
    if not (public.switches.balrog_and_ring and at_home):
        return ()
    if place is None or place.label != MORIA:
        return ()
    turns = 1 if 0 < known.moria_turn == public.turn - 1 else 0
    if not balrog_ends_the_game(turns):
        return (BalrogAtHome(turn=public.turn),)
    reason = f"{ENDING_WORDS[Ending.MORIA]} Both sides lose."
    return (GameEnded(reason=reason, ending=Ending.MORIA.value, section="15.17"),)
