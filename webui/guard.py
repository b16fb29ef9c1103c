"""What every request and answer must satisfy: who is addressed, who asks, what may be kept."""

from __future__ import annotations

import gzip
import ipaddress
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from webui.settings import WebSettings

_ZIP_FROM_BYTES: Final = 800

_READING: Final = ("GET", "HEAD", "OPTIONS")

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=()",
}


def is_own_host(host: str, names: tuple[str, ...]) -> bool:
    """Whether a Host header addresses this machine: by one of its names, or by number.

    A number is always allowed: the trick that this check stops, a foreign name that suddenly
    points here, needs a name.
    """
    try:
        hostname = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not hostname or "@" in host:
        return False
    if hostname in names:
        return True
    try:
        ipaddress.ip_address(hostname)
    except ValueError:
        return False
    return True


def is_same_site(origin: str | None, host: str, *, asked_by_page: bool) -> bool:
    """Whether a POST comes from one of our own pages.

    Args:
        origin: the Origin header. Under ``Referrer-Policy: no-referrer`` browsers send ``null``
            for our own pages too.
        host: the Host header.
        asked_by_page: whether the request has the header that our pages add and that no page of
            another site can add without being asked first.
    """
    if origin is None or origin == "null":
        return asked_by_page
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def install(app: Flask, settings: WebSettings) -> None:
    """Put the checks before, and the headers and compression after, every request of an app."""

    @app.before_request
    def check_request() -> None:
        if not is_own_host(request.host, settings.names):
            abort(
                421,
                f"This table does not answer to the name {request.host!r}. Use the address that "
                "was printed when it was started.",
            )
        origin = request.headers.get("Origin")
        # Our own pages name their origin only where they send something; a page of another site
        # names its own where it tries to read an answer or to hold a stream open.
        is_reading = request.method in _READING and origin is None
        if not is_reading and not is_same_site(
            origin, request.host, asked_by_page="HX-Request" in request.headers
        ):
            abort(403, "This request did not come from a page of this table.")

    @app.after_request
    def finish_response(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return _compressed(response)


def _compressed(response: Response) -> Response:
    if (
        response.is_streamed
        or response.mimetype != "text/html"
        or "Content-Encoding" in response.headers
        or not request.accept_encodings["gzip"]
    ):
        return response
    body = response.get_data()
    if len(body) < _ZIP_FROM_BYTES:
        return response
    response.set_data(gzip.compress(body, compresslevel=5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response
