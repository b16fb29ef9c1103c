"""Stepping through the game again, as one viewer saw it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.table.ids import PUBLIC, SeatId
from webui.even import evenly
from webui.render import Showing
from webui.site import Site


def replay_blueprint(site: Site) -> Blueprint:
    """Routes of the replay: the public one, and each seat's for the tablets that hold it."""
    blueprint = Blueprint("replay", __name__)

    @blueprint.get("/replay")
    def public() -> str:
        return _page(site, PUBLIC)

    @blueprint.get("/replay/step/<int:step>")
    def public_step(step: int) -> str:
        return _step(site, PUBLIC, step)

    @blueprint.get("/seat/<name>/replay")
    def of_seat(name: str) -> Response:
        seat = site.seat(name)
        if seat is None:
            abort(404)
        if not site.holds(seat.id):
            return make_response(render_template("refused.html", seat=seat), 403)
        return make_response(_page(site, seat.id))

    @blueprint.get("/seat/<name>/replay/step/<int:step>")
    def step_of_seat(name: str, step: int) -> str:
        seat = site.seat(name)
        if seat is None:
            abort(404)
        if not site.holds(seat.id):
            abort(403, f"This tablet does not hold the seat {seat.title}.")
        return _step(site, seat.id, step)

    return blueprint


def _base(viewer: SeatId) -> str:
    return "/replay" if viewer == PUBLIC else f"/seat/{viewer}/replay"


def _page(site: Site, viewer: SeatId) -> str:
    with evenly(site.settings.replay_every_s):
        return _drawn_page(site, viewer)


def _drawn_page(site: Site, viewer: SeatId) -> str:
    timeline = site.table.timeline(viewer)
    held = tuple(seat for seat in site.table.seats() if site.holds(seat.id))
    seat = site.seat(viewer)
    return render_template(
        "replay.html",
        timeline=timeline,
        view=site.table.view_at(viewer, timeline.steps - 1),
        showing=Showing(viewer=viewer, base=_base(viewer), live=False),
        seat=seat,
        held=held,
        step=timeline.steps - 1,
    )


def _step(site: Site, viewer: SeatId, step: int) -> str:
    with evenly(site.settings.replay_every_s):
        return _drawn_step(site, viewer, step)


def _drawn_step(site: Site, viewer: SeatId, step: int) -> str:
    try:
        view = site.table.view_at(viewer, step)
    except IndexError:
        abort(404)
    showing = Showing(
        viewer=viewer, base=_base(viewer), live=False, ground=request.args.get("have", "")
    )
    return render_template("replay_step.html", view=view, showing=showing, step=step)
