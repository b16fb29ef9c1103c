from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.table.ids import PUBLIC
from tests.support.web_client import FROM_PAGE, Hall, open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP, OWL, Crews
from webui.pairing import PairingStore
from webui.settings import WebSettings

OWN = ("Ember", "Wick", "Old Tam", "Bright Jo")
THEIRS = ("Feather", "Talon", "Barnlight", "Grey Hoot", "decoy")
SEAT_ROUTES = (
    "/seat/lamp",
    "/seat/lamp/region/cards",
    "/seat/lamp/region/devices",
    "/seat/lamp/at?x=11&y=5.3",
    "/seat/lamp/stream",
    "/seat/lamp/menu",
    "/seat/lamp/replay",
    "/seat/lamp/replay/step/0",
)
PUBLIC_ROUTES = ("/", "/region/map", "/region/log", "/at?x=11&y=5.3", "/replay", "/replay/step/0")


def names_in(text: str, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if name in text]


def test_a_seat_sees_its_own_secrets_and_none_of_the_others() -> None:
    hall = open_hall()
    text = hall.tablet(LAMP).get("/seat/lamp").text
    assert names_in(text, OWN) == list(OWN)
    assert names_in(text, THEIRS) == []


@pytest.mark.parametrize("path", PUBLIC_ROUTES)
def test_the_public_sees_no_secret(path: str) -> None:
    answer = open_hall().stranger().get(path)
    assert answer.status_code == 200
    assert names_in(answer.text, OWN + THEIRS) == []


@pytest.mark.parametrize("path", SEAT_ROUTES)
def test_a_tablet_of_another_seat_is_refused_without_content(path: str) -> None:
    hall = open_hall()
    other = hall.tablet(OWL)
    for client in (other, hall.stranger()):
        answer = client.get(path)
        assert answer.status_code == 403
        assert names_in(answer.text, OWN + THEIRS) == []
        assert "Search at" not in answer.text


@pytest.mark.parametrize("path", ["/seat/lamp/act", "/seat/lamp/roll", "/seat/lamp/invite"])
def test_a_tablet_of_another_seat_cannot_act(path: str) -> None:
    hall = open_hall()
    data = {"prompt": "q1", "action": "done", "manner": "join", "sides": "20", "face": "draw"}
    answer = hall.tablet(OWL).post(path, data=data, headers=FROM_PAGE)
    assert answer.status_code == 403
    assert hall.table.acts == []
    assert hall.table.rolls == []


@pytest.mark.parametrize("token", ["", "forged", "x" * 43])
def test_a_forged_token_is_refused(token: str) -> None:
    hall = open_hall()
    hall.tablet(LAMP)
    forger = hall.stranger()
    forger.set_cookie("companion-lamp", token)
    assert forger.get("/seat/lamp").status_code == 403


def test_a_token_that_is_too_old_is_refused() -> None:
    now = [5000.0]
    hall = open_hall(settings=WebSettings(now_s=lambda: now[0], token_life_s=100.0))
    tablet = hall.tablet(LAMP)
    assert tablet.get("/seat/lamp").status_code == 200
    now[0] += 101
    assert tablet.get("/seat/lamp").status_code == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites() -> None:
    hall = open_hall()
    answer = hall.stranger().post(
        "/join", data={"code": hall.services.pairing.code(LAMP), "seat": LAMP}, headers=FROM_PAGE
    )
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_claim_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    store = PairingStore(tmp_path / "pairing.json")
    tablet = open_hall(store=store).tablet(LAMP)
    cookie = tablet.get_cookie("companion-lamp")
    assert cookie is not None
    again = open_hall(store=store).stranger()
    again.set_cookie("companion-lamp", cookie.value)
    assert again.get("/seat/lamp").status_code == 200


def test_nothing_secret_stands_in_a_title() -> None:
    hall = open_hall()
    text = hall.tablet(LAMP).get("/seat/lamp").text
    assert re.findall("<title>(.*?)</title>", text) == ["Lamplighters"]


