"""Stickers as large as the face of the cube: no rim of the cube's own colour is left to see."""

import dataclasses

import numpy as np
import pytest

import calibration.solids
from calibration.families import find_family
from calibration.layout import CubeLayout, TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import MarkerColour, SchemeKind, StickerScheme, default_scheme
from tests.support.table_layouts import unmatched
from vision.reader import Reader

FULL_EDGE_IN = (12.6 / 25.4 - 9.0 / 25.4) / 2
COLOURS = ("green", "white", "black", "red", "blue", "yellow")


def six_colours(kind: SchemeKind) -> StickerScheme:
    """The default scheme with cubes of every colour that is known, eight of each."""
    scheme = default_scheme(kind)
    family = find_family("DICT_5X5_1000")
    assert family is not None
    tags = 6 if kind == "anonymous" else 48
    colours = tuple(
        MarkerColour(name, tags * index, 8 * index, 8) for index, name in enumerate(COLOURS)
    )
    first = max(tags * len(colours), 36)
    corners = tuple(
        dataclasses.replace(corner, tag_id=first + index)
        for index, corner in enumerate(scheme.corners)
    )
    return dataclasses.replace(scheme, family=family, colours=colours, corners=corners)


def table_of(scheme: StickerScheme) -> TableLayout:
    """Eight cubes of every colour in rows, each with another face and turn."""
    return TableLayout(
        cubes=tuple(
            CubeLayout(
                colour=colour.name,
                face=1 + (row + index) % 6,
                serial=colour.first_serial + index if scheme.kind == "serial" else None,
                x_in=2.5 + 3 * index,
                y_in=2.5 + 3 * row,
                yaw_deg=13.0 * index + 40 * row,
            )
            for row, colour in enumerate(scheme.colours)
            for index in range(8)
        )
    )


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
@pytest.mark.parametrize("edge_in", [0.035, FULL_EDGE_IN], ids=["narrow", "whole face"])
def test_cubes_of_every_colour_are_read_however_large_their_stickers_are(
    kind: SchemeKind, edge_in: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration.solids, "_STICKER_EDGE_IN", edge_in)
    calibration.solids._sticker.cache_clear()
    scheme = six_colours(kind)
    layout = table_of(scheme)
    lens = layout_registration(layout, scheme.board).lens
    picture = render_table(layout, scheme)
    calibration.solids._sticker.cache_clear()
    left, wrong = unmatched(layout, Reader(scheme, lens).read(picture), within_in=0.05)
    assert (left, wrong) == ([], 0)


@pytest.mark.parametrize("dirt_bgr", [(60, 80, 100), (90, 90, 90), (120, 150, 170)])
def test_dirty_rims_hide_no_cube(
    dirt_bgr: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        calibration.solids, "_COLOURS_BGR", dict.fromkeys(calibration.solids._COLOURS_BGR, dirt_bgr)
    )
    scheme = six_colours("anonymous")
    layout = table_of(scheme)
    lens = layout_registration(layout, scheme.board).lens
    reading = Reader(scheme, lens).read(np.ascontiguousarray(render_table(layout, scheme)))
    left, wrong = unmatched(layout, reading, within_in=0.05)
    assert (left, wrong) == ([], 0)
