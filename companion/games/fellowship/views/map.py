"""The map with its markers: public, but for the names that the viewer has given to its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

import msgspec

from companion.board.hexes import Direction, Hex, Hexside, hexside_between
from companion.games.fellowship.box.board_map import GRID, BoardMap, place_names
from companion.games.fellowship.box.board_places import find_hex, middle_of
from companion.games.fellowship.box.file import EMPTY_BOX
from companion.games.fellowship.events.status import hex_type_words
from companion.games.fellowship.facts.names import Feature, MarkerType, Terrain, Water, Weather
from companion.games.fellowship.flow.anytime_forms import piece_form
from companion.games.fellowship.flow.choosing import own_name, shown_mode
from companion.games.fellowship.flow.questions import Question
from companion.games.fellowship.handbook import Handbook
from companion.games.fellowship.rules.reach import reach_of
from companion.games.fellowship.rules.ring_place import is_carrier, ring_place
from companion.games.fellowship.seats import marker_type_of
from companion.games.fellowship.state import OFF, PublicState, Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.ids import PieceId
from companion.table.values import Piece
from companion.table.views import Map, MapHex, MapLine, MapPiece, Region
from companion.table.wording import signed_text

Shape = Literal["circle", "diamond", "square", "hexagon"]
_SHAPES: Final[dict[MarkerType, Shape]] = {
    MarkerType.FELLOWSHIP: "circle",
    MarkerType.SAURONIC: "diamond",
    MarkerType.GUARDIAN: "square",
    MarkerType.SARUMAN: "hexagon",
}

_replace = msgspec.structs.replace


def map_region(scene: Scene, questions: Sequence[Question]) -> Region:
    """The map of the box in use with every marker that stands on it."""
    lit = {piece for question in questions for piece in question.ask.lit}
    question = next((one for one in questions if one.kind == "step"), None)
    pieces = (piece for piece in scene.public.table if piece.place != OFF)
    widget = Map(
        width_in=GRID.width_in,
        height_in=GRID.height_in,
        flat_to_flat_in=GRID.flat_to_flat_in,
        columns=GRID.columns,
        rows=GRID.rows,
        full_columns=GRID.full_columns,
        hexes=_with_reach(scene, _with_asked(_hexes(scene.public, scene.handbook), questions)),
        lines=_lines(scene.handbook),
        pieces=tuple(
            _map_piece(scene, piece, lit, question)
            for piece in pieces
            if marker_type_of(piece) is not None
        ),
        trails=tuple(_trail(places) for places in scene.public.trails),
        note="sample map" if scene.handbook.box.is_sample else "",
    )
    return Region(name="map", title="Map", role="map", widgets=(widget,))


def _trail(places: tuple[str, ...]) -> tuple[tuple[float, float], ...]:
    """The middles of the places on a way, in board inches."""
    middles = (middle_of(place) for place in places)
    return tuple((middle.x_in, middle.y_in) for middle in middles)


def _map_piece(
    scene: Scene, piece: Piece, lit: set[PieceId], question: Question | None
) -> MapPiece:
    kind = marker_type_of(piece) or MarkerType.FELLOWSHIP
    name = own_name(scene, piece).removeprefix(f"{kind.value} ")
    return MapPiece(
        id=piece.id,
        x_in=piece.x_in,
        y_in=piece.y_in,
        place=piece.place,
        colour=piece.colour,
        shape=_SHAPES[kind],
        mode=shown_mode(piece),
        face=piece.face,
        name=name,
        known=_known_words(scene.public, piece),
        lit=piece.id in lit,
        form=piece_form(scene, piece, question),
    )


def _known_words(public: PublicState, piece: Piece) -> str:
    """What everybody knows of a marker, beside what it shows."""
    if is_carrier(public, piece):
        return "carrier of the Ring"
    if any(number == piece.id for _, number in public.escorts):
        return "has a captive"
    return public.known.get(piece.id, "")


# --- The ground: the same for as long as the box stays the same --------------------------------


@lru_cache(maxsize=4)
def _plain_hexes(handbook: Handbook) -> tuple[MapHex, ...]:
    board = handbook.map
    known = {place for side in _sides() if board.tells_of(side.label) for place in side.hexes}
    return tuple(
        _plain_hex(board, place) if place in known or board.tells_of(place.label) else _blank(place)
        for place in GRID
    )


@lru_cache(maxsize=1)
def _sides() -> tuple[Hexside, ...]:
    return tuple(GRID.hexsides())


@lru_cache(maxsize=1024)
def _blank(place: Hex) -> MapHex:
    """A hex of which nothing but its name is known."""
    return _plain_hex(BoardMap(EMPTY_BOX), place)


def _plain_hex(board: BoardMap, place: Hex) -> MapHex:
    kind = board.hex_type(place)
    water = board.water(place)
    names = place_names(place)
    return MapHex(
        place=place.label,
        ground=_ground_of(board, place, water),
        kind="" if isinstance(kind, UnknownCell) else hex_type_words(kind),
        name=names[0] if names else "",
    )


def _ground_of(board: BoardMap, place: Hex, water: Water | UnknownCell) -> str:
    """A style of drawing: what most hexsides of the hex are; the hexsides themselves count."""
    if water is Water.SEA:
        return "sea"
    if water is Water.COAST:
        return "coast"
    sides = [_terrain(board, place, direction) for direction in Direction]
    for terrain in (Terrain.MOUNTAIN, Terrain.WOODS, Terrain.SWAMP, Terrain.ROUGH):
        if sides.count(terrain) >= 3:
            return terrain.value
    return "clear" if any(sides) else ""


def _terrain(board: BoardMap, place: Hex, direction: Direction) -> Terrain | None:

    other = place.neighbour(direction)
    if other not in GRID:
        return None
    found = board.terrain(hexside_between(place, other))
    return None if isinstance(found, UnknownCell) else found


@lru_cache(maxsize=4)
def _lines(handbook: Handbook) -> tuple[MapLine, ...]:
    board = handbook.map
    lines = []
    for side in _sides():
        if not board.tells_of(side.label):
            continue
        feature, terrain = board.feature(side), board.terrain(side)
        if isinstance(feature, Feature) and feature is not Feature.NONE:
            lines.append(MapLine(side=side.label, kind=feature.value))
        if isinstance(terrain, Terrain) and terrain is not Terrain.CLEAR:
            lines.append(MapLine(side=side.label, kind=terrain.value))
    return tuple(lines)


def _hexes(public: PublicState, handbook: Handbook) -> tuple[MapHex, ...]:
    """The ground with what is active and what the weather is."""
    lit = _lit_hexes(public)
    types = {hex_type_words(one.hex_type) for one in public.active if one.hex_type is not None}
    bonuses = {
        one.place: f", active {signed_text(one.bonus)}" for one in public.active if one.bonus
    }
    plain_hexes = _plain_hexes(handbook)
    if not lit and not types:
        return plain_hexes
    shown = []
    for plain in plain_hexes:
        mark = lit.get(plain.place, "")
        if plain.kind in types and "active" not in mark.split():
            mark = _and("active", mark)
        if not mark:
            shown.append(plain)
            continue
        words = bonuses.get(plain.place, "")
        shown.append(_replace(plain, lit=mark, kind=f"{plain.kind}{words}".lstrip(", ")))
    return tuple(shown)


def _with_asked(hexes: tuple[MapHex, ...], questions: Sequence[Question]) -> tuple[MapHex, ...]:
    """Lights the hexes that the viewer's questions are about, or may be answered with."""
    asked = {label for question in questions for label in _asked_hexes(question)}
    if not asked:
        return hexes
    return tuple(
        _replace(hex_, lit=_and(hex_.lit, "asked")) if hex_.place in asked else hex_
        for hex_ in hexes
    )


