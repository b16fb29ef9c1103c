"""A photograph of a map, laid flat: where its hexes come to lie, and what is refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.layout import TableLayout, layout_registration
from calibration.render import render_table
from calibration.scheme import default_scheme
from calibration.survey_features import hex_features, side_features
from calibration.survey_likeness import FEWEST_LABELS, propose
from calibration.survey_picture import (
    PIXELS_PER_INCH,
    SurveyPictureError,
    decode_photo,
    encode_photo,
    jpeg_size,
    map_size_px,
    rectified,
    rectified_by_corners,
)
from companion.board.grid import HexGrid
from companion.board.hexes import parse_hex
from vision.reader import Reader

BOARD = HexGrid()
Picture = NDArray[np.uint8]


def dotted_map() -> Picture:
    """A grey sheet with a red dot in the middle of every hex."""
    width, height = map_size_px(BOARD)
    sheet = np.full((height, width, 3), 170, dtype=np.uint8)
    for place in BOARD:
        centre = BOARD.centre(place)
        at = (round(centre.x_in * PIXELS_PER_INCH), round(centre.y_in * PIXELS_PER_INCH))
        cv2.circle(sheet, at, 12, (40, 40, 200), -1, cv2.LINE_AA)
    return sheet


def dot_errors_in(flat: Picture) -> NDArray[np.float64]:
    """How far from its hex's middle each dot lies, in inches."""
    red = flat[:, :, 2].astype(float) - flat[:, :, 1]
    errors = []
    for place in BOARD:
        centre = BOARD.centre(place)
        x, y = round(centre.x_in * PIXELS_PER_INCH), round(centre.y_in * PIXELS_PER_INCH)
        part = np.clip(red[max(y - 30, 0) : y + 30, max(x - 30, 0) : x + 30] - 40, 0, None)
        rows, columns = np.mgrid[max(y - 30, 0) : y + 30, max(x - 30, 0) : x + 30]
        rows, columns = (
            rows[: part.shape[0], : part.shape[1]],
            columns[: part.shape[0], : part.shape[1]],
        )
        found = (columns * part).sum() / part.sum(), (rows * part).sum() / part.sum()
        off = np.hypot(
            found[0] + 0.5 - centre.x_in * PIXELS_PER_INCH,
            found[1] + 0.5 - centre.y_in * PIXELS_PER_INCH,
        )
        errors.append(off / PIXELS_PER_INCH)
    return np.array(errors)


def test_four_corners_lay_a_tilted_photograph_flat() -> None:
    sheet = dotted_map()
    height, width = sheet.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - 0.5
    corners = np.array([[260, 130], [1890, 60], [2010, 1440], [120, 1500]], dtype=np.float32)
    tilt = cv2.getPerspectiveTransform(edges, corners)
    photo = np.asarray(cv2.warpPerspective(sheet, tilt, (2100, 1600)), dtype=np.uint8)
    flat = rectified_by_corners(photo, [(float(x), float(y)) for x, y in corners], BOARD)
    assert flat.shape == sheet.shape
    assert dot_errors_in(flat).max() < 0.02


def test_corner_tags_lay_the_table_flat_through_the_lens() -> None:
    sheet = dotted_map()
    scheme = default_scheme()
    layout = TableLayout(width_px=2000, height_px=1600)
    photo = render_table(layout, scheme)
    truth = layout_registration(layout, scheme.board)
    for place in list(BOARD)[::7]:
        centre = BOARD.centre(place)
        at = truth.board_to_pixels(np.array([[centre.x_in, centre.y_in]]))[0]
        cv2.circle(photo, (round(at[0]), round(at[1])), 5, (40, 40, 230), -1, cv2.LINE_AA)
    registration, reason = Reader(scheme).register(photo)
    assert registration is not None, reason
    flat = rectified(photo, registration)
    assert flat.shape == sheet.shape
    for place in list(BOARD)[::7]:
        centre = BOARD.centre(place)
        x, y = round(centre.x_in * PIXELS_PER_INCH), round(centre.y_in * PIXELS_PER_INCH)
        blue, _, red = flat[y - 2 : y + 3, x - 2 : x + 3].mean(axis=(0, 1))
        assert red > blue + 60, place


def test_what_is_no_photograph_is_refused() -> None:
    small = np.full((40, 60, 3), 128, dtype=np.uint8)
    data = encode_photo(small)
    assert jpeg_size(data) == (60, 40)
    assert decode_photo(data).shape == (40, 60, 3)
    for wrong in (b"", b"GIF89a", data[:3], b"\xff\xd8" + b"\xff" * 400, b"\xff\xd8\x00\x00" * 9):
        with pytest.raises(SurveyPictureError):
            decode_photo(wrong)
    head = bytearray(data)
    at = head.index(b"\xff\xc0") + 5
    head[at : at + 4] = b"\xff\xff\xff\xff"
    with pytest.raises(SurveyPictureError, match="65535 x 65535 pixels"):
        decode_photo(bytes(head))


