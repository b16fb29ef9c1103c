"""What became of the game that a tablet had a seat in, when that game is not at the table now."""

from __future__ import annotations

from typing import Final, NamedTuple, NoReturn

from flask import Request, abort, make_response, render_template, request

from companion.table.ids import SeatId
from companion.table.values import Seat
from webui.ports import WrittenGame
from webui.site import House, Site, cookie_name


class LeftGame(NamedTuple):
    """A game that has left the table: its title, and what became of it as a sentence."""

    title: str
    fate: str


_ENDED: Final = "That game has ended. Its replay is in the list of games."
_ASIDE: Final = "That game has been laid aside. Whoever began it can go on with it another time."


def left_game(house: House | None, name: str, asked: Request) -> LeftGame | None:
    """The newest game away from the table in which this tablet had a seat of that name.

    Says nothing but what the list of games tells everybody, and goes by the names of the tablet's
    own cookies; a tablet that never had such a seat is told nothing.

    Args:
        house: the games; None where there is but one.
        name: id of the seat.
        asked: the request of the tablet.
    """
    games: tuple[WrittenGame, ...] = () if house is None else house.games.written()
    for game in games:
        if not game.is_open and cookie_name(SeatId(name), game.id) in asked.cookies:
            return LeftGame(game.title, _ENDED if game.ended_at else _ASIDE)
    return None


def known_seat(site: Site, name: str) -> Seat:
    """The seat of that name; else an answer that says where the tablet's own game is.

    Ends in "not found" for a name that neither this game nor the tablet knows.
    """
    seat = site.seat(name)
    if seat is None:
        _say_what_became_of_it(site, name)
    return seat


def _say_what_became_of_it(site: Site, name: str) -> NoReturn:
    left = left_game(site.services.house, name, request)
    if left is None:
        abort(404)
    response = make_response(render_template("left_game.html", left=left), 404)
    # A screen that is still open asks for parts of itself: it is to load this page instead.
    response.headers["HX-Refresh"] = "true"
    abort(response)
