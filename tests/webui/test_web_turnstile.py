"""Watchers' parts are drawn a few at a time; seats and streams go past."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest
from werkzeug.test import Client
from werkzeug.wrappers import Response

from tests.support.patience import PATIENCE_S
from webui import turnstile
from webui.turnstile import Gate, Turnstile

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class SlowPages:
    """Answers a request only when it is let go, and counts how many are being answered."""

    def __init__(self) -> None:
        self.let_go = threading.Semaphore(0)
        self.changed = threading.Condition()
        self.inside: list[str] = []
        self.most_parts = 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        with self.changed:
            self.inside.append(path)
            parts = sum(one.startswith("/region/") for one in self.inside)
            self.most_parts = max(self.most_parts, parts)
            self.changed.notify_all()
        assert self.let_go.acquire(timeout=PATIENCE_S)
        with self.changed:
            self.inside.remove(path)
        if path.endswith("/broken"):
            raise ValueError(path)
        return Response("drawn")(environ, start_response)

    def wait_for(self, path: str) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: path in self.inside, PATIENCE_S)


@pytest.mark.parametrize("at_once", [1, 2])
def test_no_more_parts_are_drawn_at_once_than_places(at_once: int) -> None:
    pages = SlowPages()
    wsgi = Turnstile(pages, at_once)
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda: answers.append(Client(wsgi).get("/region/map").text))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    pages.wait_for("/region/map")
    for path in ("/seat/lamp/region/map", "/stream", "/"):
        passing = threading.Thread(target=lambda path=path: Client(wsgi).get(path))
        passing.start()
        threads.append(passing)
        pages.wait_for(path)
    for _ in threads:
        pages.let_go.release()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert answers == ["drawn"] * 6
    assert pages.most_parts <= at_once


def test_a_part_that_cannot_be_drawn_gives_its_place_back() -> None:
    pages = SlowPages()
    wsgi = Turnstile(pages, 1)
    pages.let_go.release()
    with pytest.raises(ValueError, match="broken"):
        Client(wsgi).get("/region/broken")
    pages.let_go.release()
    assert Client(wsgi).get("/region/map").text == "drawn"


def test_while_the_gate_is_shut_parts_wait_and_all_else_goes_past(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turnstile, "LONGEST_HOLD_S", PATIENCE_S)
    pages, gate = SlowPages(), Gate()
    wsgi = Turnstile(pages, 2, gate)
    gate.shut()
    threads = [
        threading.Thread(target=lambda path=path: Client(wsgi).get(path))
        for path in ("/region/map", "/seat/lamp/region/map")
    ]
    for thread in threads:
        thread.start()
    pages.wait_for("/seat/lamp/region/map")
    assert "/region/map" not in pages.inside
    gate.open()
    pages.wait_for("/region/map")
    pages.let_go.release(len(threads))
    for thread in threads:
        thread.join(PATIENCE_S)


def test_a_gate_that_nobody_opens_holds_nobody_for_long() -> None:
    pages, gate = SlowPages(), Gate()
    gate.shut()
    pages.let_go.release()
    assert Client(Turnstile(pages, 1, gate)).get("/region/map").text == "drawn"
