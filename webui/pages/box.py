"""The owner's box file: its sheets, filled in cell by cell and saved at once."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)

from companion.table.box_editor import (
    BoxChange,
    BoxChangeError,
    BoxSummary,
    BoxTextError,
)
from webui.box_ports import BoxDesk, BoxUnsavedError
from webui.language.choice import say
from webui.pages.answers import admitted, go
from webui.pages.box_access import BoxRoom, asks_for_code, refusal
from webui.pages.box_files import add_files
from webui.pages.survey import add_survey
from webui.uploads import UploadError

_LONGEST_NAME: Final = 80
_MOST_CHANGES: Final = 400
_OWN_PATH: Final = re.compile(r"/box(/[a-z0-9./-]*)?")


def box_blueprint(room: BoxRoom) -> Blueprint:
    """Routes of the box files; for hosts alone but for the place of the code."""
    blueprint = Blueprint("box", __name__, url_prefix="/box")

    @blueprint.app_context_processor
    def links() -> dict[str, bool]:
        """Lets other pages know that there is something to link to."""
        return {"has_boxes": True}

    @blueprint.before_request
    def check() -> Response | None:
        return None if request.endpoint == "box.host" else asks_for_code(room)

    _add_words(blueprint)
    _add_door(blueprint, room)
    _add_sheets(blueprint, room)
    add_files(blueprint, room)
    add_survey(blueprint, room)
    return blueprint


def _add_words(blueprint: Blueprint) -> None:
    """What is said where something cannot be done."""

    @blueprint.errorhandler(BoxTextError)
    def unreadable(error: BoxTextError) -> Response:
        text = f"The box file cannot be read, {error}. Mend it, or import another."
        if _is_part():
            return refusal(text, 409)
        return make_response(render_template("error.html", text=text, status=409), 409)

    @blueprint.errorhandler(BoxUnsavedError)
    def unsaved(error: BoxUnsavedError) -> Response:
        return refusal(f"Nothing was changed: {error}.", 507)

    @blueprint.errorhandler(BoxChangeError)
    def unfit(error: BoxChangeError) -> Response:
        return refusal(f"Nothing was changed: {error.reason}.")

    @blueprint.errorhandler(UploadError)
    def lost(error: UploadError) -> Response:
        return refusal(str(error))


def _add_door(blueprint: Blueprint, room: BoxRoom) -> None:
    """The place of the table code, and the list of boxes."""

    @blueprint.post("/host")
    def host() -> Response:
        back = request.form.get("back", "")
        return admitted(room.hosts, back if _OWN_PATH.fullmatch(back) else "/box")

    @blueprint.get("")
    def listed() -> Response:
        games = room.boxes.games()
        if len(games) == 1:
            return make_response(redirect(f"/box/{games[0].id}"))
        return make_response(render_template("box/games.html", games=games))


def _is_part() -> bool:
    return "HX-Request" in request.headers


def _add_sheets(blueprint: Blueprint, room: BoxRoom) -> None:
    @blueprint.get("/<name>")
    def overview(name: str) -> str:
        desk = room.desk(name)
        return render_template(
            "box/overview.html",
            game=room.game(name),
            summary=desk.summary(),
            file_name=desk.file_name,
            in_play=room.boxes.is_in_play(name),
            has_map=room.boxes.photos(name) is not None,
        )

    @blueprint.get("/<name>/sheet/<sheet_id>")
    def sheet(name: str, sheet_id: str) -> str:
        desk = room.desk(name)
        shown = desk.sheet(sheet_id)
        if shown is None:
            abort(404)
        return render_template(
            "box/sheet.html",
            game=room.game(name),
            sheet=shown,
            summary=desk.summary(),
            in_play=room.boxes.is_in_play(name),
        )

    @blueprint.post("/<name>/cells")
    def cells(name: str) -> Response:
        desk, sheet_id = room.desk(name), request.form.get("sheet", "")
        changes = _changes()
        try:
            clashes = desk.change(changes)
        except BoxChangeError as error:
            return _wrong(error)
        return jsonify(_answer(desk, sheet_id, changes, clashes))

    @blueprint.post("/<name>/rows")
    def rows(name: str) -> Response:
        desk, sheet_id = room.desk(name), request.form.get("sheet", "")
        row = request.form.get("row", "")[:_LONGEST_NAME]
        if "remove" in request.form:
            desk.remove_row(sheet_id, row)
        else:
            desk.add_row(sheet_id, row)
        return go(f"/box/{name}/sheet/{sheet_id}")


def _changes() -> list[BoxChange]:
    addresses = request.form.getlist("address")
    values, before = request.form.getlist("value"), request.form.getlist("before")
    if not len(addresses) == len(values) == len(before) or len(addresses) > _MOST_CHANGES:
        abort(400, f"Expected up to {_MOST_CHANGES} cells, each with its value and the one before.")
    return [
        BoxChange(address=address, value=value, before=was)
        for address, value, was in zip(addresses, values, before, strict=True)
    ]


def _wrong(error: BoxChangeError) -> Response:
    answer = jsonify({"address": error.address, "why": say(error.reason)})
    answer.status_code = 422
    return answer


def _answer(
    desk: BoxDesk, sheet_id: str, changes: list[BoxChange], clashes: tuple[BoxChange, ...]
) -> dict[str, Any]:
    """What a page needs after a change: what was not made, and how the box is now."""
    summary = desk.summary()
    return {
        "clashes": [{"address": one.address, "there": one.before} for one in clashes],
        "made": len(changes) - len(clashes),
        "broken": {one.address: one.why for one in summary.findings},
        "state": state_part(summary, sheet_id),
    }


def state_part(summary: BoxSummary, sheet_id: str) -> str:
    """Progress and findings as a part of a page."""
    return render_template("box/state.html", summary=summary, sheet_id=sheet_id)
