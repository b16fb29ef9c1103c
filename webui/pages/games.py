"""The list of games: begin one, go on with one, look at one that has ended."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from webui.pages.answers import admitted, go
from webui.pages.left_games import left_game
from webui.pages.seat import FIELD_PREFIX
from webui.ports import GameChoice
from webui.settings import WebSettings
from webui.site import House, is_host

_WAITING: Final = re.compile(r"/(seat/[a-z0-9-]{1,40}|demo/table)?")
_LISTS: Final = ("/games", "/seats")
"""Where a device goes on that looked at the list itself, and not for a screen of a game."""

_SEAT: Final = "/seat/"


def games_blueprint(house: House, settings: WebSettings) -> Blueprint:
    """Routes of the list of games.

    Args:
        house: the games and who may choose among them.
        settings: where the table is found.
    """
    blueprint = Blueprint("games", __name__, url_prefix="/games")

    @blueprint.get("")
    def listed() -> str:
        games = house.games.written()
        to = _screen_in(request.args.get("to", ""))
        return render_template(
            "games.html",
            open_game=next((game for game in games if game.is_open), None),
            aside=tuple(game for game in games if not game.is_open and not game.ended_at),
            ended=tuple(game for game in games if game.ended_at),
            choices=house.games.choices(),
            is_host=is_host(house, request),
            addresses=settings.base_urls,
            to=to,
            left=left_game(house, to.removeprefix(_SEAT), request),
        )

    @blueprint.get("/open")
    def opened() -> Response:
        """Lead a screen that waits for a game to where it was; renew a list that is old."""
        game = next((game for game in house.games.written() if game.is_open), None)
        at_the_table, over = ("", False) if game is None else (game.id, bool(game.verdict))
        seen = request.args.get("seen", "")
        if seen and (at_the_table, over) != (seen, "over" in request.args):
            return go("/games")
        if at_the_table and not seen:
            to = request.args.get("to", "")
            return go(to if to in _LISTS else _screen_in(to) or "/")
        return make_response("", 204)

    @blueprint.get("/new/<name>")
    def new(name: str) -> str:
        return render_template(
            "new_game.html",
            choice=_choice(house, name),
            is_host=is_host(house, request),
            replaces=next((game for game in house.games.written() if game.is_open), None),
        )

    @blueprint.post("/host")
    def host() -> Response:
        return admitted(house.hosts, "/games")

    _add_wishes(blueprint, house)
    return blueprint


def _add_wishes(blueprint: Blueprint, house: House) -> None:
    """Routes for what only a host may do."""

    @blueprint.before_request
    def check_host() -> None:
        is_wish = request.method == "POST" and request.endpoint != f"{blueprint.name}.host"
        if is_wish and not is_host(house, request):
            abort(403, "Only the table's own computer, or who has the table code, may do that.")

    @blueprint.post("/new/<name>")
    def begin(name: str) -> Response:
        choice = _choice(house, name)
        if request.form.get("seen", _open_id(house)) != _open_id(house):
            # A page gone back to, or pressed again since its answer was lost: without a look at the
            # game that lies there by now, that one would be laid aside unasked.
            return go(f"/games/new/{choice.id}")
        inputs = tuple(
            (key.removeprefix(FIELD_PREFIX), value.strip())
            for key, value in request.form.items(multi=True)
            if key.startswith(FIELD_PREFIX)
        )
        return _done(house.games.begin(choice.id, inputs, _ends()), "/seats")

    @blueprint.post("/<game_id>/go-on")
    def go_on(game_id: str) -> Response:
        return _done(house.games.go_on(game_id, _ends()), "/seats")

    @blueprint.post("/put-away")
    def put_away() -> Response:
        return _done(house.games.put_away(), "/games")

    @blueprint.post("/<game_id>/end")
    def end(game_id: str) -> Response:
        return _done(house.games.end(game_id), "/games")


def _open_id(house: House) -> str:
    """The game at the table, empty for none."""
    return next((game.id for game in house.games.written() if game.is_open), "")


def _ends() -> str:
    """The game of which the page that sent a wish had said that it is over and ends by it."""
    return request.form.get("ends", "")


def lobby_blueprint() -> Blueprint:
    """Sends every screen to the list of games while none is open."""
    blueprint = Blueprint("lobby", __name__)

    @blueprint.get("/", defaults={"_path": ""})
    @blueprint.get("/<path:_path>")
    def anything(_path: str) -> Response:
        if "HX-Request" in request.headers:
            return go(_list_for(urlsplit(request.headers.get("HX-Current-URL", "")).path))
        if _path.endswith("stream"):
            abort(404, "No game is open.")
        return make_response(redirect(_list_for(f"/{_path}")))

    @blueprint.post("/<path:_path>")
    def wish(_path: str) -> Response:
        return go("/games")

    return blueprint


def _screen_in(path: str) -> str:
    """A screen that waits for a game, empty for any other address."""
    return path if _WAITING.fullmatch(path) else ""


def _list_for(path: str) -> str:
    """The address of the list of games for who came from a path of a game."""
    screen = _screen_in(path)
    return f"/games?{urlencode({'to': screen}, safe='/')}" if screen else "/games"


def _choice(house: House, name: str) -> GameChoice:
    found = next((choice for choice in house.games.choices() if choice.id == name), None)
    if found is None:
        abort(404)
    return found


def _done(problem: str | None, path: str) -> Response:
    if problem is not None:
        return make_response(render_template("notice.html", text=problem), 409)
    return go(path)
