"""Games are begun, laid aside, gone on with and ended in the browser while the service runs."""

from __future__ import annotations

import http.client
import re
from email.message import Message
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
import pytest

from calibration.layout import load_layout, save_layout
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess, Tablet, wait_until

NO_DEVICES = ("--camera", "none", "--die", "none")


class Answer(NamedTuple):
    status: int
    headers: Message
    text: str


def asked(port: int, method: str, path: str, fields: dict[str, str] | None = None) -> Answer:
    """An answer to what a browser at the table's computer asks, read to its end."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    body = None if fields is None else urlencode(fields)
    headers = {"HX-Request": "true"} if method == "POST" else {}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return Answer(answer.status, answer.headers, text)


def text_of(port: int, path: str) -> str:
    answer = asked(port, "GET", path)
    assert answer.status == 200, answer.status
    return answer.text


def wish(port: int, path: str, **fields: str) -> str | None:
    """Press something; where it leads."""
    answer = asked(port, "POST", path, fields)
    assert answer.status == 200, answer.text
    return answer.headers["HX-Redirect"]


def ids_to_go_on(port: int) -> list[str]:
    return re.findall(r"/games/([\w-]+)/go-on", text_of(port, "/games"))


def free_seats(port: int) -> list[str]:
    return re.findall(r"<b>([^<]+)</b>", text_of(port, "/free-seats"))


@pytest.fixture
def service(tmp_path: Path) -> ServiceProcess:
    return ServiceProcess(tmp_path, *NO_DEVICES, game="")


def test_an_evening_of_games_without_a_new_start(service: ServiceProcess, tmp_path: Path) -> None:
    with service:
        port = service.port
        assert asked(port, "GET", "/").headers["Location"] == "/games?to=/"
        page = text_of(port, "/games")
        assert "Toy game" in page
        assert "A word to hide for each of two to five seats." in page

        assert wish(port, "/games/new/toy", **{"f.seats": "5", "f.pace": "quick"}) == "/seats"
        assert free_seats(port) == ["Left", "Right", "Third", "Fourth", "Fifth"]
        fifth = Tablet(port, "fifth")
        fifth.claim(service.code("Fifth"))
        assert fifth.act("hide", word="owl") == 200

        assert wish(port, "/games/new/toy", **{"f.seats": "2"}) == "/seats"
        assert free_seats(port) == ["Left", "Right"]
        assert fifth.act("hide", word="cat") == 404

        assert wish(port, "/games/put-away") == "/games"
        assert len(ids_to_go_on(port)) == 2
        second, first = ids_to_go_on(port)
        assert wish(port, f"/games/{first}/go-on") == "/seats"
        assert free_seats(port) == ["Left", "Right", "Third", "Fourth"]
        assert fifth.act("score") == 200

        assert wish(port, f"/games/{second}/end") == "/games"
        assert ids_to_go_on(port) == []
        assert f"/games/{second}/replay" in text_of(port, "/games")
        fifth.close()
        service.kill()
    with ServiceProcess(tmp_path, *NO_DEVICES, game="") as again:
        assert free_seats(again.port) == ["Left", "Right", "Third", "Fourth"]
        assert again.terminate() == 0


def test_a_game_that_was_read_to_be_over_ends_once_it_leaves_the_table(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, *NO_DEVICES, game="fellowship") as service:
        port = service.port
        enemy = Tablet(port, "enemy")
        enemy.claim(service.code("Enemy"))
        assert "It is over" not in text_of(port, "/games")
        assert enemy.act("end-game", ending="destroyed") == 200
        wait_until(lambda: "It is over" in text_of(port, "/games"), PATIENCE_S, "the end is known")
        assert ids_to_go_on(port) == []
        page = text_of(port, "/games/new/toy")
        (game_id,) = re.findall(r'name="ends" value="([\w-]+)"', page)
        assert "its replay then shows what every seat hid" in page
        assert wish(port, "/games/new/toy", ends=game_id) == "/seats"
        assert ids_to_go_on(port) == []
        written = text_of(port, f"/games/{game_id}/replay/text")
        assert "fellowship-game-ended" in written
        assert text_of(port, f"/games/{game_id}/replay/file").startswith("<!")
        enemy.close()
        assert service.terminate() == 0


def test_a_seat_that_says_that_a_game_is_over_opens_nothing_to_itself(tmp_path: Path) -> None:
    """Whoever lays a game aside has perhaps not read yet that another has just ended it."""
    with ServiceProcess(tmp_path, *NO_DEVICES, game="fellowship") as service:
        port = service.port
        assert 'name="ends"' not in text_of(port, "/games/new/toy")
        enemy = Tablet(port, "enemy")
        enemy.claim(service.code("Enemy"))
        assert enemy.act("end-game", ending="destroyed") == 200
        wait_until(lambda: "It is over" in text_of(port, "/games"), PATIENCE_S, "the end is known")
        assert wish(port, "/games/put-away") == "/games"
        (over,) = ids_to_go_on(port)
        wish(port, "/games/new/toy")
        (other,) = {*re.findall(r"seen=([\w-]+)", text_of(port, "/games"))}
        for leaves in ("/games/put-away", "/games/new/toy", f"/games/{other}/go-on"):
            wish(port, f"/games/{over}/go-on")
            assert "It is over" in text_of(port, "/games")
            wish(port, leaves, ends=other)
            assert over in ids_to_go_on(port), leaves
            assert asked(port, "GET", f"/games/{over}/replay").status == 404
        enemy.close()
        assert service.terminate() == 0


def test_options_that_cannot_be_are_said_and_the_open_game_stays(service: ServiceProcess) -> None:
    with service:
        port = service.port
        wish(port, "/games/new/toy", **{"f.seats": "3"})
        answer = asked(port, "POST", "/games/new/toy", {"f.seats": "6"})
        assert answer.status == 409
        assert "from 2 to 5" in answer.text
        assert free_seats(port) == ["Left", "Right", "Third"]
        gone = asked(port, "POST", "/games/2020-01-01-00000000/go-on", {})
        assert gone.status == 409
        assert asked(port, "GET", "/games/new/absent").status == 404


def test_a_table_that_was_packed_away_is_laid_out_before_the_eye_is_believed(
    tmp_path: Path,
) -> None:
    with ServiceProcess(tmp_path, "--demo", game="fellowship") as service:
        port = service.port
        wait_until(lambda: markers(port) == 12, PATIENCE_S, "all cubes seen")
        assert asked(port, "GET", "/set-up").status == 404
        assert wish(port, "/games/put-away") == "/games"
        layout = load_layout(tmp_path / "demo" / "table.json")
        (game_id,) = ids_to_go_on(port)
        kept = tmp_path / "demo" / f"table-{game_id}.json"
        others = layout.cubes[1:]
        save_layout(msgspec.structs.replace(layout, cubes=others), kept)
        assert wish(port, f"/games/{game_id}/go-on") == "/seats"
        for page in ("/seats", "/demo/table", "/", "/region/devices"):
            assert "packed away" in text_of(port, page)
            assert "The eye is well" not in text_of(port, page)
        wait_until(
            lambda: "11 of 12 markers found" in text_of(port, "/set-up"), PATIENCE_S, "11 found"
        )
        assert text_of(port, "/set-up/list").count(">missing<") == 1
        assert markers(port) == 12
        before = faces(port)
        table = kept.with_name("table.json")
        save_layout(layout, table)
        wait_until(
            lambda: "12 of 12 markers found" in text_of(port, "/set-up"), PATIENCE_S, "all found"
        )
        assert wish(port, "/set-up/done") == "/seats"
        for page in ("/seats", "/demo/table", "/", "/region/devices"):
            assert "packed away" not in text_of(port, page)
        wait_until(
            lambda: "The eye is well" in text_of(port, "/region/devices"), PATIENCE_S, "an eye"
        )
        assert faces(port) == before
        *kept_cubes, last = layout.cubes
        turned = msgspec.structs.replace(last, face=1)
        save_layout(msgspec.structs.replace(layout, cubes=(*kept_cubes, turned)), table)
        wait_until(lambda: faces(port) != before, PATIENCE_S, "the eye believed again")
        assert service.terminate() == 0


def markers(port: int) -> int:
    """How many markers the public map has."""
    return len(re.findall(r'id="piece-', text_of(port, "/region/map")))


def faces(port: int) -> list[str]:
    """The sides that are up, of all markers of the public map."""
    return re.findall(r'class="badge".*?<text>(\d)', text_of(port, "/region/map"))
