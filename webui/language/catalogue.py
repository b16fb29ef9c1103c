"""The languages of the screens and their catalogues: gettext PO files in ``webui/locale``."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from types import MappingProxyType
from typing import Final

from babel.messages.pofile import read_po

from webui.language.phrasebook import Phrasebook

FOLDER: Final = Path(__file__).resolve().parent.parent / "locale"
ENGLISH: Final = "en"
OWN_NAMES: Final = MappingProxyType({ENGLISH: "English", "de": "Deutsch"})
"""What each language calls itself, by its tag; the first is what the program speaks."""

SCRIPTS: Final = "scripts.po"
"""What the browser's own scripts say."""


@functools.cache
def phrasebook(language: str) -> Phrasebook | None:
    """The phrasebook of a language; None for English. Read once, when it is first asked for."""
    if language == ENGLISH or language not in OWN_NAMES:
        return None
    return Phrasebook(entries(language))


def entries(language: str) -> dict[str, str]:
    """What the catalogues of a language hold: English texts with their translations."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.po")):
        if path.name == SCRIPTS:
            continue
        with path.open("rb") as file:
            for message in read_po(file):
                if message.id and message.string:
                    found.setdefault(str(message.id), str(message.string))
    return found


@functools.cache
def script_words(language: str) -> str:
    """What the browser's own scripts say in a language, as JSON; empty for English."""
    path = FOLDER / language / SCRIPTS
    if language == ENGLISH or not path.exists():
        return ""
    with path.open("rb") as file:
        found = {str(m.id): str(m.string) for m in read_po(file) if m.id and m.string}
    # The only signs that could end the element in which it stands.
    return json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")
