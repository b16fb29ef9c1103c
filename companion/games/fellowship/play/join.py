"""Markers of one kind in one hex become one (7.8)."""

from __future__ import annotations

import msgspec

from companion.board.hexes import Direction
from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.agreed import EscortPassed
from companion.games.fellowship.events.movement import (
    JoinNoted,
    JoinSet,
    JoinWork,
    KnowledgeJoined,
    join_work,
)
from companion.games.fellowship.events.play import (
    ExpectationSet,
    KnowledgeLost,
    Noted,
)
from companion.games.fellowship.events.ring import RingJoined
from companion.games.fellowship.facts.names import HexType, Mode, place_words
from companion.games.fellowship.flow.choosing import mode_of_piece, piece_field, place_field
from companion.games.fellowship.flow.flow import Flow, flag
from companion.games.fellowship.flow.steps import Answer, Ask, Events, Handler
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.ownership import moved_by
from companion.games.fellowship.rules.movement_markers import (
    crowded_guardians,
    joined_face,
    joining,
)
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.rules.retreat import dormant_retreat_options
from companion.games.fellowship.rules.retreat_ways import retreat_labels
from companion.games.fellowship.rules.ring_place import STICKER_SIDE, in_mode, is_carrier
from companion.games.fellowship.rules.search_where import hexes_at, is_ship
from companion.games.fellowship.seats import ENEMY_SEAT, FELLOWSHIP_SEAT, side_of
from companion.games.fellowship.state import Expected, Known, PublicState, Scene
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import Change
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_replace = msgspec.structs.replace


