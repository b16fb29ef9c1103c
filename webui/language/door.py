"""Views in the language of a screen: which parts of a widget are text, and their translation.

A view is built in English and compared, written down and exported in English. What a screen shows
of it is translated here, and from what that screen was to get anyhow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from companion.table.views import (
    Box,
    BoxGrid,
    Card,
    CardRow,
    Choice,
    Explained,
    Field,
    Form,
    Log,
    LogLine,
    Map,
    MapPiece,
    Option,
    Part,
    Prompt,
    Region,
    RollWanted,
    Status,
    Table,
    TableRow,
    Text,
    Track,
    TrackSpace,
    View,
)

_S = TypeVar("_S", bound=msgspec.Struct)

TEXTS: Final[Mapping[type[msgspec.Struct], frozenset[str]]] = MappingProxyType(
    {
        Box: frozenset({"title", "where", "kind"}),
        BoxGrid: frozenset({"title", "note"}),
        Card: frozenset({"title", "subtitle", "states", "opens"}),
        CardRow: frozenset({"title", "note"}),
        Choice: frozenset({"label", "detail", "section"}),
        Explained: frozenset({"title", "result", "meaning", "source", "section"}),
        Field: frozenset({"label"}),
        Form: frozenset(),
        Log: frozenset(),
        LogLine: frozenset({"text", "section"}),
        Map: frozenset({"note"}),
        MapPiece: frozenset({"name", "known"}),
        Option: frozenset({"label"}),
        Part: frozenset({"label", "reason", "section"}),
        Prompt: frozenset({"sentence", "detail", "section"}),
        Region: frozenset({"title"}),
        RollWanted: frozenset({"die", "note"}),
        Status: frozenset({"turn", "player_turn", "step", "sample", "verdict", "section"}),
        Table: frozenset({"title", "columns", "note"}),
        TableRow: frozenset({"label", "cells"}),
        Text: frozenset({"text"}),
        Track: frozenset({"title"}),
        TrackSpace: frozenset({"label", "note"}),
        View: frozenset({"title"}),
    }
)
"""The parts of each value of a view that are texts. A mode and a colour of a marker are also names
of drawings, so that the templates translate them; names on the map are its owner's."""

COLOUR_NAMES: Final = ("red", "black", "white", "green", "blue", "yellow", "grey", "brown")
"""Colours that a scheme of stickers can give its cubes; other ones keep their English names."""


def translated(value: _S, say: Callable[[str], str]) -> _S:
    """A value of a view with its texts translated; the same value where none of them changes.

    Args:
        value: a view, a region, a widget, or what is in one.
        say: translates a text.
    """
    texts = TEXTS.get(type(value))
    if texts is None:
        return value
    changed: dict[str, object] = {}
    for name in value.__struct_fields__:
        held = getattr(value, name)
        new = _part(held, say, is_text=name in texts)
        if new is not held:
            changed[name] = new
    return msgspec.structs.replace(value, **changed) if changed else value


def texts_in(value: msgspec.Struct) -> Iterator[str]:
    """Every text of a value of a view that a screen translates."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    translated(value, note)
    yield from found


def _part(held: object, say: Callable[[str], str], *, is_text: bool) -> object:
    if isinstance(held, str):
        return say(held) if is_text and held else held
    if isinstance(held, msgspec.Struct):
        return translated(held, say)
    if isinstance(held, tuple) and held:
        new = tuple(_part(one, say, is_text=is_text) for one in held)
        is_same = all(one is other for one, other in zip(new, held, strict=True))
        return held if is_same else new
    return held
