"""Reading what a seat has filled in: every field is checked against the form that was offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.table.commands import Act
from companion.table.values import Refusal
from companion.table.views import Field, Form

MAX_TEXT: Final = 500
"""Longest text of one field, in characters."""


def read_inputs(
    form: Form, act: Act, place_of: Callable[[str], str | None]
) -> Mapping[str, tuple[str, ...]] | Refusal:
    """The fields of a form as an act gives them; empty fields are left out.

    Args:
        form: what was offered.
        act: what came.
        place_of: the canonical label of a place, or None for a place that the board does not have.
    """
    read: dict[str, tuple[str, ...]] = {}
    for field in form.fields:
        texts = tuple(text for given in act.all_inputs(field.name) if (text := _visible(given)))
        if not texts:
            continue
        if len(texts) > 1 and field.kind != "ticks":
            return _bad(f"{field.label}: expected one answer, got {len(texts)}. Give one.")
        checked = _check(field, texts, place_of)
        if isinstance(checked, Refusal):
            return checked
        read[field.name] = checked
    return read


def _visible(text: str) -> str:
    """A text without blanks around it and without characters that nobody sees.

    Line ends, direction marks and the like could make one line of a log look like another.
    """
    return "".join(one for one in text if one.isprintable()).strip()


def _check(
    field: Field, texts: tuple[str, ...], place_of: Callable[[str], str | None]
) -> tuple[str, ...] | Refusal:
    if any(len(text) > MAX_TEXT for text in texts):
        return _bad(f"{field.label}: expected at most {MAX_TEXT} characters. Shorten it.")
    match field.kind:
        case "number":
            return _check_number(field, texts[0])
        case "select" | "ticks":
            return _check_options(field, texts)
        case "place":
            label = place_of(texts[0])
            if label is None:
                return _bad(
                    f"{field.label}: expected a place of the map such as 12,e, got {texts[0]!r}. "
                    "Tap it on the map or type it again."
                )
            return (label,)
        case "text":
            return texts


def _check_number(field: Field, text: str) -> tuple[str, ...] | Refusal:
    digits = text.removeprefix("-")
    limits = f" from {field.minimum} to {field.maximum}" if field.minimum is not None else ""
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 9:
        return _bad(f"{field.label}: expected a number{limits}, got {text!r}. Type it again.")
    number = int(text)
    low = field.minimum is not None and number < field.minimum
    high = field.maximum is not None and number > field.maximum
    if low or high:
        return _bad(f"{field.label}: expected a number{limits}, got {number}. Type it again.")
    return (str(number),)


def _check_options(field: Field, texts: tuple[str, ...]) -> tuple[str, ...] | Refusal:
    known = {option.value for option in field.options}
    unknown = [text for text in texts if text not in known]
    if unknown:
        text = f"{field.label}: {unknown[0]!r} is not one of the entries any more. Choose again."
        # The entries may be cards that the seat hides.
        return Refusal(code="bad-input", text=text, private=True)
    # One entry is one card or one marker, however often a request names it.
    return texts if field.repeats else tuple(dict.fromkeys(texts))


def _bad(text: str) -> Refusal:
    return Refusal(code="bad-input", text=text)
