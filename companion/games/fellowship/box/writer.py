"""A box file's value to its text.

The writer is our own and small: the same box always gives the same text, one hex or hexside a line,
so that two versions of a file can be compared line by line, and it writes the whole map in
milliseconds on a small machine. Comments are not kept when the program writes the file; words that
shall stay belong in `note`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import msgspec

from companion.board.hexes import parse_hex
from companion.games.fellowship.box.file import BoxFile, CardValues, MapData
from companion.games.fellowship.box.reader import canonical_side
from companion.games.fellowship.tables.printed import printed_tables

_WIDTH: Final = 96


def write_box(box: BoxFile) -> str:
    """The text of a box file; `parse_box` of it gives the box back."""
    lines = [
        "# Box file: what the owner of a box knows. docs/box-file.md says what may stand here.",
        f"format = {box.format}",
        f"game = {_quoted(box.game)}",
        f"name = {_quoted(box.name)}",
        f"is_sample = {str(box.is_sample).lower()}",
        f"note = {_quoted(box.note)}",
    ]
    for table in (table for table in printed_tables().values() if table.id in box.tables):
        lines += ["", f"[tables.{_key(table.id)}]"]
        rows = box.tables[table.id]
        lines += [
            f"{_key(row)} = [{', '.join(_quoted(value) for value in rows[row])}]"
            for row in table.rows
            if row in rows
        ]
    lines += _map_lines(box.map)
    for card in box.events:
        lines += ["", "[[events]]", f"id = {_quoted(card.id)}"]
        lines += [f"first = {_inline(card.first)}", f"second = {_inline(card.second)}"]
    if box.cards:
        lines += ["", "[cards]"]
        lines += [f"{_key(name)} = {_card(values)}" for name, values in box.cards.items()]
    return "\n".join(lines) + "\n"


def _map_lines(data: MapData) -> list[str]:
    lines: list[str] = []
    if data.hexes:
        lines += ["", "[map.hexes]"]
        in_order = sorted(data.hexes, key=parse_hex)
        lines += [f"{_key(label)} = {_inline(data.hexes[label])}" for label in in_order]
    if data.hexsides:
        lines += ["", "[map.hexsides]"]
        in_order = sorted(data.hexsides, key=canonical_side)
        lines += [f"{_key(label)} = {_inline(data.hexsides[label])}" for label in in_order]
    if data.halves:
        lines += ["", "[map.halves]"]
        in_order = sorted(data.halves, key=parse_hex)
        lines += [f"{_key(label)} = {_inline(data.halves[label])}" for label in in_order]
    if data.areas:
        lines += ["", "[map.areas]"]
        for name, labels in data.areas.items():
            lines += _array_lines(name, labels)
    if data.regions:
        lines += ["", "[map.regions]"]
        lines += [f"{_key(name)} = {_inline(entry)}" for name, entry in data.regions.items()]
    return lines


def _array_lines(name: str, labels: tuple[str, ...]) -> list[str]:
    lines = [f"{_key(name)} = ["]
    line = "   "
    for label in labels:
        item = f" {_quoted(label)},"
        if len(line) + len(item) > _WIDTH:
            lines.append(line)
            line = "   "
        line += item
    if line.strip():
        lines.append(line)
    return [*lines, "]"]


def _card(values: CardValues) -> str:
    """A card without what it does not have, so that most cards stay short."""
    fields: dict[str, Any] = msgspec.to_builtins(values)
    plain = msgspec.to_builtins(CardValues())
    kept = {key: value for key, value in fields.items() if key == "text" or value != plain[key]}
    return _inline_fields(kept)


def _inline(entry: msgspec.Struct) -> str:
    return _inline_fields(msgspec.to_builtins(entry))


def _inline_fields(fields: dict[str, Any]) -> str:
    items = (f"{key} = {_value(value)}" for key, value in fields.items() if value is not None)
    inside = ", ".join(items)
    return f"{{ {inside} }}" if inside else "{}"


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value)}]"
        case dict():
            return _inline_fields(value)
        case _:
            raise TypeError(f"a box file holds no {type(value).__name__}")


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
