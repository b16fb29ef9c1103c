"""TOML with its lines: values as `tomllib` reads them, and where in the text a value is set."""

from __future__ import annotations

import re
import tomllib
from typing import Any

Path = tuple[str | int, ...]
"""Keys from the outside in; numbers stand for the entries of an array of tables."""

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


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
        line = int(place[1]) if place else max(1, len(text.splitlines()))
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
        The line of the longest part of the path that the text names, or None if it names none.
    """
    found: int | None = None
    found_length = 0
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("["):
            header = _header_path(stripped, counts)
            if header is None:
                continue
            table = candidate = header
        else:
            key = _key_path(stripped)
            if key is None:
                continue
            candidate = (*table, *key)
        if path[: len(candidate)] == candidate and len(candidate) > found_length:
            found, found_length = number, len(candidate)
    return found


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
    found = re.match(r"""((?:"(?:[^"\\]|\\.)*+"|'[^']*+'|[A-Za-z0-9_-]++|[ .])++)=""", line)
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