def test_two_games_that_differ_in_one_secret_look_the_same_to_the_others() -> None:
    pages = []
    for hand in (("Feather", "Talon", "Barnlight"), ("Feather",)):
        crews = Crews()
        crews.secrets[OWL] = hand
        # The prompt says how long it has waited; both games stand at the same moment.
        hall = open_hall(FakeTable(crews, clock=lambda: 0.0))
        tablet = hall.tablet(LAMP)
        code = str(hall.services.pairing.code(OWL))
        paths = [*PUBLIC_ROUTES, "/seat/lamp", "/seat/lamp/region/map", "/nowhere"]
        pages.append([tablet.get(path).text.replace(code, "-") for path in paths])
    assert pages[0] == pages[1]


def test_a_region_is_fetched_alone_and_without_the_ground_that_is_there() -> None:
    hall = open_hall()
    whole = hall.stranger().get("/region/map")
    found = re.search(r'hx-get="/region/map\?have=(\w+)"', whole.text)
    assert found is not None
    again = hall.stranger().get(f"/region/map?have={found[1]}", headers={"Accept-Encoding": "gzip"})
    assert len(whole.data) > 30_000
    assert len(again.data) < 10_000
    assert hall.stranger().get("/region/map?have=other").text == whole.text


def test_a_public_part_is_drawn_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall()
    drawn: list[str] = []

    def draw(name: str, **_given: object) -> str:
        drawn.append(name)
        return f"drawing {len(drawn)}"

    monkeypatch.setattr("webui.pages.screens.render_template", draw)
    for _ in range(50):
        assert hall.stranger().get("/region/map").text == "drawing 1"
    hall.table.move(4, "15,gh")
    assert hall.stranger().get("/region/map").text == "drawing 2"
    assert hall.stranger().get("/region/log").text == "drawing 3"
    assert drawn == ["region.html"] * 3


def test_a_region_that_is_gone_makes_the_screen_fetch_itself() -> None:
    answer = open_hall().stranger().get("/region/cards")
    assert answer.status_code == 204
    assert answer.headers["HX-Trigger"] == "reload-all"


def press(hall: Hall, data: dict[str, str], path: str = "/seat/lamp/act") -> tuple[int, str]:
    client = hall.app.test_client()
    seat = path.split("/")[2]
    _, token = hall.services.pairing.claim(
        hall.services.pairing.invite(LAMP if seat == "lamp" else OWL, "join").code
    )
    client.set_cookie(f"companion-{seat}", token)
    answer = client.post(path, data=data, headers=FROM_PAGE)
    return answer.status_code, answer.text


def test_what_was_filled_in_goes_to_the_table_in_order() -> None:
    hall = open_hall()
    data = {"prompt": "q1", "action": "search", "f.where": " 12,e ", "f.how": "dog"}
    assert press(hall, data) == (200, "")
    assert hall.table.acts[0].inputs == (("where", "12,e"), ("how", "dog"))
    assert hall.table.acts[0].seat == LAMP


def test_a_stale_prompt_is_refused_in_words() -> None:
    hall = open_hall()
    press(hall, {"prompt": "q1", "action": "done"})
    status, text = press(hall, {"prompt": "q1", "action": "give-up"})
    assert status == 409
    assert "answered already" in text
    assert len(hall.table.acts) == 1


def test_bad_input_and_someone_elses_prompt_are_refused_in_words() -> None:
    hall = open_hall()
    status, text = press(hall, {"prompt": "q1", "action": "search"})
    assert (status, "such as 12,e" in text) == (422, True)
    status, text = press(hall, {"prompt": "q1", "action": "done"}, "/seat/owl/act")
    assert (status, "not you" in text) == (403, True)
    status, text = press(hall, {"prompt": "q1"})
    assert (status, "what was pressed" in text) == (400, True)


def test_a_double_tap_has_one_effect_and_a_clear_word() -> None:
    hall = open_hall()
    data = {"action": "play-Ember"}
    assert press(hall, data) == (200, "")
    status, text = press(hall, data)
    assert status == 409
    assert "tapped twice" in text
    assert len(hall.table.acts) == 1