@pytest.mark.parametrize(
    "corners",
    [
        [(0.0, 0.0)] * 4,
        [(0.0, 0.0), (90.0, 90.0), (90.0, 0.0), (0.0, 90.0)],
        [(90.0, 0.0), (0.0, 0.0), (0.0, 90.0), (90.0, 90.0)],
        [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)],
        [(0.0, 0.0), (float("nan"), 0.0), (90.0, 90.0), (0.0, 90.0)],
        [(0.0, 0.0), (90.0, 0.0), (90.0, 90.0)],
    ],
)
def test_four_points_that_are_no_sheet_are_refused(corners: list[tuple[float, float]]) -> None:
    photo = np.full((100, 100, 3), 128, dtype=np.uint8)
    with pytest.raises(SurveyPictureError):
        rectified_by_corners(photo, corners, BOARD)


def coloured_map(seed: int, fall: float) -> tuple[Picture, dict[int, str]]:
    """A map of three colours under a light that falls off towards one corner."""
    colours = {"sea": (170, 120, 70), "wood": (90, 150, 100), "sand": (150, 190, 215)}
    width, height = map_size_px(BOARD)
    sheet = np.full((height, width, 3), 180, dtype=np.float32)
    generator = np.random.default_rng(seed)
    truth = {}
    for number, place in enumerate(BOARD):
        truth[number] = sorted(colours)[int(generator.integers(3))]
        outline = np.array(
            [[round(c.x_in * 80), round(c.y_in * 80)] for c in BOARD.corners(place)], np.int32
        )
        cv2.fillPoly(sheet, [outline], colours[truth[number]])
    across = np.linspace(1.0, 1.0 - fall, width, dtype=np.float32)[None, :, None]
    noisy = sheet * across + generator.normal(0, 6, sheet.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), truth


def test_likeness_withstands_a_lamp_at_the_side() -> None:
    picture, truth = coloured_map(3, 0.5)
    looks = hex_features(picture, BOARD)
    known = {number: truth[number] for number in range(0, 455, 11)}
    found = propose(looks, known)
    assert len(found) == 455 - len(known)
    right = sum(truth[one.place] == one.value for one in found)
    assert right / len(found) > 0.97
    assert [one.confidence for one in found] == sorted(
        (one.confidence for one in found), reverse=True
    )
    assert all(0 <= one.confidence <= 1 for one in found)


def test_nothing_is_proposed_from_too_few_or_from_one_kind() -> None:
    picture, truth = coloured_map(4, 0.0)
    looks = hex_features(picture, BOARD)
    few = {number: truth[number] for number in range(FEWEST_LABELS - 1)}
    assert propose(looks, few) == ()
    assert propose(looks, dict.fromkeys(range(60), "sea")) == ()


def test_what_was_never_shown_is_not_proposed_with_confidence() -> None:
    picture, truth = coloured_map(5, 0.0)
    looks = hex_features(picture, BOARD)
    known = {n: truth[n] for n in range(300) if truth[n] != "sand"}
    strange = [one for one in propose(looks, known) if truth[one.place] == "sand"]
    sure = [one for one in propose(looks, known) if truth[one.place] != "sand"]
    assert np.median([one.confidence for one in strange]) < 0.2
    assert np.median([one.confidence for one in sure]) > 0.8


def test_a_hexside_looks_the_same_whichever_way_it_runs() -> None:
    width, height = map_size_px(BOARD)
    sheet = np.full((height, width, 3), 200, dtype=np.uint8)
    place = parse_hex("12,h")
    around = [side for side in BOARD.hexsides() if place in side.hexes]
    for side in around:
        a, b = BOARD.centre(side.first), BOARD.centre(side.second)
        middle = BOARD.middle(side)
        dx, dy = -(b.y_in - a.y_in) * 0.28, (b.x_in - a.x_in) * 0.28
        ends = [
            (round((middle.x_in + s * dx) * 80), round((middle.y_in + s * dy) * 80))
            for s in (-1, 1)
        ]
        cv2.line(sheet, ends[0], ends[1], (200, 90, 30), 8, cv2.LINE_AA)
    other = next(s for s in BOARD.hexsides() if place not in s.hexes and s.first.column > 18)
    looks = side_features(sheet, BOARD, (*around, other))
    spread = np.linalg.norm(looks[:6] - looks[:6].mean(axis=0), axis=1).max()
    assert np.linalg.norm(looks[6] - looks[:6].mean(axis=0)) > 4 * spread
