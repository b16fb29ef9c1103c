"""Captured Hobbits (15.31): getting away on a 1, an attack on their captors, a Garrisoned hex.

Captors on a hexside stand in both of its hexes, as markers do for searches (7.33, 10.1): a group in
either may fall on them, and the fight is in the hex of that group.
"""

from __future__ import annotations

import msgspec

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.agreed import (
    ATTACK_ON_CAPTORS,
    CaptiveGone,
    EscapesNoted,
    escapes_left,
)
from companion.games.fellowship.events.lent import CaptiveBack
from companion.games.fellowship.events.play import FightStarted, Noted, Reminded
from companion.games.fellowship.facts.names import HexType
from companion.games.fellowship.flow.choosing import chosen_piece, piece_field
from companion.games.fellowship.flow.steps import GAME_ROLL, Answer, Ask, Events, Handler, d10
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.abilities import hobbit_escapes
from companion.games.fellowship.rules.search_where import in_one_hex
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT
from companion.games.fellowship.state import Fight, PublicState, Scene
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal, Roll
from companion.table.views import Choice, Form


class Captives(Handler):
    """One roll for each captured Hobbit; everybody knows who has been captured."""

    def enter(self, scene: Scene) -> Events:
        """Who may try now, and captives of whom nobody can say where they are."""
        public = scene.public
        if not public.captives or public.held:
            # Who goes back to the step does not try again.
            return ()
        return (EscapesNoted(left=public.captives), *_nowhere(public))

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
            back = CaptiveBack(seat=FELLOWSHIP_SEAT, name=name)
            return (tried, CaptiveGone(name=name, how="escaped"), back)
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
            detail=_on_hexsides(scene.public, pieces),
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


def _nowhere(public: PublicState) -> Events:
    """Captives whose marker has left the map: the Enemy says which one has them now."""
    lost = list(public.captives)
    for name, number in public.escorts:
        if public.standing(number) is not None and name in lost:
            lost.remove(name)
    if not lost:
        return ()
    names = ", ".join(lost)
    text = f"Enemy: say in the tab By hand which marker has these captives with it: {names}."
    return (Reminded(text=text, section="15.31"),)


def _rescuers(public: PublicState) -> tuple[Piece, ...]:
    """The Fellowship's markers in a hex of captors that have not attacked them yet."""
    attacked = {fight.piece for fight in public.fights if fight.cause == ATTACK_ON_CAPTORS}
    escorts = _escorts(public)
    return tuple(
        piece
        for piece in public.pieces_of(FELLOWSHIP_SEAT)
        if piece.id not in attacked and any(in_one_hex(piece.place, one.place) for one in escorts)
    )


def _on_hexsides(public: PublicState, pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    """Which of them would attack captors who stand on a hexside of their hex."""
    sides = {
        escort.place
        for escort in _escorts(public)
        for piece in pieces
        if "/" in escort.place and in_one_hex(piece.place, escort.place)
    }
    return tuple(f"Captors block {place}; you fight them in your hex." for place in sorted(sides))


def _escorts(public: PublicState) -> tuple[Piece, ...]:
    """The markers with captives that stand on the map, each once."""
    numbers = dict.fromkeys(number for _, number in public.escorts)
    found = (public.standing(number) for number in numbers)
    return tuple(piece for piece in found if piece is not None)


def captors_at(public: PublicState, fight: Fight) -> tuple[tuple[PieceId, ...], bool]:
    """The markers with captives where a fight is, and whether everybody sees that they are in it.

    Whoever falls on captors fights them; so does whoever meets the only Enemy marker there is, or
    the one that blocks the hexside. Where others stand there too, nobody but the Enemy knows.
    """
    here = tuple(one.id for one in _escorts(public) if in_one_hex(fight.place, one.place))
    met = tuple(one.id for one in _who_is_met(public, fight.place))
    return here, fight.cause == ATTACK_ON_CAPTORS or met == here


def _who_is_met(public: PublicState, place: str) -> tuple[Piece, ...]:
    """The Enemy's markers that a group meets: who blocks the hexside, or whoever is in the hex."""
    found = public.pieces_of(ENEMY_SEAT)
    if "/" in place:
        return tuple(one for one in found if one.place == place)
    return tuple(one for one in found if in_one_hex(place, one.place))


def delivered_captives(public: PublicState, handbook: Handbook) -> Events:
    """Captives whose escort stands in a Garrisoned hex at the end of a turn, by the map (15.31)."""
    events: list[Event] = []
    for name, number in public.escorts:
        piece = public.standing(number)
        place = None if piece is None else find_hex(piece.place)
        if place is not None and handbook.map.hex_type(place) is HexType.GARRISONED:
            events.append(CaptiveGone(name=name, how="delivered"))
    return tuple(events)
