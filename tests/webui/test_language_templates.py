"""No template says anything to a person that is not marked for translation."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from jinja2 import Environment, nodes

from scripts.words import ROOT
from scripts.words_python import is_prose

FOLDERS: Final = (ROOT / "webui" / "templates", ROOT / "companion" / "wall" / "templates")
ENGLISH: Final = {"export.html"}
"""A replay as a file is English, as other exports are."""

_SAID: Final = {"aria-label", "title", "placeholder", "alt", "hx-confirm"}
_MARKS: Final = ("_", "gettext", "ngettext", "device", "device_text")
"""The last two make sentences around a name, which are translated whole."""
_SILENT: Final = {"code", "script", "style"}
_ENVIRONMENT: Final = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
_TEMPLATES: Final = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))


class Spoken(HTMLParser):
    """Gathers what a page says of itself, without what its expressions put in."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        self.texts += [value for name, value in attrs if name in _SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def unmarked(source: str) -> list[str]:
    """Words of a template that stand in it as they are."""
    spoken = Spoken()
    tree = _ENVIRONMENT.parse(source)
    # What is translated, and every other expression, is no data of the template.
    spoken.feed("".join(data.data for data in tree.find_all(nodes.TemplateData)))
    texts = [text.strip() for text in spoken.texts if re.search(r"[A-Za-z]{2}", text)]
    return texts + _unmarked_constants(tree)


def _unmarked_constants(tree: nodes.Template) -> list[str]:
    """Prose inside of expressions, such as of two texts of which one is shown."""
    calls = [
        call
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in _MARKS
    ]
    marked = {id(const) for call in calls for const in call.find_all(nodes.Const)}
    return [
        const.value
        for const in tree.find_all(nodes.Const)
        if id(const) not in marked and isinstance(const.value, str) and is_prose(const.value)
        if not const.value.startswith((" is-", "%"))
    ]


@pytest.mark.parametrize("path", _TEMPLATES, ids=lambda path: path.name)
def test_every_word_of_a_template_is_marked(path: Path) -> None:
    assert (unmarked(path.read_text("utf-8")) == []) != (path.name in ENGLISH)


def test_an_unmarked_word_is_found() -> None:
    assert unmarked(
        "<p title=\"Here\">{{ _('Fine') }} <b>and</b> {{ x }}<code>run it</code></p>"
    ) == [
        "Here",
        "and",
    ]
