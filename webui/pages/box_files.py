"""Box files in and out: download, upload in pieces, replace, merge with conflicts to choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.table.box_editor import BoxChange, BoxConflict, BoxTextError
from webui.box_ports import LARGEST_PHOTO_BYTES, LONGEST_BOX_BYTES
from webui.language.choice import say
from webui.pages.answers import go
from webui.pages.box_access import BoxRoom, refusal
from webui.uploads import UploadError

PAGE_CONFLICTS: Final = 60
_LIMITS: Final = {"box": LONGEST_BOX_BYTES, "photo": LARGEST_PHOTO_BYTES}


def add_files(blueprint: Blueprint, room: BoxRoom) -> None:
    """Add the routes for whole files."""

    @blueprint.get("/<name>/file")
    def download(name: str) -> Response:
        desk = room.desk(name)
        response = make_response(desk.text())
        response.mimetype = "application/toml"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}-box.toml"'
        return response

    @blueprint.get("/<name>/exchange")
    def exchange(name: str) -> str:
        desk = room.desk(name)
        return render_template(
            "box/exchange.html",
            game=room.game(name),
            file_name=desk.file_name,
            in_play=room.boxes.is_in_play(name),
        )

    @blueprint.post("/<name>/upload")
    def upload(name: str) -> Response:
        room.desk(name)
        limit = _LIMITS.get(request.args.get("kind", ""))
        if limit is None:
            abort(400, "Expected a kind of file: box or photo.")
        file = request.args.get("file") or room.uploads.begin()
        at = request.args.get("at", 0, type=int)
        try:
            length = room.uploads.add(file, at, request.get_data(), limit)
        except UploadError as error:
            answer = jsonify({"why": say(str(error))})
            answer.status_code = 422
            return answer
        return jsonify({"file": file, "length": length})

    @blueprint.post("/<name>/look")
    def look(name: str) -> Response:
        return _look(room, name)

    @blueprint.post("/<name>/replace")
    def replace(name: str) -> Response:
        file = request.form.get("file", "")
        room.desk(name).replace(_text_of(room, file))
        room.uploads.forget(file)
        return go(f"/box/{name}")

    @blueprint.post("/<name>/merge")
    def merge(name: str) -> Response:
        desk, file = room.desk(name), request.form.get("file", "")
        desk.merge(_text_of(room, file), ())
        return _conflicts(room, name, file, 0)

    @blueprint.post("/<name>/choose")
    def choose(name: str) -> Response:
        """Take the other's value where that was chosen, then show the next conflicts."""
        desk, file = room.desk(name), request.form.get("file", "")
        start = max(request.form.get("start", 0, type=int), 0)
        shown = _shown(desk.merge_plan(_text_of(room, file)).conflicts, start)
        chosen = {value for key, value in request.form.items() if key.startswith("take-")}
        changes = [
            BoxChange(address=one.address, value=one.theirs, before=one.ours)
            for one in shown
            if one.address in chosen
        ]
        clashes = desk.change(changes)
        return _conflicts(room, name, file, start + len(shown) - len(changes) + len(clashes))


def _look(room: BoxRoom, name: str) -> Response:
    file = request.form.get("file", "")
    try:
        text = _text_of(room, file)
        other = room.desk(name).read(text)
    except BoxTextError as error:
        return refusal(f"This file is no box file of this game, {error}.")
    return make_response(
        render_template(
            "box/look.html",
            game=room.game(name),
            file=file,
            other=other,
            mine=room.desk(name).summary(),
            plan=room.desk(name).merge_plan(text),
        )
    )


def _conflicts(room: BoxRoom, name: str, file: str, start: int) -> Response:
    plan = room.desk(name).merge_plan(_text_of(room, file))
    shown = _shown(plan.conflicts, start)
    if not shown:
        room.uploads.forget(file)
    return make_response(
        render_template(
            "box/conflicts.html",
            game=room.game(name),
            file=file,
            plan=plan,
            shown=shown,
            start=start,
            left=len(plan.conflicts) - start - len(shown),
        )
    )


def _shown(conflicts: Sequence[BoxConflict], start: int) -> Sequence[BoxConflict]:
    return conflicts[start : start + PAGE_CONFLICTS]


def _text_of(room: BoxRoom, file: str) -> str:
    """The text of an uploaded file.

    Raises:
        UploadError: it is not here any more.
        BoxTextError: it is no text.
    """
    try:
        return room.uploads.data(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BoxTextError(line, "this is no UTF-8 text") from error
