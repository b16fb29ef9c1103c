"""The pages of the box file: who may edit, what is saved, what two browsers do to each other."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.games.fellowship.box.editor import FellowshipBoxEditor
from companion.table.box_editor import BoxChange
from tests.support.box_house import (
    BASE,
    ELSEWHERE,
    BoxHouse,
    open_box_house,
    put_cell,
    send_file,
)
from tests.support.fellowship import SAMPLE_BOX
from tests.support.web_client import FROM_PAGE

EDITOR = FellowshipBoxEditor()
CELL = "T.4/wild-1/3"


@pytest.fixture
def house(tmp_path: Path) -> BoxHouse:
    return open_box_house(tmp_path)


def on_disk(house: BoxHouse, address: str) -> str:
    return EDITOR.value(house.file.read_text("utf-8"), address)


def test_only_the_computer_and_who_has_the_code_may_edit(house: BoxHouse) -> None:
    stranger = house.app.test_client()
    pages = (BASE, f"{BASE}/sheet/t-4", f"{BASE}/file", f"{BASE}/map", f"{BASE}/map/data")
    for page in pages:
        answer = stranger.get(page, environ_overrides=ELSEWHERE)
        assert "Table code" in answer.text
        assert "wild-1" not in answer.text
    form = {"address": CELL, "value": "X", "before": "", "sheet": "t-4"}
    answer = stranger.post(
        f"{BASE}/cells", data=form, headers=FROM_PAGE, environ_overrides=ELSEWHERE
    )
    assert answer.status_code == 403
    for path in ("upload?kind=box&at=0", "rows", "replace", "merge", "map/photo", "map/forget"):
        answer = stranger.post(f"{BASE}/{path}", headers=FROM_PAGE, environ_overrides=ELSEWHERE)
        assert answer.status_code == 403, path
    assert not house.file.exists()
    wrong = stranger.post(
        "/box/host", data={"code": "22222222"}, headers=FROM_PAGE, environ_overrides=ELSEWHERE
    )
    assert wrong.status_code == 422
    right = stranger.post(
        "/box/host",
        data={"code": house.hosts.table_code, "back": f"{BASE}/sheet/t-4"},
        headers=FROM_PAGE,
        environ_overrides=ELSEWHERE,
    )
    assert right.headers["HX-Redirect"] == f"{BASE}/sheet/t-4"
    shown = stranger.get(f"{BASE}/sheet/t-4", environ_overrides=ELSEWHERE)
    assert "wild-1" in shown.text


def test_the_code_leads_to_no_other_site(house: BoxHouse) -> None:
    for back in ("https://elsewhere.test/", "//elsewhere.test", "/seat/fellowship", ""):
        answer = house.client().post(
            "/box/host", data={"code": house.hosts.table_code, "back": back}, headers=FROM_PAGE
        )
        assert answer.headers["HX-Redirect"] == "/box"


def test_another_site_cannot_change_a_cell(house: BoxHouse) -> None:
    form = {"address": CELL, "value": "X", "before": "", "sheet": "t-4"}
    answer = house.client().post(
        f"{BASE}/cells", data=form, headers={"Origin": "http://elsewhere.test"}
    )
    assert answer.status_code == 403
    assert not house.file.exists()


def test_a_value_is_on_the_disk_before_the_answer(house: BoxHouse) -> None:
    status, said = put_cell(house.client(), CELL, "X")
    assert (status, said["clashes"], said["made"]) == (200, [], 1)
    assert on_disk(house, CELL) == "X"
    assert "<b>70</b> of 71 cells are missing" in said["state"]


def test_a_wrong_value_changes_nothing_and_says_why(house: BoxHouse) -> None:
    status, said = put_cell(house.client(), CELL, "Y")
    assert status == 422
    assert said["address"] == CELL
    assert "'Y' cannot stand in table T.4; -, X, (S) can" in said["why"]
    assert not house.file.exists()


def test_a_cell_that_breaks_a_constraint_is_saved_and_named(house: BoxHouse) -> None:
    client = house.client()
    put_cell(client, "T.2/woods/bad", "3")
    status, said = put_cell(client, "T.2/woods/storm", "5")
    assert status == 200
    why = "5 is easier than 3 in better weather"
    assert said["broken"]["T.2/woods/storm"] == why
    page = client.get(f"{BASE}/sheet/t-2").text
    assert "<b>T.2, woods, a storm</b>: " + why in page
    assert "not fitting" in client.get(BASE).text


def test_two_browsers_lose_nothing_of_each_other(house: BoxHouse) -> None:
    one, other = house.client(), house.client()
    put_cell(one, CELL, "X")
    status, said = put_cell(other, CELL, "-")
    assert status == 200
    assert said["clashes"] == [{"address": CELL, "there": "X"}]
    assert on_disk(house, CELL) == "X"
    status, said = put_cell(other, CELL, "-", before="X")
    assert said["clashes"] == []
    assert on_disk(house, CELL) == "-"
    assert put_cell(one, CELL, "-", before="X")[1]["clashes"] == []


def test_many_browsers_at_once_lose_nothing(house: BoxHouse) -> None:
    addresses = [f"T.4/wild-{row}/{column}" for row in (1, 2, 3) for column in range(1, 11)]
    start = threading.Barrier(6)

    def type_in(part: list[str]) -> None:
        client = house.client()
        start.wait()
        for address in part:
            put_cell(client, address, "X")

    threads = [threading.Thread(target=type_in, args=(addresses[n::6],)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [on_disk(house, address) for address in addresses] == ["X"] * 30


def test_answers_of_play_and_edits_stand_side_by_side(house: BoxHouse) -> None:
    desk = house.boxes.desk("fellowship")
    assert desk is not None

    def box(*pairs: tuple[str, str]) -> str:
        return EDITOR.changed("", [BoxChange(address=a, value=v) for a, v in pairs])

    desk.learn(None, box((CELL, "X")))
    assert on_disk(house, CELL) == "X"
    put_cell(house.client(), "T.4/wild-1/4", "-")
    desk.learn(box((CELL, "X")), box((CELL, "X"), ("T.4/wild-1/5", "X")))
    assert [on_disk(house, f"T.4/wild-1/{n}") for n in (3, 4, 5)] == ["X", "-", "X"]
    put_cell(house.client(), CELL, "-", before="X")
    desk.learn(box((CELL, "X"), ("T.4/wild-1/5", "X")), box((CELL, "X"), ("T.4/wild-1/5", "-")))
    assert [on_disk(house, f"T.4/wild-1/{n}") for n in (3, 5)] == ["-", "-"]


def test_the_page_says_when_edits_count_from_the_next_game_on(house: BoxHouse) -> None:
    words = "counts from the next game on"
    assert words not in house.client().get(BASE).text
    house.playing.add("fellowship")
    assert words in house.client().get(BASE).text
    assert words in house.client().get(f"{BASE}/sheet/t-4").text


def test_a_sample_is_called_one_on_every_page(tmp_path: Path) -> None:
    house = open_box_house(tmp_path, sample=True)
    for page in (BASE, f"{BASE}/sheet/t-4", f"{BASE}/map"):
        assert "This is a sample" in house.client().get(page).text


def test_every_sheet_is_shown(house: BoxHouse) -> None:
    client = house.client()
    for text in ("", SAMPLE_BOX):
        if text:
            house.file.write_text(text, "utf-8")
        for line in EDITOR.summary(text).sheets:
            answer = client.get(f"{BASE}/sheet/{line.id}")
            assert answer.status_code == 200, line.id
            assert line.title.replace("'", "&#39;") in answer.text
    assert client.get(f"{BASE}/sheet/t-99").status_code == 404
    assert client.get("/box/chess").status_code == 404


def test_event_cards_are_added_and_taken_out(house: BoxHouse) -> None:
    client = house.client()
    form = {"sheet": "events", "row": "17"}
    answer = client.post(f"{BASE}/rows", data=form, headers=FROM_PAGE)
    assert answer.headers["HX-Redirect"] == f"{BASE}/sheet/events"
    assert client.post(f"{BASE}/rows", data=form, headers=FROM_PAGE).status_code == 422
    put_cell(client, "events/17/first.title", "Fog")
    assert "Fog" in client.get(f"{BASE}/sheet/events").text
    client.post(f"{BASE}/rows", data={**form, "remove": "yes"}, headers=FROM_PAGE)
    assert "Fog" not in client.get(f"{BASE}/sheet/events").text


def test_a_box_goes_out_and_comes_in_again(house: BoxHouse) -> None:
    client = house.client()
    put_cell(client, CELL, "X")
    exported = client.get(f"{BASE}/file")
    assert "attachment" in exported.headers["Content-Disposition"]
    assert EDITOR.value(exported.text, CELL) == "X"
    name = send_file(client, SAMPLE_BOX.encode())
    look = client.post(f"{BASE}/look", data={"file": name}, headers=FROM_PAGE)
    assert "a sample, no data of the printed game" in look.text
    assert "knows 100 %" in look.text
    assert "cannot be merged into your own box" in look.text
    refused = client.post(f"{BASE}/merge", data={"file": name}, headers=FROM_PAGE)
    assert "invented" in refused.text
    assert on_disk(house, CELL) == "X"
    answer = client.post(f"{BASE}/replace", data={"file": name}, headers=FROM_PAGE)
    assert answer.headers["HX-Redirect"] == BASE
    assert house.file.read_text("utf-8") == EDITOR.checked(SAMPLE_BOX)
    assert EDITOR.value((house.home / "box.toml.before").read_text("utf-8"), CELL) == "X"


def test_a_file_that_is_no_box_is_refused_with_its_line(house: BoxHouse) -> None:
    client = house.client()
    for data, line in ((b"format = 1\nname = 'x'\nwrong = 2\n", "line 3"), (b"a\n\xff", "line 2")):
        name = send_file(client, data)
        answer = client.post(f"{BASE}/look", data={"file": name}, headers=FROM_PAGE)
        assert answer.status_code == 422
        assert line in answer.text


def test_an_upload_is_bounded(house: BoxHouse) -> None:
    client = house.client()
    whole = b"x" * (2 * 1024 * 1024)
    name = send_file(client, whole)
    more = client.post(
        f"{BASE}/upload?kind=box&at={len(whole)}&file={name}", data=b"x", headers=FROM_PAGE
    )
    assert more.status_code == 422
    assert "larger than 2048 kB" in more.get_json()["why"]
    big = client.post(f"{BASE}/upload?kind=box&at=0", data=b"x" * 70_000, headers=FROM_PAGE)
    assert big.status_code == 413
    gone = client.post(f"{BASE}/look", data={"file": name}, headers=FROM_PAGE)
    assert "not here any more" in gone.text
    assert client.post(f"{BASE}/upload?kind=song&at=0", headers=FROM_PAGE).status_code == 400
    missing = client.post(f"{BASE}/upload?kind=box&at=5", data=b"x", headers=FROM_PAGE)
    assert "piece of the file is missing" in missing.get_json()["why"]


def test_conflicts_of_two_owners_are_chosen_cell_by_cell(house: BoxHouse) -> None:
    client = house.client()
    for column in ("3", "4", "5"):
        put_cell(client, f"T.4/wild-1/{column}", "X")
    theirs = [BoxChange(address=f"T.4/wild-1/{n}", value="-") for n in (4, 5, 6)]
    name = send_file(client, EDITOR.changed("", theirs).encode())
    look = client.post(f"{BASE}/look", data={"file": name}, headers=FROM_PAGE).text
    assert "In 2 the two differ" in look
    merge = client.post(f"{BASE}/merge", data={"file": name}, headers=FROM_PAGE).text
    assert "T.4, wild-1, 4" in merge
    assert on_disk(house, "T.4/wild-1/6") == "-"
    assert on_disk(house, "T.4/wild-1/4") == "X"
    chosen = {"file": name, "start": "0", "take-1": "T.4/wild-1/4", "take-2": ""}
    done = client.post(f"{BASE}/choose", data=chosen, headers=FROM_PAGE).text
    assert "In one cell you have kept your own value" in done
    assert [on_disk(house, f"T.4/wild-1/{n}") for n in (3, 4, 5, 6)] == ["X", "-", "X", "-"]


def test_many_conflicts_come_page_by_page(house: BoxHouse) -> None:
    client = house.client()
    house.file.write_text(SAMPLE_BOX, "utf-8")
    sample = {r: EDITOR.value(SAMPLE_BOX, f"map.hexes/{r}/region") for r in _labels(90)}
    other = {label: "II" if region == "I" else "I" for label, region in sample.items()}
    changes = [BoxChange(address=f"map.hexes/{k}/region", value=v) for k, v in other.items()]
    name = send_file(client, EDITOR.changed("", changes).encode())
    first = client.post(f"{BASE}/merge", data={"file": name}, headers=FROM_PAGE).text
    assert first.count("<legend>") == 60
    second = client.post(
        f"{BASE}/choose", data={"file": name, "start": "0"}, headers=FROM_PAGE
    ).text
    assert second.count("<legend>") == 30
    done = client.post(f"{BASE}/choose", data={"file": name, "start": "60"}, headers=FROM_PAGE)
    assert "kept your own value" in done.text


def _labels(count: int) -> list[str]:
    survey = EDITOR.survey(SAMPLE_BOX)
    layer = survey.layer("region")
    assert layer is not None
    return list(layer.values)[:count]


def test_a_broken_file_on_the_disk_is_named_with_its_line(house: BoxHouse) -> None:
    house.file.write_text("format = 1\nname = 'x'\n[tables.\"T.9\"]\n", "utf-8")
    answer = house.client().get(BASE)
    assert answer.status_code == 409
    assert "cannot be read" in answer.text
    assert "line 3: no table &#39;T.9&#39;" in answer.text
    status, _ = put_cell(house.client(), CELL, "X")
    assert status == 409
    assert "T.9" in house.file.read_text("utf-8")


def test_a_disk_that_takes_nothing_is_said(house: BoxHouse) -> None:
    put_cell(house.client(), CELL, "X")
    house.file.with_name(".box.toml.new").mkdir()
    form = {"sheet": "t-4", "address": "T.4/wild-1/4", "value": "X", "before": ""}
    answer = house.client().post(f"{BASE}/cells", data=form, headers=FROM_PAGE)
    assert answer.status_code == 507
    assert "Nothing was changed" in answer.text
    assert on_disk(house, "T.4/wild-1/4") == ""
