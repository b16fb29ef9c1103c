"""Display boxes that go on in another, and blank cards in them (4.1); under the cover."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.fellowship.events.secret import BlanksLaid, BoxChained
from companion.games.fellowship.facts.roster import box_title, forces_of
from companion.games.fellowship.flow.choosing import box_field, boxes_of, select
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.seats import seat_word
from companion.games.fellowship.state import HiddenState, Scene
from companion.table.ids import SeatId
from companion.table.values import Refusal
from companion.table.views import Choice, Field, Form

CARDS_OF_A_SIDE: Final = 50
"""Cards that each player has, blank ones among them (3.2)."""


def blanks_of(seat: SeatId) -> int:
    """Cards of a player's fifty that are neither character, minion nor thing (3.2, 4.1)."""
    return CARDS_OF_A_SIDE - len(forces_of(seat_word(seat)))


def chain_form(scene: Scene) -> Form:
    """Which box goes on where, and how many blank cards lie in it."""
    if scene.hidden is None:
        return Form()
    titles = [(box.id, box_title(box)) for box in boxes_of(scene)]
    return Form(
        fields=(
            box_field(scene, "box", "Display box"),
            select("into", "Goes on in", [("", "no other"), *titles]),
            Field(
                name="blanks",
                label="Blank cards",
                kind="number",
                value="0",
                minimum=0,
                maximum=blanks_of(scene.seat),
            ),
        ),
        choices=(
            Choice(action="chain", label="It goes on there", detail="Only you see this."),
            Choice(action="blanks", label="So many blanks", detail="Only you see this."),
        ),
    )


def has_cards(hidden: HiddenState, box: str) -> bool:
    """Whether a box, with those in which it goes on, holds a card: else its marker is a rumor."""
    return any(hidden.cards_in(part) for part in hidden.chain_of(box))


def _chain(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    box, into = answer.text("box"), answer.text("into")
    types = {one.id: one.type for one in boxes_of(scene)}
    if box not in types:
        return _missing()
    circular = scene.hidden is not None and box in scene.hidden.chain_of(into)
    if into and (types.get(into) is not types[box] or circular):
        text = "Expected another box of the same colour that does not lead back. Choose another."
        return Refusal(code="bad-input", text=text, section="4.1")
    return (BoxChained(seat=scene.seat, box=box, into=into),)


def _blanks(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    box = answer.text("box")
    if not box:
        return _missing()
    count = answer.number("blanks") or 0
    laid = {} if scene.hidden is None else scene.hidden.blanks
    left = blanks_of(scene.seat) - sum(number for one, number in laid.items() if one != box)
    if count > left:
        text = f"Expected at most the {left} blank cards that lie nowhere else, got {count}."
        return Refusal(code="bad-input", text=text, section="3.2, 4.1")
    return (BlanksLaid(seat=scene.seat, box=box, count=count),)


def _missing() -> Refusal:
    return Refusal(code="bad-input", text="Expected a box. Choose one.", section="4.1")


CHAIN_VERBS: Final[dict[str, Callable[[Scene, str, Answer], Events | Refusal]]] = {
    "chain": _chain,
    "blanks": _blanks,
}
"""What follows from the choices of this form."""
