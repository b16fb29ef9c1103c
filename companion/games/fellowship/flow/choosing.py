"""Fields that several steps share: markers, display boxes, lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.games.fellowship.facts.names import MarkerType, Mode, mode_of_face
from companion.games.fellowship.facts.roster import (
    DisplayBox,
    Force,
    box_title,
    display_boxes,
    forces,
)
from companion.games.fellowship.ownership import is_turned_openly, keeper_of, player_of
from companion.games.fellowship.seats import FELLOWSHIP_SEAT, owner_of, seat_word
from companion.games.fellowship.state import OFF, HiddenState, Scene
from companion.table.ids import PieceId, SeatId
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from companion.table.views import Field, Option


def select(name: str, label: str, entries: Iterable[tuple[str, str]], value: str = "") -> Field:
    """A field with a list of values and labels; a single entry is chosen from the start."""
    options = tuple(Option(value=entry, label=text) for entry, text in entries)
    chosen = value or (options[0].value if len(options) == 1 else "")
    return Field(name=name, label=label, kind="select", options=options, value=chosen)


def place_field(name: str, label: str) -> Field:
    """A field for a place of the map."""
    return Field(name=name, label=label, kind="place")


def piece_field(scene: Scene, name: str, label: str, pieces: Iterable[Piece]) -> Field:
    """A field with a list of markers, in order of their numbers.

    Prompts do not lie under the cover, so names that a seat has given do not stand here.
    """
    return select(name, label, [(str(piece.id), piece_words(piece)) for piece in pieces])


def piece_words(piece: Piece) -> str:
    """A marker in words, such as ``green at 4,f, foot``."""
    if piece.place == OFF:
        return f"{piece.colour} beside the map, {shown_mode(piece)}"
    return f"{piece.colour} at {piece.place.removeprefix('@')}, {shown_mode(piece)}"


def own_name(scene: Scene, piece: Piece) -> str:
    """The name that the viewer has given to a marker that it keeps, else empty."""
    if scene.hidden is None or keeper_of(scene.public, piece) != scene.seat:
        return ""
    return scene.hidden.names.get(piece.id, "")


def mode_of_piece(piece: Piece) -> Mode | None:
    """The mode that a marker shows; None for side 1 or a colour the game does not have."""
    owner = owner_of(piece.colour)
    if owner is None:
        return None
    return mode_of_face(seat_word(owner), piece.face)


def shown_mode(piece: Piece) -> str:
    """The mode in words, or the side where it is no mode."""
    mode = mode_of_piece(piece)
    return mode.value if mode is not None else f"side {piece.face}"


def boxes_of(scene: Scene) -> tuple[DisplayBox, ...]:
    """The boxes of the viewer's display; Saruman's lie before whoever plays his forces (6.414)."""
    return _boxes_of(scene.seat, player_of(scene.public, MarkerType.SARUMAN))


@lru_cache(maxsize=4)
def _boxes_of(seat: SeatId, plays_saruman: SeatId) -> tuple[DisplayBox, ...]:
    return tuple(
        box
        for box in display_boxes()
        if seat == (plays_saruman if box.type is MarkerType.SARUMAN else box.seat)
    )


def own_forces(scene: Scene) -> tuple[Force, ...]:
    """The cards of the viewer: its own and those that it plays for good (6.412, 6.414)."""
    public, seat = scene.public, scene.seat
    # Asked once: a screen looks through all cards several times.
    mine = {kind for kind in MarkerType if player_of(public, kind) == seat}
    turned = public.ring_public.bearer if is_turned_openly(public) else ""
    boxes = scene.hidden.boxes if scene.hidden is not None else {}
    return tuple(
        force
        for force in forces()
        if force.name in boxes
        or (seat != FELLOWSHIP_SEAT if force.name == turned else force.marker in mine)
    )


def may_come_into_play(hidden: HiddenState, card: str) -> bool:
    """Whether a card could still be mobilized: in no box, not dead, not captured (6.11, 6.22)."""
    return not (card in hidden.boxes or card in hidden.dead or card in hidden.captured)


def box_field(scene: Scene, name: str, label: str) -> Field:
    """A field with the viewer's own display boxes; where their markers stand is not said here."""
    return select(name, label, [(box.id, box_title(box)) for box in boxes_of(scene)])


def piece_of_box(table: PieceTable, hidden: HiddenState | None, box: DisplayBox) -> Piece | None:
    """The marker on the table that its owner has named with a box's label."""
    if hidden is None:
        return None
    for number, name in hidden.names.items():
        piece = table.find(number)
        if piece is not None and name == marker_name(box):
            return piece
    return None


def marker_name(box: DisplayBox) -> str:
    """What a marker is called that belongs to a box: unique over all colours."""
    return box.label if box.type == "fellowship" else box.id.replace("-", " ", 1)


def chosen_piece(scene: Scene, text: str) -> Piece | None:
    """The marker that a field names, if it is still on the table."""
    return scene.public.table.find(PieceId(int(text))) if text.isdecimal() else None
