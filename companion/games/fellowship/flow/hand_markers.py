"""Putting any marker right by hand, the opponent's too: on the public map, before everybody.

What stands on the table is for both to see, so either seat may say it; the log and every screen
name who did. What a marker is stays its owner's affair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.fellowship.box.board_places import moved_to
from companion.games.fellowship.events.play import Noted, Reminded
from companion.games.fellowship.flow.choosing import piece_field, piece_words, place_field, select
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.ownership import keeper_of
from companion.games.fellowship.seats import seat_word
from companion.games.fellowship.state import Scene
from companion.table.commands import Act
from companion.table.events import Event, MarkerMoved, MarkerRemoved, MarkerTurned
from companion.table.ids import PieceId
from companion.table.values import Piece, Refusal
from companion.table.views import Choice, Form

_FACES: Final = range(1, 7)


def markers_form(scene: Scene) -> Form:
    """Saying of any marker that it stands elsewhere, shows another side or is off the map."""
    pieces = tuple(scene.public.table.pieces.values())
    if not pieces:
        return Form()
    return Form(
        fields=(
            piece_field(scene, "piece", "Marker", pieces),
            place_field("place", "Stands at"),
            select("face", "Side up", [("", "as it is"), *((str(f), f"side {f}") for f in _FACES)]),
        ),
        choices=(
            Choice(action="hand-right", label="Put it so", detail="Everybody is told."),
            Choice(action="hand-off", label="It is off the map", detail="Everybody is told."),
        ),
    )


def _right(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece = _piece(scene, answer)
    if isinstance(piece, Refusal):
        return piece
    place, face = answer.text("place"), answer.number("face")
    changes: list[Event] = []
    if place and place != piece.place:
        changes.append(MarkerMoved(piece=moved_to(piece, place)))
    if face is not None and face != piece.face:
        changes.append(MarkerTurned(piece=piece.id, face=face))
    if not changes:
        text = "Expected where it stands or which side is up, other than the map shows."
        return Refusal(code="bad-input", text=text)
    return (*_told(scene, piece), *changes)


def _off(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    piece = _piece(scene, answer)
    if isinstance(piece, Refusal):
        return piece
    return (*_told(scene, piece), MarkerRemoved(piece=piece.id))


def _piece(scene: Scene, answer: Answer) -> Piece | Refusal:
    number = answer.number("piece")
    piece = None if number is None else scene.public.table.find(number)
    if piece is None:
        return Refusal(code="bad-input", text="Expected which marker. Choose one.")
    return piece


def _told(scene: Scene, piece: Piece) -> tuple[Event, ...]:
    """Who does it stands in the log; of another's marker every screen says it at once."""
    who = seat_word(scene.seat).title()
    text = f"By hand, the {who} puts right the marker {piece_words(piece)}."
    if keeper_of(scene.public, piece) == scene.seat:
        return (Noted(text=text),)
    return (Noted(text=text), Reminded(text=text))


MARKER_VERBS: Final[dict[str, Callable[[Scene, str, Answer], Events | Refusal]]] = {
    "hand-right": _right,
    "hand-off": _off,
}


def pieces_put_right(act: Act, events: Events) -> tuple[PieceId, ...]:
    """The markers that an act puts right, none for any other act: a correction is no move."""
    if act.action not in MARKER_VERBS:
        return ()
    marks = (MarkerMoved, MarkerTurned, MarkerRemoved)
    return tuple(dict.fromkeys(_number_of(one) for one in events if isinstance(one, marks)))


def _number_of(event: MarkerMoved | MarkerTurned | MarkerRemoved) -> PieceId:
    return event.piece.id if isinstance(event, MarkerMoved) else event.piece
