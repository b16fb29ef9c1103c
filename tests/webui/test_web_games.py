"""The list of games: what everybody sees of it, and who may begin and end games."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.support.web_client import FROM_PAGE, open_hall
from tests.support.web_games import ASIDE, ENDED, OPEN, FakeGames, fake_house
from webui.app import create_app, create_lobby
from webui.settings import WebSettings
from webui.site import House, Services

AWAY = {"REMOTE_ADDR": "192.0.2.7"}
WISHES = (
    ("/games/new/crews", ("begin", "crews", ())),
    (f"/games/{ASIDE}/go-on", ("go-on", ASIDE)),
    ("/games/put-away", ("put-away",)),
    (f"/games/{OPEN}/end", ("end", OPEN)),
)


@pytest.fixture
def house() -> House:
    return fake_house()[0]


@pytest.fixture
def client(house: House) -> FlaskClient:
    return create_lobby(house, WebSettings()).test_client()


def games_of(house: House) -> FakeGames:
    assert isinstance(house.games, FakeGames)
    return house.games


def test_the_list_has_what_is_open_laid_aside_and_ended(client: FlaskClient) -> None:
    page = client.get("/games").text
    for words in ("At the table now", "Laid aside", "Ended", "New game", "Two crews."):
        assert words in page
    assert f"/games/{ASIDE}/go-on" in page
    assert f"/games/{ENDED}/replay" in page


def test_a_game_laid_aside_stands_before_those_that_can_be_begun(client: FlaskClient) -> None:
    page = client.get("/games").text
    assert page.index("Laid aside") < page.index(">New game<")


def test_an_ended_game_can_be_saved_by_whoever_sees_the_list(client: FlaskClient) -> None:
    page = client.get("/games", environ_base=AWAY).text
    for kind, start in (("file", "<!doctype"), ("text", "{")):
        path = f"/games/{ENDED}/replay/{kind}"
        assert path in page
        answer = client.get(path, environ_base=AWAY)
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.text.startswith(start)
        assert client.get(f"/games/{ASIDE}/replay/{kind}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/seat/lamp", "/demo/table"])
def test_a_screen_without_a_game_waits_and_goes_on_where_it_was(
    client: FlaskClient, house: House, path: str
) -> None:
    waits = client.get(path).headers["Location"]
    assert waits == f"/games?to={path}"
    games = games_of(house)
    games.open_id = ""
    assert f'hx-get="/games/open?to={path}"' in client.get(waits).text
    assert client.get(f"/games/open?to={path}").status_code == 204
    games.open_id = OPEN
    assert client.get(f"/games/open?to={path}").headers["HX-Redirect"] == path


@pytest.mark.parametrize(("device", "path"), [(AWAY, "/seats"), ({}, "/games")])
def test_whoever_looks_at_the_list_itself_follows_when_a_game_begins(
    client: FlaskClient, house: House, device: dict[str, str], path: str
) -> None:
    games = games_of(house)
    games.open_id = ""
    page = client.get("/games", environ_base=device).text
    assert f'hx-get="/games/open?to={path}"' in page
    assert ('class="text" role="status"' in page) == (device is AWAY)
    assert client.get(f"/games/open?to={path}", environ_base=device).status_code == 204
    games.open_id = OPEN
    led = client.get(f"/games/open?to={path}", environ_base=device)
    assert led.headers["HX-Redirect"] == path


def test_a_list_is_renewed_when_its_game_leaves_the_table(
    client: FlaskClient, house: House
) -> None:
    old = f"/games/open?seen={OPEN}"
    assert f'hx-get="{old}"' in client.get("/games", environ_base=AWAY).text
    assert client.get(old).status_code == 204
    for left_for in ("", ASIDE):
        games_of(house).open_id = left_for
        assert client.get(old).headers["HX-Redirect"] == "/games"


def test_a_list_is_renewed_once_its_game_is_over_and_once_that_is_taken_back(
    client: FlaskClient, house: House
) -> None:
    played, over = f"/games/open?seen={OPEN}", f"/games/open?seen={OPEN}&over"
    assert client.get(over).headers["HX-Redirect"] == "/games"
    games_of(house).verdict = "The Owls have found the lamp."
    assert f'hx-get="{over}"' in client.get("/games", environ_base=AWAY).text.replace("&amp;", "&")
    assert client.get(over).status_code == 204
    assert client.get(played).headers["HX-Redirect"] == "/games"


def test_a_wish_ends_an_open_game_only_if_its_page_has_said_that_it_is_over(
    client: FlaskClient, house: House
) -> None:
    ends = f'name="ends" value="{OPEN}"'
    pages = ("/games", "/games/new/crews")
    assert not any(ends in client.get(page).text for page in pages)
    games_of(house).verdict = "The Owls have found the lamp."
    assert all(ends in client.get(page).text for page in pages)
    for path, wish in WISHES[:2]:
        assert client.post(path, data={"ends": OPEN}, headers=FROM_PAGE).status_code == 200
        assert games_of(house).wishes.pop() == (*wish, OPEN)


def test_a_game_that_is_over_is_listed_as_ended_at_once(client: FlaskClient, house: House) -> None:
    games_of(house).verdict = "The Owls have found the lamp."
    page = client.get("/games").text
    assert "At the table now" not in page
    assert "Lay it aside" not in page
    _, _, ended = page.partition(">Ended</h2>")
    assert "It is over: The Owls have found the lamp." in ended
    assert f'hx-post="/games/{OPEN}/end"' in ended
    assert "Take it off the table" not in client.get("/games", environ_base=AWAY).text


@pytest.mark.parametrize("path", ["//elsewhere.test", "http://elsewhere.test", "/box", "/seat/a/b"])
def test_no_other_address_is_gone_to(client: FlaskClient, path: str) -> None:
    assert "?to=" not in client.get("/games", query_string={"to": path}).text
    led = client.get("/games/open", query_string={"to": path}).headers.get("HX-Redirect", "/")
    assert led == "/"


@pytest.mark.parametrize(("path", "wish"), WISHES)
def test_at_the_computer_everything_can_be_wished(
    client: FlaskClient, house: House, path: str, wish: tuple[object, ...]
) -> None:
    assert client.post(path, headers=FROM_PAGE).headers["HX-Redirect"]
    assert games_of(house).wishes == [wish]


@pytest.mark.parametrize(("path", "wish"), WISHES)
def test_elsewhere_nothing_can_be_wished_without_the_table_code(
    client: FlaskClient, house: House, path: str, wish: tuple[object, ...]
) -> None:
    assert client.post(path, headers=FROM_PAGE, environ_base=AWAY).status_code == 403
    assert games_of(house).wishes == []
    page = client.get("/games", environ_base=AWAY).text
    assert "go-on" not in page
    wrong = client.post(
        "/games/host", data={"code": "aaaabbbb"}, headers=FROM_PAGE, environ_base=AWAY
    )
    assert wrong.status_code == 422
    code = house.hosts.table_code
    right = client.post("/games/host", data={"code": code}, headers=FROM_PAGE, environ_base=AWAY)
    assert right.headers["HX-Redirect"] == "/games"
    assert client.post(path, headers=FROM_PAGE, environ_base=AWAY).status_code == 200
    assert games_of(house).wishes == [wish]


def test_a_request_of_another_site_is_refused_at_the_computer_too(
    client: FlaskClient, house: House
) -> None:
    assert client.post("/games/put-away").status_code == 403
    foreign = {"Origin": "http://elsewhere.test", **FROM_PAGE}
    assert client.post("/games/put-away", headers=foreign).status_code == 403
    assert games_of(house).wishes == []


def test_codes_cannot_be_tried_without_end(client: FlaskClient, house: House) -> None:
    for _ in range(10):
        client.post("/games/host", data={"code": "x"}, headers=FROM_PAGE, environ_base=AWAY)
    late = client.post(
        "/games/host",
        data={"code": house.hosts.table_code},
        headers=FROM_PAGE,
        environ_base=AWAY,
    )
    assert late.status_code == 422
    assert "Wait a minute" in late.text


@pytest.mark.parametrize("seen", ["", ASIDE])
def test_a_page_from_before_the_game_at_the_table_begins_none(
    client: FlaskClient, house: House, seen: str
) -> None:
    """It was gone back to, or is pressed again since its answer was lost on the way."""
    stale = client.post("/games/new/crews", data={"seen": seen}, headers=FROM_PAGE)
    assert stale.headers["HX-Redirect"] == "/games/new/crews"
    assert games_of(house).wishes == []
    page = client.get("/games/new/crews").text
    assert f'name="seen" value="{OPEN}"' in page
    client.post("/games/new/crews", data={"seen": OPEN}, headers=FROM_PAGE)
    assert games_of(house).wishes == [("begin", "crews", ())]


def test_options_go_along_and_a_problem_is_said(client: FlaskClient, house: House) -> None:
    games_of(house).problem = "Too many seats."
    answer = client.post("/games/new/crews", data={"f.seats": " 5 "}, headers=FROM_PAGE)
    assert answer.status_code == 409
    assert "Too many seats." in answer.text
    assert games_of(house).wishes == [("begin", "crews", (("seats", "5"),))]
    assert client.get("/games/new/absent").status_code == 404


def test_every_screen_is_led_to_the_list_while_no_game_is_open(client: FlaskClient) -> None:
    assert client.get("/seat/owl").headers["Location"] == "/games?to=/seat/owl"
    assert client.get("/", headers=FROM_PAGE).headers["HX-Redirect"] == "/games"
    current = {"HX-Current-URL": "http://table.test/seat/owl", **FROM_PAGE}
    led = client.get("/seat/owl/region/map", headers=current).headers["HX-Redirect"]
    assert led == "/games?to=/seat/owl"
    assert client.get("/seat/owl/stream").status_code == 404
    assert client.post("/seat/owl/act", headers=FROM_PAGE).headers["HX-Redirect"] == "/games"


def test_only_an_ended_game_shows_everything(client: FlaskClient) -> None:
    for path in ("", "/lamp", "/all", "/all/step/0", "/step/0"):
        assert client.get(f"/games/{ENDED}/replay{path}").status_code == 200, path
        for other in (OPEN, ASIDE, "none-such"):
            assert client.get(f"/games/{other}/replay{path}").status_code == 404, path
    assert client.get(f"/games/{ENDED}/replay/nobody").status_code == 404
    assert client.get(f"/games/{ENDED}/replay/all/step/7").status_code == 404


def test_heat_stands_in_the_map_with_its_numbers(client: FlaskClient) -> None:
    page = client.get(f"/games/{ENDED}/replay").text
    assert 'class="heat-4"' in page
    assert 'class="heat-2"' in page
    assert page.count('<path class="heat-') == 2


def test_seats_are_shown_with_their_codes_to_a_host_alone(house: House) -> None:
    hall = open_hall()
    services = Services(table=hall.table, pairing=hall.services.pairing, house=house)
    client = create_app(services, WebSettings()).test_client()
    code = hall.services.pairing.code(hall.table.seats()[0].id)
    assert code is not None
    assert code in client.get("/seats").text
    assert code not in client.get("/seats", environ_base=AWAY).text
    assert client.get("/games").status_code == 200


def at_table_with(house: House, **cookies: str) -> FlaskClient:
    """A tablet at a table of this house, with cookies of seats in other games."""
    hall = open_hall()
    services = Services(table=hall.table, pairing=hall.services.pairing, house=house)
    client = create_app(services, WebSettings()).test_client()
    for name, value in cookies.items():
        client.set_cookie(name, value)
    return client


@pytest.mark.parametrize(
    ("game", "fate"), [(ASIDE, "has been laid aside"), (ENDED, "That game has ended")]
)
def test_a_tablet_of_another_game_is_told_what_became_of_it(
    house: House, game: str, fate: str
) -> None:
    tablet = at_table_with(house, **{f"companion-{game}-keeper": "token"})
    for path in ("/seat/keeper", "/seat/keeper/replay", "/seat/keeper/region/map"):
        answer = tablet.get(path)
        assert answer.status_code == 404
        assert answer.headers["HX-Refresh"] == "true"
        assert "This tablet had a seat in Crews" in answer.text
        assert fate in answer.text
        assert 'href="/join"' in answer.text
        assert "no such page" in at_table_with(house).get(path).text
    assert "no such page" in tablet.get("/seat/nobody").text


def test_a_seat_of_the_same_name_in_another_game_is_told_apart(house: House) -> None:
    tablet = at_table_with(house, **{f"companion-{ENDED}-lamp": "token"})
    answer = tablet.get("/seat/lamp")
    assert answer.status_code == 403
    assert "This tablet had a seat in Crews. That game has ended" in answer.text
    assert "had a seat" not in at_table_with(house).get("/seat/lamp").text


def test_a_tablet_that_waits_reads_what_became_of_its_game(
    client: FlaskClient, house: House
) -> None:
    games_of(house).open_id = ""
    waiting = "/games?to=/seat/lamp"
    assert "No game is at the table now" in client.get(waiting).text
    client.set_cookie(f"companion-{ASIDE}-lamp", "token")
    assert "That game has been laid aside" in client.get(waiting).text
    client.set_cookie(f"companion-{ENDED}-lamp", "token")
    assert "That game has been laid aside" in client.get(waiting).text


def test_every_key_of_the_list_names_its_game(client: FlaskClient) -> None:
    page = client.get("/games").text
    for label in ("Go on", "End it", "Replay", "Save as a file", "Save as text"):
        assert f'aria-label="{label}: Crews, begun ' in page
