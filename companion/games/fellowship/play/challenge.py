"""Challenging Fellowship markers at the beginning of the Enemy's status phase (6.21)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.play import (
    ExpectationSet,
    MarkerRevealed,
    Noted,
    PublicEvent,
    StepEntered,
)
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.flow.choosing import (
    chosen_piece,
    piece_field,
)
from companion.games.fellowship.flow.step_ids import StepId
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Expected, PublicState, Scene, Work
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


def _watching(key: str, sentence: str, section: str) -> Ask:
    return Ask(key=key, sentence=sentence, section=section)


def _missing(text: str, section: str) -> Refusal:
    return Refusal(code="bad-input", text=text, section=section)


class ChallengeWork(Work, frozen=True, kw_only=True):
    """A challenge that waits for its answer.

    Attributes:
        piece: the marker that is challenged, None for none.
        count: how many have been made in this step.
    """

    piece: PieceId | None = None
    count: int = 0


_CHALLENGE: Final = "challenge"


class MarkerChallenged(PublicEvent, frozen=True, kw_only=True, tag="fellowship-challenged"):
    """The Enemy says that a Fellowship marker is a rumor (6.21)."""

    piece: PieceId

    def apply(self, public: PublicState) -> PublicState:
        """Wait for the Fellowship's answer."""
        work = ChallengeWork(piece=self.piece, count=_challenge(public).count + 1)
        return _replace(public, work={**public.work, _CHALLENGE: work})


class ChallengeAnswered(PublicEvent, frozen=True, kw_only=True, tag="fellowship-challenge-over"):
    """The Fellowship has answered a challenge."""

    def apply(self, public: PublicState) -> PublicState:
        """No challenge is open."""
        work = ChallengeWork(count=_challenge(public).count)
        return _replace(public, work={**public.work, _CHALLENGE: work})


def _challenge(public: PublicState) -> ChallengeWork:
    found = public.work.get(_CHALLENGE)
    return found if isinstance(found, ChallengeWork) else ChallengeWork()


class Challenge(Handler):
    """The Enemy may challenge markers until one of them is a group (6.21)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """There is nothing on the map that could be challenged."""
        nothing = not public.pieces_of(FELLOWSHIP_SEAT) and _challenge(public).piece is None
        return public.closed or nothing

    def ask(self, scene: Scene) -> Ask:
        """Which marker; then the Fellowship, what it is."""
        work = _challenge(scene.public)
        piece = None if work.piece is None else scene.public.standing(work.piece)
        if piece is not None:
            return self._ask_answer(scene, piece, work.count)
        key = f"challenge-{work.count}"
        if scene.seat != ENEMY_SEAT:
            return _watching(key, "The Enemy may challenge Fellowship markers.", "6.21")
        leaving = {one.piece for one in scene.public.expected if one.what == "remove"}
        standing = scene.public.pieces_of(FELLOWSHIP_SEAT)
        # Of a marker that is known for a group there is nothing to find out but a lost turn.
        known = {piece for piece, what in scene.public.known.items() if what == "group"}
        pieces = tuple(one for one in standing if one.id not in leaving and one.id not in known)
        again = " again" if work.count else ""
        return Ask(
            key=key,
            sentence=f"Challenge a marker{again}, or go on."
            if pieces
            else "No marker is left to challenge: go on.",
            section="6.21",
            detail=("A rumor is taken off. If it is a group, your player-turn ends at once.",),
            form=_challenge_form(scene, pieces),
            done="No challenge" if not work.count else "No more challenges",
            asked=True,
            lit=tuple(one.id for one in pieces),
        )

    def _ask_answer(self, scene: Scene, piece: Piece, count: int) -> Ask:
        key = f"answer-{count}"
        where = place_words(piece.place)
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = f"The Fellowship says what the marker at {where} is."
            return Ask(key=key, sentence=sentence, section="6.21", lit=(piece.id,))
        return Ask(
            key=key,
            sentence=f"The Enemy challenges your marker at {where}. Say what it is.",
            section="6.21",
            detail=("Look at its label, or at your boxes.",),
            form=Form(
                choices=(
                    Choice(action="rumor", label="It is a rumor"),
                    Choice(action="group", label="It is a group"),
                )
            ),
            asked=True,
            lit=(piece.id,),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A challenge, or the answer to one."""
        work = _challenge(scene.public)
        if work.piece is None:
            piece = chosen_piece(scene, answer.text("piece"))
            if piece is None:
                return _missing("Expected the marker to challenge. Choose or tap one.", "6.21")
            note = Noted(
                text=f"The Enemy challenges the marker at {place_words(piece.place)}.",
                section="6.21",
            )
            if scene.public.known.get(piece.id) == "rumor":
                told = (note, MarkerChallenged(piece=piece.id), ChallengeAnswered())
                return (*told, *self._take_off(scene.public, piece.id))
            return (note, MarkerChallenged(piece=piece.id))
        if answer.action == "group":
            return (
                MarkerRevealed(piece=work.piece, known="group", section="6.21"),
                ChallengeAnswered(),
                Noted(text="The Enemy loses the rest of the player-turn.", section="6.21"),
                StepEntered(step=StepId.TURN_END, turn=scene.public.turn),
            )
        return (
            MarkerRevealed(piece=work.piece, known="rumor", section="6.21"),
            ChallengeAnswered(),
            *self._take_off(scene.public, work.piece),
        )

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """A challenged marker that was taken off has answered: only rumors go at will (6.21)."""
        return (ChallengeAnswered(),) if _challenge(scene.public).piece in pieces else ()

    def _take_off(self, public: PublicState, number: PieceId) -> Events:
        piece = public.standing(number)
        if piece is None:
            return ()
        text = f"Take the {piece.colour} marker at {place_words(piece.place)} off the map."
        return (ExpectationSet(expected=Expected(piece=number, what="remove", text=text)),)


def _challenge_form(scene: Scene, pieces: tuple[Piece, ...]) -> Form:
    """Which marker; nothing where each is known for a group or about to be taken off."""
    if not pieces:
        return Form()
    choice = Choice(action="challenge", label="Challenge it", weight="grave")
    return Form(fields=(piece_field(scene, "piece", "Marker", pieces),), choices=(choice,))


EVENTS: Final[tuple[type[Event], ...]] = (MarkerChallenged, ChallengeAnswered)
