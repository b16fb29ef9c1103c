"""What a tablet needs to keep a screen on its home screen: a name, an icon, where it begins.

Over plain HTTP this makes a link that opens without the browser's bars, where the tablet allows it.
The service worker, which browsers let in over HTTPS alone, is in `webui.pages.certificate`.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, make_response, url_for

from companion.table.ids import PUBLIC
from webui.assets import Assets
from webui.site import Site


def home_screen_blueprint(site: Site, assets: Assets) -> Blueprint:
    """The manifests: one for the public screen, one for each seat; they hold nothing secret."""
    blueprint = Blueprint("home_screen", __name__)

    @blueprint.get("/home-screen/<viewer>.webmanifest")
    def manifest(viewer: str) -> Response:
        seat = site.seat(viewer)
        if seat is None and viewer != PUBLIC:
            abort(404)
        name = "Table" if seat is None else seat.title
        icons = [
            {
                "src": url_for("assets.serve", release=assets.release, name=f"icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
            }
            for size in (180, 512)
        ]
        response = make_response(
            jsonify(
                {
                    "name": name,
                    "short_name": name,
                    "start_url": "/" if seat is None else f"/seat/{seat.id}",
                    "scope": "/",
                    "display": "standalone",
                    "background_color": "#f4ecdb",
                    "theme_color": "#f4ecdb",
                    "icons": icons,
                }
            )
        )
        response.mimetype = "application/manifest+json"
        return response

    return blueprint
