"""TOML with line numbers: `tomllib` gives values, this says where in the file they stand."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]+\")\s*=")
_TOML_LINE: Final = re.compile(r"at line (\d+)")


class TomlFileError(ValueError):
    """A settings file that cannot be used: which file, which line, what is wrong.

    Attributes:
        path: the file.
        line: line of the fault counted from 1, or None where no line is at fault.
    """

    def __init__(self, path: Path, line: int | None, problem: str) -> None:
        where = f"{path}, line {line}" if line is not None else str(path)
        super().__init__(f"{where}: {problem}")
        self.path = path
        self.line = line


@dataclass(frozen=True)
class TomlFile:
    """The values of a TOML file and the lines they stand in.

    Attributes:
        path: the file.
        values: what `tomllib` read.
        lines: line of each key by its path, such as ``("corners", 1, "x_in")``; a table itself
            has the line of its header.
    """

    path: Path
    values: dict[str, object]
    lines: dict[tuple[str | int, ...], int]

    def error(self, key: tuple[str | int, ...], problem: str) -> TomlFileError:
        """An error that points to a key, or to the nearest table around it that exists."""
        for length in range(len(key), 0, -1):
            if key[:length] in self.lines:
                return TomlFileError(self.path, self.lines[key[:length]], problem)
        return TomlFileError(self.path, 1, problem)


def load_toml(path: Path) -> TomlFile:
    """Read a TOML file and remember where each key stands.

    Raises:
        TomlFileError: the file cannot be read, is not text or is not TOML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TomlFileError(path, None, f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise TomlFileError(path, None, "is not a text file in UTF-8") from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_LINE.search(str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise TomlFileError(path, line, f"is not TOML: {error}") from error
    return TomlFile(path, values, _find_lines(text))


def _find_lines(text: str) -> dict[tuple[str | int, ...], int]:
    lines: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            name = header.group(2)
            table = tuple(part.strip().strip('"') for part in name.split("."))
            if header.group(1) == "[[":
                lines.setdefault(table, number)
                counts[name] = counts.get(name, -1) + 1
                table = (*table, counts[name])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, key.group(1).strip('"')), number)
    return lines
