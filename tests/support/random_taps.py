"""Taps of a player who reads nothing: any choice that a view offers, fields filled in at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.table.commands import Act
from companion.table.ids import PromptId
from companion.table.views import (
    BoxGrid,
    CardRow,
    Field,
    Form,
    Map,
    Prompt,
    View,
    Widget,
)


def forms(view: View) -> Iterator[tuple[PromptId | None, Form]]:
    """Every form of a view, with the prompt that it answers."""
    for region in view.regions:
        for widget in region.widgets:
            yield from _forms(widget)


def _forms(widget: Widget) -> Iterator[tuple[PromptId | None, Form]]:
    match widget:
        case Prompt():
            yield widget.id, widget.form
        case CardRow():
            yield None, widget.form
            yield from ((None, card.form) for card in widget.cards)
        case BoxGrid():
            for box in widget.boxes:
                yield None, box.form
                yield from ((None, card.form) for card in box.cards)
        case Map():
            yield from ((None, piece.form) for piece in widget.pieces)
        case _:
            pass


def roll_wanted(view: View) -> Prompt | None:
    """The prompt for a roll that this viewer may give by hand."""
    for region in view.regions:
        for widget in region.widgets:
            if isinstance(widget, Prompt) and widget.roll is not None and widget.roll.may_give:
                return widget
    return None


def any_tap(view: View, choose: random.Random, places: tuple[str, ...]) -> Act | None:
    """One tap on what a view offers, None if it offers nothing; prompts are answered more often.

    Args:
        view: a seat's view.
        choose: where the choice comes from.
        places: what is typed into fields for places.
    """
    offers = [(prompt, form, choice) for prompt, form in forms(view) for choice in form.choices]
    asked = [offer for offer in offers if offer[0] is not None]
    if not offers:
        return None
    prompt, form, choice = choose.choice(asked if asked and choose.random() < 0.6 else offers)
    return Act(
        seat=view.seat, prompt=prompt, action=choice.action, inputs=_filled(form, choose, places)
    )


def _filled(
    form: Form, choose: random.Random, places: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, _value(field, choose, places)) for field in form.fields)


def _value(field: Field, choose: random.Random, places: tuple[str, ...]) -> str:
    match field.kind:
        case "select" | "ticks":
            return choose.choice(field.options).value if field.options else ""
        case "number":
            low = 0 if field.minimum is None else field.minimum
            return str(
                choose.randint(low, max(low, 10 if field.maximum is None else field.maximum))
            )
        case "place":
            return choose.choice(places)
        case "text":
            return choose.choice(("", "words"))
