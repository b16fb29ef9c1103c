"""The Balrog and the Ring: taking it from an agent, and a whole turn with it in Moria (15.17)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.play import GameEnded, PublicEvent, StepClosed
from companion.games.fellowship.events.ring import RingTaken
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.abilities import balrog_ends_the_game
from companion.games.fellowship.rules.ring import BALROG, saruman_takes_over
from companion.games.fellowship.rules.ring_place import beside_ring, ring_place
from companion.games.fellowship.rules.set_up_zones import MORIA
from companion.games.fellowship.rules.victory import ENDING_WORDS, Ending
from companion.games.fellowship.seats import ENEMY_SEAT, marker_type_of
from companion.games.fellowship.state import Line, PublicState, Scene
from companion.table.events import Event
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

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


class BalrogMeet(Handler):
    """The Balrog has ended the Enemy's moves beside an agent who openly has the Ring (15.17)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """He could not take it, by what everybody sees."""
        return public.closed or not black_beside(public)

    def ask(self, scene: Scene) -> Ask:
        """The Enemy says whether he is there; before a Nazgul he takes nothing."""
        key = "balrog-meet"
        if scene.seat != ENEMY_SEAT:
            sentence = "A black marker stands with the Ring: the Enemy says if the Balrog takes it."
            return Ask(key=key, sentence=sentence, section="15.17, 6.414")
        takes = Choice(
            action="balrog", label="The Balrog is there, and no Nazgul", detail="He takes the Ring."
        )
        return Ask(
            key=key,
            sentence="Say whether the Balrog stands where your agent has the Ring.",
            section="15.17, 6.414",
            form=Form(choices=(takes,)),
            done="He is not, or a Nazgul is there",
            done_weight="plain",
            asked=True,
            lit=tuple(piece.id for piece in black_beside(scene.public)),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """He has it."""
        public = scene.public
        black = black_beside(public)
        taken = RingTaken(
            by="balrog",
            bearer=BALROG,
            piece=black[0].id if len(black) == 1 else None,
            place=ring_place(public),
            section="15.17",
        )
        return (taken, StepClosed())


def black_beside(public: PublicState) -> tuple[Piece, ...]:
    """Guardian markers beside an agent of Sauron with the Ring, where 15.17 is played."""
    may = saruman_takes_over(public.ring, public.ring_public.bearer, nazgul_there=False)
    if not (may and public.switches.balrog_and_ring):
        return ()
    beside = beside_ring(public, ENEMY_SEAT)
    return tuple(piece for piece in beside if marker_type_of(piece) is MarkerType.GUARDIAN)


EVENTS: Final[tuple[type[Event], ...]] = (BalrogAtHome,)


def held_in_moria(public: PublicState) -> tuple[Event, ...]:
    """What follows at the end of a turn from where the Balrog stands with the Ring.

    A turn is whole if he stood there at the end of this one and of the one before.
    """
    place = find_hex(ring_place(public))
    known = public.ring_public
    if not (public.switches.balrog_and_ring and public.ring == "balrog"):
        return ()
    if place is None or place.label != MORIA:
        return ()
    turns = 1 if 0 < known.moria_turn == public.turn - 1 else 0
    if not balrog_ends_the_game(turns):
        return (BalrogAtHome(turn=public.turn),)
    reason = f"{ENDING_WORDS[Ending.MORIA]} Both sides lose."
    return (GameEnded(reason=reason, ending=Ending.MORIA.value, section="15.17"),)
