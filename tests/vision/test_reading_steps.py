"""The steps of the reader one by one: art, rings, codes, heights, places, colours, advice."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.layout import CameraLayout, CubeLayout, TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.board.board import Board
from companion.board.grid import BoardPoint, HexGrid
from companion.board.hexes import Hexside, parse_hex
from companion.board.places import parse_place
from vision.art import SampleGrid, draw, draw_square
from vision.codebook import Codebook
from vision.colour import (
    PrintColours,
    TagColours,
    are_black_prints,
    are_on_white,
    corner_colours,
    is_clearly_not,
)
from vision.corners import CornerFinder
from vision.cv import sample, shrink, to_grey
from vision.decode import Verdicts, judge
from vision.heights import (
    TagSizes,
    are_of_size,
    choose_levels,
    common_side_in,
    level_growth,
    level_odds,
)
from vision.picture import cut, work_factor
from vision.place import place_of
from vision.reader import Reader
from vision.reading import PixelBox
from vision.rectify import plane_over, plane_over_box, rectify_map
from vision.ring import find_rings

SCHEME = default_scheme()
HEXES = HexGrid()
BOARD = Board.of_hexes(HEXES)


def test_art_is_the_blurred_pattern() -> None:
    grid = SampleGrid(7, 0.5, 8)
    pattern = SCHEME.pattern(5)
    fine = 16
    sigma = 0.4
    large = np.kron(np.pad(pattern, 3, constant_values=1), np.ones((fine, fine)))
    reach = 3 * fine
    kernel = np.exp(-((np.arange(-reach, reach + 1) / fine / sigma) ** 2) / 2)
    kernel /= kernel.sum()
    blurred = np.apply_along_axis(np.convolve, 0, large, kernel, mode="same")
    blurred = np.apply_along_axis(np.convolve, 1, blurred, kernel, mode="same")
    at = np.round((grid.axis() + 3.5 + 3) * fine - 0.5).astype(int)
    drawn = draw(pattern[None], grid, sigma).values[0].reshape(grid.side, grid.side)
    assert drawn == pytest.approx(blurred[np.ix_(at, at)], abs=0.05)


def test_slopes_are_those_of_the_art() -> None:
    grid = SampleGrid(7, 0.5, 4)
    pattern = SCHEME.pattern(8)[None]
    art = draw(pattern, grid, 0.4)
    wider = draw(pattern, grid, 0.4 * 1.001)
    change = (wider.values - art.values) / 0.001
    assert art.widen_u + art.widen_v == pytest.approx(change, abs=0.02)
    square = art.values[0].reshape(grid.side, grid.side)
    step = 2 * (7 / 2 + 0.5) / grid.side
    slope = (square[:, 2:] - square[:, :-2]) / (2 * step)
    drawn = art.slope_u[0].reshape(grid.side, grid.side)[:, 1:-1]
    assert np.corrcoef(slope.ravel(), drawn.ravel())[0, 1] > 0.98


def test_a_square_is_bright_inside_only() -> None:
    grid = SampleGrid(7, 2.0, 4)
    square = draw_square(8.0, grid, 0.2).reshape(grid.side, grid.side)
    assert square[grid.side // 2, grid.side // 2] == pytest.approx(1.0, abs=1e-3)
    assert square[0, 0] == pytest.approx(0.0, abs=1e-3)


def test_every_issued_tag_is_told_from_all_others_in_all_turns() -> None:
    code = Codebook(default_scheme("serial")).at(0.35)
    verdicts = judge(code.templates, code)
    each = np.arange(len(code.templates))
    assert (verdicts.codes == each // 4).all()
    assert (verdicts.quarters == each % 4).all()
    assert (verdicts.runner_up_scores < 0.95).all()
    assert verdicts.are_clear().all()


@pytest.mark.parametrize("sigma", [0.2, 0.5, 1.0])
def test_comparing_in_the_basis_is_comparing_all_samples(sigma: float) -> None:
    scheme = default_scheme("anonymous")
    code = Codebook(scheme).at(sigma)
    source = np.random.default_rng(2)
    tags = [scheme.pattern(tag_id) for tag_id in source.choice(len(scheme.family.codes), 20)]
    sampled = draw(np.rot90(np.stack(tags), axes=(1, 2)), code.grid, code.sigma).values
    noisy = 90 + 120 * sampled + source.normal(0, 30, sampled.shape)
    # What the basis does not hold is what no tag has a share in.
    art = code.art.values - (code.art.values @ code.plain) @ code.plain.T
    art /= np.linalg.norm(art, axis=1, keepdims=True)
    left = noisy - (noisy @ code.plain) @ code.plain.T
    left /= np.linalg.norm(left, axis=1, keepdims=True) + 1.0
    upright = code.templates[::4]
    shares = code.normalise(noisy.astype(np.float32))
    assert np.abs(shares @ upright.T - left @ art.T).max() < 1e-4
    assert len(code.basis.T) == (code.grid.modules - 2) ** 2 + 1


def test_noise_is_never_taken_for_a_tag() -> None:
    code = Codebook(default_scheme("serial")).at(0.35)
    noise = np.random.default_rng(1).normal(0, 40, (400, code.grid.side**2))
    verdicts = judge(code.normalise(noise.astype(np.float32)), code)
    assert not verdicts.are_likely().any()


def test_two_tags_that_fit_alike_are_not_clear() -> None:
    none = np.zeros(1, dtype=np.intp)
    alike = Verdicts(none, none, np.array([0.9]), none, np.array([0.89]))
    apart = Verdicts(none, none, np.array([0.9]), none, np.array([0.6]))
    assert not alike.are_likely()[0]
    assert apart.are_clear()[0]


@settings(max_examples=30)
@given(yaw_deg=st.floats(0, 89), across=st.floats(-1, 1), down=st.floats(-1, 1))
def test_a_ring_is_found_at_any_turn(yaw_deg: float, across: float, down: float) -> None:
    side = 120
    axis = np.arange(side) - side / 2
    x, y = np.meshgrid(axis - across, axis - down)
    yaw = math.radians(yaw_deg)
    u = np.abs(x * math.cos(yaw) + y * math.sin(yaw)) / 3
    v = np.abs(-x * math.sin(yaw) + y * math.cos(yaw)) / 3
    far = np.maximum(u, v)
    drawing = np.full((side, side), 120, dtype=np.uint8)
    drawing[far < 4.2] = 230
    drawing[far < 3.5] = 30
    drawing[far < 2.5] = 200
    rings = find_rings(drawing, 7, 40)
    assert rings.scores[0] > 0.7
    off = rings.centres_px[0] - (side / 2 + across, side / 2 + down)
    assert np.hypot(*off) < 1.5  # half a module, from where the fit finds its way
    turn = (math.degrees(rings.yaws_rad[0]) - yaw_deg + 45) % 90 - 45
    assert abs(turn) < 6


def test_an_even_drawing_has_no_ring() -> None:
    assert len(find_rings(np.full((90, 140), 90, dtype=np.uint8), 6, 40).scores) == 0


def test_larger_tags_are_higher_up() -> None:
    sides_in = np.full(20, 0.36)
    sides_in[3] *= math.exp(level_growth(2, 0.5, 30.0))
    sides_in[7] *= math.exp(level_growth(3, 0.5, 30.0))
    sides_in[11] *= math.exp(level_growth(4, 0.5, 30.0))  # as many as may share a hex
    still = np.full(20, 0.003)
    sizes = TagSizes(sides_in, still, np.full(20, 0.05))
    levels, sure = choose_levels(level_odds(sizes, 0.36, 0.5, 30.0))
    assert levels[3] == 2
    assert levels[7] == 3
    assert levels[11] == 4
    assert (np.delete(levels, [3, 7, 11]) == 1).all()
    assert sure.min() > 0.9


def test_a_leaning_or_glaring_tag_is_not_taken_for_a_stack_by_size_alone() -> None:
    sides_in = np.full(20, 0.36)
    sides_in[:2] *= math.exp(level_growth(2, 0.5, 30.0))
    skews, misfits = np.full(20, 0.003), np.full(20, 0.05)
    skews[0], misfits[1] = 0.03, 0.4
    sizes = TagSizes(sides_in, skews, misfits)
    levels, _ = choose_levels(level_odds(sizes, 0.36, 0.5, 30.0))
    assert (levels == 1).all()


def test_the_common_size_needs_some_tags_or_an_earlier_picture() -> None:
    assert common_side_in(np.full(3, 0.36), None) is None
    assert common_side_in(np.full(3, 0.36), 0.35) == 0.35
    assert common_side_in(np.full(9, 0.36), None) == pytest.approx(0.36)


def test_sizes_between_the_heights_do_not_fit() -> None:
    growth = math.exp(level_growth(2, 0.5, 14.0))
    sides_in = 0.36 * np.array([1.0, growth, 0.93, 1.25])
    assert are_of_size(sides_in, 0.36, 0.5, 14.0).tolist() == [True, True, False, False]


def test_a_camera_lower_than_a_stack_makes_no_sense_of_it() -> None:
    assert level_growth(2, 0.5, 0.9) == math.inf


def test_the_middle_of_a_hex_is_sure_and_its_line_is_the_hexside() -> None:
    inside = HEXES.centre(parse_hex("24,m"))
    label, sure = place_of(BOARD, inside)
    assert label == "24,m"
    assert sure == pytest.approx(1.0, abs=0.01)
    side = parse_place("14,g/14,h")
    assert isinstance(side, Hexside)
    assert place_of(BOARD, HEXES.middle(side))[0] == "14,g/14,h"
    assert place_of(BOARD, BoardPoint(-0.6, 4.0)) == ("off", 1.0)


def test_between_hex_and_hexside_the_place_is_unsure() -> None:
    side = parse_place("14,g/14,h")
    assert isinstance(side, Hexside)
    line = HEXES.middle(side)
    sure = [place_of(BOARD, BoardPoint(line.x_in, line.y_in + gap))[1] for gap in (0.05, 0.3)]
    assert sure[0] < 0.75
    assert sure[1] > 0.95


def test_red_print_is_no_black_print_even_in_warm_light() -> None:
    ink = np.array([[0.8, 0.75, 0.6], [0.8, 0.7, 0.3]])
    colours = TagColours(ink, np.ones((2, 3)), np.ones((2, 3)))
    corners = PrintColours(np.array([0.85, 0.8, 0.65]), np.array([150.0, 200.0, 230.0]))
    assert are_black_prints(colours, corners).tolist() == [True, False]
    assert are_black_prints(colours, None).tolist() == [True, False]


def test_a_tinted_map_is_no_white_paper() -> None:
    paper = np.array([[120.0, 160.0, 190.0], [80.0, 200.0, 140.0]])
    colours = TagColours(np.ones((2, 3)), paper, np.ones((2, 3)))
    corners = PrintColours(np.ones(3), np.array([150.0, 200.0, 230.0]))
    assert are_on_white(colours, corners, 0.82).tolist() == [True, False]
    assert are_on_white(colours, None, 0.82).tolist() == [False, False]


@pytest.mark.parametrize(
    ("colour", "rim", "vetoed"),
    [
        ("red", (0.3, 0.3, 0.6), False),
        ("red", (0.3, 0.6, 0.3), True),
        ("green", (0.3, 0.6, 0.3), False),
        ("green", (0.3, 0.3, 0.6), True),
        ("blue", (0.2, 0.3, 0.6), True),
        ("black", (0.2, 0.2, 0.2), False),
        ("black", (0.9, 0.95, 0.9), False),
        ("white", (0.9, 0.9, 0.9), False),
        ("white", (0.2, 0.2, 0.2), True),
        ("white", (0.2, 0.2, 0.6), True),
        ("heliotrope", (0.2, 0.2, 0.2), False),
    ],
)
def test_a_cube_of_clearly_another_colour_is_vetoed(
    colour: str, rim: tuple[float, float, float], *, vetoed: bool
) -> None:
    assert is_clearly_not(colour, np.array(rim)) is vetoed


COLOURS = ("red", "green", "blue", "black", "white", "yellow")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    "rim",
    [
        (1.0, 1.0, 1.0),
        (0.86, 0.93, 1.0),
        (1.04, 0.97, 0.92),
        (0.6, 0.6, 0.6),
        (0.42, 0.48, 0.52),
        (0.34, 0.4, 0.5),
        (0.62, 0.72, 0.8),
    ],
    ids=["paper", "yellowed", "in blue light", "shaded", "grime", "brown dirt", "map beside it"],
)
def test_white_and_dirty_rims_say_nothing_against_any_colour(
    colour: str, rim: tuple[float, float, float]
) -> None:
    assert not is_clearly_not(colour, np.array(rim))


def test_corner_tags_are_found_exactly_and_tell_blur_and_black() -> None:
    layout = TableLayout(blur_px=1.0, noise=3.0)
    picture = render_table(layout, SCHEME)
    truth = layout_registration(layout, SCHEME.board)
    seen = CornerFinder(SCHEME).find(to_grey(picture))
    assert set(seen) == SCHEME.corner_ids
    for corner in SCHEME.corners:
        outline = np.array([(point.x_in, point.y_in) for point in corner.outline()])
        assert seen[corner.tag_id].quad_px == pytest.approx(
            truth.board_to_pixels(outline), abs=0.25
        )
        assert 0.8 < seen[corner.tag_id].blur_px < 1.6
    colours = corner_colours(picture, [corner.quad_px for corner in seen.values()])
    assert colours is not None
    assert colours.ink.min() > 0.5
    assert colours.paper.min() > 100
    assert corner_colours(to_grey(picture), []) is None
    assert corner_colours(picture, []) is None


def test_a_corner_tag_looked_for_at_another_place_is_refused() -> None:
    picture = to_grey(render_table(TableLayout(), SCHEME))
    finder = CornerFinder(SCHEME)
    square = np.array([[900.0, 500.0], [950.0, 500.0], [950.0, 550.0], [900.0, 550.0]])
    assert finder.refine(picture, SCHEME.corners[0].tag_id, square) is None
    assert finder.refine(picture, SCHEME.corners[0].tag_id, square[:, :] * 0) is None


def test_a_drawing_shows_the_board_from_above() -> None:
    layout = TableLayout(camera=CameraLayout(tilt_deg=10))
    registration = layout_registration(layout, SCHEME.board)
    plane = plane_over(registration, 0.5, 20.0, 0.5)
    x_px, y_px = rectify_map(registration, plane)
    assert x_px.shape == (plane.height_px, plane.width_px)
    at = np.array([[40, 30], [400, 200], [500, 420]])
    pixels = registration.board_to_pixels(plane.to_board(at.astype(float)), 0.5)
    drawn = np.stack([x_px[at[:, 1], at[:, 0]], y_px[at[:, 1], at[:, 0]]], axis=1)
    assert drawn == pytest.approx(pixels, abs=0.15)


def test_a_plane_over_a_box_covers_what_the_box_shows() -> None:
    registration = layout_registration(TableLayout(), SCHEME.board)
    box = PixelBox(700, 400, 900, 500)
    plane = plane_over_box(registration, box, 0.5, 40.0, 0.75)
    assert plane is not None
    back = plane.box_in_picture(registration)
    assert back.left <= 700
    assert back.top <= 400
    assert back.right >= 899
    assert back.bottom >= 499
    assert plane_over_box(registration, PixelBox(-90, -90, -10, -10), 0.5, 40.0, 0.75) is None


def test_a_part_of_a_picture_knows_where_it_was() -> None:
    picture = np.random.default_rng(3).integers(0, 255, (120, 160), dtype=np.uint8)
    part = cut(picture, PixelBox(40, 20, 500, 500), 1.0)
    assert (part.box.right, part.box.bottom) == (160, 120)
    x, y = np.array([[50.0, 99.0]], dtype=np.float32), np.array([[30.0, 80.0]], dtype=np.float32)
    assert part.take(x, y).tolist() == [[picture[30, 50], picture[80, 99]]]
    assert part.take_colour(x, y) is None
    assert part.blur_of(1.0) == 1.0
    half = cut(picture, PixelBox(0, 0, 160, 120), 0.5)
    assert half.grey.shape == (60, 80)
    assert half.blur_of(1.0) > 1.0


def test_sharp_pictures_are_shrunk_by_halves() -> None:
    assert work_factor(50.0, 50.0) == 1.0
    assert work_factor(110.0, 50.0) == 0.5
    assert work_factor(200.0, 50.0) == 0.25


def test_shrinking_takes_means_and_sampling_interpolates() -> None:
    picture = np.tile(np.array([[0, 100], [100, 200]], dtype=np.uint8), (3, 3))
    assert shrink(picture, 0.5).tolist() == [[100] * 3] * 3
    middle = np.array([[2.5]], dtype=np.float32)
    assert sample(picture, middle, middle.copy(), smooth=False).tolist() == [[100]]


def test_a_side_of_a_cube_is_not_read_as_a_top() -> None:
    cubes = tuple(
        CubeLayout(colour="red", face=1 + index % 6, x_in=4.0 + 4 * index, y_in=3.0, yaw_deg=90.0)
        for index in range(6)
    )
    layout = TableLayout(cubes=cubes, camera=CameraLayout(tilt_deg=24))

    lens = layout_registration(layout, SCHEME.board).lens
    reading = Reader(SCHEME, lens).read(render_table(layout, SCHEME))
    assert sorted(marker.face for marker in reading.markers) == [1, 2, 3, 4, 5, 6]


def test_a_channel_whose_white_is_cut_off_gives_a_rim_no_hue() -> None:
    # A cold camera cuts off the blue of paper, so that all else looks bluer beside it.
    rim = np.array([0.78, 0.6, 0.5])
    assert is_clearly_not("green", rim, np.array([240.0, 230.0, 180.0]))
    assert not is_clearly_not("green", rim, np.array([290.0, 230.0, 180.0]))
    plainly = np.array([0.95, 0.3, 0.3])
    assert is_clearly_not("green", plainly, np.array([290.0, 230.0, 180.0]))
    assert is_clearly_not("green", rim, np.array([290.0, 280.0, 270.0]))
