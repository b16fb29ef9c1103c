"""The seat's own display: its boxes, the cards in them, the markers that belong to them (3.3)."""

from __future__ import annotations

from companion.games.fellowship.facts.names import MarkerType
from companion.games.fellowship.facts.roster import (
    DisplayBox,
    box_title,
    find_display_box,
    find_force,
)
from companion.games.fellowship.flow.anytime_forms import box_forms
from companion.games.fellowship.flow.chain_form import chain_form, has_cards
from companion.games.fellowship.flow.choosing import boxes_of, piece_of_box, shown_mode
from companion.games.fellowship.flow.own_warnings import own_warnings
from companion.games.fellowship.state import Scene
from companion.table.values import Piece
from companion.table.views import Box, BoxGrid, Card, Form, Prompt, Region, Text, Widget

_TITLES = {
    MarkerType.FELLOWSHIP: "Fellowship A to N",
    MarkerType.SAURONIC: "Sauronic 1 to 12",
    MarkerType.SARUMAN: "Saruman 1 to 5",
    MarkerType.GUARDIAN: "Guardians",
}


def boxes_region(scene: Scene) -> Region:
    """The display boxes of the viewer, under the cover."""
    grids: list[Widget] = [
        Text(text=f"{line.text} ({line.section})" if line.section else line.text, style="warning")
        for line in own_warnings(scene)
    ]
    forms = box_forms(scene)
    for kind, title in _TITLES.items():
        boxes = tuple(
            _box(scene, box, forms[box.id]) for box in boxes_of(scene) if box.type is kind
        )
        if boxes:
            grids.append(BoxGrid(title=title, boxes=boxes, note="Only you see this."))
    grids.append(
        Prompt(
            id=None,
            sentence="A group too large for its box, or blank cards so that nobody can count.",
            section="4.1",
            form=chain_form(scene),
        )
    )
    return Region(name="boxes", title="Boxes", role="tab", widgets=tuple(grids), secret=True)


def _box(scene: Scene, box: DisplayBox, form: Form) -> Box:
    piece = piece_of_box(scene.public.table, scene.hidden, box)
    hidden = scene.hidden
    cards = hidden.cards_in(box.id) if hidden is not None else ()
    kind = "group" if hidden is not None and has_cards(hidden, box.id) else "rumor"
    return Box(
        id=box.id,
        title=box_title(box),
        where=_where(scene, box, piece),
        kind=kind if piece is not None or cards else "",
        cards=tuple(_card(name) for name in cards),
        form=form,
    )


def _where(scene: Scene, box: DisplayBox, piece: Piece | None) -> str:
    """Where the marker of a box stands, or the box in which it lies (4.1)."""
    hidden = scene.hidden
    blanks = hidden.blanks.get(box.id, 0) if hidden is not None else 0
    words = f"{piece.place.removeprefix('@')}, {shown_mode(piece)}" if piece else "no marker"
    if hidden is not None:
        before = next((one for one, into in hidden.chains.items() if into == box.id), "")
        if before:
            words = f"marker in box {_title(before)}"
        if box.id in hidden.chains:
            words += f", goes on in box {_title(hidden.chains[box.id])}"
    return f"{words}, {blanks} blank" if blanks else words


def _title(box_id: str) -> str:
    box = find_display_box(box_id)
    return box_title(box) if box is not None else box_id


def _card(name: str) -> Card:
    force = find_force(name)
    race = force.race if force is not None else None
    return Card(id=name, title=name, subtitle=race.value.title() if race is not None else "")
