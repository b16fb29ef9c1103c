"""Falling on the Ring's holder without a search, at the beginning of a combat phase (6.412-6.415).

The fight itself is one of the combat phase like any other: it is started with a cause that says so.
"""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import FightStarted
from companion.games.fellowship.events.ring import RingNoted, ring_work
from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.flow.choosing import chosen_piece, piece_field
from companion.games.fellowship.flow.own_ring import bearer_group
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.play.ring_word import without_claim
from companion.games.fellowship.rules.ring import may_attack_at_once
from companion.games.fellowship.rules.ring_place import attackers, is_at_ring
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, marker_type_of, seat_word
from companion.games.fellowship.state import Fight, PublicState, Scene
from companion.table.ids import SeatId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace

ATTACK_ON_RING: Final = "attack on the holder of the Ring"
"""Cause of a fight that falls on whoever has the Ring outside the Fellowship (6.413 to 6.415)."""

ATTACK_ON_BEARER: Final = "attack on the Ringbearer by the Fellowship"
"""Cause of a fight after a failed transfer, in which the Enemy plays the bearer (6.412)."""


class RingAttack(Handler):
    """Forces in the hex of the Ring may attack its holder; after a failed transfer its bearer.

    Args:
        seat: whose combat phase it is.
    """

    def __init__(self, seat: SeatId) -> None:
        self._seat = seat

    def enter(self, scene: Scene) -> Events:
        """Remember where there will be fights: the Ring may change hands there."""
        return (_with_fights(scene.public),)

    def _bearer_markers(self, public: PublicState) -> tuple[Piece, ...]:
        """After a failed transfer any green marker may be the bearer's group (6.412)."""
        failed = ring_work(public).failed and public.ring == "fellowship"
        attacked = any(fight.cause == ATTACK_ON_BEARER for fight in public.fights)
        if self._seat != FELLOWSHIP_SEAT or not failed or attacked:
            return ()
        return public.pieces_of(FELLOWSHIP_SEAT)

    def _attackers(self, public: PublicState) -> tuple[Piece, ...]:
        """Who may still fall on the holder, Saruman's forces by themselves (6.414).

        The Enemy's own forces at one place attack together.
        """
        found = attackers(public, self._seat)
        numbers = {fight.piece for fight in public.fights if fight.cause == ATTACK_ON_RING}
        if self._seat != FELLOWSHIP_SEAT:
            return () if numbers else found
        busy = {_party(one) for one in found if one.id in numbers}
        return tuple(one for one in found if _party(one) not in busy)

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody stands where the Ring is, as everybody sees it, and no transfer has failed."""
        targets = self._attackers(public) or self._bearer_markers(public)
        return public.closed or not targets

    def ask(self, scene: Scene) -> Ask:
        """Attack or not."""
        who = self._seat.title()
        key = f"ring-attack-{len(scene.public.fights)}"
        if scene.seat != self._seat:
            return Ask(key=key, sentence=f"The {who} may attack the Ring's holder.")
        on_bearer = self._bearer_markers(scene.public)
        pieces = on_bearer or self._attackers(scene.public)
        sentence = (
            "The transfer failed: you may attack the Ringbearer, whom the Enemy then plays."
            if on_bearer
            else "Your forces stand where the Ring is: attack its holder, or go on."
        )
        label = "Marker of the bearer" if on_bearer else "Marker that attacks"
        attack = Choice(action="attack", label="Attack", weight="grave", section="6.413")
        return Ask(
            key=key,
            sentence=sentence,
            section="6.412" if on_bearer else "6.413, 6.414, 6.415",
            form=Form(fields=(piece_field(scene, "piece", label, pieces),), choices=(attack,)),
            done="No attack",
            asked=True,
            lit=tuple(piece.id for piece in pieces),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A fight for this combat phase."""
        piece = chosen_piece(scene, answer.text("piece"))
        if piece is None:
            text = "Expected the marker. Choose or tap one."
            return Refusal(code="bad-input", text=text, section="6.413")
        on_bearer = bool(self._bearer_markers(scene.public))
        cause = ATTACK_ON_BEARER if on_bearer else ATTACK_ON_RING
        refusal = _not_the_bearer(scene, piece) if on_bearer else None
        if refusal is not None:
            return refusal
        ours = piece.id if self._seat == FELLOWSHIP_SEAT else scene.public.ring_public.piece
        started = FightStarted(place=piece.place, cause=cause, piece=ours)
        noted = _with_fights(started.apply(scene.public))
        return (started, noted)


def _party(piece: Piece) -> tuple[str, MarkerType | None]:
    """Who fights as one: the markers of a type at a place."""
    return piece.place, marker_type_of(piece)


def is_moot(public: PublicState, fight: Fight, attacker: SeatId) -> bool:
    """Whether an attack for the Ring finds nobody who has it there: an earlier one has settled it.

    Args:
        public: what everybody knows.
        fight: the fight that is due.
        attacker: whose combat phase it is.
    """
    if fight.cause != ATTACK_ON_RING:
        return False
    may = may_attack_at_once(public.ring, seat_word(attacker))
    return not (may and is_at_ring(public, fight.place))


def _not_the_bearer(scene: Scene, piece: Piece) -> Refusal | None:
    """What the Fellowship's own notes say against that marker; nobody else reads it (6.412)."""
    if scene.hidden is None or not scene.hidden.ringbearer:
        text = "Note who bears the Ring in the tab Ring first."
        return Refusal(code="rule", text=text, section="6.412", private=True)
    group = bearer_group(scene)
    if group is not None and group.piece is not None and group.piece.id != piece.id:
        text = "By your notes the Ringbearer is with another marker. Choose that one."
        return Refusal(code="rule", text=text, section="6.412", private=True)
    return None


def _with_fights(public: PublicState) -> RingNoted:
    places = tuple(dict.fromkeys(fight.place for fight in public.fights))
    # What an earlier step left open when it was left by hand is not asked here.
    return RingNoted(work=_replace(without_claim(ring_work(public)), fought=places))
