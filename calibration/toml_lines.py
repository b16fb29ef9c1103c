"""TOML with line numbers: `tomllib` gives values, this says where in the file they stand."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.toml_lines import find_line

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
    """The values of a TOML file beside its text.

    Attributes:
        path: the file.
        values: what `tomllib` read.
        text: what stands in the file.
    """

    path: Path
    values: dict[str, object]
    text: str

    def error(self, key: tuple[str | int, ...], problem: str) -> TomlFileError:
        """An error that points to a key, or to the nearest table around it that exists.

        Args:
            key: keys from the outside in, such as ``("corners", 1, "x_in")``.
            problem: what is wrong.
        """
        return TomlFileError(self.path, find_line(self.text, key) or 1, problem)


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
    return TomlFile(path, values, text)
