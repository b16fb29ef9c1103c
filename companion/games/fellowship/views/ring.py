"""The Ring on the screens: in public what everybody knows, under the cover its bearer (6.4)."""

from __future__ import annotations

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.ring import HOLDER_WORDS
from companion.games.fellowship.flow.own_ring import current_number, ring_lines
from companion.games.fellowship.flow.ring_forms import ring_form
from companion.games.fellowship.rules.ring import GOALS
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import PublicState, Scene
from companion.table.views import Card, CardRow, Prompt, Region, Text, Widget


def ring_sentence(public: PublicState) -> str:
    """What everybody knows of the Ring, in one line; empty while the Fellowship controls it."""
    if public.ring == "fellowship":
        return ""
    ring = public.ring_public
    place = ring_place(public).removeprefix("@")
    goal = find_hex(GOALS.get(public.ring, ""))
    words = f"The Ring is {HOLDER_WORDS[public.ring]}"
    words += f" ({ring.bearer})" if ring.bearer else ""
    words += f" at {place}" if place else ""
    words += f", bound for {goal}." if goal is not None else "."
    if public.ring == "nobody" and not ring.bearer:
        return f"{words} Mark its hex with a marker, sticker side up."
    if ring.piece is None or public.table.find(ring.piece) is None:
        return f"{words} Put the marker that carries it there, sticker side up (side 1)."
    return words


def ring_region(scene: Scene) -> Region | None:
    """The Fellowship's tab: who bears the Ring, the number, the marks; None for others."""
    hidden = scene.hidden
    if hidden is None or scene.seat != FELLOWSHIP_SEAT:
        return None
    bearer, number = hidden.ringbearer, current_number(scene)
    widgets: list[Widget] = [
        Text(text=f"{line.text} ({line.section})", style="warning") for line in ring_lines(scene)
    ]
    if bearer:
        words = "no transfer number" if number is None else f"transfer number {number}"
        title = f"{bearer}: {words}"
    else:
        title = "The Fellowship does not bear the Ring"
    marks = tuple(
        Card(id=f"ring-marks-{name}", title=name, subtitle=f"marks: {count}")
        for name, count in sorted(hidden.ring_marks.items())
        if count
    )
    widgets.append(Text(text=title, style="heading"))
    if marks:
        widgets.append(CardRow(title="Ring marks", cards=marks))
    widgets.append(
        Prompt(
            id=None,
            sentence="Note what has changed.",
            section="6.41",
            detail=("A transfer succeeds on a roll under the number; each mark lowers it by one.",),
            form=ring_form(scene),
        )
    )
    return Region(name="ring", title="Ring", role="tab", widgets=tuple(widgets), secret=True)
