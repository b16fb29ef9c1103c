"""The survey of a map: a picture laid flat, the hex grid over it, painted place by place."""

from __future__ import annotations

import math
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.table.box_editor import BoxSurvey, SurveyLayer
from webui.box_ports import PhotoError
from webui.language.choice import say
from webui.mapdraw import UNITS_PER_IN
from webui.pages.answers import go
from webui.pages.box_access import BoxRoom, refusal
from webui.uploads import UploadError


def add_survey(blueprint: Blueprint, room: BoxRoom) -> None:
    """Add the routes of the survey."""

    @blueprint.errorhandler(PhotoError)
    def bad_photo(error: PhotoError) -> Response:
        return refusal(str(error))

    @blueprint.get("/<name>/map")
    def page(name: str) -> str:
        photos, survey = room.photos(name), _survey_of(room, name)
        shown = photos.picture()
        return render_template(
            "box/survey.html",
            game=room.game(name),
            survey=survey,
            stage=photos.stage(),
            size_px=photos.size_px(),
            picture="" if shown is None else f"/box/{name}/map/picture/{shown[1]}.jpg",
            in_play=room.boxes.is_in_play(name),
            summary=room.desk(name).summary(),
        )

    @blueprint.get("/<name>/map/data")
    def data(name: str) -> Response:
        return jsonify(map_data(_survey_of(room, name)))

    @blueprint.get("/<name>/map/alike/<layer_id>")
    def alike(name: str, layer_id: str) -> Response:
        try:
            found = room.photos(name).alike(layer_id)
        except PhotoError as error:
            answer = jsonify({"why": say(str(error))})
            answer.status_code = 422
            return answer
        return jsonify([[one.label, one.value, round(one.confidence, 3)] for one in found])

    _add_picture(blueprint, room)


def _add_picture(blueprint: Blueprint, room: BoxRoom) -> None:
    @blueprint.get("/<name>/map/picture/<tag>.jpg")
    def picture(name: str, tag: str) -> Response:
        shown = room.photos(name).picture()
        if shown is None or shown[1] != tag:
            abort(404)
        response = make_response(shown[0])
        response.mimetype = "image/jpeg"
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    @blueprint.post("/<name>/map/photo")
    def photo(name: str) -> Response:
        file = request.form.get("file", "")
        room.photos(name).take(room.uploads.data(file))
        room.uploads.forget(file)
        return go(f"/box/{name}/map")

    @blueprint.post("/<name>/map/corners")
    def corners(name: str) -> Response:
        room.photos(name).flatten(_corners())
        return go(f"/box/{name}/map")

    @blueprint.post("/<name>/map/again")
    def again(name: str) -> Response:
        if not room.photos(name).back_to_photo():
            raise UploadError("There is no photograph. Choose one first.")
        return go(f"/box/{name}/map")

    @blueprint.post("/<name>/map/forget")
    def forget(name: str) -> Response:
        room.photos(name).forget()
        return go(f"/box/{name}/map")


def _survey_of(room: BoxRoom, name: str) -> BoxSurvey:
    survey = room.desk(name).survey()
    if survey is None:
        abort(404)
    return survey


def _corners() -> list[tuple[float, float]]:
    numbers = [request.form.get(f"{axis}{n}", type=float) for n in range(4) for axis in "xy"]
    found = [number for number in numbers if number is not None and math.isfinite(number)]
    if len(found) != len(numbers):
        raise PhotoError("Expected four corners of the map.")
    return list(zip(found[::2], found[1::2], strict=True))


def map_data(survey: BoxSurvey) -> dict[str, Any]:
    """The grid as drawings: outline and neighbours of each hex, ends of each hexside."""
    board = survey.grid
    hexes = [
        [
            place.label,
            _unit(board.centre(place).x_in),
            _unit(board.centre(place).y_in),
            place.column,
            place.step,
        ]
        for place in board
    ]
    sides = [
        [side.label, side.first.label, side.second.label, _unit(middle.x_in), _unit(middle.y_in)]
        for side in board.hexsides()
        for middle in (board.middle(side),)
    ]
    return {
        "width": _unit(board.width_in),
        "height": _unit(board.height_in),
        "radius": board.radius_in * UNITS_PER_IN,
        "hexes": hexes,
        "sides": sides,
        "layers": layer_data(survey),
    }


def layer_data(survey: BoxSurvey) -> list[dict[str, Any]]:
    """Every layer with what is known, for the page's own code."""
    return [_layer_data(layer) for layer in survey.layers]


def _layer_data(layer: SurveyLayer) -> dict[str, Any]:
    return {
        "id": layer.id,
        "title": layer.title,
        "places": layer.places,
        "choices": list(layer.choices),
        "said": {choice: say(choice) for choice in layer.choices},
        "prefix": layer.prefix,
        "suffix": layer.suffix,
        "values": dict(layer.values),
        "locked": sorted(layer.locked),
        "unused": sorted(layer.unused),
        "byLooks": layer.by_looks,
        "takesOthers": layer.takes_others,
        "isSet": layer.is_set,
    }


def _unit(length_in: float) -> float:
    return round(length_in * UNITS_PER_IN, 1)
