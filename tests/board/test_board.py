"""The board: labels, neighbours, distance, inches and back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import BoardError, Direction, Hex, hexside_between, parse_hex
from companion.board.places import OFF_MAP, HalfHex, Region, hexes_of, parse_place

GRID = HexGrid()
SCENE_GRID = HexGrid(full_columns="odd")
HEXES = tuple(GRID)
hexes = st.sampled_from(HEXES)
directions = st.sampled_from(Direction)

# Every hex that the rulebook names, as printed or corrected by the parity of its column.
NAMED = (
    "4,f 5,ef 11,jk 6,f 12,e 5,fg 2,f 2,g 2,d 2,e 18,d 14,j 23,cd 24,d 25,cd 12,o 21,de 17,gh "
    "12,l 10,p 19,no 19,mn 21,lm 22,d 16,k 17,kl 13,mn 24,m 14,h 23,mn 21,kl 22,l 14,e 15,cd"
).split()


@pytest.mark.rule("FOTR-003")
@pytest.mark.parametrize("label", NAMED)
def test_every_named_hex_is_on_the_map(label: str) -> None:
    assert parse_hex(label) in GRID
    assert parse_hex(label).label == label


@pytest.mark.rule("FOTR-003")
def test_even_columns_have_eighteen_hexes_and_odd_ones_seventeen() -> None:
    assert len(HEXES) == len(GRID) == 13 * 18 + 13 * 17 == 455
    assert len(set(HEXES)) == 455
    assert [h.label for h in HEXES if h.column == 24][::17] == ["24,a", "24,r"]
    assert [h.label for h in HEXES if h.column == 23][::16] == ["23,ab", "23,qr"]


@pytest.mark.rule("FOTR-001")
def test_the_grid_fits_the_map_of_21_by_26_inches() -> None:
    corners = [corner for hex_ in HEXES for corner in GRID.corners(hex_)]
    assert min(c.x_in for c in corners) > 0
    assert max(c.x_in for c in corners) < 26
    assert min(c.y_in for c in corners) > 0
    assert max(c.y_in for c in corners) < 21
    assert max(c.y_in for c in corners) - min(c.y_in for c in corners) == pytest.approx(20.25)
    assert max(c.x_in for c in corners) - min(c.x_in for c in corners) == pytest.approx(
        25.66, abs=0.01
    )


@pytest.mark.rule("FOTR-023")
@pytest.mark.parametrize(
    ("one", "other", "hexes_between"),
    [
        ("5,ef", "6,f", 1),
        ("6,f", "12,e", 6),
        ("12,e", "17,gh", 5),
        ("14,h", "17,gh", 3),
        ("17,gh", "23,mn", 9),
        ("12,e", "23,mn", 14),
        ("5,ef", "23,mn", 18),
        ("19,mn", "23,mn", 4),
        ("11,jk", "12,l", 2),
        ("11,jk", "5,ef", 8),
    ],
)
def test_distances_between_named_places(one: str, other: str, hexes_between: int) -> None:
    assert parse_hex(one).distance(parse_hex(other)) == hexes_between


@given(hexes)
def test_label_and_inches_lead_back_to_the_hex(place: Hex) -> None:
    assert parse_hex(place.label) == place
    assert parse_place(place.label) == place
    assert GRID.hex_at(GRID.centre(place)) == place


@given(hexes, st.floats(0, 2 * math.pi), st.floats(0, 0.99))
def test_any_point_well_inside_a_hex_belongs_to_it(place: Hex, angle: float, far: float) -> None:
    centre, reach = GRID.centre(place), far * GRID.flat_to_flat_in / 2
    point = BoardPoint(centre.x_in + reach * math.cos(angle), centre.y_in + reach * math.sin(angle))
    assert GRID.hex_at(point) == place


@given(hexes, directions)
def test_a_neighbour_is_mutual_and_one_flat_to_flat_away(place: Hex, way: Direction) -> None:
    other = place.neighbour(way)
    assert other.neighbour(way.opposite) == place
    assert place.direction_to(other) is way
    assert place.distance(other) == 1
    if other in GRID:
        assert GRID.centre(place).distance_in(GRID.centre(other)) == pytest.approx(1.125)
        side = hexside_between(place, other)
        assert side == hexside_between(other, place)
        assert parse_place(side.label) == side
        nearest = GRID.nearest_hexside(GRID.middle(side))
        assert nearest is not None
        assert nearest[0] == side
        assert nearest[1] == pytest.approx(0, abs=1e-9)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(one: Hex, two: Hex, three: Hex) -> None:
    assert one.distance(two) == two.distance(one)
    assert (one.distance(two) == 0) == (one == two)
    assert one.distance(three) <= one.distance(two) + two.distance(three)


@given(hexes)
def test_distance_counts_the_steps_of_a_walk(start: Hex) -> None:
    reached = {start: 0}
    front = [start]
    for steps in (1, 2, 3):
        front = [n for place in front for n in GRID.neighbours(place) if n not in reached]
        reached.update(dict.fromkeys(front, steps))
    assert all(start.distance(place) == steps for place, steps in reached.items())


def test_every_inner_hexside_once() -> None:
    sides = list(GRID.hexsides())
    assert len(sides) == len(set(sides)) == sum(len(GRID.neighbours(h)) for h in HEXES) // 2


def test_the_maps_of_other_sets_may_have_their_half_step_in_the_odd_columns() -> None:
    assert parse_hex("13,c") in SCENE_GRID
    assert parse_hex("13,c") not in GRID
    assert len(SCENE_GRID) == 455


@pytest.mark.parametrize("point", [(-0.2, 5.0), (13.0, 21.4), (25.99, 0.05), (40, 40)])
def test_a_point_beside_the_grid_has_no_hex(point: tuple[float, float]) -> None:
    assert GRID.hex_at(BoardPoint(*point)) is None
    assert GRID.nearest_hexside(BoardPoint(*point)) is None


@pytest.mark.rule("FOTR-004")
@given(hexes, st.sampled_from((1, 2)), directions)
def test_the_halves_of_a_cut_hex_share_out_its_six_hexsides(
    place: Hex, part: int, first: Direction
) -> None:
    half = HalfHex(place, 1 if part == 1 else 2)
    other = HalfHex(place, 2 if part == 1 else 1)
    assert parse_place(half.label) == half
    assert hexes_of(half) == (place,)
    sides = half.outer_hexsides(first)
    assert len(sides) == 3
    assert {*sides, *other.outer_hexsides(first)} == set(Direction)


def test_places_off_the_hexes() -> None:
    assert parse_place("@Northern Sea") == Region("Northern Sea")
    assert parse_place("off") == OFF_MAP
    assert hexes_of(OFF_MAP) == hexes_of(Region("Northern Sea")) == ()
    assert hexes_of(parse_place("14,g/14,h")) == (parse_hex("14,g"), parse_hex("14,h"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("24", "24,m"),
        ("24,", "24,m"),
        ("m,24", "24,m"),
        ("24,mo", "follow"),
        ("24,mno", "24,m"),
        ("24,1", "follow"),
        ("12,e:3", "half"),
        ("9" * 5000 + ",e", "a hex such as"),
        ("@", "region"),
        ("2,d/2,f", "not neighbours"),
    ],
)
def test_a_label_that_cannot_be_read_is_refused_in_words(text: str, word: str) -> None:
    with pytest.raises(BoardError, match=word):
        parse_place(text)


def test_a_hex_outside_the_map_is_refused_by_name() -> None:
    with pytest.raises(BoardError, match=r"no hex 27,a"):
        GRID.check(parse_hex("27,a"))
    assert GRID.check(parse_hex("24,m")).column == 24
    assert Hex(3, 99).label == "3,?"