def _with_reach(scene: Scene, hexes: tuple[MapHex, ...]) -> tuple[MapHex, ...]:
    """Lights where the marker could go that its owner looks at; on that seat's map alone."""
    number = scene.hidden.reach if scene.hidden is not None else None
    piece = None if number is None else scene.public.table.find(number)
    if piece is None:
        return hexes
    reach = set(reach_of(scene.public, scene.handbook, piece))
    return tuple(
        _replace(hex_, lit=_and(hex_.lit, "reach")) if hex_.place in reach else hex_
        for hex_ in hexes
    )


def _asked_hexes(question: Question) -> Iterator[str]:
    """What stands in a form is lit for the one who is asked alone; the rest comes with the ask."""
    labels = list(question.ask.places)
    if question.ask.asked:
        fields = question.ask.form.fields
        labels += [option.value for field in fields for option in field.options]
    yield from (place.label for label in labels if (place := find_hex(label)) is not None)


def _and(*kinds: str) -> str:
    """Kinds of light in one text, as the map takes them."""
    return " ".join(kind for kind in kinds if kind)


def _lit_hexes(public: PublicState) -> dict[str, str]:
    lit: dict[str, str] = {}
    for counter in public.weather:
        if counter.weather is Weather.STORM:
            place = find_hex(counter.place)
            around = GRID.neighbours(place) if place is not None else ()
            lit |= {near.label: "bad-weather" for near in around if near.label not in lit}
    for counter in public.weather:
        lit[counter.place] = "storm" if counter.weather is Weather.STORM else "bad-weather"
    for label in dict.fromkeys(one.place for one in public.active if one.place):
        lit[label] = _and("active", lit.get(label, ""))
    ring = find_hex(ring_place(public))
    if ring is not None:
        lit[ring.label] = _and(lit.get(ring.label, ""), "ring")
    return lit
