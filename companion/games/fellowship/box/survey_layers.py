"""The map of a box as layers to paint: one for each kind of fact about hexes and hexsides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from companion.board.hexes import Hexside
from companion.games.fellowship.box.addresses import IN_IT, NONE_OF_IT, all_values, field_choices
from companion.games.fellowship.box.board_map import AREAS, GRID, BoardMap, printed_map
from companion.games.fellowship.box.file import (
    MAP_AREAS,
    MAP_HEXES,
    MAP_HEXSIDES,
    BoxFile,
    HexEntry,
    HexsideEntry,
)
from companion.games.fellowship.facts.names import Water
from companion.table.box_editor import BoxSurvey, PlaceKind, SurveyLayer

_LAYERS: Final = (
    ("water", "Land, coast, sea", "hex", True),
    ("type", "Hex types", "hex", True),
    ("terrain", "Terrain of hexsides", "hexside", True),
    ("feature", "Bridges, fords and other features", "hexside", True),
    ("side-water", "Hexsides between coasts", "hexside", True),
    ("chain", "Mountain chains", "hexside", False),
    ("forest", "Forests with rules of their own", "hex", True),
    ("region", "Regions of table T.6", "hex", False),
    ("victory", "Victory classes", "hex", False),
    ("battlefield", "Crossed swords", "hex", True),
    ("port", "Ports and towns", "hex", True),
)
"""Id, title, places, and whether likeness is worth trying. Water first: much follows from it."""


def survey_of(box: BoxFile) -> BoxSurvey:
    """The map of a box, to be painted."""
    values = all_values(box)
    board = BoardMap(box)
    sides = tuple(GRID.hexsides())
    at_sea = {side.label for side in sides if board.side_water(side) is Water.SEA}
    settled = {side.label for side in sides if not _asks_for_water(board, side)}
    layers = []
    for layer_id, title, places, by_looks in _LAYERS:
        unused = frozenset[str]()
        if places == "hexside":
            unused = frozenset(settled if layer_id == "side-water" else at_sea)
        layers.append(_layer(layer_id, title, values, unused=unused, by_looks=by_looks))
    layers += [_area_layer(box, name) for name in AREAS]
    return BoxSurvey(
        width_in=GRID.width_in,
        height_in=GRID.height_in,
        flat_to_flat_in=GRID.flat_to_flat_in,
        columns=GRID.columns,
        rows=GRID.rows,
        full_columns=GRID.full_columns,
        layers=tuple(layers),
    )


def _area_layer(box: BoxFile, name: str) -> SurveyLayer:
    """A named area, whose hexes are painted."""
    return SurveyLayer(
        id=f"area-{'-'.join(re.findall('[a-z]+', name.lower()))}",
        title=f"Area: {name}",
        places="hex",
        choices=(IN_IT,),
        prefix=f"{MAP_AREAS}/{name}/",
        suffix="",
        values=dict.fromkeys(box.map.areas.get(name, ()), IN_IT),
        is_set=True,
    )


def _asks_for_water(board: BoardMap, side: Hexside) -> bool:
    """Whether the water of a hexside does not follow from its two hexes."""
    waters = [board.water(place) for place in side.hexes]
    return waters == [Water.COAST, Water.COAST]


def _layer(
    layer_id: str,
    title: str,
    values: dict[str, str],
    *,
    unused: frozenset[str],
    by_looks: bool,
) -> SurveyLayer:
    field = layer_id.removeprefix("side-")
    places = next(one[2] for one in _LAYERS if one[0] == layer_id)
    is_hex = places == "hex"
    kind: PlaceKind = "hex" if is_hex else "hexside"
    table, struct = (MAP_HEXES, HexEntry) if is_hex else (MAP_HEXSIDES, HexsideEntry)
    prefix, suffix = f"{table}/", f"/{field}"
    printed = dict(_printed(struct, field))
    known = {
        address.removeprefix(prefix).removesuffix(suffix): value
        for address, value in values.items()
        if address.startswith(prefix) and address.endswith(suffix)
    }
    return SurveyLayer(
        id=layer_id,
        title=title,
        places=kind,
        choices=field_choices(struct, field) or _chains(known),
        prefix=prefix,
        suffix=suffix,
        values=known | printed,
        locked=frozenset(printed),
        unused=unused,
        by_looks=by_looks,
        takes_others=not field_choices(struct, field),
    )


def _chains(known: dict[str, str]) -> tuple[str, ...]:
    """No chain, the one that the text asks for (10.1), and those that the box names already."""
    asked = (NONE_OF_IT, "Misty Mountains")
    return (*asked, *sorted({*known.values()} - {*asked}))


def _printed(struct: type[msgspec.Struct], field: str) -> Iterator[tuple[str, str]]:
    facts = printed_map().hexes if struct is HexEntry else printed_map().hexsides
    for label, entry in facts.items():
        value = getattr(entry, field)
        if value is not None:
            yield label, "yes" if value is True else "no" if value is False else str(value)
