"""QR labels of card sleeves: printed as the sheet prints them, photographed, read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.sheets.cards import CODE_MM, QUIET_MODULES, CardLabel, code_modules
from calibration.survey_picture import SurveyPictureError
from tests.support.web_labels import CELL_MM, photograph
from vision.card_labels import LONGEST_TEXT, read_labels

NAMES = tuple(f"Card {number} of the dark lord's hand" for number in range(1, 13))


@pytest.mark.parametrize(("pixels_per_mm", "tilt"), [(9.0, 0.0), (9.0, 0.08), (14.0, 0.08)])
def test_all_labels_of_a_photograph_are_read_however_they_lie(
    pixels_per_mm: float, tilt: float
) -> None:
    read = read_labels(photograph(NAMES, pixels_per_mm, tilt=tilt))
    assert sorted(label.text for label in read) == sorted(NAMES)


def test_two_labels_that_say_the_same_are_two() -> None:
    read = read_labels(photograph(("Frodo", "Sam", "Frodo"), 10.0))
    assert sorted(label.text for label in read) == ["Frodo", "Frodo", "Sam"]


def test_a_label_is_found_where_it_is_and_as_large_as_it_is() -> None:
    (label,) = read_labels(photograph(("Frodo",), 10.0))
    assert label.x_px == pytest.approx(CELL_MM * 10 / 2, abs=15)
    modules = len(code_modules(CardLabel("Frodo", "Frodo")))
    side_px = CODE_MM * 10 * modules / (modules + 2 * QUIET_MODULES)
    assert label.side_px == pytest.approx(side_px, rel=0.12)


def test_labels_too_small_to_be_read_are_not_guessed() -> None:
    read = read_labels(photograph(NAMES, 3.0))
    assert {label.text for label in read} <= set(NAMES)
    assert len(read) < len(NAMES)


def test_what_is_no_label_of_ours_says_nothing() -> None:
    assert read_labels(_blank()) == ()
    long = "x" * (LONGEST_TEXT + 1)
    code = cv2.QRCodeEncoder.create().encode(long)
    framed = cv2.copyMakeBorder(code, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(255,))
    large = cv2.resize(framed, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    _, data = cv2.imencode(".jpg", cv2.cvtColor(large, cv2.COLOR_GRAY2BGR))
    assert read_labels(bytes(data)) == ()


def _blank() -> bytes:
    _, data = cv2.imencode(".jpg", np.full((400, 600, 3), 150, np.uint8))
    return bytes(data)


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff", b"\x89PNG\r\n"])
def test_what_is_no_photograph_is_said(data: bytes) -> None:
    with pytest.raises(SurveyPictureError):
        read_labels(data)


def test_a_picture_that_says_it_is_huge_is_not_opened() -> None:
    header = b"\xff\xd8\xff\xc0\x00\x11\x08" + (65000).to_bytes(2) + (65000).to_bytes(2)
    with pytest.raises(SurveyPictureError, match="million"):
        read_labels(header + b"\x03" * 40)