class JoinMarkers(Handler):
    """Like markers in one hex become one; it waits only if everybody sees two of them (7.8).

    Args:
        seat: whose markers.
        ends_player_turn: after the combat phase; flyers of the Fellowship land then (7.6).
    """

    def __init__(self, seat: SeatId, *, ends_player_turn: bool = False) -> None:
        self._seat = seat
        self._ends = ends_player_turn

    def enter(self, scene: Scene) -> Events:
        """What has to join, and what is known of it afterwards."""
        flow = Flow(scene)
        sets = tuple(
            _join_set(scene.public, pieces)
            for pieces in _joining(scene.public, scene.handbook, self._seat)
        )
        flow.add(JoinNoted(work=JoinWork(sets=sets)))
        for one in sets:
            known = _joined_knowledge(scene.public, one.pieces)
            flow.add(KnowledgeJoined(pieces=one.pieces, known=known))
        flies = not scene.public.switches.simple_movement
        if self._ends and self._seat == FELLOWSHIP_SEAT and flies:
            # Without modes nobody flies, whatever side is up (14.1).
            for piece in scene.public.pieces_of(self._seat):
                if mode_of_piece(piece) is Mode.FLYING:
                    where = place_words(piece.place)
                    text = f"The flight of the marker at {where} ends: turn its side 3 (foot) up."
                    expected = Expected(piece=piece.id, what="turn", text=text, face=3)
                    flow.add(ExpectationSet(expected=expected))
        return flow.events

    def finished(self, public: PublicState, handbook: Handbook) -> bool:
        """No two like markers stand in one hex."""
        mine = moved_by(public, self._seat)
        crowded = join_work(public).crowded is not None
        joined = _joining(public, handbook, self._seat)
        return not crowded and not joined and not crowded_guardians(mine)

    def judges(self, public: PublicState, seat: SeatId) -> bool:
        """Its own side's markers."""
        return seat == self._seat

    def ask(self, scene: Scene) -> Ask:
        """Make one of them, or say that they are too many."""
        work = join_work(scene.public)
        if work.crowded is not None:
            return self._ask_hex(scene, work.crowded)
        if scene.seat != self._seat:
            who = self._seat.title()
            return Ask(key="join", sentence=f"The {who} combines markers.", section="7.8")
        mine = moved_by(scene.public, self._seat)
        joined = _joining(scene.public, scene.handbook, self._seat)
        lines = [_what_is_left(scene.public, pieces) for pieces in joined]
        lines += [
            f"{place_words(pieces[0].place)}: only one Guardian marker may end there."
            for pieces in crowded_guardians(mine)
        ]
        if joined and self._seat == ENEMY_SEAT:
            lines.append("A fell creature without a rider stays apart.")
        form = Form()
        # Havens have no limit of seven.
        pieces = [
            piece for found in joined for piece in found if not _is_in_haven(scene.handbook, piece)
        ]
        if self._seat == FELLOWSHIP_SEAT and pieces:
            seven = Choice(
                action="seven",
                label="They are more than seven",
                detail="This marker leaves; the Enemy picks the hex.",
                section="7.8",
            )
            form = Form(
                fields=(piece_field(scene, "piece", "Marker that leaves", pieces),),
                choices=(seven,),
            )
        return Ask(
            key="join",
            sentence="Combine your markers that stand in one hex.",
            section="7.8",
            detail=tuple(lines),
            form=form,
            done="Leave them as they are",
            done_weight="grave",
            asked=True,
        )

    def _ask_hex(self, scene: Scene, piece: PieceId) -> Ask:
        key = f"seven-{piece}"
        open_hexes = _open_to(scene, scene.public.standing(piece))
        if scene.seat != ENEMY_SEAT:
            sentence = "The Enemy names the hex for a marker of more than seven."
            return Ask(key=key, sentence=sentence, section="7.8", lit=(piece,), places=open_hexes)
        where = f"It could go to {', '.join(open_hexes)}." if open_hexes else ""
        return Ask(
            key=key,
            sentence="More than seven stand together: name the adjacent hex for this marker.",
            section="7.8",
            detail=(where,) if where else (),
            places=open_hexes,
            form=Form(
                fields=(place_field("hex", "Adjacent hex"),),
                choices=(Choice(action="hex", label="There", weight="primary"),),
            ),
            asked=True,
            lit=(piece,),
        )

    def act(self, scene: Scene, answer: Answer) -> Events | Refusal:
        """One of more than seven leaves, and the Enemy says where to (7.8)."""
        work = join_work(scene.public)
        if work.crowded is None:
            text = answer.text("piece")
            if not text.isdecimal():
                return Refusal(code="bad-input", text="Pick the marker that leaves.", section="7.8")
            return (JoinNoted(work=_replace(work, crowded=PieceId(int(text)))),)
        piece = scene.public.standing(work.crowded)
        place = find_hex(answer.text("hex"))
        here = find_hex(piece.place) if piece is not None else None
        if piece is None or here is None:
            return (JoinNoted(work=_replace(work, crowded=None)),)
        if place is None or here.distance(place) != 1:
            text = f"Name a hex next to {here}, such as {here.neighbour(Direction.SOUTH)}."
            return Refusal(code="bad-input", text=text, section="7.8")
        open_hexes = _open_to(scene, piece)
        if open_hexes and place.label not in {label.partition(":")[0] for label in open_hexes}:
            text = f"That marker could not move to {place}. Name one of {', '.join(open_hexes)}."
            return Refusal(code="rule", text=text, section="7.8")
        text = f"Put the {piece.colour} marker from {piece.place} to {place}."
        expected = Expected(piece=piece.id, what="move", text=text, place=place.label)
        return (
            JoinNoted(work=_replace(work, crowded=None)),
            ExpectationSet(expected=expected),
        )

    def sighting(self, scene: Scene, seen: tuple[Change, ...]) -> Events:
        """Markers that are left show the right side; other changes have no room here."""
        flow = Flow(scene)
        for change in seen:
            if change.after is None or change.before is None:
                continue
            if change.before.place != change.after.place:
                text = (
                    f"The {change.after.colour} marker went from {change.before.place} to "
                    f"{change.after.place} while markers combine."
                )
                flag(flow, change.after, change.before, Breach(text.replace("@", ""), "7.8"))
        for one in join_work(scene.public).sets:
            left = [p for number in one.pieces if (p := scene.public.standing(number))]
            if len(left) == 1:
                flow.add(*_captives_passed(scene.public, one, left[0].id))
            ring = flow.public.ring_public
            if len(left) == 1 and one.carries and (ring.piece, ring.face) != (left[0].id, one.mode):
                flow.add(RingJoined(piece=left[0].id, face=one.mode))
            if len(left) == 1 and one.face not in (0, left[0].face):
                where = place_words(one.place)
                text = f"Turn the marker at {where} to its {side_of(left[0], one.face)}."
                expected = Expected(piece=left[0].id, what="turn", text=text, face=one.face)
                if expected not in flow.public.expected:
                    flow.add(ExpectationSet(expected=expected))
        return flow.events

    def gone(self, scene: Scene, pieces: tuple[PieceId, ...]) -> Events:
        """One of more than seven that has left the map needs no hex."""
        work = join_work(scene.public)
        if work.crowded not in pieces:
            return ()
        return (JoinNoted(work=_replace(work, crowded=None)),)

    def leave(self, scene: Scene) -> Events | Refusal:
        """Against the rule, and noted; each is known for what it was known for before."""
        flow = Flow(scene)
        for one in join_work(scene.public).sets:
            standing = [number for number in one.pieces if scene.public.standing(number)]
            if len(standing) > 1:
                flow.add(*(KnowledgeLost(piece=number) for number in one.new_to))
        text = f"The {self._seat.title()} leaves markers uncombined."
        flow.add(Noted(text=text, section="7.8"))
        return flow.events


