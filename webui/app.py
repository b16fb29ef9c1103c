"""Builds the Flask app from the services; the only place that knows every page."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterable
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, make_response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException
from werkzeug.sansio.response import Response as WsgiResponse

from webui import guard, render
from webui.assets import Assets, asset_blueprint
from webui.pages.box import box_blueprint
from webui.pages.box_access import BoxRoom
from webui.pages.card_photos import card_photo_blueprint
from webui.pages.certificate import certificate_blueprint
from webui.pages.codes import codes_blueprint
from webui.pages.demo import demo_blueprint
from webui.pages.dice import dice_blueprint
from webui.pages.doctor import doctor_blueprint
from webui.pages.eye import eye_blueprint
from webui.pages.games import games_blueprint, lobby_blueprint
from webui.pages.home_screen import home_screen_blueprint
from webui.pages.join import join_blueprint
from webui.pages.play_map import play_map_blueprint
from webui.pages.public import public_blueprint
from webui.pages.replay import ended_blueprint, replay_blueprint
from webui.pages.seat import seat_blueprint
from webui.pages.set_up import set_up_blueprint
from webui.settings import BODY_LIMIT_BYTES, WebSettings
from webui.site import House, Services, Site
from webui.stream import Streams
from webui.taps import Taps
from webui.uploads import Uploads

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LOG: Final = logging.getLogger("webui")


class TableApp(Flask):
    """A Flask app whose log says where a fault happened and nothing of what was being said."""

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log the places of a fault; its text and the address may hold a secret or a code."""
        error = exc_info[1]
        if error is not None:
            places = "".join(traceback.format_tb(error.__traceback__))
            LOG.error("a page failed with %s at\n%s", type(error).__name__, places)


def create_app(services: Services, settings: WebSettings) -> Flask:
    """The web UI for one table.

    Args:
        services: the table and the pairing of tablets.
        settings: limits and addresses.
    """
    app = _bare_app(settings)
    site = Site(
        services=services,
        settings=settings,
        streams=Streams(services.table, settings),
        taps=Taps(settings.steady_s),
    )
    app.register_blueprint(public_blueprint(site))
    app.register_blueprint(seat_blueprint(site))
    app.register_blueprint(join_blueprint(site))
    if services.set_up is not None:
        app.register_blueprint(set_up_blueprint(site, services.set_up))
    if services.cards is not None:
        app.register_blueprint(card_photo_blueprint(site, services.cards))
    app.jinja_env.globals.update(
        has_card_photos=lambda: services.cards is not None,
        has_eye=services.eye is not None,
        has_doctor=services.doctor is not None,
        has_die=lambda: services.table.devices().die is not None,
        has_virtual_table=services.table.demo() is not None,
    )
    app.register_blueprint(home_screen_blueprint(site, _assets()))
    app.register_blueprint(replay_blueprint(site))
    app.register_blueprint(dice_blueprint(site))
    app.register_blueprint(codes_blueprint(site))
    app.register_blueprint(demo_blueprint(site))
    if services.eye is not None:
        app.register_blueprint(eye_blueprint(site, services.eye))
    if services.doctor is not None:
        app.register_blueprint(doctor_blueprint(site, services.doctor))
    if services.house is not None:
        _add_games(app, services.house, settings)
    return app


def create_lobby(house: House, settings: WebSettings) -> Flask:
    """The web UI while no game is open: the list of games, and the way to it.

    Args:
        house: the games.
        settings: limits and addresses.
    """
    app = _bare_app(settings)
    _add_games(app, house, settings)
    app.register_blueprint(lobby_blueprint())
    return app


def _add_games(app: Flask, house: House, settings: WebSettings) -> None:
    app.register_blueprint(games_blueprint(house, settings))
    app.register_blueprint(ended_blueprint(house, settings))
    if house.boxes is not None:
        uploads = Uploads(settings.steady_s)
        app.register_blueprint(
            box_blueprint(BoxRoom(boxes=house.boxes, hosts=house.hosts, uploads=uploads))
        )
        app.register_blueprint(play_map_blueprint(house.boxes))


class AppSwitch:
    """A WSGI application that stands before the app of the open game, or of none.

    Args:
        app: what answers at first.

    Attributes:
        app: what answers from now on.
    """

    def __init__(self, app: Flask) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app of this moment answer."""
        return self.app(environ, start_response)


def _bare_app(settings: WebSettings) -> Flask:
    app = TableApp(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT_BYTES
    guard.install(app, settings)
    render.install(app)
    app.register_blueprint(asset_blueprint(_assets()))
    app.jinja_env.globals.update(has_certificate=settings.safe is not None)
    if settings.safe is not None:
        app.register_blueprint(certificate_blueprint(settings.safe, _assets()))
    app.register_error_handler(HTTPException, _explain)
    return app


@cache
def _assets() -> Assets:
    """The files that every page shares; read once, also where several games are opened."""
    return Assets()


def _explain(error: HTTPException) -> WsgiResponse:
    """An error as a page in words, or as one line where a part of a page was asked for."""
    if error.response is not None:
        return error.response
    status = error.code or 500
    text = _WORDS.get(status) or error.description or _WORDS[500]
    if request_ctx.url_adapter is None:
        # Addressed by a name that is none: no page of ours can be made up for it.
        return Response(text, status=status, mimetype="text/plain")
    is_part = "HX-Request" in request.headers
    template = "notice.html" if is_part else "error.html"
    response = make_response(render_template(template, text=text, status=status), status)
    if is_part:
        response.headers["HX-Retarget"] = "#notice"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


_WORDS: Final = {
    404: "There is no such page at this table.",
    405: "This address cannot be used in that way.",
    413: "That was more than a form of this table can hold.",
    500: "The table could not do this. It is written down; try again or go on by hand.",
}