def test_a_roll_is_typed_in_or_drawn() -> None:
    hall = open_hall()
    press(hall, {"prompt": "q1", "action": "search", "f.where": "12,e"})
    roll = {"prompt": "q2", "sides": "20", "face": "17"}
    assert press(hall, {**roll, "face": "21"}, "/seat/lamp/roll")[0] == 422
    assert press(hall, {**roll, "face": "two"}, "/seat/lamp/roll")[0] == 422
    assert press(hall, {**roll, "sides": "x"}, "/seat/lamp/roll")[0] == 400
    assert press(hall, roll, "/seat/lamp/roll") == (200, "")
    status, text = press(hall, {**roll, "face": "draw"}, "/seat/lamp/roll")
    assert (status, "No roll is wanted" in text) == (409, True)
    assert hall.table.rolls == [(LAMP, 17)]
    assert "caught" in hall.stranger().get("/region/result").text


@pytest.mark.parametrize(
    ("with_demo", "words"),
    [(True, "Throw the die on the virtual table"), (False, "Throw the electronic die")],
)
def test_who_is_to_roll_reads_what_would_do(with_demo: bool, words: str) -> None:  # noqa: FBT001 - a parameter of the test
    hall = open_hall(FakeTable(Crews(kind="roll"), with_demo=with_demo))
    tablet = hall.tablet(LAMP)
    assert words in tablet.get("/seat/lamp").text
    assert "On this die 11 to 20 count as 1 to 10." in tablet.get("/seat/lamp").text
    assert words not in hall.stranger().get("/").text
    hall.table.die = None
    assert words not in tablet.get("/seat/lamp").text
    assert "Type in what a die shows, or have a number drawn." in tablet.get("/seat/lamp").text


def test_an_error_of_a_part_goes_to_the_notice_not_into_the_part() -> None:
    hall = open_hall()
    answer = hall.stranger().get("/at?x=nan&y=1", headers=FROM_PAGE)
    assert answer.status_code == 400
    assert answer.headers["HX-Retarget"] == "#notice"
    assert "inches" in answer.text


def test_too_much_is_refused() -> None:
    status, text = press(open_hall(), {"action": "note", "f.note": "x" * 100_000})
    assert status == 413
    assert "more than" in text


def test_a_touch_finds_the_nearest_markers_and_the_hex() -> None:
    hall = open_hall()
    tablet = hall.tablet(LAMP)
    text = tablet.get("/seat/lamp/at?x=11.3&y=5.1&reach=0.6").text
    assert 'data-place="12,e"' in text
    assert text.count('class="spot-piece"') == 2
    assert "Name this marker" in text
    assert "Name this marker" not in hall.stranger().get("/at?x=11.3&y=5.1&reach=0.6").text
    assert "No marker stands here" in tablet.get("/seat/lamp/at?x=3&y=15&reach=0.3").text


def test_pairing_by_pages() -> None:
    hall = open_hall()
    client = hall.stranger()
    code = hall.services.pairing.code(LAMP)
    assert "Lamplighters" in client.get(f"/join/{code}").text
    assert "Owls" not in client.get(f"/join/{code}").text
    wrong = client.get("/join/nothing1")
    assert wrong.status_code == 404
    assert "opens no seat" in wrong.text
    tablet = hall.tablet(LAMP)
    invitation = tablet.post("/seat/lamp/invite", data={"manner": "join"}, headers=FROM_PAGE)
    found = re.search(r"/join/(\w+)", invitation.text)
    assert found is not None
    go_on = client.post("/join", data={"code": found[1]}, headers=FROM_PAGE)
    assert go_on.headers["HX-Redirect"] == f"/join/{found[1]}"
    assert tablet.get(f"/join/{found[1]}").headers["Location"] == "/seat/lamp"
    table_code = hall.services.pairing.table_code
    both = client.get(f"/join/{table_code}").text
    assert "Lamplighters" in both
    assert "Owls" in both
    refused = client.post("/join", data={"code": "nothing2", "seat": "owl"}, headers=FROM_PAGE)
    assert refused.status_code == 422


def test_free_seats_show_their_codes_until_they_are_claimed() -> None:
    hall = open_hall()
    assert hall.stranger().get("/free-seats").text.count("<svg") == 2
    hall.tablet(LAMP)
    text = hall.stranger().get("/free-seats").text
    assert text.count("<svg") == 1
    assert "Owls" in text
    hall.tablet(OWL)
    taken = hall.stranger().get("/free-seats").text
    assert "<svg" not in taken
    assert "Owls" not in taken


