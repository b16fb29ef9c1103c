"""The codes that both seats note at fixed public points, to hold the written game against later."""

from __future__ import annotations

from flask import Blueprint, render_template

from webui.site import Site


def codes_blueprint(site: Site) -> Blueprint:
    """The route of the page; it knows of fixed points and of nothing else of a game."""
    blueprint = Blueprint("codes", __name__)

    @blueprint.get("/codes")
    def page() -> str:
        return render_template(
            "codes.html",
            held=site.held_seats(),
            points=tuple(reversed(site.table.fixed_points())),
        )

    return blueprint
