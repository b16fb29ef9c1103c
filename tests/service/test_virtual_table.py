"""The demo's stand-ins for hands: what they do to the layout file and the virtual die."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest

from calibration.layout import LayoutError, load_layout, save_layout
from calibration.scheme import default_scheme
from companion.board.grid import BoardPoint
from companion.service.demo import ROOM_IN, VirtualTable
from companion.service.demo_start import START_CUBES, start_layout
from companion.service.games import sample_box, scheme_for
from webui.ports import DemoCube

SCHEME = default_scheme()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.json"
    save_layout(start_layout("fellowship", SCHEME), path)
    return path


@pytest.fixture
def table(path: Path) -> VirtualTable:
    return VirtualTable(path, SCHEME, lambda: None)


def moved(cube: DemoCube, x_in: float, y_in: float) -> DemoCube:
    return msgspec.structs.replace(cube, x_in=x_in, y_in=y_in)


def test_the_demo_begins_with_its_cubes_well_apart(table: VirtualTable) -> None:
    cubes = table.cubes()
    assert len(cubes) == len(START_CUBES["fellowship"])
    for one, other in itertools.combinations(cubes, 2):
        gap_in = BoardPoint(one.x_in, one.y_in).distance_in(BoardPoint(other.x_in, other.y_in))
        assert gap_in > ROOM_IN


def test_a_moved_cube_is_where_it_was_put_and_keeps_its_number(
    table: VirtualTable, path: Path
) -> None:
    first, *others = table.cubes()
    assert table.place(moved(msgspec.structs.replace(first, face=3), 5.0, 20.0)) is None
    assert table.cubes() == (
        DemoCube(id=first.id, colour=first.colour, face=3, x_in=5.0, y_in=20.0),
        *others,
    )
    assert load_layout(path).cubes[0].x_in == 5.0


def test_a_cube_put_on_another_comes_to_lie_beside_it_in_the_same_hex(table: VirtualTable) -> None:
    first, second, third, fourth, *_ = table.cubes()
    board = SCHEME.board
    home = board.place_at(BoardPoint(first.x_in, first.y_in))
    for cube in (second, third):
        assert table.place(moved(cube, first.x_in, first.y_in)) is None
    spots = [BoardPoint(cube.x_in, cube.y_in) for cube in table.cubes()[:3]]
    assert spots[0] == BoardPoint(first.x_in, first.y_in)
    for one, other in itertools.combinations(spots, 2):
        assert one.distance_in(other) >= ROOM_IN
    assert home == board.place_at(spots[0])
    assert fourth in table.cubes()


def test_cubes_come_from_the_supply_and_go_back(table: VirtualTable) -> None:
    left = {supply.colour: supply.left for supply in table.supply()}
    assert table.add("white", 10.0, 10.0) is None
    white = table.cubes()[-1]
    assert (white.colour, white.face) == ("white", 1)
    assert {supply.colour: supply.left for supply in table.supply()}["white"] == left["white"] - 1
    assert table.remove(white.id) is None
    assert {supply.colour: supply.left for supply in table.supply()} == left
    for number in range(left["white"]):
        assert table.add("white", 1.0 + 2 * number, 1.0) is None
    assert table.add("white", 10.0, 10.0) == f"All {left['white']} white cubes are on the table."


def test_what_cannot_be_done_is_said(table: VirtualTable, path: Path) -> None:
    before = path.read_bytes()
    cube = table.cubes()[0]
    sentences = [
        table.place(msgspec.structs.replace(cube, id=999)),
        table.place(msgspec.structs.replace(cube, face=7)),
        table.place(moved(cube, -1.0, 5.0)),
        table.place(moved(cube, float("nan"), 5.0)),
        table.add("violet", 5.0, 5.0),
        table.add("white", 500.0, 5.0),
        table.remove(999),
        table.roll(None),
    ]
    assert all(sentences)
    assert path.read_bytes() == before


def test_a_layout_that_others_write_is_followed(table: VirtualTable, path: Path) -> None:
    before = table.cubes()
    layout = load_layout(path)
    shorter = msgspec.structs.replace(layout, cubes=layout.cubes[1:])
    save_layout(shorter, path)
    assert table.cubes() == before[1:]
    path.write_text("{")
    sentence = table.add("white", 5.0, 5.0)
    assert sentence is not None
    assert "cannot be used" in sentence
    with pytest.raises(LayoutError):
        VirtualTable(path, SCHEME, lambda: None)


def test_a_serial_scheme_gives_each_cube_its_own_number(tmp_path: Path) -> None:
    scheme = default_scheme("serial")
    path = tmp_path / "table.json"
    save_layout(start_layout("fellowship", scheme), path)
    table = VirtualTable(path, scheme, lambda: None)
    assert table.add("red", 20.0, 20.0) is None
    serials = [cube.serial for cube in load_layout(path).cubes]
    assert None not in serials
    assert len(set(serials)) == len(serials)


@pytest.mark.parametrize("game", START_CUBES)
def test_the_cubes_of_a_demo_stand_apart_where_it_says(game: str) -> None:
    scheme = scheme_for(game, sample_box(game), SCHEME)
    cubes = start_layout(game, scheme).cubes
    places = [scheme.board.place_at(BoardPoint(cube.x_in, cube.y_in)) for cube in cubes]
    assert [str(place) for place in places] == [cube.place for cube in START_CUBES[game]]
    for one, other in itertools.combinations(cubes, 2):
        apart = BoardPoint(one.x_in, one.y_in).distance_in(BoardPoint(other.x_in, other.y_in))
        assert apart >= ROOM_IN
