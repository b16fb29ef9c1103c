from __future__ import annotations

import contextlib
import dataclasses
import http.client
import itertools
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from werkzeug.wrappers import Response

from companion.table.ids import PUBLIC
from tests.support.patience import PATIENCE_S
from tests.support.web_client import Hall, open_hall
from tests.support.web_views import LAMP, OWL
from webui.ports import Change
from webui.server import PortTakenError, WebServer
from webui.settings import WebSettings
from webui.stream import StreamSlots, message, parse_event_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

QUICK = WebSettings(heartbeat_s=0.02, epoch="start1")


def texts(answer: Response) -> Iterator[str]:
    """Messages of a stream as they come."""
    return (chunk.decode() for chunk in answer.iter_encoded())


def lines(hall: Hall, path: str, count: int) -> list[str]:
    """The first messages of a stream."""
    client = hall.tablet(LAMP) if path.startswith("/seat") else hall.stranger()
    with client.get(path) as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "text/event-stream"
        return list(itertools.islice(texts(answer), count))


def test_a_message_says_names_and_a_counter_only() -> None:
    change = Change(counter=7, regions=("map", "log"))
    assert message(change, "e1") == "id: e1-7\nevent: changed\ndata: map log\n\n"
    reload = Change(counter=9, reload=True)
    assert message(reload, "e1") == "id: e1-9\nevent: reload\ndata: all\n\n"


@pytest.mark.parametrize(
    ("text", "counter"),
    [(None, None), ("", None), ("e1-12", 12), ("e0-12", -1), ("e1-x", -1), ("12", -1)],
)
def test_ids_of_another_start_are_older_than_everything(text: str | None, counter: int) -> None:
    assert parse_event_id(text, "e1") == counter


def test_the_stream_says_what_changed_for_this_viewer_and_no_more() -> None:
    hall = open_hall(settings=QUICK)
    hall.table.crews.secrets[OWL] = ()
    hall.table.publish()
    hall.table.move(4, "15,gh")
    heard = lines(hall, "/stream?since=start1-0", 2)
    assert heard[1] == "id: start1-1\nevent: changed\ndata: map\n\n"
    heard = lines(hall, "/seat/lamp/stream?since=start1-0", 3)
    assert heard[1] == "id: start1-1\nevent: changed\ndata: map\n\n"
    assert heard[2] == "event: beat\ndata: alive\n\n"


def test_no_secret_ever_goes_through_the_stream() -> None:
    hall = open_hall(settings=QUICK)
    for turn in range(5):
        hall.table.crews.turn += turn
        hall.table.crews.secrets[LAMP] = (f"Card {turn}",)
        hall.table.publish()
    text = "".join(lines(hall, "/seat/lamp/stream?since=start1-1", 3))
    assert "Card" not in text
    assert set(text.split()) <= {
        "retry:", "1000", "event:", "beat", "data:", "open", "alive", "id:", "start1-5", "changed",
        "status", "turns", "boxes", "cards", "map",
    }  # fmt: skip


def test_an_old_id_means_fetch_everything() -> None:
    hall = open_hall(settings=QUICK)
    client = hall.stranger()
    with client.get("/stream", headers={"Last-Event-ID": "before-3"}) as answer:
        chunks = texts(answer)
        next(chunks)
        assert "event: reload" in next(chunks)


def test_slots_are_bounded_and_given_back() -> None:
    settings = dataclasses.replace(QUICK, stream_slots=3, slots_for_seats=2)
    hall = open_hall(settings=settings)
    tablet = hall.tablet(LAMP)
    client = hall.stranger()
    watching = client.get("/stream")
    full = client.get("/stream")
    assert full.status_code == 503
    assert full.headers["Retry-After"] == "5"
    one = tablet.get("/seat/lamp/stream")
    assert one.status_code == 200
    assert tablet.get("/seat/lamp/stream").status_code == 503, "that one is kept for the other seat"
    other = hall.tablet(OWL).get("/seat/owl/stream")
    assert other.status_code == 200
    for answer in (watching, one, other):
        answer.close()
    again = client.get("/stream")
    assert again.status_code == 200
    again.close()


