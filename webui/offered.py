"""The forms that a view offers, and which of them stand open on a seat's own screen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.views import Box, BoxGrid, CardRow, Form, Map, Prompt, Region, View, Widget


def forms_of(view: View) -> Iterator[Form]:
    """Every form of a view."""
    for region in view.regions:
        yield from _forms_in(region)


def is_open(view: View, action: str) -> bool:
    """Whether something can be pressed without lifting the cover.

    Args:
        view: of a seat.
        action: what is pressed.
    """
    return any(
        choice.action == action
        for region in view.regions
        for form in _open_forms(region)
        for choice in form.choices
    )


def _open_forms(region: Region) -> Iterator[Form]:
    """As the templates draw them: names have a cover of their own on a map, and so do its forms."""
    if region.role == "map":
        yield from (form for form in _forms_in(region) if not form.fields)
    elif not region.secret:
        yield from _forms_in(region)


def _forms_in(region: Region) -> Iterator[Form]:
    for widget in region.widgets:
        yield from _forms_of(widget)


def _forms_of(widget: Widget) -> Iterator[Form]:
    match widget:
        case Prompt():
            yield widget.form
        case CardRow():
            yield widget.form
            yield from (card.form for card in widget.cards)
        case BoxGrid():
            for box in widget.boxes:
                yield from _forms_of_box(box)
        case Map():
            yield from (piece.form for piece in widget.pieces)
        case _:
            return


def _forms_of_box(box: Box) -> Iterator[Form]:
    yield box.form
    yield from (card.form for card in box.cards)
