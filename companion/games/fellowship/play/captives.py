"""Captured Hobbits (15.31): getting away on a 1, an attack on their captors, a Garrisoned hex."""

from __future__ import annotations

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.agreed import (
    ATTACK_ON_CAPTORS,
    CaptiveGone,
    EscapesNoted,
    escapes_left,
)
from companion.games.fellowship.events.play import FightStarted, Noted
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.flow.choosing import chosen_piece, piece_field
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.abilities import hobbit_escapes
from companion.games.fellowship.state import FELLOWSHIP_SEAT, Fight, PublicState, Scene
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Form


class Captives(Handler):
    """One roll for each captured Hobbit; everybody knows who has been captured."""

    def enter(self, scene: Scene) -> Events:
        """Who may try now."""
        return (EscapesNoted(left=scene.public.captives),) if scene.public.captives else ()

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Everybody has tried."""
        return public.closed or not escapes_left(public)

    def ask(self, scene: Scene) -> Ask | None:
        """The next roll."""
        left = escapes_left(scene.public)
        if not left:
            return None
        mine = scene.seat == FELLOWSHIP_SEAT
        number = len(left)
        return Ask(
            key=f"captive-{number}",
            sentence=f"Roll for {left[0]}, who is a captive: on a 1 it gets away."
            if mine
            else f"The Fellowship rolls for {left[0]}, who is a captive.",
            section="15.31",
            roll=GAME_ROLL if mine else msgspec.structs.replace(GAME_ROLL, may_give=False),
            purpose=f"{left[0]} gets away",
            asked=mine,
        )

    def roll(self, scene: Scene, roll: Roll) -> Events:
        """Away, or a captive still."""
        name, *rest = escapes_left(scene.public)
        tried = EscapesNoted(left=tuple(rest))
        if hobbit_escapes(d10(roll)):
            return (tried, CaptiveGone(name=name, how="escaped"))
        return (tried, Noted(text=f"{name} stays a captive.", section="15.31"))


class CaptorsAttack(Handler):
    """Fellowship markers beside a captive's escort may fall on it without a search (15.31)."""

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """Nobody stands beside one that has not been attacked."""
        return public.closed or not _rescuers(public)

    def ask(self, scene: Scene) -> Ask:
        """Attack or not."""
        if scene.seat != FELLOWSHIP_SEAT:
            sentence = "The Fellowship may attack the captors of a Hobbit."
            return Ask(key=f"captors-{len(scene.public.fights)}", sentence=sentence)
        pieces = _rescuers(scene.public)
        attack = Choice(action="attack", label="Attack", weight="grave", section="15.31")
        return Ask(
            key=f"captors-{len(scene.public.fights)}",
            sentence="You stand where captives are held: attack their captors, or go on.",
            section="15.31",
            form=Form(
                fields=(piece_field(scene, "piece", "Marker that attacks", pieces),),
                choices=(attack,),
            ),
            done="No attack",
            asked=True,
            lit=tuple(piece.id for piece in pieces),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """A fight for this combat phase."""
        piece = chosen_piece(scene, answer.text("piece"))
        if piece is None:
            text = "Expected the marker. Choose or tap one."
            return Refusal(code="bad-input", text=text, section="15.31")
        return (FightStarted(place=piece.place, cause=ATTACK_ON_CAPTORS, piece=piece.id),)


def _rescuers(public: PublicState) -> tuple[Piece, ...]:
    """The Fellowship's markers that may attack captors who have not been attacked yet."""
    attacked = {fight.place for fight in public.fights if fight.cause == ATTACK_ON_CAPTORS}
    held = {place for place in _held_at(public) if place not in attacked}
    green = public.pieces_of(FELLOWSHIP_SEAT)
    return tuple(piece for piece in green if piece.place in held)


def _held_at(public: PublicState) -> tuple[str, ...]:
    escorts = (public.table.find(number) for _, number in public.escorts)
    return tuple(piece.place for piece in escorts if piece is not None)


def captors_at(public: PublicState, fight: Fight) -> tuple[PieceId, ...]:
    """The markers with captives that a fight is about; none for any other fight."""
    if fight.cause != ATTACK_ON_CAPTORS:
        return ()
    found = ((number, public.table.find(number)) for _, number in public.escorts)
    return tuple(
        number for number, piece in found if piece is not None and piece.place == fight.place
    )


def delivered_captives(public: PublicState, handbook: Handbook) -> Events:
    """Captives whose escort stands in a Garrisoned hex at the end of a turn, by the map (15.31)."""
    events: list[Event] = []
    for name, number in public.escorts:
        piece = public.table.find(number)
        place = None if piece is None else find_hex(piece.place)
        if place is not None and handbook.map.hex_type(place) is HexType.GARRISONED:
            events.append(CaptiveGone(name=name, how="delivered"))
    return tuple(events)
