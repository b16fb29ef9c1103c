"""The virtual table: cubes to drag and a die to throw, where there is no hardware."""

from __future__ import annotations

import math
from typing import TypedDict

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.table.ids import PUBLIC
from companion.table.views import Map
from webui.boarddraw import drawn_board
from webui.ports import Demo, DemoCube, DemoSupply
from webui.site import Site


def demo_blueprint(site: Site) -> Blueprint:
    """Routes of the virtual table; each is unknown outside demo mode."""
    blueprint = Blueprint("demo", __name__, url_prefix="/demo")

    @blueprint.get("/table")
    def page() -> str:
        demo = _demo(site)
        view = site.table.screen(PUBLIC).view
        maps = [w for region in view.regions for w in region.widgets if isinstance(w, Map)]
        board = None if maps else demo.board()
        return render_template(
            "demo.html",
            map=maps[0] if maps else None,
            board=None if board is None else drawn_board(board),
            text="",
            is_laid=site.services.set_up is None or site.services.set_up.standing() is None,
            **_table(demo),
        )

    @blueprint.get("/cubes")
    def cubes() -> Response:
        return _answer(_demo(site), None)

    @blueprint.post("/roll")
    def roll() -> Response:
        made = _demo(site).roll(request.form.get("face", type=int))
        has_rolled = isinstance(made, int)
        text = f"The die shows {made}." if has_rolled else made
        shown = render_template("notice.html", text=text, calm=has_rolled)
        return make_response(shown, 200 if has_rolled else 409)

    _add_hands(blueprint, site)
    return blueprint


def _add_hands(blueprint: Blueprint, site: Site) -> None:
    """Routes for what a hand would do with cubes."""

    @blueprint.post("/place")
    def place() -> Response:
        demo = _demo(site)
        cube = next((c for c in demo.cubes() if c.id == _number("id")), None)
        if cube is None:
            return _answer(demo, "That cube is not on the table any more.")
        moved = DemoCube(
            id=cube.id,
            colour=cube.colour,
            face=request.form.get("face", cube.face, type=int),
            x_in=request.form.get("x", cube.x_in, type=_finite),
            y_in=request.form.get("y", cube.y_in, type=_finite),
        )
        if not 1 <= moved.face <= 6:
            abort(400, "A cube has faces 1 to 6.")
        return _answer(demo, demo.place(moved))

    @blueprint.post("/add")
    def add() -> Response:
        demo = _demo(site)
        x_in = request.form.get("x", type=_finite)
        y_in = request.form.get("y", type=_finite)
        if x_in is None or y_in is None:
            abort(400, "Expected where the cube is set down: x and y in inches.")
        return _answer(demo, demo.add(request.form.get("colour", ""), x_in, y_in))

    @blueprint.post("/remove")
    def remove() -> Response:
        demo = _demo(site)
        return _answer(demo, demo.remove(_number("id")))


def _demo(site: Site) -> Demo:
    found = site.table.demo()
    if found is None:
        abort(404)
    return found


def _answer(demo: Demo, problem: str | None) -> Response:
    text = render_template("demo_cubes.html", text=problem or "", **_table(demo))
    return make_response(text, 409 if problem else 200)


class _Table(TypedDict):
    cubes: list[DemoCube]
    supply: tuple[DemoSupply, ...]


def _table(demo: Demo) -> _Table:
    cubes = sorted(demo.cubes(), key=lambda cube: cube.id)
    return {"cubes": cubes, "supply": demo.supply()}


def _number(name: str) -> int:
    value = request.form.get(name, type=int)
    if value is None:
        abort(400, f"Expected a number for {name}.")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
