"""Which strings of templates and of browser scripts are marked as texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from babel.messages.extract import extract_javascript
from jinja2 import Environment
from jinja2.ext import extract_from_ast

_ENVIRONMENT: Final = Environment(
    autoescape=True, trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
)
_ENVIRONMENT.policies["ext.i18n.trimmed"] = True


def texts_of_templates(path: Path) -> Iterator[str]:
    """What a template marks with ``_("...")`` or ``{% trans %}``."""
    tree = _ENVIRONMENT.parse(path.read_text("utf-8"))
    for _, _, message in extract_from_ast(tree, ("_", "gettext", "ngettext")):
        forms = (message,) if isinstance(message, str) else message or ()
        yield from (form for form in forms if isinstance(form, str))


def texts_of_scripts(path: Path) -> Iterator[str]:
    """What a browser script marks with ``word("...")``."""
    with path.open("rb") as file:
        found: Iterable[tuple[object, ...]] = extract_javascript(file, {"word": None}, [], {})
        for _, _, message, _ in found:
            # The second argument, what fills the braces, is no text.
            yield str(message[0]) if isinstance(message, tuple) else str(message)
