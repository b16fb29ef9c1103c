"""Which strings of a game's data files can reach a screen, and which of them are proper names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TEXT_KEYS: Final = frozenset("title text what note play ends row_titles column_titles".split())
NAME_KEYS: Final = frozenset({"name", "chain", "forest"})
NAME_TABLES: Final = frozenset("places regions areas map characters spaces forests people".split())
"""Tables whose keys are names of places and of people."""

TITLE_TABLES: Final = frozenset({"events", "searches", "magic"})
"""Tables whose keys are titles of cards."""

_CARD_OF_VALUE: Final = re.compile(r"\Afeature/")
_A_SENTENCE: Final = re.compile(r"\s.*[.!?]\Z")
_A_NAME: Final = re.compile(r"\A[A-Z][a-z ]")


def texts_of_data(path: Path) -> Iterator[tuple[str, bool]]:
    """The texts of one TOML file, each with whether it is a proper name."""
    yield from _texts(tomllib.loads(path.read_text("utf-8")), in_names=False, in_titles=False)


def _texts(value: object, *, in_names: bool, in_titles: bool) -> Iterator[tuple[str, bool]]:
    if isinstance(value, list):
        for one in value:
            if isinstance(one, str) and _A_SENTENCE.search(one):
                yield one, False
            yield from _texts(one, in_names=in_names, in_titles=False)
    if not isinstance(value, dict):
        return
    for key, held in value.items():
        if (in_names or in_titles) and _A_NAME.match(key):
            yield key, in_names
        if isinstance(held, str):
            yield from _text_of(key, held)
        elif key in TEXT_KEYS and isinstance(held, dict):
            yield from ((text, False) for text in held.values() if isinstance(text, str))
        else:
            inside = {"in_names": in_names or key in NAME_TABLES, "in_titles": key in TITLE_TABLES}
            yield from _texts(held, **inside)


def _text_of(key: str, held: str) -> Iterator[tuple[str, bool]]:
    if key in TEXT_KEYS:
        yield held, False
    elif key in NAME_KEYS and _A_NAME.match(held):
        yield held, True
    elif _CARD_OF_VALUE.match(key):
        yield held.partition(",")[0], False
