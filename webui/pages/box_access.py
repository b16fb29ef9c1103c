"""Which box file a page is about, and whether whoever asks may edit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Response, abort, make_response, render_template, request

from webui.box_ports import BoxDesk, Boxes, BoxGame, MapPhotos
from webui.hosts import HOST_COOKIE, Hosts
from webui.site import is_at_home
from webui.uploads import Uploads

HX: Final = "HX-Request"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRoom:
    """What the pages of box files share.

    Attributes:
        boxes: the box files.
        hosts: who has given the table code.
        uploads: files that are coming in.
    """

    boxes: Boxes
    hosts: Hosts
    uploads: Uploads

    def may_edit(self) -> bool:
        """Whether the request comes from the table's computer, or from who has the table code."""
        return is_at_home(request) or self.hosts.knows(request.cookies.get(HOST_COOKIE))

    def game(self, name: str) -> BoxGame:
        """The game of that name; 404 where it has no box."""
        found = next((game for game in self.boxes.games() if game.id == name), None)
        if found is None:
            abort(404)
        return found

    def desk(self, name: str) -> BoxDesk:
        """The box file of a game; 404 where it has none."""
        desk = self.boxes.desk(name)
        if desk is None:
            abort(404)
        return desk

    def photos(self, name: str) -> MapPhotos:
        """The picture of a game's map; 404 where it has none."""
        photos = self.boxes.photos(name)
        if photos is None:
            abort(404)
        return photos


def asks_for_code(room: BoxRoom) -> Response | None:
    """What whoever may not edit gets instead: a place for the table code, or one line."""
    if room.may_edit():
        return None
    if request.method != "GET" or HX in request.headers:
        abort(403, "Only the table's own computer, or who has the table code, may do that.")
    return make_response(render_template("box/code.html", back=request.path))


def refusal(text: str, status: int = 422) -> Response:
    """A sentence for the place of notices."""
    response = make_response(render_template("notice.html", text=text), status)
    response.headers["HX-Retarget"] = "#notice"
    response.headers["HX-Reswap"] = "innerHTML"
    return response
