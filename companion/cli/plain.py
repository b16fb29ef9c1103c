"""A view as plain text, for people who look at a journal in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.table.views import (
    BoxGrid,
    Card,
    CardRow,
    Explained,
    Log,
    Map,
    Prompt,
    Status,
    Table,
    Text,
    Track,
    View,
    Widget,
)


def view_lines(view: View) -> Iterator[str]:
    """The lines of a view, region by region."""
    yield view.title
    for region in view.regions:
        yield ""
        if region.title:
            yield f"{region.title}:"
        for widget in region.widgets:
            for line in widget_lines(widget):
                yield f"  {line}"


def widget_lines(widget: Widget) -> Iterator[str]:  # noqa: C901 - one short case for each widget
    """The lines of one widget."""
    match widget:
        case Prompt():
            yield f"> {widget.sentence}"
            yield from widget.detail
            yield from (f"[{choice.label}]" for choice in widget.form.choices)
        case Status():
            yield f"{widget.turn}, {widget.player_turn}: {widget.step} {widget.sample}".rstrip()
        case Track():
            yield " ".join(
                f"<{space.label}>" if space.current else space.label for space in widget.spaces
            )
        case Table():
            yield f"{widget.title}: {' | '.join(widget.columns)}"
            yield from (f"{row.label}: {' | '.join(row.cells)}" for row in widget.rows)
        case Explained():
            yield f"{widget.title}: {widget.total} gives {widget.result} {widget.meaning}".rstrip()
            yield from (f"  {part.label} {part.value:+d} {part.reason}" for part in widget.parts)
        case CardRow():
            yield f"{widget.title}: {_cards(widget.cards)}"
        case BoxGrid():
            yield from (f"{box.title} {box.where}: {_cards(box.cards)}" for box in widget.boxes)
        case Map():
            yield from (
                f"{piece.place}: {piece.colour} {piece.mode} {piece.name}".rstrip()
                for piece in widget.pieces
            )
        case Text():
            yield widget.text
        case Log():
            yield from (f"{line.number}. {line.text}" for line in widget.lines)
        case _:
            assert_never(widget)


def _cards(cards: tuple[Card, ...]) -> str:
    return ", ".join("(face down)" if card.back else card.title for card in cards) or "nothing"
