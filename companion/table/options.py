"""The options a game is begun with: what stood there at first, and what was filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.table.commands import Act
from companion.table.forms import read_inputs
from companion.table.ids import PUBLIC
from companion.table.values import Refusal
from companion.table.views import Form


def default_options(form: Form) -> dict[str, str]:
    """What every field of a form stands at first."""
    return {field.name: field.value for field in form.fields}


def chosen_options(form: Form, inputs: Iterable[tuple[str, str]]) -> dict[str, str] | Refusal:
    """The options as somebody filled them in, or why they cannot be taken.

    Args:
        form: `Game.options`.
        inputs: name and text of each field; a ticked field comes once for each tick.

    Returns:
        Text of every field, several ticks parted by commas. A number or a choice that was left
        empty stands as it was at first; ticks that are not there were taken away.
    """
    read = read_inputs(form, Act(seat=PUBLIC, action="begin", inputs=tuple(inputs)), lambda _: None)
    if isinstance(read, Refusal):
        return read
    return {
        field.name: _text(field.kind, field.value, read.get(field.name)) for field in form.fields
    }


def _text(kind: str, first: str, given: tuple[str, ...] | None) -> str:
    if given is not None:
        return ",".join(given)
    return "" if kind in ("ticks", "text") else first


def number_option(options: Mapping[str, str], name: str, otherwise: int) -> int:
    """A number among the options, or another where it is missing or none."""
    text = options.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else otherwise
