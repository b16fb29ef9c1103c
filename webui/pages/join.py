"""Pairing: a tablet gets its seat by a QR code, an invitation, or the table code."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.table.ids import SeatId
from webui.codes import LONGEST_TYPED
from webui.pages.answers import go
from webui.pairing import PairingError
from webui.site import Site, cookie_name


def join_blueprint(site: Site) -> Blueprint:
    """Routes for tablets without a seat."""
    blueprint = Blueprint("join", __name__, url_prefix="/join")

    @blueprint.get("")
    def ask() -> str:
        return _page(site, code="", text="")

    @blueprint.get("/<code>")
    def scanned(code: str) -> Response:
        try:
            seat_id = site.pairing.seat_of_code(code[:LONGEST_TYPED], request.remote_addr or "")
        except PairingError as error:
            return make_response(_page(site, code="", text=str(error)), 404)
        if seat_id is not None and site.holds(seat_id):
            return make_response(redirect(f"/seat/{seat_id}"))
        seat = site.seat(seat_id) if seat_id is not None else None
        seats = site.table.seats() if seat is None else (seat,)
        return make_response(render_template("join_seat.html", seats=seats, code=code))

    @blueprint.post("")
    def claim() -> Response:
        code = request.form.get("code", "")[:LONGEST_TYPED]
        wanted = request.form.get("seat")
        try:
            if wanted is None:
                site.pairing.seat_of_code(code, request.remote_addr or "")
                return go(f"/join/{code.strip()}")
            seat_id, token = site.pairing.claim(code, SeatId(wanted), request.remote_addr or "")
        except PairingError as error:
            return make_response(render_template("notice.html", text=str(error)), 422)
        response = go(f"/seat/{seat_id}")
        response.set_cookie(
            cookie_name(seat_id, site.pairing.game),
            token,
            max_age=int(site.settings.token_life_s),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return response

    return blueprint


def _page(site: Site, code: str, text: str) -> str:
    return render_template("join.html", code=code, text=text, held=site.held_seats())
