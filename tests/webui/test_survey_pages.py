"""The survey's routes: pictures that are none, corners that are none, proposals too early."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.survey_picture import encode_photo
from tests.support.box_house import BASE, BoxHouse, open_box_house, put_cell, send_file
from tests.support.web_client import FROM_PAGE


@pytest.fixture
def house(tmp_path: Path) -> BoxHouse:
    return open_box_house(tmp_path)


def post(house: BoxHouse, path: str, **form: str) -> tuple[int, str]:
    answer = house.client().post(f"{BASE}/map/{path}", data=form, headers=FROM_PAGE)
    return answer.status_code, answer.text


def grey_photo(width: int = 320, height: int = 260) -> bytes:
    return encode_photo(np.full((height, width, 3), 140, dtype=np.uint8))


def test_a_file_that_is_no_picture_is_refused_and_nothing_is_kept(house: BoxHouse) -> None:
    for data in (b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"0" * 99, grey_photo()[:90]):
        status, text = post(house, "photo", file=send_file(house.client(), data, "photo"))
        assert status == 422
        assert "picture" in text
    assert list(house.home.glob("*.jpg*")) == []
    status, text = post(house, "photo", file="unknown")
    assert "Choose it again" in text


def test_a_photograph_without_tags_waits_for_its_corners(house: BoxHouse) -> None:
    file = send_file(house.client(), grey_photo(), "photo")
    assert post(house, "photo", file=file)[0] == 200
    photos = house.boxes.photos("fellowship")
    assert photos is not None
    assert photos.stage() == "photo"
    wrong = {f"{axis}{n}": "5" for n in range(4) for axis in "xy"}
    assert "no corners of a map" in post(house, "corners", **wrong)[1]
    assert "four corners" in post(house, "corners", x0="1")[1]
    assert "four corners" in post(house, "corners", **{**wrong, "x0": "nan"})[1]
    right = {"x0": "10", "y0": "9", "x1": "300", "y1": "9", "x2": "300", "y2": "240"}
    assert post(house, "corners", **right, x3="10", y3="240")[0] == 200
    assert photos.stage() == "map"
    assert photos.size_px() == (2080, 1680)
    assert post(house, "again")[0] == 200
    assert photos.stage() == "photo"
    assert post(house, "forget")[0] == 200
    assert photos.stage() == "none"
    assert "no photograph" in post(house, "again")[1]
    assert "no photograph" in post(house, "corners", **right, x3="10", y3="240")[1]


def test_the_picture_has_one_address_and_strangers_do_not_get_it(house: BoxHouse) -> None:
    file = send_file(house.client(), grey_photo(), "photo")
    post(house, "photo", file=file)
    page = house.client().get(f"{BASE}/map").text
    address = page.partition('data-picture="')[2].partition('"')[0]
    shown = house.client().get(address)
    assert shown.mimetype == "image/jpeg"
    assert shown.data[:2] == b"\xff\xd8"
    assert house.client().get(f"{BASE}/map/picture/000000000000.jpg").status_code == 404
    stranger = house.client().get(address, environ_overrides={"REMOTE_ADDR": "10.1.1.1"})
    assert stranger.mimetype == "text/html"


def test_proposals_need_a_picture_and_a_few_dozen_places(house: BoxHouse) -> None:
    client = house.client()
    early = client.get(f"{BASE}/map/alike/water", headers=FROM_PAGE)
    assert early.status_code == 422
    assert "no picture of the map" in early.get_json()["why"]
    picture = np.full((1680, 2080, 3), 140, dtype=np.uint8)
    (house.home / "fellowship-map.jpg").write_bytes(encode_photo(picture))
    few = client.get(f"{BASE}/map/alike/water", headers=FROM_PAGE)
    assert "at least 24 painted places" in few.get_json()["why"]
    assert client.get(f"{BASE}/map/alike/nothing", headers=FROM_PAGE).status_code == 422


def test_the_page_gets_what_another_has_painted(house: BoxHouse) -> None:
    client = house.client()
    put_cell(client, "map.hexes/12,h/water", "land")
    layers = client.get(f"{BASE}/map/data").get_json()["layers"]
    water = next(layer for layer in layers if layer["id"] == "water")
    assert water["values"]["12,h"] == "land"
    assert water["locked"] == ["2,f", "2,g"]
    sides = next(layer for layer in layers if layer["id"] == "terrain")
    assert len(client.get(f"{BASE}/map/data").get_json()["sides"]) == 1279
    assert sides["unused"] == []