def test_replay_steps_through_a_viewers_own_changes() -> None:
    hall = open_hall()
    tablet = hall.tablet(LAMP)
    hall.table.crews.secrets[OWL] = ()
    hall.table.publish()
    hall.table.move(4, "15,gh")
    assert hall.table.timeline(PUBLIC).steps == 2
    assert hall.table.timeline(OWL).steps == 3
    page = tablet.get("/seat/lamp/replay").text
    assert 'data-steps="2"' in page
    assert "hx-post" not in page
    assert tablet.get("/replay/step/1").status_code == 200
    assert tablet.get("/replay/step/2").status_code == 404
    assert names_in(tablet.get("/seat/lamp/replay/step/0").text, THEIRS) == []


@pytest.mark.parametrize(
    "path", ["/seat/nobody", "/seat/nobody/replay", "/seat/nobody/replay/step/0", "/nowhere"]
)
def test_what_is_not_there_is_said_in_words(path: str) -> None:
    answer = open_hall().stranger().get(path)
    assert answer.status_code == 404
    assert "no such page" in answer.text


def test_a_tap_that_is_sent_again_counts_once() -> None:
    hall = open_hall()
    client = hall.tablet(LAMP)
    headers = {**FROM_PAGE, "X-Tap": "abc-1"}
    for _ in range(2):
        answer = client.post("/seat/lamp/act", data={"action": "play-Ember"}, headers=headers)
        assert answer.headers["HX-Trigger"] == "acted"
    assert [act.action for act in hall.table.acts] == ["play-Ember"]
    headers["X-Tap"] = "abc-2"
    client.post("/seat/lamp/act", data={"action": "play-Wick"}, headers=headers)
    assert [act.action for act in hall.table.acts] == ["play-Ember", "play-Wick"]


def test_a_refusal_whose_answer_was_lost_is_said_again() -> None:
    hall = open_hall()
    client = hall.tablet(LAMP)
    data = {"action": "done", "prompt": "q9"}
    for _ in range(2):
        answer = client.post("/seat/lamp/act", data=data, headers={**FROM_PAGE, "X-Tap": "abc-1"})
        assert answer.status_code == 409
        assert "answered already" in answer.text
    assert hall.table.acts == []


@pytest.mark.parametrize(
    ("path", "data"),
    [("act", {"action": "play-Ember"}), ("roll", {"sides": "20", "face": "7"})],
)
def test_a_tap_of_an_earlier_start_that_answers_no_question_is_said_to_be_in_doubt(
    path: str, data: dict[str, str]
) -> None:
    """Before the power went it may have counted, and the numbers of taps are forgotten since."""
    hall = open_hall()
    headers = {**FROM_PAGE, "X-Tap": "abc-1", "X-Drawn-For": ".start0"}
    answer = hall.tablet(LAMP).post(f"/seat/lamp/{path}", data=data, headers=headers)
    assert answer.status_code == 409
    assert "may have counted before" in answer.text
    assert answer.headers["HX-Trigger"] == "reload-all"
    assert hall.table.acts == []


def test_an_answer_of_an_earlier_start_counts_since_its_question_is_asked_once() -> None:
    hall = open_hall()
    client = hall.tablet(LAMP)
    data = {"action": "give-up", "prompt": "q1"}
    headers = {**FROM_PAGE, "X-Tap": "abc-1", "X-Drawn-For": ".start0"}
    assert client.post("/seat/lamp/act", data=data, headers=headers).status_code == 200
    assert [act.action for act in hall.table.acts] == ["give-up"]


def test_no_tap_on_the_screen_of_one_game_counts_in_another() -> None:
    hall = open_hall()
    client = hall.tablet(LAMP)
    headers = {**FROM_PAGE, "X-Tap": "abc-1", "X-Drawn-For": "2020-01-01-00000000.start1"}
    data = {"action": "give-up", "prompt": "q1"}
    answer = client.post("/seat/lamp/act", data=data, headers=headers)
    assert (answer.status_code, "another game" in answer.text) == (409, True)
    assert answer.headers["HX-Trigger"] == "reload-all"
    assert hall.table.acts == []
