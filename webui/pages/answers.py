"""Answers that several pages give."""

from __future__ import annotations

from typing import Final

from flask import Response, make_response, render_template, request

from webui.codes import LONGEST_TYPED
from webui.hosts import HOST_COOKIE, Hosts
from webui.pairing import PairingError

_HOST_LIFE_S: Final = 86400
"""A day: whoever has given the table code need not give it again in an evening."""


def go(path: str) -> Response:
    """Send the page elsewhere after a form."""
    response = make_response("", 200)
    response.headers["HX-Redirect"] = path
    return response


def admitted(hosts: Hosts, path: str) -> Response:
    """The answer to a form with the table code: let in and sent on, or told why not.

    Args:
        hosts: who has given the table code.
        path: where to go then.
    """
    code = request.form.get("code", "")[:LONGEST_TYPED]
    try:
        token = hosts.admit(code, request.remote_addr or "")
    except PairingError as error:
        return make_response(render_template("notice.html", text=str(error)), 422)
    response = go(path)
    response.set_cookie(
        HOST_COOKIE,
        token,
        max_age=_HOST_LIFE_S,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response
