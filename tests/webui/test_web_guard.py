from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.support.web_client import FROM_PAGE, open_hall
from tests.support.web_views import LAMP
from webui.guard import is_own_host, is_same_site

PAGES = ("/", "/seat/lamp", "/join", "/replay", "/demo/table", "/region/log", "/nowhere")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_keeps_to_the_house(path: str) -> None:
    answer = open_hall().stranger().get(path)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_needs_an_inline_script_or_style_or_another_host(path: str) -> None:
    text = open_hall().stranger().get(path).text
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert "javascript:" not in text
    assert "<script>" not in text
    outside = [part for part in text.split('"') if part.startswith(("http", "//"))]
    assert outside == []


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("localhost:8970", True),
        ("192.168.1.20:8970", True),
        ("[fe80::1]:8970", True),
        ("table.local", True),
        ("TABLE.local:80", True),
        ("elsewhere.example", False),
        ("table.local.elsewhere.example", False),
        ("", False),
        ("[broken", False),
        ("user@localhost", False),
        ("localhost@elsewhere.example", False),
    ],
)
def test_a_request_must_be_addressed_to_this_machine(host: str, *, is_own: bool) -> None:
    assert is_own_host(host, ("localhost", "table.local")) is is_own


def test_a_foreign_host_name_gets_nothing() -> None:
    answer = open_hall().stranger().get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 421
    assert "elsewhere.example" in answer.text
    assert "Lamplighters" not in answer.text


def test_a_foreign_host_name_is_led_to_no_page_that_it_is_refused_too() -> None:
    answer = open_hall().stranger().get("/", headers={"Host": "elsewhere.example"})
    assert 'href="/join"' not in answer.text
    assert 'href="/join"' in open_hall().stranger().get("/nowhere").text


@pytest.mark.parametrize(
    ("origin", "asked_by_page", "is_same"),
    [
        ("http://table.local:8970", False, True),
        ("http://table.local:8971", True, False),
        ("http://elsewhere.example", True, False),
        ("null", True, True),
        ("null", False, False),
        (None, True, True),
        (None, False, False),
        ("http://[", True, False),
        ("", True, False),
    ],
)
def test_a_post_must_come_from_our_own_pages(
    origin: str | None, *, asked_by_page: bool, is_same: bool
) -> None:
    assert is_same_site(origin, "table.local:8970", asked_by_page=asked_by_page) is is_same


def act(headers: dict[str, str]) -> tuple[TestResponse, int]:
    hall = open_hall()
    tablet = hall.tablet(LAMP)
    answer = tablet.post("/seat/lamp/act", data={"prompt": "q1", "action": "done"}, headers=headers)
    return answer, len(hall.table.acts)


def test_a_post_from_another_site_has_no_effect() -> None:
    answer, effects = act({"Origin": "http://elsewhere.example", **FROM_PAGE})
    assert (answer.status_code, effects) == (403, 0)
    answer, effects = act({})
    assert (answer.status_code, effects) == (403, 0)
    answer, effects = act(FROM_PAGE)
    assert (answer.status_code, effects) == (200, 1)


def test_pages_are_compressed_where_it_is_understood() -> None:
    client = open_hall().stranger()
    plain = client.get("/")
    small = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.data) < len(plain.data) / 4


@pytest.mark.parametrize("path", [*PAGES, "/stream", "/seat/lamp/stream"])
@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://["])
def test_another_site_can_neither_read_nor_hold_a_stream(path: str, origin: str) -> None:
    hall = open_hall()
    answer = hall.tablet(LAMP).get(path, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_name_that_is_none_is_refused_in_words() -> None:
    answer = open_hall().stranger().get("/", headers={"Host": ".localhost"})
    assert answer.status_code == 421
    assert "does not answer to the name" in answer.text


def test_codes_of_free_seats_are_shown_at_the_table_only() -> None:
    hall = open_hall()
    code = hall.services.pairing.code(LAMP)
    assert code is not None
    for address, shows in (
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.66", False),
        ("", False),
    ):
        answer = hall.stranger().get("/free-seats", environ_base={"REMOTE_ADDR": address})
        assert (code in answer.text) is shows, address


def test_the_log_of_a_fault_holds_places_and_no_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall = open_hall()

    words = "Gandalf is in box A"

    def fail(*_: object) -> None:
        raise ValueError(words)

    monkeypatch.setattr(hall.services.pairing, "seat_of_code", fail)
    answer = hall.stranger().get("/join/secretcode")
    assert answer.status_code == 500
    for text in (answer.text, caplog.text):
        assert "Gandalf" not in text
        assert "secretcode" not in text
    assert "a page failed with ValueError" in caplog.text