def _join_set(public: PublicState, pieces: tuple[Piece, ...]) -> JoinSet:
    """What becomes of markers that join; one with the Ring stays sticker side up (6.4)."""
    carries = any(is_carrier(public, piece) for piece in pieces)
    mode = joined_face([in_mode(public, piece) for piece in pieces])
    shown = 0 if public.switches.simple_movement else mode
    return JoinSet(
        place=pieces[0].place,
        pieces=tuple(piece.id for piece in pieces),
        face=STICKER_SIDE if carries else shown,
        mode=mode,
        carries=carries,
        new_to=tuple(piece.id for piece in pieces if piece.id not in public.known),
    )


def _what_is_left(public: PublicState, pieces: tuple[Piece, ...]) -> str:
    """One line about markers that have to join."""
    one = _join_set(public, pieces)
    place, colour = place_words(one.place), pieces[0].colour
    if one.carries:
        return f"{place}: leave one {colour} marker, sticker side up, for it has the Ring."
    if not one.face:
        return f"{place}: leave one {colour} marker."
    return f"{place}: leave one {colour} marker, {side_of(pieces[0], one.face)} up."


def _joining(
    public: PublicState, handbook: Handbook, seat: SeatId
) -> tuple[tuple[Piece, ...], ...]:
    """The seat's markers that must become one, as the map has land and sea."""

    def at_sea(piece: Piece) -> bool:
        shown = in_mode(public, piece)
        return any(is_ship(public, handbook, shown, place) is True for place in hexes_at(piece))

    return joining(moved_by(public, seat), at_sea)


def _open_to(scene: Scene, piece: Piece | None) -> tuple[str, ...]:
    """Adjacent hexes to which a marker could normally move, by what everybody sees (7.8)."""
    if piece is None:
        return ()
    return retreat_labels(scene.public, scene.handbook, piece, dormant_retreat_options)


def _is_in_haven(handbook: Handbook, piece: Piece) -> bool:
    place = find_hex(piece.place)
    return place is not None and handbook.map.hex_type(place) is HexType.HAVEN


def _captives_passed(
    public: PublicState, joined: JoinSet, left: PieceId
) -> tuple[EscortPassed, ...]:
    """Captives of a marker that was taken off go on with the one that is left (15.31)."""
    return tuple(
        EscortPassed(before=piece, after=left)
        for piece in dict.fromkeys(number for _, number in public.escorts)
        if piece in joined.pieces and piece != left
    )


def _joined_knowledge(public: PublicState, pieces: tuple[PieceId, ...]) -> Known | None:
    """A group among them makes it a group; all rumors make a rumor (7.8)."""
    known = [public.known.get(piece) for piece in pieces]
    if "group" in known:
        return "group"
    return "rumor" if all(found == "rumor" for found in known) else None
