"""The picture of the owner's map under the markers of the game that is played, for every screen."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, make_response

from webui.box_ports import Boxes


def play_map_blueprint(boxes: Boxes) -> Blueprint:
    """The route of the picture; it shows a map that lies on the table for everybody to see."""
    blueprint = Blueprint("play_map", __name__)

    @blueprint.app_context_processor
    def links() -> dict[str, Callable[[], str]]:
        """Where templates find the picture, if there is one."""
        return {"map_picture": lambda: map_picture(boxes)}

    @blueprint.get("/play-map/<name>/<tag>.jpg")
    def picture(name: str, tag: str) -> Response:
        photos = boxes.photos(name) if boxes.is_in_play(name) else None
        shown = photos.picture() if photos is not None and photos.stage() == "map" else None
        if shown is None or shown[1] != tag:
            abort(404)
        response = make_response(shown[0])
        response.mimetype = "image/jpeg"
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    return blueprint


def map_picture(boxes: Boxes) -> str:
    """The address of the picture of the map that is played on, empty where there is none."""
    for game in boxes.games():
        photos = boxes.photos(game.id) if boxes.is_in_play(game.id) else None
        if photos is None or photos.stage() != "map":
            continue
        shown = photos.picture()
        if shown is not None:
            return f"/play-map/{game.id}/{shown[1]}.jpg"
    return ""
