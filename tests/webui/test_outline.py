from __future__ import annotations

from companion.board.grid import HexGrid
from companion.board.hexes import parse_hex
from webui.outline import outline_of

GRID = HexGrid()
MIDDLE = parse_hex("12,e")


def test_one_hex_has_its_own_corners() -> None:
    (line,) = outline_of(GRID, [MIDDLE])
    assert len(line) == 6
    for corner in GRID.corners(MIDDLE):
        assert min(corner.distance_in(other) for other in line) < 1e-5


def test_the_side_between_two_hexes_is_left_out() -> None:
    neighbour = next(iter(GRID.neighbours(MIDDLE)))
    (line,) = outline_of(GRID, [MIDDLE, neighbour])
    assert len(line) == 10


def test_a_ring_has_an_outer_line_and_one_around_its_hole() -> None:
    lines = outline_of(GRID, GRID.neighbours(MIDDLE))
    assert sorted(len(line) for line in lines) == [6, 18]


def test_parts_that_do_not_touch_have_a_line_each() -> None:
    lines = outline_of(GRID, [MIDDLE, parse_hex("20,k"), parse_hex("3,fg")])
    assert [len(line) for line in lines] == [6, 6, 6]


def test_all_hexes_of_the_map_have_one_line() -> None:
    assert len(outline_of(GRID, GRID)) == 1
    assert outline_of(GRID, []) == ()
