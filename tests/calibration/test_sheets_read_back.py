"""What is printed is read: by OpenCV's detectors, and on the cubes of a rendered table."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.charuco import TARGET, TargetFinder
from calibration.layout import layout_registration
from calibration.render import render_table
from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from calibration.sheets.cards import LABEL_HEIGHT_MM, LABEL_WIDTH_MM, CardLabel, label_shapes
from calibration.sheets.corners import corner_sheet
from calibration.sheets.lens_target import lens_sheet
from calibration.sheets.shapes import PAPERS, Paper
from calibration.sheets.stickers import sticker_sheet
from tests.support.printed_stickers import kinds_by_tag, sticker_picture, use_printed_stickers
from tests.support.sheet_raster import raster
from tests.support.table_layouts import scattered, unmatched, varied
from vision.reader import Reader


def detector(scheme: StickerScheme) -> cv2.aruco.ArucoDetector:
    number = getattr(cv2.aruco, scheme.family.name)
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(number), parameters)


def grey_page(sheet_page: int, sheet_name: str, pixels_per_mm: float) -> NDArray[np.uint8]:
    paper = PAPERS["a4"]
    scheme = default_scheme()
    sheet = (
        sticker_sheet(scheme, paper) if sheet_name == "stickers" else corner_sheet(scheme, paper)
    )
    page = raster(sheet.pages[sheet_page].shapes, paper, pixels_per_mm)
    return np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def mosaic(scheme: StickerScheme) -> tuple[NDArray[np.uint8], list[int], int]:
    """All stickers of a scheme on cubes side by side, their tags row by row, and cubes in a row."""
    kinds = kinds_by_tag(scheme)
    assert set(kinds) == scheme.issued
    across = int(np.ceil(np.sqrt(len(kinds))))
    side_px = 84
    picture = np.full((across * side_px, across * side_px), 60, dtype=np.uint8)
    for index, sticker in enumerate(kinds.values()):
        row, column = divmod(index, across)
        on_cube = np.pad(sticker_picture(scheme, sticker), 12, constant_values=60)
        small = cv2.resize(on_cube, (side_px, side_px), interpolation=cv2.INTER_AREA)
        picture[row * side_px : (row + 1) * side_px, column * side_px : (column + 1) * side_px] = (
            small
        )
    return picture, list(kinds), across


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("kind", ["anonymous", "serial"])
def test_every_sticker_is_read_in_every_turn(kind: SchemeKind, turns: int) -> None:
    scheme = default_scheme(kind)
    picture, tag_ids, across = mosaic(scheme)
    cells = np.full(across * across, -1)
    cells[: len(tag_ids)] = tag_ids
    wanted = np.rot90(cells.reshape(across, across), turns)
    quads, numbers, _ = detector(scheme).detectMarkers(
        np.ascontiguousarray(np.rot90(picture, turns))
    )
    assert sorted(np.ravel(numbers).tolist()) == sorted(tag_ids)
    side_px = picture.shape[0] / across
    for quad, number in zip(quads, np.ravel(numbers), strict=True):
        corners = np.asarray(quad).reshape(4, 2)
        middle = corners.mean(axis=0)
        column, row = (middle / side_px).astype(int)
        assert wanted[row, column] == number
        # The tag's own top left corner has gone around with the sticker.
        is_right, is_low = corners[0] > middle
        assert (is_right, is_low) == (turns in (2, 3), turns in (1, 2))


def test_a_whole_page_of_stickers_is_read() -> None:
    _, numbers, _ = detector(default_scheme()).detectMarkers(grey_page(0, "stickers", 6.0))
    read = sorted(np.ravel(numbers).tolist())
    assert read == sorted([*range(6)] * (28 + 3))


def test_corner_brackets_are_read() -> None:
    _, numbers, _ = detector(default_scheme()).detectMarkers(grey_page(0, "corners", 4.0))
    assert sorted(np.ravel(numbers).tolist()) == [24, 25, 26, 27]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_lens_target_is_found_with_all_corners(paper: Paper) -> None:
    page = raster(lens_sheet(paper).pages[0].shapes, paper, 4.0)
    view = TargetFinder().find(np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8))
    assert view is not None
    assert len(view.points_px) == TARGET.corners
    apart = np.linalg.norm(np.diff(view.points_px[:6], axis=0), axis=1)
    assert apart == pytest.approx(TARGET.square_mm * 4.0, abs=0.2)


def test_card_labels_are_read() -> None:
    labels = [CardLabel("1", "1"), CardLabel("Smith 2", "Smith 2"), CardLabel("x7", "Wéi Long")]
    for label in labels:
        shapes = label_shapes(label, (0.0, 0.0))
        paper = Paper("label", LABEL_WIDTH_MM, LABEL_HEIGHT_MM)
        text, _, _ = cv2.QRCodeDetector().detectAndDecode(raster(shapes, paper, 8.0))
        assert text == label.data


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
@pytest.mark.parametrize(
    "changes",
    [{}, {"blur_px": 1.1, "noise": 5.0}],
    ids=["plain", "soft and noisy"],
)
def test_the_number_in_the_edge_costs_no_reading(
    kind: SchemeKind, changes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    scheme = default_scheme(kind)
    layout = varied(scattered(scheme, seed=4, markers=60), **changes)
    lens = layout_registration(layout, scheme.board).lens
    missed = {}
    for has_number in (True, False):
        with monkeypatch.context() as patch:
            use_printed_stickers(patch, scheme, has_number=has_number)
            picture = render_table(layout, scheme)
        left, wrong = unmatched(layout, Reader(scheme, lens).read(picture), within_in=0.05)
        assert wrong == 0
        missed[has_number] = len(left)
    assert missed == {True: 0, False: 0}
