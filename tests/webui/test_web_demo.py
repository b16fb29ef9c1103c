from __future__ import annotations

import pytest

from tests.support.web_client import FROM_PAGE, Hall, open_hall
from tests.support.web_fake import FakeDemo, FakeTable


def demo_of(hall: Hall) -> FakeDemo:
    demo = hall.table.demo()
    assert isinstance(demo, FakeDemo)
    return demo


def post(hall: Hall, path: str, **data: object) -> int:
    return hall.stranger().post(f"/demo/{path}", data=data, headers=FROM_PAGE).status_code


@pytest.mark.parametrize("path", ["table", "cubes"])
def test_outside_demo_mode_there_is_no_virtual_table(path: str) -> None:
    hall = open_hall(FakeTable(with_demo=False))
    assert hall.stranger().get(f"/demo/{path}").status_code == 404
    for action in ("place", "add", "remove", "roll"):
        assert post(hall, action, id=1) == 404


def test_a_cube_is_dragged_and_turned() -> None:
    hall = open_hall()
    assert post(hall, "place", id=1, x="4.5", y="6.25") == 200
    assert post(hall, "place", id=1, face="5") == 200
    cube = next(cube for cube in demo_of(hall).cubes() if cube.id == 1)
    assert (cube.x_in, cube.y_in, cube.face) == (4.5, 6.25, 5)
    assert 'data-x="4.5"' in hall.stranger().get("/demo/cubes").text


def test_cubes_come_from_the_supply_and_go_back() -> None:
    hall = open_hall()
    assert post(hall, "add", colour="white", x="3", y="3") == 200
    assert post(hall, "add", colour="white", x="3", y="3") == 409
    assert post(hall, "remove", id=4) == 200
    assert post(hall, "remove", id=4) == 409
    assert post(hall, "place", id=4) == 409


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("place", {}),
        ("place", {"id": 1, "face": 7}),
        ("add", {"colour": "green", "x": "nan", "y": "1"}),
        ("add", {"colour": "green"}),
        ("remove", {"id": "x"}),
    ],
)
def test_bad_input_is_refused(path: str, data: dict[str, object]) -> None:
    hall = open_hall()
    before = demo_of(hall).cubes()
    assert post(hall, path, **data) == 400
    assert demo_of(hall).cubes() == before


def test_the_virtual_die_is_thrown() -> None:
    hall = open_hall()
    assert post(hall, "roll") == 200
    assert post(hall, "roll", face="13") == 200
    assert demo_of(hall).rolled == [None, 13]


def test_a_throw_is_told_calmly_with_the_face_that_lies_on_top() -> None:
    client = open_hall().stranger()
    for data, face in (({}, 7), ({"face": 13}, 13)):
        told = client.post("/demo/roll", data=data, headers=FROM_PAGE).get_data(as_text=True)
        assert "is-calm" in told
        assert f"The die shows {face}." in told
    failed = client.post("/demo/roll", data={"face": 20}, headers=FROM_PAGE)
    assert failed.status_code == 409
    assert "The die is gone." in failed.get_data(as_text=True)
    assert "is-calm" not in failed.get_data(as_text=True)


def test_what_the_die_shows_stands_beside_what_throws_it() -> None:
    page = open_hall().stranger().get("/demo/table").get_data(as_text=True)
    assert 0 < page.index('id="die-shows"') < page.index('hx-post="/demo/roll"')
    assert page.count('hx-target="#die-shows"') == page.count('hx-post="/demo/roll"') == 2


def test_what_turns_a_cube_stands_before_the_die() -> None:
    page = open_hall().stranger().get("/demo/table").get_data(as_text=True)
    assert 0 < page.index('id="demo-cube"') < page.index("/demo/roll")
