"""What the eye sees: a page for everybody, with a picture once each seat has agreed to it."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.border import Sight
from companion.table.ids import PUBLIC
from companion.table.views import Map
from webui.eye_ports import EyePreview
from webui.mapdraw import UNITS_PER_IN, ground_of
from webui.site import Site, is_at_home

_GOOD_RESIDUAL_PX: Final = 1.0


def eye_blueprint(site: Site, eye: EyePreview) -> Blueprint:
    """Routes of the page; nothing on them depends on a game but who its seats are."""
    blueprint = Blueprint("eye", __name__, url_prefix="/eye")

    @blueprint.get("")
    def page() -> str:
        return render_template(
            "eye.html",
            held=site.held_seats(),
            consents=_consents(site, eye),
            live=_live(site, eye),
            may_save=_may_save(site),
        )

    @blueprint.get("/live")
    def live_part() -> str:
        return _live(site, eye)

    @blueprint.get("/consents")
    def consents_part() -> str:
        return _consents(site, eye)

    @blueprint.get("/picture")
    def picture() -> Response:
        sight = eye.sight()
        if sight is None or not sight.jpeg:
            abort(404, "There is no picture now.")
        response = Response(sight.jpeg, mimetype="image/jpeg")
        # The page fetches it once to have it ready and once to show it.
        response.headers["Cache-Control"] = "private, max-age=5"
        return response

    _add_presses(blueprint, site, eye)
    return blueprint


def _add_presses(blueprint: Blueprint, site: Site, eye: EyePreview) -> None:
    """Routes for what a tablet presses on the page."""

    @blueprint.post("/consent")
    def consent() -> Response:
        seat = site.seat(request.form.get("seat", ""))
        if seat is None or not site.holds(seat.id):
            abort(403, "Only the tablet that holds a seat can agree for it.")
        given = request.form.get("given")
        if given not in ("yes", "no"):
            abort(400, "Expected whether the seat agrees.")
        trouble = eye.agree(seat.id, given=given == "yes")
        if trouble is not None:
            abort(503, trouble)
        return make_response(_consents(site, eye))

    @blueprint.post("/report")
    def report() -> Response:
        if not _may_save(site):
            abort(403, "Save it from a tablet that holds a seat, or at the table's own computer.")
        return make_response(render_template("notice.html", text=eye.save_report()))


def _consents(site: Site, eye: EyePreview) -> str:
    agreed = eye.agreed()
    return render_template(
        "eye_consents.html",
        seats=[(seat, seat.id in agreed, site.holds(seat.id)) for seat in site.table.seats()],
        is_complete=all(seat.id in agreed for seat in site.table.seats()),
    )


def _live(site: Site, eye: EyePreview) -> str:
    is_complete = eye.agreed() >= {seat.id for seat in site.table.seats()}
    sight = eye.sight()
    return render_template(
        "eye_live.html",
        is_complete=is_complete,
        sight=sight,
        state=site.table.devices().eye,
        number=0 if sight is None else picture_number(sight),
        hexes=_hexes(site),
        units=UNITS_PER_IN,
        verdict="" if sight is None else fit_words(sight),
    )


def picture_number(sight: Sight) -> int:
    """Tells one picture from the next in its address; says nothing but its time."""
    return round(sight.t_s * 1000)


def fit_words(sight: Sight) -> str:
    """How well the board is registered, in words."""
    seen = sum(corner.off_px is not None for corner in sight.corners)
    if sight.residual_px is None:
        return f"The map is not found: {seen} of {len(sight.corners)} corner tags are in sight."
    how = "well" if sight.residual_px <= _GOOD_RESIDUAL_PX else "poorly"
    return f"The map is found and fits {how}: {seen} of {len(sight.corners)} corner tags in sight."


def _may_save(site: Site) -> bool:
    return is_at_home(request) or bool(site.held_seats())


def _hexes(site: Site) -> str:
    """All hexes of the map as one path; empty for a game without one."""
    for region in site.table.screen(PUBLIC).view.regions:
        for widget in region.widgets:
            if isinstance(widget, Map):
                return ground_of(widget).grid
    return ""
