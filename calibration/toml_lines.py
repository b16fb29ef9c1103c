"""Settings files in TOML: their values, and file and line for whatever is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.toml_lines import UTF_8, TomlTextError, find_line, read_toml


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
        text = path.read_text(encoding=UTF_8)
    except OSError as error:
        raise TomlFileError(path, None, f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TomlFileError(path, line, "this is no UTF-8 text") from error
    try:
        values = read_toml(text)
    except TomlTextError as error:
        raise TomlFileError(path, error.line, error.reason) from error
    return TomlFile(path, values, text)
