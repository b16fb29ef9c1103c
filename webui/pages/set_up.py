"""A game that was packed away is laid out again: where every marker stands, and which are back."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request

from companion.table.ids import PUBLIC
from companion.table.views import Map
from webui.pages.answers import go
from webui.ports import SetUp
from webui.render import Showing, region_maps
from webui.site import Site, is_at_home, is_host


def set_up_blueprint(site: Site, set_up: SetUp) -> Blueprint:
    """Routes of the picture-list; it shows public facts alone.

    Args:
        site: the table.
        set_up: how far it is.
    """
    blueprint = Blueprint("set_up", __name__, url_prefix="/set-up")

    @blueprint.get("")
    def page() -> str:
        return render_template(
            "set_up.html",
            standing=set_up.standing(),
            map=_map(site),
            showing=Showing(viewer=PUBLIC, base="", live=False),
            may_end=_may_end(site),
        )

    @blueprint.get("/list")
    def listed() -> str:
        return render_template("set_up_list.html", standing=set_up.standing(), site=site)

    @blueprint.post("/done")
    def done() -> Response:
        if not _may_end(site):
            abort(403, "Only who has a seat, or begins and ends games here, may say that.")
        set_up.done()
        return go("/seats")

    return blueprint


def _may_end(site: Site) -> bool:
    """Whether whoever asks may say that the table is laid."""
    house = site.services.house
    is_known = is_at_home(request) if house is None else is_host(house, request)
    return is_known or bool(site.held_seats())


def _map(site: Site) -> Map | None:
    view = site.table.screen(PUBLIC).view
    return next((map_ for region in view.regions for map_ in region_maps(region)), None)
