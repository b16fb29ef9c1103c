"""What the public screen and the seats' screens have in common."""

from __future__ import annotations

import math

from flask import Response, abort, make_response, render_template, request

from companion.board.grid import BoardPoint
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Seat
from companion.table.views import Map, MapHex, MapPiece, View
from webui.language.choice import language, spoken
from webui.mapdraw import grid_of
from webui.parts import PartKey
from webui.ports import DEVICES_REGION
from webui.render import Showing, region_maps
from webui.site import Site
from webui.stream import event_id

_REACH_IN = 0.9
"""How far from the finger a piece may stand to be meant."""


def base_of(viewer: SeatId) -> str:
    """What the addresses of a viewer's routes begin with."""
    return "" if viewer == PUBLIC else f"/seat/{viewer}"


def screen_page(site: Site, viewer: SeatId, seat: Seat | None) -> str:
    """The whole screen of a viewer."""
    screen = site.table.screen(viewer)
    showing = Showing(viewer=viewer, base=base_of(viewer), waited_s=screen.waited_s)
    return render_template(
        "screen.html",
        view=spoken(screen.view),
        showing=showing,
        seat=seat,
        title=seat.title if seat is not None else screen.view.title,
        stream_id=event_id(site.settings.epoch, screen.counter),
        drawn_for=site.drawn_for,
        devices=site.table.devices(),
        is_demo=site.table.demo() is not None,
        has_games=site.services.house is not None,
    )


def region_part(site: Site, viewer: SeatId, name: str) -> Response:
    """One region of a viewer's screen, or the news that the screen is made up otherwise."""
    screen = site.table.screen(viewer)
    if name == DEVICES_REGION:
        return _devices_part(site, viewer, screen.counter)
    region = screen.view.region(name)
    if region is None:
        response = make_response("", 204)
        response.headers["HX-Trigger"] = "reload-all"
        return response
    showing = Showing(
        viewer=viewer,
        base=base_of(viewer),
        waited_s=screen.waited_s,
        ground=request.args.get("have", ""),
    )

    def drawn() -> str:
        return render_template("region.html", region=spoken(region), showing=showing)

    if viewer != PUBLIC:
        return make_response(drawn())
    return site.public_parts.answer(
        PartKey(screen.counter, name, showing.ground, language()), drawn
    )


def _devices_part(site: Site, viewer: SeatId, counter: int) -> Response:
    """How eye and die are. The counter is read first: what is drawn is as new or newer."""

    def drawn() -> str:
        return render_template(
            "devices.html",
            devices=site.table.devices(),
            showing=Showing(viewer=viewer, base=base_of(viewer)),
        )

    if viewer != PUBLIC:
        return make_response(drawn())
    return site.public_parts.answer(PartKey(counter, DEVICES_REGION, "", language()), drawn)


def spot_part(site: Site, viewer: SeatId) -> str:
    """What stands where a finger touched the map, or the piece of a list, with its form."""
    view = site.table.screen(viewer).view
    map_ = _map_of(view)
    showing = Showing(viewer=viewer, base=base_of(viewer))
    piece_id = request.args.get("piece", type=int)
    if piece_id is not None:
        pieces: tuple[MapPiece, ...] = tuple(p for p in map_.pieces if p.id == piece_id)
        place = pieces[0].place if pieces else ""
    else:
        point = _touched()
        hex_ = grid_of(map_).hex_at(point)
        place = hex_.label if hex_ is not None else ""
        pieces = nearest_pieces(map_, point, request.args.get("reach", _REACH_IN, type=float))
    hex_info: MapHex | None = next((h for h in map_.hexes if h.place == place), None)
    return render_template(
        "spot.html",
        pieces=tuple(spoken(piece) for piece in pieces),
        place=place,
        hex_info=hex_info,
        showing=showing,
    )


def nearest_pieces(map_: Map, point: BoardPoint, reach_in: float) -> tuple[MapPiece, ...]:
    """Pieces within reach of a point, the nearest first."""
    reach_in = min(max(reach_in, 0.0), 3.0)
    by_distance = sorted(
        (math.hypot(piece.x_in - point.x_in, piece.y_in - point.y_in), piece.id, piece)
        for piece in map_.pieces
        if piece.place != "off"
    )
    return tuple(piece for distance_in, _, piece in by_distance if distance_in <= reach_in)


def _map_of(view: View) -> Map:
    found = next((map_ for region in view.regions for map_ in region_maps(region)), None)
    if found is None:
        abort(404)
    return found


def _touched() -> BoardPoint:
    x_in, y_in = request.args.get("x", type=float), request.args.get("y", type=float)
    if x_in is None or y_in is None or not (math.isfinite(x_in) and math.isfinite(y_in)):
        abort(400, "Expected where on the map was touched: x and y in inches.")
    return BoardPoint(x_in, y_in)
