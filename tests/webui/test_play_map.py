"""The owner's map picture under the markers: for every screen, and only while it is played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.survey_picture import encode_photo
from companion.table.ids import PUBLIC
from tests.support.box_house import BoxHouse, NoGames, open_box_house
from tests.support.web_client import Hall
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import LAMP, OWL
from webui.app import create_app
from webui.settings import WebSettings
from webui.site import House


@pytest.fixture
def house(tmp_path: Path) -> BoxHouse:
    return open_box_house(tmp_path)


def hall_with(house: BoxHouse) -> Hall:
    table, settings = FakeTable(), WebSettings(epoch="start1")
    with_boxes = House(games=NoGames(), hosts=house.hosts, boxes=house.boxes)
    services = replace(fake_services(table, settings), house=with_boxes)
    return Hall(table, services, create_app(services, settings), settings)


def lay_map(house: BoxHouse, shade: int = 120) -> None:
    picture = np.full((210, 260, 3), shade, dtype=np.uint8)
    cv2.circle(picture, (100, 100), 40, (20, 20, 200), -1)
    (house.home / "fellowship-map.jpg").write_bytes(encode_photo(picture))


def test_without_a_picture_nothing_of_it_is_on_any_screen(house: BoxHouse) -> None:
    hall = hall_with(house)
    house.playing.add("fellowship")
    assert "map-photo" not in hall.stranger().get("/").text
    assert hall.stranger().get("/play-map/fellowship/000000000000.jpg").status_code == 404


def test_every_screen_has_the_same_picture_while_the_game_is_played(house: BoxHouse) -> None:
    hall = hall_with(house)
    lay_map(house)
    assert "map-photo" not in hall.stranger().get("/").text
    house.playing.add("fellowship")
    found = set()
    for viewer in (PUBLIC, LAMP, OWL):
        client = hall.stranger() if viewer == PUBLIC else hall.tablet(viewer)
        page = client.get("/" if viewer == PUBLIC else f"/seat/{viewer}").text
        before, _, rest = page.partition('<image class="map-photo" href="')
        assert rest, viewer
        assert before.count("has-photo") == 1
        found.add(rest.partition('"')[0])
    (address,) = found
    answer = hall.stranger().get(address)
    assert answer.mimetype == "image/jpeg"
    assert answer.data == (house.home / "fellowship-map.jpg").read_bytes()
    assert "immutable" in answer.headers["Cache-Control"]


def test_another_picture_has_another_address(house: BoxHouse) -> None:
    hall = hall_with(house)
    house.playing.add("fellowship")
    lay_map(house)
    first = hall.stranger().get("/").text.partition("/play-map/")[2][:40]
    lay_map(house, shade=60)
    assert hall.stranger().get("/").text.partition("/play-map/")[2][:40] != first


def test_a_photograph_that_is_not_laid_flat_is_not_shown_to_others(house: BoxHouse) -> None:
    hall = hall_with(house)
    house.playing.add("fellowship")
    lay_map(house)
    (house.home / "fellowship-map.jpg").rename(house.home / "fellowship-map-photo.jpg")
    assert "map-photo" not in hall.stranger().get("/").text
