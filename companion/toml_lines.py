"""Where in a TOML text a value is set: for complaints that name a line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

Path = tuple[str | int, ...]
"""Keys from the outside in; numbers stand for the entries of an array of tables."""


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
    return tuple(path)


def _key_path(line: str) -> Path | None:
    found = re.match(r"""((?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+|[ .])+)=""", line)
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
