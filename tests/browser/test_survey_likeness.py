"""How well likeness tells the sample map: drawn in the browser, photographed under a lamp.

The drawing is that of the play map. It shows land and sea, terrain and features, but no hex types,
so nothing is claimed for those.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import pytest
from flask import render_template
from numpy.typing import NDArray

from calibration.lens import FloatArray
from calibration.survey_features import hex_features, side_features
from calibration.survey_likeness import propose
from calibration.survey_picture import (
    PIXELS_PER_INCH,
    decode_photo,
    encode_photo,
    rectified_by_corners,
)
from companion.board.grid import HexGrid
from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.table.ids import PUBLIC
from companion.table.views import Map
from tests.support.fellowship import SAMPLE_BOX, Play
from tests.support.web_browser import chromium
from tests.support.web_client import open_hall
from webui.assets import FOLDER
from webui.render import Showing

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

BOARD = HexGrid()
Picture = NDArray[np.uint8]
PHOTOS = 3


@pytest.fixture(scope="module")
def drawing() -> Picture:
    """The sample map as screens draw it, without markers: BGR, 80 pixels to the inch."""
    region = Play(SAMPLE_BOX).view(PUBLIC).region("map")
    assert region is not None
    (widget,) = region.widgets
    assert isinstance(widget, Map)
    with open_hall().app.test_request_context():
        page = render_template(
            "widgets/map.html",
            widget=widget,
            showing=Showing(viewer=PUBLIC, base="", live=False),
        )
    styles = "".join((FOLDER / "css" / name).read_text() for name in ("base.css", "map.css"))
    width, height = (
        round(BOARD.width_in * PIXELS_PER_INCH),
        round(BOARD.height_in * PIXELS_PER_INCH),
    )
    own = (
        f"svg.map {{ position: fixed; left: 0; top: 0; width: {width}px; height: {height}px; "
        f"max-width: none; max-height: none; --u: {100 / PIXELS_PER_INCH} }}"
    )
    with chromium() as browser:
        shown = browser.new_page(viewport={"width": width, "height": height})
        shown.set_content(f"<style>{styles}{own}</style>{page}")
        data = shown.locator("svg.map").screenshot()
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(image, dtype=np.uint8)


def photographed(drawing: Picture, seed: int) -> Picture:
    """Laid flat again from a tilted, noisy JPEG under a lamp, its corners tapped by hand."""
    generator = np.random.default_rng(seed)
    height, width = drawing.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - 0.5
    corners = np.array([[330, 170], [2250, 130], [2480, 1880], [150, 1900]], dtype=np.float32)
    corners += generator.uniform(-60, 60, (4, 2)).astype(np.float32)
    tilt = cv2.getPerspectiveTransform(edges, corners)
    photo = cv2.warpPerspective(drawing, tilt, (2600, 2000), flags=cv2.INTER_AREA)
    y, x = np.mgrid[0:2000, 0:2600]
    lamp = generator.uniform(0.2, 0.8, 2) * (2600, 2000)
    gap = np.hypot((x - lamp[0]) / 2600, (y - lamp[1]) / 2000)
    light = 1 - 0.45 * np.clip(gap / 0.8, 0, 1) ** 1.5
    lit = cv2.GaussianBlur(photo * light[..., None] * (0.8, 0.95, 1.05), (0, 0), 1.0)
    noisy = np.clip(lit + generator.normal(0, 7, lit.shape), 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 75])
    tapped = corners + generator.normal(0, 4, (4, 2))
    flat = rectified_by_corners(
        decode_photo(bytes(data)), [(float(a), float(b)) for a, b in tapped], BOARD
    )
    return decode_photo(encode_photo(flat))


class Reached(NamedTuple):
    """Shares that are right: of all proposals, and of those with a confidence of 0.8 or more."""

    all: float
    sure: float
    share_sure: float
    commonest: float


def reached(looks: FloatArray, truth: dict[int, str], labels: int, seed: int) -> Reached:
    generator = np.random.default_rng(100 + seed)
    chosen = generator.choice(sorted(truth), labels, replace=False)
    known = {int(place): truth[int(place)] for place in chosen}
    found = [one for one in propose(looks, known) if one.place in truth]
    right = np.array([truth[one.place] == one.value for one in found])
    sure = np.array([one.confidence >= 0.8 for one in found])
    values = [truth[one.place] for one in found]
    most = max(values.count(value) for value in set(values))
    return Reached(right.mean(), right[sure].mean(), sure.mean(), most / len(values))


@pytest.fixture(scope="module")
def photos(drawing: Picture) -> tuple[Picture, ...]:
    """The same map, photographed several times."""
    return tuple(photographed(drawing, seed) for seed in range(PHOTOS))


@pytest.mark.parametrize(
    ("layer_id", "labels", "wanted"),
    [("water", 48, 0.85), ("terrain", 60, 0.9)],
)
def test_the_rest_of_the_sample_map_is_proposed_well(
    photos: tuple[Picture, ...],
    layer_id: str,
    labels: int,
    wanted: float,
) -> None:
    layer = FellowshipBoxEditor().survey(SAMPLE_BOX).layer(layer_id)
    assert layer is not None
    sides = tuple(BOARD.hexsides())
    is_hex = layer.places == "hex"
    names = [place.label for place in (tuple(BOARD) if is_hex else sides)]
    truth = {
        number: layer.values[name]
        for number, name in enumerate(names)
        if name in layer.values and name not in layer.unused
    }
    found = []
    for seed, photo in enumerate(photos):
        looks = hex_features(photo, BOARD) if is_hex else side_features(photo, BOARD, sides)
        found.append(reached(looks, truth, labels, seed))
    mean = Reached(*np.mean(found, axis=0))
    assert mean.all > wanted, mean
    assert mean.all > mean.commonest + 0.15
    assert mean.sure > 0.97
    assert mean.share_sure > 0.5
