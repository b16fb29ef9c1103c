"""Which language a screen speaks: what its device has chosen, else what its browser asks for."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from flask import Blueprint, Flask, Request, Response, abort, g, has_request_context, request
from markupsafe import Markup

from webui.language.catalogue import ENGLISH, OWN_NAMES, phrasebook, script_words
from webui.language.door import translated

_S = TypeVar("_S", bound=msgspec.Struct)

COOKIE: Final = "companion-language"
_YEAR_S: Final = 31536000


def language_of(asked: Request) -> str:
    """The tag of the language for the answer to a request."""
    chosen = asked.cookies.get(COOKIE)
    if chosen is not None and chosen in OWN_NAMES:
        return chosen
    return asked.accept_languages.best_match(tuple(OWN_NAMES)) or ENGLISH


def language() -> str:
    """The language of the answer that is being made; English outside of any, as for exports."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:
        g.language = language_of(request)
    return str(g.language)


def say(text: str) -> str:
    """A text of the program in the language of the answer that is being made."""
    book = phrasebook(language())
    return text if book is None or isinstance(text, Markup) else book.say(text)


def spoken(value: _S) -> _S:
    """A view, or a part of one, in the language of the answer that is being made."""
    book = phrasebook(language())
    return value if book is None else translated(value, book.say)


def template_text(text: str) -> str:
    """A text that stands in a template, with its own braces or percent signs."""
    book = phrasebook(language())
    return text if book is None else book.word(text) or text


def template_texts(one: str, many: str, count: int) -> str:
    """The same where a template has a singular and a plural."""
    return template_text(one if count == 1 else many)


def install(app: Flask) -> None:
    """Give the templates of an app their words, and the screens the way to choose a language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    environment: Any = app.jinja_env  # the extension adds its methods at run time
    environment.install_gettext_callables(template_text, template_texts, newstyle=True)
    app.jinja_env.filters["t"] = say
    app.jinja_env.globals.update(
        language=language,
        spoken=spoken,
        languages=tuple(OWN_NAMES.items()),
        script_words=lambda: Markup(script_words(language())),  # noqa: S704 - a catalogue of ours
    )
    app.register_blueprint(_language_blueprint())


def _language_blueprint() -> Blueprint:
    blueprint = Blueprint("language", __name__)

    @blueprint.post("/language")
    def choose() -> Response:
        chosen = request.form.get("language", "")
        if chosen not in OWN_NAMES:
            abort(400, "Expected one of the languages that the page offers.")
        response = Response("", status=204)
        response.headers["HX-Refresh"] = "true"
        response.set_cookie(COOKIE, chosen, max_age=_YEAR_S, httponly=True, samesite="Lax")
        return response

    return blueprint