def test_a_slot_cannot_be_given_back_twice() -> None:
    hall = open_hall(settings=QUICK)
    answer = hall.stranger().get("/stream")
    answer.close()
    answer.close()
    slots = StreamSlots(1, {}, for_address=1)
    assert slots.take(PUBLIC)
    assert not slots.take(LAMP)
    slots.give_back(PUBLIC)
    assert slots.taken == 0


def test_one_machine_cannot_take_every_stream_and_gets_its_own_back() -> None:
    slots = StreamSlots(10, {LAMP: 2, OWL: 2}, for_address=3)
    assert [slots.take(PUBLIC, "10.0.0.9") for _ in range(4)] == [True, True, True, False]
    assert slots.take(PUBLIC, "10.0.0.8")
    assert slots.take(PUBLIC)
    slots.give_back(PUBLIC, "10.0.0.9")
    assert slots.take(PUBLIC, "10.0.0.9")


def test_each_seat_can_count_on_its_share() -> None:
    slots = StreamSlots(10, {LAMP: 2, OWL: 2}, for_address=99)
    assert sum(slots.take(PUBLIC) for _ in range(20)) == 6
    assert sum(slots.take(LAMP) for _ in range(20)) == 2
    assert sum(slots.take(OWL) for _ in range(20)) == 2
    assert slots.taken == 10


def test_a_stream_ends_for_a_tablet_that_has_lost_its_seat() -> None:
    hall = open_hall(settings=QUICK)
    tablet = hall.tablet(LAMP)
    with tablet.get("/seat/lamp/stream") as answer:
        chunks = texts(answer)
        next(chunks)
        hall.services.pairing.claim(hall.services.pairing.table_code, LAMP)
        assert "event: reload" in next(chunks)
        assert next(chunks, None) is None


def test_a_stream_has_an_end() -> None:
    hall = open_hall(settings=dataclasses.replace(QUICK, stream_life_s=0.0))
    with hall.stranger().get("/stream") as answer:
        assert len(list(texts(answer))) == 1


def begin(opened: contextlib.ExitStack, port: int, path: str) -> http.client.HTTPResponse:
    """Send a request and read the head of its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    opened.callback(connection.close)
    connection.request("GET", path)
    return opened.enter_context(connection.getresponse())


def served(hall: Hall) -> WebServer:
    server = WebServer(hall.app, hall.settings, host="127.0.0.1")
    server.start()
    return server


def test_pages_are_served_while_every_stream_is_open_and_all_ends_in_order() -> None:
    settings = WebSettings(stream_slots=12, slots_for_seats=0, heartbeat_s=30.0, epoch="start1")
    hall = open_hall(settings=settings)
    server = served(hall)
    with contextlib.ExitStack() as opened:
        opened.callback(server.stop)
        opened.callback(hall.table.hub.close)
        for _ in range(12):
            assert begin(opened, server.port, "/stream").readline() == b"retry: 1000\n"
        assert begin(opened, server.port, "/region/log").status == 200
        assert begin(opened, server.port, "/stream").status == 503
    assert [t.name for t in threading.enumerate() if t.name == "web"] == []


def test_idle_connections_end_also_where_the_clock_was_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer(_environ: object, start_response: StartResponse) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "2")])
        return [b"hi"]

    real, shift_s = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + shift_s[0])
    server = WebServer(answer, WebSettings(base_urls=()), host="127.0.0.1", port=0)
    server.start()
    try:
        idle = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        idle.request("GET", "/")
        assert idle.getresponse().read() == b"hi"
        for put_s in (-3600.0, -3600.0 + 200.0):
            shift_s[0] = put_s
            # Each wakes the thread that watches the sockets, and is answered in a later round.
            assert server.answers(PATIENCE_S)
            assert server.answers(PATIENCE_S)
        assert idle.sock is not None
        assert idle.sock.recv(1) == b""
        idle.close()
    finally:
        server.stop()


def test_a_taken_port_is_said_in_words() -> None:
    hall = open_hall(settings=WebSettings(stream_slots=1, slots_for_seats=0))
    first = WebServer(hall.app, hall.settings, host="127.0.0.1")
    try:
        with pytest.raises(PortTakenError, match=f"Port {first.port} is taken"):
            WebServer(hall.app, hall.settings, host="127.0.0.1", port=first.port)
    finally:
        first.stop()
