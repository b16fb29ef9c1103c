"""The Ring on the screens: in public what everybody knows, under the cover its bearer (6.4)."""

from __future__ import annotations

from companion.games.fellowship.box.board_places import find_hex
from companion.games.fellowship.events.ring import HOLDER_WORDS
from companion.games.fellowship.flow.own_ring import current_number, ring_lines
from companion.games.fellowship.flow.ring_forms import ring_form
from companion.games.fellowship.rules.ring import GOALS
from companion.games.fellowship.rules.ring_place import ring_place
from companion.games.fellowship.state import FELLOWSHIP_SEAT, PublicState, Scene
from companion.table.views import Card, CardRow, Region, Text, Widget


def ring_sentences(public: PublicState) -> tuple[str, ...]:
    """What everybody knows of the Ring; nothing while it is where it was at the beginning."""
    if public.ring == "fellowship":
        return ()
    ring = public.ring_public
    place = ring_place(public)
    bearer = f" in the hands of {ring.bearer}" if ring.bearer else ""
    where = f" at {place.removeprefix('@')}" if place else ""
    lines = [f"The Ring is {HOLDER_WORDS[public.ring]}{bearer}{where}."]
    if public.ring == "nobody":
        lines.append("Mark its hex on the map with a marker, sticker side up.")
    elif ring.piece is None or public.table.find(ring.piece) is None:
        lines.append("Put the marker that carries it sticker side up (side 1) on the map.")
    goal = find_hex(GOALS.get(public.ring, ""))
    if goal is not None:
        lines.append(f"It has to go to {goal} by the fastest route (6.414, 6.415).")
    lines.append("The Fellowship moves Saruman's forces, and may block features (6.413, 6.414).")
    return tuple(lines)


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
    widgets.append(
        CardRow(title=title, cards=marks, note="Only you see this.", form=ring_form(scene))
    )
    widgets.append(
        Text(
            text="A transfer succeeds on a roll under the number. Each mark lowers it by one.",
            style="quiet",
        )
    )
    return Region(name="ring", title="Ring", role="tab", widgets=tuple(widgets), secret=True)
