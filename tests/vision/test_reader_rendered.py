import dataclasses

import pytest

from calibration.layout import (
    CameraLayout,
    CubeLayout,
    LightLayout,
    TableLayout,
    layout_registration,
)
from calibration.render import render_table
from calibration.scheme import SchemeKind, default_scheme
from companion.board.hexes import Hexside, parse_hex
from companion.board.places import parse_place
from tests.support.table_layouts import scattered, unmatched, varied
from vision.reader import Reader


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"camera": CameraLayout(tilt_deg=14)},
        {"blur_px": 1.1, "noise": 5.0},
        {"width_px": 1280, "height_px": 720},
        {"light": LightLayout(gain=0.3, warmth=0.3)},
    ],
    ids=["plain", "tilted", "soft and noisy", "720 lines", "dark and warm"],
)
def test_scattered_markers_are_all_read(kind: SchemeKind, changes: dict[str, object]) -> None:
    scheme = default_scheme(kind)
    layout = varied(scattered(scheme, seed=4), **changes)
    lens = layout_registration(layout, scheme.board).lens
    reading = Reader(scheme, lens).read(render_table(layout, scheme))
    missed, wrong = unmatched(layout, reading, within_in=0.05)
    assert reading.registered
    assert missed == []
    assert wrong == 0


@pytest.mark.parametrize("side_in", [0.34, 0.41])
def test_stickers_printed_in_another_size_are_read_all_the_same(side_in: float) -> None:
    scheme = default_scheme()
    printed = dataclasses.replace(scheme, marker_tag_side_in=side_in)
    layout = scattered(scheme, seed=5, markers=45, stacked=2)
    lens = layout_registration(layout, scheme.board).lens
    reader = Reader(scheme, lens)
    missed, wrong = unmatched(layout, reader.read(render_table(layout, printed)), within_in=0.05)
    assert missed == []
    assert wrong == 0
    usual = reader.read(render_table(layout, scheme))
    missed, wrong = unmatched(layout, usual, within_in=0.05)
    assert missed == []
    assert wrong == 0


def test_stacked_markers_are_read_at_their_own_height() -> None:
    scheme = default_scheme()
    layout = varied(
        scattered(scheme, seed=9, markers=34, stacked=4), camera=CameraLayout(tilt_deg=8)
    )
    lens = layout_registration(layout, scheme.board).lens
    reading = Reader(scheme, lens).read(render_table(layout, scheme))
    missed, wrong = unmatched(layout, reading, within_in=0.05)
    assert missed == []
    assert wrong == 0
    assert sum(marker.z_in == 1.0 for marker in reading.markers) == 4


def test_a_table_without_markers_gives_none() -> None:
    scheme = default_scheme("serial")
    reading = Reader(scheme).read(render_table(TableLayout(), scheme))
    assert reading.registered
    assert reading.markers == ()


def test_yaw_is_the_direction_of_the_upper_edge() -> None:
    scheme = default_scheme()
    cube = CubeLayout(colour="red", face=3, x_in=13.0, y_in=10.0, yaw_deg=35.0)
    layout = TableLayout(cubes=(cube,))
    lens = layout_registration(layout, scheme.board).lens
    (marker,) = Reader(scheme, lens).read(render_table(layout, scheme)).markers
    assert marker.yaw_deg == pytest.approx(35.0, abs=1.0)


def test_the_place_is_the_hex_or_the_hexside_that_a_marker_stands_on() -> None:
    scheme = default_scheme()
    inside = scheme.board.middle_of(parse_hex("14,g"))
    side = parse_place("20,d/20,e")
    assert isinstance(side, Hexside)
    line = scheme.board.middle_of(side)
    cubes = tuple(
        CubeLayout(colour="green", face=1, x_in=x_in, y_in=y_in)
        for x_in, y_in in ((inside.x_in, inside.y_in), (line.x_in, line.y_in), (-0.5, 10.0))
    )
    layout = TableLayout(cubes=cubes)
    lens = layout_registration(layout, scheme.board).lens
    reading = Reader(scheme, lens).read(render_table(layout, scheme))
    assert sorted(marker.place for marker in reading.markers) == ["14,g", "20,d/20,e", "off"]
    assert all(marker.confidence > 0.5 for marker in reading.markers)
