import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.layout import CameraLayout, TableLayout, layout_registration
from calibration.least_squares import fit_least_squares
from calibration.lens import FloatArray
from calibration.registration import Registration
from calibration.scheme import default_scheme
from calibration.solve import rotation_matrix, rotation_vector, solve_registration

SCHEME = default_scheme()
MAP_POINTS = np.array([[1.0, 1.0], [13.0, 10.5], [25.0, 2.0], [4.0, 19.0], [24.0, 20.0]])


def true_registration(tilt_deg: float = 6.0, azimuth_deg: float = 40.0) -> Registration:
    camera = CameraLayout(tilt_deg=tilt_deg, azimuth_deg=azimuth_deg)
    return layout_registration(TableLayout(camera=camera), SCHEME.board)


def seen_corners(registration: Registration) -> dict[int, FloatArray]:
    return {
        corner.tag_id: registration.board_to_pixels(
            np.array([(point.x_in, point.y_in) for point in corner.outline()])
        )
        for corner in SCHEME.corners
    }


def size_of(registration: Registration) -> tuple[int, int]:
    return registration.lens.width_px, registration.lens.height_px


@given(x=st.floats(-1.7, 1.7), y=st.floats(-1.7, 1.7), z=st.floats(-1.7, 1.7))
def test_turns_go_to_matrices_and_back(x: float, y: float, z: float) -> None:
    turn = np.array([x, y, z])
    matrix = rotation_matrix(turn)
    assert matrix @ matrix.T == pytest.approx(np.eye(3), abs=1e-9)
    assert rotation_matrix(rotation_vector(matrix)) == pytest.approx(matrix, abs=1e-6)


def test_a_half_turn_has_a_vector() -> None:
    matrix = np.diag([-1.0, -1.0, 1.0])
    assert rotation_matrix(rotation_vector(matrix)) == pytest.approx(matrix, abs=1e-6)


def test_least_squares_finds_a_curve() -> None:
    x = np.linspace(0, 1, 20)
    y = 2.0 * np.exp(-3.0 * x)
    fit = fit_least_squares(lambda v: v[0] * np.exp(v[1] * x) - y, np.array([1.0, -1.0]))
    assert fit.values == pytest.approx([2.0, -3.0], abs=1e-4)
    assert fit.cost < 1e-8


@pytest.mark.parametrize("tilt_deg", [0.0, 5.0, 18.0])
@pytest.mark.parametrize("azimuth_deg", [0.0, 90.0, 200.0])
def test_four_tags_and_a_lens_give_the_camera(tilt_deg: float, azimuth_deg: float) -> None:
    truth = true_registration(tilt_deg, azimuth_deg)
    found = solve_registration(SCHEME, seen_corners(truth), truth.lens, size_of(truth))
    assert found is not None
    assert found.residual_px < 0.01
    assert found.corners_missing == ()
    assert found.tilt_deg == pytest.approx(truth.tilt_deg, abs=0.01)
    assert found.camera_in == pytest.approx(truth.camera_in, abs=0.01)
    for z_in in (0.0, 0.5, 1.0):
        pixels = truth.board_to_pixels(MAP_POINTS, z_in)
        assert found.pixels_to_board(pixels, z_in) == pytest.approx(MAP_POINTS, abs=0.002)


@pytest.mark.parametrize("tilt_deg", [1.0, 12.0])
def test_without_a_lens_one_is_found_that_serves_nearly_as_well(tilt_deg: float) -> None:
    truth = true_registration(tilt_deg)
    found = solve_registration(SCHEME, seen_corners(truth), None, size_of(truth))
    assert found is not None
    assert found.lens_source == "estimated"
    pixels = truth.board_to_pixels(MAP_POINTS, 0.5)
    apart = np.hypot(*(found.pixels_to_board(pixels, 0.5) - MAP_POINTS).T)
    assert apart.max() < 0.08


@pytest.mark.parametrize("left_out", [0, 1, 2, 3])
def test_three_tags_are_enough(left_out: int) -> None:
    truth = true_registration()
    seen = seen_corners(truth)
    missing = SCHEME.corners[left_out].tag_id
    del seen[missing]
    found = solve_registration(SCHEME, seen, truth.lens, size_of(truth))
    assert found is not None
    assert found.corners_missing == (missing,)
    pixels = truth.board_to_pixels(MAP_POINTS, 0.5)
    assert found.pixels_to_board(pixels, 0.5) == pytest.approx(MAP_POINTS, abs=0.005)


def test_one_tag_is_not_enough_and_strange_tags_do_not_count() -> None:
    truth = true_registration()
    seen = seen_corners(truth)
    first = SCHEME.corners[0].tag_id
    alone = {first: seen[first], 3: seen[SCHEME.corners[1].tag_id]}
    assert solve_registration(SCHEME, alone, truth.lens, size_of(truth)) is None
    assert solve_registration(SCHEME, {}, None, (640, 480)) is None


def test_a_mislaid_tag_is_left_out() -> None:
    truth = true_registration()
    seen = seen_corners(truth)
    mislaid = SCHEME.corners[2].tag_id
    seen[mislaid] = seen[mislaid] + (30.0, -12.0)
    found = solve_registration(SCHEME, seen, truth.lens, size_of(truth))
    assert found is not None
    assert found.corners_missing == (mislaid,)
    pixels = truth.board_to_pixels(MAP_POINTS, 0.5)
    assert found.pixels_to_board(pixels, 0.5) == pytest.approx(MAP_POINTS, abs=0.01)


def test_tags_that_fit_no_pose_give_none() -> None:
    truth = true_registration()
    seen = seen_corners(truth)
    ids = list(seen)
    swapped = dict(zip(ids, [seen[ids[2]], seen[ids[0]], seen[ids[3]], seen[ids[1]]], strict=True))
    assert solve_registration(SCHEME, swapped, truth.lens, size_of(truth)) is None


def test_the_outline_is_that_of_the_map() -> None:
    truth = true_registration()
    outline = truth.outline_px()
    corners = truth.pixels_to_board(outline[::9], 0.0)
    width_in, height_in = SCHEME.board.width_in, SCHEME.board.height_in
    assert corners == pytest.approx(
        np.array([[0, 0], [width_in, 0], [width_in, height_in], [0, height_in]]), abs=0.01
    )
    wider = truth.outline_px(margin_in=1.0)
    assert (wider.max(axis=0) > outline.max(axis=0)).all()


def test_the_scale_grows_with_height() -> None:
    truth = true_registration()
    assert truth.pixels_per_inch(1.0) > truth.pixels_per_inch(0.0) > 20
