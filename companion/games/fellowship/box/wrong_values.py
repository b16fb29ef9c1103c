"""What is wrong with a value of a file, in words for whoever writes the file."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from companion.toml_lines import Path

_AT: Final = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_PART: Final = re.compile(r"\.(?P<key>[A-Za-z0-9_-]+)|\[(?P<index>\d+)\]")
_MISSING: Final = re.compile(r"Object missing required field `(?P<key>[^`]*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<key>[^`]*)`")
_KIND: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")
_KINDS: Final = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def in_words(error: msgspec.ValidationError) -> tuple[Path, str]:
    """Where inside the value the fault lies, and what it is, to be read behind that place."""
    text = str(error)
    at = _AT.search(text)
    path: Path = () if at is None else _path(at["path"])
    text = _AT.sub("", text)
    if missing := _MISSING.fullmatch(text):
        return (*path, missing["key"]), "is missing"
    if unknown := _UNKNOWN.fullmatch(text):
        return (*path, unknown["key"]), "is not known here; take it out, or look how it is spelled"
    if kind := _KIND.fullmatch(text):
        wanted = " or ".join(_KINDS.get(word, word) for word in _words(kind["wanted"]))
        return path, f"is expected as {wanted}, not as {_KINDS.get(kind['got'], kind['got'])}"
    return path, f"cannot stand there: {text}"


def _path(text: str) -> Path:
    return tuple(
        part["key"] if part["index"] is None else int(part["index"])
        for part in _PART.finditer(text)
    )


def _words(wanted: str) -> list[str]:
    """The kinds that are wanted; that a value may be left out goes without saying."""
    return [word for word in wanted.split(" | ") if word != "null"]
