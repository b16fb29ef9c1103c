"""The guide by which a tablet comes to trust the table, and what only a trusted page may do.

Served where the table has a door over HTTPS. Nothing here depends on a game or a seat.
"""

from __future__ import annotations

import hashlib
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request

from webui.assets import Assets
from webui.settings import SafeDoor

_CERTIFICATE: Final = "application/x-x509-ca-cert"


def certificate_blueprint(door: SafeDoor, assets: Assets) -> Blueprint:
    """Routes of the guide, of the certificate, and of the worker for when the table is away.

    Args:
        door: where the table is found over HTTPS, and by which certificate.
        assets: what the worker keeps beside its one page.
    """
    blueprint = Blueprint("certificate", __name__)

    @blueprint.get("/certificate")
    def guide() -> str:
        name = urlsplit(f"//{request.host}").hostname or "localhost"
        host = f"[{name}]" if ":" in name else name
        return render_template(
            "certificate.html",
            is_safe=request.is_secure,
            fingerprint=fingerprint_of(door.authority),
            safe_base=f"https://{host}:{door.port}",
        )

    @blueprint.get("/certificate/table-companion.crt")
    def authority() -> Response:
        return Response(door.authority, mimetype=_CERTIFICATE)

    @blueprint.get("/away")
    def away() -> str:
        return render_template("away.html")

    @blueprint.get("/worker.js")
    def worker() -> Response:
        text = render_template("worker.js", release=assets.release)
        response = Response(text, mimetype="text/javascript")
        response.headers["Cache-Control"] = "no-cache"
        return response

    return blueprint


def fingerprint_of(certificate: bytes) -> str:
    """The SHA-256 of a certificate in groups of four digits, as browsers and terminals show it."""
    digest = hashlib.sha256(certificate).hexdigest().upper()
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))
