"""TOML with its lines: values as `tomllib` reads them, and where in the text a value is set."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

Path = tuple[str | int, ...]
"""Keys from the outside in; numbers stand for the entries of an array of tables."""

UTF_8: Final = "utf-8-sig"
"""How files that people write are read: some editors put a mark before the first letter, which TOML
does not know."""

_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")

_TOKEN: Final = re.compile(
    r"""
    \"{3} (?: [^"\\] | \\. | "{1,2}(?!") )*+ "{3,5}
    | '{3} .*? '{3,5}(?!')
    | " (?: [^"\\] | \\. )*+ "
    | ' [^']*+ '
    | \# [^\n]*+
    | [][{}\n]
    """,
    re.DOTALL | re.VERBOSE,
)
"""Texts and remarks, each as a whole, and what tells where a line goes on with a value."""


class TomlTextError(ValueError):
    """A text that is no TOML.

    Attributes:
        line: line of the fault, from 1.
        reason: what is wrong, one sentence without its place.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text.

    Raises:
        TomlTextError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT_LINE.search(str(error))
        line = int(place[1]) if place else text.removesuffix("\n").count("\n") + 1
        reason = re.sub(r" \(at [^()]*\)$", "", str(error))
        raise TomlTextError(line, f"this is no TOML: {reason}") from error
    except RecursionError as error:
        raise TomlTextError(1, "its tables and lists are nested too deeply") from error


def spelled(path: Path) -> str:
    """A path as a file would have it: ``corners.entry 2.x_in``, ``map.hexes."4,f".type``."""
    return ".".join(_part(part) for part in path)


def _part(part: str | int) -> str:
    if isinstance(part, int):
        return f"entry {part + 1}"
    return part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else f'"{part}"'


def find_line(text: str, path: Path) -> int | None:
    """The line, from 1, where a value of a TOML text is set.

    Args:
        text: TOML that can be read.
        path: keys from the outside in, numbers for the entries of an array of tables.

    Returns:
        The line of the longest part of the path that the text names; where that part has no line of
        its own, as a table has that is written in dotted keys, the first line that is within it;
        None if the text has nothing of the path.
    """
    found: int | None = None
    best = (0, False)
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in _statements(text):
        if line.startswith("["):
            header = _header_path(line, counts)
            if header is None:
                continue
            table = candidate = header
        else:
            key = _key_path(line)
            if key is None:
                continue
            candidate = (*table, *key)
        shared = _shared(candidate, path)
        fit = (shared, shared == len(candidate))
        if shared and fit > best:
            found, best = number, fit
    return found


def _shared(one: Path, other: Path) -> int:
    """How many keys two paths share from the outside in."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not the rest of a value, with their numbers.

    In a text or a list of several lines any of them may look like a key or like a table.
    """
    lines = [line.strip() for line in text.split("\n")]
    number = 1
    depth = 0
    yield number, lines[0]
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
            case "\n":
                number += 1
                if not depth:
                    yield number, lines[number - 1]
            case words:
                number += words.count("\n")


def _header_path(line: str, counts: dict[Path, int]) -> Path | None:
    try:
        nested: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    path: list[str | int] = []
    while nested:
        key, nested = next(iter(nested.items()))
        path.append(key)
        if isinstance(nested, list):
            index = counts.get(tuple(path), -1) + 1
            counts[tuple(path)] = index
            return (*path, index)
        if tuple(path) in counts:
            path.append(counts[tuple(path)])  # a table inside the newest entry of an array
    return tuple(path)


def _key_path(line: str) -> Path | None:
    # Possessive: a long line of a text that is no key must not be tried in every way.
    found = re.match(r"""((?:"(?:[^"\\]|\\.)*+"|'[^']*+'|[A-Za-z0-9_-]++|[ \t.])++)=""", line)
    if found is None:
        return None
    try:
        nested: Any = tomllib.loads(found.group(1) + "= 0")
    except tomllib.TOMLDecodeError:
        return None
    path: list[str] = []
    while isinstance(nested, dict):
        key, nested = next(iter(nested.items()))
        path.append(key)
    return tuple(path)
