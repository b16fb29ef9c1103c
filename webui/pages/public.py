"""The public screen: what everybody may see."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from companion.table.ids import PUBLIC
from webui.pages.screens import region_part, screen_page, spot_part
from webui.qr import qr_svg
from webui.site import Site, address_to_limit, is_at_home


def public_blueprint(site: Site) -> Blueprint:
    """Routes of the public screen."""
    blueprint = Blueprint("public", __name__)

    @blueprint.get("/")
    def screen() -> str:
        return screen_page(site, PUBLIC, None)

    @blueprint.get("/region/<name>")
    def region(name: str) -> Response:
        return region_part(site, PUBLIC, name)

    @blueprint.get("/at")
    def spot() -> str:
        return spot_part(site, PUBLIC)

    @blueprint.get("/free-seats")
    def free_seats() -> str:
        # Whoever sits at the table can look at its own screen; a laptop in the next room cannot.
        seats = site.table.seats() if is_at_home(request) else ()
        free = [
            (seat, path, qr_svg(site.address(path), f"QR code for the seat {seat.title}"))
            for seat in seats
            if (code := site.pairing.code(seat.id)) is not None and (path := f"/join/{code}")
        ]
        return render_template("free_seats.html", free=free)

    @blueprint.get("/stream")
    def stream() -> Response:
        last_id = request.headers.get("Last-Event-ID") or request.args.get("since")
        return site.streams.open(PUBLIC, last_id, lambda: True, address_to_limit(request))

    return blueprint
