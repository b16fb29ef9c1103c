"""The public screen: what everybody may see."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.table.ids import PUBLIC
from companion.table.values import Seat
from webui.pages.screens import region_part, screen_page, spot_part
from webui.qr import qr_svg
from webui.site import Site, address_to_limit, is_at_home, is_host


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
        free = _free_seats(site) if is_at_home(request) else ()
        return render_template("free_seats.html", free=free)

    @blueprint.get("/seats")
    def seats() -> str:
        house = site.services.house
        may_see = is_at_home(request) if house is None else is_host(house, request)
        return render_template(
            "seats.html",
            seats=site.table.seats(),
            free=_free_seats(site) if may_see else (),
            held=tuple(seat.id for seat in site.held_seats()),
            taken=tuple(s.id for s in site.table.seats() if site.pairing.is_claimed(s.id)),
            may_see=may_see,
            is_demo=site.table.demo() is not None,
            is_laid=site.services.set_up is None or site.services.set_up.standing() is None,
        )

    @blueprint.get("/stream")
    def stream() -> Response:
        last_id = request.headers.get("Last-Event-ID") or request.args.get("since")
        return site.streams.open(PUBLIC, last_id, lambda: True, address_to_limit(request))

    return blueprint


class FreeSeat(NamedTuple):
    """A seat that nobody has taken: its code's path, and the QR code of it."""

    seat: Seat
    path: str
    qr: Markup


def _free_seats(site: Site) -> tuple[FreeSeat, ...]:
    return tuple(
        FreeSeat(seat, path, qr_svg(site.address(path), f"QR code for the seat {seat.title}"))
        for seat in site.table.seats()
        if (code := site.pairing.code(seat.id)) is not None and (path := f"/join/{code}")
    )
